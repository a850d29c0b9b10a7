"""Hexagons on the plane: where cells, sides, rail ends and corners lie, with side 0 at the top of each.

Side k looks at 60k degrees clockwise from the top. The ends of rails are counted clockwise from the first
one of side 0, on so many a side as the box has.
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
    angle = radians(60 * side)
    return sin(angle), -cos(angle)


def mouth(end: int, ends: int = 1) -> Point:
    """Where a rail ends at the border of a hexagon of radius 1."""
    dx, dy = outward(end // ends)
    along = (end % ends - (ends - 1) / 2) / (ends + 1) if ends > 1 else 0.0
    return dx * APOTHEM - dy * along, dy * APOTHEM + dx * along


_CORNERS = tuple((sin(k * pi / 3 + pi / 6), -cos(k * pi / 3 + pi / 6)) for k in range(6))


def corners(x: float, y: float, radius: float) -> tuple[Point, ...]:
    """The corners of a hexagon, clockwise; corner k lies between sides k and k + 1."""
    return tuple((x + radius * dx, y + radius * dy) for dx, dy in _CORNERS)


class Grid(Struct, frozen=True):
    """Where cell (0, 0) lies on the picture, and how large a cell is from its middle to a corner."""

    x: float
    y: float
    radius: float

    def at(self, cell: Cell) -> Point:
        """The middle of a cell."""
        q, r = cell
        return self.x + self.radius * 1.5 * q, self.y + self.radius * ROOT3 * (r + q / 2)

    def end(self, cell: Cell, end: int, ends: int = 1, reach: float = 1.0) -> Point:
        """Where a rail ends at a cell's side, or a part of the way there from the middle."""
        x, y = self.at(cell)
        dx, dy = mouth(end, ends)
        return x + dx * self.radius * reach, y + dy * self.radius * reach


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
    return min(across) - 1.0, min(down) - APOTHEM, max(across) + 1.0, max(down) + APOTHEM


def fitted(cells: tuple[Cell, ...], area: Area, most: float, least: float = 0.0) -> Grid:
    """The grid that shows these cells as large as the area allows, in its middle; no smaller than `least`."""
    left, top, right, bottom = extent(cells)
    radius = max(least, min(most, area.width / (right - left), area.height / (bottom - top)))
    x, y = area.middle
    return Grid(x - radius * (left + right) / 2, y - radius * (top + bottom) / 2, radius)
