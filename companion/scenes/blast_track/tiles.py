"""Tiles as they lie on the table: their ground, their rails, and the sign of what they do."""

from collections.abc import Mapping
from functools import lru_cache
from math import cos, pi, sin

from companion.rules.blast_track.components import Tile
from companion.rules.contract import Seat
from companion.scenes.blast_track.hexes import Grid, corners, mouth, outward
from companion.scenes.blast_track.rails import STEPS, arc, placed, track
from companion.scenes.marks import Shapes, seat_mark
from companion.scenes.palette import TYPE
from companion.scenes.shapes import Circle, Point, Polygon, Polyline, Shape, Text
from companion.scenes.telling import ART

Passed = Mapping[int, str]
"""The colour of whoever passed a rail end, by end as the tile lies."""

SMALL = TYPE["small"]
NUMBERED = 44.0
"""From this radius on, in dp, the openings of a tunnel bear their numbers."""

NAMED = 25.0
"""From this radius on, in dp, a tunnel bears its name."""

GROUNDS = {
    "entrance": "tunnel_in",
    "exit": "tunnel_out",
    "site-entrance": "site_in",
    "site-exit": "tunnel_out",
}
"""Ways in and ways out: what encloses them."""

SITES = {"K1": "site_rock", "K2": "site_ground"}
"""The ground of a construction site, by its set."""

LOOPING = tuple(
    (0.34 * t / 12 - 0.3 * sin(pi * t / 12), 0.17 - 0.18 * (1 + cos(pi * t / 12))) for t in range(-12, 13)
)
"""A rail that runs over itself, in a square of side 1 around the origin."""


def hexagon(
    x: float, y: float, radius: float, fill: str, edge: str = "tile_edge", width: float = 0.0
) -> Shapes:
    """A hexagon, a hair smaller than its cell, so that neighbours are told apart."""
    line = width or max(1.0, radius * 0.05)
    return (Polygon(corners(x, y, radius - line / 2), fill=fill, stroke=edge, stroke_width=line),)


def turned(end: int, turn: int, ends: int = 1) -> int:
    """Where a printed rail end comes to lie on a tile turned clockwise by so many sides."""
    return (end + turn * ends) % (6 * ends)


