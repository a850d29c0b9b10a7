"""The page of the whole table: card row, hill on sale, pool, and the park of whoever is in focus."""

from collections import Counter
from math import ceil

from companion.rules.coaster_park.components import DECKS, Deck, index, on_house_values
from companion.rules.coaster_park.state import SettingUp, State, stage_of
from companion.rules.contract import Seat
from companion.scenes.coaster_park import ids
from companion.scenes.coaster_park.cards import Place, back, card
from companion.scenes.coaster_park.catalogue import catalogue, wants_catalogue
from companion.scenes.coaster_park.coins import purses
from companion.scenes.coaster_park.fair import horizon
from companion.scenes.coaster_park.labels import BODY, SMALL, label
from companion.scenes.coaster_park.parts import (
    house_notice,
    spot,
    strip,
    strip_height,
    tiles_of,
    tiles_that_matter,
)
from companion.scenes.coaster_park.pieces import coin_pile, hill_tile, more, sale_tile, slot
from companion.scenes.coaster_park.plots import Plan, plots
from companion.scenes.coaster_park.secrecy import faces, seen
from companion.scenes.coaster_park.view import coasters, drawn_hill, hill_name, is_launch, possessive
from companion.scenes.lettering import width as text_width
from companion.scenes.lettering import wrap
from companion.scenes.marks import seat_mark
from companion.scenes.palette import SPACE, seat_colour
from companion.scenes.shapes import Shape
from companion.scenes.telling import Look

ROOMY = 500.0
"""The height, in dp, from which there is room for everything at once."""

WIDE = 640.0
"""The width, in dp, from which the decks lie beside the card row."""

DECK_WIDTH = 76.0
CARDS = 5
STRIP = 66.0
CHIP = 58.0
HEADER = 24.0
LEAST_PARK = 62.0


def table_page(state: State, look: Look) -> tuple[Shape, ...]:
    """Everything that lies open in the middle, and the park of the seat in focus."""
    left, width = SPACE, look.width - 2 * SPACE
    bottom = look.height - SPACE
    row_height = _row_height(look)
    shapes: list[Shape] = [*_row(state, look, left, SPACE, width, row_height)]
    top = SPACE + row_height + SPACE + 2
    if wants_catalogue(look):
        return (*shapes, *catalogue(state, look, Place(left, top, width, bottom - top)))
    if look.height >= ROOMY or not _placing(look):
        pool, height = _pool(state, look, Place(left, top, width, bottom - top))
        shapes += pool
        top += height + SPACE
    if bottom - top >= LEAST_PARK:
        shapes += _park(state, look, Place(left, top, width, bottom - top))
    return tuple(shapes)


def _placing(look: Look) -> bool:
    """Whether a hill is being built, so that a small screen leaves the pool out for the coasters."""
    return any(id_.startswith(("end:", "joint:", "ground:", "stored:", "bought:")) for id_ in look.lit)


def _row_height(look: Look) -> float:
    if look.height < ROOMY:
        return 122.0
    return min(190.0, look.height * 0.29)


def _row(state: State, look: Look, left: float, top: float, width: float, height: float) -> list[Shape]:
    """The decks, if there is room beside them, and the cards; free places while the row is laid out."""
    shapes: list[Shape] = []
    if look.width >= WIDE:
        shapes += _decks(state, look, Place(left, top, DECK_WIDTH, height))
        left, width = left + DECK_WIDTH + SPACE, width - DECK_WIDTH - SPACE
    places = max(CARDS, len(state.row))
    wide = (width - SPACE * (places - 1)) / places
    for number in range(places):
        x = left + number * (wide + SPACE)
        if number < len(state.row):
            name = state.row[number]
            printed = index(state.components).card[name]
            place = spot(look, x, top, wide, height, ids.row(name))
            hill = drawn_hill(state.components, printed.hill)
            shapes += card(place, printed.expert, hill, launch=printed.deck == "launch")
        elif isinstance(stage_of(state), SettingUp):
            shapes += slot(Place(x, top, wide, height), _expected(state, number))
        else:
            shapes += slot(Place(x, top, wide, height), "")
    return shapes


def _expected(state: State, number: int) -> str:
    """Which deck the next cards of the set-up come from."""
    launches = sum(is_launch(state, index(state.components).brings[name]) for name in state.row)
    standards = len(state.row) - launches
    return "standard" if number - len(state.row) < 3 - standards else "launch"


def _decks(state: State, look: Look, area: Place) -> list[Shape]:
    tall = (area.height - SPACE) / 2
    shapes: list[Shape] = []
    for number, name in enumerate(DECKS):
        place = spot(look, area.left, area.top + number * (tall + SPACE), area.width, tall, ids.deck(name))
        shapes += back(place, _left(state, name), launch=name == "launch")
    return shapes


def _left(state: State, name: Deck) -> int:
    return len(state.launch if name == "launch" else state.standard)


