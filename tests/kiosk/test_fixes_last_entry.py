"""The line beside the arrow, and the question before taking back, name what was entered last."""

from companion.rules.contract import TABLE
from companion.scenes.asking import lines_of

NAMES = ("Ann", "Benedikt")


def test_what_is_taken_back_is_named_by_its_first_line_not_by_what_followed(open_kiosk):
    opened = open_kiosk()
    opened.play("coaster_park", NAMES)
    session = opened.kiosk.session
    for _ in range(80):
        assert opened.go_on(1)
        told = opened.table.history(TABLE)[-1]
        lines = [line.text for line in lines_of(told, session.telling, NAMES)]
        if len(lines) > 1 and lines[0] != lines[-1] and "story.take_back" in opened.fingers.visible():
            break
    else:
        raise AssertionError("no entry had a second line")
    assert session.shown.last == lines[0]
    opened.fingers.touch("story.take_back")
    opened.still()
    assert opened.kiosk.frames.sheet._detail.text == lines[0]
