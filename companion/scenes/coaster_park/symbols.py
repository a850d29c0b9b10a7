"""The experts' own signs, drawn on a disc in their colour."""

from collections.abc import Callable
from math import cos, pi, sin

from msgspec import Struct

from companion.scenes.shapes import Box, Circle, Point, Polygon, Polyline, Shape


class Face(Struct, frozen=True):
    """How an expert is shown: a short name, what it does, its disc's colour, and whether it lasts."""

    short: str
    ability: str
    disc: str
    ongoing: bool


FACES = {
    "acquisitions": Face("Acquisitions", "any hill for $5", "#FFC145", ongoing=False),
    "foreman": Face("Foreman", "insert a hill", "#FF9447", ongoing=False),
    "attorney": Face("Attorney", "$1 off a hill", "#F4D06F", ongoing=True),
    "spy": Face("Spy", "see a secret", "#B79CFF", ongoing=False),
    "crane": Face("Crane", "move an end", "#3ED6B5", ongoing=False),
    "demolitions": Face("Demolitions", "remove an end", "#FF6B57", ongoing=False),
    "engineer": Face("Engineer", "draw 2, keep 1", "#A58BFF", ongoing=False),
    "financier": Face("Financier", "$1 each turn", "#FF9B8E", ongoing=True),
    "mechanic": Face("Mechanic", "free if it fails", "#8FCBFF", ongoing=True),
    "manager": Face("Manager", "store one more", "#C8E26B", ongoing=True),
}

At = Callable[[float, float], Point]
"""A point by its distance from the middle, in radii of the disc."""

INK = "#17172B"
LINE = 2.0


def symbol(expert: str, x: float, y: float, size: float, *, used: bool = False) -> tuple[Shape, ...]:
    """An expert's sign around this middle; `used` greys it."""
    face = FACES.get(expert)
    disc = face.disc if face else "#D4D8E6"
    if used:
        disc = "#8C8CB4"
    return (
        Circle((x, y), size / 2, fill=disc),
        Circle((x, y), size / 2 - 2, stroke=f"{INK}@20", stroke_width=1.0),
        *_sign(expert, x, y, size / 2),
    )


def lasting(x: float, y: float, size: float, *, ongoing: bool, colour: str) -> tuple[Shape, ...]:
    """The sign for an ability that stays (two linked rings) or is used once (a one in a ring)."""
    if ongoing:
        ring = size * 0.27
        return tuple(
            Circle((x + side * ring * 0.95, y), ring, stroke=colour, stroke_width=1.8) for side in (-1, 1)
        )
    return (
        Circle((x, y), size * 0.5, stroke=colour, stroke_width=1.6),
        Polyline(
            (
                (x - size * 0.14, y - size * 0.12),
                (x + size * 0.04, y - size * 0.26),
                (x + size * 0.04, y + size * 0.26),
            ),
            colour,
            1.8,
        ),
    )


def _sign(expert: str, x: float, y: float, unit: float) -> tuple[Shape, ...]:
    def at(across: float, down: float) -> Point:
        return (x + across * unit, y + down * unit)

    line = LINE * unit / 16
    match expert:
        case "acquisitions":
            return _tag(at, unit)
        case "foreman":
            return _hat(at, line, unit)
        case "attorney":
            return _scales(at, line)
        case "spy":
            return _eye(at, line, unit)
        case "crane":
            return _crane(at, line)
        case "demolitions":
            return _bomb(at, line, unit)
        case "engineer":
            return _cards(at, line, unit)
        case "financier":
            return _coins(at, line, unit)
        case "mechanic":
            return _wrench(at, line, unit)
        case "manager":
            return _shed(at, line, unit)
        case _:
            return ()


def _tag(at: At, unit: float) -> tuple[Shape, ...]:
    body = (at(-0.62, 0.0), at(-0.22, -0.46), at(0.62, -0.46), at(0.62, 0.46), at(-0.22, 0.46))
    return (
        Polygon(body, fill=INK),
        Circle(at(-0.3, 0.0), unit * 0.1, fill="#FFC145"),
        Polyline(
            (at(-0.1, 0.26), at(0.06, 0.2), at(0.22, -0.26), at(0.38, 0.2), at(0.52, 0.26)),
            "#FFF4DF",
            unit * 0.1,
        ),
    )


def _scales(at: At, line: float) -> tuple[Shape, ...]:
    pans: list[Shape] = []
    for side in (-0.46, 0.46):
        pans += (
            Polyline((at(side - 0.2, 0.12), at(side, -0.38), at(side + 0.2, 0.12)), INK, line * 0.7),
            Polygon((at(side - 0.24, 0.12), at(side + 0.24, 0.12), at(side, 0.34)), fill=INK),
        )
    return (
        *pans,
        Polyline((at(0.0, -0.56), at(0.0, 0.54)), INK, line * 1.2),
        Polyline((at(-0.5, -0.4), at(0.5, -0.4)), INK, line * 1.2),
        Polyline((at(-0.28, 0.56), at(0.28, 0.56)), INK, line * 1.3),
    )


