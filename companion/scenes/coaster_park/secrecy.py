"""Secret bonus cards, shown to nobody but those who may see them.

A scene whose viewer is a seat shows that seat's secret cards face up in its park: a screen that others
can see asks for one only while somebody holds to peek.
"""

from companion.rules.coaster_park.components import index
from companion.rules.coaster_park.state import State
from companion.rules.contract import Seat, Viewer
from companion.scenes.coaster_park import ids
from companion.scenes.coaster_park.bonuses import bonus_words
from companion.scenes.coaster_park.cards import Place
from companion.scenes.coaster_park.catalogue import bonus_face, grid
from companion.scenes.coaster_park.labels import SMALL
from companion.scenes.coaster_park.parts import spot
from companion.scenes.coaster_park.pieces import secret_back
from companion.scenes.labels import label
from companion.scenes.palette import SPACE
from companion.scenes.shapes import Shape
from companion.scenes.speaking import possessive
from companion.scenes.telling import Look

WIDEST, TALLEST = 300.0, 170.0
CAPTION = 20.0


def seen(state: State, viewer: Viewer) -> tuple[tuple[Seat, int], ...]:
    """The secret cards, by seat and slot, that this viewer may look at: its own, and those it spied."""
    return tuple(
        (owner, slot)
        for owner, player in enumerate(state.players)
        for slot, secret in enumerate(player.secrets)
        if viewer.seat is not None and viewer.seat in secret.card.viewers
    )


def faces(state: State, look: Look, area: Place) -> tuple[Shape, ...]:
    """The faces of the secret cards that the viewer may see."""
    cards = seen(state, look.viewer)
    columns, rows = grid(len(cards), area, 1.6)
    wide = min(WIDEST, (area.width - SPACE * (columns - 1)) / columns)
    tall = min(TALLEST, (area.height - SPACE * (rows - 1)) / rows - CAPTION)
    left = area.left + (area.width - columns * (wide + SPACE) + SPACE) / 2
    shapes: list[Shape] = []
    for number, (owner, slot) in enumerate(cards):
        x = left + number % columns * (wide + SPACE)
        y = area.top + number // columns * (tall + CAPTION + SPACE)
        whose = "Yours" if owner == look.viewer.seat else possessive(look.names[owner])
        shapes.append(label((x, y + SMALL / 2), whose, wide, colour="muted", anchor="start"))
        place = spot(look, x, y + CAPTION, wide, tall, ids.secret(owner, slot))
        secret = state.players[owner].secrets[slot]
        bonus = index(state.components).bonus.get(secret.shown or secret.card.value or "")
        if bonus:
            shapes += bonus_face(place, bonus.name, bonus_words(state.components, bonus))
        else:
            shapes += secret_back(place, "not entered")
    return tuple(shapes)
