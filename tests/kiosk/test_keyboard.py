"""A real keyboard writes names, where somebody has one; the one on the screen goes on working."""

from kivy.core.window import Window

from tests.kiosk.opening import Opened

ENTER, BACKSPACE = 13, 8


def types(text: str) -> None:
    for letter in text:
        held = ["shift"] if letter.isupper() else []
        Window.dispatch("on_key_down", ord(letter.lower()), 0, letter.lower(), held)


def key(number: int, *held: str) -> None:
    Window.dispatch("on_key_down", number, 0, chr(number), list(held))


def naming(open_kiosk) -> Opened:
    opened = open_kiosk()
    opened.kiosk.go("seats", game="coaster_park")
    opened.fingers.settle()
    opened.fingers.touch("seats.name.0")
    opened.fingers.settle()
    assert opened.kiosk.frames.keyboard.parent is not None
    return opened


def test_a_name_is_typed_and_entered_with_enter(open_kiosk):
    opened = naming(open_kiosk)
    for _ in opened.kiosk.frames.keyboard.text:
        key(BACKSPACE)
    types("Jörg-Emil X")
    key(BACKSPACE)
    assert opened.kiosk.frames.keyboard.text == "Jörg-Emil "
    opened.fingers.touch("key.q")
    key(ENTER)
    opened.fingers.settle()
    assert opened.kiosk.frames.keyboard.parent is None
    assert opened.kiosk.frames.screen._names[0] == "Jörg-Emil q"


def test_shortcuts_and_keys_without_a_letter_write_nothing(open_kiosk):
    opened = naming(open_kiosk)
    before = opened.kiosk.frames.keyboard.text
    Window.dispatch("on_key_down", ord("a"), 0, "a", ["ctrl"])
    Window.dispatch("on_key_down", 276, 0, None, [])
    assert opened.kiosk.frames.keyboard.text == before


def test_where_nothing_is_written_keys_do_nothing(open_kiosk):
    opened = open_kiosk()
    types("Ann")
    key(ENTER)
    opened.fingers.settle()
    assert opened.kiosk.frames.keyboard.text == ""
    assert "home.past" in opened.fingers.visible()
