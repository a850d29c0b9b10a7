"""Table tops to lay cards on, drawn by us: from plain felt to cloths as busy as the cards."""

from collections.abc import Callable
from functools import lru_cache
from itertools import product
from math import cos, pi, sin
from random import Random
from typing import cast

import cv2
import numpy as np

from companion.scenes.drawing import Picture, picture
from companion.scenes.shapes import Box, Circle, Polygon, Polyline, Scene, Shape

SIDE_MM = 720.0
"""A cloth is a square of this side; beyond it, it goes on mirrored."""

PX_PER_MM = 2.0

_Draw = Callable[[Random], tuple[Shape, ...]]


def cloth(name: str, seed: int) -> Picture:
    """The cloth of this name, of which there are a few that differ."""
    return _woven(name, seed % 3)


@lru_cache(maxsize=24)
def _woven(name: str, seed: int) -> Picture:
    random = Random(f"{name} {seed}")
    scene = Scene(SIDE_MM, SIDE_MM, CLOTHS[name](random))
    pixels = picture(scene, PX_PER_MM, ground="#777777")
    grain = np.random.default_rng(random.randrange(2**32)).normal(0, 5, pixels.shape[:2]).astype(np.float32)
    grain = cv2.GaussianBlur(grain, (0, 0), 0.8) * 1.6
    woven = np.clip(pixels + grain[:, :, None], 0, 255).astype(np.uint8)
    return cast(Picture, cv2.flip(woven, 1) if random.random() < 0.5 else woven)


def _all_over(fill: str) -> Shape:
    return Box((0.0, 0.0), SIDE_MM, SIDE_MM, fill=fill)


def _felt(random: Random) -> tuple[Shape, ...]:
    return (_all_over(random.choice(("#1F5C3E", "#7A1F2B", "#25304F"))),)


def _white(random: Random) -> tuple[Shape, ...]:
    lines = tuple(
        Polyline(((0.0, at), (SIDE_MM, at + random.uniform(-2, 2))), "#E3DED4", 1.0)
        for at in range(0, int(SIDE_MM), 12)
    )
    return (_all_over("#F0ECE4"), *lines)


def _checks(random: Random) -> tuple[Shape, ...]:
    light, mid, dark = random.choice(
        (
            ("#F6F1E7", "#E08A8A", "#C23B3B"),
            ("#F4F6F8", "#8FAFD6", "#3F6EB0"),
            ("#F5F5EE", "#A9C79A", "#5E8F4E"),
        )
    )
    step = random.choice((14.0, 22.0))
    count = int(SIDE_MM / step) + 1
    shapes: list[Shape] = [_all_over(light)]
    shapes += [Box((at * step, 0.0), step, SIDE_MM, fill=mid) for at in range(0, count, 2)]
    shapes += [Box((0.0, at * step), SIDE_MM, step, fill=f"{mid}@70") for at in range(0, count, 2)]
    shapes += [
        Box((x * step, y * step), step, step, fill=dark)
        for x, y in product(range(0, count, 2), range(0, count, 2))
    ]
    return tuple(shapes)


def _stripes(random: Random) -> tuple[Shape, ...]:
    colours = random.choice((("#2F3E5C", "#E8E2D2", "#B5493A"), ("#4B6B4E", "#F0E7C8", "#C98F3D")))
    shapes: list[Shape] = [_all_over(colours[1])]
    at = 0.0
    while at < SIDE_MM:
        wide = random.choice((3.0, 6.0, 14.0))
        shapes.append(Box((at, 0.0), wide, SIDE_MM, fill=random.choice((colours[0], colours[2]))))
        at += wide + random.choice((5.0, 10.0, 18.0))
    return tuple(shapes)


def _planks(random: Random) -> tuple[Shape, ...]:
    """A wooden table: boards, their grain and a few knots."""
    base = random.choice(("#8A5A33", "#B98A5A", "#5B3A22"))
    shapes: list[Shape] = [_all_over(base)]
    for board in range(int(SIDE_MM / 90) + 1):
        top = board * 90.0
        shapes.append(Box((0.0, top), SIDE_MM, 88.5, fill=f"#000000@{random.choice((2, 7, 12))}"))
        shapes.append(Box((0.0, top + 88.5), SIDE_MM, 1.5, fill="#000000@55"))
        for _ in range(26):
            y, bend = top + random.uniform(2, 86), random.uniform(-4, 4)
            points = tuple((x * SIDE_MM / 8, y + bend * sin(x)) for x in range(9))
            shapes.append(
                Polyline(points, f"#2A1608@{random.choice((10, 18, 26))}", random.uniform(0.4, 1.4))
            )
        x, y = random.uniform(40, SIDE_MM - 40), top + random.uniform(20, 70)
        shapes += [Circle((x, y), size, stroke="#2A1608@40", stroke_width=1.0) for size in (3.0, 5.0, 8.0)]
    return tuple(shapes)


def _flowers(random: Random) -> tuple[Shape, ...]:
    """A cloth as busy as a card."""
    base, leaf = random.choice((("#F3EBD8", "#5C7F4B"), ("#2B3550", "#8FB39A"), ("#E9C9C2", "#7C8F5A")))
    petals = ("#C9463D", "#E3A23B", "#7B5BA6", "#F4F0E6", "#3F7CA8")
    shapes: list[Shape] = [_all_over(base)]
    for _ in range(560):
        x, y, size = random.uniform(0, SIDE_MM), random.uniform(0, SIDE_MM), random.uniform(3.0, 11.0)
        turn, colour, count = random.uniform(0, 2 * pi), random.choice(petals), random.choice((5, 6, 8))
        tip = (x + 2.4 * size * cos(turn), y + 2.4 * size * sin(turn))
        side = (x + size * cos(turn + 0.5), y + size * sin(turn + 0.5))
        shapes.append(Polygon(((x, y), side, tip), fill=leaf))
        shapes += [
            Circle(
                (
                    x + size * cos(turn + 2 * pi * petal / count),
                    y + size * sin(turn + 2 * pi * petal / count),
                ),
                size * 0.5,
                fill=colour,
            )
            for petal in range(count)
        ]
        shapes.append(Circle((x, y), size * 0.45, fill="#F2CF57"))
    return tuple(shapes)


def _mosaic(random: Random) -> tuple[Shape, ...]:
    """Card-sized rectangles all over, to mislead whoever looks for corners."""
    shapes: list[Shape] = [_all_over("#CFC7B8")]
    colours = ("#8C9AA8", "#B7A58C", "#6F7F77", "#DAD3C6", "#A5847A")
    for _ in range(120):
        x, y = random.uniform(-40, SIDE_MM), random.uniform(-40, SIDE_MM)
        wide, tall = random.choice(((63.0, 88.0), (88.0, 63.0), (40.0, 40.0)))
        shapes.append(
            Box((x, y), wide, tall, 2.0, fill=random.choice(colours), stroke="#55504A", stroke_width=1.0)
        )
    return tuple(shapes)


CLOTHS: dict[str, _Draw] = {
    "felt": _felt,
    "white": _white,
    "checks": _checks,
    "stripes": _stripes,
    "planks": _planks,
    "flowers": _flowers,
    "mosaic": _mosaic,
}
"""Table tops by name, the quiet ones first."""
