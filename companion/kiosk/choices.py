"""What can be chosen now, as buttons that are filled anew and never built anew."""

from collections.abc import Callable, Sequence
from typing import Any

from kivy.metrics import dp
from msgspec import Struct

from companion.kiosk.controls import SYMBOL, Press
from companion.kiosk.lettering import fitted
from companion.kiosk.scroller import Scroller
from companion.kiosk.theme import SIZES, SPACE, Theme
from companion.rules.contract import Seat
from companion.scenes.lettering import width
from companion.scenes.marks import seat_mark
from companion.scenes.shapes import Shape
from companion.scenes.telling import ART

PAIRED = 4
"""From so many choices on, short ones stand two in a line."""


GROW = 1.45
"""How much taller than it must be a choice becomes where there is room."""


class Offer(Struct, frozen=True):
    """A button: the id it is touched by, its words, its look, and what it does; `first` stands above all."""

    id: str
    label: str
    action: Callable[[], Any]
    look: str = "plain"
    symbol: str = ""
    detail: str = ""
    first: bool = False
    art: tuple[Shape, ...] = ()

    @property
    def beside(self) -> float:
        """The room that its drawing or symbol takes before the words, in dp."""
        return (ART if self.art else SYMBOL if self.symbol else -SPACE) + SPACE


class Choices(Scroller):
    """The choices of one moment; while they are `secret`, all of them look touched together."""

    def __init__(self, theme: Theme, **given: Any) -> None:
        super().__init__(theme, grow=GROW, **given)
        self._theme = theme
        self.pool: list[ChoicePress] = []
        self._offers: Sequence[Offer] = ()
        self.secret = False
        self.bind(width=self._refill)

    def offer(self, offers: Sequence[Offer], secret: bool = False) -> None:
        """Show these choices."""
        self._offers, self.secret = offers, secret
        while len(self.pool) < len(offers):
            self.pool.append(ChoicePress(self._theme, self))
        for press, offer in zip(self.pool, offers, strict=False):
            press.fill(offer.id, offer.label, offer.action, offer.look, offer.symbol, offer.detail, offer.art)
        self._refill()

    def _refill(self, *_: Any) -> None:
        shown = self.pool[: len(self._offers)]
        if not shown or self.width <= 1:
            self.fill([])
            return
        each = (self.width / dp(1) - SPACE) / 2
        short = len(shown) >= PAIRED and all(_short(offer, each) for offer in self._offers)
        step = 2 if short else 1
        room = each if short else self.width / dp(1)
        style = "button" if all(_fits(offer, room) for offer in self._offers) else "body"
        for press in shown:
            press.style = style
            press.redraw()
        self.fill([shown[start : start + step] for start in range(0, len(shown), step)])

    def press_all(self, pressed: bool) -> None:
        """Show all as touched, so that nobody sees which one was."""
        for press in self.pool[: len(self._offers)]:
            press.look_pressed(pressed)


class ChoicePress(Press):
    """A choice's button."""

    def __init__(self, theme: Theme, choices: Choices) -> None:
        self._choices = choices
        super().__init__(theme, "", "", None)

    def _press(self, *, pressed: bool) -> None:
        super()._press(pressed=pressed)
        if self._choices.secret:
            self._choices.press_all(pressed)

    def look_pressed(self, pressed: bool) -> None:
        """Look touched, or not."""
        if pressed != self.pressed_look:
            self.pressed_look = pressed
            self.redraw()


class SeatTab(Press):
    """Whom to show the question of, where several are asked at once."""

    seat: Seat | None = None

    def _face(self, width: float, height: float, ink: str) -> Any:
        if self.seat is None:
            return super()._face(width, height, ink)
        return seat_mark(self.seat, width / 2, height / 2, 26)


def _fits(offer: Offer, room: float) -> bool:
    """Whether the label stands on one line in the usual size; if one does not, all are written smaller."""
    return width(offer.label, SIZES["button"], display=True) <= room - 3 * SPACE - offer.beside


def _short(offer: Offer, room: float) -> bool:
    free = room - 3 * SPACE - offer.beside
    if width(offer.label, SIZES["button"], display=True) > free:
        return False
    return not offer.detail or len(fitted(offer.detail, free, 1e9, "small").lines) <= 2
