"""Places on a page, and texts that keep to their room."""

from msgspec import Struct

from companion.scenes.palette import RADIUS, TYPE
from companion.scenes.shapes import Box, Point, Shape, Target

SMALL = TYPE["small"]
BODY = TYPE["body"]
INNER = RADIUS - 4


class Area(Struct, frozen=True):
    """A rectangle by its upper left corner, in dp."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The x of its right edge."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """The y of its lower edge."""
        return self.top + self.height

    @property
    def centre(self) -> Point:
        """Its middle."""
        return (self.left + self.width / 2, self.top + self.height / 2)

    def inset(self, across: float, down: float | None = None) -> "Area":
        """What is left inside a margin."""
        high = across if down is None else down
        return Area(
            self.left + across,
            self.top + high,
            max(self.width - 2 * across, 0.0),
            max(self.height - 2 * high, 0.0),
        )

    def cut_top(self, height: float, gap: float = 0.0) -> tuple["Area", "Area"]:
        """The upper part of this height, and what is left below the gap."""
        rest = max(self.height - height - gap, 0.0)
        return (
            Area(self.left, self.top, self.width, height),
            Area(self.left, self.bottom - rest, self.width, rest),
        )

    def cut_bottom(self, height: float, gap: float = 0.0) -> tuple["Area", "Area"]:
        """The lower part of this height, and what is left above the gap."""
        rest = max(self.height - height - gap, 0.0)
        return (
            Area(self.left, self.bottom - height, self.width, height),
            Area(self.left, self.top, self.width, rest),
        )

    def cut_left(self, width: float, gap: float = 0.0) -> tuple["Area", "Area"]:
        """The left part of this width, and what is left beyond the gap."""
        rest = max(self.width - width - gap, 0.0)
        return (
            Area(self.left, self.top, width, self.height),
            Area(self.right - rest, self.top, rest, self.height),
        )

    def cut_right(self, width: float, gap: float = 0.0) -> tuple["Area", "Area"]:
        """The right part of this width, and what is left before the gap."""
        rest = max(self.width - width - gap, 0.0)
        return (
            Area(self.right - width, self.top, width, self.height),
            Area(self.left, self.top, rest, self.height),
        )

    def box(self, fill: str = "", stroke: str = "", stroke_width: float = 1.0, radius: float = INNER) -> Box:
        """The rectangle itself, with round corners."""
        return Box(
            (self.left, self.top),
            self.width,
            self.height,
            radius,
            fill=fill,
            stroke=stroke,
            stroke_width=stroke_width,
        )

    def target(self, id_: str) -> Target:
        """Room for a finger."""
        return Target((self.left, self.top), self.width, self.height, id_)

    def glow(self, *, lit: bool, chosen: bool = False) -> tuple[Shape, ...]:
        """The light around what can be touched, and the firm ring around what was."""
        if chosen:
            return (self._ring(1.5, "accent", 3.5),)
        return (self._ring(3.0, "accent@35", 3.0), self._ring(1.0, "accent", 2.0)) if lit else ()

    def _ring(self, out: float, colour: str, width_: float) -> Box:
        ring = self.inset(-out)
        return Box(
            (ring.left, ring.top), ring.width, ring.height, INNER + out, stroke=colour, stroke_width=width_
        )
