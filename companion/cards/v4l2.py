"""USB cameras by Video4Linux: found by name and by what they can do, their automatics held once they rest.

`v4l2:auto` is the first camera plugged in; `v4l2:NAME` one whose name, or place on the USB, has NAME in it.
"""

import time
from collections.abc import Callable, Iterable
from typing import Protocol

from msgspec import Struct

from companion.cards.camera import CameraError, CameraState
from companion.cards.pictures import Picture
from companion.cards.settling import Settling
from companion.cards.streaming import StreamingCamera

NOT_CAMERAS = ("bcm2835-codec", "bcm2835-isp", "rpivid", "rpi-hevc-dec", "pispbe", "unicam", "rp1-cfe")
"""Drivers of the Pi whose nodes are parts of its own camera or decoders, and no camera by themselves."""

AUTO_WHITE_BALANCE, WHITE_BALANCE = 0x0098090C, 0x0098091A
AUTO_EXPOSURE, EXPOSURE, EXPOSURE_PRIORITY = 0x009A0901, 0x009A0902, 0x009A0903
AUTO_FOCUS, FOCUS = 0x009A090C, 0x009A090A
"""Numbers of controls, as Video4Linux has them."""

EXPOSURE_MANUAL = 1
EXPOSURE_AUTOMATIC = (3, 0)
"""Values of the exposure's control; most USB cameras know only the first of the automatic ones."""

LOOK_S = 0.5
"""How often it is looked up whether a camera that gives pictures is still plugged in."""

DEAF_READS = 3
"""So many reads without a picture, one after the other, and the camera counts as gone."""


class Node(Struct, frozen=True):
    """A device file of Video4Linux: its path, what the device calls itself, and whether it takes pictures."""

    path: str
    name: str
    driver: str = ""
    bus: str = ""
    capture: bool = True


class Control(Struct, frozen=True):
    """A control of a camera, as it stands; an inactive one is led by another."""

    value: int
    low: int
    high: int
    inactive: bool = False


class Device(Protocol):
    """An open camera."""

    def read(self) -> Picture | None:
        """The next picture; None if none came."""

    def control(self, number: int) -> Control | None:
        """A control, if the camera has it."""

    def set(self, number: int, value: int) -> bool:
        """Set a control; whether the driver took it."""

    def close(self) -> None:
        """Let go of it."""


class Layer(Protocol):
    """The system's side of it: thin, so that all that decides something is tested without a camera."""

    def nodes(self) -> tuple[Node, ...]:
        """All device files there are."""

    def open(self, node: Node) -> Device:
        """Open a camera; PermissionError, OSError with EBUSY, or another OSError."""

    def allowed(self, node: Node) -> bool:
        """Whether this user may use it."""

    def group(self, node: Node) -> str:
        """The group whose members may use it."""


def cameras(nodes: Iterable[Node]) -> tuple[Node, ...]:
    """Those nodes that are cameras to take pictures with."""
    return tuple(node for node in nodes if node.capture and node.driver not in NOT_CAMERAS)


def opened(scheme: str, rest: str) -> StreamingCamera:
    """The camera of this name."""
    from companion.cards.v4l2_layer import SystemLayer

    name = rest.strip() or "auto"
    return StreamingCamera(f"{scheme}:{name}", V4l2Source(name, SystemLayer()))


