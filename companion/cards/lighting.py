"""The light that falls on a card: one colour, stronger on one side than on the other."""

from typing import cast

import numpy as np
from numpy.typing import NDArray

from companion.cards.straightening import Patch

Field = NDArray[np.float32]
"""How strong and of which colour the light is at each pixel of a patch, flat: pixels by channels."""

DARK = 0.02
"""Added to brightness before its logarithm is taken: noise in black counts for little."""

TIMES = 4

EVERY = 3
"""Light changes slowly: one pixel in so many, each way, is enough."""

TOLERANCE = 0.06
"""Logarithms of brightness that differ by less agree, however well the others do."""


class Light:
    """Fits light to patches of one size."""

    def __init__(self, size: int) -> None:
        along = (np.arange(size, dtype=np.float32) + 0.5) / size * 2 - 1
        down, across = np.meshgrid(along, along, indexing="ij")
        self._ground = np.stack([np.ones_like(across), across, down], axis=-1).reshape(-1, 3)
        every = (np.arange(size) % EVERY) == EVERY // 2
        self._some = np.flatnonzero(np.outer(every, every).ravel())

    def fit(self, seen: Patch, known: Patch, weight: NDArray[np.float32]) -> Field:
        """The light under which `known` looks like `seen`, by weight, without the pixels that disagree."""
        ground = self._ground[self._some]
        counted = weight.ravel()[self._some]
        seen, known = seen.reshape(-1, 3)[self._some], known.reshape(-1, 3)[self._some]
        differ = np.log((seen + DARK) / (known + DARK))
        chosen = counted.copy()
        for time in range(TIMES):
            weighed = ground * chosen[:, None]
            normal = weighed.T @ ground + 1e-3 * np.eye(3, dtype=np.float32)
            factors = np.linalg.solve(normal, weighed.T @ differ)
            wrong = np.abs(differ - ground @ factors).max(axis=1)
            usual = np.median(wrong[counted > 0]) if (counted > 0).any() else TOLERANCE
            within = max(TOLERANCE, (2.0 if time < 2 else 1.2) * float(usual))
            chosen = counted / (1 + (wrong / within) ** 4)
        return cast(Field, np.exp(self._ground @ factors).astype(np.float32))
