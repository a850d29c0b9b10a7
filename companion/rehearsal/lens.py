"""Where a pretend camera hangs over the table, and how its lens bends what it sees."""

from functools import lru_cache
from math import cos, pi, sin, tan
from typing import Any

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Points = NDArray[np.float64]

VIEW_DEG = 62.0
"""How wide an ordinary camera sees, from side to side."""


class Pose(Struct, frozen=True):
    """How the camera is held: leaning by `tilt`, towards `towards`, and rolled, in degrees.

    `fill` is the share of the frame that what it looks at takes up.
    """

    tilt: float = 0.0
    towards: float = 0.0
    roll: float = 0.0
    fill: float = 0.85


def homography(pose: Pose, corners: Points, size: tuple[int, int]) -> Points:
    """The map from the table, in mm, to pixels, with these points of the table in the frame."""
    focal = size[0] / 2 / tan(VIEW_DEG * pi / 360)
    middle = (corners.min(axis=0) + corners.max(axis=0)) / 2
    turned = _turned(pose)
    near, far = 50.0, 20000.0
    for _ in range(40):
        away = (near * far) ** 0.5
        near, far = (
            (near, away)
            if _fits(_at(turned, middle, away, focal, size), corners, pose, size)
            else (away, far)
        )
    map_: Points = _at(turned, middle, far, focal, size)
    return map_


def _turned(pose: Pose) -> Points:
    """The table's axes as the camera has them."""
    tilt, towards, roll = (angle * pi / 180 for angle in (pose.tilt, pose.towards, pose.roll))

    def about_z(angle: float) -> Points:
        return np.array([[cos(angle), -sin(angle), 0], [sin(angle), cos(angle), 0], [0, 0, 1]])

    lean = np.array([[1, 0, 0], [0, cos(tilt), -sin(tilt)], [0, sin(tilt), cos(tilt)]])
    turned: Points = about_z(roll) @ about_z(towards) @ lean @ about_z(-towards)
    return turned


def _at(turned: Points, middle: Points, away: float, focal: float, size: tuple[int, int]) -> Points:
    camera = np.array([[focal, 0, size[0] / 2], [0, focal, size[1] / 2], [0, 0, 1]])
    plane = np.column_stack([turned[:, 0], turned[:, 1], np.array([0.0, 0.0, away])])
    shift = np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1.0]])
    map_: Points = camera @ plane @ shift
    return map_


def _fits(map_: Points, corners: Points, pose: Pose, size: tuple[int, int]) -> bool:
    depths = corners @ map_[2, :2] + map_[2, 2]
    if depths.min() <= 1.0:
        return False
    seen = projected(map_, corners)
    edge = np.array(size) * (1 - pose.fill) / 2
    return bool((seen >= edge).all() and (seen <= np.array(size) - edge).all())


def projected(map_: Points, points: Points) -> Points:
    """Where points of the table are in the picture."""
    seen = points @ map_[:, :2].T + map_[:, 2]
    flat: Points = seen[:, :2] / seen[:, 2:]
    return flat


def bent(points: Points, bend: float, size: tuple[int, int]) -> Points:
    """Where the lens puts points of the straight picture."""
    middle, unit = np.array(size) / 2, size[0] / 2
    straight = (points - middle) / unit
    seen = straight.copy()
    for _ in range(12):
        seen = straight / (1 + bend * (seen**2).sum(axis=1, keepdims=True))
    back: Points = seen * unit + middle
    return back


def bend(picture: Any, amount: float, size: tuple[int, int]) -> Any:
    """The picture as a lens shows it that bends straight lines: a barrel where the amount is above 0."""
    if not amount:
        return picture
    across, fine = _maps(round(amount, 2), size)
    return cv2.remap(picture, across, fine, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


@lru_cache(maxsize=32)
def _maps(amount: float, size: tuple[int, int]) -> tuple[Any, Any]:
    width, height = size
    unit = width / 2
    x, y = np.meshgrid(
        (np.arange(width, dtype=np.float32) - width / 2) / unit,
        (np.arange(height, dtype=np.float32) - height / 2) / unit,
    )
    grow = 1 + amount * (x * x + y * y)
    return cv2.convertMaps(
        (x * grow * unit + width / 2).astype(np.float32),
        (y * grow * unit + height / 2).astype(np.float32),
        cv2.CV_16SC2,
    )
