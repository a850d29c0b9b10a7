"""A roller coaster seen from the side: hill by hill, the line on which its marble runs.

A profile is geometry only; `coaster.py` draws it. A place on the track is said by the hill's index,
the launch being 0, and the fraction of that hill's track that lies behind.
"""

from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from itertools import pairwise
from math import cos, hypot, pi, sin

from msgspec import Struct

from companion.scenes.shapes import Point


class Form(StrEnum):
    """How a hill looks from the side."""

    LAUNCH = "launch"
    PLAIN = "plain"
    BUMP = "bump"
    DOUBLE_DIPPER = "double_dipper"
    JUMP = "jump"
    LOOP = "loop"
    PLATEAU = "plateau"


class Hill(Struct, frozen=True):
    """A hill as it is drawn: its name, form, printed size (1 is the smallest), flags, colour and material."""

    name: str
    form: Form = Form.PLAIN
    size: int = 5
    flags: int = 0
    colour: str = ""
    material: str = ""


LARGEST = 10
"""The printed size that is drawn highest; larger ones are drawn as high."""

SHARE = {
    Form.LAUNCH: 1.2,
    Form.PLAIN: 1.0,
    Form.BUMP: 1.2,
    Form.DOUBLE_DIPPER: 1.2,
    Form.JUMP: 1.15,
    Form.LOOP: 1.2,
    Form.PLATEAU: 1.2,
}
"""How much of a coaster's width a hill takes, beside a plain one."""

_WAVES = {
    Form.LAUNCH: ((0.0, 1.0), (1.0, 0.0)),
    Form.PLAIN: ((0.0, 0.0), (0.5, 1.0), (1.0, 0.0)),
    Form.BUMP: ((0.0, 0.0), (0.27, 1.0), (0.5, 0.3), (0.73, 1.0), (1.0, 0.0)),
    Form.DOUBLE_DIPPER: ((0.0, 0.0), (0.3, 1.0), (0.52, 0.46), (0.66, 0.56), (1.0, 0.0)),
    Form.JUMP: ((0.0, 0.0), (0.47, 1.0), (1.0, 0.0)),
    Form.PLATEAU: ((0.0, 0.0), (0.24, 1.0), (0.76, 1.0), (1.0, 0.0)),
}
"""The turning points of a hill's track, in shares of its width and height."""

FLIGHT = (0.4, 0.6)
"""The part of a Jump, in shares of its length, that the marble flies over."""

WIDEST = 1.35
"""The most that a plain hill is wide, in heights of its coaster."""

MOST_UNIT = 180.0
"""The most that a plain hill is wide, in dp."""

TALLEST = 2.3
"""The most that a coaster is high, in widths of a plain hill."""

SMALL_HILL = 70.0
"""The width, in dp, up to which half as many steps make a smooth hill."""

_STEPS = 40
"""Steps of a large hill's line."""


class Profile(Struct, frozen=True):
    """Where a coaster's track runs: a line for each hill, from the launch downhill, ending in its valley."""

    hills: tuple[Hill, ...]
    lines: tuple[tuple[Point, ...], ...]
    left: float
    base: float
    width: float
    height: float

    @property
    def edges(self) -> tuple[float, ...]:
        """The x of each valley: the launch's top, then the end of every hill."""
        return (self.left, *(line[-1][0] for line in self.lines))

    def middle(self, hill: int) -> float:
        """The x over which a hill's name is centred."""
        return (self.edges[hill] + self.edges[hill + 1]) / 2

    def room(self, hill: int) -> float:
        """The width of a hill."""
        return self.edges[hill + 1] - self.edges[hill]


def profile(hills: Sequence[Hill], corner: Point, width: float, height: float) -> Profile:
    """The profile of a coaster in this area, from its lower left corner; it is never stretched."""
    left, top = corner
    base = top + height
    shares = max(1.0, sum(SHARE[hill.form] for hill in hills))
    unit = min(width / shares, height * WIDEST, MOST_UNIT)
    height = min(height, unit * TALLEST)
    lines = []
    x = left
    for hill in hills:
        room = unit * SHARE[hill.form]
        rise = height * _rise(hill)
        track = _track(hill.form, room, rise)
        lines.append(tuple((x + across, base - up) for across, up in track))
        x += room
    return Profile(tuple(hills), tuple(lines), left, base, unit * shares, height)


def track_point(drawn: Profile, hill: int, fraction: float) -> Point:
    """The place of a marble that has this fraction of a hill's track behind it."""
    return along(drawn.lines[hill], fraction)


def along(line: tuple[Point, ...], fraction: float) -> Point:
    """The place on a line that has this fraction of its length behind it."""
    lengths = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(line)]
    left = max(0.0, min(1.0, fraction)) * sum(lengths)
    for (a, b), length in zip(pairwise(line), lengths, strict=True):
        if left <= length:
            share = left / length if length else 0.0
            return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
        left -= length
    return line[-1]


def beam_places(hills: Sequence[Hill]) -> tuple[tuple[int, bool], ...]:
    """A fully equipped coaster's beams, downhill: each one's hill, and whether it is in a Bump's valley."""
    places: list[tuple[int, bool]] = []
    for index, hill in enumerate(hills):
        if hill.form is Form.BUMP:
            places.append((index, True))
        places.append((index, False))
    return tuple(places)


def beam_points(drawn: Profile) -> tuple[Point, ...]:
    """Where the beams of `beam_places` cross the track."""
    return tuple(
        drawn.lines[hill][len(drawn.lines[hill]) // 2] if valley else drawn.lines[hill][-1]
        for hill, valley in beam_places(drawn.hills)
    )


def _rise(hill: Hill) -> float:
    """The share of the coaster's height that a hill takes; the launch is always the highest."""
    size = max(0, min(hill.size, LARGEST)) / LARGEST
    return 0.86 + 0.14 * size if hill.form is Form.LAUNCH else 0.3 + 0.5 * size


def _track(form: Form, room: float, rise: float) -> tuple[Point, ...]:
    steps = _STEPS if room > SMALL_HILL else _STEPS // 2
    if form is Form.LOOP:
        return _loop(room, rise, steps)
    return tuple([(share * room, height * rise) for share, height in _wave(form, steps)])


@cache
def _wave(form: Form, steps: int) -> tuple[Point, ...]:
    """A hill's line in a square of one: it swings from turning point to turning point, level in each."""
    return tuple((step / steps, _height(_WAVES[form], step / steps)) for step in range(steps + 1))


def _height(turns: Sequence[Point], share: float) -> float:
    for (x0, y0), (x1, y1) in pairwise(turns):
        if share <= x1:
            return y0 + (y1 - y0) * (1 - cos(pi * (share - x0) / (x1 - x0))) / 2
    return turns[-1][1]


def _loop(room: float, rise: float, steps: int) -> tuple[Point, ...]:
    """In along the ground, up on the far side, over the top backwards, and out along the ground."""
    across = min(room * 0.36, rise * 0.42)
    high = min(rise, across * 3.0)
    drift = across * 0.5
    ring = []
    for step in range(steps - 1):
        turn = 2 * pi * step / (steps - 2)
        ring.append((room / 2 + across * sin(turn) - drift * (1 - turn / pi), high * (1 - cos(turn)) / 2))
    return ((0.0, 0.0), (ring[0][0] / 2, 0.0), *ring, ((room + ring[-1][0]) / 2, 0.0), (room, 0.0))
