"""A coaster as a structure: ground, lattice, rails in the colours of its elements' themes."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from companion.scenes.coaster_clash.symbols import THEME_COLOURS
from companion.scenes.coaster_clash.track import LOOPED, Line, Stretch
from companion.scenes.marks import Shapes
from companion.scenes.shapes import Box, Circle, Point, Polyline, Shape

POSTS = 13.0
"""About how far the posts of the lattice stand apart, in dp."""


def rail_colour(theme: str) -> str:
    """The palette's name for the rails of a theme."""
    return theme if theme in THEME_COLOURS else "faint"


class Paint(Struct, frozen=True):
    """How a coaster is coloured where its themes do not say: rails, their core, the lattice, its trains."""

    rail: str = ""
    core: str = "cream"
    lattice: str = "lattice"
    train: str = "text"
    spark: str = "accent"


USUAL = Paint()


def structure(drawn: Line, themes: Sequence[str], ghost: int = -1, paint: Paint = USUAL) -> Shapes:
    """The whole coaster; the element at place `ghost` is only thought of, and glows."""
    shapes: list[Shape] = [*_lattice(drawn.drop, drawn.base, paint.lattice)] if drawn.drop else []
    for place, stretch in enumerate(drawn.stretches):
        shapes += _supports(stretch, drawn.base, "accent@40" if place == ghost else paint.lattice)
    thick = max(2.5, min(6.0, drawn.height * 0.06))
    plain = paint.rail or "silver"
    shapes += _rails(drawn.drop, plain, thick, paint) if drawn.drop else ()
    for place, (stretch, theme) in enumerate(zip(drawn.stretches, themes, strict=True)):
        if place == ghost:
            shapes.append(Polyline(stretch.line, "accent@45", thick * 2.4))
        shapes += _rails(stretch.line, paint.rail or rail_colour(theme), thick, paint)
        shapes += _train(stretch, thick, paint)
    if drawn.rest:
        shapes += _rails(drawn.rest, plain, thick, paint)
        x, y = drawn.rest[-1]
        shapes.append(Polyline(((x, y - thick * 1.3), (x, drawn.base)), plain, max(1.5, thick * 0.5)))
    return tuple(shapes)


def _rails(line: tuple[Point, ...], colour: str, thick: float, paint: Paint) -> Iterator[Shape]:
    yield Polyline(line, colour, thick)
    yield Polyline(line, paint.core, max(1.0, thick * 0.3))


def _train(stretch: Stretch, thick: float, paint: Paint) -> Iterator[Shape]:
    """A long train on an element for many riders, sparks under a launch."""
    wide = (stretch.right - stretch.left) / max(1, len(stretch.icons[:2]))
    for place, icon in enumerate(stretch.icons[:2]):
        middle = stretch.left + wide * (place + 0.5)
        near = [point for point in stretch.line if abs(point[0] - middle) <= wide * 0.5]
        y = min(near, key=lambda point: abs(point[0] - middle))[1]
        if icon == "capacity":
            car = wide * 0.15
            for step in (-1.15, 0.0, 1.15):
                corner = (middle + (step - 0.5) * car, y - thick * 0.6 - car * 0.7)
                yield Box(corner, car, car * 0.7, car * 0.2, fill=paint.train)
        elif icon == "launch":
            size = min(wide * 0.12, thick * 1.4)
            for step in (-1, 0, 1):
                x = middle + step * size * 1.8 - wide * 0.08
                arrow = (
                    (x - size / 2, y - thick - size),
                    (x + size / 2, y - thick - size / 2),
                    (x - size / 2, y - thick),
                )
                yield Polyline(arrow, paint.spark, max(1.5, thick * 0.45))


def _supports(stretch: Stretch, base: float, colour: str) -> Iterator[Shape]:
    wide = (stretch.right - stretch.left) / max(1, len(stretch.icons[:2]))
    icons = stretch.icons[:2] or ("",)
    for place, icon in enumerate(icons):
        left, right = stretch.left + wide * place, stretch.left + wide * (place + 1)
        part = tuple(point for point in stretch.line if left - 0.01 <= point[0] <= right + 0.01)
        if icon in LOOPED:
            yield from _masts(part, base, colour)
        else:
            yield from _lattice(part, base, colour)


def _lattice(line: tuple[Point, ...], base: float, colour: str) -> Iterator[Shape]:
    """Posts between track and ground, and a brace from each one's top to the next one's foot.

    It is one line, and its turns are blunt: where a line turns back on itself, its corner is drawn far
    beyond its point.
    """
    left, right = line[0][0], line[-1][0]
    posts = max(2, round((right - left) / POSTS))
    step = (right - left) / posts
    blunt = min(1.0, step / 4)
    points: list[Point] = []
    for post in range(posts + 1):
        x = left + step * post
        if post:
            points.append((x - blunt, base))
        points += [(x, base), (x, _height_at(line, x))]
        if post < posts:
            points.append((x + blunt, _height_at(line, x + blunt)))
    yield Polyline(tuple(points), colour, 1.1)


def _masts(line: tuple[Point, ...], base: float, colour: str) -> Iterator[Shape]:
    """What holds a loop: two masts, each on two feet."""
    inner = line[1:-1]
    left, right = min(x for x, _ in inner), max(x for x, _ in inner)
    top = min(y for _, y in inner)
    middle = top + (base - top) * 0.45
    reach = (right - left) * 0.14
    for side, out in ((left, -reach), (right, reach)):
        for foot in (side + out, side - out * 0.4):
            yield Polyline(((foot, base), (side, middle)), colour, 1.1)
    yield Polyline(((left, middle), ((left + right) / 2, top), (right, middle)), colour, 1.0)


def _height_at(line: tuple[Point, ...], x: float) -> float:
    for (x0, y0), (x1, y1) in pairwise(line):
        if x0 <= x <= x1:
            return y0 + (y1 - y0) * ((x - x0) / (x1 - x0) if x1 > x0 else 0.0)
    return line[-1][1]


def cart(x: float, y: float, size: float, colour: str = "accent") -> Shapes:
    """A small car that marks a place."""
    return (
        Box((x - size / 2, y - size * 0.7), size, size * 0.55, size * 0.18, fill=colour),
        Circle((x - size * 0.25, y - size * 0.12), size * 0.13, fill=colour),
        Circle((x + size * 0.25, y - size * 0.12), size * 0.13, fill=colour),
    )
