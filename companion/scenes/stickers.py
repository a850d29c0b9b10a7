"""Stickers with a marker and a name, to print for sleeves: for cards that the camera can't see well."""

from collections.abc import Mapping

from companion.cards.markers import MODULES, marker_image, marker_of
from companion.scenes.faces import DP, Face, Printed
from companion.scenes.lettering import fit, wrap
from companion.scenes.shapes import Box, Scene, Shape, Text

SIZE_MM = (26.0, 34.0)
MARKER_MM = 18.0
INK, PAPER = "#000000", "#FFFFFF"
BLEED = 12.0


def stickers(names: Mapping[str, str]) -> Printed:
    """A sticker for each card of a deck, by its id and in the deck's order; nothing is printed behind it."""
    cards = tuple(names)
    faces = tuple(
        Face(card, name, "tile", SIZE_MM, _sticker(marker_of(card, cards), name), "")
        for card, name in names.items()
    )
    return Printed(faces, {})


def _sticker(number: int, name: str) -> Scene:
    width, height = SIZE_MM[0] * DP, SIZE_MM[1] * DP
    module = MARKER_MM * DP / MODULES
    left, top = (width - MARKER_MM * DP) / 2, 14.0
    shapes: list[Shape] = [
        Box((-BLEED, -BLEED), width + 2 * BLEED, height + 2 * BLEED, fill=PAPER),
        Box((0.5, 0.5), width - 1, height - 1, fill=PAPER, stroke="#BBBBBB", stroke_width=0.6),
        Box((left, top), MODULES * module, MODULES * module, fill=INK),
    ]
    bits = marker_image(number)
    # A white square reaches a hair over its neighbours, so that no seam shows between two of them.
    shapes += [
        Box((left + column * module, top + row * module), module + 0.05, module + 0.05, fill=PAPER)
        for row in range(MODULES)
        for column in range(MODULES)
        if bits[row, column]
    ]
    lines = wrap(name, width - 8, 11.0, 2, bold=True)
    first = top + MODULES * module + 15 - 3 * (len(lines) - 1)
    shapes += [
        Text((width / 2, first + 13 * row), line, 11.0, INK, bold=True) for row, line in enumerate(lines)
    ]
    shapes.append(Text((width / 2, height - 9), fit(f"{number}", width - 8, 9.0), 9.0, "#777777"))
    return Scene(width, height, tuple(shapes))
