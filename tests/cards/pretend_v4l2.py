"""A machine with pretend cameras: they can be plugged in and out, be busy, be forbidden, refuse controls."""

import errno
import threading
import time

import numpy as np

from companion.cards import v4l2
from companion.cards.v4l2 import Control, Node

USUAL = {
    v4l2.AUTO_EXPOSURE: Control(1, 0, 3),
    v4l2.EXPOSURE: Control(157, 3, 2047),
    v4l2.EXPOSURE_PRIORITY: Control(1, 0, 1),
    v4l2.AUTO_WHITE_BALANCE: Control(0, 0, 1),
    v4l2.WHITE_BALANCE: Control(4600, 2000, 6500),
    v4l2.AUTO_FOCUS: Control(0, 0, 1),
    v4l2.FOCUS: Control(30, 0, 255),
}

WEBCAM = Node("/dev/video0", "HD Webcam C270", "uvcvideo", "usb-1.2")


class PretendMachine:
    """The system's side of Video4Linux, as a test wants it."""

    def __init__(self, *nodes):
        self.plugged = list(nodes)
        self.forbidden = self.busy = False
        self.refused = set()
        self.controls = dict(USUAL)
        self.set_to = []
        self.opened = []
        self.picture = np.random.default_rng(1).integers(0, 255, (72, 128, 3), np.uint8)
        self.deaf = self.stale = False
        self.pause = 0.002

    def nodes(self):
        return tuple(self.plugged)

    def open(self, node):
        if self.forbidden:
            raise PermissionError(errno.EACCES, "Permission denied")
        if self.busy:
            raise OSError(errno.EBUSY, "Device or resource busy")
        if node not in self.plugged:
            raise OSError(errno.ENODEV, "No such device")
        self.opened.append(node)
        return PretendDevice(self, node)

    def allowed(self, _):
        return not self.forbidden

    def group(self, node):
        return "video" if node.path.startswith("/dev/") else "root"


class PretendDevice:
    def __init__(self, machine, node):
        self.machine, self.node = machine, node
        self.closed = threading.Event()

    def read(self):
        assert not self.closed.is_set()
        time.sleep(self.machine.pause)
        gone = self.node not in self.machine.plugged and not self.machine.stale
        return None if self.machine.deaf or gone else self.machine.picture.copy()

    def control(self, number):
        return self.machine.controls.get(number)

    def set(self, number, value):
        if number not in self.machine.controls or (number, value) in self.machine.refused:
            return False
        old = self.machine.controls[number]
        self.machine.controls[number] = Control(value, old.low, old.high)
        self.machine.set_to.append((number, value))
        return True

    def close(self):
        self.closed.set()
