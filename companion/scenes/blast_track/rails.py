"""Rails as smooth curves that leave a tile at right angles to its side, and so join those of the next."""

from functools import cache
from itertools import pairwise
from math import hypot

from companion.scenes.blast_track.hexes import mouth, outward
from companion.scenes.marks import Shapes
from companion.scenes.shapes import Point, Polyline

STEPS = 9
"""The points of a curve, less one."""

BENT = {0: 0.3, 1: 0.385, 2: 0.536, 3: 0.5}
"""How far a curve's handles reach, by how many sides it turns: arcs of circles, and the straight."""

BED, RAIL, GAUGE = 0.25, 0.19, 0.085
"""The widths of the bed, of the two rails together, and of the room between them, as parts of a radius."""

SOLID = 0.15
"""The width of a rail that somebody has passed."""

DETAILED = 17.0
"""From this radius on, in dp, both rails can be seen apart."""


@cache
def arc(entry: int, leaving: int, ends: int = 1) -> tuple[Point, ...]:
    """The way from one rail end of a hexagon of radius 1 to another."""
    start, end = mouth(entry, ends), mouth(leaving, ends)
    one, other = entry // ends, leaving // ends
    turn = min((other - one) % 6, (one - other) % 6)
    far = hypot(end[0] - start[0], end[1] - start[1])
    return curve(start, outward(one), end, outward(other), BENT[turn] if ends == 1 else far * 0.45)


def curve(start: Point, out: Point, end: Point, away: Point, handle: float) -> tuple[Point, ...]:
    """A curve that leaves `start` against the direction `out` and arrives at `end` along `away`."""
    one = (start[0] - out[0] * handle, start[1] - out[1] * handle)
    two = (end[0] - away[0] * handle, end[1] - away[1] * handle)
    return tuple(_bezier((start, one, two, end), step / STEPS) for step in range(STEPS + 1))


def _bezier(points: tuple[Point, ...], share: float) -> Point:
    while len(points) > 1:
        points = tuple(
            (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share) for (x0, y0), (x1, y1) in pairwise(points)
        )
    return points[0]


def placed(points: tuple[Point, ...], x: float, y: float, radius: float) -> tuple[Point, ...]:
    """Points of a figure of radius 1 at their place and size."""
    return tuple((x + radius * dx, y + radius * dy) for dx, dy in points)


def track(points: tuple[Point, ...], radius: float, colour: str = "", ground: str = "tile") -> Shapes:
    """A stretch of track: two bare rails, or in a colour what somebody has passed."""
    bed = Polyline(points, f"{ground}_edge", radius * BED)
    if colour:
        body = Polyline(points, colour, radius * SOLID)
        if radius < DETAILED:
            return bed, body
        return bed, body, Polyline(points, "cream@55", max(1.0, radius * 0.035))
    rails = Polyline(points, "rail", radius * RAIL)
    if radius < DETAILED:
        return bed, Polyline(points, "rail", radius * 0.12)
    return bed, rails, Polyline(points, f"{ground}_bed", radius * GAUGE)
