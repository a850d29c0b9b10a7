"""A game's cards and tiles as we draw them: printed to cut out, and looked for by the camera.

A game that has any says so in `scenes/GAME/faces.py`, whose `printed(components)` gives them all for the
components of a set-up, as plain values; empty means the house's.
"""

import importlib
from importlib.util import find_spec
from math import cos, pi, sin
from typing import Any, Literal

from msgspec import Struct

from companion.scenes.shapes import Point, Scene

DP = 4.0
"""How many dp of a face's scene are a millimetre of paper: small type is 9 points high."""

BLEED_MM = 3.0
"""How far a face's ground reaches over its edge, so that no white shows where a cut goes wide."""

CARD_MM = (63.0, 88.0)
"""The size of a playing card, as sleeves are sold for it."""

ROUND_MM = 3.0
"""The radius of a card's corners."""


class Face(Struct, frozen=True):
    """What is printed on one kind of card or tile.

    `id` is what the game's Observe readings call it; `also` are further ids whose cards look the same, and
    `copies` is how many are printed. `scene` has DP dp a millimetre, and its shapes reach BLEED_MM over each
    edge. `outline` is cut along, in mm from the upper left corner; empty means a card with round corners.
    `back` names one of the backs; nothing is printed behind a face without.
    """

    id: str
    name: str
    kind: Literal["card", "tile"]
    size: tuple[float, float]
    scene: Scene
    back: str
    copies: int = 1
    also: tuple[str, ...] = ()
    outline: tuple[Point, ...] = ()


class Printed(Struct, frozen=True):
    """All faces of a game, in the order in which they are printed, and its backs by name."""

    faces: tuple[Face, ...]
    backs: dict[str, Scene]


def printed(game: str, components: dict[str, Any] | None = None) -> Printed | None:
    """The faces of a game with these components; None where nothing of it is a card or a tile."""
    module = f"companion.scenes.{game}.faces"
    if find_spec(module) is None:
        return None
    found: Printed = importlib.import_module(module).printed(components or {})
    return found


def hexagon(side_mm: float) -> tuple[tuple[float, float], tuple[Point, ...]]:
    """The size and the outline of a hexagon that has a side, not a corner, at its top."""
    half = side_mm * sin(pi / 3)
    around = (-120.0, -60.0, 0.0, 60.0, 120.0, 180.0)
    corners = tuple(
        (side_mm + side_mm * cos(turn * pi / 180), half + side_mm * sin(turn * pi / 180)) for turn in around
    )
    return (2 * side_mm, 2 * half), corners
