"""A profile as shapes: lattice, rails, flags, names, and what lies behind a marble on its way."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot

from msgspec import Struct
from msgspec.structs import replace

from companion.scenes.coaster_park.labels import SMALL
from companion.scenes.coaster_park.profile import FLIGHT, Form, Hill, Profile, along, profile
from companion.scenes.labels import label
from companion.scenes.lettering import width
from companion.scenes.shapes import Point, Polygon, Polyline, Shape, Text

HILL_COLOURS = {"red": "seat0", "green": "seat1", "yellow": "seat2", "purple": "seat3", "blue": "seat4"}
"""The printed colours of hills, as their flags show them; others keep the fair's gold."""

GOLD = "accent"
NAME_ROW = SMALL + 3
FLAG_ROW = 16.0
"""Heights of the rows under a coaster, in dp."""


class Paint(Struct, frozen=True):
    """How a coaster is coloured: rails and their core, the lattice, and the names."""

    rail: str
    core: str = "cream"
    lattice: str = "lattice"
    name: str = "text"


NAME_GAP = 4.0
"""Between the ground and the names, in dp."""

LEAST_FLAG = 7.0
"""Where flags would get smaller than this, one flag and a number stand for them."""

LEAST_POST = 3.0
"""Where the track is lower than this, in dp, it needs no post."""

GREY = Paint(rail="lattice", core="faint", lattice="edge", name="muted")
"""What the marble has not reached."""


def structure(drawn: Profile, paint: Paint, passed: float | None = None) -> tuple[Shape, ...]:
    """Lattice and rails; `passed`, in hills, is how far they are painted, and the rest is grey."""
    reach = float(len(drawn.hills)) if passed is None else passed
    thick = max(3.0, min(6.0, drawn.height * 0.04))
    shapes: list[Shape] = []
    for index, hill in enumerate(drawn.hills):
        colour = paint.lattice if index < reach else GREY.lattice
        shapes += _supports(drawn, index, hill, colour)
    for start, end, colours in ((reach, float(len(drawn.hills)), GREY), (0.0, reach, paint)):
        for line in _rails(drawn, start, end):
            shapes += (
                Polyline(line, colours.rail, thick),
                Polyline(line, colours.core, max(1.0, thick * 0.32)),
            )
    for index, hill in enumerate(drawn.hills):
        if hill.form is Form.JUMP:
            air = _stretch(drawn.lines[index], *FLIGHT)
            shapes.append(Polyline(air, paint.rail if index < reach else GREY.rail, 1.6, dash=3.0))
    return tuple(shapes)


def _rails(drawn: Profile, start: float, end: float) -> Iterator[tuple[Point, ...]]:
    """The track between two places, in hills: a line for each stretch without a gap."""
    points: list[Point] = []
    for index, (hill, line) in enumerate(zip(drawn.hills, drawn.lines, strict=True)):
        first, last = max(0.0, start - index), min(1.0, end - index)
        if first >= last:
            continue
        take_off, landing = FLIGHT if hill.form is Form.JUMP else (1.0, 1.0)
        if first < take_off:
            points += _stretch(line, first, min(last, take_off))
        if take_off < 1.0:
            yield tuple(points)
            points = []
        if last > landing:
            points += _stretch(line, max(first, landing), last)
    if len(points) > 1:
        yield tuple(points)


def _stretch(line: tuple[Point, ...], first: float, last: float) -> tuple[Point, ...]:
    """The part of a hill's line between two fractions of its length."""
    if first <= 0.0 and last >= 1.0:
        return line
    lengths = [0.0]
    for a, b in pairwise(line):
        lengths.append(lengths[-1] + hypot(b[0] - a[0], b[1] - a[1]))
    low, high = first * lengths[-1], last * lengths[-1]
    inside = (point for point, length in zip(line, lengths, strict=True) if low < length < high)
    return (along(line, first), *inside, along(line, last))


def _supports(drawn: Profile, index: int, hill: Hill, colour: str) -> Iterator[Shape]:
    line, base = drawn.lines[index], drawn.base
    if hill.form is Form.LOOP:
        yield from _gantry(line, base, colour)
        return
    first, last = line[0][0], line[-1][0]
    gap = _gap(line) if hill.form is Form.JUMP else (last, last)
    for left, right in ((first, gap[0]), (gap[1], last)):
        if left < right:
            yield Polyline(_lattice(line, base, left, right), colour, 1.2)
    if hill.material == "wood":
        yield from _planks(line, base, colour)


def _lattice(line: tuple[Point, ...], base: float, left: float, right: float) -> tuple[Point, ...]:
    """Posts between track and ground, and a brace from each one's top to the next one's foot.

    Every turn is blunt: where a line turns back on itself, its corner is drawn far beyond its point.
    """
    posts = max(2, round((right - left) / 13))
    step = (right - left) / posts
    blunt = min(1.0, step / 4)
    points: list[Point] = []
    for post in range(posts + 1):
        x = left + step * post
        top = max(_height_at(line, x), _height_at(line, min(x + blunt, right)))
        if post:
            points.append((x - blunt, base))
        points.append((x, base))
        if base - top > LEAST_POST:
            points.append((x, top))
            if post < posts:
                points.append((x + blunt, top))
    return tuple(points)


def _gap(line: tuple[Point, ...]) -> tuple[float, float]:
    """The x between which a Jump has no track."""
    return along(line, FLIGHT[0])[0], along(line, FLIGHT[1])[0]


