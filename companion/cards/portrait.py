"""One card's picture for a deck: found where it lies before the camera, cut out and straightened.

A new picture is compared with those that are known: two faces that differ little are told at once, and where.
"""

from pathlib import Path
from typing import cast

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from companion.cards.deck import Deck, DeckError
from companion.cards.families import families
from companion.cards.known import PATCH_PX
from companion.cards.pictures import Picture, fitted
from companion.cards.quads import Outline, outlines
from companion.cards.reading import Quad
from companion.cards.straightening import Patch, scaled

LONGEST_PX = 900
"""A reference is kept no larger: a card on the table never shows so large."""

LEAST_SHARE, MOST_SHARE = 0.02, 0.92
"""The share of the picture that a card takes when it is shown to be known: not the table's edge either."""

SLIMMEST = 2.6
"""No card is this many times as long as wide."""

THE_SAME = 0.15
"""Two pictures of which no part differs more than this in its mean, 0 to 1, are of the same card."""

REGIONS = (
    ("top left corner", "top", "top right corner"),
    ("left", "middle", "right"),
    ("bottom left corner", "bottom", "bottom right corner"),
)


class Alike(Struct, frozen=True):
    """A card whose picture is much like the new one, and where they differ; nowhere if they are the same."""

    card: str
    where: str


def card_in(picture: Picture) -> Quad | None:
    """Where the card lies that is shown: the outermost outline around the picture's middle, upright."""
    high, wide = picture.shape[:2]
    middle = np.array([wide / 2, high / 2])
    fitting = [each for each in outlines(picture) if _fits(each, wide * high)]
    if not fitting:
        return None
    nearest = min(fitting, key=lambda each: float(np.hypot(*(each.corners.mean(axis=0) - middle))))
    centre = nearest.corners.mean(axis=0)
    around = [each for each in fitting if _holds(each, centre)]
    corners = max(around or [nearest], key=lambda each: each.area).corners
    first = int(np.argmin(corners.sum(axis=1)))
    upright = np.roll(corners, -first, axis=0)
    return cast(Quad, tuple((float(x), float(y)) for x, y in upright))


def cut_out(picture: Picture, quad: Quad) -> Picture:
    """What lies under a quad, straightened."""
    corners = np.array(quad, np.float32)
    sides = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)
    wide, high = float(sides[0] + sides[2]) / 2, float(sides[1] + sides[3]) / 2
    scale = min(LONGEST_PX / max(wide, high), 1.0)
    size = (max(round(wide * scale), 2), max(round(high * scale), 2))
    flat = np.array([(0, 0), (size[0], 0), size, (0, size[1])], np.float32)
    pose = cv2.getPerspectiveTransform(corners, flat)
    return cast(Picture, cv2.warpPerspective(picture, pose, size, flags=cv2.INTER_AREA))


def alike(folder: Path, card: str, picture: Picture) -> tuple[Alike, ...]:
    """The other cards of a deck that a new picture of this card could be taken for."""
    try:
        deck = Deck.open(folder)
    except DeckError:
        return ()
    others = [each for each in deck.entries if each != card]
    new = scaled(picture, PATCH_PX)
    patches = [scaled(fitted(deck.picture(each), LONGEST_PX)[0], PATCH_PX) for each in others]
    group = next(each for each in families([new, *patches]) if 0 in each)
    return tuple(Alike(others[n - 1], differs(new, patches[n - 1])) for n in group if n)


def differs(one: Patch, other: Patch) -> str:
    """Where two faces differ most; nothing where they are the same."""
    apart = np.abs(_even(one) - _even(other)).mean(axis=2)
    if float(_cells(apart, 6).max()) < THE_SAME:
        return ""
    row, column = divmod(int(np.argmax(_cells(apart, 3))), 3)
    return REGIONS[row][column]


def _cells(apart: NDArray[np.float32], count: int) -> NDArray[np.float32]:
    """The mean of each of so many times as many parts."""
    side = len(apart) // count
    inner = apart[: count * side, : count * side].reshape(count, side, count, side)
    return cast(NDArray[np.float32], inner.mean(axis=(1, 3)))


def _even(patch: Patch) -> NDArray[np.float32]:
    """A patch as bright as any other: lamps differ from picture to picture."""
    even = patch / np.maximum(np.percentile(patch, 75, axis=(0, 1)), 0.05)
    return cast(NDArray[np.float32], even)


def _fits(outline: Outline, whole: float) -> bool:
    sides = np.hypot(*(np.roll(outline.corners, -1, axis=0) - outline.corners).T)
    slim = max(sides[0] + sides[2], sides[1] + sides[3]) / max(
        min(sides[0] + sides[2], sides[1] + sides[3]), 1
    )
    return LEAST_SHARE <= outline.area / whole <= MOST_SHARE and float(slim) < SLIMMEST


def _holds(outline: Outline, point: NDArray[np.float64]) -> bool:
    shape = outline.corners.astype(np.float32).reshape(-1, 1, 2)
    return cv2.pointPolygonTest(shape, (float(point[0]), float(point[1])), measureDist=False) >= 0
