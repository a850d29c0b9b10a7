"""The tracks of speed and excitement: a scale with a marker, and where a placement would move it."""

from companion.rules.coaster_clash.components import Bound
from companion.scenes.coaster_clash.labels import SMALL, Area
from companion.scenes.coaster_clash.symbols import (
    excitement_sign,
    perfect_sign,
    speed_sign,
    vomit_sign,
)
from companion.scenes.lettering import width
from companion.scenes.marks import Shapes, arrow
from companion.scenes.shapes import Box, Circle, Polyline, Shape, Text

SPEEDS, POINTS = 15, 30
"""How far the scales of speed and excitement reach, unless a value lies beyond."""

SIGN = 20.0
"""The room for the sign before a scale, in dp."""

FIVES = 5
"""Speeds are numbered by fives, with a tick for each between."""

ARROW = 34.0
"""From this distance on an arrow leads from one marker to the other."""


class _Scale:
    """Numbers from `low` to `high` along a bar."""

    def __init__(self, area: Area, low: int, high: int) -> None:
        self.bar = area.cut_left(SIGN)[1]
        self.low, self.high = low, high
        self.margin = min(11.0, self.bar.height / 2 + 1)
        self.step = (self.bar.width - 2 * self.margin) / max(1, high - low)
        self.y = self.bar.top + self.bar.height / 2

    def x(self, value: float) -> float:
        return self.bar.left + self.margin + (value - self.low) * self.step

    def ground(self) -> Shapes:
        return (self.bar.box("control", radius=self.bar.height / 2),)

    def numbers(self, taken: list[float], each: int) -> Shapes:
        """The round numbers, and a tick for each number between; none where something else stands."""
        shapes: list[Shape] = []
        every = each * (1 if self.step * each >= 26 else 2)
        for value in range(self.low, self.high + 1):
            x = self.x(value)
            if any(abs(x - other) < 20 for other in taken):
                continue
            if value % every == 0:
                shapes.append(Text((x, self.y), str(value), SMALL, "muted"))
            elif self.step >= 6 and each == FIVES:
                shapes.append(Polyline(((x, self.y - 3), (x, self.y + 3)), "edge", 1.2))
        return tuple(shapes)

    def marker(self, x: float, value: int, fill: str, ink: str, edge: str = "") -> Shapes:
        half, high = self.half(value), self.bar.height + 2
        return (
            Box((x - half, self.y - high / 2), 2 * half, high, high / 2, fill, edge, 2.0),
            Text((x, self.y), str(value), SMALL, ink, bold=True),
        )

    def half(self, value: int) -> float:
        """Half the width of a marker with this number."""
        return max(self.bar.height / 2 + 1, width(str(value), SMALL, bold=True) / 2 + 4)

    def places(self, now: int, after: int | None) -> tuple[float, float]:
        """Where the two markers stand: apart, even if a step is narrower than a marker."""
        start = self.x(now)
        if after is None or after == now:
            return start, start
        apart = self.half(now) + self.half(after)
        end = self.x(after)
        if after > now:
            end = max(end, start + apart)
            over = max(0.0, end + self.half(after) - self.bar.right)
            return start - over, end - over
        end = min(end, start - apart)
        over = max(0.0, self.bar.left - end + self.half(after))
        return start + over, end + over


def speed_track(
    area: Area,
    speed: int,
    after: int | None = None,
    perfect: int | None = None,
    vomit: tuple[Bound, ...] = (),
    highest: int = SPEEDS,
) -> Shapes:
    """The speed now, what it would become, and the perfect and vomit speeds of the card in question."""
    far = max(highest, speed, after or 0, perfect or 0, *(bound.value + 1 for bound in vomit))
    scale = _Scale(area, 0, -(-far // FIVES) * FIVES)
    shapes: list[Shape] = [
        *speed_sign(area.left + SIGN / 2 - 2, scale.y, min(16.0, area.height)),
        *scale.ground(),
    ]
    for bound in vomit:
        shapes += _sick(scale, bound)
    start, end = scale.places(speed, after)
    taken = [start, end, *_between(start, end)]
    if perfect is not None:
        taken.append(scale.x(perfect))
    taken += [_face(scale, bound) for bound in vomit]
    shapes += scale.numbers(taken, FIVES)
    moved = _moved(scale, speed, after, "text", "panel")
    if perfect is None:
        return (*shapes, *moved)
    return (*shapes, *moved, *_best(scale, perfect, perfect in (speed, after)))


def excitement_track(area: Area, excitement: int, after: int | None = None, highest: int = POINTS) -> Shapes:
    """The excitement now, and what it would become."""
    far = max(highest, excitement, after or 0)
    scale = _Scale(area, min(0, excitement, after or 0), -(-far // 10) * 10)
    start, end = scale.places(excitement, after)
    return (
        *excitement_sign(area.left + SIGN / 2 - 2, scale.y, min(16.0, area.height)),
        *scale.ground(),
        *scale.numbers([start, end, *_between(start, end)], 10),
        *_moved(scale, excitement, after, "accent", "ink"),
    )


def _between(start: float, end: float) -> list[float]:
    """All places between two, which an arrow crosses."""
    low, high = sorted((start, end))
    return [low + 10 * step for step in range(int((high - low) / 10))]


def _moved(scale: _Scale, now: int, after: int | None, fill: str, ink: str) -> Shapes:
    start, end = scale.places(now, after)
    present = scale.marker(start, now, fill, ink)
    if after is None or after == now:
        return present
    way = arrow((start, scale.y), (end, scale.y), "accent", 2.5, 12.0) if abs(end - start) > ARROW else ()
    return (*way, *scale.marker(end, after, "panel", "text", "accent"), *present)


def _sick(scale: _Scale, bound: Bound) -> Shapes:
    """All speeds beyond a vomit speed, hatched, with the face of whoever rides at them."""
    faster = bound.op == "gt"
    left = scale.x(bound.value + 0.5) if faster else scale.bar.left
    right = scale.bar.right if faster else scale.x(bound.value - 0.5)
    top, high = scale.bar.top, scale.bar.height
    if right - left < high:
        return vomit_sign(_face(scale, bound), scale.y, high * 0.9)
    shapes: list[Shape] = [Box((left, top), right - left, high, high / 2, fill="bad@30")]
    x = left + 5
    while x + high * 0.5 < right - 3:
        shapes.append(Polyline(((x, top + high - 4), (x + high * 0.45, top + 4)), "bad@60", 1.5))
        x += 8.0
    face = _face(scale, bound)
    return (
        *shapes,
        Circle((face, scale.y), high * 0.46, fill="panel"),
        *vomit_sign(face, scale.y, high * 0.9),
    )


def _face(scale: _Scale, bound: Bound) -> float:
    """Where the face of a vomit speed is drawn: at the far end of what lies beyond."""
    return scale.bar.right - scale.margin if bound.op == "gt" else scale.bar.left + scale.margin


def _best(scale: _Scale, perfect: int, taken: bool) -> Shapes:
    """The star of the perfect speed; above the marker that stands there."""
    x, high = scale.x(perfect), scale.bar.height
    if taken:
        return perfect_sign(x + high * 0.55, scale.bar.top + 1, high * 0.6)
    return (
        Box((x - high * 0.5, scale.bar.top), high, high, high / 2, fill="control"),
        *perfect_sign(x, scale.y, high * 0.95),
    )