def _pool(state: State, look: Look, area: Place) -> tuple[list[Shape], float]:
    """The pool's shapes and their height: a strip, or larger tiles with the decks while one is chosen."""
    left, top, width = area.left, area.top, area.width
    sale = state.sale if state.sale and state.sale.buyer is None else None
    hills = Counter(state.pool)
    if sale:
        hills -= Counter([sale.hill])
    decks = [name for name in DECKS if look.width < WIDE and ids.deck(name) in (*look.lit, *look.chosen)]
    choosing = any(ids.pool(hill) in look.lit for hill in hills) or bool(decks)
    shapes: list[Shape] = []
    room, x = width, left
    if sale:
        wide = min(250.0, max(176.0, width * 0.3))
        price = "" if sale.price is None else f"${sale.price}"
        place = spot(look, left, top, wide, STRIP, ids.sale(sale.hill))
        shapes += sale_tile(place, drawn_hill(state.components, sale.hill), price, "for sale")
        x, room = left + wide + SPACE, width - wide - SPACE
    if not hills and not decks:
        if not sale:
            shapes.append(
                label((left + width / 2, top + STRIP / 2), _empty_pool(state), width, BODY, colour="faint")
            )
        return shapes, STRIP
    tall = CHIP if choosing else STRIP
    columns, rows = _grid(len(hills) + len(decks), room, choosing=choosing)
    rows = min(rows, int((area.height + SPACE) / (tall + SPACE)))
    wide = min(240.0 if choosing else 120.0, (room - SPACE * (columns - 1)) / columns)
    fitting = columns * rows - len(decks)
    for number, (hill, count) in enumerate(hills.items()):
        column, row = number % columns, number // columns
        if number == fitting - 1 and len(hills) > fitting:
            place = Place(x + column * (wide + SPACE), top + row * (tall + SPACE), wide, tall)
            shapes += more(place, len(hills) - number)
            break
        place = spot(
            look, x + column * (wide + SPACE), top + row * (tall + SPACE), wide, tall, ids.pool(hill)
        )
        shapes += hill_tile(place, drawn_hill(state.components, hill), count)
    for number, name in enumerate(decks, min(len(hills), fitting)):
        column, row = number % columns, number // columns
        place = spot(
            look, x + column * (wide + SPACE), top + row * (tall + SPACE), wide, tall, ids.deck(name)
        )
        shapes += back(place, _left(state, name), launch=name == "launch")
    return shapes, rows * (tall + SPACE) - SPACE


def _grid(count: int, room: float, *, choosing: bool) -> tuple[int, int]:
    """Columns and rows for so many tiles: names in full matter more than one row."""
    least = 118.0 if choosing else 72.0
    most = max(1, int((room + SPACE) / (least + SPACE)))
    rows = ceil(count / most)
    if not choosing:
        return (most, 1) if rows > 1 else (max(count, 1), 1)
    return (ceil(count / rows) if rows < 4 else most), rows


def _empty_pool(state: State) -> str:
    return "The pool is empty" if state.row or state.standard else "No hill is left"


def _park(state: State, look: Look, area: Place) -> list[Shape]:
    """The park of the seat in focus: its coasters as large as can be, and what else lies before it."""
    seat = look.focus
    player = state.players[seat]
    built = coasters(state, seat)
    bottom = area.top + area.height
    tiles = tiles_of(state, seat) if look.height >= ROOMY else tiles_that_matter(state, seat, look)
    under = strip_height(tiles, area.width) + SPACE if tiles else 0.0
    shapes: list[Shape] = []
    if tiles and area.height - under >= LEAST_PARK:
        shapes += strip(state, seat, look, tiles, area.left, bottom - under + SPACE, area.width)
    else:
        under = 0.0
    note = (
        ""
        if under or not player.warehouse
        else "stored: " + ", ".join(hill_name(state, hill) for hill in player.warehouse)
    )
    shapes += _header(state, look, area, note)
    plot = Place(area.left, area.top + HEADER, area.width, area.height - HEADER - under)
    shapes += horizon(plot.left, plot.top + plot.height, plot.width, min(plot.height * 0.95, 170.0))
    if look.viewer.seat == seat and seen(state, look.viewer):
        shapes += faces(state, look, plot)
    elif built:
        plan = Plan(
            seat_colour(seat),
            seat,
            frozenset(look.lit),
            frozenset(look.chosen),
            titles=len(built) > 1 and plot.height > 90,
        )
        shapes += plots(built, plot, plan)
    else:
        shapes += no_coaster(look, seat, plot)
    return shapes


def _header(state: State, look: Look, area: Place, note: str) -> list[Shape]:
    seat = look.focus
    middle = area.top + 9
    house = 86.0 if on_house_values(state.components) else 0.0
    title = f"{possessive(look.names[seat])} park"
    room = area.width - house - 24
    shapes: list[Shape] = [
        *seat_mark(seat, area.left + 8, middle, 14),
        label((area.left + 22, middle), title, room * (0.55 if note else 1), bold=True, anchor="start"),
    ]
    if look.height >= ROOMY:
        at = area.left + 34 + text_width(title, SMALL, bold=True)
        shapes += coin_pile(purses(state)[seat], at, middle, 17.0, room * 0.3)
    if note:
        shapes.append(label((area.left + 22 + room, middle), note, room * 0.43, colour="muted", anchor="end"))
    if house:
        shapes.append(house_notice(area.left, middle, area.width))
    return shapes


def no_coaster(look: Look, seat: Seat, plot: Place) -> list[Shape]:
    """What an empty park says, or the ground for its first coaster."""
    if ids.ground(seat) in look.lit:
        return list(plots((), plot, Plan(seat_colour(seat), seat, frozenset(look.lit))))
    text = "No coaster yet. A launch hill starts one."
    lines = wrap(text, plot.width - 40, BODY, 2)
    middle = plot.top + plot.height / 2 - 9 * (len(lines) - 1)
    return [
        label((plot.middle, middle + 18 * row), line, plot.width - 20, BODY, colour="muted")
        for row, line in enumerate(lines)
    ]
