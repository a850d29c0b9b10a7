"""Cosmic Coasters' moons as we print them: tiles to play on, each with ground of its own."""

from math import hypot
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from companion.rules.cosmic_coasters.components import SPACES, Components, Moon, chart, house
from companion.scenes.confetti import confetti, ground, rays
from companion.scenes.cosmic_coasters.places import Label, Place
from companion.scenes.cosmic_coasters.words import POWERS
from companion.scenes.faces import DP, Face, Printed
from companion.scenes.lettering import fit, width
from companion.scenes.shapes import Box, Circle, Point, Polygon, Polyline, Scene, Shape, Text

SIZE_MM = (92.0, 106.0)
WIDTH, HEIGHT = SIZE_MM[0] * DP, SIZE_MM[1] * DP
RADIUS = 158.0
CENTRE = (WIDTH / 2, RADIUS + 18)
EDGE = 12.0
SKY, PAPER, INK = "#1B1B38", "#FFF4DF", "#17172B"
STARS = ("#FFF4DF", "#8C8CC8", "#FFC145", "#45457C", "#6CC4FF")


class Ground(Struct, frozen=True):
    """A moon's colours: its land, what is lit, what lies in shadow, and what lies scattered on it."""

    land: str
    lit: str
    shadow: str
    spots: tuple[str, ...]


_GROUNDS = {
    "Ganymede": Ground("#C79A6B", "#DDB98E", "#7C5632", ("#8E6238", "#F0D6B4", "#6B4525")),
    "Callisto": Ground("#8FA3B5", "#B2C2D0", "#4F6274", ("#5B6E80", "#DCE6EE", "#3B4B5A")),
    "Europa": Ground("#A9D8EE", "#D3EEFA", "#4F8FB3", ("#5FA2C6", "#F2FBFF", "#B5553A")),
    "Io": Ground("#F2C14E", "#F9DB8C", "#B4622A", ("#E4572E", "#FFF0B8", "#8C3B1B")),
}

_OTHERS = (
    Ground("#B79CD9", "#D3C1EA", "#6A4E94", ("#7A5BA8", "#EFE4FA", "#54397C")),
    Ground("#8CCBA0", "#B6E0C2", "#3F7F57", ("#4B9166", "#E2F6E8", "#2F6644")),
    Ground("#E29AA8", "#F0C0C9", "#9C4A5C", ("#B55A6D", "#FBE6EA", "#7C3546")),
    Ground("#C9C08A", "#E0DAB2", "#807640", ("#928850", "#F6F2D8", "#635A2C")),
)
"""For moons that a table has named itself."""


def printed(components: dict[str, Any]) -> Printed:
    """The moons of a box."""
    have = msgspec.convert(components, Components) if components else house()
    others = iter(_OTHERS)
    faces = []
    for moon in have.moons:
        colours = _GROUNDS.get(moon.name) or next(others)
        scene = Scene(WIDTH, HEIGHT, _tile(have, moon, colours))
        faces.append(Face(moon.name, moon.name, "tile", SIZE_MM, scene, "moon"))
    return Printed(tuple(faces), {"moon": back()})


def back() -> Scene:
    """A moon's dark side."""
    middle = (WIDTH / 2, HEIGHT / 2)
    shapes: tuple[Shape, ...] = (
        ground(WIDTH, HEIGHT, SKY),
        *confetti("back moon", WIDTH, HEIGHT, STARS, (2.5, 7.0), 5.0),
        Circle(middle, 120.0, fill=INK, stroke=PAPER, stroke_width=4.0),
        *rays("back moon", middle, 112.0, "#7C6BFF@30"),
        Text((middle[0], middle[1] - 16), "Cosmic", 38.0, PAPER, display=True),
        Text((middle[0], middle[1] + 22), "Coasters", 38.0, PAPER, display=True),
    )
    return Scene(WIDTH, HEIGHT, shapes)


