"""How much of a card is seen where it is said to lie, cell by cell.

A hand, a die or the glare of a sleeve takes some cells away and leaves the others as they were; a wrong
card agrees in the cells of a frame that many cards share, and hardly anywhere else. So cells count by how
few other faces look the same there.
"""

from collections.abc import Sequence
from typing import cast

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from companion.cards.straightening import Patch

SIZE = 48
CELLS = 6
"""A face is six by six cells."""

FLAT = 0.03
"""A cell whose brightness varies less has nothing to compare."""

ALIKE = 0.5
"""Two cells with at least this correlation look the same."""

SHARED = 0.03
"""A cell that looks the same on more than this share of the other faces says little."""

CAST = 0.35
"""Logarithms of red, green and blue that a lamp or a camera turns against each other, at most."""

TWIN = 0.25
"""Faces that have more than this part of another's telling cells could be taken for it."""


class Evidence(Struct, frozen=True):
    """What speaks for one card: the share of its telling cells that are seen, and how many that are.

    `tint` is how far the colours are off under one light, 0 being right.
    """

    share: float
    cells: int
    telling: int
    tint: float


class Cells:
    """The cells of all faces of a deck."""

    def __init__(self, patches: Sequence[Patch]) -> None:
        split = _split(np.array(patches, np.float32))
        self._shapes, self._strong = _shapes(split)
        self._colours = split.mean(axis=2)
        shared = [self._alike(cell).sum(axis=1) - 1 for cell in range(CELLS * CELLS)]
        self._telling = self._strong & (np.stack(shared, axis=1) <= SHARED * max(len(patches) - 1, 1))

    def _alike(self, cell: int) -> NDArray[np.bool_]:
        """Which faces look the same as which in one cell."""
        shapes = self._shapes[:, cell]
        return np.asarray(shapes @ shapes.T > ALIKE)

    def twins(self) -> NDArray[np.bool_]:
        """Which faces have which others' telling cells too: one picture in two frames, or with two values."""
        counts = np.zeros((len(self._telling),) * 2, np.int16)
        for cell in range(CELLS * CELLS):
            counts += self._alike(cell) & self._telling[:, cell, None]
        np.fill_diagonal(counts, 0)
        one_way = counts > TWIN * np.maximum(self._telling.sum(axis=1, keepdims=True), 1)
        return np.asarray(one_way | one_way.T)

    def telling(self, card: int) -> int:
        """How many cells tell a card from the others."""
        return int(self._telling[card].sum())

    def judge(self, straight: Patch, card: int) -> Evidence:
        """What a straightened patch says for a card."""
        split = _split(straight[None])
        shapes, _ = _shapes(split)
        alike = (shapes[0] * self._shapes[card]).sum(axis=1)
        telling = self._telling[card]
        seen = telling & (alike > ALIKE)
        return Evidence(
            float(seen.sum() / max(telling.sum(), 1)),
            int(seen.sum()),
            int(telling.sum()),
            _tint(split[0].mean(axis=1), self._colours[card], self._strong[card] & (alike > ALIKE)),
        )


def _split(patches: NDArray[np.float32]) -> NDArray[np.float32]:
    """Patches by cells, pixels and channels."""
    count, side = len(patches), SIZE // CELLS
    parted = patches.reshape(count, CELLS, side, CELLS, side, 3).transpose(0, 1, 3, 2, 4, 5)
    return parted.reshape(count, CELLS * CELLS, side * side, 3)


def _shapes(split: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Each cell without its colour and its contrast, and whether it had any."""
    apart = split - split.mean(axis=2, keepdims=True)
    flat = apart.reshape(*apart.shape[:2], -1)
    length = np.sqrt((flat**2).sum(axis=2, keepdims=True))
    strong = length[..., 0] > FLAT * np.sqrt(flat.shape[2])
    return cast(NDArray[np.float32], flat / np.maximum(length, 1e-6)), strong


def _tint(seen: NDArray[np.float32], known: NDArray[np.float32], cells: NDArray[np.bool_]) -> float:
    """How far the colours of cells are off: logarithms of their channels, under the light that fits best."""
    if cells.sum() < 3:
        return 9.0
    differ = np.log((seen[cells] + 0.05) / (known[cells] + 0.05))
    light = np.median(differ, axis=0)
    cast_off = float(np.abs(light - light.mean()).max())
    return float(np.median(np.abs(differ - light).max(axis=1))) + max(cast_off - CAST, 0)
