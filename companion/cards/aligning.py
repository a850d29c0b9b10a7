"""Shift, turn, stretch and slant a map a little, until what lies under it fits a known face."""

from collections.abc import Callable
from typing import Self

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from companion.cards.straightening import Map, Patch, Sheet

INSIDE = 0.99
"""A pixel of which less belongs to a tile is left out."""

PULL = 1.5
"""A pixel that is further off than this, in spreads of its channel, pulls no harder."""

STILL = 0.01
"""A step that moves by less than this of a card's half side is the last."""

STIFF = (0.002, 0.002, 0.01, 0.01, 0.01, 0.01, 0.05, 0.05)
"""How much each way of moving is held back: shifts least, slants most."""


class Slopes(Struct, frozen=True):
    """How a face changes with each of eight small movements, and what undoes that."""

    moved: NDArray[np.float32]
    undo: NDArray[np.float32]

    @classmethod
    def of(cls, face: NDArray[np.float32]) -> Self:
        """The slopes of a square face."""
        size = face.shape[0]
        along = (np.arange(size, dtype=np.float32) + 0.5) / size * 2 - 1
        y, x = (each[..., None] for each in np.meshgrid(along, along, indexing="ij"))
        by_y, by_x = (each * (size / 2) for each in np.gradient(face, axis=(0, 1)))
        out = x * by_x + y * by_y
        moves = (by_x, by_y, x * by_x, y * by_x, x * by_y, y * by_y, -x * out, -y * out)
        moved = np.stack([each.ravel() for each in moves], axis=-1).astype(np.float32)
        normal = moved.T @ moved
        held = normal + np.diag(STIFF).astype(np.float32) * np.trace(normal) / 2 + 1e-6 * np.eye(8)
        return cls(moved, (np.linalg.inv(held) @ moved.T).astype(np.float32))


def aligned(
    pose: Map,
    slopes: Slopes,
    face: NDArray[np.float32],
    look: Callable[[Map], NDArray[np.float32]],
    steps: int,
) -> Map:
    """A better map after at most so many steps; `look` gives what lies under a map in the terms of `face`."""
    for _ in range(steps):
        a, b, c, d, e, f, g, h = (float(each) for each in slopes.undo @ (look(pose) - face))
        step = np.array([[1 + c, d, a], [e, 1 + f, b], [g, h, 1]])
        pose = pose @ np.linalg.inv(step)
        pose = pose / pose[2, 2]
        if max(abs(a), abs(b), abs(c), abs(d), abs(e), abs(f)) < STILL:
            break
    return pose


class Target(Struct, frozen=True):
    """A face with art, as a pose is refined by it: without its light, and nothing outside a tile."""

    face: NDArray[np.float32]
    shape: NDArray[np.bool_]
    slopes: Slopes

    @classmethod
    def of(cls, patch: Patch, shape: NDArray[np.bool_], size: int) -> Self:
        """A target of so many pixels square."""
        small = cv2.resize(patch, (size, size), interpolation=cv2.INTER_AREA)
        inside = cv2.resize(shape.astype(np.float32), (size, size), interpolation=cv2.INTER_AREA) > INSIDE
        bare = _bare(np.asarray(small, np.float32), inside)
        return cls(bare.ravel(), inside, Slopes.of(bare.reshape(size, size, 3)))

    def aligned(self, sheet: Sheet, pose: Map, steps: int) -> Map:
        """A better pose of this face; what lies on the card pulls it no further than a little."""

        def look(where: Map) -> NDArray[np.float32]:
            apart = _bare(sheet.straight(where, len(self.shape)), self.shape).ravel() - self.face
            return np.asarray(self.face + np.clip(apart, -PULL, PULL), np.float32)

        return aligned(pose, self.slopes, self.face, look, steps)


def _bare(patch: Patch, shape: NDArray[np.bool_]) -> NDArray[np.float32]:
    """Each channel about its middle, by its spread."""
    middle, spread = cv2.meanStdDev(patch, mask=shape.view(np.uint8))
    bare = (patch - middle.ravel()) / np.maximum(spread.ravel(), 0.03)
    return np.asarray(bare * shape[..., None], np.float32).reshape(-1, 3)
