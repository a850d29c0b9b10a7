"""All references' features in one stack, and which of them a picture's features resemble."""

from collections.abc import Sequence
from typing import Any, cast

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from companion.cards.features import Features

RATIO = 0.85
"""A feature counts only if it is nearer than this share of its distance to any other card's nearest."""

NEIGHBOURS = 4

CHECKS = 64

SEED = 7
"""OpenCV draws the index's trees at random; the same deck gets the same trees."""


class Votes(Struct, frozen=True):
    """Features of the picture beside those of the references which they resemble."""

    query: NDArray[np.int64]
    train: NDArray[np.int64]
    card: NDArray[np.int64]


class Index:
    """A search over the stacked features of all references."""

    def __init__(self, references: Sequence[Features]) -> None:
        self.owner = np.concatenate([np.full(len(each.points), n) for n, each in enumerate(references)])
        self.points = np.concatenate([each.points for each in references])
        cv2.setRNGSeed(SEED)
        self._flann = cast(Any, cv2).flann_Index(
            np.concatenate([each.descriptions for each in references]), {"algorithm": 1, "trees": 4}
        )

    def votes(self, features: Features) -> Votes:
        """The reference feature that each of these resembles, where that is one card's alone."""
        if len(features.points) == 0 or len(self.points) < NEIGHBOURS:
            none = np.zeros(0, np.int64)
            return Votes(none, none, none)
        near, squared = self._flann.knnSearch(features.descriptions, NEIGHBOURS, params={"checks": CHECKS})
        owners = self.owner[near]
        other = np.where(owners != owners[:, :1], squared, np.inf).min(axis=1)
        kept = np.flatnonzero(squared[:, 0] < RATIO**2 * other)
        return Votes(kept, near[kept, 0].astype(np.int64), owners[kept, 0].astype(np.int64))
