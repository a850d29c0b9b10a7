"""A mistyped digit is taken away again; what is taught on the host's sheet leaves it open for the next."""

from companion.rules.contract import HOST, Amount
from tests.kiosk.opening import Opened

NAMES = ("Ann", "Benedikt")


def asked_for_a_number(opened: Opened) -> None:
    opened.play("coaster_park", NAMES, moves=10)
    while not any(isinstance(ask, Amount) for ask in opened.table.view(HOST).asks if ask.seat is not None):
        assert opened.go_on(1)
    opened.kiosk.go("game")
    opened.still()
    while opened.prompt._pad.parent is None:
        step = next(id_ for id_ in opened.prompt.ids[0] if id_)
        opened.prompt.tap(step)
        opened.still()


def test_the_last_digit_is_taken_away(open_kiosk):
    opened = open_kiosk()
    asked_for_a_number(opened)
    for key in ("pad.1", "pad.2"):
        opened.fingers.touch(key)
    assert opened.prompt._pad.value == 12
    opened.fingers.touch("pad.erase")
    assert opened.prompt._pad.value == 1
    opened.fingers.touch("pad.erase")
    opened.fingers.touch("pad.erase")
    assert opened.prompt._pad.value == 0
    opened.fingers.touch("pad.7")
    assert opened.prompt._pad.value == 7


def test_after_one_thing_is_taught_the_hosts_sheet_asks_for_the_next(open_kiosk):
    opened = open_kiosk()
    opened.play("coaster_park", NAMES, moves=1)
    opened.kiosk.lay("host")
    opened.still()
    sheet = opened.kiosk.frames.sheet
    command = next(
        ask.option(ask.high)
        for ask in opened.table.view(HOST).asks
        if isinstance(ask, Amount) and ask.field == "flags"
    )
    group = next(group for group in sheet._prompt._groups if group.seat is None)
    n = opened.table.n
    sheet._enter(command, group)
    opened.still()
    assert opened.table.n == n + 1
    assert opened.kiosk.frames.sheet is sheet
    assert sheet._prompt._groups
