"""What a room and a cheap camera do to a picture: lamps, shadows, glare, casts, blur and noise."""

from functools import lru_cache
from math import cos, pi, sin
from random import Random
from typing import Any, cast

import cv2
import numpy as np
from msgspec import Struct

from companion.scenes.drawing import Picture

UNIT = 160
"""The brightness, of 255, that a field of light has where it changes nothing."""

_NOISE_PX = 320
"""How much larger than a frame the sheet of noise is, each way, of which a frame gets a part."""


class Trouble(Struct, frozen=True):
    """How hard a picture is made: each number is the most of its kind that chance may choose.

    `tilt` and `roll` are degrees; `overlap` the share of a card that its neighbour covers; `sleeves` and
    `glare` are how often; `shade` and `cast` are shares of the light; `blur` is px that the camera moved;
    `noise` the deviation of 255; `bend` of the lens; `turned` how often a card lies upside down.
    """

    tilt: float = 30.0
    roll: float = 8.0
    overlap: float = 0.0
    sleeves: float = 0.5
    glare: float = 0.3
    shade: float = 0.35
    cast: float = 0.12
    blur: float = 2.0
    noise: float = 5.0
    bend: float = 0.06
    turned: float = 0.1
    clutter: int = 3


CALM = Trouble(12.0, 3.0, 0.0, 0.0, 0.0, 0.1, 0.03, 0.0, 2.0, 0.0, 0.0, 0)
"""A lamp, a still hand, no sleeves."""

USUAL = Trouble()
"""A table in a living room."""

HARD = Trouble(42.0, 20.0, 0.33, 0.8, 0.6, 0.55, 0.22, 5.0, 10.0, 0.1, 0.3, 6)
"""A wine cellar by candle light."""


def lit(picture: Picture, trouble: Trouble, random: Random) -> Picture:
    """The picture in an uneven light of some colour, with the shadow of somebody who leans over."""
    height, width = picture.shape[:2]
    x, y = np.meshgrid(np.linspace(-1, 1, 32), np.linspace(-1, 1, 18))
    turn, slope = random.uniform(0, 2 * pi), random.uniform(0, trouble.shade)
    light = 1 + slope * (x * cos(turn) + y * sin(turn)) / 1.4
    if random.random() < trouble.shade:
        turn, edge = random.uniform(0, 2 * pi), random.uniform(-0.6, 0.6)
        soft = 1 / (1 + np.exp(-(x * cos(turn) + y * sin(turn) - edge) * random.uniform(4, 14)))
        light = light * (1 - random.uniform(0.2, 0.45) * soft)
    level = random.uniform(1 - trouble.shade * 0.7, 1 + trouble.shade * 0.2)
    gains = [level * (1 + random.uniform(-trouble.cast, trouble.cast)) for _ in range(3)]
    small = np.clip(light[:, :, None] * np.array(gains) * UNIT, 0, 255).astype(np.uint8)
    field = cv2.resize(cv2.resize(small, (160, 90), interpolation=cv2.INTER_CUBIC), (width, height))
    return cast(Picture, cv2.multiply(picture, field, scale=1 / UNIT))


def moved(picture: Picture, trouble: Trouble, random: Random) -> Picture:
    """The picture as a hand takes it that is not still."""
    far = random.uniform(0, trouble.blur)
    if far < 0.7:
        return picture
    turn = random.uniform(0, pi)
    side = int(far) // 2 * 2 + 3
    kernel = np.zeros((side, side), np.float32)
    middle = (side - 1) / 2
    for step in np.linspace(-far / 2, far / 2, 4 * side):
        px, py = middle + step * cos(turn), middle + step * sin(turn)
        kernel[round(py), round(px)] += 1
    return cast(Picture, cv2.filter2D(picture, -1, kernel / kernel.sum()))


def grainy(picture: Picture, trouble: Trouble, random: Random) -> Picture:
    """The picture with the noise of a small sensor."""
    much = random.uniform(0, trouble.noise)
    if much < 0.5:
        return picture
    height, width = picture.shape[:2]
    sheet = _noise(height + _NOISE_PX, width + _NOISE_PX)
    top, left = random.randrange(_NOISE_PX), random.randrange(_NOISE_PX)
    part = sheet[top : top + height, left : left + width]
    share = much / _DEVIATION
    return cast(Picture, cv2.addWeighted(picture, 1.0, part, share, -128 * share))


_DEVIATION = 28.0


@lru_cache(maxsize=4)
def _noise(height: int, width: int) -> Any:
    """Noise around 128, coarser in colour than in brightness as sensors make it."""
    random = np.random.default_rng(7)
    grey = random.normal(0, 0.8, (height, width, 1))
    colour = random.normal(0, 0.6, (height, width, 3))
    return np.clip(128 + _DEVIATION * (grey + colour), 0, 255).astype(np.uint8)


def glare(shape: tuple[int, int], random: Random) -> Any:
    """A lamp mirrored in a sleeve: how white each pixel of it gets, from 0 to 255."""
    height, width = shape
    field = np.zeros((48, 36), np.float32)
    y, x = np.mgrid[0:48, 0:36].astype(np.float32)
    for _ in range(random.choice((1, 1, 2))):
        cx, cy, turn = random.uniform(0, 36), random.uniform(0, 48), random.uniform(0, pi)
        along = (x - cx) * cos(turn) + (y - cy) * sin(turn)
        across = -(x - cx) * sin(turn) + (y - cy) * cos(turn)
        long, wide = random.uniform(8, 30), random.uniform(2.0, 6.5)
        field += random.uniform(0.5, 1.1) * np.exp(-((along / long) ** 2) - (across / wide) ** 2)
    return cv2.resize(np.clip(field * 255, 0, 255).astype(np.uint8), (width, height))
