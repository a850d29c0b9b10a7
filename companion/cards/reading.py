"""What the recogniser says of one picture, and nothing of how it knows."""

from msgspec import Struct

Point = tuple[float, float]

Quad = tuple[Point, Point, Point, Point]
"""Four corners in pixels of the picture, clockwise as one sees it, from the card's own top left."""


class Found(Struct, frozen=True):
    """One copy of one card, where it lies and how sure that is.

    `angle` is how far the card is turned clockwise in the picture, 0 to 360 degrees; `turn` is the nearest
    quarter to it. Where it is not certain, `rivals` are the cards that it may be instead, likeliest first.
    """

    card: str
    quad: Quad
    turn: int
    angle: float
    certain: bool
    confidence: float
    rivals: tuple[str, ...] = ()


class Reading(Struct, frozen=True):
    """The cards of one picture in reading order, the cards that are not of the deck, and the time it took."""

    cards: tuple[Found, ...]
    unknown: tuple[Quad, ...]
    ms: float
