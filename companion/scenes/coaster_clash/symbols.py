"""The signs of the eight element icons, the five themes, speed, excitement, perfect and vomit speed.

Each is drawn around its middle, in a square of its size, and told apart by its form alone.
"""

from collections.abc import Callable
from math import cos, pi, sin

from companion.scenes.marks import Shapes
from companion.scenes.shapes import Circle, Point, Polygon, Polyline

At = Callable[[float, float], Point]
"""A point by its distance from the middle, in halves of the sign's size."""

THEME_COLOURS = {
    "jungle": "#1F7A4D",
    "pirate": "#2D5F9E",
    "temple": "#8A6414",
    "space": "#6B47B8",
    "volcano": "#B23A2A",
}
"""The ground of each theme's cards; cream is legible on each, in dark and in light."""

OTHER_THEME = "#5A5A6E"
"""The ground of a theme that a box has beside the rulebook's five."""


def theme_colour(theme: str) -> str:
    """The ground of a theme's cards."""
    return THEME_COLOURS.get(theme, OTHER_THEME)


def _place(x: float, y: float, size: float) -> At:
    def at(across: float, down: float) -> Point:
        return (x + across * size / 2, y + down * size / 2)

    return at


def theme_sign(theme: str, x: float, y: float, size: float, colour: str = "cream") -> Shapes:
    """A theme's sign: leaf, skull, temple, planet or volcano; a plain disc for any other."""
    at, line, ground = _place(x, y, size), max(1.0, size * 0.09), theme_colour(theme)
    match theme:
        case "jungle":
            return _leaf(at, colour, ground, line)
        case "pirate":
            return _skull(at, colour, ground, size)
        case "temple":
            return _temple(at, colour)
        case "space":
            return _planet(at, colour, ground, size)
        case "volcano":
            return _volcano(at, colour, size)
        case _:
            return (Circle((x, y), size * 0.3, stroke=colour, stroke_width=line),)


def _leaf(at: At, colour: str, ground: str, line: float) -> Shapes:
    side = tuple((0.62 * sin(pi * step / 8), -0.9 + 1.5 * step / 8) for step in range(9))
    outline = (*(at(dx, dy) for dx, dy in side), *(at(-dx, dy) for dx, dy in reversed(side[1:-1])))
    return (
        Polygon(outline, fill=colour),
        Polyline((at(0, -0.45), at(0, 0.95)), colour, line),
        Polyline((at(0, -0.5), at(0, 0.5)), ground, line * 0.8),
        Polyline((at(-0.34, -0.25), at(0, 0.05), at(0.34, -0.25)), ground, line * 0.8),
    )


def _skull(at: At, colour: str, ground: str, size: float) -> Shapes:
    jaw = (at(-0.4, 0.2), at(0.4, 0.2), at(0.34, 0.86), at(-0.34, 0.86))
    return (
        Circle(at(0, -0.18), size * 0.36, fill=colour),
        Polygon(jaw, fill=colour),
        Circle(at(-0.29, -0.12), size * 0.1, fill=ground),
        Circle(at(0.29, -0.12), size * 0.1, fill=ground),
        Polyline((at(0, 0.52), at(0, 0.84)), ground, max(0.8, size * 0.06)),
    )


def _temple(at: At, colour: str) -> Shapes:
    roof = (at(0, -0.9), at(0.92, -0.36), at(-0.92, -0.36))
    columns = tuple(
        Polygon((at(left, -0.24), at(left + 0.26, -0.24), at(left + 0.26, 0.56), at(left, 0.56)), fill=colour)
        for left in (-0.74, -0.13, 0.48)
    )
    floor = (at(-0.92, 0.64), at(0.92, 0.64), at(0.92, 0.88), at(-0.92, 0.88))
    return (Polygon(roof, fill=colour), *columns, Polygon(floor, fill=colour))


def _planet(at: At, colour: str, ground: str, size: float) -> Shapes:
    ring = [(cos(2 * pi * step / 24), 0.3 * sin(2 * pi * step / 24)) for step in range(25)]
    tilted = tuple(at(dx * 0.94 + dy * 0.34, dy * 0.94 - dx * 0.34) for dx, dy in ring)
    front = tilted[0:13]
    return (
        Polyline(tilted, colour, max(1.0, size * 0.09), closed=True),
        Circle(at(0, 0), size * 0.29, fill=colour),
        Polyline(front, ground, max(1.4, size * 0.17)),
        Polyline(front, colour, max(1.0, size * 0.09)),
    )


def _volcano(at: At, colour: str, size: float) -> Shapes:
    body = (
        at(-0.26, -0.12),
        at(-0.1, 0.06),
        at(0.1, -0.06),
        at(0.26, -0.12),
        at(0.95, 0.86),
        at(-0.95, 0.86),
    )
    return (
        Polygon(body, fill=colour),
        *(
            Circle(at(dx, dy), size * radius, fill=colour)
            for dx, dy, radius in ((0.0, -0.4, 0.09), (-0.36, -0.62, 0.08), (0.3, -0.74, 0.1))
        ),
    )


def icon_sign(icon: str, x: float, y: float, size: float, colour: str = "text") -> Shapes:
    """An element icon's sign; a plain square for one that is none of the rulebook's eight."""
    at, line = _place(x, y, size), max(1.3, size * 0.12)
    match icon:
        case "ejector":
            return _ejector(at, colour, line)
        case "floater":
            return _floater(at, colour, line, size)
        case "inversion":
            return _loop(at, colour, line)
        case "hang-time":
            return _hanging(at, colour, line, size)
        case "helix":
            return _helix(at, colour, line)
        case "s-curve":
            return _s_curve(at, colour, line)
        case "capacity":
            return _train(at, colour, size)
        case "launch":
            return _bolt(at, colour)
        case _:
            return (Polygon((at(-0.5, -0.5), at(0.5, -0.5), at(0.5, 0.5), at(-0.5, 0.5)), fill=colour),)


