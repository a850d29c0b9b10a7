"""Four-sided outlines in a picture: what may be a card's edge, before anybody knows which card."""

from functools import reduce

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from companion.cards.pictures import Picture, fitted

LOOK_PX = 800
"""Edges are looked for at this size: a card's side is still some tens of pixels long."""

LEAST_SHARE = 0.002
"""A quad covers at least this share of the picture."""

LEAST_SIDE_PX = 20
SHORTEST = 4 * LEAST_SIDE_PX

POINTS = 240
"""Of a long contour this many points are enough to fit its sides to."""

FAINT = 12.0
"""A weaker slope of brightness, of 255, is no edge."""

BAND_PX = 2.0
"""A sharp edge shows as a band that reaches so far to both sides."""

EDGE = 0.02
"""Corners nearer than this share of the picture to its edge are on it."""

SAME = 0.05
"""Corners nearer than this share of a quad's side are the same corner."""

Corners = NDArray[np.float64]


class Outline(Struct, frozen=True):
    """Corners clockwise as one sees them, starting anywhere, and their area in square pixels."""

    corners: Corners
    area: float


def outlines(picture: Picture) -> list[Outline]:
    """All quads of a card's likely size, largest first, each once."""
    small, scale = fitted(picture, LOOK_PX)
    least = LEAST_SHARE * small.shape[0] * small.shape[1]
    rough: list[tuple[Outline, NDArray[np.float64], float]] = []
    for mask, band in _masks(small):
        contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
        for contour in contours:
            if len(contour) >= SHORTEST and (corners := _quad(contour, least)) is not None:
                inward = band if cv2.contourArea(contour, oriented=True) < 0 else -band
                points = contour[:: max(len(contour) // POINTS, 1), 0].astype(np.float64)
                rough.append((Outline(corners, abs(_signed_area(corners))), points, inward))
    rough.sort(key=lambda each: -each[0].area)
    kept: list[Outline] = []
    for each, points, inward in rough:
        if any(_same(each, other) for other in kept):
            continue
        fine = _fine(each.corners, points, inward)
        if fine is not None and _whole(fine, small):
            continue
        if fine is not None and 0.8 < abs(_signed_area(fine)) / each.area < 1.2:
            kept.append(Outline(fine, abs(_signed_area(fine))))
    return [Outline(each.corners / scale, each.area / scale**2) for each in kept]


def _whole(corners: Corners, picture: Picture) -> bool:
    """Whether a quad is the picture's own edge."""
    high, wide = picture.shape[:2]
    inset = np.minimum(corners, np.array([wide - 1, high - 1]) - corners).min(axis=1)
    return bool((inset < EDGE * min(wide, high)).all())


def _masks(picture: Picture) -> list[tuple[NDArray[np.uint8], float]]:
    """Masks in whose contours cards show, by edges and by brightness, and half of an edge's width in each."""
    soft = cv2.GaussianBlur(picture, (5, 5), 0)
    slopes = cv2.morphologyEx(soft, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
    slope = reduce(cv2.max, cv2.split(slopes))
    level = max(float(np.percentile(slope[::4, ::4], 80)), FAINT)
    _, edges = cv2.threshold(slope, level, 255, cv2.THRESH_BINARY)
    grey = cv2.cvtColor(soft, cv2.COLOR_BGR2GRAY)
    _, bright = cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    return [(edges, BAND_PX), (bright, 0.0)]


def _quad(contour: NDArray[np.int32], least: float) -> Corners | None:
    """Four corners of a contour whose hull has four sides, roughly."""
    _, _, width, height = cv2.boundingRect(contour)
    if width * height < least:
        return None
    hull = cv2.convexHull(contour)
    if cv2.contourArea(hull) < least:
        return None
    around = cv2.arcLength(hull, closed=True)
    for slack in (0.02, 0.03, 0.05):
        rough = cv2.approxPolyDP(hull, slack * around, closed=True)
        if len(rough) <= 4:
            break
    if len(rough) != 4 or cv2.contourArea(rough) < 0.85 * cv2.contourArea(hull):
        return None
    corners = rough[:, 0].astype(np.float64)
    return np.asarray(corners[::-1] if _signed_area(corners) < 0 else corners, np.float64)


def _fine(corners: Corners, contour: NDArray[np.float64], inward: float) -> Corners | None:
    """Fit each side along its middle, move it inward, and meet the sides at sharp corners."""
    lines = []
    for n in range(4):
        start, along = corners[n - 1], corners[n] - corners[n - 1]
        long = float(np.hypot(along[0], along[1]))
        if long < LEAST_SIDE_PX:
            return None
        along = along / long
        across = np.array([-along[1], along[0]])
        offset = contour - start
        far, off = offset @ along, offset @ across
        near = (far > 0.12 * long) & (far < 0.88 * long) & (np.abs(off) < 0.04 * long + 2)
        if near.sum() < 6:
            return None
        slope, level = _line(far[near], off[near])
        at = start + (level + inward) * across
        direction = along + slope * across
        lines.append((direction[1], -direction[0], direction[0] * at[1] - direction[1] * at[0]))
    met = [_meet(lines[n], lines[(n + 1) % 4]) for n in range(4)]
    return None if any(point is None for point in met) else np.array(met)


def _line(far: NDArray[np.float64], off: NDArray[np.float64]) -> tuple[float, float]:
    """Slope and level of the line through points, without the worst fifth of them."""
    slope, level = _least_squares(far, off)
    wrong = np.abs(off - slope * far - level)
    good = wrong <= np.sort(wrong)[int(0.8 * len(wrong))]
    return _least_squares(far[good], off[good])


def _least_squares(far: NDArray[np.float64], off: NDArray[np.float64]) -> tuple[float, float]:
    count = len(far)
    middle, level = float(far.sum()) / count, float(off.sum()) / count
    apart = far - middle
    slope = float(apart @ off) / max(float(apart @ apart), 1e-9)
    return slope, level - slope * middle


def _meet(one: tuple[float, float, float], two: tuple[float, float, float]) -> tuple[float, float] | None:
    a, b, c = one
    d, e, f = two
    depth = a * e - b * d
    return None if abs(depth) < 1e-9 else ((b * f - c * e) / depth, (c * d - a * f) / depth)


def _signed_area(corners: Corners) -> float:
    one, two = corners[2] - corners[0], corners[3] - corners[1]
    return float(0.5 * (one[0] * two[1] - one[1] * two[0]))


def _same(one: Outline, other: Outline) -> bool:
    side = np.sqrt(other.area)
    if abs(one.area - other.area) > 0.2 * other.area:
        return False
    apart = np.linalg.norm(one.corners[:, None] - other.corners[None], axis=2).min(axis=1)
    return bool(apart.max() < SAME * side)
