"""A place whose content can be turned to face any side of the table."""

from typing import Any

from kivy.graphics import PopMatrix, PushMatrix, Rotate, Translate
from kivy.uix.widget import Widget


class Turning(Widget):
    """Shows one widget, turned by a multiple of 90 degrees; touches are turned with it."""

    def __init__(self, content: Widget, **given: Any) -> None:
        super().__init__(**given)
        self.content = content
        self._quarters = 0
        with self.canvas.before:
            PushMatrix()
            self._there = Translate()
            self._turn = Rotate(axis=(0, 0, 1))
            self._back = Translate()
        with self.canvas.after:
            PopMatrix()
        self.add_widget(content)
        self.bind(pos=self._arrange, size=self._arrange)

    @property
    def quarters(self) -> int:
        """By how many quarter turns, clockwise, the content is turned."""
        return self._quarters

    def turn(self, quarters: int) -> None:
        """Face another side: 0 the one before the screen, then clockwise around the table."""
        if quarters % 4 != self._quarters:
            self._quarters = quarters % 4
            self._arrange()

    def _arrange(self, *_: Any) -> None:
        wide, high = self.size if self._quarters % 2 == 0 else reversed(self.size)
        x, y = self.center
        self._there.xy = (x, y)
        self._turn.angle = -90 * self._quarters
        self._back.xy = (-x, -y)
        self.content.pos = (x - wide / 2, y - high / 2)
        self.content.size = (wide, high)

    def to_local(self, x: float, y: float, relative: bool = False) -> tuple[float, float]:  # noqa: ARG002  # Kivy's signature
        """Where a point of the window lies on the content."""
        return _turned(x - self.center_x, y - self.center_y, self._quarters, *self.center)

    def to_parent(self, x: float, y: float, relative: bool = False) -> tuple[float, float]:  # noqa: ARG002  # Kivy's signature
        """Where a point of the content lies in the window."""
        return _turned(x - self.center_x, y - self.center_y, -self._quarters, *self.center)

    def _with_turned(self, event: str, touch: Any) -> bool:
        touch.push()
        touch.apply_transform_2d(self.to_local)
        taken = bool(self.content.dispatch(event, touch))
        touch.pop()
        return taken

    def on_touch_down(self, touch: Any) -> bool:
        """Hand the touch on as the content sees it."""
        return self.collide_point(*touch.pos) and self._with_turned("on_touch_down", touch)

    def on_touch_move(self, touch: Any) -> bool:
        """Hand the movement on as the content sees it."""
        return self._with_turned("on_touch_move", touch)

    def on_touch_up(self, touch: Any) -> bool:
        """Hand the end on as the content sees it."""
        return self._with_turned("on_touch_up", touch)


def _turned(dx: float, dy: float, quarters: int, x: float, y: float) -> tuple[float, float]:
    """The point at this distance from a centre, turned counter-clockwise by quarters."""
    for _ in range(quarters % 4):
        dx, dy = -dy, dx
    return x + dx, y + dy
