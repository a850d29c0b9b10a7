"""Where copies of a card may lie: features that agree on its place, size and turn stand for one copy.

Each feature that resembles one of a reference says by its own place, scale and angle where the card's middle
would be (Lowe's clustering in pose space). Copies fall apart by themselves, and a handful of features in
agreement is enough to look closely: it is not yet an answer.
"""

from collections.abc import Iterator

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from companion.cards.features import Features
from companion.cards.index import Votes
from companion.cards.straightening import Map, corners_of

LEAST = 4
"""So many features must agree before anybody looks."""

NEAR = 0.3
"""Middles agree within this share of the card's size, slants included."""

TURN = 0.4
"""Angles agree within so much, in radians."""

GROWTH = 0.5
"""Scales agree within so much, in natural logarithms."""

WITHIN = 0.03
"""A feature lies where the map says, within this share of the card's size."""

ENOUGH = 8
"""From so many features on, the slant of a card can be told from them."""


MANY = 16
"""From so many features on, the slant that they tell is right."""

SLANTED_PX = 8.0
"""A map without a slant misses a feature by no more."""


class Instance(Struct, frozen=True):
    """One copy of a card, or of its kin, as features say: maps to it, and how many of them agree.

    Where few agree, slants can't be told from them for sure: the second map has none.
    """

    kin: int
    maps: tuple[Map, ...]
    agreeing: int


def instances(votes: Votes, known: Features, size: tuple[int, int], seen: Features) -> Iterator[Instance]:
    """All copies of one card or its kin that features speak for; `size` is that of their references."""
    here, there = seen.points[votes.seen], known.points[votes.known]
    alike = _alike(votes, known, size, seen)
    alive = np.ones(len(here), bool)
    while alive.sum() >= LEAST:
        counts = (alike & alive).sum(axis=1) * alive
        best = int(counts.argmax())
        if counts[best] < LEAST:
            return
        cluster = np.flatnonzero(alike[best] & alive)
        found = _map(there[cluster], here[cluster], size)
        if found is None:
            alive[cluster] = False
            continue
        inside = alive & _explained(found, there, here, size)
        alive[cluster] = False
        alive &= ~inside
        agreeing = len(np.unique(np.round(here[inside] / 2), axis=0))
        if agreeing >= LEAST:
            upright = _upright(there[cluster], here[cluster], size) if agreeing < MANY else None
            yield Instance(votes.kin, (found,) if upright is None else (found, upright), agreeing)


def plausible(quad: NDArray[np.float64]) -> bool:
    """Whether a card can look like that: convex, seen from its front, not a sliver."""
    if not np.isfinite(quad).all():
        return False
    sides = np.roll(quad, -1, axis=0) - quad
    after = np.roll(sides, -1, axis=0)
    if (sides[:, 0] * after[:, 1] - sides[:, 1] * after[:, 0] <= 0).any():
        return False
    lengths = np.hypot(sides[:, 0], sides[:, 1])
    opposite = np.maximum(lengths[:2] / lengths[2:], lengths[2:] / lengths[:2])
    return bool(lengths.min() > 20 and opposite.max() < 2.5 and lengths.max() < 5 * lengths.min())


def _alike(votes: Votes, known: Features, size: tuple[int, int], seen: Features) -> NDArray[np.bool_]:
    """Which pairs of features agree on the card's middle, scale and turn."""
    grown = seen.scales[votes.seen] / known.scales[votes.known]
    turned = seen.angles[votes.seen] - known.angles[votes.known]
    out = np.array(size) / 2 - known.points[votes.known]
    cos, sin = np.cos(turned), np.sin(turned)
    rotated = np.stack([cos * out[:, 0] - sin * out[:, 1], sin * out[:, 0] + cos * out[:, 1]], axis=1)
    middle = seen.points[votes.seen] + grown[:, None] * rotated
    apart = np.hypot(*(middle[:, None] - middle[None]).transpose(2, 0, 1))
    large = np.sqrt(np.outer(grown, grown)) * float(np.mean(size))
    logs = np.log(grown)
    angle = np.abs((turned[:, None] - turned[None] + np.pi) % (2 * np.pi) - np.pi)
    alike = (apart < NEAR * large) & (np.abs(logs[:, None] - logs[None]) < GROWTH) & (angle < TURN)
    return np.asarray(alike)


def _map(there: NDArray[np.float32], here: NDArray[np.float32], size: tuple[int, int]) -> Map | None:
    """The map that most of these features agree with."""
    square = 2 * (there + 0.5) / np.array(size, np.float32) - 1
    across = float(np.ptp(here, axis=0).max() / max(np.ptp(there, axis=0).max(), 1)) * float(np.mean(size))
    within = max(WITHIN * across, 2.0)
    flat, _ = cv2.estimateAffine2D(square, here, method=cv2.RANSAC, ransacReprojThreshold=2 * within)
    if flat is None:
        return None
    found = np.vstack([flat, [0, 0, 1]])
    if len(here) >= ENOUGH:
        slanted, mask = cv2.findHomography(square, here, cv2.RANSAC, within)
        if slanted is not None and mask.sum() >= 0.6 * len(here) and plausible(corners_of(slanted)):
            return np.asarray(slanted, np.float64)
    return found if plausible(corners_of(found)) else None


def _upright(there: NDArray[np.float32], here: NDArray[np.float32], size: tuple[int, int]) -> Map | None:
    """The map without a slant that most of these features agree with."""
    flat, _ = cv2.estimateAffinePartial2D(there, here, method=cv2.RANSAC, ransacReprojThreshold=SLANTED_PX)
    if flat is None:
        return None
    to_pixels = np.array(
        [[size[0] / 2, 0, (size[0] - 1) / 2], [0, size[1] / 2, (size[1] - 1) / 2], [0, 0, 1]]
    )
    found = np.vstack([flat, [0, 0, 1]]) @ to_pixels
    return found if plausible(corners_of(found)) else None


def _explained(
    found: Map, there: NDArray[np.float32], here: NDArray[np.float32], size: tuple[int, int]
) -> NDArray[np.bool_]:
    square = 2 * (there + 0.5) / np.array(size) - 1
    mapped = found @ np.vstack([square.T, np.ones(len(square))])
    corners = corners_of(found)
    large = float(np.mean(np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)))
    with np.errstate(divide="ignore", invalid="ignore"):
        apart = np.hypot(*((mapped[:2] / mapped[2]).T - here).T)
    return np.asarray(apart < max(2 * WITHIN * large, 3.0))
