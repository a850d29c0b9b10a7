"""Where things go: rectangles that are cut into rows and columns, in pixels, y upward as Kivy counts."""

from typing import Any

from kivy.metrics import dp
from msgspec import Struct

from companion.kiosk.theme import SPACE


class Area(Struct, frozen=True):
    """A rectangle by its lower left corner; all distances given to it are in dp."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The x of its right edge."""
        return self.x + self.width

    @property
    def top(self) -> float:
        """The y of its upper edge."""
        return self.y + self.height

    @property
    def upright(self) -> bool:
        """Whether it is taller than wide."""
        return self.height > self.width

    def inset(self, by: float = SPACE, vertical: float | None = None) -> "Area":
        """What is left inside a margin."""
        x, y = dp(by), dp(by if vertical is None else vertical)
        return Area(self.x + x, self.y + y, max(self.width - 2 * x, 0), max(self.height - 2 * y, 0))

    def cut_top(self, height: float, gap: float = SPACE) -> tuple["Area", "Area"]:
        """The upper part of this height, and what is left below the gap."""
        cut = min(dp(height), self.height)
        rest = max(self.height - cut - dp(gap), 0)
        return Area(self.x, self.top - cut, self.width, cut), Area(self.x, self.y, self.width, rest)

    def cut_bottom(self, height: float, gap: float = SPACE) -> tuple["Area", "Area"]:
        """The lower part of this height, and what is left above the gap."""
        cut = min(dp(height), self.height)
        rest = max(self.height - cut - dp(gap), 0)
        return Area(self.x, self.y, self.width, cut), Area(self.x, self.top - rest, self.width, rest)

    def cut_left(self, width: float, gap: float = SPACE) -> tuple["Area", "Area"]:
        """The left part of this width, and what is left beyond the gap."""
        cut = min(dp(width), self.width)
        rest = max(self.width - cut - dp(gap), 0)
        return Area(self.x, self.y, cut, self.height), Area(self.right - rest, self.y, rest, self.height)

    def cut_right(self, width: float, gap: float = SPACE) -> tuple["Area", "Area"]:
        """The right part of this width, and what is left before the gap."""
        cut = min(dp(width), self.width)
        rest = max(self.width - cut - dp(gap), 0)
        return Area(self.right - cut, self.y, cut, self.height), Area(self.x, self.y, rest, self.height)

    def columns(self, count: int, gap: float = SPACE) -> tuple["Area", ...]:
        """Equal columns from left to right."""
        width = (self.width - dp(gap) * (count - 1)) / max(count, 1)
        return tuple(
            Area(self.x + index * (width + dp(gap)), self.y, width, self.height) for index in range(count)
        )

    def rows(self, count: int, gap: float = SPACE) -> tuple["Area", ...]:
        """Equal rows from the top down."""
        height = (self.height - dp(gap) * (count - 1)) / max(count, 1)
        return tuple(
            Area(self.x, self.top - (index + 1) * height - index * dp(gap), self.width, height)
            for index in range(count)
        )

    def grid(self, columns: int, rows: int, gap: float = SPACE) -> tuple["Area", ...]:
        """Equal cells, row by row."""
        return tuple(cell for row in self.rows(rows, gap) for cell in row.columns(columns, gap))

    def centred(self, width: float, height: float) -> "Area":
        """An area of this size, or as much of it as fits, in the middle of this one."""
        wide, high = min(dp(width), self.width), min(dp(height), self.height)
        return Area(self.x + (self.width - wide) / 2, self.y + (self.height - high) / 2, wide, high)

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies in it."""
        return self.x <= x < self.right and self.y <= y < self.top

    def place(self, *widgets: Any) -> None:
        """Give widgets this place and size."""
        for widget in widgets:
            widget.pos = (self.x, self.y)
            widget.size = (self.width, self.height)


def area_of(widget: Any) -> Area:
    """The area that a widget takes."""
    return Area(widget.x, widget.y, widget.width, widget.height)
