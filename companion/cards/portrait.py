"""One card's picture for a deck: found where it lies before the camera, cut out and straightened.

A new picture is compared with those that are known: two faces that differ little are told at once, and where.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import cast

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from companion.cards.deck import Deck, DeckError
from companion.cards.families import families
from companion.cards.known import PATCH_PX
from companion.cards.ordering import in_reading_order
from companion.cards.overlapping import covered
from companion.cards.pictures import Picture, fitted
from companion.cards.quads import Outline, outlines
from companion.cards.reading import Found, Quad
from companion.cards.straightening import Patch, scaled

LONGEST_PX = 900
"""A reference is kept no larger: a card on the table never shows so large."""

Shares = tuple[float, float]

ALONE, OF_MANY = (0.02, 0.92), (0.002, 0.7)
"""The shares of the picture that a card takes when it is shown to be known: not the table's edge either."""

ONE_SIZE = (0.6, 1.6)
"""Cards laid out together have areas within these shares of the usual one."""

SLIMMEST = 2.6
"""No card is this many times as long as wide."""

FINE_PX, PARTS = 96, 12
"""Two pictures are compared so finely, by so many parts across: all that differs may be one small sign."""

THE_SAME = 0.07
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
    """Where the card lies that is shown: the outermost outline nearest to the picture's middle, upright."""
    high, wide = picture.shape[:2]
    middle = np.array([wide / 2, high / 2])
    apart = {float(np.hypot(*(each.corners.mean(axis=0) - middle))): each for each in _shown(picture, ALONE)}
    return _upright(apart[min(apart)]) if apart else None


def cards_in(picture: Picture) -> list[Quad]:
    """Where cards lie in a picture in which they are laid out apart, in reading order, each upright."""
    found = list(_shown(picture, OF_MANY))
    if not found:
        return []
    usual = float(np.median([each.area for each in found]))
    low, high = ONE_SIZE
    of_one_size = [_upright(each) for each in found if low * usual < each.area < high * usual]
    placed = [Found("", quad, 0, 0.0, certain=True, confidence=1.0) for quad in of_one_size]
    return [each.quad for each in in_reading_order(placed)]


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
    pictures = [picture, *(deck.picture(each) for each in others)]
    rough = [scaled(fitted(each, LONGEST_PX)[0], PATCH_PX) for each in pictures]
    group = next(each for each in families(rough) if 0 in each)
    return tuple(Alike(others[n - 1], differs(picture, pictures[n])) for n in group if n)


def differs(one: Picture, other: Picture) -> str:
    """Where two faces differ most; nothing where they are the same."""
    apart = np.abs(_even(scaled(one, FINE_PX)) - _even(scaled(other, FINE_PX))).mean(axis=2)
    if float(_cells(apart, PARTS).max()) < THE_SAME:
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


def _shown(picture: Picture, shares: Shares) -> Iterator[Outline]:
    """The outermost outlines that may be cards, each taking such a share of the picture."""
    found: list[Outline] = []
    for each in outlines(picture):
        if _fits(each, shares, picture.shape[0] * picture.shape[1]) and not covered(
            each.corners, [other.corners for other in found]
        ):
            found.append(each)
            yield each


def _fits(outline: Outline, shares: Shares, whole: float) -> bool:
    sides = np.hypot(*(np.roll(outline.corners, -1, axis=0) - outline.corners).T)
    long, short = max(sides[0] + sides[2], sides[1] + sides[3]), min(sides[0] + sides[2], sides[1] + sides[3])
    least, most = shares
    return least <= outline.area / whole <= most and float(long) < SLIMMEST * max(float(short), 1.0)


def _upright(outline: Outline) -> Quad:
    """The corners from the one that is the upper left in the picture."""
    corners = np.roll(outline.corners, -int(np.argmin(outline.corners.sum(axis=1))), axis=0)
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return a, b, c, d
