"""Hexagons on the plane: where cells, sides and corners lie, with a corner at the top of each.

Side k looks at 60k - 30 degrees clockwise from the top, so that cell (0, -1) is the upper left neighbour.
"""

from math import cos, pi, radians, sin

from msgspec import Struct

from companion.scenes.shapes import Point

Cell = tuple[int, int]

ROOT3 = 3.0**0.5
APOTHEM = ROOT3 / 2
"""From a hexagon's middle to a side, its middle to a corner being 1."""

AROUND: tuple[Cell, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""What lies over each side."""


def beside(cell: Cell, side: int) -> Cell:
    """The cell over a side."""
    dq, dr = AROUND[side % 6]
    return cell[0] + dq, cell[1] + dr


def ring(cell: Cell) -> tuple[Cell, ...]:
    """The six cells around one."""
    return tuple(beside(cell, side) for side in range(6))


def outward(side: int) -> Point:
    """The direction in which a side looks, of length 1."""
    angle = radians(60 * side - 30)
    return sin(angle), -cos(angle)


def corners(x: float, y: float, radius: float) -> tuple[Point, ...]:
    """The corners of a hexagon, from the top clockwise; corner k lies between sides k and k + 1."""
    return tuple((x + radius * sin(k * pi / 3), y - radius * cos(k * pi / 3)) for k in range(6))


class Grid(Struct, frozen=True):
    """Where cell (0, 0) lies on the picture, and how large a cell is from its middle to a corner."""

    x: float
    y: float
    radius: float

    def at(self, cell: Cell) -> Point:
        """The middle of a cell."""
        q, r = cell
        return self.x + self.radius * ROOT3 * (q + r / 2), self.y + self.radius * 1.5 * r

    def side(self, cell: Cell, side: int, reach: float = 1.0) -> Point:
        """The middle of a cell's side, or a part of the way to it."""
        x, y = self.at(cell)
        dx, dy = outward(side)
        step = self.radius * APOTHEM * reach
        return x + dx * step, y + dy * step


class Area(Struct, frozen=True):
    """A rectangle of the picture, in dp."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Its right side."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """Its lower side."""
        return self.top + self.height

    @property
    def middle(self) -> Point:
        """Its middle."""
        return self.left + self.width / 2, self.top + self.height / 2

    def inset(self, by: float) -> "Area":
        """As much smaller on each side."""
        return Area(self.left + by, self.top + by, self.width - 2 * by, self.height - 2 * by)

    def holds(self, point: Point, margin: tuple[float, float] = (0.0, 0.0)) -> bool:
        """Whether a point lies within, so far from the sides."""
        (x, y), (across, down) = point, margin
        return (
            self.left + across - 0.5 <= x <= self.right - across + 0.5
            and self.top + down - 0.5 <= y <= self.bottom - down + 0.5
        )


def extent(cells: tuple[Cell, ...]) -> tuple[float, float, float, float]:
    """The rectangle around cells of radius 1, cell (0, 0) in the origin: left, top, right, bottom."""
    points = [Grid(0.0, 0.0, 1.0).at(cell) for cell in cells]
    across, down = [x for x, _ in points], [y for _, y in points]
    return min(across) - APOTHEM, min(down) - 1.0, max(across) + APOTHEM, max(down) + 1.0


def fitted(cells: tuple[Cell, ...], area: Area, most: float, least: float = 0.0) -> Grid:
    """The grid that shows these cells as large as the area allows, in its middle; no smaller than `least`."""
    left, top, right, bottom = extent(cells)
    radius = max(least, min(most, area.width / (right - left), area.height / (bottom - top)))
    x, y = area.middle
    return Grid(x - radius * (left + right) / 2, y - radius * (top + bottom) / 2, radius)
