"""The middle of the table: decks, card row, the hill on sale, and the central pool."""

from collections import Counter
from collections.abc import Iterator
from math import ceil

from companion.rules.coaster_park.components import DECKS, Deck, index
from companion.rules.coaster_park.state import Sale, SettingUp, State, stage_of
from companion.scenes.coaster_park import ids
from companion.scenes.coaster_park.cards import Place, back, card
from companion.scenes.coaster_park.labels import BODY
from companion.scenes.coaster_park.parts import spot
from companion.scenes.coaster_park.pieces import hill_tile, more, sale_tile, slot
from companion.scenes.coaster_park.view import drawn_hill, is_launch
from companion.scenes.labels import label
from companion.scenes.palette import SPACE
from companion.scenes.shapes import Shape
from companion.scenes.telling import Look

WIDE = 640.0
"""The width, in dp, from which the decks lie beside a full card row."""

DECK_WIDTH = 76.0
CARDS = 5
STANDARDS = 3
STRIP = 66.0
CHIP = 58.0
"""Heights of the pool's tiles: in one row to look at, and in a grid to choose from."""

NOTHING = 30.0
"""The height of the words that say so where there is no pool."""

LEAST_TILE, LEAST_CHIP = 72.0, 118.0
WIDEST_TILE, WIDEST_CHIP = 120.0, 240.0


def setting_up(state: State) -> bool:
    """Whether the row is still being laid out."""
    return isinstance(stage_of(state), SettingUp)


def decks_beside(state: State, look: Look) -> bool:
    """Whether there is room for the decks beside the cards."""
    return look.width >= WIDE or (0 < len(state.row) < CARDS and not setting_up(state))


def card_row(state: State, look: Look, area: Place) -> tuple[Shape, ...]:
    """The decks, if there is room for them, and the cards; free places while the row is laid out."""
    shapes: list[Shape] = []
    left, width = area.left, area.width
    places = max(CARDS, len(state.row))
    if look.width >= WIDE:
        shapes += _decks(state, look, Place(left, area.top, DECK_WIDTH, area.height))
        left, width = left + DECK_WIDTH + SPACE, width - DECK_WIDTH - SPACE
    wide = (width - SPACE * (places - 1)) / places
    if look.width < WIDE and decks_beside(state, look):
        shapes += _decks(state, look, Place(left, area.top, wide, area.height))
        left += wide + SPACE
    for number, name in enumerate(state.row):
        printed = index(state.components).card[name]
        place = spot(look, left + number * (wide + SPACE), area.top, wide, area.height, ids.row(name))
        hill = drawn_hill(state.components, printed.hill)
        shapes += card(place, printed.expert, hill, launch=printed.deck == "launch")
    if setting_up(state):
        for number in range(len(state.row), CARDS):
            place = Place(left + number * (wide + SPACE), area.top, wide, area.height)
            shapes += slot(place, _expected(state, number))
    return tuple(shapes)


def _expected(state: State, number: int) -> str:
    """Which deck the next cards of the set-up come from."""
    standards = sum(not is_launch(state, index(state.components).brings[name]) for name in state.row)
    return "standard" if number - len(state.row) < STANDARDS - standards else "launch"


def _decks(state: State, look: Look, area: Place) -> Iterator[Shape]:
    tall = (area.height - SPACE) / 2
    for number, name in enumerate(DECKS):
        place = spot(look, area.left, area.top + number * (tall + SPACE), area.width, tall, ids.deck(name))
        yield from back(place, _left(state, name), launch=name == "launch")


def _left(state: State, name: Deck) -> int:
    return len(state.launch if name == "launch" else state.standard)


def open_sale(state: State) -> Sale | None:
    """The sale that is going on, until its hill is bought."""
    return state.sale if state.sale and state.sale.buyer is None else None


def stage(state: State, look: Look, sale: Sale, area: Place) -> tuple[tuple[Shape, ...], Place]:
    """The hill on sale, and the room that it leaves beside it."""
    wide = min(250.0, max(206.0, area.width * 0.3))
    price = "" if sale.price is None else f"${sale.price}"
    place = spot(look, area.left, area.top, wide, STRIP, ids.sale(sale.hill))
    room = Place(area.left + wide + SPACE, area.top, area.width - wide - SPACE, area.height)
    return sale_tile(place, drawn_hill(state.components, sale.hill), price, "for sale"), room


def pool(state: State, look: Look, area: Place) -> tuple[tuple[Shape, ...], float]:
    """The pool's hills and their height: a row to look at, or a grid with the decks to choose from."""
    sale = open_sale(state)
    hills = Counter(state.pool) - Counter([sale.hill] if sale else [])
    decks = [] if decks_beside(state, look) else [name for name in DECKS if ids.deck(name) in look.lit]
    if not hills and not decks:
        return ((), STRIP) if sale else (_nothing(state, area), NOTHING)
    choosing = bool(decks) or any(ids.pool(hill) in look.lit for hill in hills)
    tall = CHIP if choosing else STRIP
    columns, rows = _grid(len(hills) + len(decks), area.width, choosing=choosing)
    rows = min(rows, int((area.height + SPACE) / (tall + SPACE)))
    widest = WIDEST_CHIP if choosing else WIDEST_TILE
    wide = min(widest, (area.width - SPACE * (columns - 1)) / columns)
    cells = _cells(area.left, area.top, wide, tall, columns)
    room = columns * rows - len(decks)
    shown = list(hills.items())[: room - 1 if len(hills) > room else room]
    shapes: list[Shape] = []
    for (hill, count), (x, y) in zip(shown, cells, strict=False):
        place = spot(look, x, y, wide, tall, ids.pool(hill))
        shapes += hill_tile(place, drawn_hill(state.components, hill), count)
    if len(shown) < len(hills):
        x, y = next(cells)
        shapes += more(Place(x, y, wide, tall), len(hills) - len(shown))
    for name, (x, y) in zip(decks, cells, strict=False):
        place = spot(look, x, y, wide, tall, ids.deck(name))
        shapes += back(place, _left(state, name), launch=name == "launch")
    return tuple(shapes), rows * (tall + SPACE) - SPACE


def _nothing(state: State, area: Place) -> tuple[Shape, ...]:
    text = "The pool is empty" if state.row or state.standard else "No hill is left"
    return (label((area.middle, area.top + NOTHING / 2), text, area.width, BODY, colour="faint"),)


def _cells(left: float, top: float, wide: float, tall: float, columns: int) -> Iterator[tuple[float, float]]:
    """The corners of a grid's cells, row by row, without end."""
    number = 0
    while True:
        yield left + number % columns * (wide + SPACE), top + number // columns * (tall + SPACE)
        number += 1


def _grid(count: int, room: float, *, choosing: bool) -> tuple[int, int]:
    """Columns and rows for so many tiles: where one is chosen, all are there, with their names in full."""
    least = LEAST_CHIP if choosing else LEAST_TILE
    most = max(1, int((room + SPACE) / (least + SPACE)))
    rows = ceil(count / most)
    if not choosing:
        return min(most, count), 1
    return (ceil(count / rows) if rows < 4 else most), rows
