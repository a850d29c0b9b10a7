"""What lies on a ground whose colours the picture's own rim shows: an edge is believed where it meets ground.

Slower than outlines alone and made for one picture at a time: a card is shown to be known, and what is cut
out must be all of it.
"""

from typing import cast

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from companion.cards.overlapping import covered
from companion.cards.pictures import Picture, fitted
from companion.cards.quads import Corners, Outline, outlines

LOOK_PX = 400
"""Ground and card are told apart at this size: threads and grain are gone."""

RIM = 0.04
"""So much of the picture's shorter side, all around, is taken to be ground."""

COLOURS = 8
"""A ground is described by so many colours: enough for checks, too few for all that may be on a card."""

SHADES = (0.5, 0.65, 0.8, 1.0, 1.15)
"""The same ground in a card's shadow, or nearer to the lamp."""

APART = (22.0, 34.0)
"""A pixel that differs so much from every colour of the ground, of 255, is none of it."""

NOTHING = 400.0
"""Square pixels: what is smaller is a crumb on an empty table."""

LEAST_PX = 20

FINER = 1.12
"""An outline in the picture is exact, and one of what is not ground must be so much larger to be better."""

NEARLY = 1.04
"""A box so much larger than the least one around a tile is as good, if it lies more upright."""

STRIP = 0.02
"""How far to either side of an edge it is looked, as a share of the card's side."""

OUTSIDE, INSIDE = 0.97, 0.75
"""Along each edge of a card this share is ground outside of it, and something else inside."""

ALIKE_TURNED = 0.87
"""A tile covers this share of itself when it is turned by a third: seen a little from the side."""

ROUND = 0.93
"""What covers more of itself however it is turned is a coin, or a circle printed on a card."""


class Thing(Struct, frozen=True):
    """What lies on the ground: the corners around it, and the line around a tile that has other sides."""

    corners: Corners
    area: float
    line: Corners | None = None


