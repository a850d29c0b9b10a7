"""A camera for the preview's bench: thirty compressed pictures a second, as a USB camera sends them.

Each is decoded as OpenCV decodes what Video4Linux gives; no two that follow each other are the same.
"""

import time
from collections.abc import Sequence
from typing import cast

import cv2
import numpy as np

from companion.cards.pictures import Picture
from companion.cards.streaming import StreamingCamera

RATE = 30.0
"""Pictures a second, of 1280 by 720."""

DIFFERENT = 5
"""So many pictures of one table differ in their noise."""

NOISE = 3.0
QUALITY = 90


class Compressed:
    """Gives the next picture when it is due; one that comes late is followed at once."""

    notes: tuple[str, ...] = ()

    def __init__(self, pictures: Sequence[bytes]) -> None:
        self._pictures = [np.frombuffer(each, np.uint8) for each in pictures]
        self._given = 0
        self._due = 0.0

    def open(self) -> None:
        """Begin."""
        self._due = time.monotonic()

    def grab(self) -> Picture:
        """The next picture."""
        self._due = max(self._due + 1 / RATE, time.monotonic() - 1 / RATE)
        time.sleep(max(0.0, self._due - time.monotonic()))
        self._given += 1
        return cast(
            Picture, cv2.imdecode(self._pictures[self._given % len(self._pictures)], cv2.IMREAD_COLOR)
        )

    def close(self) -> None:
        """Nothing is held."""


def live(table: Picture) -> StreamingCamera:
    """A camera over this table."""
    dice = np.random.default_rng(1)
    pictures = []
    for _ in range(DIFFERENT):
        grainy = np.clip(table + dice.normal(0, NOISE, table.shape), 0, 255).astype(np.uint8)
        _, data = cv2.imencode(".jpg", grainy, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        pictures.append(data.tobytes())
    return StreamingCamera("bench:", Compressed(pictures))
