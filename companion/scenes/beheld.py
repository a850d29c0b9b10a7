"""What is drawn over the camera's picture: each card's outline and name, and what is wrong with it.

The four standings of a card differ in line and sign, not in colour alone.
"""

from collections.abc import Iterator, Mapping
from typing import assert_never

from companion.cards.reading import Quad
from companion.scenes.lettering import width, wrap
from companion.scenes.palette import RADIUS, SPACE, TYPE
from companion.scenes.shapes import Box, Circle, Point, Polygon, Polyline, Shape, Text
from companion.scenes.telling import Refusal
from companion.table.in_view import Progress, Seen, Standing

GROUND = "#17172B@85"
"""What stands behind words: a photograph is of any colour, in the dark theme and in the light."""

LETTERS = "#FFF4DF"
LINE = 3.5
SIGN = 11.0
LEAST_NAME = 64.0
"""A name takes at least so much width in dp, however small its card lies."""

BUBBLE = 250.0
LEADING = 1.25

COLOURS = {
    Standing.KNOWN: "#D4D8E6",
    Standing.NEW: "#3ED6B5",
    Standing.DOUBTFUL: "#FFC145",
    Standing.REFUSED: "#FF6B57",
}
"""Bright on any table; the same in both themes, as they lie on a photograph."""


def spot_of(place: int) -> str:
    """The id by which the card at a place in reading order is touched."""
    return f"card.{place}"


def place_of(spot: str) -> int | None:
    """The place in reading order of the card that was touched."""
    kind, _, place = spot.partition(".")
    return int(place) if kind == "card" and place.isdecimal() else None


def beheld(
    progress: Progress,
    names: Mapping[str, str],
    wide: float,
    high: float,
    refusal: Refusal | None = None,
    chosen: int | None = None,
) -> tuple[Shape, ...]:
    """The cards in view over a picture of this size in dp; the `chosen` one is being corrected."""
    if not progress.size[0] or not progress.size[1]:
        return ()
    across, down = wide / progress.size[0], high / progress.size[1]

    def moved(quad: Quad) -> tuple[Point, ...]:
        return tuple((x * across, y * down) for x, y in quad)

    shapes: list[Shape] = [
        Polyline(moved(quad), f"{COLOURS[Standing.KNOWN]}@60", 1.5, 5.0, closed=True)
        for quad in progress.unknown
    ]
    for place, seen in enumerate(progress.seen):
        shapes += _outline(seen, moved(seen.found.quad), spot_of(place), place == chosen)
    for place, seen in enumerate(progress.seen):
        shapes += _name(seen, moved(seen.found.quad), names, wide, spot_of(place))
    if refusal is not None:
        for seen in progress.seen:
            if seen.standing is Standing.REFUSED:
                shapes += _bubble(refusal, moved(seen.found.quad), wide, high)
    return tuple(shapes)


def outlined(quad: Quad, size: tuple[int, int], wide: float, high: float) -> tuple[Shape, ...]:
    """The outline of a card in a picture of this size in pixels, over one of that in dp."""
    corners = tuple((x * wide / size[0], y * high / size[1]) for x, y in quad)
    return (Polygon(corners, "", COLOURS[Standing.NEW], LINE),)


def banner(text: str, wide: float, high: float) -> tuple[Shape, ...]:
    """A line at the foot of the picture, in as many rows as it takes."""
    if not text:
        return ()
    size = TYPE["body"]
    rows = wrap(text, wide - 4 * SPACE, size, 4)
    tall = len(rows) * size * LEADING + SPACE
    top = high - tall - SPACE
    return (
        Box((SPACE, top), wide - 2 * SPACE, tall, RADIUS, GROUND),
        *_lines(rows, wide / 2, top + SPACE / 2, size),
    )


def _outline(seen: Seen, quad: tuple[Point, ...], id_: str, chosen: bool) -> Iterator[Shape]:
    colour = COLOURS[seen.standing]
    thick = LINE + 2 if chosen else LINE
    match seen.standing:
        case Standing.KNOWN:
            yield Polygon(quad, "#FFFFFF@15" if chosen else "", f"{colour}@90", 2.0, id=id_)
        case Standing.NEW | Standing.REFUSED:
            yield Polygon(quad, f"{colour}@25" if chosen else f"{colour}@10", colour, thick, id=id_)
        case Standing.DOUBTFUL:
            yield Polygon(quad, f"{colour}@25" if chosen else "", f"{colour}@50", 1.5, id=id_)
            yield Polyline(quad, colour, thick, 9.0, closed=True)
        case _:
            assert_never(seen.standing)
    if seen.standing is not Standing.KNOWN:
        yield from _sign(seen.standing, min(quad, key=sum), colour)


