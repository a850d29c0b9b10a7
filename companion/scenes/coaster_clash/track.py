"""A coaster's line as seen from the side: the drop it starts with, then a stretch for each element.

Geometry only, in dp with y downward; `structure.py` draws it. What an element's stretch looks like
follows from its icons; one with two icons has half a stretch of each.
"""

from collections.abc import Callable, Sequence
from math import cos, pi, sin

from msgspec import Struct

from companion.scenes.shapes import Point

Icons = tuple[str, ...]

START = 0.85
"""The width of the first drop, in widths of an element."""

END = 0.35
"""The width of the stretch on which the train comes to rest, in widths of an element."""

WIDEST = 1.25
"""The most that an element is wide, in heights of its coaster."""

LOW = 0.14
"""How high the lowest track lies, in heights of its coaster."""


class Stretch(Struct, frozen=True):
    """One element's track, from `left` to `right`."""

    line: tuple[Point, ...]
    icons: Icons
    left: float
    right: float

    @property
    def middle(self) -> float:
        """The x of its middle."""
        return (self.left + self.right) / 2


class Line(Struct, frozen=True):
    """A whole coaster: its first drop, its elements, its end; it stands on `base`."""

    drop: tuple[Point, ...]
    stretches: tuple[Stretch, ...]
    rest: tuple[Point, ...]
    base: float
    height: float
    unit: float

    @property
    def right(self) -> float:
        """The x of its end."""
        return self.rest[-1][0]


def line(elements: Sequence[Icons], left: float, base: float, width: float, height: float) -> Line:
    """The largest coaster of these elements that this room takes, from its left edge on."""
    unit = min(width / (START + len(elements) + END), height * WIDEST)
    low = height * LOW
    room = unit * START
    drop = tuple(
        (left + room * share, base - low - (height - low) * (1 + cos(pi * share)) / 2)
        for share in (step / 16 for step in range(17))
    )
    x = left + room
    stretches = []
    for icons in elements:
        stretches.append(Stretch(_stretch(icons, x, base, unit, height), icons, x, x + unit))
        x += unit
    rest = ((x, base - low), (x + unit * END, base - low))
    return Line(drop, tuple(stretches), rest, base, height, unit)


def alone(icons: Icons, left: float, base: float, width: float, height: float) -> Line:
    """One element's track by itself, in the middle of this room."""
    unit = min(width, height * WIDEST * len(icons[:2] or ("",)))
    start = left + (width - unit) / 2
    only = Stretch(_stretch(icons, start, base, unit, height), icons, start, start + unit)
    return Line((), (only,), (), base, height, unit)


def _stretch(icons: Icons, left: float, base: float, unit: float, height: float) -> tuple[Point, ...]:
    forms = icons[:2] or ("",)
    room = unit / len(forms)
    low, rise = height * LOW, height * (1 - LOW) * (0.9 if len(forms) == 1 else 0.78)
    points: list[Point] = []
    for place, icon in enumerate(forms):
        start = left + place * room
        points += [(start + across, base - low - up) for across, up in _FORMS.get(icon, _plain)(room, rise)]
    return tuple(points)


Form = Callable[[float, float], list[Point]]
"""The points of a stretch in its room, its height counted upward from the low track."""


def _wave(height: Callable[[float], float], steps: int = 18) -> Form:
    def form(room: float, rise: float) -> list[Point]:
        return [(room * step / steps, rise * height(step / steps)) for step in range(steps + 1)]

    return form


def _swell(share: float) -> float:
    return (1 - cos(2 * pi * share)) / 2


def _loop(room: float, rise: float) -> list[Point]:
    """In along the ground, up on the far side, over the top backwards, and out along the ground."""
    across = min(room * 0.32, rise * 0.4)
    high = min(rise * 0.92, across * 2.6)
    ring = [
        (
            room / 2 + across * sin(turn) - across * 0.45 * (1 - turn / pi),
            high * (1 - cos(turn)) / 2,
        )
        for turn in (2 * pi * step / 22 for step in range(23))
    ]
    return [(0.0, 0.0), *ring, (room, 0.0)]


def _slow_roof(room: float, rise: float) -> list[Point]:
    """A long loop with a level roof, along which one hangs."""
    half, high = min(room * 0.36, rise * 0.62), rise * 0.78
    curve = high / 2
    middle = room / 2
    bend = min(curve, half * 0.8)
    right = [
        (middle + half - bend + bend * sin(turn), curve - curve * cos(turn))
        for turn in (pi * step / 10 for step in range(11))
    ]
    left = [(room - x, y) for x, y in reversed(right)]
    return [(0.0, 0.0), *right, *left, (room, 0.0)]


def _coil(room: float, rise: float) -> list[Point]:
    """Three turns up a spiral, and down from its top."""
    across = min(room * 0.32, rise * 0.5)
    flat = min(across * 0.34, rise * 0.12)
    high = rise * 0.66
    turns = [
        (
            room * 0.42 + across * sin(6 * pi * step / 60),
            high * step / 60 + flat * (1 - cos(6 * pi * step / 60)),
        )
        for step in range(61)
    ]
    fall = [
        (turns[-1][0] + (room - turns[-1][0]) * step / 12, turns[-1][1] * (1 + cos(pi * step / 12)) / 2)
        for step in range(1, 13)
    ]
    return [(0.0, 0.0), *turns, *fall]


_plain = _wave(lambda share: 0.4 * _swell(share))

_FORMS: dict[str, Form] = {
    "ejector": _wave(lambda share: 0.95 * _swell(share) ** 2.2),
    "floater": _wave(lambda share: 0.6 * _swell(share) ** 0.6),
    "inversion": _loop,
    "hang-time": _slow_roof,
    "helix": _coil,
    "s-curve": _wave(lambda share: 0.3 * _swell(2 * share)),
    "capacity": _wave(lambda share: 0.42 * min(1.0, 2.2 * _swell(share))),
    "launch": _wave(lambda share: 0.3 * share**4 * (1 - max(0.0, share - 0.8) * 5)),
}

LOOPED = frozenset({"inversion", "hang-time", "helix"})
"""The forms that turn back over themselves."""
