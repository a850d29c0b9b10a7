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

TREES = 2
CHECKS = 32

SEED = 7
"""OpenCV draws the index's trees at random; the same deck gets the same trees."""


class Votes(Struct, frozen=True):
    """Features of the picture beside those of one card which they resemble, by their places in each."""

    card: int
    seen: NDArray[np.int64]
    known: NDArray[np.int64]


class Index:
    """A search over the stacked features of all references."""

    def __init__(self, references: Sequence[Features]) -> None:
        counts = [len(each.points) for each in references]
        self._starts = np.concatenate([[0], np.cumsum(counts)])[:-1].astype(np.int64)
        self._owner = np.repeat(np.arange(len(references)), counts)
        self._stack = np.concatenate([each.descriptions for each in references])
        cv2.setRNGSeed(SEED)
        self._trees = (
            cast(Any, cv2).flann_Index(self._stack, {"algorithm": 1, "trees": TREES})
            if len(self._stack) >= NEIGHBOURS
            else None
        )

    @property
    def empty(self) -> bool:
        """Whether no reference has features."""
        return self._trees is None

    def votes(self, seen: Features, least: int) -> list[Votes]:
        """For each card that at least so many features resemble, and no other card as well, which ones."""
        if self._trees is None or len(seen.points) < least:
            return []
        near, squared = self._trees.knnSearch(seen.descriptions, NEIGHBOURS, params={"checks": CHECKS})
        owners = self._owner[near]
        other = np.where(owners != owners[:, :1], squared, np.inf).min(axis=1)
        kept = np.flatnonzero(squared[:, 0] < RATIO**2 * other)
        card = owners[kept, 0]
        order = np.argsort(card, kind="stable")
        kept, card = kept[order], card[order]
        cards, starts, counts = np.unique(card, return_index=True, return_counts=True)
        return [
            Votes(
                int(one),
                kept[start : start + count],
                near[kept[start : start + count], 0] - self._starts[one],
            )
            for one, start, count in zip(cards, starts, counts, strict=True)
            if count >= least
        ]
