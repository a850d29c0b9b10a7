"""Blast Track's tiles as we print them: rails over confetti, what a tile does in its middle, its number.

The number stands beside side 0, which is the upper side of a tile that is not turned. A plate with `+1` says
how many copies are for five and six players only.
"""

from math import cos, pi, sin
from typing import Any

import msgspec

from companion.rules.blast_track.board import Laid, Plan, plan_of
from companion.rules.blast_track.components import Components, Tile, house
from companion.scenes.blast_track.board import loop_rails
from companion.scenes.blast_track.hexes import APOTHEM, Grid, extent, mouth, outward
from companion.scenes.blast_track.loops import centre, outline, way
from companion.scenes.blast_track.rails import arc, placed
from companion.scenes.blast_track.tiles import LOOPING
from companion.scenes.confetti import BLEED, confetti, ground, rays
from companion.scenes.faces import DP, Face, Printed, hexagon
from companion.scenes.lettering import fit
from companion.scenes.shapes import Box, Circle, Point, Polygon, Polyline, Scene, Shape, Text

SIDE_MM = 34.0
RADIUS = SIDE_MM * DP
SIZE_MM, OUTLINE = hexagon(SIDE_MM)
WIDTH, HEIGHT = SIZE_MM[0] * DP, SIZE_MM[1] * DP
MIDDLE = (WIDTH / 2, HEIGHT / 2)
INK, PAPER = "#17172B", "#FFF4DF"

GROUNDS = {
    "rail": "#B9A6D3",
    "slope": "#E7A79B",
    "symbol": "#F0CE7A",
    "loop": "#F0CE7A",
    "entrance": "#8FCBA8",
    "exit": "#E39A93",
    "site-entrance": "#E9C15A",
    "site-exit": "#D98279",
}
PIECES = {
    "rail": ("#7A5A92", "#FFF4DF", "#4B2E5E", "#E3D6F2"),
    "slope": ("#B33A3A", "#FFF4DF", "#7A1F1F", "#FFD9A0"),
    "symbol": ("#B4781A", "#FFF4DF", "#7A4C08", "#FFE9B0"),
    "loop": ("#B4781A", "#FFF4DF", "#7A4C08", "#FFE9B0"),
    "entrance": ("#1F7A50", "#FFF4DF", "#0E4A30", "#D3F2DF"),
    "exit": ("#B33A3A", "#FFF4DF", "#6E1B1B", "#FFD8D2"),
    "site-entrance": ("#6A4A9C", "#FFF4DF", "#3B2A5A", "#7A5233"),
    "site-exit": ("#6A4A9C", "#FFF4DF", "#3B2A5A", "#7A5233"),
}
MOUNDS = {"entrance": "#1F7A50", "exit": "#B33A3A"}
SITES = {"K1": "#6A4A9C", "K2": "#7A5233"}
BACKS = {"purple": ("#5B3F8C", ("#C9B3FF", "#341E5E", "#FFC145", "#F1E9FF", "#FF8FB8"))}
BACKS["yellow"] = ("#E5A91F", ("#FFF4DF", "#8C5A0A", "#C93D4E", "#FFE9B0", "#5B3F8C"))

COLOURS = {
    "pink": "#FF7AB8", "orange": "#FF8A3D", "yellow": "#FFC93C", "green": "#2FAE6B", "blue": "#3C8FE0",
    "purple": "#7A4FC9", "red": "#D93A35", "white": "#FFFFFF", "black": "#26263A",
}  # fmt: skip
"""How a starting point of this printed colour is drawn on paper."""


def printed(components: dict[str, Any]) -> Printed:
    """Every tile of a box, the Starting Tile first."""
    have = msgspec.convert(components, Components) if components else house()
    plan = plan_of(have, "three-cells")
    faces = [_start(have)]
    for number, tile in enumerate(have.tiles, 1):
        faces.append(_loop(plan, tile, number) if tile.kind == "loop" else _tile(plan, tile, number))
    small = {name: _back(name, WIDTH, HEIGHT) for name in BACKS}
    large = next(face for face in faces if face.id == plan.loop)
    return Printed(tuple(faces), {**small, "loop": _back("yellow", large.scene.width, large.scene.height)})


def _tile(plan: Plan, tile: Tile, number: int) -> Face:
    back = "purple" if tile.kind in ("rail", "slope", "symbol", "entrance") else "yellow"
    shapes: list[Shape] = [_ground(WIDTH, HEIGHT, GROUNDS[tile.kind])]
    shapes += confetti(tile.id, WIDTH, HEIGHT, PIECES[tile.kind], (5.0, 13.0))
    if tile.openings:
        shapes += _openings(plan, tile)
    for rail in tile.rails:
        shapes += _track(_through(arc(rail[0], rail[1], plan.ends), rail, plan.ends))
    if tile.kind == "slope":
        shapes += _speed(*MIDDLE, 52.0)
    elif tile.kind == "symbol":
        shapes += _looping(*MIDDLE, 150.0)
    shapes += _plates(tile, number, MIDDLE)
    scene = Scene(WIDTH, HEIGHT, tuple(shapes))
    return Face(tile.id, tile.name, "tile", SIZE_MM, scene, back, tile.count, outline=OUTLINE)


