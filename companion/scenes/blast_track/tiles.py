"""Tiles as they lie on the table: their ground, their rails, and the sign of what they do."""

from collections.abc import Mapping
from math import cos, pi, sin
from typing import Literal

from msgspec import Struct

from companion.rules.contract import Seat
from companion.scenes.blast_track.hexes import APOTHEM, Grid, corners, outward
from companion.scenes.blast_track.rails import arc, placed, track
from companion.scenes.marks import Shapes, seat_mark
from companion.scenes.palette import TYPE
from companion.scenes.shapes import Circle, Point, Polygon, Polyline, Shape, Text

Kind = Literal["rail", "slope", "symbol", "entrance", "exit", "site-entrance", "site-exit"]

Passed = Mapping[int, str]
"""The colour of whoever passed a side, by side as the tile lies."""

SMALL = TYPE["small"]
NUMBERED = 44.0
"""From this radius on, in dp, the openings of a tunnel bear their numbers."""

NAMED = 25.0
"""From this radius on, in dp, a tunnel bears its name."""

GROUNDS = {
    "rail": "tile",
    "slope": "tile",
    "symbol": "tile",
    "entrance": "tunnel_in",
    "exit": "tunnel_out",
    "site-entrance": "site_in",
    "site-exit": "tunnel_out",
}

LOOPING = tuple(
    (0.34 * t / 12 - 0.3 * sin(pi * t / 12), 0.17 - 0.18 * (1 + cos(pi * t / 12))) for t in range(-12, 13)
)
"""A rail that runs over itself, in a square of side 1 around the origin."""


class Face(Struct, frozen=True):
    """What a tile shows: its kind, its rails from side to side, its pair's name, and the set it belongs to."""

    kind: Kind
    rails: tuple[tuple[int, int], ...] = ()
    pair: str = ""
    rock: bool = False

    @property
    def opens(self) -> bool:
        """Whether it has numbered openings in place of rails."""
        return not self.rails


def hexagon(x: float, y: float, radius: float, fill: str, edge: str = "tile_edge", width: float = 0.0) -> Shapes:
    """A hexagon, a hair smaller than its cell, so that neighbours are told apart."""
    line = width or max(1.0, radius * 0.05)
    return (Polygon(corners(x, y, radius - line / 2), fill=fill, stroke=edge, stroke_width=line),)


def tile(face: Face, turn: int, x: float, y: float, radius: float, passed: Passed | None = None) -> Shapes:
    """A tile of one cell, turned clockwise by so many sides."""
    seen = passed or {}
    ground = hexagon(x, y, radius, "tile")
    if face.opens:
        return (*ground, *_openings(face, turn, x, y, radius, seen))
    shapes: list[Shape] = [*ground]
    ways = [((a + turn) % 6, (b + turn) % 6) for a, b in face.rails]
    for a, b in sorted(ways, key=lambda way: way[0] in seen):
        shapes += track(placed(arc(a, b), x, y, radius), radius, seen.get(a, ""))
    if face.kind == "slope":
        shapes += slope_sign(x, y, radius * 0.62)
    elif face.kind == "symbol":
        shapes += loop_sign(x, y, radius * 0.8)
    return tuple(shapes)


def slope_sign(x: float, y: float, size: float) -> Shapes:
    """Speed arrows on a red disc."""
    line = max(1.2, size * 0.11)
    chevrons = tuple(
        Polyline(
            ((x + size * dx, y - size * 0.2), (x + size * (dx + 0.17), y), (x + size * dx, y + size * 0.2)),
            "cream",
            line,
        )
        for dx in (-0.22, 0.04)
    )
    return (Circle((x, y), size / 2, fill="speed", stroke="cream", stroke_width=max(1.0, size * 0.06)), *chevrons)


def loop_sign(x: float, y: float, size: float) -> Shapes:
    """A rail that runs over itself, on a golden disc."""
    return (
        Circle((x, y), size / 2, fill="accent", stroke="ink", stroke_width=max(1.0, size * 0.05)),
        Polyline(placed(LOOPING, x, y, size), "ink", max(1.2, size * 0.09)),
    )


