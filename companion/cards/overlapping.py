"""Which answers are about the same place."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

import cv2
import numpy as np

from companion.cards.quads import Corners, Outline

SAME = 0.5
"""Quads that share more than this part of the smaller one are one card: cards overlap up to a third."""


class Placed(Protocol):
    """An answer and where it lies."""

    @property
    def corners(self) -> Corners:
        """Corners in the picture."""
        ...

    @property
    def confidence(self) -> float:
        """How sure it is."""
        ...


P = TypeVar("P", bound=Placed)


def best_of_each_place(answers: Sequence[P]) -> list[P]:
    """Answers without those that a surer one lies over."""
    kept: list[P] = []
    for each in sorted(answers, key=lambda answer: -answer.confidence):
        if not covered(each.corners, [other.corners for other in kept]):
            kept.append(each)
    return kept


def covered(quad: Corners, others: Sequence[Corners]) -> bool:
    """Whether a quad is for the most part one of the others, or a part of it."""
    return any(_shared(quad, other) > SAME * min(_area(quad), _area(other)) for other in others)


def outermost(quads: Sequence[Outline], cards: Sequence[Corners]) -> list[Corners]:
    """Quads that may be cards which nobody knows: of about the size of the known ones, not inside others."""
    usual = float(np.median([_area(each) for each in cards])) if cards else 0.0
    kept: list[Corners] = []
    for quad in quads:
        like = 0.4 * usual < quad.area < 2.5 * usual if cards else True
        if like and not covered(quad.corners, [*cards, *kept]):
            kept.append(quad.corners)
    return kept


def _shared(one: Corners, other: Corners) -> float:
    if (one.max(axis=0) < other.min(axis=0)).any() or (other.max(axis=0) < one.min(axis=0)).any():
        return 0.0
    return float(cv2.intersectConvexConvex(one.astype(np.float32), other.astype(np.float32))[0])


def _area(quad: Corners) -> float:
    return float(abs(cv2.contourArea(quad.astype(np.float32))))
