"""Faces that share a frame and differ in a symbol, a number, a shade: told apart where they differ."""

from collections.abc import Sequence

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from companion.cards.aligning import Slopes, aligned
from companion.cards.lighting import Field, Light
from companion.cards.straightening import QUARTERS, Map, Patch, Sheet

SIZE = 48
"""Faces are compared at so many pixels square: a hatching melts into a tint, an outline stays a line."""

AGREE = 0.08
"""Brightness, 0 to 1, in which two faces under the same light may differ and still agree."""

SOFT_PX = 0.6

CONTRAST = (0.7, 1.3)
"""Haze and exposure weaken or strengthen ink by no more; a hatched shape is no pale full one."""

CLIPPED = 0.985
"""As bright as that is too bright to say anything."""

TRIED = 2
"""So many different shapes are looked at closely, and each likely turn."""

CLOSE = 12
"""So many of the likeliest faces are compared pixel by pixel."""

GLARE = 0.3
"""A pixel that is further off than this, of 1, has something lying on it, and has no more say."""


class Told(Struct, frozen=True):
    """The likeliest face of a family under a quad.

    `explained` is the share of what is seen that the face explains, `framed` the share of what all faces have
    in common that is seen. `margin` is how far it is from the middle (0) to the face itself (1) on the way
    from its nearest rival, where the two differ; `rivals` are the others by that margin. `legible` is the
    share of those places where the picture isn't burnt out.
    """

    member: int
    map: Map
    explained: float
    framed: float
    margin: float
    legible: float
    rivals: tuple[int, ...]


class _Try(Struct, frozen=True):
    cost: float
    quarter: int
    member: int
    light: Field