def _sign(standing: Standing, at: Point, colour: str) -> Iterator[Shape]:
    """A tick, a question mark or a cross at the card's corner."""
    x, y = at
    part = SIGN * 0.42
    yield Circle((x, y), SIGN, colour, "#17172B", 2.0)
    match standing:
        case Standing.NEW:
            yield Polyline(((x - part, y), (x - part / 4, y + part * 0.7), (x + part, y - part)), "ink", 2.5)
        case Standing.DOUBTFUL:
            yield Text((x, y), "?", 16.0, "ink", bold=True)
        case Standing.REFUSED:
            yield Polyline(((x - part, y - part), (x + part, y + part)), "ink", 2.5)
            yield Polyline(((x - part, y + part), (x + part, y - part)), "ink", 2.5)
        case Standing.KNOWN:
            return
        case _:
            assert_never(standing)


def _name(
    seen: Seen, quad: tuple[Point, ...], names: Mapping[str, str], wide: float, id_: str
) -> Iterator[Shape]:
    """The card's name on its lower half."""
    left, right = min(x for x, _ in quad), max(x for x, _ in quad)
    low, high = min(y for _, y in quad), max(y for _, y in quad)
    room = max(right - left - 2 * SPACE, LEAST_NAME)
    size = TYPE["small"]
    name = names.get(seen.card, seen.card)
    rows = wrap(name if seen.found.certain else f"{name}?", room, size, 3, bold=True)
    broad = max(width(row, size, bold=True) for row in rows) + SPACE
    tall = len(rows) * size * LEADING + SPACE / 2
    x = min(max((left + right) / 2, broad / 2), wide - broad / 2)
    top = max(high - tall, low)
    yield Box((x - broad / 2, top), broad, tall, 6.0, GROUND, id=id_)
    yield from _lines(rows, x, top + SPACE / 4, size)


def _bubble(refusal: Refusal, quad: tuple[Point, ...], wide: float, high: float) -> Iterator[Shape]:
    """What the rules say against a card, beside it: above or below, where there is more room."""
    broad = min(BUBBLE, wide - 2 * SPACE)
    titles = wrap(refusal.title, broad - 2 * SPACE, TYPE["body"], 2, bold=True)
    details = wrap(refusal.detail, broad - 2 * SPACE, TYPE["small"], 3)
    tall = (len(titles) * TYPE["body"] + len(details) * TYPE["small"]) * LEADING + 1.5 * SPACE
    middle = sum(x for x, _ in quad) / 4
    low, deep = min(y for _, y in quad), max(y for _, y in quad)
    above = low > high - deep
    top = min(max(low - tall - SPACE if above else deep + SPACE, SPACE), high - tall - SPACE)
    x = min(max(middle, broad / 2 + SPACE), wide - broad / 2 - SPACE)
    tip, edge = (low, top + tall) if above else (deep, top)
    if min(low, deep) < top + tall and top < max(low, deep):
        tip = edge  # it lies over its card, and needs no pointer
    else:
        yield Polygon(((middle - 9, edge), (middle + 9, edge), (middle, tip)), COLOURS[Standing.REFUSED])
    yield Box((x - broad / 2, top), broad, tall, RADIUS, "#4A2030", COLOURS[Standing.REFUSED], 2.0)
    y = top + SPACE / 2
    yield from _lines(titles, x, y, TYPE["body"], bold=True)
    yield from _lines(details, x, y + len(titles) * TYPE["body"] * LEADING, TYPE["small"])


def _lines(
    rows: tuple[str, ...], x: float, top: float, size: float, *, bold: bool = False
) -> Iterator[Shape]:
    for row, line in enumerate(rows):
        yield Text((x, top + (row + 0.5) * size * LEADING), line, size, LETTERS, bold=bold)