def _openings(face: Face, turn: int, x: float, y: float, radius: float, seen: Passed) -> Shapes:
    """A mound with six numbered mouths, and the tracks that lead into them."""
    colour = GROUNDS[face.kind]
    shapes: list[Shape] = []
    for side in range(6):
        way = (_polar(side, APOTHEM), _polar(side, 0.5))
        shapes += track(placed(way, x, y, radius), radius, seen.get(side, ""))
    mound = "site_rock" if face.rock else "site_ground" if face.kind.startswith("site") else colour
    hazard = face.kind.startswith("site")
    shapes.append(
        Polygon(
            corners(x, y, radius * 0.66),
            fill=mound,
            stroke=colour if hazard else "ink",
            stroke_width=max(1.2, radius * (0.1 if hazard else 0.05)),
        )
    )
    for side in range(6):
        shapes += _mouth(side, x, y, radius, seen.get(side, ""))
        if radius >= NUMBERED:
            number = (side - turn) % 6 + 1
            at = placed((_polar(side, 0.34),), x, y, radius)[0]
            shapes.append(Text(at, str(number), max(SMALL, radius * 0.2), "cream", display=True))
    if radius >= NUMBERED * 1.4:
        shapes.append(Text((x, y), face.pair, SMALL, "cream", bold=True))
    elif radius < NUMBERED:
        shapes += _direction(face, x, y, radius)
    return tuple(shapes)


def _mouth(side: int, x: float, y: float, radius: float, colour: str) -> Shapes:
    """A tunnel's mouth at a side: an arch seen from above."""
    (dx, dy) = outward(side)
    ax, ay = -dy, dx
    wide = 0.17
    arch = tuple(
        (dx * (0.58 - inner) + ax * across, dy * (0.58 - inner) + ay * across)
        for across, inner in ((-wide, 0.0), (-wide, 0.08), (-wide / 2, 0.14), (wide / 2, 0.14), (wide, 0.08), (wide, 0.0))
    )
    return (
        Polygon(
            placed(arch, x, y, radius),
            fill="ink",
            stroke=colour or "cream@80",
            stroke_width=max(1.0, radius * 0.04),
        ),
    )


def _direction(face: Face, x: float, y: float, radius: float) -> Shapes:
    """The name where it fits; else an arrow down into the ground, or up out of it."""
    if radius >= NAMED:
        return (Text((x, y), face.pair, SMALL, "cream", bold=True),)
    down = 1 if face.kind.endswith("entrance") else -1
    size = radius * 0.26
    return (
        Polygon(((x - size, y - down * size * 0.6), (x + size, y - down * size * 0.6), (x, y + down * size)), fill="cream"),
    )


def _polar(side: float, reach: float) -> Point:
    dx, dy = outward(side)  # type: ignore[arg-type]
    return dx * reach, dy * reach


def start_tile(grid: Grid, seats: Mapping[int, Seat]) -> Shapes:
    """The Starting Tile: a starting point on each side, a seat's mark where one began."""
    x, y = grid.at((0, 0))
    radius = grid.radius
    shapes: list[Shape] = [*hexagon(x, y, radius, "start", "start_edge", max(1.5, radius * 0.07))]
    for side in range(6):
        at = grid.side((0, 0), side, 0.68)
        if side in seats:
            stub = (grid.side((0, 0), side), at)
            shapes += track(stub, radius, f"seat{seats[side]}")
            shapes += seat_mark(seats[side], *at, max(7.0, radius * 0.34))
        else:
            shapes.append(Circle(at, radius * 0.11, stroke="cream@55", stroke_width=max(1.0, radius * 0.04)))
    if radius >= 40:
        shapes.append(Text((x, y), "START", SMALL, "cream", display=True))
    else:
        shapes.append(Circle((x, y), radius * 0.16, fill="cream@70"))
    return tuple(shapes)