def tile(
    printed: Tile, turn: int, x: float, y: float, radius: float, passed: Passed | None = None, ends: int = 1
) -> Shapes:
    """A tile of one cell, turned clockwise by so many sides."""
    seen = passed or {}
    ground = hexagon(x, y, radius, "tile")
    if printed.openings:
        return (*ground, *_openings(printed, turn, x, y, radius, seen, ends))
    shapes: list[Shape] = [*ground]
    ways = [(turned(a, turn, ends), turned(b, turn, ends)) for a, b in printed.rails]
    for a, b in sorted(ways, key=lambda way: way[0] in seen):
        shapes += track(placed(arc(a, b, ends), x, y, radius), radius, seen.get(a, ""))
    if printed.kind == "slope":
        signed = [arc(*ways[rail], ends)[STEPS // 2] for rail in printed.marked] or [(0.0, 0.0)]
        for dx, dy in signed:
            shapes += slope_sign(
                x + dx * radius, y + dy * radius, radius * (0.62 if len(signed) == 1 else 0.42)
            )
    elif printed.kind == "symbol":
        shapes += _loop_symbol(x, y, radius)
    return tuple(shapes)


@lru_cache(maxsize=256)
def button(printed: Tile, ends: int) -> Shapes:
    """A tile as small as it stands on a button, in a square of `ART`; nothing for one of several cells."""
    return () if printed.kind == "loop" else tile(printed, 0, ART / 2, ART / 2, ART / 2, {}, ends)


def _loop_symbol(x: float, y: float, radius: float) -> Shapes:
    """A tile that is never laid: no rails, only the sign of what takes its place."""
    return (
        Polygon(
            corners(x, y, radius * 0.8),
            fill="loop_ground",
            stroke="accent@80",
            stroke_width=max(1.0, radius * 0.04),
        ),
        *loop_sign(x, y, radius * 1.05),
    )


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
    return (
        Circle((x, y), size / 2, fill="speed", stroke="cream", stroke_width=max(1.0, size * 0.06)),
        *chevrons,
    )


def loop_sign(x: float, y: float, size: float) -> Shapes:
    """A rail that runs over itself, on a golden disc."""
    return (
        Circle((x, y), size / 2, fill="accent", stroke="ink", stroke_width=max(1.0, size * 0.05)),
        Polyline(placed(LOOPING, x, y, size), "ink", max(1.2, size * 0.09)),
    )


def _openings(printed: Tile, turn: int, x: float, y: float, radius: float, seen: Passed, ends: int) -> Shapes:
    """A mound with numbered mouths, and the tracks that lead into them."""
    colour = GROUNDS[printed.kind]
    site = printed.kind.startswith("site")
    shapes: list[Shape] = []
    all_ends = range(6 * ends)
    for end in all_ends:
        way = (_part(end, ends, 1.0), _part(end, ends, 0.58))
        shapes += track(placed(way, x, y, radius), radius, seen.get(end, ""))
    shapes.append(
        Polygon(
            corners(x, y, radius * 0.66),
            fill=SITES.get(printed.pair, "site_rock") if site else colour,
            stroke=colour if site else "ink",
            stroke_width=max(1.2, radius * (0.1 if site else 0.05)),
        )
    )
    for end in all_ends:
        shapes += _mouth(end, ends, x, y, radius, seen.get(end, ""))
    if radius >= NUMBERED and ends == 1:
        for place, number in enumerate(printed.openings):
            at = placed((_part(turned(place, turn), ends, 0.39),), x, y, radius)[0]
            shapes.append(Text(at, str(number), max(SMALL, radius * 0.2), "cream", display=True))
    return (*shapes, *_name(printed, x, y, radius))


def _mouth(end: int, ends: int, x: float, y: float, radius: float, colour: str) -> Shapes:
    """A tunnel's mouth: an arch seen from above."""
    dx, dy = outward(end // ends)
    mx, my = _part(end, ends, 0.67)
    wide = 0.17 if ends == 1 else 0.1
    arch = tuple(
        (mx - dx * inner - dy * across, my - dy * inner + dx * across)
        for across, inner in (
            (-wide, 0.0), (-wide, 0.08), (-wide / 2, 0.14), (wide / 2, 0.14), (wide, 0.08), (wide, 0.0)
        )
    )  # fmt: skip
    return (
        Polygon(
            placed(arch, x, y, radius),
            fill="ink",
            stroke=colour or "cream@80",
            stroke_width=max(1.0, radius * 0.04),
        ),
    )


def _name(printed: Tile, x: float, y: float, radius: float) -> Shapes:
    """The name where it fits; else an arrow down into the ground, or up out of it."""
    if radius >= NAMED:
        return (Text((x, y), printed.pair, SMALL, "cream", bold=True),)
    down = 1 if printed.kind.endswith("entrance") else -1
    size = radius * 0.26
    points = ((x - size, y - down * size * 0.6), (x + size, y - down * size * 0.6), (x, y + down * size))
    return (Polygon(points, fill="cream"),)


def _part(end: int, ends: int, reach: float) -> Point:
    """A part of the way from the middle to a rail end."""
    dx, dy = mouth(end, ends)
    return dx * reach, dy * reach


def start_tile(grid: Grid, points: tuple[int, ...], seats: Mapping[int, Seat], ends: int = 1) -> Shapes:
    """The Starting Tile: its starting points, with a seat's mark where one began."""
    x, y = grid.at((0, 0))
    radius = grid.radius
    shapes: list[Shape] = [*hexagon(x, y, radius, "start", "start_edge", max(1.5, radius * 0.07))]
    for end in points:
        at = grid.end((0, 0), end, ends, 0.66)
        if end in seats:
            stub = (grid.end((0, 0), end, ends), at)
            shapes += track(stub, radius, f"seat{seats[end]}")
            shapes += seat_mark(seats[end], *at, max(7.0, radius * 0.34))
        else:
            shapes.append(Circle(at, radius * 0.11, stroke="text@45", stroke_width=max(1.0, radius * 0.04)))
    if radius >= 40:
        shapes.append(Text((x, y), "START", SMALL, "text", display=True))
    else:
        shapes.append(Circle((x, y), radius * 0.16, fill="text@60"))
    return tuple(shapes)
