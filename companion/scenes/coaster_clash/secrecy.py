"""What only one seat may see: the layouts it has laid down and its cards face down, for that seat's eyes.

A scene whose viewer is a seat shows them face up: a screen that others can see asks for one only while
somebody holds to peek.
"""

from companion.rules.coaster_clash.components import index
from companion.rules.coaster_clash.state import SIDES, Assigning, Flipping, Side, State, sides_in_order
from companion.rules.contract import Viewer
from companion.scenes.coaster_clash.element_card import BACK, STRIPE, face
from companion.scenes.coaster_clash.labels import BODY, Area
from companion.scenes.coaster_clash.layout_card import layout_card
from companion.scenes.coaster_clash.symbols import theme_colour, theme_sign
from companion.scenes.labels import label
from companion.scenes.marks import Shapes
from companion.scenes.palette import SPACE
from companion.scenes.shapes import Shape
from companion.scenes.telling import Look

TALL, WIDE = 170.0, 240.0
"""The most that a secret card is shown high and wide, in dp."""

HEAD, STRIP = 26.0, 36.0
"""The heights of what stands over such a card, and of a line of them."""


def held(state: State, viewer: Viewer) -> tuple[tuple[str, str], ...]:
    """A seat's own face-down cards: where each lies, and its id, empty if not entered; none for the table."""
    if viewer.seat is None:
        return ()
    player = state.players[viewer.seat]
    if isinstance(state.stage, Assigning):
        found = player.layouts or ()
        return tuple((side, card.value or "") for side, card in zip(SIDES, found, strict=bool(found)))
    sides: tuple[Side, ...] = sides_in_order(state.turn)
    if isinstance(state.stage, Flipping):
        sides = sides[len(sides) - len(player.down) :]
    return tuple((side, card.value or "") for side, card in zip(sides, player.down, strict=False))


def secrets_page(state: State, look: Look, cards: tuple[tuple[str, str], ...]) -> Shapes:
    """The viewer's own face-down cards as large as can be."""
    high = min(TALL, look.height - HEAD - 2 * SPACE)
    wide = min(WIDE, (look.width - SPACE) / len(cards) - SPACE)
    left = (look.width - len(cards) * (wide + SPACE) + SPACE) / 2
    top = (look.height - high - HEAD) / 2
    shapes: list[Shape] = []
    for place, (side, card) in enumerate(cards):
        spot = Area(left + place * (wide + SPACE), top + HEAD, wide, high)
        at = (spot.centre[0], top + HEAD / 2)
        shapes.append(label(at, f"to your {side}", wide, BODY, colour="muted"))
        shapes += _card(state, spot, card)
    return tuple(shapes)


def secrets_strip(state: State, look: Look, cards: tuple[tuple[str, str], ...]) -> Shapes:
    """The same on a line at the foot of a page."""
    wide = (look.width - SPACE) / len(cards) - SPACE
    shapes: list[Shape] = []
    for place, (side, card) in enumerate(cards):
        spot = Area(SPACE + place * (wide + SPACE), look.height - STRIP + 2, wide, STRIP - 8)
        element = index(state.components).element.get(card)
        layout = index(state.components).layout.get(card)
        name = element.name if element else layout.name if layout else "not entered"
        mark, rest = spot.cut_left(spot.height)
        shapes.append(spot.box(theme_colour(element.theme) if element else "control"))
        if element:
            shapes += theme_sign(element.theme, *mark.centre, mark.height * 0.66)
        ink = "#FFF4DF" if element else "text"
        at = (rest.left, rest.centre[1])
        shapes.append(label(at, f"{side}: {name}", rest.width - 4, colour=ink, anchor="start", bold=True))
    return tuple(shapes)


def _card(state: State, spot: Area, card: str) -> Shapes:
    where = index(state.components)
    if card in where.element:
        return face(spot, where.element[card])
    if card in where.layout:
        return layout_card(spot, where.layout[card])
    return (
        spot.box(BACK, STRIPE),
        label(spot.centre, "not entered", spot.width - 12, BODY, colour="#FFF4DF"),
    )
