"""How Kivy is set up for a table kiosk; called before anything of Kivy is imported."""

import os
import sys
import tempfile
from pathlib import Path

from msgspec import Struct

SEVEN_INCH = (800, 480)
"""The panel most Raspberry Pis stand beside a table with, in pixels."""

SEVEN_INCH_DENSITY = 0.9
"""Its density: 133 dots per inch, so that a touch target of 56 dp measures 9.6 mm."""

ACTIVE_FRAMES, IDLE_FRAMES = 60, 24
"""Frames per second while somebody touches the screen, and while nobody does."""


class Display(Struct, frozen=True):
    """What the kiosk is drawn on: a window or full screen of this size, or pixels that nobody sees."""

    width: int = 1280
    height: int = 720
    density: float = 0.0
    fullscreen: bool = False
    offscreen: bool = False

    @property
    def pixels_per_dp(self) -> float:
        """The density that was asked for, or what suits a panel of this size."""
        if self.density > 0:
            return self.density
        return SEVEN_INCH_DENSITY if min(self.width, self.height) <= min(SEVEN_INCH) else 1.0


def has_display() -> bool:
    """Whether there is anything to draw on: a desktop, or a panel that is driven directly."""
    if sys.platform != "linux" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return True
    return any(Path("/dev/dri").glob("card*")) if Path("/dev/dri").is_dir() else False


def prepare(display: Display) -> None:
    """Set Kivy up for this display; RuntimeError when Kivy has been imported already."""
    if "kivy" in sys.modules:
        raise RuntimeError("the display is chosen before Kivy is imported, and it has been")
    if "KIVY_HOME" not in os.environ:
        os.environ["KIVY_HOME"] = tempfile.mkdtemp(prefix="companion-kivy-")
    os.environ |= {
        "KIVY_NO_ARGS": "1",
        "KIVY_NO_FILELOG": "1",
        "KIVY_NO_CONFIG": "1",
        "KIVY_LOG_MODE": "PYTHON",
        "KIVY_METRICS_DENSITY": str(display.pixels_per_dp),
        "KIVY_METRICS_FONTSCALE": "1",
    }
    if display.offscreen:
        os.environ |= {"SDL_VIDEODRIVER": "offscreen", "KIVY_CLIPBOARD": "dummy"}
    _configure(display)


def _configure(display: Display) -> None:
    from kivy.config import Config

    Config.set("kivy", "exit_on_escape", "0")
    Config.set("graphics", "width", str(display.width))
    Config.set("graphics", "height", str(display.height))
    Config.set("graphics", "fullscreen", "auto" if display.fullscreen else "0")
    Config.set("graphics", "show_cursor", "0" if display.fullscreen else "1")
    Config.set("graphics", "multisamples", "0")
    Config.set("graphics", "maxfps", str(ACTIVE_FRAMES))
    Config.set("input", "mouse", "mouse,disable_multitouch")
    for option in list(Config.options("input")):
        if option != "mouse":
            Config.remove_option("input", option)
