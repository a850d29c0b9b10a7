"""Video4Linux as the system offers it: sysfs, a few ioctls, and OpenCV for the pictures."""

import errno
import fcntl
import grp
import os
import struct
from pathlib import Path
from typing import Any

import cv2

from companion.cards.pictures import Picture
from companion.cards.v4l2 import Control, Device, Node

SYSFS = Path("/sys/class/video4linux")

WIDTH, HEIGHT, RATE = 1280, 720, 30
"""What a camera is asked for; one that can't gives the nearest that it can."""

_CAPABILITY = struct.Struct("16s32s32sIII12x")
_QUERY = struct.Struct("II32siiiiI8x")
_VALUE = struct.Struct("Ii")
_QUERYCAP, _QUERYCTRL, _G_CTRL, _S_CTRL = 0x80685600, 0xC0445624, 0xC008561B, 0xC008561C
_VIDEO_CAPTURE, _META_CAPTURE, _STREAMING, _DEVICE_CAPS = 0x1, 0x00800000, 0x04000000, 0x80000000
_DISABLED, _INACTIVE = 0x1, 0x10


class SystemLayer:
    """The cameras of this machine."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], Node] = {}

    def nodes(self) -> tuple[Node, ...]:
        """All nodes of sysfs; what each can do is asked once."""
        found = {}
        for folder in sorted(SYSFS.glob("video*"), key=lambda each: (len(each.name), each.name)):
            name = _read(folder / "name")
            key = (f"/dev/{folder.name}", name)
            found[key] = self._known.get(key) or _asked(*key)
        self._known = found
        return tuple(found.values())

    def open(self, node: Node) -> Device:
        """Open a camera with OpenCV; its controls are set beside it."""
        handle = os.open(node.path, os.O_RDWR | os.O_CLOEXEC)
        capture = cv2.VideoCapture(node.path, cv2.CAP_V4L2)
        if not capture.isOpened():
            os.close(handle)
            raise OSError(errno.EBUSY, os.strerror(errno.EBUSY), node.path)
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, WIDTH)
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, HEIGHT)
        capture.set(cv2.CAP_PROP_FPS, RATE)
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        return SystemDevice(capture, handle)

    def allowed(self, node: Node) -> bool:
        """Whether the device file may be read and written."""
        return os.access(node.path, os.R_OK | os.W_OK)

    def group(self, node: Node) -> str:
        """The group of the device file; `video` where it can't be told."""
        try:
            return grp.getgrgid(Path(node.path).stat().st_gid).gr_name
        except (OSError, KeyError):
            return "video"


class SystemDevice:
    """An open camera of this machine."""

    def __init__(self, capture: Any, handle: int) -> None:
        self._capture = capture
        self._handle = handle

    def read(self) -> Picture | None:
        """The next frame, as the driver has it."""
        done, picture = self._capture.read()
        return picture if done and picture is not None and picture.size else None

    def control(self, number: int) -> Control | None:
        """A control, if the camera has it and has not disabled it."""
        asked = _ioctl(self._handle, _QUERYCTRL, _QUERY.pack(number, 0, b"", 0, 0, 0, 0, 0))
        if asked is None:
            return None
        _, _, _, low, high, _, _, flags = _QUERY.unpack(asked)
        value = _ioctl(self._handle, _G_CTRL, _VALUE.pack(number, 0))
        if flags & _DISABLED or value is None:
            return None
        return Control(_VALUE.unpack(value)[1], low, high, bool(flags & _INACTIVE))

    def set(self, number: int, value: int) -> bool:
        """Set a control, and see that it stands."""
        if _ioctl(self._handle, _S_CTRL, _VALUE.pack(number, value)) is None:
            return False
        now = self.control(number)
        return now is not None and now.value == value

    def close(self) -> None:
        """Let go of both."""
        self._capture.release()
        os.close(self._handle)


def _asked(path: str, name: str) -> Node:
    """A node with what its driver says it can do; one that may not be asked counts as a camera."""
    try:
        handle = os.open(path, os.O_RDWR | os.O_CLOEXEC | os.O_NONBLOCK)
    except PermissionError:
        return Node(path, name)
    except OSError:
        return Node(path, name, capture=False)
    try:
        answer = _ioctl(handle, _QUERYCAP, bytes(_CAPABILITY.size))
    finally:
        os.close(handle)
    if answer is None:
        return Node(path, name, capture=False)
    driver, card, bus, _, all_caps, own_caps = _CAPABILITY.unpack(answer)
    return node_of(path, name or _text(card), _text(driver), _text(bus), all_caps, own_caps)


def node_of(path: str, name: str, driver: str, bus: str, all_caps: int, own_caps: int) -> Node:
    """A node by its capabilities; those of the whole device are not always those of this file."""
    caps = own_caps if all_caps & _DEVICE_CAPS else all_caps
    capture = bool(caps & _VIDEO_CAPTURE and caps & _STREAMING and not caps & _META_CAPTURE)
    return Node(path, name, driver, bus, capture)


def _ioctl(handle: int, request: int, argument: bytes) -> bytes | None:
    """The driver's answer; None where it refuses, or is gone."""
    try:
        return fcntl.ioctl(handle, request, argument)
    except OSError:
        return None


def _text(raw: bytes) -> str:
    return raw.split(b"\0")[0].decode(errors="replace")


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
