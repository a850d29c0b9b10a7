"""All references' features in one stack, and which of them a picture's features resemble.

Kin are references with mostly one picture, as tiles that differ in a number: a feature of theirs says that
one of them lies there, and not which.
"""

from collections.abc import Sequence
from typing import Any, cast

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from companion.cards.features import Features

RATIO = 0.85
"""A feature counts only if it is nearer than this share of its distance to any card's but kin's."""

NEIGHBOURS = 4
"""So many are looked up, and as many more as a card has kin: they may be nearest all together."""

MOST_KIN = 8

TREES = 2
CHECKS = 32

SEED = 7
"""OpenCV draws the index's trees at random; the same deck gets the same trees."""


class Votes(Struct, frozen=True):
    """Features of the picture beside those of one card, or its kin, which they resemble.

    `kin` is the number of the group; `seen` are places in the picture's features, `known` in the stack.
    """

    kin: int
    seen: NDArray[np.int64]
    known: NDArray[np.int64]


class Index:
    """A search over the stacked features of all references."""

    def __init__(self, references: Sequence[Features], kin: Sequence[Sequence[int]]) -> None:
        group = np.zeros(len(references), np.int64)
        for number, members in enumerate(kin):
            group[list(members)] = number
        self._group = np.repeat(group, [len(each.points) for each in references])
        self.known = Features(
            np.concatenate([each.points for each in references]),
            np.concatenate([each.scales for each in references]),
            np.concatenate([each.angles for each in references]),
            np.concatenate([each.descriptions for each in references]),
        )
        self._neighbours = NEIGHBOURS + min(max(map(len, kin)), MOST_KIN) - 1
        cv2.setRNGSeed(SEED)
        self._trees = (
            cast(Any, cv2).flann_Index(self.known.descriptions, {"algorithm": 1, "trees": TREES})
            if len(self._group) >= self._neighbours
            else None
        )

    @property
    def empty(self) -> bool:
        """Whether no reference has features."""
        return self._trees is None

    def votes(self, seen: Features, least: int) -> list[Votes]:
        """For each kin that at least so many features resemble, and no other card as well, which ones."""
        if self._trees is None or len(seen.points) < least:
            return []
        near, squared = self._trees.knnSearch(seen.descriptions, self._neighbours, params={"checks": CHECKS})
        groups = self._group[near]
        other = np.where(groups != groups[:, :1], squared, np.inf).min(axis=1)
        kept = np.flatnonzero(squared[:, 0] < RATIO**2 * other)
        kept = kept[np.argsort(groups[kept, 0], kind="stable")]
        kin, starts, counts = np.unique(groups[kept, 0], return_index=True, return_counts=True)
        return [
            Votes(int(one), kept[start : start + count], near[kept[start : start + count], 0])
            for one, start, count in zip(kin, starts, counts, strict=True)
            if count >= least
        ]
