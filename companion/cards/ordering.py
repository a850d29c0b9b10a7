"""Reading order: rows from the top, each from the left, as they lie on the table."""

from collections.abc import Sequence

import numpy as np

from companion.cards.reading import Found


def in_reading_order(found: Sequence[Found]) -> list[Found]:
    """Order cards by rows; a camera that hangs askew turns all of them, and the rows with them."""
    if not found:
        return []
    askew = np.radians(float(np.median([(each.angle + 45) % 90 - 45 for each in found])))
    centres = np.array([np.mean(each.quad, axis=0) for each in found])
    along = centres @ np.array([np.cos(askew), np.sin(askew)])
    down = centres @ np.array([-np.sin(askew), np.cos(askew)])
    half = np.array([_height(each) / 2 for each in found])
    rows: list[list[int]] = []
    for n in np.argsort(down):
        near = [row for row in rows if abs(down[n] - np.mean(down[row])) < half[n]]
        if near:
            near[-1].append(int(n))
        else:
            rows.append([int(n)])
    return [found[n] for row in rows for n in sorted(row, key=lambda each: along[each])]


def _height(found: Found) -> float:
    """How far a card reaches down the picture, roughly: its shorter side, so that rows stay apart."""
    corners = np.array(found.quad)
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    return float(sides.min())
