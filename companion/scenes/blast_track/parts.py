"""A large board in parts, each so small that a finger meets every one of its cells on the smallest screen."""

from collections.abc import Iterable

from companion.rules.blast_track.board import Cell
from companion.scenes.blast_track.hexes import ROOT3, extent

ROOM = (13.2, 8.2)
"""The width and height of the smallest picture, counted in radii of a cell that a finger meets."""


def parts(cells: Iterable[Cell]) -> tuple[tuple[Cell, ...], ...]:
    """These cells in as few parts as need be; parts, and cells in them, in the order they are given in."""
    order = {cell: place for place, cell in enumerate(dict.fromkeys(cells))}
    if not order:
        return ()
    joined = _joined(list(_split(tuple(order))))
    found = [tuple(sorted(part, key=order.__getitem__)) for part in joined]
    return tuple(sorted(found, key=lambda part: order[part[0]]))


def bearings(divided: tuple[tuple[Cell, ...], ...]) -> tuple[str, ...]:
    """Where each part lies among all of them, in words."""
    if not divided:
        return ()
    left, top, right, bottom = extent(tuple(cell for part in divided for cell in part))
    found = []
    for part in divided:
        start, upper, end, lower = extent(part)
        across = _third((start + end) / 2, left, right)
        down = _third((upper + lower) / 2, top, bottom)
        words = f"{('Upper', '', 'Lower')[down]} {('left', '', 'right')[across]}".strip()
        alone = {"Upper": "At the top", "Lower": "At the bottom", "": "In the middle"}
        found.append(alone.get(words, words[:1].upper() + words[1:]))
    return tuple(found)


def _third(at: float, low: float, high: float) -> int:
    return min(int(3 * (at - low) / (high - low)), 2) if high > low else 1


def _split(cells: tuple[Cell, ...]) -> tuple[tuple[Cell, ...], ...]:
    """Halves of halves, across whichever side is the longer for its room, until all fit."""
    across, down = _size(cells)
    if max(across, down) <= 1:
        return (cells,)
    place = _x if across >= down else _y
    ordered = sorted(cells, key=lambda cell: (place(cell), cell))
    half = _widest_gap([place(cell) for cell in ordered])
    return (*_split(tuple(ordered[:half])), *_split(tuple(ordered[half:])))


def _joined(found: list[tuple[Cell, ...]]) -> list[tuple[Cell, ...]]:
    """Parts that have room together put together, the smallest pairs first."""
    while True:
        pairs = [
            (max(_size((*one, *two))), place, other)
            for place, one in enumerate(found)
            for other, two in enumerate(found[:place])
        ]
        room, place, other = min(pairs, default=(2.0, 0, 0))
        if room > 1:
            return found
        together = (*found[other], *found[place])
        found = [part for number, part in enumerate(found) if number not in (place, other)] + [together]


def _size(cells: tuple[Cell, ...]) -> tuple[float, float]:
    """How much of the room these cells take across and down."""
    left, top, right, bottom = extent(cells)
    return (right - left) / ROOM[0], (bottom - top) / ROOM[1]


def _widest_gap(along: list[float]) -> int:
    """Where to cut: at the widest gap in the middle third, or in the very middle."""
    count = len(along)
    cuts = range(max(1, count // 3), max(2, count - count // 3))
    return max(cuts, key=lambda cut: (round(along[cut] - along[cut - 1], 6), -abs(cut - count / 2)))


def _x(cell: Cell) -> float:
    return 1.5 * cell[0]


def _y(cell: Cell) -> float:
    return ROOT3 * (cell[1] + cell[0] / 2)
