"""A coaster in its area: layout card, structure with its elements' cards, tracks, what a card would do."""

from msgspec import Struct

from companion.rules.coaster_clash.components import Bound, Element, Layout
from companion.scenes.coaster_clash.element_card import back, tile
from companion.scenes.coaster_clash.labels import BODY, SMALL, Area
from companion.scenes.coaster_clash.layout_card import layout_card
from companion.scenes.coaster_clash.structure import structure
from companion.scenes.coaster_clash.symbols import (
    excitement_sign,
    perfect_sign,
    speed_sign,
    vomit_sign,
)
from companion.scenes.coaster_clash.track import line
from companion.scenes.coaster_clash.tracks import excitement_track, speed_track
from companion.scenes.labels import label, largest
from companion.scenes.lettering import width
from companion.scenes.marks import Shapes, arrow, cross
from companion.scenes.shapes import Polyline, Shape, Text

EFFECT = 112.0
"""The width of what a card would do, in dp."""

STACKED = 30.0
"""Below this height, in dp, two values one above the other are written smaller."""

TILED = 46.0
"""From this height on, in dp, the elements' cards are shown under their stretches."""


class Ride(Struct, frozen=True):
    """A coaster as it is drawn; `scores` and `theme` are what layout and themes bring as it stands.

    Without a `layout`, `laid` says whether one lies there face down.
    """

    id: str
    layout: Layout | None
    elements: tuple[Element, ...] = ()
    speed: int = 0
    excitement: int = 0
    scores: tuple[int, ...] = ()
    theme: int = 0
    laid: bool = False


class Preview(Struct, frozen=True):
    """What an element would do to a coaster: `fits` unless the coaster is too slow for it."""

    element: Element
    fits: bool
    speed: int
    excitement: int
    perfect: bool
    sick: bool
    vomit: tuple[Bound, ...] = ()
    """The vomit speeds as the table plays them (CC12)."""


class Scales(Struct, frozen=True):
    """How far the tracks of all coasters reach, so that they can be compared."""

    speed: int
    excitement: int


def panel(area: Area, ride: Ride, scales: Scales, preview: Preview | None, lit: bool, chosen: bool) -> Shapes:
    """A coaster in large, which a finger can choose."""
    if ride.layout is None:
        return waiting(area, ride, lit=lit)
    inner = area.inset(6)
    card, rest = inner.cut_left(max(126.0, min(210.0, inner.width * 0.27)), 8)
    tall = 20.0 if inner.height < 170 else 24.0
    excitement, rest = rest.cut_bottom(tall, 4)
    speed, rest = rest.cut_bottom(tall, 4)
    card = Area(card.left, card.top, card.width, min(card.height, 170.0))
    element = preview.element if preview else None
    after = preview if preview is not None and preview.fits else None
    shapes: list[Shape] = [
        area.box("raised"),
        *layout_card(card, ride.layout, ride.scores),
        *speed_track(
            speed,
            ride.speed,
            after.speed if after else None,
            element.perfect if element else None,
            preview.vomit if preview else (),
            scales.speed,
        ),
        *excitement_track(
            excitement, ride.excitement, after.excitement if after else None, scales.excitement
        ),
    ]
    if preview is not None:
        effect, rest = rest.cut_right(EFFECT, 6)
        shapes += _effect(effect, ride, preview)
    elif ride.theme:
        shapes += _longest(rest, ride.theme)
    shapes += built(rest, ride, after.element if after else None)
    shapes.append(area.target(ride.id))
    return (*shapes, *area.glow(lit=lit, chosen=chosen))


def _longest(area: Area, points: int) -> Shapes:
    """This coaster has the longest row of a theme, and what that would bring (CC16)."""
    words = f"longest theme +{points}"
    wide = width(words, SMALL, bold=True) + 16
    spot = Area(area.right - wide, area.top, wide, 19.0)
    return (
        spot.box("accent", radius=9.5),
        Text(spot.centre, words, SMALL, "ink", bold=True),
    )


def built(area: Area, ride: Ride, ghost: Element | None = None) -> Shapes:
    """The structure, and under each stretch its card."""
    elements = ride.elements + ((ghost,) if ghost else ())
    low = 20.0 if area.height >= TILED else 0.0
    drawn = line(
        [element.icons for element in elements],
        area.left + 3,
        area.bottom - low,
        area.width - 8,
        area.height - low - 6,
    )
    place = len(elements) - 1 if ghost else -1
    shapes: list[Shape] = [*structure(drawn, [element.theme for element in elements], place)]
    if low:
        for stretch, element in zip(drawn.stretches, elements, strict=True):
            gap = min(1.5, drawn.unit * 0.06)
            wide = min(drawn.unit - 2 * gap, 76.0)
            shapes += tile(Area(stretch.middle - wide / 2, area.bottom - 17, wide, 17), element)
    return tuple(shapes)