def _hat(at: At, line: float, unit: float) -> tuple[Shape, ...]:
    dome = tuple(
        at(0.5 * cos(pi + pi * step / 12), 0.16 + 0.6 * sin(pi + pi * step / 12)) for step in range(13)
    )
    return (
        Polygon(dome, fill=INK),
        Box(at(-0.68, 0.2), unit * 1.36, unit * 0.16, unit * 0.08, fill=INK),
        Polyline((at(0.0, -0.38), at(0.0, 0.1)), "#FF9447", line),
        Polyline((at(-0.26, -0.3), at(-0.26, 0.1)), "#FF9447", line * 0.6),
        Polyline((at(0.26, -0.3), at(0.26, 0.1)), "#FF9447", line * 0.6),
    )


def _eye(at: At, line: float, unit: float) -> tuple[Shape, ...]:
    upper = tuple(at(-0.66 + 1.32 * step / 10, -0.42 * sin(pi * step / 10)) for step in range(11))
    lower = tuple(at(0.66 - 1.32 * step / 10, 0.42 * sin(pi * step / 10)) for step in range(11))
    return (
        Polyline((*upper, *lower), INK, line, closed=True),
        Circle(at(0.0, 0.0), unit * 0.24, fill=INK),
        Circle(at(-0.08, -0.08), unit * 0.08, fill="#FFFFFF"),
    )


def _crane(at: At, line: float) -> tuple[Shape, ...]:
    return (
        Polyline((at(-0.5, 0.6), at(-0.18, 0.6)), INK, line * 1.3),
        Polyline((at(-0.34, 0.6), at(-0.34, -0.58), at(0.62, -0.36)), INK, line * 1.2),
        Polyline((at(-0.34, -0.2), at(0.1, -0.48)), INK, line * 0.8),
        Polyline((at(0.42, -0.4), at(0.42, 0.04)), INK, line * 0.8),
        Polyline((at(0.42, 0.04), at(0.52, 0.16), at(0.42, 0.3), at(0.3, 0.22)), INK, line),
    )


def _bomb(at: At, line: float, unit: float) -> tuple[Shape, ...]:
    return (
        Circle(at(-0.1, 0.16), unit * 0.44, fill=INK),
        Polyline((at(0.18, -0.18), at(0.34, -0.42), at(0.52, -0.36)), INK, line),
        Polyline((at(0.6, -0.58), at(0.5, -0.2)), "#FFF4DF", line * 0.8),
        Polyline((at(0.38, -0.42), at(0.74, -0.36)), "#FFF4DF", line * 0.8),
        Circle(at(-0.24, 0.02), unit * 0.09, fill="#FFF4DF"),
    )


def _cards(at: At, line: float, unit: float) -> tuple[Shape, ...]:
    back = (at(-0.56, -0.32), at(-0.02, -0.5), at(0.2, 0.26), at(-0.34, 0.44))
    return (
        Polygon(back, fill="#FFF4DF", stroke=INK, stroke_width=line * 0.8),
        Box(at(-0.12, -0.44), unit * 0.62, unit * 0.92, unit * 0.1, fill=INK),
        Polyline((at(0.06, 0.02), at(0.16, 0.14), at(0.34, -0.12)), "#FFF4DF", line),
    )


def _coins(at: At, line: float, unit: float) -> tuple[Shape, ...]:
    stack = tuple(
        Box(at(-0.62, 0.3 - 0.26 * level), unit * 0.72, unit * 0.2, unit * 0.1, fill=INK)
        for level in range(3)
    )
    return (
        *stack,
        Polyline((at(0.44, -0.5), at(0.44, -0.02)), INK, line),
        Polyline((at(0.22, -0.26), at(0.66, -0.26)), INK, line),
    )


def _wrench(at: At, line: float, unit: float) -> tuple[Shape, ...]:
    jaw = tuple(
        at(0.3 + 0.3 * cos(turn), -0.3 + 0.3 * sin(turn))
        for turn in (-pi / 4 + 0.7 + (2 * pi - 1.4) * step / 12 for step in range(13))
    )
    return (
        Polyline((at(-0.5, 0.5), at(0.14, -0.14)), INK, line * 2.6),
        Polyline(jaw, INK, line * 1.8),
        Circle(at(-0.46, 0.46), unit * 0.07, fill="#8FCBFF"),
    )


def _shed(at: At, line: float, unit: float) -> tuple[Shape, ...]:
    roof = (at(-0.66, -0.14), at(0.0, -0.56), at(0.66, -0.14))
    return (
        Polyline(roof, INK, line * 1.2),
        Polyline((at(-0.52, -0.18), at(-0.52, 0.5), at(0.52, 0.5), at(0.52, -0.18)), INK, line),
        Box(at(-0.34, 0.06), unit * 0.32, unit * 0.38, 1.0, fill=INK),
        Box(at(0.04, 0.06), unit * 0.32, unit * 0.38, 1.0, fill=INK),
    )
