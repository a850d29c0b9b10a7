"""The page of the whole table: its middle, and the park of whoever is in focus.

On a small screen what nobody needs now makes way: the pool for the tiles of one's experts while a hill is
on sale, the cards and the pool for the coasters while one is being built. On any screen they make way once
the last turn is over.
"""

from companion.rules.coaster_park.components import on_house_values
from companion.rules.coaster_park.state import (
    Choosing,
    Counting,
    Finals,
    Measuring,
    Over,
    Revealing,
    State,
)
from companion.rules.contract import Seat
from companion.scenes.coaster_park import ids
from companion.scenes.coaster_park.cards import Place
from companion.scenes.coaster_park.catalogue import catalogue, wants_catalogue
from companion.scenes.coaster_park.coins import purses
from companion.scenes.coaster_park.fair import horizon
from companion.scenes.coaster_park.labels import BODY, SMALL
from companion.scenes.coaster_park.middle import (
    STRIP,
    WIDE,
    card_row,
    open_sale,
    pool,
    setting_up,
    stage,
)
from companion.scenes.coaster_park.parts import (
    Tile,
    house_notice,
    strip,
    strip_height,
    strip_width,
    tiles_of,
    tiles_that_matter,
)
from companion.scenes.coaster_park.pieces import coin_pile
from companion.scenes.coaster_park.plots import Plan, plots
from companion.scenes.coaster_park.secrecy import faces, seen
from companion.scenes.coaster_park.view import coasters, hill_name
from companion.scenes.labels import label
from companion.scenes.lettering import width as text_width
from companion.scenes.lettering import wrap
from companion.scenes.marks import seat_mark
from companion.scenes.palette import SPACE, seat_colour
from companion.scenes.shapes import Shape
from companion.scenes.speaking import possessive
from companion.scenes.telling import Look

ROOMY = 500.0
"""The height, in dp, from which there is room for everything at once."""

SMALL_ROW = 122.0
LARGE_ROW = 190.0
HEADER = 24.0
LEAST_PARK = 62.0
BUILDING = ("end:", "joint:", "ground:", "bought:")


def table_page(state: State, look: Look) -> tuple[Shape, ...]:
    """Everything that lies open in the middle, and the park of the seat in focus."""
    roomy = look.height >= ROOMY
    ended = isinstance(state.stages[0], Finals | Revealing | Choosing | Counting | Measuring | Over)
    building = any(id_.startswith(BUILDING) for id_ in look.lit)
    middle = not ended and (roomy or not building)
    left, width, top, bottom = SPACE, look.width - 2 * SPACE, SPACE, look.height - SPACE
    shapes: list[Shape] = []
    if middle and _row_wanted(state, look):
        tall = min(LARGE_ROW, look.height * 0.29) if roomy else SMALL_ROW
        shapes += card_row(state, look, Place(left, top, width, tall))
        top += tall + SPACE + 2
    if wants_catalogue(look):
        return (*shapes, *catalogue(state, look, Place(left, top, width, bottom - top)))
    tiles = tiles_of(state, look.focus) if roomy else tiles_that_matter(state, look.focus, look)
    if middle:
        tiles, more, used = _sale_and_pool(state, look, Place(left, top, width, bottom - top), tiles)
        shapes += more
        top += used + SPACE
    if bottom - top >= LEAST_PARK:
        shapes += _park(state, look, Place(left, top, width, bottom - top), tiles)
    return tuple(shapes)


def _row_wanted(state: State, look: Look) -> bool:
    return bool(state.row) or setting_up(state) or look.width >= WIDE


def _sale_and_pool(
    state: State, look: Look, area: Place, tiles: tuple[Tile, ...]
) -> tuple[tuple[Tile, ...], tuple[Shape, ...], float]:
    """The hill on sale and beside it the pool, or the tiles that matter; those left over, and the height."""
    sale = open_sale(state)
    if sale is None:
        shapes, height = pool(state, look, area)
        return tiles, shapes, height
    staged, room = stage(state, look, sale, area)
    choosing = any(id_.startswith("pool:") for id_ in look.lit)
    if look.height < ROOMY and tiles and not choosing and strip_width(tiles) <= room.width:
        beside = strip(state, look.focus, look, tiles, room.left, room.top + (STRIP - 60.0) / 2, room.width)
        return (), (*staged, *beside), STRIP
    shapes, height = pool(state, look, room)
    return tiles, (*staged, *shapes), max(height, STRIP)


def _park(state: State, look: Look, area: Place, tiles: tuple[Tile, ...]) -> tuple[Shape, ...]:
    """The park of the seat in focus: its coasters as large as can be, and what else lies before it."""
    seat = look.focus
    bottom = area.top + area.height
    under = strip_height(tiles, area.width) + SPACE if tiles else 0.0
    shapes: list[Shape] = []
    if tiles and area.height - under >= LEAST_PARK:
        shapes += strip(state, seat, look, tiles, area.left, bottom - under + SPACE, area.width)
    else:
        under = 0.0
    stored = state.players[seat].warehouse if not under else ()
    shapes += _header(state, look, area, ", ".join(hill_name(state, hill) for hill in stored))
    plot = Place(area.left, area.top + HEADER, area.width, area.height - HEADER - under)
    shapes += horizon(plot.left, plot.top + plot.height, plot.width, min(plot.height * 0.95, 170.0))
    return (*shapes, *_plot(state, look, seat, plot))


def _plot(state: State, look: Look, seat: Seat, area: Place) -> tuple[Shape, ...]:
    """A seat's coasters; to the seat itself its secret cards, while it peeks."""
    built = coasters(state, seat)
    if look.viewer.seat == seat and seen(state, look.viewer):
        return faces(state, look, area)
    if not built:
        return no_coaster(look, seat, area)
    titled = len(built) > 1 and area.height > 90
    plan = Plan(seat_colour(seat), seat, frozenset(look.lit), frozenset(look.chosen), titles=titled)
    return plots(built, area, plan)


def _header(state: State, look: Look, area: Place, stored: str) -> tuple[Shape, ...]:
    seat = look.focus
    middle = area.top + 9
    house = on_house_values(state.components)
    title = f"{possessive(look.names[seat])} park"
    room = area.width - 24 - (86.0 if house else 0.0)
    shapes: list[Shape] = [
        *seat_mark(seat, area.left + 8, middle, 14),
        label((area.left + 22, middle), title, room * (0.55 if stored else 1), bold=True, anchor="start"),
    ]
    if look.height >= ROOMY:
        at = area.left + 34 + text_width(title, SMALL, bold=True)
        shapes += coin_pile(purses(state)[seat], at, middle, 17.0, room * 0.3)
    if stored:
        at = area.left + 22 + room
        shapes.append(label((at, middle), f"stored: {stored}", room * 0.43, colour="muted", anchor="end"))
    if house:
        shapes.append(house_notice(area.left, middle, area.width))
    return tuple(shapes)


def no_coaster(look: Look, seat: Seat, area: Place) -> tuple[Shape, ...]:
    """What an empty park says, or the ground for its first coaster."""
    if ids.ground(seat) in look.lit:
        return plots((), area, Plan(seat_colour(seat), seat, frozenset(look.lit)))
    lines = wrap("No coaster yet. A launch hill starts one.", area.width - 40, BODY, 2)
    middle = area.top + area.height / 2 - 9 * (len(lines) - 1)
    return tuple(
        label((area.middle, middle + 18 * row), line, area.width - 20, BODY, colour="muted")
        for row, line in enumerate(lines)
    )
