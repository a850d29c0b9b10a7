"""What only one seat may see: the layouts it has laid down and its cards face down, for that seat's eyes.

A scene whose viewer is a seat shows them face up: a screen that others can see asks for one only while
somebody holds to peek.
"""

from companion.rules.coaster_clash.components import index
from companion.rules.coaster_clash.state import SIDES, Assigning, Flipping, Side, State, sides_in_order
from companion.rules.contract import Seat
from companion.scenes.coaster_clash.element_card import back, face
from companion.scenes.coaster_clash.labels import BODY, Area, label
from companion.scenes.coaster_clash.layout_card import layout_card
from companion.scenes.marks import Shapes
from companion.scenes.shapes import Shape
from companion.scenes.telling import Look

TALL = 118.0
WIDE = 150.0


def held(state: State, seat: Seat) -> tuple[tuple[str, str], ...]:
    """The seat's face-down cards as it may see them: where each lies, and its id; empty if not entered."""
    player = state.players[seat]
    if isinstance(state.stage, Assigning):
        found = player.layouts or ()
        return tuple((side, card.value or "") for side, card in zip(SIDES, found, strict=bool(found)))
    sides: tuple[Side, ...] = sides_in_order(state.turn)
    if isinstance(state.stage, Flipping):
        sides = sides[len(sides) - len(player.down) :]
    return tuple((side, card.value or "") for side, card in zip(sides, player.down, strict=False))


def secrets(state: State, look: Look) -> Shapes:
    """The viewer's own face-down cards, over the foot of the page; nothing for the table."""
    seat = look.viewer.seat
    if seat is None:
        return ()
    cards = held(state, seat)
    if not cards:
        return ()
    high = min(TALL, look.height - 12)
    wide = min(WIDE, (look.width - 24) / len(cards) - 8)
    across = len(cards) * (wide + 8) + 8
    left = (look.width - across) / 2
    sheet = Area(left, look.height - high - 34, across, high + 30)
    shapes: list[Shape] = [sheet.box("night", "accent", 2.0)]
    for place, (side, card) in enumerate(cards):
        spot = Area(left + 8 + place * (wide + 8), sheet.top + 24, wide, high)
        shapes.append(label((spot.centre[0], sheet.top + 13), f"to your {side}", wide, colour="muted"))
        shapes += _card(state, spot, card)
    return tuple(shapes)


def _card(state: State, spot: Area, card: str) -> Shapes:
    where = index(state.components)
    if card in where.element:
        return face(spot, where.element[card])
    if card in where.layout:
        return layout_card(spot, where.layout[card])
    return (*back(spot), label(spot.centre, "not entered", spot.width - 12, BODY, colour="#FFF4DF"))
