"""Where in the picture a card lies, by the places of its features: copies are peeled off one by one."""

from collections.abc import Iterator

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

LEAST = 10
"""Fewer features in agreement than this happen by chance."""

WITHIN_PX = 4.0


class Instance(Struct, frozen=True):
    """One copy of a card: the map from its reference to the picture, and how many features say so."""

    card: int
    map: NDArray[np.float64]
    quad: NDArray[np.float64]
    agreeing: int


def instances(
    card: int, reference: NDArray[np.float32], picture: NDArray[np.float32], size: tuple[int, int]
) -> Iterator[Instance]:
    """All copies of one card; `size` is the width and height of its reference."""
    left = np.arange(len(reference))
    while len(left) >= LEAST:
        found, mask = cv2.findHomography(reference[left], picture[left], cv2.USAC_MAGSAC, WITHIN_PX)
        if found is None:
            return
        inside = mask.ravel() > 0
        quad = _corners(found, size)
        unique = len(np.unique(np.round(picture[left][inside]), axis=0))
        if unique < LEAST:
            return
        if plausible(quad):
            yield Instance(card, found, quad, unique)
        left = left[~inside]


def plausible(quad: NDArray[np.float64]) -> bool:
    """Whether a card can look like that: convex, seen from its front, not a sliver."""
    if not np.isfinite(quad).all():
        return False
    sides = np.roll(quad, -1, axis=0) - quad
    after = np.roll(sides, -1, axis=0)
    if (sides[:, 0] * after[:, 1] - sides[:, 1] * after[:, 0] <= 0).any():
        return False
    lengths = np.linalg.norm(sides, axis=1)
    opposite = np.maximum(lengths[:2] / lengths[2:], lengths[2:] / lengths[:2])
    return bool(lengths.min() > 20 and opposite.max() < 2.5)


def _corners(found: NDArray[np.float64], size: tuple[int, int]) -> NDArray[np.float64]:
    width, height = size
    corners = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], np.float64)
    return np.asarray(cv2.perspectiveTransform(corners, found)[0], np.float64)
