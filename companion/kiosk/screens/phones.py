"""Phones and tablets: a switch, the code to scan, the short address, and the host's PIN."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from msgspec.structs import replace

from companion.kiosk.areas import Area
from companion.kiosk.controls import Panel, Picture, Words
from companion.kiosk.painting import Drawable
from companion.kiosk.screen import Screen
from companion.kiosk.theme import SPACE, TOUCH
from companion.scenes.shapes import Box

if TYPE_CHECKING:
    from companion.kiosk.app import Kiosk

LOOK_S = 1.0
"""How often it is looked who has come, while this screen is shown."""

QUIET = 4
"""The light margin that a code needs, in its own dots."""

OVERLAP = 0.7
"""How far a row reaches into the next, in dp, so that no light line stays between them."""

TRUST = "Whoever is let into your network can read along: let phones in where you trust it."


class PhonesScreen(Screen):
    """Lets phones and tablets join by a scan."""

    def __init__(self, kiosk: "Kiosk") -> None:
        super().__init__(kiosk)
        self._looking: Any = None
        self._drawn: tuple[Any, ...] = ()
        self._rows: tuple[tuple[bool, ...], ...] = ()
        self._back = self.press("phones.back", "", self._leave, "flat", symbol="arrow-left")
        self._title = self.words("Phones and tablets", "display", display=True)
        self._plate = Panel(self.theme, "panel")
        self._code = Picture(self.theme, self._draw_code)
        self._head = Words(self.theme, "", "title", display=True, valign="start")
        self._how = Words(self.theme, "", "body", "muted", valign="start")
        self._typed = Words(self.theme, "", "display", display=True, valign="start")
        self._pin = Words(self.theme, "", "title", display=True, valign="start")
        self._trust = Words(self.theme, TRUST, "small", "muted", valign="start")
        for widget in (self._plate, self._code, self._head, self._how, self._typed, self._pin, self._trust):
            self.add_widget(widget)
        self._switch = self.press("phones.switch", "", self._turn, "main", symbol="cellphone")
        self._renew = self.press(
            "phones.renew", "New code", self._take_new, "quiet", symbol="qrcode", style="body"
        )

    def enter(self, **_: Any) -> None:
        """Show how things stand, and look again and again."""
        self._drawn = ()
        self._looking = Clock.schedule_interval(lambda _dt: self.refresh(), LOOK_S)
        self.refresh()

    def leave(self) -> None:
        """Look no more."""
        if self._looking is not None:
            self._looking.cancel()
            self._looking = None

    def _leave(self) -> None:
        self.kiosk.go("game" if self.kiosk.session is not None else "home")

    def _turn(self) -> None:
        phones = self.kiosk.phones
        self.kiosk.set(replace(self.kiosk.settings, phones=phones is not None and not phones.on))
        self.refresh()

    def _off(self) -> None:
        self.kiosk.set(replace(self.kiosk.settings, phones=False))
        self.refresh()

    def _take_new(self) -> None:
        if self.kiosk.phones is not None:
            self.kiosk.phones.renew()
            self.refresh()

    def refresh(self) -> None:
        """Show the code, or what to do to have one."""
        phones = self.kiosk.phones
        on = phones is not None and phones.on
        shown = (on, phones.problem, phones.address, phones.code, phones.pin, phones.count) if phones else ()
        if shown == self._drawn and self._drawn:
            return
        self._drawn = shown
        self._rows = phones.modules() if phones is not None and on else ()
        if phones is None:
            self._head.say("This start has no page for phones")
            self._how.say("Start it with companion kiosk.")
        elif phones.problem:
            self._head.say("The page can’t be served")
            self._how.say(phones.problem)
        elif on:
            self._head.say("Scan the code, touch your name")
            here = f"{phones.count} {'device is' if phones.count == 1 else 'devices are'} here now."
            self._how.say(f"Or open this address in a browser, and type the letters. {here}")
        else:
            self._head.say("Everybody’s own screen")
            self._how.say("Switched on, each player’s phone shows what is theirs, and may enter it.")
        typed = f"{phones.address}\n{phones.code[:4]}-{phones.code[4:]}" if phones is not None and on else ""
        self._typed.say(typed)
        self._pin.say(f"Host’s PIN {phones.pin}" if phones is not None and on else "")
        amiss = phones is not None and bool(phones.problem)
        label = "Switch off" if on else "Try again" if amiss else "Let phones in"
        self._switch.fill("phones.switch", label, self._turn, "plain" if on else "main", "cellphone")
        if amiss:
            self._renew.fill("phones.off", "Switch off", self._off, "quiet", "close")
        else:
            self._renew.fill("phones.renew", "New code", self._take_new, "quiet", "qrcode")
        self.show(self._switch, phones is not None)
        self.show(self._renew, on or amiss)
        self._code.redraw()
        self.arranging()

    def _draw_code(self, wide: float, high: float) -> Iterable[Drawable]:
        """The code, dark on light in every theme, a box for each run of dots."""
        if not self._rows:
            return
        dots = len(self._rows) + 2 * QUIET
        side = min(wide, high)
        dot = side / dots
        left, top = (wide - side) / 2, (high - side) / 2
        yield Box((left, top), side, side, SPACE, "#FFFFFF")
        for y, row in enumerate(self._rows):
            start = None
            for x, dark in enumerate((*row, False)):
                if dark and start is None:
                    start = x
                elif not dark and start is not None:
                    corner = (left + (start + QUIET) * dot, top + (y + QUIET) * dot)
                    yield Box(corner, (x - start) * dot + OVERLAP, dot + OVERLAP, 0.0, "#000000")
                    start = None

    def arrange(self, area: Area) -> None:
        """The code beside or above what is typed."""
        inner = area.inset(SPACE)
        head, body = inner.cut_top(TOUCH)
        back, head = head.cut_left(TOUCH, SPACE / 2)
        back.place(self._back)
        head.place(self._title)
        foot, body = body.cut_bottom(TOUCH)
        presses = [press for press in (self._switch, self._renew) if press.parent]
        for press, cell in zip(presses, foot.columns(max(len(presses), 1)), strict=False):
            cell.place(press)
        body.place(self._plate)
        inner = body.inset(2 * SPACE)
        wide, high = self.kiosk.in_dp(inner.width), self.kiosk.in_dp(inner.height)
        if not self._rows:
            words = inner
            self._code.opacity = 0
        elif area.upright:
            code, words = inner.cut_top(min(wide, high * 0.55), 2 * SPACE)
            code.place(self._code)
            self._code.opacity = 1
        else:
            code, words = inner.cut_left(min(high, wide * 0.5), 3 * SPACE)
            code.place(self._code)
            self._code.opacity = 1
        for words_, high in ((self._head, 54.0), (self._how, 64.0), (self._typed, 84.0), (self._pin, 34.0)):
            place, words = words.cut_top(high if words_.text else 0.0)
            place.place(words_)
        words.place(self._trust)


SCREEN = PhonesScreen
