"""A part of a picture seen as a flat square, wherever and however it lies on the table."""

from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.cards.pictures import Picture

Map = NDArray[np.float64]
"""From a card's own square, -1 to 1 from left to right and from top to bottom, to pixels of a picture."""

Patch = NDArray[np.float32]
"""A square of blue, green and red, each 0 to 1."""

SQUARE = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float64)

QUARTERS = tuple(
    np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]], np.float64)
    for cos, sin in ((1, 0), (0, 1), (-1, 0), (0, -1))
)
"""The card's own square turned by no, one, two and three quarters, clockwise as one sees it."""


def map_of(corners: NDArray[np.float64]) -> Map:
    """The map to a quad whose corners are clockwise from the card's own top left."""
    found = cv2.getPerspectiveTransform(SQUARE.astype(np.float32), corners.astype(np.float32))
    return cast(Map, np.asarray(found, np.float64))


def corners_of(found: Map) -> NDArray[np.float64]:
    """Where the four corners of the card's own square lie in the picture."""
    points = found @ np.vstack([SQUARE.T, np.ones(4)])
    return cast(NDArray[np.float64], (points[:2] / points[2]).T)


def side_of(corners: NDArray[np.float64]) -> float:
    """The side of a square as large as a quad."""
    one, two = corners[2] - corners[0], corners[3] - corners[1]
    return float(np.sqrt(0.5 * abs(one[0] * two[1] - one[1] * two[0])))


class Sheet:
    """A picture, and halves of it that are made when something large is looked at."""

    def __init__(self, picture: Picture) -> None:
        self._levels = [picture]

    @property
    def picture(self) -> Picture:
        """The picture as it came."""
        return self._levels[0]

    def straight(self, found: Map, size: int) -> Patch:
        """What lies under a map, as a square of so many pixels."""
        level = max(int(np.log2(max(side_of(corners_of(found)) / (1.5 * size), 1))), 0)
        fine = 2 * size
        to_square = np.array([[2 / fine, 0, 1 / fine - 1], [0, 2 / fine, 1 / fine - 1], [0, 0, 1]])
        shrink = np.array(
            [[0.5**level, 0, 0.5 * (0.5**level - 1)], [0, 0.5**level, 0.5 * (0.5**level - 1)], [0, 0, 1]]
        )
        warped = cv2.warpPerspective(
            self._level(level),
            shrink @ found @ to_square,
            (fine, fine),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return scaled(warped, size)

    def _level(self, level: int) -> Picture:
        while len(self._levels) <= level:
            last = self._levels[-1]
            half = (max(last.shape[1] // 2, 1), max(last.shape[0] // 2, 1))
            self._levels.append(cv2.resize(last, half, interpolation=cv2.INTER_AREA))
        return self._levels[level]


def scaled(picture: Picture, size: int) -> Patch:
    """A whole picture as a square of so many pixels."""
    small = cv2.resize(picture, (size, size), interpolation=cv2.INTER_AREA)
    return cast(Patch, small.astype(np.float32) / 255)
