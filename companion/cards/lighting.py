"""The light that falls on a card: one colour, stronger on one side than on the other."""

from typing import cast

import numpy as np
from numpy.typing import NDArray

from companion.cards.straightening import Patch

Factors = NDArray[np.float32]
"""Light as logarithms: in the middle of a card, its growth to the right and downwards; by channel."""

Field = NDArray[np.float32]
"""How strong and of which colour the light is at each pixel of a patch, flat: pixels by channels."""

DARK = 0.02
"""Added to brightness before its logarithm is taken: noise in black counts for little."""

TIMES = 4

SAMPLES = 16
"""Light changes slowly: so many pixels across and down are enough."""

TOLERANCE = 0.06
"""Logarithms of brightness that differ by less agree, however well the others do."""


class Light:
    """Fits the light on patches of one size."""

    def __init__(self, size: int) -> None:
        along = (np.arange(size, dtype=np.float32) + 0.5) / size * 2 - 1
        down, across = np.meshgrid(along, along, indexing="ij")
        self._ground = np.stack([np.ones_like(across), across, down], axis=-1).reshape(-1, 3)
        every = max(size // SAMPLES, 1)
        chosen = (np.arange(size) % every) == every // 2
        self._some = np.flatnonzero(np.outer(chosen, chosen).ravel())
        self._few = self._ground[self._some]

    def fit(self, seen: Patch, known: Patch, weight: NDArray[np.float32]) -> Factors:
        """The light under which `known` looks like `seen`, by weight, without the pixels that disagree."""
        counted = weight.ravel()[self._some]
        seen, known = seen.reshape(-1, 3)[self._some], known.reshape(-1, 3)[self._some]
        differ = np.log((seen + DARK) / (known + DARK))
        chosen = counted
        for time in range(TIMES):
            weighed = self._few * chosen[:, None]
            normal = weighed.T @ self._few
            normal.ravel()[::4] += 1e-3
            factors = np.linalg.solve(normal, weighed.T @ differ)
            wrong = np.abs(differ - self._few @ factors).max(axis=1)
            usual = float(np.median(wrong[counted > 0.5])) if (counted > 0.5).any() else TOLERANCE
            within = max(TOLERANCE, (2.0 if time < 2 else 1.2) * usual)
            chosen = counted / (1 + (wrong / within) ** 4)
        return cast(Factors, factors)

    def field(self, factors: Factors) -> Field:
        """The light at each pixel."""
        return cast(Field, np.exp(self._ground @ factors))
