"""Beams: each one's lamp and count, and how the link stands."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from companion.kiosk.areas import Area
from companion.kiosk.controls import Panel, Words
from companion.kiosk.sceneview import SceneView
from companion.kiosk.screen import Screen
from companion.kiosk.theme import SIZES, SPACE, TOUCH
from companion.marbles import LinkStatus
from companion.scenes.shapes import Box, Circle, Polyline, Scene, Shape, Text

if TYPE_CHECKING:
    from companion.kiosk.app import Kiosk

NOTHING = "No beams are set up. Start with --beams serial:auto, gpio:17,27,22 or simulated: to watch marbles."


class Beams(Screen):
    """Pass a finger through a beam and see its lamp."""

    def __init__(self, kiosk: "Kiosk") -> None:
        super().__init__(kiosk)
        self._stop: Callable[[], None] | None = None
        self._back = self.press("beams.back", "", self._leave, "flat", symbol="arrow-left")
        self._title = self.words("Beams", "display", display=True)
        self._plate = Panel(self.theme, "panel")
        self._link = Words(self.theme, "", "title", display=True)
        self._detail = Words(self.theme, "", "body", "muted", valign="start")
        self._lamps = SceneView(self.theme, self._draw, ground="")
        for widget in (self._plate, self._link, self._detail, self._lamps):
            self.add_widget(widget)

    def enter(self, **_: Any) -> None:
        """Listen to the beams while they are looked at."""
        self._stop = self.kiosk.beams.listen(self.refresh)
        self.refresh()

    def leave(self) -> None:
        """Listen no more."""
        if self._stop is not None:
            self._stop()
            self._stop = None

    def _leave(self) -> None:
        self.kiosk.go("game" if self.kiosk.session is not None else "home")

    def refresh(self) -> None:
        """Show how they stand."""
        status = self.kiosk.beams.status()
        if status is None:
            self._link.say("Nothing is wired yet")
            self._detail.say(self.kiosk.beams.problem or NOTHING)
        else:
            self._link.say(f"The link is {status.state.value}")
            lost = f" {status.overflowed} edges were lost on the way." if status.overflowed else ""
            self._detail.say(
                f"{self.kiosk.beams.address} · {status.detail}.{lost} Pass a finger through each beam."
            )
        self._lamps.redraw()

    def _draw(self, wide: float, high: float) -> Scene:
        status = self.kiosk.beams.status()
        return Scene(wide, high, lamps(status, wide, high) if status is not None else ())

    def arrange(self, area: Area) -> None:
        """The link above, the lamps below."""
        inner = area.inset(SPACE)
        head, body = inner.cut_top(TOUCH)
        back, head = head.cut_left(TOUCH, SPACE / 2)
        back.place(self._back)
        head.place(self._title)
        body.place(self._plate)
        link, body = body.inset(2 * SPACE).cut_top(30)
        link.place(self._link)
        detail, body = body.cut_top(48)
        detail.place(self._detail)
        body.place(self._lamps)


def lamps(status: LinkStatus, wide: float, high: float) -> tuple[Shape, ...]:
    """A lamp for each beam: lit while something is in it, its number, and how often it was broken."""
    count = max(len(status.levels), len(status.counts))
    columns = max(1, min(count, int(wide // 110)))
    rows = max(1, -(-count // columns))
    step, tall = wide / columns, min(high / rows, 150.0)
    shapes: list[Shape] = []
    for beam in range(count):
        x, y = (beam % columns + 0.5) * step, (beam // columns + 0.5) * tall
        broken = beam < len(status.levels) and status.levels[beam]
        edges = status.counts[beam] if beam < len(status.counts) else 0
        half, top = min(step, 130.0) / 2 - 5, y - tall / 2 + 4
        shapes += [
            Box((x - half, top), 2 * half, tall - 8, 12, "raised", "accent" if broken else "", 2.0),
            Circle((x, y - tall * 0.16), tall * 0.15, "accent" if broken else "good@25", "good", 2.0),
            Polyline(
                ((x - half + 12, y - tall * 0.16), (x - tall * 0.2, y - tall * 0.16)), "good@60", 2.0, dash=4
            ),
            Polyline(
                ((x + tall * 0.2, y - tall * 0.16), (x + half - 12, y - tall * 0.16)), "good@60", 2.0, dash=4
            ),
            Text((x, y + tall * 0.14), f"Beam {beam + 1}", SIZES["body"], bold=True),
            Text(
                (x, y + tall * 0.31),
                "in the way" if broken else f"{edges // 2} passes",
                SIZES["small"],
                "muted",
            ),
        ]
    return tuple(shapes)


SCREEN = Beams