def _tile(components: Components, moon: Moon, colours: Ground) -> tuple[Shape, ...]:
    room = WIDTH - 2 * EDGE - 16
    name = 30.0 if width(moon.name, 30.0, display=True) <= room * 0.5 else 22.0
    middle = HEIGHT - EDGE - 24
    return (
        ground(WIDTH, HEIGHT, SKY),
        *confetti(f"sky {moon.name}", WIDTH, HEIGHT, STARS, (2.5, 7.0), 5.0),
        *_land(moon.name, colours),
        *_ways(components),
        Box(
            (EDGE, HEIGHT - EDGE - 48), WIDTH - 2 * EDGE, 48.0, 12.0, fill=PAPER, stroke=INK, stroke_width=2.0
        ),
        Text(
            (EDGE + 12, middle),
            fit(moon.name, room * 0.55, name, display=True),
            name,
            INK,
            "start",
            display=True,
        ),
        Text((WIDTH - EDGE - 12, middle), POWERS[moon.power], 17.0, INK, "end", bold=True, width=room * 0.45),
    )


def _land(name: str, colours: Ground) -> tuple[Shape, ...]:
    """The moon itself: lit from the upper left, with its own craters, cracks and ashes."""
    (x, y), random = CENTRE, Random(f"land {name}")
    shapes: list[Shape] = [
        Circle(CENTRE, RADIUS, fill=colours.shadow, stroke=PAPER, stroke_width=3.0),
        Circle((x - 5, y - 5), RADIUS - 9, fill=colours.land),
        Circle((x - 34, y - 34), RADIUS * 0.66, fill=colours.lit),
    ]
    shapes += [_crack(random, colours.spots[2]) for _ in range(random.randint(3, 6))]
    for piece in confetti(f"land {name}", WIDTH, HEIGHT, colours.spots, (4.0, 22.0), 4.0):
        if isinstance(piece, Circle | Polygon) and _inside(piece):
            shapes.append(piece)
            if isinstance(piece, Circle):
                low = piece.radius * 0.2
                lit = (piece.centre[0] + low, piece.centre[1] + low)
                shapes.append(Circle(lit, piece.radius * 0.62, fill=colours.shadow))
    return tuple(shapes)


def _crack(random: Random, colour: str) -> Polyline:
    """A line across the moon that wanders on its way."""
    (x, y), level = CENTRE, random.uniform(-0.8, 0.8)
    half = RADIUS * (1 - level**2) ** 0.5 * 0.94
    upright = random.random() < 0.5
    points = []
    for step in range(9):
        along = -half + 2 * half * step / 8
        across = level * RADIUS * 0.94 + (random.uniform(-9, 9) if 0 < step < 8 else 0.0)
        points.append((x + across, y + along) if upright else (x + along, y + across))
    return Polyline(tuple(points), colour, random.uniform(2.0, 4.0))


def _inside(piece: Circle | Polygon) -> bool:
    if isinstance(piece, Circle):
        return _far(piece.centre) + piece.radius < RADIUS - 4
    return all(_far(corner) < RADIUS - 4 for corner in piece.points)


def _far(point: Point) -> float:
    return hypot(point[0] - CENTRE[0], point[1] - CENTRE[1])


def _ways(components: Components) -> tuple[Shape, ...]:
    """The spaces and what joins them, as large as a ship that stands on them."""
    place = Place(CENTRE, RADIUS, Label(CENTRE, "middle", 0.0, 1.0))
    graph = chart(components.board, 1)
    joined = [
        (place.space(space), place.space(near))
        for space in range(SPACES)
        for near in graph.neighbours[space]
        if near > space
    ]
    shapes: list[Shape] = [Polyline(way, INK, 9.0) for way in joined]
    shapes += [Polyline(way, PAPER, 5.0) for way in joined]
    for space in range(SPACES):
        kind = graph.kinds[space]
        shapes += _space(kind, place.space(space), 46.0 if kind == "control-point" else 52.0)
    return tuple(shapes)


def _space(kind: str, at: Point, size: float) -> tuple[Shape, ...]:
    """A Factory's square, a Control Point's triangle, a Teleport Pad's rings."""
    (x, y), half = at, size / 2
    match kind:
        case "factory":
            return (Box((x - half, y - half), size, size, 8.0, fill=PAPER, stroke=INK, stroke_width=4.0),)
        case "control-point":
            corners = (
                (x, y - size * 0.64),
                (x + size * 0.66, y + size * 0.46),
                (x - size * 0.66, y + size * 0.46),
            )
            return (Polygon(corners, fill=PAPER, stroke=INK, stroke_width=4.0),)
        case _:
            return tuple(
                Circle(at, radius, fill=fill, stroke=INK, stroke_width=3.0)
                for radius, fill in ((size * 0.66, PAPER), (size * 0.5, "#D9CFF5"), (size * 0.34, PAPER))
            )
