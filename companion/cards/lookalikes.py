"""Faces that share a frame and differ in a symbol, a number, a shade: told apart where they differ."""

from collections.abc import Sequence

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from companion.cards.aligning import Slopes, aligned
from companion.cards.lighting import Factors, Light
from companion.cards.straightening import QUARTERS, Map, Patch, Sheet

SIZE = 48
"""Faces are compared at so many pixels square: a hatching melts into a tint, an outline stays a line."""

AGREE = 0.08
"""Brightness, 0 to 1, in which two faces under the same light may differ and still agree."""

COARSE = 24
"""Poses are found at so many pixels square, which is a quarter of the work."""

SOFT_PX = 0.6

CONTRAST = (0.7, 1.3)
"""Haze and exposure weaken or strengthen ink by no more; a hatched shape is no pale full one."""

CLIPPED = 0.975
"""As bright as that is too bright to say anything."""

DOUBTFUL = 2.0
"""A turn that costs less than so many times the best one's is looked at closely as well."""

GOOD = 0.12
"""A pose in which a face leaves no more unexplained needs no other beside it."""

STEPS = 4
FINE_STEPS = 2

ONE_SHAPE = 0.85
"""Faces with a higher correlation share their pose: an outline, a hatching and a full shape."""

CLOSE = 12
"""So many of the likeliest faces are compared pixel by pixel."""

GLARE = 0.5
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
    member: int
    pose: Map
    light: Factors


