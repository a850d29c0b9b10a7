"""The whole window: the screen, the sheet above it, messages, and the dark of an idle evening."""

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.kiosk.areas import Area, area_of
from companion.kiosk.controls import Picture, Press
from companion.kiosk.keyboard import Keyboard
from companion.kiosk.screen import Screen
from companion.kiosk.sheet import Sheet
from companion.kiosk.theme import SPACE, Theme
from companion.scenes.shapes import Box

DOUBLE_TAP_S = 0.35
"""Within this time a second touch at the same place is the same touch."""

DOUBLE_TAP_DP = 32.0
"""What the same place is."""

KEYBOARD_HEIGHT = 324.0
"""The height of the keyboard, in dp."""


class Root(Widget):
    """Shows one screen, at most one sheet over it, and swallows touches that mean nothing."""

    def __init__(self, theme: Theme, dim_after_s: int, **given: Any) -> None:
        super().__init__(**given)
        self.theme = theme
        self.screen: Screen | None = None
        self.sheet: Sheet | None = None
        self.dark = False
        self._ground = Picture(theme, lambda wide, high: (Box((-4, -4), wide + 8, high + 8, 0, "night"),))
        self._scrim = Picture(theme, lambda wide, high: (Box((-4, -4), wide + 8, high + 8, 0, "#000000@55"),))
        self._veil = Picture(theme, lambda wide, high: (Box((-4, -4), wide + 8, high + 8, 0, "#000000@80"),))
        self._message = Press(
            theme, "message", "", self.hush, "bad", "alert-circle-outline", style="body", plain_face=True
        )
        self.keyboard = Keyboard(theme)
        self._last: tuple[float, float, float] | None = None
        self._taken: tuple[float, float, float] | None = None
        self._dimming = Clock.create_trigger(self.dim, dim_after_s) if dim_after_s else None
        self.add_widget(self._ground)
        self.arranging = Clock.create_trigger(self._arrange, -1)
        self.bind(pos=self.arranging, size=self.arranging)
        Window.bind(on_key_down=self._typed)
        self._stay_awake()

    def show(self, screen: Screen) -> None:
        """Show this screen instead of the one before, and no sheet."""
        self.drop()
        self.remove_widget(self.keyboard)
        if self.screen is not None:
            self.remove_widget(self.screen)
        self.screen = screen
        self.add_widget(screen, index=len(self.children) - 1)
        self.taken()
        self._arrange()

    def lay(self, sheet: Sheet) -> None:
        """Lay a sheet over the screen, in place of the one before."""
        self.drop()
        self.sheet = sheet
        above = 1 if self._message.parent is not None else 0
        above += 1 if self.keyboard.parent is not None else 0
        self.add_widget(self._scrim, index=above)
        self.add_widget(sheet, index=above)
        self.taken()
        self._arrange()

    def drop(self) -> None:
        """Take the sheet away."""
        if self.sheet is None:
            return
        self.sheet.leave()
        self.remove_widget(self.sheet)
        self.remove_widget(self._scrim)
        self.sheet = None
        self.taken()

    def say(self, text: str) -> None:
        """Show a message until it is touched."""
        self._message.fill("message", text, self.hush, "bad", "alert-circle-outline")
        if self._message.parent is None:
            self.add_widget(self._message)
        self._arrange()

    def hush(self) -> None:
        """Take the message away."""
        self.remove_widget(self._message)

    def write(self, title: str, text: str, done: Callable[[str], None]) -> None:
        """Have something written on the keyboard; it is put away when that is done."""

        def finished(written: str) -> None:
            self.remove_widget(self.keyboard)
            self.taken()
            done(written)

        self.keyboard.ask(title, text, finished)
        if self.keyboard.parent is None:
            self.add_widget(self.keyboard)
        self._arrange()

    def _typed(self, _window: Any, key: int, _place: int, letter: str | None, held: list[str]) -> bool:
        """A real keyboard, where somebody has one, writes as the one on the screen does."""
        if self.keyboard.parent is None:
            return False
        self._stay_awake()
        return self.keyboard.type(key, letter or "", held)

    def taken(self) -> None:
        """The last touch was an entry, or changed what lies under the finger: its echo is not one more."""
        self._taken = self._last

    def dress(self, theme: Theme) -> None:
        """Show all that stays by another theme."""
        self.theme = theme
        for drawn in (self._ground, self._scrim, self._veil, self._message):
            drawn.dress(theme)
        self.keyboard = Keyboard(theme)

    def refresh(self) -> None:
        """The table has changed."""
        for shown in (self.screen, self.sheet):
            if shown is not None:
                shown.refresh()

    def on_touch_down(self, touch: Any) -> bool:
        """Let a touch through, unless it only wakes the screen, or is the echo of the one before."""
        asleep = self.dark
        self._stay_awake()
        if asleep:
            return True
        here = (touch.time_start, *touch.pos)
        if self._echo(here):
            return True
        self._last = here
        if self._message.parent is not None and self._message.on_touch_down(touch):
            return True
        if self.keyboard.parent is not None and self.keyboard.collide_point(*touch.pos):
            return bool(self.keyboard.on_touch_down(touch))
        if self.sheet is not None:
            if self.sheet.collide_point(*touch.pos):
                self.sheet.dispatch("on_touch_down", touch)
            else:
                self.drop()
            return True
        return self.screen is not None and bool(self.screen.dispatch("on_touch_down", touch))

    def _echo(self, here: tuple[float, float, float]) -> bool:
        if self._taken is None:
            return False
        time, x, y = self._taken
        near = abs(here[1] - x) <= dp(DOUBLE_TAP_DP) and abs(here[2] - y) <= dp(DOUBLE_TAP_DP)
        return near and here[0] - time <= DOUBLE_TAP_S

    def _stay_awake(self) -> None:
        if self.dark:
            self.dark = False
            self.remove_widget(self._veil)
        if self._dimming is not None:
            self._dimming.cancel()
            self._dimming()

    def dim(self, *_: Any) -> None:
        """Go dark; the next touch only wakes the screen."""
        if not self.dark:
            self.dark = True
            self.add_widget(self._veil)
            self._arrange()

    def _arrange(self, *_: Any) -> None:
        whole = area_of(self)
        whole.place(self._ground, self._scrim, self._veil)
        if self.screen is not None:
            whole.place(self.screen)
        if self.sheet is not None:
            whole.inset(SPACE).centred(*self.sheet.most).place(self.sheet)
        whole.cut_bottom(KEYBOARD_HEIGHT)[0].place(self.keyboard)
        self._message_area(whole).place(self._message)

    def _message_area(self, whole: Area) -> Area:
        high = self._message.height_at(whole.width / dp(1) - 2 * SPACE)
        return whole.inset(SPACE).cut_top(high)[0]
