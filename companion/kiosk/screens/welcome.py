"""The first start: whether it is a real table, or one with pretend marbles and cards."""

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from msgspec.structs import replace

from companion.kiosk.areas import Area
from companion.kiosk.controls import Press, written
from companion.kiosk.painting import Drawable, Symbol, moved
from companion.kiosk.screen import Screen
from companion.kiosk.theme import RADIUS, SPACE
from companion.scenes.emblems import emblem
from companion.scenes.shapes import Box

if TYPE_CHECKING:
    from companion.kiosk.app import Kiosk

TALLEST = (320.0, 460.0)
"""The height of a choice beside another, and above one, in dp."""


class Choice(Press):
    """A way to play: a picture, what it is called, and what it means."""

    def shapes(self) -> Iterable[Drawable]:
        """The card: the real table in full colour, the pretend one as its shadow."""
        wide, high = self.wide, self.high
        real = self.look == "main"
        fill, ink = ("accent", "ink") if real else ("raised", "text")
        yield Box((0, 0), wide, high, RADIUS * 1.5, f"{fill}@75" if self.pressed else fill)
        room = wide - 4 * SPACE
        detail = self.fit(self.detail, room, high * 0.5, "body")
        title = self.fit(self.label, room, high - detail.height - 2 * SPACE, "title", display=True)
        top = high - title.height - detail.height - 2 * SPACE
        colours = ("#17172B", "#FFFFFF") if real else ("muted", "faint")
        if top > 60:
            picture = emblem("coaster_park", room, top - 2 * SPACE, colours)
            yield from moved(picture, 2 * SPACE, 1.5 * SPACE)
            if not real:
                yield Symbol((wide - 5 * SPACE, 5 * SPACE), self.symbol, 44, "accent")
        yield from written(title, 2 * SPACE, top, ink, display=True)
        yield from written(detail, 2 * SPACE, top + title.height + SPACE / 2, f"{ink}@80")


class Welcome(Screen):
    """Asks once what kind of table this is; it is remembered, and can be changed in the settings."""

    def __init__(self, kiosk: "Kiosk") -> None:
        super().__init__(kiosk)
        self._title = self.words("Coaster Companion", "headline", display=True, align="middle")
        self._foot = self.words(
            "It is asked only once. You can change it under Settings.", "body", "muted", align="middle"
        )
        self._choices = (
            self._choice(
                "real",
                "Play at a real table",
                "You have the box: you turn the cards and roll the marbles. A camera and light beams can "
                "help, but need not.",
            ),
            self._choice(
                "pretend",
                "Try it without a box",
                "Pretend marbles and cards: they are shuffled, thrown and rolled for you.",
            ),
        )

    def _choice(self, table: Literal["real", "pretend"], label: str, detail: str) -> Choice:
        look = "main" if table == "real" else "plain"
        choose = partial(self._choose, table)
        made = Choice(self.theme, f"welcome.{table}", label, choose, look, "dice-multiple", detail)
        self.add_widget(made)
        return made

    def _choose(self, table: Literal["real", "pretend"]) -> None:
        self.kiosk.set(replace(self.kiosk.settings, table=table))
        self.kiosk.go("home")

    def enter(self, **_: Any) -> None:
        """Nothing is known yet."""

    def arrange(self, area: Area) -> None:
        """The two ways beside each other, or the real one above."""
        inner = area.inset(2 * SPACE if area.width > area.height else SPACE)
        head, body = inner.cut_top(56, 2 * SPACE)
        head.place(self._title)
        foot, body = body.cut_bottom(28, 2 * SPACE)
        foot.place(self._foot)
        cells = body.rows(2, 2 * SPACE) if area.upright else body.columns(2, 2 * SPACE)
        for choice, cell in zip(self._choices, cells, strict=True):
            cell.centred(self.kiosk.in_dp(cell.width), TALLEST[area.upright]).place(choice)


SCREEN = Welcome
