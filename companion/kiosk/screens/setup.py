"""Set-up: what is laid out on the real table before the first entry, a step at a time."""

from functools import partial
from typing import TYPE_CHECKING, Any

from companion.kiosk.areas import Area
from companion.kiosk.controls import Press
from companion.kiosk.screen import Screen
from companion.kiosk.scroller import Scroller
from companion.kiosk.theme import SPACE, TOUCH
from companion.table.teachable import items

if TYPE_CHECKING:
    from companion.kiosk.app import Kiosk

WIDE = 760.0
"""From this width on, in dp, steps stand in two columns."""


class SetUp(Screen):
    """The physical steps as a list to tick; what the companion must know of them is asked in the game."""

    def __init__(self, kiosk: "Kiosk") -> None:
        super().__init__(kiosk)
        self._done: set[int] = set()
        self._steps: tuple[str, ...] = ()
        self._leave = self.press("setup.leave", "", kiosk.stand_up, "flat", symbol="arrow-left")
        self._title = self.words("Set the table", "display", display=True)
        self._count = self.words("", "body", "muted")
        self._house = ""
        self._go = self.press("setup.ready", "All is ready", lambda: kiosk.go("game"), "main", symbol="play")
        self._list = Scroller(self.theme)
        self._presses: list[Press] = []
        self.add_widget(self._list)

    def enter(self, **_: Any) -> None:
        """Show the steps of this game."""
        session = self.kiosk.session
        if session is None:
            return
        self._done = set()
        self._steps = session.telling.checklist(session.table.setup)
        components = session.table.setup.components or session.table.rules.house()
        unknown = any(not item.taught for item in items(session.table.rules, components))
        self._house = "House values are played with." if unknown else ""
        self._title.say(f"Set the table for {session.table.rules.title}")
        while len(self._presses) < len(self._steps):
            self._presses.append(
                Press(self.theme, "", "", None, style="button", plain_face=True, align="start")
            )
        self._fill()

    def _fill(self) -> None:
        columns = 2 if self.kiosk.in_dp(self.width) >= WIDE and len(self._steps) > 5 else 1
        style = "body" if self.kiosk.in_dp(self.width) / columns < WIDE * 0.7 else "button"
        for place, (press, step) in enumerate(zip(self._presses, self._steps, strict=False)):
            done = place in self._done
            press.style = style
            press.fill(
                f"setup.step.{place}", step, partial(self._tick, place),
                "quiet" if done else "plain", "check-circle" if done else "circle-outline",
            )  # fmt: skip
        shown = self._presses[: len(self._steps)]
        rows = -(-len(shown) // columns)
        self._list.fill([[*shown[row::rows]] for row in range(rows)])
        left = len(self._steps) - len(self._done)
        words = "Touch each step when it is done." if left else "All done. Have a good ride!"
        self._count.say(f"{words} {self._house}".strip())
        self.arranging()

    def _tick(self, place: int) -> None:
        self._done ^= {place}
        self._fill()

    def arrange(self, area: Area) -> None:
        """The title, the steps, and the way on."""
        inner = area.inset(SPACE)
        head, body = inner.cut_top(TOUCH)
        back, head = head.cut_left(TOUCH, SPACE / 2)
        back.place(self._leave)
        go, head = head.cut_right(200)
        go.place(self._go)
        head.place(self._title)
        count, body = body.cut_top(22)
        count.inset(SPACE, 0).place(self._count)
        body.place(self._list)


SCREEN = SetUp
