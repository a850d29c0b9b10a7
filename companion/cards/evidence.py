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
"""A cell with at least this correlation looks as it should."""

SAME = 0.85
"""Two faces whose cells correlate more than this can't be told apart by them."""

SHARED = 0.03
"""A cell that is the same on more than this share of the other faces says little."""

KIN = 0.65
"""Faces that share at least this part of each other's cells are one picture with another number."""

RIVALS = 100
"""A card's cells are compared with those of so many other faces, the most similar ones."""

RIM = 0.2
"""A cell at the rim weighs so much: a frame is shared with cards that are not in the deck, too."""

PLAIN = 0.5
"""A face with something in fewer of its cells is a plain one."""

FEW = 3
"""Fewer cells than this are chance, whatever their share."""

INSIDE = 0.95
"""A cell of which less belongs to the tile shows the table."""

CAST = 0.35
"""Logarithms of red, green and blue that a lamp or a camera turns against each other, at most."""

TWIN = 0.25
"""Faces that have more than this part of another's telling cells could be taken for it."""


def _weights() -> NDArray[np.float32]:
    along = np.arange(CELLS)
    rim = (along == 0) | (along == CELLS - 1)
    return np.where(rim[:, None] | rim[None], RIM, 1.0).astype(np.float32).ravel()


_WEIGHT = _weights()


class Evidence(Struct, frozen=True):
    """What speaks for one card: the share of its telling cells that are seen, and how many that are.

    `share` weighs the inner cells more. `exact` is the correlation of the better half of the telling cells:
    what covers a card leaves the others as they are, and on a card like this one all are a little different.
    `tint` is how far the colours are off under one light, 0 being right.
    """

    share: float
    cells: int
    telling: int
    exact: float
    tint: float


class Cells:
    """The cells of all faces of a deck."""

    def __init__(self, patches: Sequence[Patch], shapes: Sequence[NDArray[np.bool_]]) -> None:
        split = _split(np.array(patches, np.float32))
        whole = _split(np.repeat(np.array(shapes, np.float32)[..., None], 3, axis=-1))
        inside = whole.mean(axis=(2, 3)) > INSIDE
        self._shapes, strong = _shapes(split)
        self._strong = strong & inside
        self._filled = strong.sum(axis=1) / np.maximum(inside.sum(axis=1), 1)
        self._colours = split.mean(axis=2)
        shared = [self._same(cell).sum(axis=1) - 1 for cell in range(CELLS * CELLS)]
        self._telling = self._strong & (np.stack(shared, axis=1) <= SHARED * max(len(patches) - 1, 1))
        self._rivals: dict[int, tuple[NDArray[np.int64], NDArray[np.bool_]]] = {}

    def _same(self, cell: int) -> NDArray[np.bool_]:
        """Which faces look the same as which in one cell."""
        shapes = self._shapes[:, cell]
        return np.asarray(shapes @ shapes.T > SAME)

    def twins(self) -> NDArray[np.bool_]:
        """Which faces have which others' telling cells too: one picture in two frames, or with two values."""
        one_way = self._shared(self._telling) > TWIN
        return np.asarray(one_way | one_way.T)

    def kin(self) -> NDArray[np.bool_]:
        """Which faces have most of all that is drawn on them in common: one picture with another number."""
        one_way = self._shared(self._strong) >= KIN
        return np.asarray(one_way & one_way.T)

    def _shared(self, cells: NDArray[np.bool_]) -> NDArray[np.float64]:
        """For each face the share of its cells, of those that count, that are the same on each other face."""
        counts = np.zeros((len(cells),) * 2, np.int16)
        for cell in range(CELLS * CELLS):
            counts += self._same(cell) & cells[:, cell, None]
        np.fill_diagonal(counts, 0)
        return np.asarray(counts / np.maximum(cells.sum(axis=1, keepdims=True), 1))

    def plain(self, card: int) -> bool:
        """Whether most of a face is empty, or the same on others, so that its cells say little."""
        return bool(self._filled[card] < PLAIN or self._telling[card].sum() < FEW)

    def judge(self, straight: Patch, card: int) -> Evidence:
        """What a straightened patch says for a card: cells that look like its own and like no rival's."""
        split = _split(straight[None])
        shapes, _ = _shapes(split)
        alike = (shapes[0] * self._shapes[card]).sum(axis=1)
        rivals, apart = self._rivals_of(card)
        theirs = np.einsum("cd,ncd->nc", shapes[0], self._shapes[rivals])
        beaten = (theirs >= alike) & apart
        right = (alike > ALIKE) & ~beaten.any(axis=0)
        telling = self._telling[card]
        seen = telling & right
        return Evidence(
            float(_WEIGHT[seen].sum() / max(float(_WEIGHT[telling].sum()), 1e-6)),
            int(seen.sum()),
            int(telling.sum()),
            _upper_half(alike[telling]),
            _tint(split[0].mean(axis=1), self._colours[card], self._strong[card] & (alike > ALIKE)),
        )

    def _rivals_of(self, card: int) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """The faces most like a card, and in which cells they differ from it."""
        if card not in self._rivals:
            close = np.einsum("cd,ncd->nc", self._shapes[card], self._shapes)
            order = np.argsort(-close.sum(axis=1))
            rivals = order[order != card][:RIVALS]
            self._rivals[card] = rivals, np.asarray(close[rivals] < SAME)
        return self._rivals[card]


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


def _upper_half(alike: NDArray[np.float32]) -> float:
    """The mean of the better half of the cells, of at least two."""
    better = np.sort(alike)[-max((len(alike) + 1) // 2, 2) :]
    return float(better.mean()) if len(better) else 0.0


def _tint(seen: NDArray[np.float32], known: NDArray[np.float32], cells: NDArray[np.bool_]) -> float:
    """How far the colours of cells are off: logarithms of their channels, under the light that fits best."""
    if cells.sum() < 3:
        return 9.0
    differ = np.log((seen[cells] + 0.05) / (known[cells] + 0.05))
    light = np.median(differ, axis=0)
    cast_off = float(np.abs(light - light.mean()).max())
    return float(np.median(np.abs(differ - light).max(axis=1))) + max(cast_off - CAST, 0)
