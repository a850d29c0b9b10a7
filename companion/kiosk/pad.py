"""A number: typed on a pad, or stepped up and down."""

from collections.abc import Callable
from typing import Any

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.kiosk.areas import Area, area_of
from companion.kiosk.controls import Press
from companion.kiosk.theme import SPACE, TOUCH, Theme
from companion.rules.contract import Amount
from companion.scenes.telling import Prompt

GAP = SPACE / 2

CONFIRM = 64.0

NUMBER = 50.0
"""The least height of the number above the keys, in dp."""

KEYS = ("1", "2", "3", "+", "4", "5", "6", "-", "7", "8", "9", "0")

Words = Callable[[int], Prompt]


class Pad(Widget):
    """Asks for a whole number; `words` gives the confirming button's two lines and the figure for a value.

    Typed digits may leave the bounds: the rules then say what is wrong with the number.
    """

    def __init__(
        self,
        theme: Theme,
        entered: Callable[[int, str], Any],
        write: Callable[[str, str, Callable[[str], None]], Any],
        **given: Any,
    ) -> None:
        super().__init__(**given)
        self._entered, self._write = entered, write
        self._amount: Amount[Any] | None = None
        self._words: Words = lambda value: Prompt(str(value))
        self._value, self._note, self._typed = 0, "", False
        self.shown = Press(theme, "pad.value", "0", None, "number", style="huge")
        self._keys = {
            key: Press(theme, f"pad.{_name(key)}", _sign(key), self._key(key), style="title") for key in KEYS
        }
        self._reason = Press(
            theme, "pad.note", "", self._ask_reason, "quiet", "pencil", style="body", plain_face=True
        )
        self._confirm = Press(theme, "prompt.confirm", "", self._enter, "main", style="title")
        self._back = Press(theme, "pad.erase", "", self._erase, "flat", "backspace-outline")
        for widget in (self.shown, self._back, *self._keys.values(), self._confirm):
            self.add_widget(widget)
        self.bind(pos=self._arrange, size=self._arrange)

    @property
    def value(self) -> int:
        """The number as it stands."""
        return self._value

    def ask(self, amount: Amount[Any], typical: int, words: Words) -> None:
        """Ask for this amount, starting from what is typical."""
        self._amount, self._words = amount, words
        self._value, self._note, self._typed = typical, "", False
        if amount.note and self._reason.parent is None:
            self.add_widget(self._reason)
        elif not amount.note and self._reason.parent is not None:
            self.remove_widget(self._reason)
        self._say()
        self._arrange()

    def _say(self) -> None:
        words = self._words(self._value)
        signed = self._amount is not None and self._amount.low < 0
        figure = words.figure or _signed(self._value)
        self.shown.fill("pad.value", figure, self._flip if signed else None, "number")
        ready = self._amount is None or not self._amount.note or bool(self._note)
        look = "main" if ready else "off"
        self._confirm.fill("prompt.confirm", words.title, self._enter, look, detail=words.detail)
        self._reason.fill("pad.note", self._note or "Write the reason", self._ask_reason, "quiet", "pencil")

    def _key(self, key: str) -> Callable[[], None]:
        if key in "+-":
            return lambda: self._step(1 if key == "+" else -1)
        return lambda: self._type(key)

    def _step(self, by: int) -> None:
        if self._amount is not None:
            self._value = max(self._amount.low, min(self._value + by, self._amount.high))
            self._typed = False
            self._say()

    def _type(self, digit: str) -> None:
        if self._amount is None:
            return
        digits = str(abs(self._value)) if self._typed else ""
        longest = max(len(str(abs(self._amount.high))), len(str(abs(self._amount.low))))
        digits = digit if len(digits) >= longest else digits + digit
        self._value, self._typed = int(digits) * (-1 if self._value < 0 and self._amount.low < 0 else 1), True
        self._say()

    def _erase(self) -> None:
        """Take the last digit away; of a number that nobody typed, all of it."""
        digits = str(abs(self._value))[:-1] if self._typed else ""
        self._value, self._typed = int(digits or 0) * (-1 if self._value < 0 else 1), True
        self._say()

    def _flip(self) -> None:
        if self._amount is not None and self._amount.low < 0:
            self._value = -self._value
            self._say()

    def _ask_reason(self) -> None:
        self._write("The reason, for the score sheet", self._note, self._reasoned)

    def _reasoned(self, text: str) -> None:
        self._note = text
        self._say()

    def _enter(self) -> None:
        if self._amount is None:
            return
        if self._amount.note and not self._note:
            self._ask_reason()
        else:
            self._entered(self._value, self._note)

    def height_at(self, _width: float) -> float:
        """The least height in dp."""
        return 50 + 3 * (TOUCH + GAP) + CONFIRM + (TOUCH + GAP if self._reason.parent else 0)

    def _arrange(self, *_: Any) -> None:
        inner = area_of(self)
        confirm, rest = inner.cut_bottom(CONFIRM, GAP)
        confirm.place(self._confirm)
        if self._reason.parent is not None:
            reason, rest = rest.cut_bottom(TOUCH, GAP)
            reason.place(self._reason)
        self._grid(rest)

    def _grid(self, area: Area) -> None:
        keys, value = area.cut_bottom(3 * min(TOUCH * 1.3, 80) + 2 * GAP, GAP)
        if value.height < dp(NUMBER):
            value, keys = area.cut_top(NUMBER, GAP)
        if keys.height < dp(3 * TOUCH + 2 * GAP):
            value, keys = area.cut_top(0, 0)  # too little room: the confirming button says the number
        back, number = value.cut_right(TOUCH, GAP)
        if value.height < dp(TOUCH):
            back, number = value.cut_right(0, 0)
        back.place(self._back)
        middle = number.inset(0) if not back.width else number.cut_left(TOUCH, GAP)[1]
        middle.place(self.shown)
        for key, cell in zip(self._keys.values(), keys.grid(4, 3, GAP), strict=True):
            cell.place(key)


def _name(key: str) -> str:
    return {"+": "plus", "-": "minus"}.get(key, key)


def _sign(key: str) -> str:
    return "−" if key == "-" else key


def _signed(value: int) -> str:
    return f"−{-value}" if value < 0 else str(value)