def waiting(area: Area, ride: Ride, *, lit: bool) -> Shapes:
    """A place whose layout is not turned up yet, or not even laid."""
    if ride.laid:
        high = min(area.height - 8, 40.0)
        x, y = area.centre
        card = Area(x - high * 0.7, y - high / 2, high * 1.4, high)
        shapes: Shapes = (area.box("raised", "edge"), *back(card))
    else:
        corner, low = (area.left, area.top), (area.right, area.bottom)
        edge = (corner, (low[0], corner[1]), low, (corner[0], low[1]))
        note = label(area.centre, "a layout to come", area.width - 8, colour="muted")
        shapes = (Polyline(edge, "edge", 1.5, dash=5.0, closed=True), note)
    return (*shapes, area.target(ride.id), *area.glow(lit=lit))


def _effect(area: Area, ride: Ride, preview: Preview) -> Shapes:
    """The speed before and after, the excitement, and why."""
    box = Area(area.left, area.top, area.width, min(area.height, 88.0))
    if not preview.fits:
        return _too_slow(box, ride, preview)
    gained = preview.excitement - ride.excitement
    remark = ""
    if preview.perfect and preview.sick:
        remark = "perfect, but sick"
    elif preview.perfect:
        remark = "perfect +2"
    elif preview.sick:
        remark = "sick −2"
    rows = 3 if remark else 2
    step = box.height / rows
    size = 20.0 if step >= 24 else 18.0
    x = box.left + 8
    y = box.top + step / 2
    shapes: list[Shape] = [
        box.box("control"),
        *speed_sign(x + 8, y, 16),
        label((x + 22, y), f"{ride.speed}", 40, size, anchor="start", display=True),
    ]
    start = x + 22 + width(str(ride.speed), size, display=True) + 4
    shapes += arrow((start, y), (start + 16, y), "accent", 2.2)
    shapes.append(label((start + 20, y), f"{preview.speed}", 40, size, anchor="start", display=True))
    y += step
    words = f"+{gained}" if gained >= 0 else f"−{-gained}"
    shapes += excitement_sign(x + 8, y, 17)
    shapes.append(label((x + 22, y), words, 60, size, anchor="start", display=True))
    if remark:
        y += step
        sign = perfect_sign(x + 8, y, 15) if preview.perfect else vomit_sign(x + 8, y, 15)
        shapes += sign
        room = box.width - 32
        shapes.append(label((x + 22, y), remark, room, SMALL, colour="text", anchor="start", bold=True))
    return tuple(shapes)


def _too_slow(box: Area, ride: Ride, preview: Preview) -> Shapes:
    """The coaster has not the speed that the element costs (CC5)."""
    y = box.top + box.height / 2
    needs = f"needs {-preview.element.speed}, has {ride.speed}"
    return (
        box.box("bad_panel"),
        *cross(box.left + 16, y - 10, 15),
        label((box.left + 30, y - 10), "too slow", box.width - 34, anchor="start", bold=True),
        label((box.left + 8, y + 10), needs, box.width - 12, anchor="start"),
    )


def brief(area: Area, ride: Ride, lit: bool, chosen: bool) -> Shapes:
    """A coaster in small: its name, both values, and the structure."""
    if ride.layout is None:
        return waiting(area, ride, lit=lit)
    inner = area.inset(5, 3)
    head, rest = inner.cut_top(17.0, 1)
    y = head.top + head.height / 2
    numbers = [
        max(width(str(value), BODY, display=True), 9.0) + 17 for value in (ride.speed, ride.excitement)
    ]
    across = sum(numbers) + 8
    name = ride.layout.name
    beside = width(name, SMALL, bold=True) <= head.width - across - 6
    room = head.width - across - 6 if beside else head.width - 2
    size = largest(name, room, (BODY, SMALL), bold=True)
    shapes: list[Shape] = [
        area.box("raised"),
        label((head.left + 1, y), name, room, size, anchor="start", bold=True),
    ]
    if beside:
        shapes += _value(ride, head.right - across, y, "speed")
        shapes += _value(ride, head.right - numbers[1], y, "excitement")
    else:
        aside, rest = rest.cut_right(max(numbers), 2)
        small = aside.height < STACKED
        for kind, share in (("speed", 0.22), ("excitement", 0.78)):
            shapes += _value(ride, aside.left, aside.top + aside.height * share, kind, small=small)
    shapes += built(rest, ride)
    shapes.append(area.target(ride.id))
    return (*shapes, *area.glow(lit=lit, chosen=chosen))


def _value(ride: Ride, left: float, y: float, kind: str, *, small: bool = False) -> Shapes:
    """A track's value behind its sign."""
    if kind == "speed":
        sign, value = speed_sign(left + 7, y, 11 if small else 13, "muted"), ride.speed
    else:
        sign, value = excitement_sign(left + 7, y, 11 if small else 14), ride.excitement
    if small:
        return (*sign, Text((left + 17, y), str(value), SMALL, "text", "start", bold=True))
    return (*sign, Text((left + 17, y), str(value), BODY, "text", "start", display=True))