class _Level:
    """A family's faces at one size, as they are apart from the ground that they share."""

    def __init__(
        self, faces: NDArray[np.float32], common: NDArray[np.float32], shared: NDArray[np.float32]
    ) -> None:
        self.size = round(np.sqrt(faces.shape[1]))
        self.lights = Light(self.size)
        self.common, self.shared = common, shared
        self._within = within(self.size)
        chosen = common[shared > 0.5] if (shared > 0.5).any() else common
        self._ground = np.median(chosen, axis=0)
        self.faces = self._soft(self._ground - faces)
        self.products = self.faces @ self.faces.T
        self.squares = np.maximum(np.diag(self.products), 1e-3)
        self._slopes: dict[int, Slopes] = {}

    def light(self, straight: Patch) -> Factors:
        """The light on a patch, by what all faces share."""
        return self.lights.fit(straight, self.common, self.shared)

    def seen(self, straight: Patch, light: Factors) -> NDArray[np.float32]:
        """How far each pixel is from the ground, under the light that the faces are known under."""
        apart = self._ground - straight.reshape(-1, 3) / self.lights.field(light)
        return np.asarray(self._soft(np.clip(apart, -0.3, 1.2)[None])[0], np.float32)

    def costs(self, seen: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """How far off each face is, and with which contrast."""
        along = self.faces @ seen
        contrast = np.clip(along / self.squares, *CONTRAST)
        costs = seen @ seen - 2 * contrast * along + contrast**2 * self.squares
        return np.asarray(costs, np.float32), np.asarray(contrast, np.float32)

    def likeliest(self, seen: NDArray[np.float32]) -> tuple[float, int]:
        """The face that fits best, and which share of what is seen it leaves unexplained."""
        costs, _ = self.costs(seen)
        member = int(costs.argmin())
        return float(costs[member]) / max(float(seen @ seen), 1e-6), member

    def contrast(self, seen: NDArray[np.float32], member: int) -> float:
        """The contrast with which one face fits best."""
        return float(np.clip((seen @ self.faces[member]) / self.squares[member], *CONTRAST))

    def slopes(self, member: int) -> Slopes:
        """How one face changes when it is moved a little."""
        if member not in self._slopes:
            self._slopes[member] = Slopes.of(self.faces[member].reshape(self.size, self.size, 3))
        return self._slopes[member]

    def _soft(self, apart: NDArray[np.float32]) -> NDArray[np.float32]:
        squares = (apart * self._within[:, None]).reshape(-1, self.size, self.size, 3).astype(np.float32)
        soft = np.empty_like(squares)
        for one, other in zip(squares, soft, strict=True):
            cv2.GaussianBlur(one, (0, 0), SOFT_PX, dst=other)
        return np.asarray(soft.reshape(len(apart), -1), np.float32)


def _aligned(level: _Level, sheet: Sheet, pose: Map, member: int, light: Factors, steps: int) -> Map:
    def look(where: Map) -> NDArray[np.float32]:
        seen = level.seen(sheet.straight(where, level.size), light)
        return np.asarray(seen / level.contrast(seen, member), np.float32)

    return aligned(pose, level.slopes(member), level.faces[member], look, steps)


class Family:
    """Faces that look alike, under one light."""

    def __init__(self, patches: Sequence[Patch]) -> None:
        faces, common, agreed = _under_one_light(np.array(patches, np.float32))
        whole = agreed > 0.9
        framed = float(whole.mean()) > 0.1
        inside = within(SIZE)
        shared = np.asarray(whole if framed else agreed**4, np.float32) * inside + 1e-3
        self._framing = whole & (inside > 0) if framed else None
        self._fine = _Level(faces, common, shared)
        coarse = np.array([_half(face) for face in faces])
        self._coarse = _Level(coarse, _half(common), _half(np.repeat(shared[:, None], 3, axis=1))[:, 0])

    def tell(self, sheet: Sheet, pose: Map, quarters: Sequence[int] = (0, 1, 2, 3)) -> Told:
        """The likeliest face under a quad, in the likeliest of some turns."""
        straight = sheet.straight(pose, COARSE)
        best: list[_Try] = []
        for quarter in quarters:
            turned = np.ascontiguousarray(np.rot90(straight, quarter))
            light = self._coarse.light(turned)
            cost, member = self._coarse.likeliest(self._coarse.seen(turned, light))
            best.append(_Try(cost, member, pose @ QUARTERS[quarter], light))
        best.sort(key=lambda each: each.cost)
        likely = self._posed(sheet, best[0])
        for each in best[1:]:
            if likely.cost > GOOD and each.cost < DOUBTFUL * best[0].cost:
                likely = min(likely, self._posed(sheet, each), key=lambda posed: posed.cost)
        pose = _aligned(self._fine, sheet, likely.pose, likely.member, likely.light, FINE_STEPS)
        return self.told(sheet, pose)

    def _posed(self, sheet: Sheet, rough: _Try) -> _Try:
        """A refined pose; where the face under it turns out to be another, its pose is refined once more."""
        level, member, pose = self._coarse, rough.member, rough.pose
        for _ in range(2):
            pose = _aligned(level, sheet, pose, member, rough.light, STEPS)
            last = member
            cost, member = level.likeliest(level.seen(sheet.straight(pose, COARSE), rough.light))
            near = level.products[last, member] / np.sqrt(level.squares[last] * level.squares[member])
            if near > ONE_SHAPE:
                break
        return _Try(cost, member, pose, rough.light)

    def told(self, sheet: Sheet, pose: Map) -> Told:
        """The likeliest face in just this pose, compared pixel by pixel with those nearly as likely."""
        level = self._fine
        straight = sheet.straight(pose, SIZE)
        light = level.light(straight)
        seen = level.seen(straight, light)
        costs, contrasts = level.costs(seen)
        close = np.argsort(costs)[:CLOSE]
        apart = _by_pixel(seen / contrasts[close, None] - level.faces[close])
        best = int(np.minimum(apart, GLARE**2).sum(axis=1).argmin())
        lost = float(np.minimum(apart[best], GLARE**2).sum())
        every = float(np.minimum(_by_pixel(seen[None])[0], GLARE**2).sum())
        weight = np.repeat(1 / (1 + (apart[best] / GLARE**2) ** 2), 3) * (straight.ravel() < CLIPPED)
        margins, legible = self._margins(seen / contrasts[close[best]], close, best, weight)
        order = np.argsort(margins)
        return Told(
            int(close[best]),
            pose,
            1 - lost / max(every, 1e-6),
            self._framed(straight, light),
            float(margins[order[0]]),
            float(legible[order[0]]),
            tuple(int(close[n]) for n in order[:3] if n != best),
        )

    def _framed(self, straight: Patch, light: Factors) -> float:
        """The share of what all faces have in common that is seen here."""
        if self._framing is None:
            return 1.0
        level = self._fine
        apart = np.abs(straight.reshape(-1, 3) / level.lights.field(light) - level.common).max(axis=1)
        return float((apart[self._framing] < 2 * AGREE).mean())

    def _margins(
        self, seen: NDArray[np.float32], close: NDArray[np.int64], best: int, weight: NDArray[np.float32]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """How far what is seen is from each rival, and which share of where they differ can be seen."""
        faces = self._fine.faces[close]
        differ = faces[best] - faces
        weighed = differ * weight
        seen_of = (weighed * differ).sum(axis=1)
        along = (weighed * (2 * seen - faces[best] - faces)).sum(axis=1)
        margins = along / np.maximum(seen_of, 1e-9)
        margins[best] = np.inf
        return np.asarray(margins, np.float32), seen_of / np.maximum((differ**2).sum(axis=1), 1e-9)


def within(size: int) -> NDArray[np.float32]:
    """One where a card certainly is, nothing at its rim and its rounded corners."""
    along = np.abs((np.arange(size) + 0.5) / size * 2 - 1)
    across, down = (each.ravel() for each in np.meshgrid(along, along))
    inside = (np.maximum(across, down) < 0.92) & (across + down < 1.7)
    return np.asarray(inside, np.float32)


def _under_one_light(
    patches: NDArray[np.float32],
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
    """Faces without the light that each was enrolled in, what they share, and how many agree where."""
    light = Light(SIZE)
    faces = patches.reshape(len(patches), -1, 3).copy()
    faces /= np.maximum(np.percentile(faces, 75, axis=1, keepdims=True), 0.05).astype(np.float32)
    weight = np.ones(SIZE * SIZE, np.float32)
    for _ in range(3):
        common = np.median(faces, axis=0)
        for n, face in enumerate(faces):
            faces[n] /= light.field(light.fit(face, common, weight))
        agreed = (np.abs(faces - np.median(faces, axis=0)).max(axis=2) < AGREE).mean(axis=0)
        whole = agreed > 0.9
        weight = np.asarray(whole if whole.mean() > 0.1 else agreed**4, np.float32)
    return faces, np.asarray(np.median(faces, axis=0), np.float32), np.asarray(agreed, np.float32)


def _half(flat: NDArray[np.float32]) -> NDArray[np.float32]:
    small = cv2.resize(flat.reshape(SIZE, SIZE, 3), (COARSE, COARSE), interpolation=cv2.INTER_AREA)
    return np.asarray(small.reshape(-1, 3), np.float32)


def _by_pixel(apart: NDArray[np.float32]) -> NDArray[np.float32]:
    """Squares of distances, a number a pixel."""
    return np.asarray((apart.reshape(len(apart), -1, 3) ** 2).sum(axis=2), np.float32)
