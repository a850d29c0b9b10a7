"""Patterns that no two cards share: drawn from a card's id, for the camera to tell cards apart by."""

from math import cos, hypot, pi, sin
from random import Random

from companion.scenes.faces import BLEED_MM, DP
from companion.scenes.shapes import Box, Circle, Point, Polygon, Shape

BLEED = BLEED_MM * DP

_TRIES = 40
"""How often a place is looked for before the paper counts as full."""

_CORNERS = {"triangle": (3, 1.0), "square": (4, 1.0), "hexagon": (6, 1.0), "star": (10, 0.46)}
"""How many corners a piece has, and how far every second one lies from the middle."""


def ground(width: float, height: float, fill: str) -> Box:
    """A colour over a whole face and its bleed."""
    return Box((-BLEED, -BLEED), width + 2 * BLEED, height + 2 * BLEED, fill=fill)


def confetti(
    key: str,
    width: float,
    height: float,
    colours: tuple[str, ...],
    sizes: tuple[float, float] = (5.0, 15.0),
    gap: float = 3.0,
) -> tuple[Shape, ...]:
    """Pieces of paper all over a face and its bleed, none on another: the same for the same key.

    `sizes` are the least and the most radius, in dp. Chance decides all, for a pattern that repeats itself
    looks the same to a camera a step further on.
    """
    random, floor = Random(key), _Floor(sizes, gap)
    shapes: list[Shape] = []
    while (spot := floor.free(random, width, height)) is not None:
        x, y, size = spot
        kind = random.choice((*_CORNERS, "circle"))
        paint = random.choice(colours)
        if kind == "circle":
            shapes.append(Circle((x, y), size * 0.8, fill=paint))
        else:
            shapes.append(Polygon(_piece(kind, x, y, size, random.uniform(0, 2 * pi)), fill=paint))
    return tuple(shapes)


def rays(key: str, centre: Point, reach: float, fill: str) -> tuple[Shape, ...]:
    """Beams of light around a middle, of widths that the key decides."""
    random = Random(f"rays {key}")
    shapes: list[Shape] = []
    turn = random.uniform(0, 2 * pi)
    last = turn + 2 * pi
    while turn < last - 0.2:
        wide, dark = random.uniform(0.1, 0.34), random.uniform(0.12, 0.34)
        end = min(turn + wide, last)
        shapes.append(Polygon((centre, _at(centre, turn, reach), _at(centre, end, reach)), fill=fill))
        turn = end + dark
    return tuple(shapes)


class _Floor:
    """Where pieces lie, by squares so large that only those of the neighbouring ones can be in a piece's way.

    Most places that are tried are taken, which is seen at the first piece that is in the way.
    """

    def __init__(self, sizes: tuple[float, float], gap: float) -> None:
        self._least, self._most = sizes
        self._gap = gap
        self._side = 2 * self._most + gap
        self._around: dict[tuple[int, int], list[tuple[float, float, float, float]]] = {}

    def free(self, random: Random, width: float, height: float) -> tuple[float, float, float] | None:
        """A free place and the size of the piece that lies there now; None where the floor is full."""
        for _ in range(_TRIES):
            x, y = random.uniform(-BLEED, width + BLEED), random.uniform(-BLEED, height + BLEED)
            room = self._room(x, y)
            if room is not None:
                spot = x, y, min(room, random.uniform(self._least, self._most))
                self._put(spot)
                return spot
        return None

    def _room(self, x: float, y: float) -> float | None:
        """The radius that a piece may have here; None where even the smallest is in another's way."""
        room = self._side
        for ox, oy, size, reach in self._around.get((int(x // self._side), int(y // self._side)), ()):
            across, down = x - ox, y - oy
            if across * across + down * down < reach:
                return None
            room = min(room, hypot(across, down) - size)
        return room - self._gap

    def _put(self, spot: tuple[float, float, float]) -> None:
        x, y, size = spot
        column, row = int(x // self._side), int(y // self._side)
        lying = x, y, size, (size + self._gap + self._least) ** 2
        for across in (column - 1, column, column + 1):
            for down in (row - 1, row, row + 1):
                self._around.setdefault((across, down), []).append(lying)


def _piece(kind: str, x: float, y: float, size: float, turn: float) -> tuple[Point, ...]:
    count, inner = _CORNERS[kind]
    return tuple(
        _at((x, y), turn + 2 * pi * corner / count, size * (inner if corner % 2 else 1.0))
        for corner in range(count)
    )


def _at(centre: Point, turn: float, far: float) -> Point:
    return centre[0] + far * cos(turn), centre[1] + far * sin(turn)