def _ground(wide: float, high: float, fill: str) -> Box:
    """A colour over a whole face and a hair more than its bleed: a hexagon's height is not round."""
    return ground(wide + 0.1, high + 0.1, fill)


def _through(points: tuple[Point, ...], rail: tuple[int, int], ends: int) -> tuple[Point, ...]:
    """A rail on the tile, and on over its sides into the bleed."""
    first, last = (_beyond(end, ends) for end in rail)
    return placed((first, *points, last), *MIDDLE, RADIUS)


def _beyond(end: int, ends: int) -> Point:
    (x, y), (dx, dy) = mouth(end, ends), outward(end // ends)
    over = (BLEED + 4) / RADIUS
    return x + dx * over, y + dy * over


def _track(points: tuple[Point, ...]) -> tuple[Shape, ...]:
    """Two rails in their bed."""
    return (
        Polyline(points, INK, 26.0),
        Polyline(points, PAPER, 18.0),
        Polyline(points, INK, 8.0),
        Polyline(points, "#8C8CB4", 2.0, dash=6.0),
    )


def _openings(plan: Plan, tile: Tile) -> tuple[Shape, ...]:
    """A mound with numbered mouths; a site's is striped in its set's colour."""
    site = tile.kind.startswith("site")
    mound = SITES.get(tile.pair, "#6A4A9C") if site else MOUNDS[tile.kind]
    edge = ("#FFC145" if tile.kind == "site-entrance" else "#B33A3A") if site else INK
    shapes: list[Shape] = []
    for end in range(plan.all_ends):
        x, y = mouth(end, plan.ends)
        shapes += _track(placed((_beyond(end, plan.ends), (x * 0.6, y * 0.6)), *MIDDLE, RADIUS))
    border = tuple((0.66 * cos(k * pi / 3), 0.66 * sin(k * pi / 3)) for k in range(6))
    corners = placed(border, *MIDDLE, RADIUS)
    shapes.append(Polygon(corners, fill=mound, stroke=edge, stroke_width=9.0 if site else 5.0))
    shapes += rays(tile.id, MIDDLE, RADIUS * 0.3, f"{PAPER}@25")
    for place, opening in enumerate(tile.openings):
        x, y = mouth(place, plan.ends)
        dx, dy = outward(place // plan.ends)
        at = placed(((x * 0.56, y * 0.56),), *MIDDLE, RADIUS)[0]
        shapes.append(
            Circle((at[0] + dx * 4, at[1] + dy * 4), 15.0, fill=INK, stroke=PAPER, stroke_width=2.5)
        )
        shapes.append(Text((at[0] + dx * 4, at[1] + dy * 4), str(opening), 17.0, PAPER, display=True))
    return (*shapes, *_sign(tile))


def _sign(tile: Tile) -> tuple[Shape, ...]:
    """Which pair it is of, and whether it leads in or out."""
    x, y = MIDDLE
    down = 1 if tile.kind.endswith("entrance") else -1
    arrow = ((x - 13, y + 15 - 7 * down), (x + 13, y + 15 - 7 * down), (x, y + 15 + 9 * down))
    return (
        Circle(MIDDLE, 34.0, fill=PAPER, stroke=INK, stroke_width=3.0),
        Text((x, y - 9), tile.pair, 24.0, INK, display=True),
        Polygon(arrow, fill=INK),
    )


def _speed(x: float, y: float, size: float) -> tuple[Shape, ...]:
    """Red speed arrows."""
    chevrons = tuple(
        Polyline(((x + dx, y - size * 0.24), (x + dx + size * 0.2, y), (x + dx, y + size * 0.24)), PAPER, 6.0)
        for dx in (-size * 0.26, size * 0.02)
    )
    return (Circle((x, y), size * 0.55, fill="#D93A35", stroke=PAPER, stroke_width=4.0), *chevrons)


def _looping(x: float, y: float, size: float) -> tuple[Shape, ...]:
    """The sign of the Loop."""
    return (
        Circle((x, y), size / 2, fill="#FFC145", stroke=INK, stroke_width=5.0),
        Polyline(placed(LOOPING, x, y, size), INK, size * 0.12),
        Polyline(placed(LOOPING, x, y, size), PAPER, size * 0.05),
    )


def _plates(tile: Tile, number: int, at: Point) -> tuple[Shape, ...]:
    """The tile's number beside side 0, and across from it how many copies show a +."""
    x, y = placed((_corner(0),), *at, RADIUS)[0]
    shapes: list[Shape] = [
        Circle((x, y), 17.0, fill=PAPER, stroke=INK, stroke_width=2.5),
        Text((x, y), str(number), 19.0, INK, display=True),
    ]
    if tile.plus:
        x, y = placed((_corner(3),), *at, RADIUS)[0]
        shapes.append(Box((x - 19, y - 13), 38.0, 26.0, 8.0, fill=INK, stroke=PAPER, stroke_width=2.5))
        shapes.append(Text((x, y), f"+{tile.plus}", 17.0, PAPER, display=True))
    return tuple(shapes)


def _corner(corner: int) -> Point:
    """Near a corner, where no rail passes."""
    turn = corner * pi / 3 + pi / 6
    return 0.81 * sin(turn), -0.81 * cos(turn)


def _loop(plan: Plan, tile: Tile, number: int) -> Face:
    """The big Loop in the shape that its footprint gives it."""
    laid = Laid(tile.id, (0, 0))
    cells = plan.cells(laid)
    left, top, right, bottom = extent(cells)
    wide, high = (right - left) * RADIUS, (bottom - top) * RADIUS
    grid = Grid(-left * RADIUS, -top * RADIUS, RADIUS)
    shapes: list[Shape] = [_ground(wide, high, GROUNDS["loop"])]
    shapes += confetti(tile.id, wide, high, PIECES["loop"], (6.0, 16.0))
    for one, other in loop_rails(plan, laid):
        ends = [_over(grid, *end, plan.ends) for end in (one, other)]
        shapes += _track((ends[0], *way(grid, one, other, plan.ends), ends[1]))
    shapes += _looping(*centre(grid, cells), 104.0)
    shapes += _plates(tile, number, grid.at(cells[0]))
    cut = tuple((x / DP, y / DP) for x, y in outline(grid, cells))
    size = (wide / DP, high / DP)
    return Face(
        tile.id, tile.name, "tile", size, Scene(wide, high, tuple(shapes)), "loop", tile.count, outline=cut
    )


def _over(grid: Grid, cell: tuple[int, int], end: int, ends: int) -> Point:
    """A little beyond a rail end."""
    x, y = grid.end(cell, end, ends)
    dx, dy = outward(end // ends)
    return x + dx * (BLEED + 4), y + dy * (BLEED + 4)


def _start(components: Components) -> Face:
    """The Starting Tile: six points in their colours."""
    shapes: list[Shape] = [_ground(WIDTH, HEIGHT, "#4B2E5E")]
    shapes += confetti("start", WIDTH, HEIGHT, ("#8A5CA6", "#2F1B3D", "#FFC145", "#C9B3FF"), (5.0, 13.0))
    shapes += rays("start", MIDDLE, RADIUS * 0.5, f"{PAPER}@22")
    ends = components.board.ends
    for end, colour in zip(components.board.points, components.board.colours, strict=True):
        x, y = mouth(end, ends)
        shapes += _track(placed((_beyond(end, ends), (x * 0.66, y * 0.66)), *MIDDLE, RADIUS))
        at = placed(((x * 0.62, y * 0.62),), *MIDDLE, RADIUS)[0]
        shapes.append(Circle(at, 21.0, fill=COLOURS.get(colour, PAPER), stroke=PAPER, stroke_width=4.0))
        words = fit(colour, 58.0, 13.0, bold=True)
        shapes.append(Box((at[0] - 31, at[1] - 9), 62.0, 18.0, 9.0, fill=INK))
        shapes.append(Text(at, words, 13.0, PAPER, bold=True))
    shapes.append(Circle(MIDDLE, RADIUS * 0.25, fill=INK, stroke=PAPER, stroke_width=4.0))
    shapes.append(Text(MIDDLE, "START", 15.0, PAPER, display=True))
    scene = Scene(WIDTH, HEIGHT, tuple(shapes))
    return Face("start", "Starting Tile", "tile", SIZE_MM, scene, "yellow", 1, outline=OUTLINE)


def _back(name: str, wide: float, high: float) -> Scene:
    """A back: purple for tiles that are drawn, yellow for those that lie open."""
    fill, pieces = BACKS[name]
    x, y = wide / 2, high / 2
    shapes: tuple[Shape, ...] = (
        _ground(wide, high, fill),
        *rays(f"back {name}", (x, y), 420.0, "#FFFFFF@16"),
        *confetti(f"back {name}", wide, high, pieces, (4.0, 9.0)),
        Circle((x, y), RADIUS * APOTHEM * 0.62, fill=INK, stroke=PAPER, stroke_width=4.0),
        Text((x, y - 14), "Blast", 32.0, PAPER, display=True),
        Text((x, y + 20), "Track", 32.0, PAPER, display=True),
    )
    return Scene(wide, high, shapes)
