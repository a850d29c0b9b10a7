"""Which faces of a deck look alike, and which face a quad may show at all."""

from collections.abc import Sequence

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from companion.cards.straightening import Patch

SMALL = 24

AGREE = 0.1
"""Brightness, 0 to 1, in which two faces may differ in a pixel that they share."""

FAMILY = 0.5
"""Faces that share at least this part of their pixels are one family."""

TURNS = 2
"""So many likeliest quarters are tried: a symbol looks much the same upside down."""


def families(patches: Sequence[Patch]) -> list[list[int]]:
    """Faces that look alike, directly or by way of others; most faces are alone."""
    small = np.array([_small(each) for each in patches]).reshape(len(patches), -1, 3)
    small = small / np.maximum(np.percentile(small, 75, axis=1, keepdims=True), 0.05)
    alike = np.zeros((len(patches), len(patches)), np.bool_)
    for n, one in enumerate(small):
        alike[n] = (np.abs(small - one).max(axis=2) < AGREE).mean(axis=1) >= FAMILY
    return grouped(alike | alike.T)


def grouped(alike: NDArray[np.bool_]) -> list[list[int]]:
    """The groups that hang together, given which are alike."""
    left = np.ones(len(alike), np.bool_)
    groups: list[list[int]] = []
    for first in range(len(alike)):
        if not left[first]:
            continue
        inside = np.zeros(len(alike), np.bool_)
        edge = [first]
        while edge:
            inside[edge] = True
            edge = [int(n) for n in np.flatnonzero(alike[edge].any(axis=0) & ~inside)]
        left &= ~inside
        groups.append([int(n) for n in np.flatnonzero(inside)])
    return groups


class Likely(Struct, frozen=True):
    """A face that a quad may show, the quarters by which it may be turned, and their correlation."""

    face: int
    quarters: tuple[int, ...]
    close: float


class Likeness:
    """Finds the faces that a straightened quad resembles at a glance."""

    def __init__(self, patches: Sequence[Patch], shapes: Sequence[NDArray[np.bool_]]) -> None:
        insides = [_small(each.astype(np.float32))[2:-2, 2:-2, None] > 0.99 for each in shapes]
        self._faces = np.array([_bare(_small(p), i) for p, i in zip(patches, insides, strict=True)])
        self._insides = np.array([np.repeat(each, 3, axis=2).ravel() for each in insides], np.float32)

    def likely(self, straight: Patch, most: int) -> list[Likely]:
        """The likeliest faces, best first."""
        small = _small(straight)
        turned = np.array([_bare(np.rot90(small, quarter)) for quarter in range(4)])
        close = (turned @ self._faces.T) / np.sqrt(np.maximum(turned**2 @ self._insides.T, 1e-6))
        order = np.argsort(-close.max(axis=0))[:most]
        quarters = np.argsort(-close, axis=0)
        return [
            Likely(int(face), tuple(int(n) for n in quarters[:TURNS, face]), float(close[:, face].max()))
            for face in order
        ]


def _small(patch: Patch) -> Patch:
    return np.asarray(cv2.resize(patch, (SMALL, SMALL), interpolation=cv2.INTER_AREA), np.float32)


def _bare(patch: NDArray[np.float32], inside: NDArray[np.bool_] | None = None) -> NDArray[np.float32]:
    """A patch without its rim, its brightness and its contrast."""
    inner = patch[2:-2, 2:-2]
    if inside is None:
        apart = (inner - inner.mean(axis=(0, 1))).ravel()
    else:
        apart = ((inner - (inner * inside).sum(axis=(0, 1)) / max(int(inside.sum()), 1)) * inside).ravel()
    return np.asarray(apart / max(float(np.linalg.norm(apart)), 1e-6), np.float32)
