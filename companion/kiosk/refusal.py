"""A refusal: what is wrong, by how much, and the rule, which can be touched."""

from collections.abc import Callable, Iterable
from typing import Any

from companion.kiosk.controls import Press, written
from companion.kiosk.lettering import fitted
from companion.kiosk.painting import Drawable, Symbol
from companion.kiosk.theme import RADIUS, SPACE, TOUCH, Theme
from companion.scenes.shapes import Box
from companion.scenes.telling import Refusal

MARGIN = 1.5 * SPACE


class RefusalBox(Press):
    """Says why something is not allowed; touched, it opens the rule."""

    def __init__(self, theme: Theme, explain: Callable[[str], Any]) -> None:
        self._refusal: Refusal | None = None
        self._explain = explain
        super().__init__(theme, "refusal.rule", "", None)

    def tell(self, refusal: Refusal | None) -> None:
        """Say this."""
        self._refusal = refusal
        self.action = None if refusal is None else lambda: self._explain(refusal.section)
        self.redraw()

    def height_at(self, width: float) -> float:
        """The height in dp that its words take."""
        if self._refusal is None:
            return 0.0
        room = width - 2 * MARGIN
        title = fitted(self._refusal.title, room, 1e9, "button", display=True).height
        detail = fitted(self._refusal.detail, room, 1e9, "body").height
        section = fitted(self._refusal.section, room - 24, 1e9, "small").height
        return max(TOUCH, title + detail + section + 2 * SPACE)

    def shapes(self) -> Iterable[Drawable]:
        """The box."""
        if self._refusal is None:
            return
        wide, high = self.wide, self.high
        yield Box((1, 1), wide - 2, high - 2, RADIUS, "bad_panel", "accent" if self.pressed else "bad", 2.0)
        room = wide - 2 * MARGIN
        title = self.fit(self._refusal.title, room, high, "button", display=True)
        section = self.fit(self._refusal.section, room - 24, high, "small")
        detail = self.fit(
            self._refusal.detail, room, high - title.height - section.height - 2 * SPACE, "body"
        )
        yield from written(title, MARGIN, SPACE, display=True)
        yield from written(detail, MARGIN, SPACE + title.height)
        bottom = SPACE + title.height + detail.height
        yield Symbol((MARGIN + 8, bottom + section.height / 2), "book-open-variant", 16, "muted")
        yield from written(section, MARGIN + 24, bottom, "muted")
