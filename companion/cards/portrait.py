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
from companion.cards.ground import Ground, Thing
from companion.cards.known import PATCH_PX
from companion.cards.ordering import in_reading_order
from companion.cards.pictures import Picture, fitted
from companion.cards.quads import Corners
from companion.cards.reading import Found, Quad
from companion.cards.straightening import Patch, scaled

LONGEST_PX = 900
"""A reference is kept no larger: a card on the table never shows so large."""

Shares = tuple[float, float]

ALONE, OF_MANY = (0.03, 0.92), (0.002, 0.7)
"""The shares of the picture that a card takes when it is shown to be known: not the table's edge either."""

ONE_SIZE = (0.6, 1.6)
"""Cards laid out together have areas within these shares of the usual one."""

ONE_SHAPE = 1.25
"""Cards of one deck are as slim as each other but for this: they are seen a little from the side."""

SLIMMEST = 2.2
"""No card is this many times as long as wide."""

BESIDE, CRUMB = 0.08, 0.3
"""What is larger beside one, as a share of it, is part of it or another; of many, crumbs may be larger."""

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
    """Where the one card lies that is shown, upright; nothing if its own edge is not clear all around."""
    thing = thing_in(Ground(picture), picture)
    return None if thing is None else _upright(thing.corners)


def thing_in(ground: Ground, picture: Picture) -> Thing | None:
    """The one card or tile that lies alone on the ground; nothing if something else lies there, too."""
    whole = picture.shape[0] * picture.shape[1]
    found = ground.things()
    if not found or not _fits(found[0], ALONE, whole) or ground.rest(found[:1]) > BESIDE * found[0].area:
        return None
    return found[0]


def cards_in(picture: Picture) -> list[Quad]:
    """Where cards lie in a picture in which they are laid out apart, in reading order, each upright.

    None if they are not all of one shape and size, or something as large lies beside them.
    """
    whole, ground = picture.shape[0] * picture.shape[1], Ground(picture)
    found = [each for each in ground.things() if _fits(each, OF_MANY, whole)]
    if not found:
        return []
    usual = float(np.median([each.area for each in found]))
    low, high = ONE_SIZE
    found = [each for each in found if each.area > CRUMB * usual]
    alike_ = all(low * usual < each.area < high * usual for each in found)
    slimness = [slim(each.corners) for each in found]
    if not alike_ or max(slimness) > ONE_SHAPE * min(slimness) or ground.rest(found) > CRUMB * usual:
        return []
    placed = [Found("", _upright(each.corners), 0, 0.0, certain=True, confidence=1.0) for each in found]
    return [each.quad for each in in_reading_order(placed)]


def slim(corners: Corners) -> float:
    """How many times as long as wide what lies between corners is."""
    sides = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)
    one, two = float(sides[0] + sides[2]), float(sides[1] + sides[3])
    return max(one, two) / max(min(one, two), 1.0)


def slim_of(picture: Picture) -> float:
    """How many times as long as wide a picture is."""
    return float(max(picture.shape[:2]) / min(picture.shape[:2]))


def portrait(picture: Picture, thing: Thing) -> Picture:
    """A card or tile cut out and straightened; what is not of a tile is transparent."""
    quad = _upright(thing.corners)
    cut = cut_out(picture, quad)
    if thing.line is None:
        return cut
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(thing.line).astype(np.int32)], 255)
    return cast(Picture, np.dstack([cut, cut_out(cast(Picture, mask), quad)]))


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


def _fits(thing: Thing, shares: Shares, whole: float) -> bool:
    least, most = shares
    return least <= thing.area / whole <= most and slim(thing.corners) < SLIMMEST


def _upright(corners: Corners) -> Quad:
    """The corners from the one that is the upper left in the picture."""
    turned = np.roll(corners, -int(np.argmin(corners.sum(axis=1))), axis=0)
    a, b, c, d = ((float(x), float(y)) for x, y in turned)
    return a, b, c, d
