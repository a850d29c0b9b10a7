"""What the recogniser is measured against: RootSIFT over the whole frame, one index of all references."""

import time
from collections.abc import Iterator
from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.cards import Deck, Found, Picture, Reading
from companion.cards.pictures import fitted

PX = 1280
REFERENCE_PX = 480
RATIO = 0.85
NEIGHBOURS = 4
TREES = 4
CHECKS = 64
LEAST = 12
WITHIN_PX = 5.0


class WholeFrame:
    """Features of the whole picture, one search, a homography per instance; copies by peeling."""

    def __init__(self, deck: Deck) -> None:
        self._cards = list(deck.cards)
        self._sift = cast(Any, cv2).SIFT_create()
        self._sizes: list[tuple[int, int]] = []
        points, descriptions, owners = [], [], []
        for n, card in enumerate(self._cards):
            picture, _ = fitted(deck.picture(card), REFERENCE_PX)
            self._sizes.append((picture.shape[1], picture.shape[0]))
            own, described = self._features(picture)
            points.append(own)
            descriptions.append(described)
            owners.append(np.full(len(own), n))
        self._points, self._owner = np.concatenate(points), np.concatenate(owners)
        cv2.setRNGSeed(1)
        self._stack = np.concatenate(descriptions)
        self._index = cast(Any, cv2).flann_Index(self._stack, {"algorithm": 1, "trees": TREES})

    def read(self, picture: Picture) -> Reading:
        """All cards that a dozen features agree on."""
        began = time.perf_counter()
        small, scale = fitted(picture, PX)
        points, descriptions = self._features(small)
        cards = tuple(self._cards_in(points, descriptions, scale)) if len(points) else ()
        return Reading(cards, (), (time.perf_counter() - began) * 1e3)

    def _features(self, picture: Picture) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        found, described = self._sift.detectAndCompute(grey, None)
        if described is None:
            return np.zeros((0, 2), np.float32), np.zeros((0, 128), np.float32)
        described = np.sqrt(described / np.maximum(described.sum(axis=1, keepdims=True), 1e-6))
        return np.array([each.pt for each in found], np.float32), described.astype(np.float32)

    def _cards_in(
        self, points: NDArray[np.float32], descriptions: NDArray[np.float32], scale: float
    ) -> Iterator[Found]:
        near, squared = self._index.knnSearch(descriptions, NEIGHBOURS, params={"checks": CHECKS})
        owners = self._owner[near]
        other = np.where(owners != owners[:, :1], squared, np.inf).min(axis=1)
        kept = np.flatnonzero(squared[:, 0] < RATIO**2 * other)
        for card in np.unique(owners[kept, 0]):
            mine = kept[owners[kept, 0] == card]
            yield from self._copies(int(card), self._points[near[mine, 0]], points[mine], scale)

    def _copies(
        self, card: int, there: NDArray[np.float32], here: NDArray[np.float32], scale: float
    ) -> Iterator[Found]:
        width, height = self._sizes[card]
        corners = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], np.float64)
        while len(here) >= LEAST:
            found, mask = cv2.findHomography(there, here, cv2.RANSAC, WITHIN_PX)
            if found is None or mask.sum() < LEAST:
                return
            quad = cv2.perspectiveTransform(corners, found)[0] / scale
            if cv2.isContourConvex(quad.astype(np.float32)):
                a, b, c, d = ((float(x), float(y)) for x, y in quad)
                yield Found(self._cards[card], (a, b, c, d), 0, 0.0, certain=True, confidence=1.0)
            left = mask.ravel() == 0
            there, here = there[left], here[left]
