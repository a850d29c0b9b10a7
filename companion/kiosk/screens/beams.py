"""Beams: each one's lamp and count, how the link stands, and the order of the clips on the coaster."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from msgspec.structs import replace

from companion.kiosk.areas import Area
from companion.kiosk.controls import Panel, Words
from companion.kiosk.ordering import Ordering
from companion.kiosk.sceneview import SceneView
from companion.kiosk.screen import Screen
from companion.kiosk.theme import SIZES, SPACE, TOUCH
from companion.marbles import LinkStatus
from companion.scenes.shapes import Box, Circle, Polyline, Scene, Shape, Text

if TYPE_CHECKING:
    from companion.kiosk.app import Kiosk

LOOK_S = 0.5
"""How often it is looked, during a pass, whether something stays in a beam."""

NOTHING = (
    "Is a board with beams plugged in? Let it be looked for. Beams on the Pi's own pins are named once, at "
    "the start: --beams gpio:17,27,22."
)

BOARD = "serial:auto"


class Beams(Screen):
    """Pass a finger through a beam and see its lamp; through all clips once, and their order is known."""

    def __init__(self, kiosk: "Kiosk") -> None:
        super().__init__(kiosk)
        self._stop: Callable[[], None] | None = None
        self._ordering: Ordering | None = None
        self._looking: Any = None
        self._back = self.press("beams.back", "", self._leave, "flat", symbol="arrow-left")
        self._title = self.words("Beams", "display", display=True)
        self._plate = Panel(self.theme, "panel")
        self._link = Words(self.theme, "", "title", display=True)
        self._detail = Words(self.theme, "", "body", "muted", valign="start")
        self._lamps = SceneView(self.theme, self._draw, ground="")
        for widget in (self._plate, self._link, self._detail, self._lamps):
            self.add_widget(widget)
        self._learn = self.press("beams.learn", "", self._begin, "main", symbol="gesture-swipe-down")
        self._keep = self.press("beams.keep", "Keep this order", self._kept, "main", symbol="check")
        self._cancel = self.press("beams.cancel", "", self._end, symbol="close")
        self._look = self.press(
            "beams.look", "Look for a board", self._look_for_board, "main", symbol="usb-port"
        )
        self._without = self.press("beams.without", "No board", self._without_board, "quiet", symbol="close")
        self._forget = self.press("beams.forget", "By number", self._forgotten, "quiet", symbol="numeric")

    def enter(self, **_: Any) -> None:
        """Listen to the beams while they are looked at; no finger is taken for a marble meanwhile."""
        self._stop = self.kiosk.beams.listen(self.refresh)
        self.kiosk.beams.aim(aiming=True)
        self.refresh()

    def leave(self) -> None:
        """Listen no more."""
        self._end()
        self.kiosk.beams.aim(aiming=False)
        if self._stop is not None:
            self._stop()
            self._stop = None

    def _leave(self) -> None:
        self.kiosk.go("game" if self.kiosk.session is not None else "home")

    # the board

    def _look_for_board(self) -> None:
        self._set_board(BOARD)

    def _without_board(self) -> None:
        self._set_board("")

    def _set_board(self, address: str) -> None:
        self._end()
        self.kiosk.set(replace(self.kiosk.settings, beams=address))

    # the order of the clips

    def _begin(self) -> None:
        """Begin a pass, or begin it once more."""
        self._end()
        self._ordering = self.kiosk.beams.learn(self.refresh)
        self._looking = Clock.schedule_interval(lambda _dt: self.refresh(), LOOK_S)
        self.refresh()

    def _end(self) -> None:
        if self._ordering is not None:
            self._ordering.stop()
            self._looking.cancel()
            self._ordering = self._looking = None
        self.refresh()

    def _kept(self) -> None:
        if self._ordering is not None and self._ordering.said().ready:
            self.kiosk.set(replace(self.kiosk.settings, clips=self._ordering.clips()))
            self._end()

    def _forgotten(self) -> None:
        self.kiosk.set(replace(self.kiosk.settings, clips=()))
        self.refresh()

    def refresh(self) -> None:
        """Show how they stand."""
        status, ordering = self.kiosk.beams.status(), self._ordering
        said = ordering.said() if ordering is not None else None
        learned = bool(self.kiosk.settings.clips)
        label = "Once more" if ordering is not None else "Learn the order"
        look = "plain" if ordering is not None else "main"
        if self._learn.label != label:  # a finger that is on it stays on it while edges come
            self._learn.fill("beams.learn", label, self._begin, look, "gesture-swipe-down")
        self.show(self._learn, status is not None and bool(status.levels))
        self.show(self._keep, said is not None and said.ready)
        self.show(self._cancel, ordering is not None)
        self.show(self._look, status is None)
        searched = status is not None and not status.levels and self.kiosk.beams.address == BOARD
        self.show(self._without, searched)
        self.show(self._forget, ordering is None and status is not None and learned)
        self.arranging()
        if said is not None:
            self._link.say(said.title)
            self._detail.say(said.detail)
        elif status is None:
            self._link.say("Nothing is wired yet")
            self._detail.say(self.kiosk.beams.problem or NOTHING)
        else:
            self._link.say(f"The link is {status.state.value}")
            lost = f" {status.overflowed} edges were lost on the way." if status.overflowed else ""
            self._detail.say(
                f"{self.kiosk.beams.address} · {status.detail}.{lost} {self.kiosk.beams.order()}"
            )
        self._lamps.redraw()

    def _draw(self, wide: float, high: float) -> Scene:
        status = self.kiosk.beams.status()
        order = self._ordering.seen.order if self._ordering is not None else ()
        return Scene(wide, high, lamps(status, wide, high, order) if status is not None else ())

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
        presses = [
            press
            for press in (self._look, self._without, self._keep, self._learn, self._forget, self._cancel)
            if press.parent
        ]
        if presses:
            foot, body = body.cut_bottom(TOUCH)
            cancel, foot = foot.cut_right(TOUCH) if self._cancel in presses else (None, foot)
            if cancel is not None:
                cancel.place(self._cancel)
            wide = [press for press in presses if press is not self._cancel]
            for press, cell in zip(wide, foot.columns(len(wide)), strict=True):
                cell.place(press)
        body.place(self._lamps)


def lamps(status: LinkStatus, wide: float, high: float, order: Sequence[int] = ()) -> tuple[Shape, ...]:
    """A lamp for each beam: lit while something is in it, its number, and how often it was broken.

    The beams of a pass that is going on have their place in it at the corner.
    """
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
                "in the way" if broken else _passes(edges // 2),
                SIZES["small"],
                "muted",
            ),
        ]
        if beam in order:
            badge = (x - half + 17, top + 17)
            shapes += [
                Circle(badge, 13.0, "accent"),
                Text(badge, str(order.index(beam) + 1), SIZES["small"], "ink", bold=True),
            ]
    return tuple(shapes)


def _passes(times: int) -> str:
    return "1 pass" if times == 1 else f"{times} passes"


SCREEN = Beams
