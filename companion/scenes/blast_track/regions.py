"""The parts of a large board, to tap one of before its cells are large enough for a finger."""

from companion.rules.blast_track.board import Cell
from companion.scenes.blast_track.board import View
from companion.scenes.blast_track.hexes import APOTHEM, corners
from companion.scenes.blast_track.words import part_id
from companion.scenes.marks import Shapes
from companion.scenes.palette import TOUCH, TYPE
from companion.scenes.shapes import Box, Circle, Polygon, Shape, Target, Text
from companion.scenes.telling import Look

DISC = 15.0


def regions(divided: tuple[tuple[Cell, ...], ...], whole: View, look: Look) -> Shapes:
    """Each part with its cells lit, framed, and numbered."""
    shapes: list[Shape] = []
    signs: list[Shape] = []
    for place, cells in enumerate(divided):
        points = [whole.grid.at(cell) for cell in cells]
        reach = (whole.radius + 3, whole.radius * APOTHEM + 3)
        left, top = (min(point[axis] for point in points) - reach[axis] for axis in (0, 1))
        right, bottom = (max(point[axis] for point in points) + reach[axis] for axis in (0, 1))
        shapes += [
            Polygon(corners(*point, whole.radius * 0.93), fill="accent@25", stroke="accent", stroke_width=1.5)
            for point in points
        ]
        shapes.append(
            Box((left, top), right - left, bottom - top, 14.0, stroke="accent@60", stroke_width=2.0)
        )
        middle = ((left + right) / 2, (top + bottom) / 2)
        x, y = min(points, key=lambda point: abs(point[0] - middle[0]) + abs(point[1] - middle[1]))
        x = min(max(x, whole.area.left + DISC), whole.area.right - DISC)
        y = min(max(y, whole.area.top + DISC), whole.area.bottom - DISC)
        signs += [
            Circle((x, y), DISC, fill="accent", stroke="ink", stroke_width=2.0),
            Text((x, y), str(place + 1), TYPE["button"], "ink", display=True),
        ]
        if part_id(place) in look.lit:
            signs.append(_target(part_id(place), left, top, right, bottom, whole))
    return (*shapes, *signs)


def _target(id_: str, left: float, top: float, right: float, bottom: float, whole: View) -> Target:
    wide, high = max(TOUCH, right - left), max(TOUCH, bottom - top)
    x = min(max((left + right - wide) / 2, whole.area.left), whole.area.right - wide)
    y = min(max((top + bottom - high) / 2, whole.area.top), whole.area.bottom - high)
    return Target((x, y), wide, high, id_)
