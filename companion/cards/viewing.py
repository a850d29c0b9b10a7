"""A camera's newest picture as a screen shows it, made on a thread of its own.

    finder = Viewfinder(camera)
    finder.newest(after=n, longest=506)     # at once: a Preview with a number above n, or None
    finder.close()

Nothing is made while nobody asks.
"""

import logging
import threading
import time
from collections.abc import Callable
from typing import cast

import cv2
from msgspec import Struct

from companion.cards.camera import Frame
from companion.cards.pictures import Picture

log = logging.getLogger(__name__)

LONGEST_PX = 640
"""How large a preview is, unless somebody says how large it is shown."""

REST_S = 1.0
"""Nobody has looked for so long: nothing more is made until somebody does."""

WAIT_S = 0.25
"""How long a frame is waited for before it is seen whether anybody looks."""

PAUSE_S = 0.02
"""How long is waited where a camera gives no frame at once: it may have been shut."""

Newest = Callable[[int, float], Frame | None]


class Preview(Struct, frozen=True):
    """A small picture for the screen: rows of pixels of red, green, blue, opacity from the top left.

    Previews are counted from 1; one frame gives another when it is to be shown in another size.
    """

    n: int
    size: tuple[int, int]
    rgba: bytes


class Viewfinder:
    """Makes previews of what `newest` of a camera gives, as long as somebody asks for them."""

    def __init__(self, newest: Newest, clock: Callable[[], float] = time.monotonic) -> None:
        self._frame, self._clock = newest, clock
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._asked = 0.0
        self._longest = LONGEST_PX
        self._count = 0
        self._made: Preview | None = None
        self._over = False

    def newest(self, after: int = 0, longest: int = LONGEST_PX) -> Preview | None:
        """The newest picture, if its number is above `after` and it has been made; never waits."""
        with self._lock:
            self._asked, self._longest = self._clock(), longest
            if self._thread is None and not self._over:
                self._thread = threading.Thread(target=self._make, name="viewfinder", daemon=True)
                self._thread.start()
            made = self._made
        return made if made is not None and made.n > after else None

    def close(self) -> None:
        """Make no more, and wait until what is being made is done: no thread may outlive Python in OpenCV."""
        with self._lock:
            self._over, thread = True, self._thread
        if thread is not None:
            thread.join(2 * WAIT_S)

    def _make(self) -> None:
        """Make one after the other until nobody has asked for a while."""
        frame: Frame | None = None
        longest = 0
        while self._looked_at():
            try:
                newer = self._frame(frame.n if frame is not None else 0, WAIT_S)
                frame = newer or frame
                if frame is None or (newer is None and longest == self._longest):
                    time.sleep(PAUSE_S)
                    continue
                longest = self._longest
                self._count += 1
                made = preview_of(frame.picture, self._count, longest)
            except Exception:  # a screen without a picture is better than none
                log.exception("a preview could not be made")
                time.sleep(WAIT_S)
                continue
            with self._lock:
                self._made = made

    def _looked_at(self) -> bool:
        """Whether anybody looks; else the thread ends, and what was seen is seen no more."""
        with self._lock:
            if self._clock() - self._asked <= REST_S and not self._over:
                return True
            self._thread = self._made = None
            return False


def preview_of(picture: Picture, n: int = 1, longest: int = LONGEST_PX) -> Preview:
    """A picture as a screen shows it."""
    rgba = cv2.cvtColor(shrunk(picture, longest), cv2.COLOR_BGR2RGBA)
    return Preview(n, (rgba.shape[1], rgba.shape[0]), rgba.tobytes())


def shrunk(picture: Picture, longest: int) -> Picture:
    """The picture, its longer side at most so long: quick before exact, as the next comes in a moment."""
    high, wide = picture.shape[:2]
    scale = max(high, wide) / longest
    if scale <= 1:
        return picture
    coarse = int(scale)  # whole pixels are left out first; what is left is at most halved
    if coarse > 2:
        part = coarse // 2
        picture = cast(
            Picture, cv2.resize(picture, (wide // part, high // part), interpolation=cv2.INTER_NEAREST)
        )
    size = (max(round(wide / scale), 1), max(round(high / scale), 1))
    return cast(Picture, cv2.resize(picture, size, interpolation=cv2.INTER_LINEAR))
