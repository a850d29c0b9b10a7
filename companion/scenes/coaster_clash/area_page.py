"""One area in large: both coasters one above the other, and what the card in question does to each."""

from companion.rules.coaster_clash.state import PLACES, State
from companion.rules.contract import Seat
from companion.scenes.coaster_clash.element_card import back, strip
from companion.scenes.coaster_clash.labels import BODY, SMALL, Area
from companion.scenes.coaster_clash.panel import panel
from companion.scenes.coaster_clash.symbols import theme_colour, theme_sign
from companion.scenes.coaster_clash.table_page import waiting_cards
from companion.scenes.coaster_clash.view import card_up, preview, rides, scales
from companion.scenes.coaster_clash.words import THEMES
from companion.scenes.labels import label, largest
from companion.scenes.marks import Shapes, seat_mark
from companion.scenes.palette import TOUCH
from companion.scenes.shapes import Shape
from companion.scenes.telling import Look

HEAD = 34.0


def area_page(state: State, look: Look, number: int, seat: Seat | None = None) -> Shapes:
    """An area; `seat` is the one whose card is being entered or placed in it."""
    whole = Area(0, 0, look.width, look.height).inset(6)
    card = card_up(state, seat)
    themes = [id_ for id_ in look.lit if id_.startswith("theme.")] if seat is not None else []
    head, rest = whole.cut_top(TOUCH if themes and card is None else HEAD, 6)
    tall = (rest.height - 6) / 2
    shapes: list[Shape] = []
    if card is not None and seat is not None:
        shapes += strip(head, card, seat)
    elif themes:
        shapes += _themes(head, look, themes)
    else:
        shapes += _heading(state, look, number, head)
    reach = scales(state)
    for index, (place, ride) in enumerate(zip(PLACES, rides(state, number), strict=True)):
        spot = Area(rest.left, rest.top + index * (tall + 6), rest.width, tall)
        if ride is None:
            shapes += (
                spot.box("raised"),
                label(spot.centre, "no coaster: a player left", spot.width - 12, BODY, colour="faint"),
            )
            continue
        seen = preview(state, seat, number, place)
        shapes += panel(spot, ride, reach, seen, ride.id in look.lit, ride.id in look.chosen)
    return tuple(shapes)


def _themes(head: Area, look: Look, themes: list[str]) -> Shapes:
    """The five themes to tap: the first step to the card that was turned up."""
    gap = 6.0
    wide = (head.width - gap * (len(themes) - 1)) / len(themes)
    shapes: list[Shape] = []
    for place, id_ in enumerate(themes):
        theme = id_.removeprefix("theme.")
        spot = Area(head.left + place * (wide + gap), head.top, wide, head.height)
        x, y = spot.centre
        shapes += (
            spot.box(theme_colour(theme)),
            *theme_sign(theme, x, y - 9, 26),
            label((x, spot.bottom - 11), THEMES.get(theme, theme), wide - 6, colour="#FFF4DF", bold=True),
            spot.target(id_),
            *spot.glow(lit=True, chosen=id_ in look.chosen),
        )
    return tuple(shapes)


def _heading(state: State, look: Look, number: int, head: Area) -> Shapes:
    """The two players, and the cards that lie in their area unplaced."""
    one, other = number, (number + 1) % len(state.players)
    cards = waiting_cards(state, number)
    y = head.top + head.height / 2
    taken = len(cards) * 30.0
    room = (head.width - taken) / 2 - 34
    shapes: list[Shape] = []
    for seat, x, anchor, way in ((one, head.left, "start", 1), (other, head.right, "end", -1)):
        size = largest(look.names[seat], room, (18.0, BODY, SMALL), bold=True)
        shapes += seat_mark(seat, x + way * 13, y, 22)
        shapes.append(label((x + way * 29, y), look.names[seat], room, size, anchor=anchor, bold=True))
    left = head.left + head.width / 2 - taken / 2
    for seat, shown in cards:
        spot = Area(left + 3, head.top + 1, 24.0, HEAD - 2)
        element = card_up(state, seat) if shown else None
        if element is None:
            shapes += back(spot, seat)
        else:
            shapes += (
                spot.box(theme_colour(element.theme), "accent", 2.0, 5.0),
                *theme_sign(element.theme, *spot.centre, 18),
            )
        left += 30
    return tuple(shapes)
