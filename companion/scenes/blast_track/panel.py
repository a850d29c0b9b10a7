"""What lies beside the board: the tiles of a hand, the market and its piles, and a tile in all its turns."""

from msgspec import Struct

from companion.rules.blast_track.board import End, Laid, Plan
from companion.rules.contract import Seat
from companion.scenes.blast_track.board import loop_rails
from companion.scenes.blast_track.hexes import APOTHEM, Area, Grid, corners, fitted
from companion.scenes.blast_track.loops import loop
from companion.scenes.blast_track.tiles import tile
from companion.scenes.lettering import fit, width
from companion.scenes.marks import Shapes, cross, seat_mark
from companion.scenes.palette import RADIUS, TOUCH, TYPE, seat_colour
from companion.scenes.shapes import Box, Polygon, Polyline, Shape, Target, Text

SMALL, BODY = TYPE["small"], TYPE["body"]

CAPTION = 18.0
LARGEST = 46.0
"""The largest radius of a tile beside the board, in dp."""


class Slot(Struct, frozen=True):
    """A tile beside the board: its type (empty: none lies there; `back`: face down), and what it leads to.

    `seat` and `entry` show where a cart would come in, `ridden` the ends it and others would pass.
    """

    tile: str = ""
    turn: int = 0
    id: str = ""
    caption: str = ""
    lit: bool = False
    chosen: bool = False
    back: bool = False
    refused: bool = False
    seat: Seat | None = None
    entry: End | None = None
    ridden: tuple[tuple[End, Seat], ...] = ()
    helped: tuple[Seat, ...] = ()


def heading(words: str, area: Area) -> Shapes:
    """A small heading over tiles."""
    x, y = area.left + 2, area.top + CAPTION / 2
    return (Text((x, y), fit(words, area.width - 4, SMALL, bold=True), SMALL, "muted", "start", bold=True),)


def slots(found: tuple[Slot, ...], area: Area, columns: int, plan: Plan, most: float = LARGEST) -> Shapes:
    """Tiles in rows of so many columns that fill an area."""
    rows = -(-len(found) // columns)
    wide, tall = area.width / columns, area.height / max(1, rows)
    shapes: list[Shape] = []
    for place, each in enumerate(found):
        left, top = area.left + place % columns * wide, area.top + place // columns * tall
        shapes += slot(each, Area(left, top, wide, tall), plan, most)
    return tuple(shapes)


def slot(each: Slot, area: Area, plan: Plan, most: float = LARGEST) -> Shapes:
    """One tile with its caption, and room for a finger."""
    caption = CAPTION if each.caption or each.helped else 0.0
    room = area.height - caption - 4
    radius = min(most, room / (2 * APOTHEM), (area.width - 6) / 2)
    x, y = area.left + area.width / 2, area.top + 2 + room / 2
    shapes: list[Shape] = []
    if each.lit or each.chosen:
        shapes.append(
            Box(
                (area.left + 1.5, area.top + 1.5),
                area.width - 3,
                area.height - 3,
                RADIUS * 0.75,
                fill="accent@30" if each.chosen else "accent@12",
                stroke="accent" if each.chosen else "accent@60",
                stroke_width=3.0 if each.chosen else 1.5,
            )
        )
    shapes += _face(each, x, y, radius, plan)
    if each.refused:
        shapes += cross(x + radius * 0.62, y - radius * 0.6, 14.0)
    shapes += _caption(each, area)
    if each.id:
        side, high = max(TOUCH, area.width), max(TOUCH, area.height)
        shapes.append(Target((x - side / 2, area.top), side, high, each.id))
    return tuple(shapes)


def _face(each: Slot, x: float, y: float, radius: float, plan: Plan) -> Shapes:
    if each.back:
        return back(x, y, radius)
    if not each.tile:
        return (Polyline(corners(x, y, radius * 0.92), "edge", 1.5, dash=4.0, closed=True),)
    ridden = {end: seat_colour(seat) for end, seat in each.ridden}
    if plan.kinds[each.tile] == "loop":
        return small_loop(each, x, y, radius, plan)
    shapes: list[Shape] = [*tile(plan.tiles[each.tile], each.turn, x, y, radius, ridden, plan.ends)]
    if each.seat is not None and each.entry is not None:
        at = Grid(x, y, radius).end((0, 0), each.entry, plan.ends, 1.02)
        shapes += seat_mark(each.seat, *at, 10.0, edge="text")
    return tuple(shapes)


def small_loop(each: Slot, x: float, y: float, radius: float, plan: Plan) -> Shapes:
    """A Loop in the room of one tile, turned as it would lie."""
    laid = Laid(each.tile, (0, 0), each.turn)
    cells = plan.cells(laid)
    side = 2 * radius
    grid = fitted(cells, Area(x - radius, y - radius * APOTHEM, side, side * APOTHEM), radius)
    return loop(grid, loop_rails(plan, laid), cells, {}, plan.ends)


def back(x: float, y: float, radius: float) -> Shapes:
    """A tile's purple back."""
    return (
        Polygon(
            corners(x, y, radius * 0.97),
            fill="start",
            stroke="start_edge",
            stroke_width=max(1.5, radius * 0.06),
        ),
        Polygon(corners(x, y, radius * 0.62), stroke="start_edge", stroke_width=max(1.0, radius * 0.05)),
        Text((x, y), "?", max(SMALL, radius * 0.7), "text", display=True),
    )


def _caption(each: Slot, area: Area) -> Shapes:
    if not each.caption and not each.helped:
        return ()
    y = area.bottom - CAPTION / 2 - 2
    mark = 11.0
    room = area.width - 8
    marks = each.helped[: max(0, int((room - width(each.caption, BODY, display=True)) // mark))]
    room -= mark * len(marks)
    size = BODY if width(each.caption, BODY, display=True) <= room else SMALL
    words = fit(each.caption, room, size, display=True)
    wide = width(words, size, display=True)
    left = area.left + area.width / 2 - (wide + mark * len(marks)) / 2
    shapes: list[Shape] = [Text((left, y), words, size, "text", "start", display=True)]
    for place, seat in enumerate(marks):
        shapes += seat_mark(seat, left + wide + mark * (place + 0.5) + 1, y, mark - 1)
    return tuple(shapes)
