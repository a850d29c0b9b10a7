"""Several coasters side by side, as large as their plot of the park allows, and where a finger meets them."""

from collections.abc import Sequence

from msgspec import Struct

from companion.rules.contract import Seat
from companion.scenes.coaster_park import ids
from companion.scenes.coaster_park.cards import Place, glow, touch
from companion.scenes.coaster_park.coaster import (
    FLAG_ROW,
    MOST_ROWS,
    NAME_GAP,
    Paint,
    flags,
    names,
    names_room,
    rows_needed,
    structure,
)
from companion.scenes.coaster_park.labels import SMALL
from companion.scenes.coaster_park.profile import SHARE, WIDEST, Hill, Profile, profile
from companion.scenes.labels import label
from companion.scenes.lettering import width as text_width
from companion.scenes.palette import RADIUS, SPACE, TOUCH
from companion.scenes.shapes import Circle, Polyline, Shape, Target, Text

GAP = 14.0
INSET, TAIL = 4.0, 16.0
"""What a plot leaves free at its left, and behind the coaster's end, where the next hill is joined."""
TITLE = SMALL + 6
LEAST_TRACK = 34.0
"""The least height of a track, in dp, that still shows what its hills are."""


class Coaster(Struct, frozen=True):
    """A coaster to draw: whose it is, which of theirs, what it is called, its hills, and a remark."""

    seat: Seat
    index: int
    title: str
    hills: tuple[Hill, ...]
    note: str = ""


class Plan(Struct, frozen=True):
    """What a plot shows beside its coasters: the colour of the rails, what can be touched, what was."""

    colour: str
    seat: Seat = 0
    lit: frozenset[str] = frozenset()
    chosen: frozenset[str] = frozenset()
    names: bool = True
    titles: bool = True


def plots(coasters: Sequence[Coaster], area: Place, plan: Plan) -> tuple[Shape, ...]:
    """All coasters in an area, in as many rows as make them largest."""
    free = ids.ground(plan.seat) in plan.lit | plan.chosen
    room = area.width - (TOUCH + GAP if free else 0.0)
    shapes: list[Shape] = []
    rows = _rows(coasters, room, area.height) if coasters else []
    tall = area.height / max(1, len(rows))
    for row, members in enumerate(rows):
        below = SPACE if row + 1 < len(rows) else 0.0
        places = _places(members, Place(area.left, area.top + row * tall, room, tall - below))
        profiles, named = _profiles(members, places, plan)
        for coaster, place, drawn in zip(members, places, profiles, strict=True):
            shapes += _plot(coaster, place, drawn, plan, named=named)
    if free:
        left = area.left + area.width - TOUCH if coasters else area.middle - TOUCH / 2
        shapes += _ground(left, area.top + area.height, plan)
    return tuple(shapes)


def _places(members: Sequence[Coaster], area: Place) -> list[Place]:
    """A place for each coaster of a row: as wide as its hills want, what is left shared out."""
    shares = [_shares(coaster) for coaster in members]
    spare = area.width - GAP * (len(members) - 1)
    unit = min(spare / sum(shares), max(LEAST_TRACK, area.height - TITLE - FLAG_ROW) * WIDEST)
    rest = (spare - unit * sum(shares)) / len(members)
    places = []
    left = area.left
    for share in shares:
        wide = unit * share + rest
        places.append(Place(left, area.top, wide, area.height))
        left += wide + GAP
    return places


def _profiles(members: Sequence[Coaster], places: Sequence[Place], plan: Plan) -> tuple[list[Profile], bool]:
    """The profiles of a row on one ground, and whether there is room for the names under all of them."""
    head = TITLE if plan.titles else 4.0

    def drawn(below: float) -> list[Profile]:
        return [
            profile(
                coaster.hills,
                (place.left + INSET, place.top + head),
                place.width - INSET - TAIL,
                place.height - head - below,
            )
            for coaster, place in zip(members, places, strict=True)
        ]

    height = places[0].height - head
    for rows in range(1, MOST_ROWS + 1):
        found = drawn(names_room(rows))
        roomy = height - names_room(rows) >= max(LEAST_TRACK, height * 0.4)
        if plan.names and roomy and all(rows_needed(one) <= rows and _in_full(one) for one in found):
            return found, True
    return drawn(FLAG_ROW + SPACE), False


def _plot(coaster: Coaster, place: Place, drawn: Profile, plan: Plan, *, named: bool) -> tuple[Shape, ...]:
    """One coaster: its title, profile, the names and flags of its hills, and its targets."""
    paint = Paint(plan.colour)
    return (
        *((_title(coaster, place),) if plan.titles else ()),
        *structure(drawn, paint),
        *(names(drawn, drawn.base + NAME_GAP, paint) if named else _flags(drawn)),
        *_targets(coaster, place, drawn, plan),
    )


def _title(coaster: Coaster, place: Place) -> Shape:
    title = f"{coaster.title} · {coaster.note}" if coaster.note else coaster.title
    if text_width(title, SMALL) > place.width:
        title = coaster.title
    if text_width(title, SMALL) > place.width:
        title = title.split()[0]
    return label((place.left, place.top + SMALL / 2), title, place.width, colour="muted", anchor="start")


