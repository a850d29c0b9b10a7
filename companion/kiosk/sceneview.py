"""The table's picture on the screen: drawn, touched by the ids of its shapes, turned over by a swipe."""

from collections.abc import Callable, Iterable
from typing import Any

from kivy.metrics import Metrics, dp

from companion.kiosk.controls import Drawn
from companion.kiosk.painting import Drawable
from companion.kiosk.theme import RADIUS, Theme
from companion.scenes.shapes import Box, Scene
from companion.scenes.touching import spot, touched

SWIPE = 60.0
"""How far a finger moves sideways, in dp, to turn a page."""

Draw = Callable[[float, float], Scene]


class SceneView(Drawn):
    """Shows the scene that a function draws for the area; `touch_id` and `swipe` tell what a finger did."""

    def __init__(
        self,
        theme: Theme,
        draw: Draw | None = None,
        tapped: Callable[[str], Any] | None = None,
        swiped: Callable[[int], Any] | None = None,
        ground: str = "panel",
    ) -> None:
        self._drawing, self._tapped, self._swiped, self._ground = draw, tapped, swiped, ground
        self.scene: Scene | None = None
        self._start: tuple[float, float] | None = None
        super().__init__(theme)

    def draw_with(self, draw: Draw | None) -> None:
        """Show what this function draws."""
        self._drawing = draw
        self.redraw()

    def shapes(self) -> Iterable[Drawable]:
        """The ground and the scene upon it."""
        wide, high = self.wide, self.high
        self.scene = self._drawing(wide, high) if self._drawing is not None else None
        if self._ground:
            yield Box((0, 0), wide, high, RADIUS, self._ground)
        if self.scene is not None:
            yield from self.scene.shapes

    def spots(self) -> dict[str, tuple[float, float]]:
        """Where each id of the scene is met, in pixels of the window."""
        if self.scene is None:
            return {}
        found = {}
        for id_ in dict.fromkeys(shape.id for shape in self.scene.shapes if shape.id):
            at = spot(self.scene, id_)
            if at is not None and 0 <= at[0] <= self.wide and 0 <= at[1] <= self.high:
                x, y = at[0] * Metrics.density, self.height - at[1] * Metrics.density
                found[id_] = tuple(float(side) for side in self.to_window(self.x + x, self.y + y))
        return found  # type: ignore[return-value]  # pairs, as to_window gives them

    def on_touch_down(self, touch: Any) -> bool:
        """Take the finger."""
        if not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        self._start = touch.pos
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """A swipe turns the page; a tap touches the shape below."""
        if touch.grab_current is not self or self._start is None:
            return False
        touch.ungrab(self)
        (x, y), self._start = self._start, None
        across, along = touch.x - x, touch.y - y
        if self._swiped is not None and abs(across) > dp(SWIPE) and abs(across) > 1.5 * abs(along):
            self._swiped(-1 if across > 0 else 1)
        elif self._tapped is not None and self.scene is not None and abs(across) + abs(along) < dp(SWIPE) / 2:
            scale = Metrics.density
            id_ = touched(self.scene, (touch.x - self.x) / scale, (self.top - touch.y) / scale)
            if id_:
                self._tapped(id_)
        return True
