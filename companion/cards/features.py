"""Local features of a picture: places that look like themselves from anywhere, and what they look like."""

from typing import Any, cast

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from companion.cards.pictures import Picture


class Features(Struct, frozen=True):
    """Places in pixels, and a description of unit length for each."""

    points: NDArray[np.float32]
    descriptions: NDArray[np.float32]


def features_of(picture: Picture, most: int, mask: NDArray[np.uint8] | None = None) -> Features:
    """The strongest features of a picture, at most so many: RootSIFT."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    found, described = cast(Any, cv2).SIFT_create(nfeatures=most).detectAndCompute(grey, mask)
    if described is None or not len(found):
        return Features(np.zeros((0, 2), np.float32), np.zeros((0, 128), np.float32))
    described = described / np.maximum(described.sum(axis=1, keepdims=True), 1e-6)
    points = np.array([each.pt for each in found], np.float32)
    return Features(points, np.sqrt(described).astype(np.float32))
