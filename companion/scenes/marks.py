"""Small drawn things at a place and a size: seat marks, flags, coins, hands, dice, arrows, locks, ticks.

`size` is the height of the square a thing fits into; its middle is `(x, y)`.
"""

from math import cos, pi, sin

from companion.rules.contract import Seat
from companion.scenes.palette import SEAT_MARKS, on_seat, seat_colour
from companion.scenes.shapes import Box, Circle, Point, Polygon, Polyline, Shape, Text

Shapes = tuple[Shape, ...]

_UNIT: dict[str, tuple[Point, ...]] = {
    "triangle": ((0, -0.5), (0.54, 0.43), (-0.54, 0.43)),
    "square": ((-0.44, -0.44), (0.44, -0.44), (0.44, 0.44), (-0.44, 0.44)),
    "diamond": ((0, -0.56), (0.52, 0), (0, 0.56), (-0.52, 0)),
    "star": tuple(
        (
            (0.58 if turn % 2 == 0 else 0.25) * sin(turn * pi / 5),
            (-0.58 if turn % 2 == 0 else -0.25) * cos(turn * pi / 5),
        )
        for turn in range(10)
    ),
    "hexagon": tuple((0.52 * sin(turn * pi / 3), -0.52 * cos(turn * pi / 3)) for turn in range(6)),
}


def seat_mark(seat: Seat, x: float, y: float, size: float, touch: str = "", edge: str = "ink@60") -> Shapes:
    """A seat's shape in its colour, with a dark edge that sets it off from any ground."""
    return shape_mark(SEAT_MARKS[seat].shape, x, y, size, seat_colour(seat), touch, edge)


def shape_mark(
    shape: str,
    x: float,
    y: float,
    size: float,
    fill: str,
    touch: str = "",
    edge: str = "ink@60",
) -> Shapes:
    """One of the six shapes in any colour."""
    line = max(1.0, size * 0.06)
    if shape == "circle":
        return (Circle((x, y), size * 0.48, fill=fill, stroke=edge, stroke_width=line, id=touch),)
    corners = tuple((x + size * dx, y + size * dy) for dx, dy in _UNIT[shape])
    return (Polygon(corners, fill=fill, stroke=edge, stroke_width=line, id=touch),)


def flag(x: float, y: float, size: float, fill: str = "accent", pole: str = "faint") -> Shapes:
    """A pennant on its pole."""
    left, top = x - size * 0.3, y - size * 0.5
    cloth = ((left, top), (left + size * 0.7, top + size * 0.25), (left, top + size * 0.5))
    return (
        Polyline(((left, top), (left, top + size)), pole, max(1.5, size * 0.1)),
        Polygon(cloth, fill=fill),
    )


def flags(count: int, x: float, y: float, size: float, fill: str = "accent", pole: str = "faint") -> Shapes:
    """So many pennants in a row around the middle."""
    step = size * 0.85
    first = x - step * (count - 1) / 2
    return tuple(part for place in range(count) for part in flag(first + place * step, y, size, fill, pole))


def coin(value: int, x: float, y: float, size: float) -> Shapes:
    """A gold coin of five, a silver coin of one."""
    metal, ring = ("#FFC145", "#B97F12") if value == 5 else ("#DDE2EE", "#8B90A3")
    return (
        Circle((x, y), size * 0.48, fill=metal, stroke=ring, stroke_width=max(1.0, size * 0.07)),
        Circle((x, y), size * 0.36, stroke=f"{ring}@50", stroke_width=max(1.0, size * 0.04)),
        Text((x, y), str(value), size * 0.5, "#3A2A08" if value == 5 else "#2B2E3A", display=True),
    )


def arrow(
    start: Point, end: Point, colour: str, width: float = 3.0, trim: float = 0.0, dash: float = 0.0
) -> Shapes:
    """A straight arrow, shortened by `trim` at both ends; nothing when no length is left."""
    (x0, y0), (x1, y1) = start, end
    length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
    head = width * 3.4
    if length <= 2 * trim + head:
        return ()
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    tip = (x1 - ux * trim, y1 - uy * trim)
    neck = (tip[0] - ux * head, tip[1] - uy * head)
    wings = (
        tip,
        (neck[0] - uy * head * 0.6, neck[1] + ux * head * 0.6),
        (neck[0] + uy * head * 0.6, neck[1] - ux * head * 0.6),
    )
    shaft = ((x0 + ux * trim, y0 + uy * trim), (neck[0] + ux, neck[1] + uy))
    return Polyline(shaft, colour, width, dash), Polygon(wings, fill=colour)


