"""Which faces of a deck look alike, and which face a quad may show at all."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.cards.straightening import Patch

SMALL = 24

AGREE = 0.1
"""Brightness, 0 to 1, in which two faces may differ in a pixel that they share."""

FAMILY = 0.5
"""Faces that share at least this part of their pixels are one family."""


def families(patches: Sequence[Patch]) -> list[list[int]]:
    """Faces that look alike, directly or by way of others; most faces are alone."""
    small = np.array([_small(each) for each in patches]).reshape(len(patches), -1, 3)
    small = small / np.maximum(np.percentile(small, 75, axis=1, keepdims=True), 0.05)
    home = list(range(len(patches)))

    def root(n: int) -> int:
        while home[n] != n:
            home[n] = home[home[n]]
            n = home[n]
        return n

    for n in range(len(patches)):
        shared = (np.abs(small[n + 1 :] - small[n]).max(axis=2) < AGREE).mean(axis=1)
        for other in np.flatnonzero(shared >= FAMILY):
            home[root(n + 1 + int(other))] = root(n)
    grouped: dict[int, list[int]] = {}
    for n in range(len(patches)):
        grouped.setdefault(root(n), []).append(n)
    return list(grouped.values())


class Likeness:
    """Finds the faces that a straightened quad resembles at a glance."""

    def __init__(self, patches: Sequence[Patch]) -> None:
        self._faces = np.array([_bare(_small(each)) for each in patches])

    def likely(self, straight: Patch, most: int) -> list[tuple[int, int]]:
        """The likeliest faces, each with the quarters that the patch is turned by, best first."""
        small = _small(straight)
        turned = np.array([_bare(np.rot90(small, quarter)) for quarter in range(4)])
        close = turned @ self._faces.T
        best = close.argmax(axis=0)
        order = np.argsort(-close.max(axis=0))[:most]
        return [(int(face), int(best[face])) for face in order]


def _small(patch: Patch) -> Patch:
    return np.asarray(cv2.resize(patch, (SMALL, SMALL), interpolation=cv2.INTER_AREA), np.float32)


def _bare(patch: NDArray[np.float32]) -> NDArray[np.float32]:
    """A patch without its rim, its brightness and its contrast."""
    inner = patch[2:-2, 2:-2]
    apart = (inner - inner.mean(axis=(0, 1))).ravel()
    return np.asarray(apart / max(float(np.linalg.norm(apart)), 1e-6), np.float32)
