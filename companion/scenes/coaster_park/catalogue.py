"""What can be told to the companion by tapping: hills, cards, sides and bonus cards still possible."""

from math import ceil

from companion.rules.coaster_park.components import index
from companion.rules.coaster_park.state import State
from companion.scenes.coaster_park.bonuses import bonus_words
from companion.scenes.coaster_park.cards import Place, card, glow, touch
from companion.scenes.coaster_park.labels import BODY, SMALL
from companion.scenes.coaster_park.parts import spot
from companion.scenes.coaster_park.pieces import hill_tile
from companion.scenes.coaster_park.view import drawn_hill
from companion.scenes.labels import label
from companion.scenes.lettering import width as text_width
from companion.scenes.lettering import wrap
from companion.scenes.palette import RADIUS, SPACE
from companion.scenes.shapes import Box, Shape
from companion.scenes.telling import Look

KINDS = ("bonus:", "card:", "hill:", "side:")
"""What is told by tapping, the most private first: it is lit only for whom it is asked of."""

SHAPE = {"hill:": 1.35, "card:": 0.82, "side:": 2.4, "bonus:": 2.2}
"""How wide a tile of each kind is wanted, in heights."""

WIDEST = {"hill:": 200.0, "card:": 180.0, "side:": 320.0, "bonus:": 280.0}
"""The most that a tile of each kind is wide, in dp."""

HIGHEST = {"hill:": 0.9, "card:": 1.3, "side:": 0.7, "bonus:": 0.7}
"""The most that a tile of each kind is high, in widths."""


def wants_catalogue(look: Look) -> bool:
    """Whether something is to be told that lies nowhere on the table yet."""
    return any(id_.startswith(KINDS) for id_ in look.lit)


def catalogue(state: State, look: Look, area: Place) -> tuple[Shape, ...]:
    """All that is possible, in a grid that fills the area."""
    kind = next(prefix for prefix in KINDS if any(id_.startswith(prefix) for id_ in look.lit))
    wanted = [id_ for id_ in look.lit if id_.startswith(kind)]
    columns, rows = grid(len(wanted), area, SHAPE[kind], _least(state, wanted) if kind == "hill:" else 0.0)
    wide = min((area.width - SPACE * (columns - 1)) / columns, WIDEST[kind])
    tall = min((area.height - SPACE * (rows - 1)) / rows, wide * HIGHEST[kind])
    left = area.left + (area.width - wide * columns - SPACE * (columns - 1)) / 2
    top = area.top + (area.height - tall * rows - SPACE * (rows - 1)) / 2
    shapes: list[Shape] = []
    for number, id_ in enumerate(wanted):
        column, row = number % columns, number // columns
        place = spot(look, left + column * (wide + SPACE), top + row * (tall + SPACE), wide, tall, id_)
        shapes += _tile(state, place, id_)
    return tuple(shapes)


def _least(state: State, hills: list[str]) -> float:
    """How wide a hill's tile must be, so that no word of its name is cut."""
    names = (drawn_hill(state.components, id_.partition(":")[2]).name for id_ in hills)
    return max(text_width(word, SMALL) for name in names for word in name.split()) + 8


def _tile(state: State, place: Place, id_: str) -> tuple[Shape, ...]:
    kind, _, name = id_.partition(":")
    known = index(state.components)
    match kind:
        case "hill":
            return hill_tile(place, drawn_hill(state.components, name))
        case "card":
            printed = known.card[name]
            hill = drawn_hill(state.components, printed.hill)
            return card(place, printed.expert, hill, launch=printed.deck == "launch")
        case _:
            bonus = known.bonus[name]
            return bonus_face(place, bonus.name, bonus_words(state.components, bonus))


def bonus_face(place: Place, name: str, words: str) -> tuple[Shape, ...]:
    """A bonus card's face: its name and what it pays."""
    lines = wrap(words, place.width - 16, SMALL, max(1, int((place.height - 34) / 16)))
    shapes: list[Shape] = [
        Box((place.left, place.top), place.width, place.height, RADIUS, fill="#5B3F8C"),
        Box((place.left, place.top + 28), place.width, place.height - 28, RADIUS, fill="#FFF4DF"),
        Box((place.left, place.top + 28), place.width, min(RADIUS, place.height - 28), 0.0, fill="#FFF4DF"),
        label((place.middle, place.top + 14.5), name, place.width - 12, BODY, colour="#FFF4DF", display=True),
    ]
    middle = place.top + 28 + (place.height - 28) / 2
    first = middle - 8 * (len(lines) - 1)
    for row, line in enumerate(lines):
        shapes.append(label((place.middle, first + 16 * row), line, place.width - 12, colour="ink"))
    return (*shapes, *glow(place), *touch(place))


def grid(count: int, area: Place, shape: float, least: float = 0.0) -> tuple[int, int]:
    """The columns and rows that make tiles of this shape largest, none narrower than the least if may be."""
    best, largest = (1, count), 0.0
    for columns in range(1, count + 1):
        rows = ceil(count / columns)
        wide = (area.width - SPACE * (columns - 1)) / columns
        tall = (area.height - SPACE * (rows - 1)) / rows
        if wide < least and largest:
            break
        size = min(wide, tall * shape)
        if size > largest:
            best, largest = (columns, rows), size
    return best
