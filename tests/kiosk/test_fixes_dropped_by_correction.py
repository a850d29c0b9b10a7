"""A correction that a later entry does not fit says which one, and how many would go."""

from companion.rules.contract import TABLE
from companion.scenes.asking import lines_of

NAMES = ("Ann", "Benedikt")


def test_the_later_entry_that_does_not_fit_is_named_with_how_many_would_go(open_kiosk):
    opened = open_kiosk()
    opened.play("cosmic_coasters", NAMES, moves=10)
    table, session = opened.table, opened.kiosk.session
    history = table.history(TABLE)
    first = history[1]
    others = [
        option
        for ask in table.rules.asks(first.steps[0][0], TABLE)
        for option in ask.options
        if option != first.command
    ]
    opened.kiosk.lay("correct", n=first.n)
    opened.still()
    correct = opened.kiosk.frames.sheet
    for command in others:
        correct._enter(command, correct.prompt.group)
        opened.still()
        if opened.kiosk.frames.sheet is not correct:
            break
    sheet = opened.kiosk.frames.sheet
    assert sheet is not None
    words = sheet._detail.text
    firsts = {told.n: lines_of(told, session.telling, NAMES)[:1] for told in history}
    counts = [
        len([told for told in history if told.n >= n])
        for n, lines in firsts.items()
        if n > first.n and lines and lines[0].text == words.split("\n")[0]
    ]
    assert any(f"{count} entries" in words or count == 1 for count in counts)
    assert (sheet._yes.look, sheet._no.look) == ("bad", "main")
    n = table.n
    opened.fingers.touch("confirm.no")
    opened.still()
    assert table.n == n
