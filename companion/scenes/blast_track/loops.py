"""The big Loop: a tile of several cells, its rails through the middle, and the sign over them."""

from collections.abc import Mapping

from companion.scenes.blast_track.hexes import Cell, Grid, corners, outward
from companion.scenes.blast_track.rails import curve, track
from companion.scenes.blast_track.tiles import loop_sign
from companion.scenes.marks import Shapes
from companion.scenes.shapes import Point, Polygon, Shape

FINE = 1000
"""To how fine a part of the radius corners are told apart."""

End = tuple[Cell, int]
"""A rail end of one of the Loop's cells, as it lies on the board."""


Rail = tuple[End, End]


def loop(
    grid: Grid,
    rails: tuple[Rail, ...],
    cells: tuple[Cell, ...],
    passed: Mapping[End, str],
    ends: int = 1,
) -> Shapes:
    """A Loop as it lies; rails in the colour of whoever passed them."""
    middle = centre(grid, cells)
    shapes: list[Shape] = [
        Polygon(
            outline(grid, cells),
            fill="loop_ground",
            stroke="accent@80",
            stroke_width=max(1.2, grid.radius * 0.06),
        )
    ]
    for one, other in sorted(rails, key=lambda rail: rail[0] in passed):
        shapes += track(way(grid, one, other, ends), grid.radius, passed.get(one, ""))
    shapes += loop_sign(*middle, grid.radius * (0.95 if len(cells) > 1 else 0.7))
    return tuple(shapes)


def centre(grid: Grid, cells: tuple[Cell, ...]) -> Point:
    """The middle of several cells."""
    points = [grid.at(cell) for cell in cells]
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def way(grid: Grid, one: End, other: End, ends: int = 1) -> tuple[Point, ...]:
    """A rail through a Loop, as it is drawn."""
    start, end = grid.end(*one, ends), grid.end(*other, ends)
    handle = 0.42 * ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5
    return curve(start, outward(one[1] // ends), end, outward(other[1] // ends), handle)


def outline(grid: Grid, cells: tuple[Cell, ...]) -> tuple[Point, ...]:
    """The outer border of cells that lie together, as one line."""
    plain = Grid(0.0, 0.0, 1.0)
    sides = set()
    for cell in cells:
        points = [_key(point) for point in corners(*plain.at(cell), 1.0)]
        sides |= set(zip(points, (*points[1:], points[0]), strict=True))
    onward = {one: other for one, other in sides if (other, one) not in sides}
    here = min(onward)
    border = []
    for _ in onward:
        border.append(here)
        here = onward[here]
    return tuple((grid.x + grid.radius * x / FINE, grid.y + grid.radius * y / FINE) for x, y in border)


def _key(point: Point) -> tuple[int, int]:
    return round(point[0] * FINE), round(point[1] * FINE)
