"""The pages beside the table: each seat's park, the pool with decks and bank, secret cards."""

from companion.rules.coaster_park.components import DECKS, index, on_house_values
from companion.rules.coaster_park.state import State, standing
from companion.rules.contract import Seat
from companion.scenes.coaster_park import ids
from companion.scenes.coaster_park.bonuses import bonus_words
from companion.scenes.coaster_park.cards import Place, back
from companion.scenes.coaster_park.catalogue import bonus_face, grid
from companion.scenes.coaster_park.coins import bank, purses
from companion.scenes.coaster_park.fair import bunting, horizon
from companion.scenes.coaster_park.labels import BODY
from companion.scenes.coaster_park.parts import house_notice, spot, strip, strip_height, tiles_of
from companion.scenes.coaster_park.pieces import coin_pile, described_tile, slot
from companion.scenes.coaster_park.plots import Plan, plots
from companion.scenes.coaster_park.secrecy import faces, seen
from companion.scenes.coaster_park.table import no_coaster
from companion.scenes.coaster_park.view import coasters, drawn_hill
from companion.scenes.labels import label, largest
from companion.scenes.lettering import width as text_width
from companion.scenes.marks import seat_mark
from companion.scenes.palette import SPACE, TYPE, seat_colour
from companion.scenes.shapes import Shape
from companion.scenes.speaking import plural
from companion.scenes.telling import Look

HEAD = 42.0
PENNANTS = ("seat0@70", "seat2@70", "seat1@70", "seat3@70")


def secrets_page(state: State, look: Look) -> tuple[Shape, ...]:
    """The secret cards that the viewer may see."""
    area = Place(SPACE, SPACE, look.width - 2 * SPACE, look.height - 2 * SPACE)
    if seen(state, look.viewer):
        return faces(state, look, area)
    text = "Secret cards are for their owners’ eyes"
    return (
        *bunting(SPACE, look.height * 0.3, area.width, PENNANTS),
        label((look.width / 2, look.height / 2), text, area.width, BODY, colour="muted"),
    )


def park_page(state: State, look: Look, seat: Seat) -> tuple[Shape, ...]:
    """All that lies before a seat, its coasters as large as can be."""
    left, width = SPACE, look.width - 2 * SPACE
    bottom = look.height - SPACE
    tiles = tiles_of(state, seat, secrets=True)
    under = strip_height(tiles, width)
    plot = Place(left, HEAD + SPACE, width, bottom - under - SPACE - HEAD - SPACE)
    built = coasters(state, seat)
    shapes: list[Shape] = [
        *horizon(left, plot.top + plot.height, width, min(plot.height * 0.9, 200.0)),
        *_head(state, look, seat),
        *strip(state, seat, look, tiles, left, bottom - under, width),
    ]
    if look.viewer.seat == seat and seen(state, look.viewer):
        shapes += faces(state, look, plot)
    elif built:
        plan = Plan(seat_colour(seat), seat, frozenset(look.lit), frozenset(look.chosen))
        shapes += plots(built, plot, plan)
    else:
        shapes += no_coaster(look, seat, plot)
    return tuple(shapes)


def _head(state: State, look: Look, seat: Seat) -> list[Shape]:
    """Name, hills, and the money as coins under its sum."""
    player = state.players[seat]
    money = f"${player.money}"
    sum_width = text_width(money, TYPE["display"], display=True)
    coins_width = min(190.0, look.width * 0.3)
    right = look.width - SPACE * 2
    room = right - sum_width - coins_width - SPACE * 3 - 34
    size = largest(look.names[seat], room, (TYPE["title"], BODY), bold=True)
    count = plural(standing(player), "hill") + f" in {plural(len(player.coasters), 'coaster')}"
    return [
        *seat_mark(seat, SPACE + 12, 23, 22),
        label((SPACE + 30, 15), look.names[seat], room, size, bold=True, anchor="start"),
        label((SPACE + 30, 35), "has left" if player.left else count, room, colour="muted", anchor="start"),
        label((right, 23), money, sum_width + 2, TYPE["display"], anchor="end", display=True),
        *coin_pile(purses(state)[seat], right - sum_width - SPACE - coins_width, 23, 26.0, coins_width),
    ]


def pool_page(state: State, look: Look) -> tuple[Shape, ...]:
    """The central pool with all that is printed on its hills, the decks, the bank and the global card."""
    side = max(140.0, min(220.0, look.width * 0.24))
    left, width = SPACE, look.width - 3 * SPACE - side
    top, bottom = 40.0, look.height - SPACE
    shapes: list[Shape] = [
        label((left + 4, 20), "Central pool", width * 0.5, TYPE["title"], anchor="start", display=True),
        *_removed(state, left + width, width * 0.45),
        *_side(state, look, Place(left + width + SPACE, SPACE, side, bottom - SPACE)),
    ]
    hills = tuple(dict.fromkeys(state.pool))
    area = Place(left, top, width, bottom - top)
    if not hills:
        shapes += bunting(left, top + 20, width, PENNANTS)
        shapes.append(label((area.middle, top + 90), "No hill lies here", width, BODY, colour="muted"))
        return tuple(shapes)
    columns, rows = grid(len(hills), area, 0.95)
    wide = min(190.0, (width - SPACE * (columns - 1)) / columns)
    tall = min(190.0, (area.height - SPACE * (rows - 1)) / rows)
    for number, hill in enumerate(hills):
        column, row = number % columns, number // columns
        place = spot(
            look, left + column * (wide + SPACE), top + row * (tall + SPACE), wide, tall, ids.pool(hill)
        )
        shapes += described_tile(place, drawn_hill(state.components, hill), _printed(state, hill))
    return tuple(shapes)


def _printed(state: State, hill: str) -> tuple[str, ...]:
    printed = index(state.components).hill[hill]
    size = f"size {printed.size}, " if printed.size else ""
    twice = " ×2" if state.pool.count(hill) > 1 else ""
    kind = f"{printed.colour} {printed.material}{twice}"
    return (f"{size}{kind}", kind)


def _removed(state: State, right: float, width: float) -> list[Shape]:
    count = len(state.removed)
    if not count:
        return []
    text = f"{plural(count, 'hill')} out of the game"
    return [label((right, 20), text, width, colour="muted", anchor="end")]


def _side(state: State, look: Look, area: Place) -> list[Shape]:
    """Global card, decks and bank, one under the other."""
    deck = min(96.0, (area.height - 150) / 2)
    card = Place(area.left, area.top, area.width, min(130.0, area.height - deck - 96))
    shapes: list[Shape] = []
    if state.side:
        bonus = index(state.components).bonus[state.side]
        shapes += bonus_face(card, bonus.name, bonus_words(state.components, bonus))
    else:
        shapes += slot(card, "bonus for all")
    top = area.top + card.height + SPACE
    wide = (area.width - SPACE) / 2
    for number, name in enumerate(DECKS):
        place = spot(look, area.left + number * (wide + SPACE), top, wide, deck, ids.deck(name))
        count = len(state.launch if name == "launch" else state.standard)
        shapes += back(place, count, launch=name == "launch")
    top += deck + SPACE + 10
    shapes.append(
        label((area.left, top), f"Bank ${state.bank}", area.width, BODY, anchor="start", display=True)
    )
    shapes += coin_pile(bank(state), area.left, top + 26, 24.0, area.width)
    if on_house_values(state.components):
        shapes.append(house_notice(area.left, area.top + area.height - 8, area.width))
    return shapes
