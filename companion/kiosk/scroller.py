"""A list that a finger moves, in which what is pressed shows it at once."""

from collections.abc import Sequence
from typing import Any

from kivy.graphics import Color, RoundedRectangle
from kivy.metrics import dp
from kivy.uix.stencilview import StencilView
from kivy.uix.widget import Widget

from companion.kiosk.areas import area_of
from companion.kiosk.theme import SPACE, Theme

SLIDE = 12.0
"""How far a finger moves, in dp, before it moves the list instead of pressing."""

BAR = 4.0


class Scroller(StencilView):
    """Rows below each other, moved when they need more room than there is.

    A row is a widget with `height_at(width in dp)`; several may share a line as equal columns.
    Where there is room to spare, lines grow by the factor `grow` at most.
    """

    def __init__(self, theme: Theme, gap: float = SPACE, grow: float = 1.0, **given: Any) -> None:
        super().__init__(**given)
        self._gap, self._grow = gap, grow
        self._lines: list[Sequence[Widget]] = []
        self._offset = 0.0
        self._content = 0.0
        self._from: tuple[float, float] | None = None
        self._held: Widget | None = None
        with self.canvas.after:
            self._tint = Color(*theme.rgba("faint"))
            self._alpha = self._tint.a
            self._bar = RoundedRectangle(size=(0, 0), radius=[dp(BAR / 2)])
        self.bind(pos=self._arrange, size=self._arrange)

    @property
    def overflows(self) -> bool:
        """Whether there is more than can be seen at once."""
        return bool(self._content > self.height + 1)

    def fill(self, lines: Sequence[Sequence[Widget]]) -> None:
        """Hold these lines of widgets, from the top down."""
        wanted = [widget for line in lines for widget in line]
        for widget in self.children[:]:
            if widget not in wanted:
                self.remove_widget(widget)
        for widget in wanted:
            if widget.parent is None:
                self.add_widget(widget)
        self._lines = list(lines)
        self._offset = 0.0
        self._arrange()

    def height_at(self, width: float) -> float:
        """The height in dp that all lines take at this width in dp."""
        return sum(_line_height(line, width, self._gap) for line in self._lines) + self._gap * max(
            len(self._lines) - 1, 0
        )

    def reveal(self, widget: Widget) -> None:
        """Move the list so that this widget is seen."""
        below = self.y - widget.y
        above = widget.top - self.top
        if below > 0 or above > 0:
            self._slide(self._offset + below if below > 0 else self._offset - above)

    def end(self) -> None:
        """Move to the end of the list."""
        self._slide(self._content)

    def _arrange(self, *_: Any) -> None:
        if self.width <= 1:
            return
        one = dp(1)
        width = self.width / one
        self._content = self.height_at(width) * one
        if self.overflows:
            width -= 2 * BAR
            self._content = self.height_at(width) * one
        self._offset = max(0.0, min(self._offset, self._content - self.height))
        gaps = dp(self._gap) * max(len(self._lines) - 1, 0)
        growth = max(1.0, min(self._grow, (self.height - gaps) / max(self._content - gaps, 1)))
        top = self.top + self._offset
        for line in self._lines:
            high = _line_height(line, width, self._gap) * one * growth
            each = (width * one - dp(self._gap) * (len(line) - 1)) / len(line)
            for column, widget in enumerate(line):
                widget.size = (each, high)
                widget.pos = (self.x + column * (each + dp(self._gap)), top - high)
            top -= high + dp(self._gap)
        self._show_bar()

    def _show_bar(self) -> None:
        self._tint.a = self._alpha if self.overflows else 0.0
        if not self.overflows:
            return
        part = self.height / self._content
        high = max(part * self.height, dp(24))
        room = (self.height - high) * (self._offset / (self._content - self.height))
        self._bar.size = (dp(BAR), high)
        self._bar.pos = (self.right - dp(BAR), self.top - high - room)

    def _slide(self, offset: float) -> None:
        before = self._offset
        self._offset = max(0.0, min(offset, self._content - self.height))
        if self._offset != before:
            self._arrange()

    def on_touch_down(self, touch: Any) -> bool:
        """Let what lies under the finger be pressed, and be ready to move."""
        if not self.collide_point(*touch.pos):
            return False
        if touch.is_mouse_scrolling:
            self._slide(self._offset + dp(40) * (1 if touch.button == "scrollup" else -1))
            return True
        self._from = (touch.y, self._offset)
        self._held = next((child for child in self.children if child.dispatch("on_touch_down", touch)), None)
        if self.overflows:
            touch.grab(self)
        return self._held is not None or self.overflows

    def on_touch_move(self, touch: Any) -> bool:
        """Move the list once the finger has moved far enough."""
        if touch.grab_current is not self or self._from is None:
            return False
        start, offset = self._from
        moved = touch.y - start
        if abs(moved) > dp(SLIDE):
            if self._held is not None:
                self._let_go(touch)
            self._slide(offset + moved)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """The finger is gone."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._from = self._held = None
        return True

    def _let_go(self, touch: Any) -> None:
        for widget in self.walk():
            if widget is not self and any(grab() is widget for grab in touch.grab_list):
                touch.ungrab(widget)
                if hasattr(widget, "let_go"):
                    widget.let_go()
        self._held = None


def _line_height(line: Sequence[Any], width: float, gap: float) -> float:
    each = (width - gap * (len(line) - 1)) / len(line)
    return max(float(widget.height_at(each)) for widget in line)


def visible(widget: Any) -> bool:
    """Whether the middle of a widget is not cut off by a list it lies in."""
    parent = widget.parent
    while isinstance(parent, Widget):
        if isinstance(parent, Scroller) and not area_of(parent).holds(*widget.center):
            return False
        parent = parent.parent
    return True