def _ejector(at: At, colour: str, line: float) -> Shapes:
    """Thrown straight up."""
    head = (at(0, -0.95), at(0.5, -0.32), at(-0.5, -0.32))
    return (
        Polygon(head, fill=colour),
        Polyline((at(0, -0.3), at(0, 0.34)), colour, line * 1.3),
        Polyline((at(-0.8, 0.85), at(-0.3, 0.62), at(0.3, 0.62), at(0.8, 0.85)), colour, line),
    )


def _floater(at: At, colour: str, line: float, size: float) -> Shapes:
    """A head that floats over a gentle hill."""
    hill = tuple(at(-0.9 + 0.15 * step, 0.75 - 0.75 * sin(pi * step / 12)) for step in range(13))
    return (Polyline(hill, colour, line), Circle(at(0, -0.55), size * 0.17, stroke=colour, stroke_width=line))


def _loop(at: At, colour: str, line: float) -> Shapes:
    """A loop that is gone through at full speed."""
    ring = tuple(
        at(0.56 * sin(2 * pi * step / 20), -0.12 + 0.74 * cos(2 * pi * step / 20)) for step in range(21)
    )
    return (Polyline((at(-0.95, 0.78), *ring, at(0.95, 0.78)), colour, line),)


def _hanging(at: At, colour: str, line: float, size: float) -> Shapes:
    """Somebody who hangs head down."""
    return (
        Polyline((at(-0.8, -0.8), at(0.8, -0.8)), colour, line),
        Polyline((at(-0.28, -0.8), at(0, -0.22), at(0.28, -0.8)), colour, line * 0.9),
        Polyline((at(0, -0.22), at(0, 0.3)), colour, line),
        Polyline((at(-0.5, 0.5), at(0, 0.1), at(0.5, 0.5)), colour, line * 0.9),
        Circle(at(0, 0.64), size * 0.15, fill=colour),
    )


def _helix(at: At, colour: str, line: float) -> Shapes:
    turns = 30
    spiral = tuple(
        at(reach * cos(angle), reach * sin(angle))
        for step in range(turns + 1)
        for reach, angle in ((0.1 + 0.82 * step / turns, 4.5 * pi * step / turns + pi / 2),)
    )
    return (Polyline(spiral, colour, line),)


def _s_curve(at: At, colour: str, line: float) -> Shapes:
    curve = tuple(at(-0.62 * sin(2 * pi * step / 16), 0.85 - 1.7 * step / 16) for step in range(17))
    return (Polyline(curve, colour, line * 1.25),)


def _train(at: At, colour: str, size: float) -> Shapes:
    """A train full of heads."""
    car = (at(-0.95, 0.05), at(0.95, 0.05), at(0.8, 0.6), at(-0.8, 0.6))
    return (
        Polygon(car, fill=colour),
        *(Circle(at(dx, -0.32), size * 0.125, fill=colour) for dx in (-0.6, 0.0, 0.6)),
        *(Circle(at(dx, 0.8), size * 0.08, fill=colour) for dx in (-0.5, 0.5)),
    )


def _bolt(at: At, colour: str) -> Shapes:
    bolt = (
        at(0.2, -0.95),
        at(-0.62, 0.14),
        at(-0.08, 0.14),
        at(-0.26, 0.95),
        at(0.62, -0.24),
        at(0.04, -0.24),
    )
    return (Polygon(bolt, fill=colour),)


def speed_sign(x: float, y: float, size: float, colour: str = "text") -> Shapes:
    """A dial with its needle."""
    at, line = _place(x, y, size), max(1.2, size * 0.12)
    arc = tuple(
        at(0.85 * cos(angle), 0.2 + 0.85 * sin(angle))
        for angle in (pi * (0.9 + 1.2 * step / 14) for step in range(15))
    )
    return (
        Polyline(arc, colour, line),
        Polyline((at(0, 0.2), at(0.45, -0.32)), colour, line),
        Circle(at(0, 0.2), size * 0.09, fill=colour),
    )


def excitement_sign(x: float, y: float, size: float, colour: str = "accent") -> Shapes:
    """A burst of eight rays."""
    at = _place(x, y, size)
    rays = tuple(
        at(reach * sin(pi * ray / 8), -reach * cos(pi * ray / 8))
        for ray in range(16)
        for reach in ((0.98 if ray % 2 == 0 else 0.52),)
    )
    return (Polygon(rays, fill=colour),)


def perfect_sign(x: float, y: float, size: float, colour: str = "good") -> Shapes:
    """A star in a ring."""
    at = _place(x, y, size)
    star = tuple(
        at(reach * sin(pi * ray / 5), -reach * cos(pi * ray / 5))
        for ray in range(10)
        for reach in ((0.98 if ray % 2 == 0 else 0.42),)
    )
    return (Polygon(star, fill=colour),)


def vomit_sign(x: float, y: float, size: float, colour: str = "bad") -> Shapes:
    """A face that feels sick."""
    at, line = _place(x, y, size), max(1.1, size * 0.1)
    mouth = tuple(at(-0.5 + 0.125 * step, 0.42 + (0.14 if step % 2 else -0.1)) for step in range(9))
    return (
        Circle((x, y), size * 0.46, stroke=colour, stroke_width=line),
        Polyline((at(-0.5, -0.34), at(-0.22, -0.16), at(-0.5, 0.02)), colour, line * 0.9),
        Polyline((at(0.5, -0.34), at(0.22, -0.16), at(0.5, 0.02)), colour, line * 0.9),
        Polyline(mouth, colour, line * 0.9),
    )
