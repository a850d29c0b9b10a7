"""A keyboard on the screen, for names and reasons: the only things that are written."""

from collections.abc import Callable, Collection
from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from companion.kiosk.areas import Area, area_of
from companion.kiosk.controls import Panel, Press, Words
from companion.kiosk.theme import SPACE, TOUCH, Theme

LETTERS = ("qwertyuiop", "asdfghjkl-", "zxcvbnm'’.")
ACCENTS = ("äöüßåæøœçñ", "áàâãéèêëíï", "óòôõúùûłšž")
MOST = 40

BACKSPACE, ENTER = 8, (13, 271)
SHORTCUTS = {"ctrl", "alt", "meta"}
"""Keys of a real keyboard, by their numbers; and what is held down for something else than writing."""


class Keyboard(Widget):
    """Writes into one line; `done` is called with it, or with the text as it was when it is put away."""

    def __init__(self, theme: Theme, **given: Any) -> None:
        super().__init__(**given)
        self._text, self._title = "", ""
        self._shift, self._accents = True, False
        self._done: Callable[[str], None] = lambda _text: None
        self._panel = Panel(theme, "panel")
        self._what = Words(theme, "", "small", "muted")
        self._line = Words(theme, "", "title", display=False, bold=True)
        self._keys = [
            [Press(theme, "", "", None, style="title", plain_face=True) for _ in row] for row in LETTERS
        ]
        self._wide = {
            "shift": Press(theme, "key.shift", "", self._turn_case, symbol="apple-keyboard-shift"),
            "accents": Press(theme, "key.accents", "äé", self._turn_page, style="title", plain_face=True),
            "space": Press(
                theme, "key.space", "space", lambda: self._write(" "), style="body", plain_face=True
            ),
            "back": Press(theme, "key.back", "", self._erase, symbol="backspace"),
            "done": Press(theme, "key.done", "Done", self._finish, "main", "check"),
        }
        for widget in (self._panel, self._what, self._line, *self._wide.values()):
            self.add_widget(widget)
        for row in self._keys:
            for key in row:
                self.add_widget(key)
        self.bind(pos=self._arrange, size=self._arrange)

    @property
    def text(self) -> str:
        """What is written now."""
        return self._text

    def ask(self, title: str, text: str, done: Callable[[str], None]) -> None:
        """Write something under this title, starting from this text."""
        self._title, self._text, self._done = title, text, done
        self._shift, self._accents = not text, False
        self._what.say(title)
        self._label()

    def type(self, key: int, letter: str, modifiers: Collection[str]) -> bool:
        """Take a key of a real keyboard, as Kivy names it; whether it was one to write with."""
        if key == BACKSPACE:
            self._erase()
        elif key in ENTER:
            self._finish()
        elif len(letter) == 1 and letter.isprintable() and not SHORTCUTS & set(modifiers):
            self._write(letter.upper() if "shift" in modifiers else letter)
        else:
            return False
        return True

    def _label(self) -> None:
        for row, letters in zip(self._keys, ACCENTS if self._accents else LETTERS, strict=True):
            for key, letter in zip(row, letters, strict=True):
                shown = letter.upper() if self._shift and letter != "ß" else letter
                key.fill(f"key.{letter}", shown, partial(self._write, shown))
        self._wide["shift"].show("chosen" if self._shift else "plain")
        self._wide["accents"].fill("key.accents", "abc" if self._accents else "äé", self._turn_page)
        self._line.say(f"{self._text}_")

    def _write(self, letters: str) -> None:
        if len(self._text) < MOST:
            self._text += letters
        self._shift = self._text.endswith((" ", "-"))
        self._label()

    def _erase(self) -> None:
        self._text = self._text[:-1]
        self._shift = not self._text
        self._label()

    def _turn_case(self) -> None:
        self._shift = not self._shift
        self._label()

    def _turn_page(self) -> None:
        self._accents = not self._accents
        self._label()

    def _finish(self) -> None:
        self._done(" ".join(self._text.split()))

    def _arrange(self, *_: Any) -> None:
        whole = area_of(self)
        whole.place(self._panel)
        inner = whole.inset(SPACE)
        gap = SPACE / 2
        head, keys = inner.cut_top(TOUCH, gap)
        self._head(head)
        rows = keys.rows(4, gap)
        for row, place in zip(self._keys, rows, strict=False):
            for key, cell in zip(row, place.columns(len(row), gap), strict=True):
                cell.place(key)
        shift, rest = rows[3].cut_left(1.6 * TOUCH, gap)
        accents, rest = rest.cut_left(1.6 * TOUCH, gap)
        done, rest = rest.cut_right(2.4 * TOUCH, gap)
        back, space = rest.cut_right(1.6 * TOUCH, gap)
        places = {"shift": shift, "accents": accents, "space": space, "back": back, "done": done}
        for name, place in places.items():
            place.place(self._wide[name])

    def _head(self, head: Area) -> None:
        what, line = head.cut_top(18, 0)
        what.inset(SPACE, 0).place(self._what)
        line.inset(SPACE, 0).place(self._line)

    def on_touch_down(self, touch: Any) -> bool:
        """Nothing goes through to what lies below."""
        return bool(super().on_touch_down(touch)) or self.collide_point(*touch.pos)