class V4l2Source:
    """One camera, looked for again whenever it is opened."""

    def __init__(self, name: str, layer: Layer, clock: Callable[[], float] = time.monotonic) -> None:
        self._name = name
        self._layer = layer
        self._clock = clock
        self._device: Device | None = None
        self._node: Node | None = None
        self._settling = Settling()
        self._deaf = 0
        self._seen = 0.0
        self.notes: tuple[str, ...] = ()

    def open(self) -> None:
        """Find the camera by its name, wherever it is plugged in now, and let its automatics begin."""
        node = self._found()
        try:
            self._device = self._layer.open(node)
        except PermissionError:
            group = self._layer.group(node)
            raise CameraError(
                f"{node.name}: this user may not use it; run `sudo usermod -aG {group} $USER`, "
                "then log in again",
                CameraState.REFUSED,
            ) from None
        except OSError as error:
            raise CameraError(
                f"{node.name}: busy, or gives no pictures ({error.strerror or error}); "
                "close the program that uses it, or plug it in again",
                CameraState.REFUSED,
            ) from error
        self._node = node
        self._settling, self._deaf, self._seen = Settling(), 0, self._clock()
        self._automatic(self._device)

    def grab(self) -> Picture | None:
        """The next frame; CameraError once the camera is unplugged."""
        if self._device is None or self._node is None:
            raise CameraError("the camera is not open")
        picture = self._device.read()
        self._deaf = 0 if picture is not None else self._deaf + 1
        now = self._clock()
        # Once the camera is gone, some drivers hand out its last frame again and again.
        if self._deaf >= DEAF_READS or not self._is_there(self._node, now, sure=picture is not None):
            raise CameraError(f"{self._node.name} was unplugged; it is used again once it is plugged in")
        if picture is None:
            return None
        if self._settling.rests(picture, now):
            self._hold(self._device)
        return picture

    def close(self) -> None:
        """Let go of the camera."""
        device, self._device = self._device, None
        if device is not None:
            device.close()

    def _found(self) -> Node:
        there = cameras(self._layer.nodes())
        wanted = self._name.casefold()
        fitting = [
            node
            for node in there
            if wanted == "auto" or wanted in node.name.casefold() or wanted in node.bus.casefold()
        ]
        if not fitting:
            others = ", ".join(node.name for node in there)
            seen = f"there is {others}" if others else "no camera is plugged in"
            what = "no camera" if wanted == "auto" else f"no camera called {self._name}"
            raise CameraError(f"{what}: {seen}", CameraState.SEARCHING)
        first = fitting[0]
        twins = wanted != "auto" and len(fitting) > 1
        self.notes = (
            (f"{len(fitting)} cameras are called {self._name}: the one at {first.bus or first.path} is used",)
            if twins
            else ()
        )
        return first

    def _is_there(self, node: Node, now: float, *, sure: bool) -> bool:
        """Whether the camera is plugged in: looked up when no picture came, and else once in a while."""
        if sure and now - self._seen < LOOK_S:
            return True
        self._seen = now
        return any(other.path == node.path and other.name == node.name for other in self._layer.nodes())

    def _automatic(self, device: Device) -> None:
        """Let the camera find exposure, colours and focus by itself."""
        if device.control(AUTO_EXPOSURE) is not None and not any(
            device.set(AUTO_EXPOSURE, value) for value in EXPOSURE_AUTOMATIC
        ):
            self._note("the driver refused to measure the exposure")
        device.set(EXPOSURE_PRIORITY, 0)  # a steady rate matters more than a dark corner
        for number, what in ((AUTO_WHITE_BALANCE, "white balance"), (AUTO_FOCUS, "focus")):
            if device.control(number) is not None and not device.set(number, 1):
                self._note(f"the driver refused to find the {what} by itself")

    def _hold(self, device: Device) -> None:
        """Keep what the automatics found: a hand in the picture must change neither focus nor colours."""
        for what, automatic, off, value in (
            ("exposure", AUTO_EXPOSURE, EXPOSURE_MANUAL, EXPOSURE),
            ("white balance", AUTO_WHITE_BALANCE, 0, WHITE_BALANCE),
            ("focus", AUTO_FOCUS, 0, FOCUS),
        ):
            if device.control(automatic) is None:
                if device.control(value) is None:
                    self._note(f"this camera's {what} can't be held")
                continue
            found = device.control(value)
            if not device.set(automatic, off):
                self._note(f"the driver refused to hold the {what}")
            elif found is None or not device.set(value, found.value):
                self._note(f"the {what} is held, but not as it was measured")

    def _note(self, words: str) -> None:
        if words not in self.notes:
            self.notes = (*self.notes, words)
