"""The camera's picture on the screen: as fast as frames come, with what is known drawn over it."""

from collections.abc import Callable
from math import ceil
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.kiosk.areas import Area, area_of
from companion.kiosk.controls import Panel
from companion.kiosk.sceneview import SceneView
from companion.kiosk.theme import Theme
from companion.scenes.shapes import Scene, Shape

if TYPE_CHECKING:
    from companion.cards.viewing import Preview

RATE = 30.0
"""How often it is looked whether there is a newer picture, a second."""

COARSE_PX, MOST_PX = 64, 1280
"""A picture is asked for in steps of so many pixels, and at most so large."""

Take = Callable[[int, int], "Preview | None"]
Over = Callable[[float, float], tuple[Shape, ...]]


class Sight(Widget):
    """Shows what `take` gives while it is awake; `over` draws upon it, `around` where there is no picture.

    `take` is asked for a picture of a number above the one that is shown, and how many pixels long it is
    shown. All happens on the screen's thread.
    """

    def __init__(
        self,
        theme: Theme,
        take: Take,
        over: Over = lambda _wide, _high: (),
        tapped: Callable[[str], Any] | None = None,
    ) -> None:
        super().__init__()
        self._take, self._over = take, over
        self._n = 0
        self.frames = 0
        self._texture: Any = None
        self._looking: Any = None
        self._plate = Panel(theme, "panel")
        self.add_widget(self._plate)
        with self._plate.canvas.after:
            self._tint = Color(1, 1, 1, 0)
            self._picture = Rectangle(size=(0, 0))
        self.view = SceneView(theme, self._draw, tapped, ground="")
        self.add_widget(self.view)
        self.redraw = self.view.redraw
        self.bind(pos=self._arrange, size=self._arrange)

    def wake(self) -> None:
        """Show pictures as they come, and nothing of before."""
        self.forget()
        if self._looking is None:
            self._looking = Clock.schedule_interval(self.look, 1 / RATE)

    def sleep(self) -> None:
        """Show no more."""
        if self._looking is not None:
            self._looking.cancel()
            self._looking = None

    def look(self, *_: Any) -> None:
        """Show the newest picture, if there is a newer one."""
        found = self._take(self._n, self._longest)
        if found is None:
            return
        self._n = found.n
        self.frames += 1
        if self._texture is None or tuple(self._texture.size) != found.size:
            self._texture = Texture.create(size=found.size, colorfmt="rgba")
            self._texture.flip_vertical()
            self._picture.texture = self._texture
            self._arrange()
        self._texture.blit_buffer(found.rgba, colorfmt="rgba", bufferfmt="ubyte")
        self._tint.a = 1.0
        self._plate.canvas.ask_update()

    def blank(self) -> None:
        """Show no picture: what was seen is not there any more."""
        self._tint.a = 0.0
        self._plate.canvas.ask_update()

    def forget(self) -> None:
        """Another camera is looked through, which counts its pictures anew."""
        self._n = 0
        self.blank()

    @property
    def shows(self) -> bool:
        """Whether there is a picture to see."""
        return bool(self._tint.a)

    @property
    def _longest(self) -> int:
        """How long the picture's longer side is on the screen, in pixels."""
        shown = float(max(self._picture.size) or max(self.size))
        return min(max(COARSE_PX * ceil(shown / COARSE_PX), COARSE_PX), MOST_PX)

    def _draw(self, wide: float, high: float) -> Scene:
        return Scene(wide, high, self._over(wide, high))

    def _arrange(self, *_: Any) -> None:
        whole = area_of(self)
        whole.place(self._plate)
        place = self._fitted(whole)
        place.place(self.view)
        self._picture.pos, self._picture.size = (place.x, place.y), (place.width, place.height)

    def _fitted(self, whole: Area) -> Area:
        """As much of the area as the picture's shape takes."""
        if self._texture is None:
            return whole
        wide, high = self._texture.size
        scale = min(whole.width / wide, whole.height / high)
        return whole.centred(wide * scale / dp(1), high * scale / dp(1))