class Ground:
    """A picture's ground, and what is not of it."""

    def __init__(self, picture: Picture) -> None:
        self._picture = picture
        small, self._scale = fitted(picture, LOOK_PX)
        self._soft = cv2.bilateralFilter(cv2.medianBlur(small, 5), 7, 30, 5)
        self._far = self._apart()
        self._masks = [cast(NDArray[np.uint8], (self._far > level).astype(np.uint8)) for level in APART]

    def _apart(self) -> NDArray[np.float32]:
        """How much each pixel differs from the most similar colour of the ground, in any shade."""
        high, wide = self._soft.shape[:2]
        rim = max(round(RIM * min(high, wide)), 2)
        inner = np.ones((high, wide), bool)
        inner[rim:-rim, rim:-rim] = False
        samples = self._soft[inner].astype(np.float32)
        stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.5)
        cv2.setRNGSeed(1)
        _, _, colours = cv2.kmeans(samples, COLOURS, None, stop, 2, cv2.KMEANS_PP_CENTERS)
        pixels = self._soft.astype(np.float32)
        far = np.full((high, wide), 255.0, np.float32)
        for colour in colours:
            for shade in SHADES:
                np.minimum(far, np.abs(pixels - colour * shade).max(axis=2), out=far)
        return far

    @property
    def empty(self) -> bool:
        """Whether nothing at all is to be seen on it."""
        return self.rest([]) < NOTHING

    def things(self) -> list[Thing]:
        """All that lies whole on the ground and is a card or a tile, largest first, no part of another."""
        cards, coarse = self._cards(outlines(self._picture)), self._cards(self._coarse())
        kept: list[Thing] = []
        weighed = [(each.area, each) for each in [*coarse, *self._tiles()]]
        weighed += [(FINER * each.area, each) for each in cards]
        for _, each in sorted(weighed, key=lambda pair: -pair[0]):
            if not covered(each.corners, [other.corners for other in kept]):
                kept.append(each)
        return kept

    def rest(self, found: list[Thing]) -> float:
        """The largest that lies beside what was found, in square pixels of the picture."""
        mask = cv2.morphologyEx(self._masks[0], cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
        inside = np.zeros_like(mask)
        for each in found:
            cv2.fillConvexPoly(inside, np.round(each.corners * self._scale).astype(np.int32), 1)
        mask[cv2.dilate(inside, np.ones((7, 7), np.uint8)) > 0] = 0
        contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        return max((cv2.contourArea(each) for each in contours), default=0.0) / self._scale**2

    def _cards(self, found: list[Outline]) -> list[Thing]:
        return [Thing(each.corners, each.area) for each in found if self.meets(each.corners)]

    def _coarse(self) -> list[Outline]:
        """Outlines of what is not ground."""
        found = []
        for mask in self._masks:
            closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
            large = cv2.resize(closed, self._picture.shape[1::-1], interpolation=cv2.INTER_LINEAR)
            found += outlines(cast(Picture, cv2.merge([large * 255] * 3)))
        return found

    def _tiles(self) -> list[Thing]:
        """What looks the same once it is turned by a third."""
        found = []
        for mask in self._masks:
            closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
            closed = cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
            contours, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
            found += [thing for each in contours if (thing := self._tile(each)) is not None]
        return found

    def meets(self, corners: Corners) -> bool:
        """Whether ground lies along each edge of these corners, and something else within it."""
        small = corners * self._scale
        middle = small.mean(axis=0)
        side = float(np.sqrt(abs(cv2.contourArea(small.astype(np.float32)))))
        step = max(STRIP * side, 2.5)
        for mask in self._masks:
            if all(self._edge(mask, small[n - 1], small[n], middle, step) for n in range(4)):
                return True
        return False

    def _edge(
        self, mask: NDArray[np.uint8], start: Corners, end: Corners, middle: Corners, step: float
    ) -> bool:
        along = end - start
        across = np.array([along[1], -along[0]]) / max(float(np.hypot(*along)), 1e-9)
        if (middle - start) @ across > 0:
            across = -across
        points = start + np.linspace(0.06, 0.94, 80)[:, None] * along
        out = _read(mask, points + across * step)
        within = _read(mask, points - across * step)
        return float(1 - out.mean()) >= OUTSIDE and float(within.mean()) >= INSIDE

    def _tile(self, contour: NDArray[np.int32]) -> Thing | None:
        """The tile in a contour; its corners are those of the box around it that lies most upright."""
        high, wide = self._soft.shape[:2]
        left, top, across, down = cv2.boundingRect(contour)
        if min(across, down) < LEAST_PX or min(left, top, wide - left - across, high - top - down) < 2:
            return None
        mask = np.zeros((high, wide), np.uint8)
        cv2.fillPoly(mask, [contour], 1)
        moments = cv2.moments(mask, binaryImage=True)
        middle = (moments["m10"] / moments["m00"], moments["m01"] / moments["m00"])
        if _turned(mask, middle, 120) < ALIKE_TURNED or _turned(mask, middle, 30) > ROUND:
            return None
        points = cv2.convexHull(contour)[:, 0].astype(np.float64)
        boxes = {turn: _box(points, float(np.radians(turn))) for turn in range(-45, 45)}
        least = min(area for area, _ in boxes.values())
        area, corners = boxes[min((t for t in boxes if boxes[t][0] < NEARLY * least), key=abs)]
        line = contour[:, 0].astype(np.float64) / self._scale
        return Thing(corners / self._scale, area / self._scale**2, line)


def _turned(mask: NDArray[np.uint8], middle: tuple[float, float], turn: float) -> float:
    """The share of itself that something covers when it is turned by so many degrees."""
    turned = cv2.warpAffine(mask, cv2.getRotationMatrix2D(middle, turn, 1), mask.shape[::-1])
    return float((mask & turned).sum()) / max(float((mask | turned).sum()), 1.0)


def _box(points: Corners, turn: float) -> tuple[float, Corners]:
    """The area and the corners of the box around points that is turned so, clockwise from the upper left."""
    c, s = np.cos(turn), np.sin(turn)
    own = points @ np.array([[c, -s], [s, c]])
    (a, b), (d, e) = own.min(axis=0), own.max(axis=0)
    corners = np.array([(a, b), (d, b), (d, e), (a, e)]) @ np.array([[c, s], [-s, c]])
    return float((d - a) * (e - b)), corners


def _read(mask: NDArray[np.uint8], points: Corners) -> NDArray[np.uint8]:
    """The mask at points; where they lie outside of the picture nothing is known to be ground."""
    x, y = np.round(points).astype(int).T
    high, wide = mask.shape
    known = (x >= 0) & (y >= 0) & (x < wide) & (y < high)
    values = mask[np.clip(y, 0, high - 1), np.clip(x, 0, wide - 1)]
    return np.where(known, values, 1).astype(np.uint8)
