"""Local features of a picture: places that look like themselves from anywhere, and what they look like.

Corners are found by FAST over a pyramid, which costs a tenth of what SIFT's own search for blobs does, and
are then described by SIFT without its doubled octave. Descriptions are square-rooted (RootSIFT).
"""

from math import log2
from typing import Any, Self, cast

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from companion.cards.pictures import Grey

BOX = 24
"""Corners compete for their places within boxes of so many pixels, so that a busy cloth does not win all."""

STEP = 1.2
LEVELS = 8
RIM_PX = 16
FAST = 10

BLOB = 1.6
"""SIFT's own scale of the finest level."""

REACH = 1.5
"""How many times SIFT's own scale a corner is described at."""


class Features(Struct, frozen=True):
    """Places in pixels with their scale and angle, and a description of unit length for each."""

    points: NDArray[np.float32]
    scales: NDArray[np.float32]
    angles: NDArray[np.float32]
    descriptions: NDArray[np.float32]

    @classmethod
    def none(cls) -> Self:
        """No features."""
        few = np.zeros(0, np.float32)
        return cls(np.zeros((0, 2), np.float32), few, few, np.zeros((0, 128), np.float32))


def corners_in(grey: Grey, most: int, mask: NDArray[np.uint8] | None = None) -> list[Any]:
    """The strongest corners, at most so many, spread over the picture."""
    finder = cast(Any, cv2).ORB_create(4 * most, STEP, LEVELS, RIM_PX, fastThreshold=FAST)
    found = list(finder.detect(grey, mask))
    if len(found) <= most:
        return found
    strength = np.array([each.response for each in found], np.float32)
    places = np.array([each.pt for each in found], np.float32)
    box = (places // BOX).astype(np.int64) @ np.array([1, 100_000])
    order = np.lexsort((-strength, box))
    starts = np.flatnonzero(np.diff(box[order], prepend=-1))
    rank = np.arange(len(order)) - np.repeat(starts, np.diff(np.append(starts, len(order))))
    first = np.lexsort((-strength[order], rank))[:most]
    return [found[n] for n in order[first]]


def described(grey: Grey, corners: list[Any]) -> Features:
    """Describe what lies around each corner."""
    if not corners:
        return Features.none()
    points = [_blob(each) for each in corners]
    kept, descriptions = cast(Any, cv2).SIFT_create().compute(grey, points)
    if descriptions is None or not len(kept):
        return Features.none()
    descriptions = descriptions / np.maximum(descriptions.sum(axis=1, keepdims=True), 1e-6)
    return Features(
        np.array([each.pt for each in kept], np.float32),
        np.array([each.size for each in kept], np.float32),
        np.radians(np.array([each.angle for each in kept], np.float32)),
        np.sqrt(descriptions).astype(np.float32),
    )


def features_of(grey: Grey, most: int, mask: NDArray[np.uint8] | None = None) -> Features:
    """The strongest features of a picture, at most so many."""
    return described(grey, corners_in(grey, most, mask))


def _scale(level: int) -> tuple[float, int]:
    """The width of a level's corners as SIFT counts it, and the octave and layer that hold that scale."""
    growth = REACH * STEP**level
    octave, layer = divmod(max(round(3 * log2(growth)), 0), 3)
    return 2 * BLOB * growth, octave | (layer << 8)


SCALES = tuple(_scale(level) for level in range(LEVELS))


def _blob(corner: Any) -> Any:
    """A corner as SIFT writes down its own finds."""
    width, place = SCALES[corner.octave]
    x, y = corner.pt
    return cv2.KeyPoint(x, y, width, corner.angle, corner.response, place)
