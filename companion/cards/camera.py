"""Cameras by address: whatever takes the pictures, a caller asks for the newest frame and how it stands.

camera = open_camera("v4l2:auto")
frame = camera.newest(after=0, timeout=2.0)
camera.status(), camera.close()
"""

import importlib
from enum import StrEnum
from typing import Protocol, cast

from msgspec import Struct

from companion.cards.pictures import Picture


class CameraState(StrEnum):
    """How a camera stands: looked for, giving pictures, gone, or refused until somebody acts."""

    SEARCHING = "searching"
    LIVE = "live"
    LOST = "lost"
    REFUSED = "refused"


class CameraStatus(Struct, frozen=True):
    """How a camera stands, in a word and a sentence; `notes` are what its driver refused, or left out."""

    state: CameraState
    detail: str = ""
    notes: tuple[str, ...] = ()
    size: tuple[int, int] = (0, 0)
    rate: float = 0.0


class Frame(Struct, frozen=True):
    """A picture, its number counted from 1, and when it came, in seconds of the monotonic clock.

    A `still` was taken on purpose by somebody: no other follows that would show whether the cards rest.
    """

    n: int
    picture: Picture
    at: float
    still: bool = False


class CameraError(OSError):
    """A camera that gives no pictures: the message says why and what to do, `state` whether waiting helps."""

    def __init__(self, message: str, state: CameraState = CameraState.LOST) -> None:
        super().__init__(message)
        self.state = state


class CameraAddressError(ValueError):
    """An address that opens no camera; the message says what would."""


class Camera(Protocol):
    """Something that shows the table; every method may be called from any thread."""

    @property
    def address(self) -> str:
        """What opens this camera again."""

    def newest(self, after: int = 0, timeout: float = 0.0) -> Frame | None:
        """The newest frame, if its number is above `after`; waits so many seconds for one."""

    def status(self) -> CameraStatus:
        """How the camera stands now."""

    def close(self) -> None:
        """Let go of the camera; no frame comes afterwards."""


SCHEMES = {
    "v4l2": "v4l2",
    "picamera": "picamera",
    "picture": "showing",
    "folder": "showing",
    "video": "showing",
    "phone": "phone",
}
"""The module that opens each kind of address, with its `opened(scheme, rest of the address)`."""

EXAMPLES = "v4l2:auto, v4l2:NAME, picamera:, picture:FILE, folder:DIR, video:FILE or phone:"


def open_camera(address: str) -> Camera:
    """The camera at an address such as `v4l2:auto`; CameraAddressError where there can be none.

    One that is not plugged in yet is opened all the same, and found once it is there.
    """
    scheme, colon, rest = address.partition(":")
    if not colon or scheme not in SCHEMES:
        raise CameraAddressError(f"{address!r} is no address of a camera: use {EXAMPLES}")
    module = importlib.import_module(f"companion.cards.{SCHEMES[scheme]}")
    return cast(Camera, module.opened(scheme, rest))
