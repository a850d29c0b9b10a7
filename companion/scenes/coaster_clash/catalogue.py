"""Cards to choose from: the elements of one theme, or all layouts."""

from companion.rules.coaster_clash.components import index
from companion.rules.coaster_clash.state import State
from companion.scenes.coaster_clash import ids
from companion.scenes.coaster_clash.element_card import face
from companion.scenes.coaster_clash.labels import SMALL, Area
from companion.scenes.coaster_clash.layout_card import INK, PAPER, layout_card
from companion.scenes.coaster_clash.symbols import speed_sign
from companion.scenes.labels import label
from companion.scenes.lettering import width, wrap
from companion.scenes.marks import Shapes
from companion.scenes.shapes import Shape, Text
from companion.scenes.telling import Look

GAP = 6.0
TALLEST = 1.1
"""The most that a card is higher than its shape wants."""

FULL = 126.0
"""From this width on, in dp, a layout is shown with its conditions."""


def grid(count: int, area: Area, shape: float) -> tuple[Area, ...]:
    """Equal places for so many cards, as near this width in heights as can be."""
    best = min(
        range(1, count + 1),
        key=lambda columns: (
            abs((area.width / columns) / (area.height / -(-count // columns)) - shape)
            + 0.08 * (-count % columns)
        ),
        default=1,
    )
    rows = -(-count // best)
    wide = (area.width - GAP * (best - 1)) / best
    tall = min((area.height - GAP * (rows - 1)) / rows, wide / shape * TALLEST)
    top = area.top + (area.height - rows * (tall + GAP) + GAP) / 2
    return tuple(
        Area(
            area.left + place % best * (wide + GAP),
            top + place // best * (tall + GAP),
            wide,
            tall,
        )
        for place in range(count)
    )


def elements_page(state: State, look: Look, theme: str) -> Shapes:
    """The elements of a theme; those that can't be the card in question are faint."""
    cards = [card for card in state.components.elements if card.theme == theme]
    whole = Area(0, 0, look.width, look.height).inset(GAP)
    shapes: list[Shape] = []
    for spot, card in zip(grid(len(cards), whole, 1.5), cards, strict=True):
        id_ = ids.element(card.id)
        shapes += face(spot, card)
        if id_ in look.lit:
            shapes.append(spot.target(id_))
        else:
            shapes.append(spot.box("panel@70"))
    return tuple(shapes)


def layouts_page(state: State, look: Look, shown: tuple[str, ...]) -> Shapes:
    """The layouts that can be chosen now, and those chosen already."""
    where = index(state.components).layout
    whole = Area(0, 0, look.width, look.height).inset(GAP)
    shapes: list[Shape] = []
    for spot, card in zip(grid(len(shown), whole, 1.35), shown, strict=True):
        id_ = ids.layout(card)
        layout = where[card]
        if spot.width >= FULL and spot.height >= 84:
            shapes += layout_card(spot, layout)
        else:
            shapes += _small(spot, layout.name, layout.speed)
        shapes.append(spot.target(id_))
        if id_ in look.chosen:
            shapes += spot.glow(lit=False, chosen=True)
    return tuple(shapes)


def _small(spot: Area, name: str, speed: int) -> Shapes:
    """A layout's name and starting speed."""
    lines = wrap(name, spot.width - 8, SMALL, 2, bold=True)
    number = str(speed)
    start = spot.centre[0] - (20 + width(number, SMALL, bold=True)) / 2
    top = spot.centre[1] - 8 * len(lines)
    return (
        spot.box(PAPER, "#B9AB92"),
        *(
            label((spot.centre[0], top + 16 * row), line, spot.width - 8, colour=INK, bold=True)
            for row, line in enumerate(lines)
        ),
        *speed_sign(start + 8, top + 16 * len(lines) + 2, 13, INK),
        Text((start + 20, top + 16 * len(lines) + 2), number, SMALL, INK, "start", bold=True),
    )