def _planks(line: tuple[Point, ...], base: float, colour: str) -> Iterator[Shape]:
    """A wooden hill has level planks between its posts, where a steel one has none."""
    top = min(y for _, y in line)
    for share in (0.3, 0.6):
        y = base - (base - top) * share
        inside = [x for x, height in line if height < y]
        for first, last in _stretches(line, inside):
            yield Polyline(((first, y), (last, y)), colour, 1.2)


def _stretches(line: tuple[Point, ...], inside: Sequence[float]) -> Iterator[tuple[float, float]]:
    run: list[float] = []
    wanted = set(inside)
    for x, _ in line:
        if x in wanted:
            run.append(x)
        elif run:
            yield run[0], run[-1]
            run = []
    if run:
        yield run[0], run[-1]


def _gantry(line: tuple[Point, ...], base: float, colour: str) -> Iterator[Shape]:
    """The two masts that hold a loop."""
    left, right = min(line[4:-4])[0], max(line[4:-4])[0]
    top = min(y for _, y in line)
    middle = (base + top) / 2
    reach = (right - left) * 0.2
    for side, out in ((left, -reach), (right, reach)):
        for foot in (side + out, side + out / 3):
            yield Polyline(((foot, base), (side, middle)), colour, 1.2)
    low = base - (base - middle) / 2
    for side, out in ((left, -reach / 2), (right, reach / 2)):
        for end in ((side + out, low), ((left + right) / 2, top)):
            yield Polyline(((side, middle), end), colour, 1.2)


def _height_at(line: tuple[Point, ...], x: float) -> float:
    for (x0, y0), (x1, y1) in pairwise(line):
        if x <= x1:
            return y0 + (y1 - y0) * ((x - x0) / (x1 - x0) if x1 > x0 else 0.0)
    return line[-1][1]


def flags(hill: Hill, centre: Point, colour: str = "", size: float = 11.0) -> tuple[Shape, ...]:
    """A hill's flags on their poles, in a row."""
    paint = colour or HILL_COLOURS.get(hill.colour, GOLD)
    step = size + 2
    shapes: list[Shape] = []
    if size < LEAST_FLAG and hill.flags > 1:
        one = flags(replace(hill, flags=1), (centre[0] - 5, centre[1]), colour)
        return (*one, Text((centre[0] + 8, centre[1] + 1), str(hill.flags), SMALL, colour or "muted"))
    left = centre[0] - step * hill.flags / 2 + 1
    top = centre[1] - size * 0.6
    for flag in range(hill.flags):
        x = left + step * flag
        cloth = ((x, top), (x + size, top + size * 0.36), (x, top + size * 0.72))
        shapes += (
            Polyline(((x, top), (x, top + size * 1.25)), paint, 1.4),
            Polygon(cloth, fill=paint),
        )
    return tuple(shapes)


def profile_with_names(
    hills: Sequence[Hill], corner: Point, across: float, height: float, below: float = 0.0
) -> tuple[Profile, float]:
    """The largest profile with room for names, flags and `below` under it; and that of names and flags."""
    for rows in range(1, MOST_ROWS + 1):
        room = names_room(rows)
        drawn = profile(hills, corner, across, height - room - below)
        if rows_needed(drawn) <= rows:
            break
    return drawn, room


def names_room(rows: int) -> float:
    """The height of so many rows of names, with the flags under them."""
    return rows * NAME_ROW + FLAG_ROW + NAME_GAP


def rows_needed(drawn: Profile) -> int:
    """In how many rows the names of a coaster stand apart."""
    return 1 + max(_rows(drawn))


def names(drawn: Profile, top: float, paint: Paint, passed: float | None = None) -> tuple[Shape, ...]:
    """The hills' names, in as many rows as keep them apart, and their flags below."""
    shapes: list[Shape] = []
    rows = _rows(drawn)
    reach = float(len(drawn.hills)) if passed is None else passed
    flag_y = top + (1 + max(rows)) * NAME_ROW + FLAG_ROW * 0.45
    for index, (hill, row) in enumerate(zip(drawn.hills, rows, strict=True)):
        painted = index < reach
        y = top + row * NAME_ROW + NAME_ROW / 2
        x, room = _place(drawn, index, rows)
        shapes.append(label((x, y), hill.name, room, colour=paint.name if painted else GREY.name))
        size = min(11.0, (drawn.room(index) - 2) / max(1, hill.flags) - 2)
        shapes += flags(hill, (drawn.middle(index), flag_y), "" if painted else "lattice", size)
    return tuple(shapes)


MOST_ROWS = 3


def _rows(drawn: Profile) -> tuple[int, ...]:
    """The row of each hill's name: one row if they fit side by side, else two or three in turn."""
    for count in range(1, MOST_ROWS):
        rows = tuple(index % count for index in range(len(drawn.hills)))
        fits = (
            width(hill.name, SMALL) <= _place(drawn, index, rows)[1] for index, hill in enumerate(drawn.hills)
        )
        if all(fits):
            return rows
    return tuple(index % MOST_ROWS for index in range(len(drawn.hills)))


def _place(drawn: Profile, index: int, rows: Sequence[int]) -> tuple[float, float]:
    """Where a name is centred, and how wide it may be without touching its row's neighbours."""
    fellows = [other for other in range(len(rows)) if rows[other] == rows[index]]
    at = fellows.index(index)
    centre = drawn.middle(index)
    left = (drawn.middle(fellows[at - 1]) + centre) / 2 if at else drawn.left
    last = drawn.left + drawn.width
    right = (drawn.middle(fellows[at + 1]) + centre) / 2 if at + 1 < len(fellows) else last
    wanted = width(drawn.hills[index].name, SMALL)
    half = min(wanted / 2, (right - left) / 2)
    return min(max(centre, left + half), right - half), right - left - 6
