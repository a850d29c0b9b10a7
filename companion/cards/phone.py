"""A phone as a camera: its photos arrive over the tablet page, each as the bytes of a file.

camera = open_camera("phone:")
camera.give(jpeg)                    # PictureError in one line where it is not taken
"""

import threading
import time

from companion.cards.camera import CameraAddressError, CameraState, CameraStatus, Frame
from companion.cards.pictures import Picture, PictureError, decoded, fitted
from companion.cards.stated import JPEG, PNG

MOST_BYTES = 16 * 2**20
"""What is taken of one photo; phones send three to eight megabytes."""

LONGEST_PX = 2048
"""A photo is kept no larger; a row of five cards has enough of it."""

FRESH_S = 30.0
"""How long a photo shows the table as it is."""


def opened(scheme: str, rest: str) -> "PhoneCamera":
    """The camera that photos are given to."""
    if rest.strip():
        raise CameraAddressError(f"{scheme}:{rest}: a phone needs no name, write {scheme}:")
    return PhoneCamera()


class PhoneCamera:
    """The newest photo that somebody sent; nothing until there is one."""

    address = "phone:"

    def __init__(self) -> None:
        self._news = threading.Condition()
        self._frame: Frame | None = None
        self._closed = False

    def give(self, data: bytes) -> int:
        """Take a photo, JPEG or PNG; gives its number. PictureError says why it is not taken."""
        picture = checked(data)
        with self._news:
            if self._closed:
                raise PictureError("the photo: no camera is wanted any more; open the card's page again")
            self._frame = Frame(
                self._frame.n + 1 if self._frame else 1, picture, time.monotonic(), still=True
            )
            self._news.notify_all()
            return self._frame.n

    def newest(self, after: int = 0, timeout: float = 0.0) -> Frame | None:
        """The newest photo, if its number is above `after`; waits so many seconds for one."""
        with self._news:
            self._news.wait_for(lambda: self._closed or self._is_newer(after), timeout)
            return self._frame if self._is_newer(after) else None

    def status(self) -> CameraStatus:
        """Whether a photo is there."""
        frame = self._frame
        if frame is None:
            return CameraStatus(CameraState.SEARCHING, "waiting for a photo from a phone")
        size = (frame.picture.shape[1], frame.picture.shape[0])
        old = time.monotonic() - frame.at > FRESH_S
        return CameraStatus(
            CameraState.LIVE, "send another photo when the table has changed" if old else "", (), size
        )

    def close(self) -> None:
        """Take no more photos."""
        with self._news:
            self._closed, self._frame = True, None
            self._news.notify_all()

    def _is_newer(self, after: int) -> bool:
        return self._frame is not None and self._frame.n > after


def checked(data: bytes, name: str = "the photo") -> Picture:
    """A photo's pixels, once its size and kind have been looked at; raises PictureError."""
    if len(data) > MOST_BYTES:
        raise PictureError(f"{name}: {len(data) >> 20} MB are too much; send at most {MOST_BYTES >> 20} MB")
    if not data.startswith((PNG, JPEG)):
        raise PictureError(f"{name}: not a JPEG or PNG; send it as a photo, not as a file")
    return fitted(decoded(data, name), LONGEST_PX)[0]
