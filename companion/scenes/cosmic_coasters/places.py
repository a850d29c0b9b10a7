"""Where the moons lie in an area, how large they can be, and where their spaces and labels are."""

from math import cos, hypot, pi, sin

from msgspec import Struct

from companion.rules.cosmic_coasters.components import RING, SPACES, Space
from companion.scenes.shapes import Point

MARGIN = 9.0
"""Free space around a moon, for its glow, in dp."""

BELOW = 62.0
"""Height of a label under its moon."""

BESIDE = 84.0
"""Width of a label beside its moon."""

STACK = 74.0
"""Height of a label beside its moon."""

ROOM = 6.0
"""Between a label and the edge of the area."""

ORBIT = 0.85
"""How far out the ring of spaces lies, as a part of the moon's radius."""


class Label(Struct, frozen=True):
    """Where a moon's words go: the first line's top at `at`; `stacked` is one word below the other.

    `scale` is how much larger than on the smallest screen they are.
    """

    at: Point
    anchor: str
    width: float
    scale: float
    stacked: bool = False


class Place(Struct, frozen=True):
    """Where a moon lies."""

    centre: Point
    radius: float
    label: Label

    def space(self, space: Space) -> Point:
        """The middle of a space: the ring clockwise from the top, then the pad."""
        x, y = self.centre
        if space % SPACES == RING:
            return x, y
        angle = 2 * pi * (space % SPACES) / RING
        reach = self.radius * ORBIT
        return x + reach * sin(angle), y - reach * cos(angle)

    @property
    def touch(self) -> float:
        """The side of the square around a space that touches no other's."""
        return self.radius * ORBIT * sin(pi / 4) - 0.5

    @property
    def mark(self) -> float:
        """The size of a space."""
        return self.radius * 0.33


def places(moons: int, width: float, height: float) -> tuple[Place, ...]:
    """The arrangement with the largest moons."""
    found = [
        grid(moons, columns, width, height) for columns in range(1, moons + 1) for grid in (_below, _beside)
    ]
    if moons == 3:
        found.append(_triangle(width, height))
    return max(found, key=lambda arrangement: arrangement[0].radius if arrangement else 0.0)


def _scale(width: float, height: float) -> float:
    """How much larger than on an 800x480 screen words can be."""
    return min(1.3, max(1.0, min(width / 520, height / 360)))


def _cells(moons: int, columns: int, width: float, height: float) -> tuple[float, float, tuple[Point, ...]]:
    """The size of a cell of this grid, and the middle of each; a row that is not full is centred."""
    rows = -(-moons // columns)
    across, down = width / columns, height / rows
    middles = []
    for moon in range(moons):
        row, column = divmod(moon, columns)
        filled = min(columns, moons - row * columns)
        left = (width - filled * across) / 2
        # The moons go round the table clockwise: the second row runs from right to left.
        column = column if row % 2 == 0 else filled - 1 - column
        middles.append((left + (column + 0.5) * across, (row + 0.5) * down))
    return across, down, tuple(middles)


def _below(moons: int, columns: int, width: float, height: float) -> tuple[Place, ...]:
    """Each moon with its label underneath."""
    across, down, middles = _cells(moons, columns, width, height)
    scale = _scale(width, height)
    below = BELOW * scale
    radius = min(across / 2, (down - below) / 2) - MARGIN
    if radius <= 0:
        return ()
    return tuple(
        Place(
            (x, y - below / 2),
            radius,
            Label((x, y - below / 2 + radius + MARGIN), "middle", across - 2 * ROOM, scale),
        )
        for x, y in middles
    )


def _beside(moons: int, columns: int, width: float, height: float) -> tuple[Place, ...]:
    """Each moon with its label at its outer side, in the corner that the round moon leaves."""
    across, down, middles = _cells(moons, columns, width, height)
    scale = _scale(width, height)
    radius = min((across - BESIDE * scale - 2 * ROOM) / 2, down / 2 - MARGIN)
    if radius <= 0:
        return ()
    found = []
    for x, y in middles:
        left = x < width / 2
        shift = (across - 2 * radius) / 2 - ROOM
        edge = x - across / 2 + ROOM if left else x + across / 2 - ROOM
        top = y - down / 2 + 2 * ROOM if y < height / 2 else y + down / 2 - 2 * ROOM - STACK * scale
        label = Label(
            (edge, top), "start" if left else "end", across - 2 * radius - 2 * ROOM, scale, stacked=True
        )
        found.append(Place((x + shift if left else x - shift, y), radius, label))
    return tuple(found)


def _triangle(width: float, height: float) -> tuple[Place, ...]:
    """Three moons, the middle one lower, labels in the gaps."""
    scale = _scale(width, height)
    low, high = 0.0, min(width / 4, height / 2) - MARGIN
    for _ in range(30):
        radius = (low + high) / 2
        apart = hypot(width / 2 - radius - MARGIN, height - 2 * radius - 2 * MARGIN)
        low, high = (radius, high) if apart >= 2 * radius + 2 * MARGIN else (low, radius)
    radius = low
    side, top, bottom = radius + MARGIN, radius + MARGIN, height - radius - MARGIN
    room = width / 2 - radius - MARGIN
    beneath = top + radius + MARGIN
    # Between the upper moons there is most room at the very top.
    gap = (
        width - 2 * side - 2 * (max(0.0, radius**2 - (top - 2 * ROOM - BELOW * scale) ** 2)) ** 0.5 - 2 * ROOM
    )
    return (
        Place((side, top), radius, Label((room / 2, beneath), "middle", room - 2 * ROOM, scale)),
        Place(
            (width - side, top), radius, Label((width - room / 2, beneath), "middle", room - 2 * ROOM, scale)
        ),
        Place((width / 2, bottom), radius, Label((width / 2, 2 * ROOM), "middle", gap, scale)),
    )
