"""Settings: how the screen looks and behaves, and where the owner's data lies."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from companion.kiosk.areas import Area
from companion.kiosk.controls import Press, Words
from companion.kiosk.screen import Screen
from companion.kiosk.scroller import Scroller
from companion.kiosk.settings import Settings
from companion.kiosk.theme import SPACE, TOUCH

if TYPE_CHECKING:
    from companion.kiosk.app import Kiosk

DENSITIES = (0.0, 0.8, 0.9, 1.0, 1.2, 1.4, 1.6, 2.0)
IDLE = (0, 60, 240, 600, 1800)


class SettingsScreen(Screen):
    """Each setting is one line; a touch takes its next value."""

    def __init__(self, kiosk: "Kiosk") -> None:
        super().__init__(kiosk)
        self._back = self.press("settings.back", "", self._leave, "flat", symbol="arrow-left")
        self._title = self.words("Settings", "display", display=True)
        self._list = Scroller(self.theme)
        self._where = Words(self.theme, "", "small", "muted", valign="start")
        self._presses: dict[str, Press] = {}
        self.add_widget(self._list)

    def enter(self, **_: Any) -> None:
        """Show how everything is set."""
        self._fill()

    def _leave(self) -> None:
        self.kiosk.go("game" if self.kiosk.session is not None else "home")

    def _lines(self) -> list[tuple[str, str, str, str, Settings]]:
        """Each line's name, words, explanation and symbol, and the settings that a touch leads to."""
        now = self.kiosk.settings
        size = f"{now.density:g} pixels a unit" if now.density else "As it suits this panel"
        dim = f"Dark after {now.dim_after_s // 60} minutes" if now.dim_after_s else "Always bright"
        look = "Dark" if now.dark else "Light"
        turning = "Questions turn to the player" if now.turn else "Questions stay upright"
        moving = "Nothing moves" if now.calm else "Numbers count up"
        bigger = replace(now, density=_next(DENSITIES, now.density))
        later = replace(now, dim_after_s=_next(IDLE, now.dim_after_s))
        real = now.table != "pretend"
        table = "At a real table" if real else "With pretend marbles and cards"
        other = replace(now, table="pretend" if real else "real")
        played = [("table", table, "who says what falls and how far marbles run", "table-furniture", other)]
        return [
            *(played if self.kiosk.pretending is not None else []),
            ("dark", look, "how the screen looks", "theme-light-dark", replace(now, dark=not now.dark)),
            ("turn", turning, "by where they sit", "screen-rotation", replace(now, turn=not now.turn)),
            (
                "calm",
                moving,
                "movement on the screen",
                "motion-play-outline",
                replace(now, calm=not now.calm),
            ),
            ("density", size, "the size of everything, from the next start", "format-size", bigger),
            ("dim", dim, "the touch that wakes the screen enters nothing", "brightness-4", later),
        ]

    def _fill(self) -> None:
        for name, label, detail, symbol, new in self._lines():
            if name not in self._presses:
                self._presses[name] = Press(self.theme, "", "", None, style="button", align="start")
            action: Callable[[], None] = partial(self._take, new)
            self._presses[name].fill(f"settings.{name}", label, action, "plain", symbol, detail)
        self._where.say(
            f"Every evening lies in {self.kiosk.places.journal}. "
            "`companion journal backup FILE` copies them all to FILE, also while you play."
        )
        self._list.fill([*([press] for press in self._presses.values()), [self._where]])

    def _take(self, new: Settings) -> None:
        self.kiosk.set(new)
        self._fill()

    def arrange(self, area: Area) -> None:
        """The title and the lines."""
        inner = area.inset(SPACE)
        head, body = inner.cut_top(TOUCH)
        back, head = head.cut_left(TOUCH, SPACE / 2)
        back.place(self._back)
        head.place(self._title)
        body.place(self._list)


def _next(values: tuple[Any, ...], now: Any) -> Any:
    return values[(values.index(now) + 1) % len(values)] if now in values else values[0]


SCREEN = SettingsScreen
