"""Fingers for tests, demos and benches: real touches on the widgets and shapes that are shown."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kivy.base import EventLoop
from kivy.core.window import Window
from kivy.graphics.opengl import GL_RGB, GL_UNSIGNED_BYTE, glReadPixels
from kivy.input.motionevent import MotionEvent
from kivy.uix.widget import Widget

from companion.kiosk.controls import Press
from companion.kiosk.scroller import visible

if TYPE_CHECKING:
    from companion.kiosk.app import Kiosk

UNHURRIED_S = 1.0
"""How far apart fingers put their touches, by the touches' own time: each is a new one, never an echo."""

PATIENCE_S = 20.0


class Touch(MotionEvent):
    """A finger on the window, placed in pixels from its lower left corner."""

    def __init__(self, number: int, x: float, y: float, at: float) -> None:
        width, height = Window.system_size
        super().__init__("fingers", number, {"x": x / width, "y": y / height}, is_touch=True, type_id="touch")
        self.time_start = at

    def depack(self, args: dict[str, float]) -> None:
        """Take the place, as Kivy's own devices give it: from 0 to 1 of the window."""
        self.sx, self.sy = args["x"], args["y"]
        self.profile = ["pos"]
        super().depack(args)


class Fingers:
    """Touches what is on the screen, by its id, and counts the touches."""

    def __init__(self, kiosk: "Kiosk") -> None:
        self.kiosk = kiosk
        self.touches = 0
        self._clock = time.time()

    def visible(self) -> tuple[str, ...]:
        """The ids of all that can be touched now, widgets and shapes of scenes."""
        return tuple(self._places())

    def touch(self, id_: str, after_s: float = UNHURRIED_S) -> None:
        """Put a finger on this id and lift it; LookupError names what could be touched instead."""
        self.down_and_up(*self.place(id_), after_s)

    def place(self, id_: str) -> tuple[float, float]:
        """Where a finger meets this id, in pixels of the window."""
        places = self._places()
        if id_ not in places:
            raise LookupError(f"{id_!r} is not on the screen; there are {', '.join(sorted(places))}")
        return places[id_]

    def down_and_up(self, x: float, y: float, after_s: float = UNHURRIED_S, hold_s: float = 0.0) -> None:
        """Touch a place."""
        finger = self.down(x, y, after_s)
        if hold_s:
            self.wait(hold_s)
        self.up(finger)

    def down(self, x: float, y: float, after_s: float = UNHURRIED_S) -> Touch:
        """Put a finger down."""
        self.touches += 1
        self._clock += after_s
        finger = Touch(self.touches, x, y, self._clock)
        EventLoop.post_dispatch_input("begin", finger)
        return finger

    def move(self, finger: Touch, x: float, y: float) -> None:
        """Move a finger that is down."""
        width, height = Window.system_size
        finger.move({"x": x / width, "y": y / height})
        EventLoop.post_dispatch_input("update", finger)

    def up(self, finger: Touch) -> None:
        """Lift a finger."""
        EventLoop.post_dispatch_input("end", finger)

    def hold(self, id_: str) -> None:
        """Put a finger on this id and lift it after a while, by the touch's own time."""
        finger = self.down(*self.place(id_))
        finger.update_time_end()
        finger.time_end = finger.time_start + UNHURRIED_S
        self.up(finger)

    def swipe(self, by: float) -> None:
        """Draw a finger sideways over the middle of the window, by this part of its width."""
        width, height = Window.system_size
        finger = self.down(width * 0.4, height * 0.5)
        self.move(finger, width * (0.4 + by), height * 0.5)
        self.up(finger)

    def settle(self) -> None:
        """Draw frames until nothing is left to be done; what failed meanwhile is raised here."""
        end = time.monotonic() + PATIENCE_S
        frames = 0
        while frames < 2:
            if self.kiosk.worker.busy:
                self.kiosk.worker.wait(0.05)
                frames = 0
            EventLoop.idle()
            frames += 1
            if time.monotonic() > end:
                raise TimeoutError("the screen does not come to rest")
        if self.kiosk.failures:
            raise self.kiosk.failures.pop()

    def wait(self, seconds: float) -> None:
        """Draw frames for so long."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            EventLoop.idle()

    def picture(self, path: Path) -> None:
        """Save what the kiosk shows as a PNG."""
        from kivy.core.image import Image as Picture
        from kivy.graphics.texture import Texture

        pixels: list[Any] = []
        width, height = (int(side) for side in self.kiosk.frames.size)

        def read(*_: Any) -> None:
            pixels.append(glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE))

        self.settle()
        Window.bind(on_flip=read)
        Window.canvas.ask_update()
        EventLoop.idle()
        Window.unbind(on_flip=read)
        texture = Texture.create(size=(width, height), colorfmt="rgb")
        texture.blit_buffer(pixels[-1], colorfmt="rgb", bufferfmt="ubyte")
        path.parent.mkdir(parents=True, exist_ok=True)
        Picture(texture).save(str(path), flipped=True)

    def _places(self) -> dict[str, tuple[float, float]]:
        frames = self.kiosk.frames
        top = frames.sheet or frames.screen
        found: dict[str, tuple[float, float]] = {}
        above = [child for child in frames.children if child not in (frames.screen, frames.sheet)]
        for widget in [each for root in (top, *above) for each in _walk(root)]:
            if isinstance(widget, Press) and widget.touchable and visible(widget):
                found[widget.touch_id] = _centre(widget)
            for id_, spot in getattr(widget, "spots", dict)().items():
                found.setdefault(id_, spot)
        return found


def _walk(widget: Widget | None) -> list[Widget]:
    if widget is None:
        return []
    return [widget, *(below for child in widget.children for below in _walk(child))]


def _centre(widget: Widget) -> tuple[float, float]:
    x, y = widget.to_window(*widget.center)
    return float(x), float(y)
