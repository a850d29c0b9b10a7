"""A printed part as its triangles: closed or not, how big, and where it has material."""

import re
from collections import Counter
from pathlib import Path

import numpy as np
from numpy.typing import NDArray


class Solid:
    """The surface that an STL file describes, in millimetres."""

    def __init__(self, file: Path) -> None:
        corners = re.findall(r"vertex (\S+) (\S+) (\S+)", file.read_text("ascii"))
        self.triangles: NDArray[np.float64] = np.array(corners, dtype=float).reshape(-1, 3, 3)

    def is_closed(self) -> bool:
        """Whether each edge of a triangle is met by one other, the other way round."""
        edges = Counter(
            (tuple(triangle[corner]), tuple(triangle[(corner + 1) % 3]))
            for triangle in self.triangles
            for corner in range(3)
        )
        return all(count == 1 and edges[end, start] == 1 for (start, end), count in edges.items())

    def box(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Its lowest and its highest corner."""
        points = self.triangles.reshape(-1, 3)
        return points.min(axis=0), points.max(axis=0)

    def volume(self) -> float:
        """In cubic millimetres."""
        first, second, third = self.triangles.transpose(1, 0, 2)
        return float(np.einsum("ij,ij->i", first, np.cross(second, third)).sum() / 6)

    def material(self, axis: int, first: float, second: float) -> list[tuple[float, float]]:
        """Where a line along an axis runs in the material; where it is on the others is given in order."""
        others = [place for place in range(3) if place != axis]
        # A line exactly through an edge would be counted twice.
        point = np.array([first + 1.7e-5, second + 2.3e-5])
        a, b, c = (self.triangles[:, corner][:, others] for corner in range(3))
        weights = np.stack([_turn(b, c, point), _turn(c, a, point), _turn(a, b, point)], axis=1)
        hit = (weights > 0).all(axis=1) | (weights < 0).all(axis=1)
        shares = weights[hit] / weights[hit].sum(axis=1, keepdims=True)
        crossed = sorted((shares * self.triangles[hit][:, :, axis]).sum(axis=1))
        assert len(crossed) % 2 == 0
        return list(zip(crossed[::2], crossed[1::2], strict=True))


def _turn(
    start: NDArray[np.float64], end: NDArray[np.float64], point: NDArray[np.float64]
) -> NDArray[np.float64]:
    along, aside = end - start, point - start
    return along[:, 0] * aside[:, 1] - along[:, 1] * aside[:, 0]
