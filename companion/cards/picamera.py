"""The Pi's own camera by Picamera2, which comes from Debian and not with us.

`picamera:` is the first camera on the Pi's connectors, `picamera:1` the second.
"""

import importlib
import sys
import time
from collections.abc import Callable
from contextlib import contextmanager
from typing import Any

from companion.cards.camera import CameraAddressError, CameraError, CameraState
from companion.cards.pictures import Picture
from companion.cards.settling import Settling
from companion.cards.streaming import StreamingCamera

SIZE = (1280, 720)

FORMAT = "RGB888"
"""What libcamera calls pixels of blue, green, red."""

PACKAGE = "python3-picamera2"

DEBIAN = "/usr/lib/python3/dist-packages"
"""Where Debian keeps Python packages: looked into for Picamera2 only, behind our own."""

HELD: dict[str, tuple[str, ...]] = {
    "exposure": ("ExposureTime", "AnalogueGain"),
    "white balance": ("ColourGains",),
    "focus": ("LensPosition",),
}
SWITCH: dict[str, dict[str, Any]] = {
    "exposure": {"AeEnable": False},
    "white balance": {"AwbEnable": False},
    "focus": {"AfMode": 0},
}
"""What is measured of each, and what switches its automatic off."""


def opened(scheme: str, rest: str) -> StreamingCamera:
    """The Pi's camera of this number."""
    number = rest.strip() or "0"
    if not number.isdecimal():
        raise CameraAddressError(f"{scheme}:{rest} is no camera of the Pi: use {scheme}: or {scheme}:1")
    return StreamingCamera(f"{scheme}:{number}", PicameraSource(int(number)))


def load() -> Any:
    """Picamera2's module; CameraError that names Debian's package where it is not there."""
    try:
        return importlib.import_module("picamera2")
    except ImportError:
        pass
    sys.path.append(DEBIAN)
    try:
        return importlib.import_module("picamera2")
    except ImportError as error:
        raise CameraError(
            f"the Pi's camera needs Picamera2 ({error}): run `sudo apt install {PACKAGE}`, "
            "or use a USB camera",
            CameraState.REFUSED,
        ) from error
    finally:
        sys.path.remove(DEBIAN)


class PicameraSource:
    """One of the Pi's cameras."""

    def __init__(
        self, number: int, load: Callable[[], Any] = load, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._number = number
        self._load = load
        self._clock = clock
        self._camera: Any = None
        self._settling = Settling()
        self.notes: tuple[str, ...] = ()

    def open(self) -> None:
        """Start the camera with its automatics on."""
        module = self._load()
        self.notes, self._settling = (), Settling()
        try:
            found = module.Picamera2.global_camera_info()
            if self._number >= len(found):
                raise CameraError(
                    f"no camera {self._number} on the Pi's connectors ({len(found)} found): "
                    "check its ribbon, with the power off",
                    CameraState.SEARCHING,
                )
            self._camera = module.Picamera2(self._number)
            main = {"size": SIZE, "format": FORMAT}
            self._camera.configure(self._camera.create_video_configuration(main=main, buffer_count=2))
            self._camera.start()
        except (RuntimeError, IndexError) as error:  # what libcamera raises for busy and broken alike
            raise CameraError(
                f"the Pi's camera can't be started ({error}); close the program that uses it, "
                "or start the Pi anew",
                CameraState.REFUSED,
            ) from error
        if "AfMode" in self._camera.camera_controls:
            self._camera.set_controls({"AfMode": 2})

    def grab(self) -> Picture | None:
        """The next frame."""
        with _told():
            picture: Picture = self._camera.capture_array("main")
            if self._settling.rests(picture, self._clock()):
                self._hold()
        return picture

    def close(self) -> None:
        """Stop the camera."""
        camera, self._camera = self._camera, None
        if camera is not None:
            camera.stop()
            camera.close()

    def _hold(self) -> None:
        """Keep what the automatics found."""
        found, known = self._camera.capture_metadata(), self._camera.camera_controls
        for what, names in HELD.items():
            switch = SWITCH[what]
            if not all(name in known for name in (*switch, *names)):
                self.notes = (*self.notes, f"this camera's {what} can't be held")
            elif not all(name in found for name in names):
                self.notes = (*self.notes, f"the {what} is held, but not as it was measured")
                self._camera.set_controls(switch)
            else:
                self._camera.set_controls({**switch, **{name: found[name] for name in names}})


@contextmanager
def _told() -> Any:
    """What libcamera raises when a ribbon comes loose, as a camera that was lost."""
    try:
        yield
    except RuntimeError as error:
        raise CameraError(f"the Pi's camera gives no more pictures: {error}") from error
