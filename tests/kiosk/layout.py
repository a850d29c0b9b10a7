"""What is wrong with how a screen is laid out: too small, cut off, out of the window, one over another."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from kivy.metrics import Metrics
from kivy.uix.widget import Widget

from companion.kiosk.app import Kiosk
from companion.kiosk.controls import Drawn, Panel, Picture, Press, Words
from companion.kiosk.scroller import Scroller, visible

FINGER = 53.0
"""9 mm in dp, on the smallest of the supported screens."""


def faults(kiosk: Kiosk) -> list[str]:
    """Everything that is wrong with what is shown now."""
    frames = kiosk.frames
    top = frames.sheet or frames.screen
    drawn = [widget for widget in _drawn(top) if visible(widget) and widget.opacity and _covers(widget)]
    found = [fault for widget in drawn for fault in _own_faults(widget, frames)]
    solid = [widget for widget in drawn if not isinstance(widget, Panel | Picture) and _says(widget)]
    found += [
        f"{name(one)} lies over {name(other)}"
        for one, other in combinations(solid, 2)
        if _overlap(_box(one), _box(other))
    ]
    return found


def name(widget: Any) -> str:
    return getattr(widget, "touch_id", "") or repr(getattr(widget, "text", type(widget).__name__))[:60]


def _own_faults(widget: Drawn, frames: Any) -> Iterator[str]:
    left, low, right, high = _box(widget)
    if left < -1 or low < -1 or right > frames.width + 1 or high > frames.height + 1:
        yield f"{name(widget)} leaves the window: {left:.0f} {low:.0f} {right:.0f} {high:.0f}"
    if widget.clipped:
        yield f"{name(widget)} cuts its words: {getattr(widget, 'label', getattr(widget, 'text', ''))!r}"
    small = min(widget.width, widget.height) / Metrics.density
    if isinstance(widget, Press) and widget.touchable and small < FINGER:
        yield f"{name(widget)} is {small:.0f} dp small"


def _says(widget: Drawn) -> bool:
    return not isinstance(widget, Words) or bool(widget.text)


def _drawn(widget: Any) -> Iterator[Drawn]:
    if isinstance(widget, Drawn):
        yield widget
    for child in widget.children:
        yield from _drawn(child)


def _covers(widget: Any) -> bool:
    return widget.width > 1 and widget.height > 1


def _box(widget: Any) -> tuple[float, float, float, float]:
    x0, y0 = widget.to_window(widget.x, widget.y)
    x1, y1 = widget.to_window(widget.right, widget.top)
    left, low, right, high = min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)
    parent = widget.parent
    while isinstance(parent, Widget):
        if isinstance(parent, Scroller):  # what a list cuts off is not seen, and not met by a finger
            x0, y0 = parent.to_window(parent.x, parent.y)
            x1, y1 = parent.to_window(parent.right, parent.top)
            left, low = max(left, min(x0, x1)), max(low, min(y0, y1))
            right, high = min(right, max(x0, x1)), min(high, max(y0, y1))
        parent = parent.parent
    return left, low, right, high


def _overlap(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    across = min(one[2], other[2]) - max(one[0], other[0])
    along = min(one[3], other[3]) - max(one[1], other[1])
    return across > 1.5 and along > 1.5
