"""The Starting Tile alone, while everybody chooses a colour and its starting point."""

from companion.rules.blast_track.board import START
from companion.rules.blast_track.state import State
from companion.scenes.blast_track.hexes import APOTHEM, Area, Grid
from companion.scenes.blast_track.tiles import hexagon
from companion.scenes.blast_track.words import point_id
from companion.scenes.lettering import fit
from companion.scenes.marks import Shapes, seat_mark
from companion.scenes.palette import TOUCH, TYPE
from companion.scenes.shapes import Circle, Shape, Target, Text
from companion.scenes.telling import Look

POINT = "point."


def choosing_colours(look: Look) -> bool:
    """Whether a starting point is to be chosen now."""
    return any(id_.startswith(POINT) for id_ in look.lit)


def starting(state: State, look: Look, area: Area) -> Shapes:
    """Every starting point with its colour's name, and who stands there."""
    radius = min(area.width / 2, area.height / (2 * APOTHEM), 230.0)
    grid = Grid(*area.middle, radius)
    shapes: list[Shape] = [*hexagon(*area.middle, radius, "start", "start_edge", 5.0)]
    seats = {player.point: seat for seat, player in enumerate(state.players) if player.point >= 0}
    for point, spot in enumerate(state.plan.starts):
        x, y = grid.end(START, spot.end, state.plan.ends, 0.74)
        colour = state.components.board.colours[point].capitalize()
        id_ = point_id(point)
        lit = id_ in look.lit
        if point in seats:
            shapes += seat_mark(seats[point], x, y - 8, 26, edge="text")
        else:
            shapes.append(
                Circle(
                    (x, y - 8),
                    13,
                    fill="accent@30" if lit else "",
                    stroke="accent" if lit else "text@60",
                    stroke_width=2.5,
                )
            )
        shapes.append(Text((x, y + 16), fit(colour, radius * 0.5, TYPE["body"]), TYPE["body"], "text"))
        if lit:
            side = max(TOUCH, radius * 0.42)
            shapes.append(Target((x - side / 2, y - side / 2), side, side, id_))
    return tuple(shapes)