_PIPS: dict[int, tuple[Point, ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def die(value: int, x: float, y: float, size: float, fill: str = "cream", pip: str = "ink") -> Shapes:
    """The face of a die."""
    half = size * 0.46
    face = Box((x - half, y - half), 2 * half, 2 * half, size * 0.18, fill=fill)
    return (
        face,
        *(
            Circle((x + dx * size * 0.24, y + dy * size * 0.24), size * 0.085, fill=pip)
            for dx, dy in _PIPS[value]
        ),
    )


def hand(kind: str, x: float, y: float, size: float, fill: str = "cream", line: str = "ink") -> Shapes:
    """The stone, the sheet or the scissors that a hand shows: `rock`, `paper` or `scissors`."""
    width = max(1.5, size * 0.05)
    match kind:
        case "rock":
            return _rock(x, y, size, fill, line, width)
        case "paper":
            return _paper(x, y, size, fill, line, width)
        case "scissors":
            return _scissors(x, y, size, fill, line, width)
        case _:
            raise ValueError(f"a hand is rock, paper or scissors, not {kind!r}")


def _rock(x: float, y: float, size: float, fill: str, line: str, width: float) -> Shapes:
    outline = (
        (-0.44, 0.3),
        (-0.48, -0.02),
        (-0.24, -0.34),
        (0.12, -0.4),
        (0.42, -0.14),
        (0.48, 0.18),
        (0.3, 0.36),
        (-0.2, 0.4),
    )
    ridge = ((-0.24, -0.34), (-0.06, -0.06), (0.42, -0.14))
    crack = ((-0.06, -0.06), (-0.14, 0.2))
    return (
        Polygon(_placed(outline, x, y, size), fill=fill, stroke=line, stroke_width=width),
        Polyline(_placed(ridge, x, y, size), line, width * 0.8),
        Polyline(_placed(crack, x, y, size), line, width * 0.8),
    )


def _paper(x: float, y: float, size: float, fill: str, line: str, width: float) -> Shapes:
    sheet = ((-0.34, -0.46), (0.14, -0.46), (0.34, -0.26), (0.34, 0.46), (-0.34, 0.46))
    fold = ((0.14, -0.46), (0.14, -0.26), (0.34, -0.26))
    rows = tuple(((-0.2, dy), (0.2 if dy < 0.25 else 0.04, dy)) for dy in (-0.08, 0.1, 0.28))
    return (
        Polygon(_placed(sheet, x, y, size), fill=fill, stroke=line, stroke_width=width),
        Polyline(_placed(fold, x, y, size), line, width * 0.8),
        *(Polyline(_placed(row, x, y, size), line, width * 0.8) for row in rows),
    )


def _scissors(x: float, y: float, size: float, fill: str, line: str, width: float) -> Shapes:
    blades = tuple(
        ((side * 0.3, -0.48), (side * 0.2, -0.48), (-side * 0.22, 0.2), (-side * 0.12, 0.24))
        for side in (1, -1)
    )
    return (
        *(
            Polygon(_placed(blade, x, y, size), fill=fill, stroke=line, stroke_width=width * 0.8)
            for blade in blades
        ),
        *(
            Circle((x + side * size * 0.24, y + size * 0.31), size * 0.15, stroke=ring, stroke_width=thick)
            for side in (1, -1)
            for ring, thick in ((line, width * 3.2), (fill, width * 1.8))
        ),
        Circle((x, y - size * 0.04), size * 0.045, fill=line),
    )


def tick(x: float, y: float, size: float, colour: str = "good") -> Shapes:
    """Done, or right."""
    return (
        Polyline(
            _placed(((-0.36, 0.02), (-0.1, 0.28), (0.38, -0.28)), x, y, size), colour, max(2.0, size * 0.14)
        ),
    )


def cross(x: float, y: float, size: float, colour: str = "bad") -> Shapes:
    """Not there, lost, or wrong."""
    width = max(2.0, size * 0.14)
    return (
        Polyline(_placed(((-0.3, -0.3), (0.3, 0.3)), x, y, size), colour, width),
        Polyline(_placed(((0.3, -0.3), (-0.3, 0.3)), x, y, size), colour, width),
    )


def lock(x: float, y: float, size: float, fill: str = "muted", hole: str = "panel") -> Shapes:
    """What only some may see, or nobody may touch."""
    turns = 8
    bow = tuple(
        (0.22 * cos(pi + pi * t / turns), -0.16 + 0.26 * sin(pi + pi * t / turns)) for t in range(turns + 1)
    )
    shackle = ((-0.22, 0.02), *bow, (0.22, 0.02))
    return (
        Polyline(_placed(shackle, x, y, size), fill, max(1.5, size * 0.1)),
        Box((x - size * 0.34, y - size * 0.02), size * 0.68, size * 0.48, size * 0.1, fill=fill),
        Circle((x, y + size * 0.2), size * 0.08, fill=hole),
    )


def badge(seat: Seat, text: str, x: float, y: float, size: float) -> Shapes:
    """A short word on a disc of a seat's colour."""
    return (
        Circle((x, y), size * 0.5, fill=seat_colour(seat)),
        Text((x, y), text, size * 0.5, on_seat(seat), display=True),
    )


def _placed(points: tuple[Point, ...], x: float, y: float, size: float) -> tuple[Point, ...]:
    return tuple((x + dx * size, y + dy * size) for dx, dy in points)