def _ground(left: float, bottom: float, plan: Plan) -> tuple[Shape, ...]:
    """The free ground for a new coaster."""
    id_ = ids.ground(plan.seat)
    tall = TOUCH + 8
    place = Place(left, bottom - tall, TOUCH, tall, id_, id_ in plan.lit, id_ in plan.chosen)
    return (
        *glow(place),
        *_plus((place.middle, place.top + 24)),
        label((place.middle, place.top + tall - 13), "new", TOUCH - 4, colour="text"),
        *touch(place),
    )


def _flags(drawn: Profile) -> tuple[Shape, ...]:
    shapes: list[Shape] = []
    for index, hill in enumerate(drawn.hills):
        size = min(11.0, (drawn.room(index) - 2) / max(1, hill.flags) - 2)
        shapes += flags(hill, (drawn.middle(index), drawn.base + 4 + FLAG_ROW * 0.45), "", size)
    return tuple(shapes)


def _targets(coaster: Coaster, place: Place, drawn: Profile, plan: Plan) -> tuple[Shape, ...]:
    """The whole coaster, its end, and its joints, where they lead on or were touched."""
    shapes: list[Shape] = []
    shown = plan.lit | plan.chosen
    whole = ids.coaster(coaster.seat, coaster.index)
    if whole in shown:
        framed = Place(
            place.left - 2,
            place.top - 2,
            drawn.width + 14,
            place.height - 1,
            whole,
            whole in plan.lit,
            whole in plan.chosen,
        )
        shapes += (*glow(framed, RADIUS - 4), *touch(framed))
    joints = [ids.joint(coaster.seat, coaster.index, hill) for hill in range(len(coaster.hills) - 1)]
    for hill, id_ in enumerate(joints):
        if id_ in shown:
            shapes += _joint(drawn, hill, id_, plan, min(drawn.room(hill), drawn.room(hill + 1)))
    end = ids.end(coaster.seat, coaster.index)
    if end in shown:
        shapes += _joint(drawn, len(coaster.hills) - 1, end, plan, TOUCH)
    return tuple(shapes)


def _joint(drawn: Profile, hill: int, id_: str, plan: Plan, room: float) -> tuple[Shape, ...]:
    x, y = drawn.lines[hill][-1]
    ring = 13.0
    centre = (x + (ring / 2 if hill == len(drawn.hills) - 1 else 0.0), y - ring)
    wide = min(TOUCH, room)
    shapes: list[Shape] = []
    if id_ in plan.chosen:
        shapes.append(Circle(centre, ring + 3, stroke="accent", stroke_width=3.0))
    else:
        shapes.append(Circle(centre, ring + 4, fill="accent@30"))
    target = Target((centre[0] - wide / 2, centre[1] - TOUCH / 2), wide, TOUCH, id_)
    return (*shapes, *_plus(centre), target)


def _plus(centre: tuple[float, float]) -> tuple[Shape, ...]:
    x, y = centre
    return (
        Circle(centre, 13.0, fill="accent"),
        Polyline(((x - 6, y), (x + 6, y)), "ink", 3.0),
        Polyline(((x, y - 6), (x, y + 6)), "ink", 3.0),
    )


def _shares(coaster: Coaster) -> float:
    return max(1.6, sum(SHARE[hill.form] for hill in coaster.hills))


def _rows(coasters: Sequence[Coaster], width: float, height: float) -> list[Sequence[Coaster]]:
    """The partition into rows, in order, that makes the smallest hill widest."""
    best: list[Sequence[Coaster]] = [coasters]
    widest = 0.0
    for count in range(1, len(coasters) + 1):
        rows = _split(coasters, count)
        track = height / count - TITLE - FLAG_ROW - 2 * SPACE
        if count > 1 and track < LEAST_TRACK:
            break
        unit = min(
            (width - GAP * (len(row) - 1)) / sum(_shares(coaster) for coaster in row) for row in rows if row
        )
        unit = min(unit, track * WIDEST)
        if unit > widest * 1.1:
            best, widest = rows, unit
    return best


def _split(coasters: Sequence[Coaster], count: int) -> list[Sequence[Coaster]]:
    """The coasters in so many rows of about equal length, their order kept."""
    total = sum(_shares(coaster) for coaster in coasters)
    rows: list[list[Coaster]] = [[]]
    taken = 0.0
    for coaster in coasters:
        share = _shares(coaster)
        if rows[-1] and len(rows) < count and taken + share / 2 > total * len(rows) / count:
            rows.append([])
        rows[-1].append(coaster)
        taken += share
    return [row for row in rows if row]


def _in_full(drawn: Profile) -> bool:
    """Whether no name has to be shortened."""
    shown = {shape.text for shape in names(drawn, 0.0, Paint("text")) if isinstance(shape, Text)}
    return {hill.name for hill in drawn.hills} <= shown
