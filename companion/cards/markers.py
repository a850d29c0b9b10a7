"""Markers on sleeves: what is read where the light is too poor for faces.

The number of a card's marker is its place in the deck, so a deck that only grows keeps its stickers.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

import cv2
import numpy as np

from companion.cards.pictures import Grey, Picture
from companion.cards.reading import Found, Quad

MOST = 587
"""How many markers there are."""

MODULES = 8
"""Squares along a marker's side, its black rim included."""

WINDOW_PX = 31
"""Black is told from white within so many pixels, once: trying more windows costs as much as all else."""

SMALLEST = 0.06
"""A marker's way around, of the picture's longer side, is at least so long."""

CORRECTED = 0.2
"""One square in 36 may be read wrongly, not three: every dark square of a picture is tried."""


def marker_of(card: str, cards: Sequence[str]) -> int:
    """The number of the marker on a card's sleeve; ValueError for a card beyond the last marker."""
    number = list(cards).index(card)
    if number >= MOST:
        raise ValueError(f"{card}: there are {MOST} markers, and this is card {number + 1} of the deck")
    return number


def marker_image(number: int, side_px: int = MODULES) -> Picture:
    """A marker in black and white, of this many pixels along its side, its black rim included."""
    image: Picture = cv2.aruco.generateImageMarker(_dictionary(), number, side_px)
    return image


def markers_in(grey: Grey, cards: Sequence[str]) -> tuple[Found, ...]:
    """The cards whose markers are in the picture; quads are those of the markers, not of the cards."""
    corners, numbers, _ = _detector().detectMarkers(grey)
    found = []
    for quad, number in zip(corners, numbers if numbers is not None else (), strict=True):
        place = int(np.ravel(number)[0])
        if place < len(cards):
            found.append(_found(cards[place], np.asarray(quad).reshape(4, 2)))
    return tuple(found)


def _found(card: str, points: Any) -> Found:
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    quad: Quad = (a, b, c, d)
    angle = float(np.degrees(np.arctan2(b[1] - a[1], b[0] - a[0]))) % 360
    return Found(card, quad, round(angle / 90) * 90 % 360, angle, certain=True, confidence=1.0)


@cache
def _dictionary() -> Any:
    """A family whose markers differ in eleven of their 36 squares at least: none is taken for another."""
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)


@cache
def _detector() -> Any:
    parameters = cv2.aruco.DetectorParameters()
    parameters.adaptiveThreshWinSizeMin = parameters.adaptiveThreshWinSizeMax = WINDOW_PX
    parameters.minMarkerPerimeterRate = SMALLEST
    parameters.errorCorrectionRate = CORRECTED
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    return cv2.aruco.ArucoDetector(_dictionary(), parameters)