class Family:
    """Faces that look alike, under one light."""

    def __init__(self, patches: Sequence[Patch]) -> None:
        self._light = Light(SIZE)
        count = len(patches)
        faces = np.array(patches, np.float32).reshape(count, -1, 3)
        faces /= np.maximum(np.percentile(faces, 75, axis=1, keepdims=True), 0.05).astype(np.float32)
        shared = np.ones(SIZE * SIZE, np.float32)
        for _ in range(3):
            common = np.median(faces, axis=0)
            for n in range(count):
                faces[n] /= self._light.fit(faces[n], common, shared)
            agreed = (np.abs(faces - np.median(faces, axis=0)).max(axis=2) < AGREE).mean(axis=0)
            whole = agreed > 0.9
            shared = whole.astype(np.float32) if whole.mean() > 0.1 else (agreed**4).astype(np.float32)
        self._within = _within()
        self._shared = shared * self._within + 1e-3
        self._framing = (whole & (self._within > 0)) if whole.mean() > 0.1 else None
        self._common = np.median(faces, axis=0)
        self._ground = np.median(self._common[whole] if whole.any() else self._common, axis=0)
        self._faces = self._flat(self._ground - faces)
        self._products = self._faces @ self._faces.T
        self._squares = np.maximum(np.diag(self._products), 1e-3)
        self._slopes: dict[int, Slopes] = {}

    def tell(self, sheet: Sheet, pose: Map, quarters: Sequence[int] = (0, 1, 2, 3)) -> Told:
        """The likeliest face under a quad, in the likeliest of some turns."""
        straight = sheet.straight(pose, SIZE)
        tries: list[_Try] = []
        for quarter in quarters:
            turned = np.ascontiguousarray(np.rot90(straight, quarter))
            light = self._light.fit(turned, self._common, self._shared)
            costs, _ = self._costs(self._seen(turned, light))
            tries += [_Try(float(costs[n]), quarter, int(n), light) for n in np.argsort(costs)[:CLOSE]]
        told = [
            self._closely(sheet, pose @ QUARTERS[each.quarter], each.member, each.light)
            for each in self._different(sorted(tries, key=lambda each: each.cost))
        ]
        return max(told, key=lambda each: each.explained)

    def _different(self, tries: Sequence[_Try]) -> list[_Try]:
        """The best one, the best of another turn, and the best that is no look-alike of those."""
        kept: list[_Try] = []
        norms = np.sqrt(self._squares)
        for each in tries:
            same = [other for other in kept if other.quarter == each.quarter]
            close = any(
                self._products[each.member, other.member] > 0.85 * norms[each.member] * norms[other.member]
                for other in same
            )
            if not same or (len(kept) < TRIED and not close):
                kept.append(each)
        return kept

    def _closely(self, sheet: Sheet, pose: Map, member: int, light: Field) -> Told:
        def look(where: Map) -> NDArray[np.float32]:
            seen = self._seen(sheet.straight(where, SIZE), light)
            return np.asarray(seen / self._contrast(seen, member), np.float32)

        pose = aligned(pose, self._slope(member), self._faces[member], look)
        straight = sheet.straight(pose, SIZE)
        light = self._light.fit(straight, self._common, self._shared)
        seen = self._seen(straight, light)
        costs, contrasts = self._costs(seen)
        close = np.argsort(costs)[:CLOSE]
        apart = _by_pixel(seen / contrasts[close, None] - self._faces[close])
        best = int(np.minimum(apart, GLARE**2).sum(axis=1).argmin())
        weight = 1 / (1 + (apart[best] / GLARE**2) ** 2)
        lost = float(np.minimum(apart[best], GLARE**2).sum())
        all_ = float(np.minimum(_by_pixel(seen[None])[0], GLARE**2).sum())
        margins = self._margins(seen / contrasts[close[best]], close, best, weight)
        order = np.argsort(margins)
        nearest = int(close[order[0]])
        return Told(
            int(close[best]),
            pose,
            1 - lost / max(all_, 1e-6),
            self._framed(straight, light),
            float(margins[order[0]]),
            self._legible(straight, int(close[best]), nearest, weight),
            tuple(int(close[n]) for n in order[:3] if n != best),
        )

    def _framed(self, straight: Patch, light: Field) -> float:
        """The share of what all faces have in common that is seen here."""
        if self._framing is None:
            return 1.0
        apart = np.abs(straight.reshape(-1, 3) / light - self._common).max(axis=1)
        return float((apart[self._framing] < 2 * AGREE).mean())

    def _legible(self, straight: Patch, best: int, rival: int, weight: NDArray[np.float32]) -> float:
        differ = _by_pixel((self._faces[best] - self._faces[rival])[None])[0]
        burnt = (straight.reshape(-1, 3) > CLIPPED).sum(axis=1) >= 2
        return float((differ * weight)[~burnt].sum() / max(float(differ.sum()), 1e-9))

    def _margins(
        self, seen: NDArray[np.float32], close: NDArray[np.int64], best: int, weight: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        faces = self._faces[close]
        differ = faces[best] - faces
        weighed = differ * np.repeat(weight, 3)
        along = (weighed * (2 * seen - faces[best] - faces)).sum(axis=1)
        margins = along / np.maximum((weighed * differ).sum(axis=1), 1e-9)
        margins[best] = np.inf
        return np.asarray(margins, np.float32)

    def _costs(self, seen: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        along = self._faces @ seen
        contrast = np.clip(along / self._squares, *CONTRAST)
        costs = seen @ seen - 2 * contrast * along + contrast**2 * self._squares
        return np.asarray(costs, np.float32), np.asarray(contrast, np.float32)

    def _contrast(self, seen: NDArray[np.float32], member: int) -> float:
        return float(np.clip((seen @ self._faces[member]) / self._squares[member], *CONTRAST))

    def _seen(self, straight: Patch, light: Field) -> NDArray[np.float32]:
        """How far each pixel is from the ground, under the light that the faces are known under."""
        return self._flat(np.clip(self._ground - straight.reshape(-1, 3) / light, -0.3, 1.2)[None])[0]

    def _flat(self, apart: NDArray[np.float32]) -> NDArray[np.float32]:
        squares = (apart * self._within[:, None]).reshape(-1, SIZE, SIZE, 3)
        soft = np.empty_like(squares, np.float32)
        for one, other in zip(squares, soft, strict=True):
            cv2.GaussianBlur(one, (0, 0), SOFT_PX, dst=other)
        return np.asarray(soft.reshape(len(apart), -1), np.float32)

    def _slope(self, member: int) -> Slopes:
        if member not in self._slopes:
            self._slopes[member] = Slopes.of(self._faces[member].reshape(SIZE, SIZE, 3))
        return self._slopes[member]


def _within() -> NDArray[np.float32]:
    """One where a card certainly is, nothing at its rim and its rounded corners."""
    along = np.abs((np.arange(SIZE) + 0.5) / SIZE * 2 - 1)
    across, down = (each.ravel() for each in np.meshgrid(along, along))
    inside = (np.maximum(across, down) < 0.92) & (across + down < 1.7)
    return np.asarray(inside, np.float32)


def _by_pixel(apart: NDArray[np.float32]) -> NDArray[np.float32]:
    """Squares of distances, a number a pixel."""
    return np.asarray((apart.reshape(len(apart), -1, 3) ** 2).sum(axis=2), np.float32)
