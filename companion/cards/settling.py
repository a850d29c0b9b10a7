"""When a camera's automatics have come to rest, so that what they found can be held."""

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.cards.pictures import Picture

LEAST_S = 1.5
"""Automatics are given at least so long."""

MOST_S = 8.0
"""Where the light never rests, what they found by then is held."""

REST_S = 0.7
"""How long colours and brightness must have stayed the same."""

SAME = 0.03
"""The share by which a colour may change and still count as the same."""


class Settling:
    """Watches frames from when the camera began; says once that its automatics rest."""

    def __init__(self) -> None:
        self._began: float | None = None
        self._since = 0.0
        self._colour: NDArray[np.float64] | None = None
        self._held = False

    def rests(self, picture: Picture, now: float) -> bool:
        """Whether with this frame the time has come to hold what the automatics found; true only once."""
        if self._held:
            return False
        colour = np.array(cv2.mean(picture[::8, ::8])[:3]) + 1.0
        if self._began is None or self._colour is None:
            self._began = self._since = now
            self._colour = colour
            return False
        if (np.abs(colour - self._colour) > SAME * self._colour).any():
            self._since, self._colour = now, colour
        rested = now - self._began >= LEAST_S and now - self._since >= REST_S
        self._held = rested or now - self._began >= MOST_S
        return self._held
