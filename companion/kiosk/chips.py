"""The top bar: each seat's mark, name and number, and where the game stands."""

import re
import time
from collections.abc import Callable, Iterable
from typing import Any

from kivy.clock import Clock

from companion.kiosk.controls import Drawn, Press, written
from companion.kiosk.lettering import Fitted, fitted
from companion.kiosk.painting import Drawable, Symbol
from companion.kiosk.theme import RADIUS, SIZES, SPACE, Theme
from companion.rules.contract import Seat
from companion.scenes.lettering import width
from companion.scenes.marks import seat_mark
from companion.scenes.shapes import Box, Circle
from companion.scenes.telling import Chip

COUNT_S = 0.2
"""How long a number takes to count to its new value."""

HOLD_S = 0.5
"""How long a chip is held before it shows what only its seat may see."""

NARROWEST = 100.0
"""The least width of a chip, in dp; narrower ones stand in two rows."""

LEFT = 40.0
"""Where the name begins beside the mark, in dp."""

BIG_SHARE = 0.42
"""The most of a chip's width that its number takes beside the name."""

EYE = 15.0
"""The size of the sign for something secret, in dp."""

_NUMBER = re.compile(r"\d+")


class SeatChip(Press):
    """One seat; touched it is looked at, held it shows the seat's secrets for as long as it is held."""

    def __init__(
        self,
        theme: Theme,
        seat: Seat,
        name: str,
        action: Callable[[], Any],
        peek: Callable[..., Any],
    ) -> None:
        self.seat = seat
        self.chip = Chip("")
        self.asked = self.keeps_secret = self.focused = False
        self.calm = self.stacks = False
        self._peek, self._peeking = peek, False
        self._holding: Any = None
        self.shown = ""
        self._count: Any = None
        super().__init__(theme, f"chip.{seat}", name, action, "plain")

    def tell(self, chip: Chip, asked: bool, keeps_secret: bool, focused: bool) -> None:
        """Show this summary; a number counts from the one before."""
        before = self.chip
        if (chip, asked, keeps_secret, focused) == (before, self.asked, self.keeps_secret, self.focused):
            return
        self.chip, self.asked, self.keeps_secret, self.focused = chip, asked, keeps_secret, focused
        if chip.big != before.big:
            self._count_to(before.big, chip.big)
        self.redraw()

    @property
    def counting(self) -> bool:
        """Whether its number is on its way to a new value."""
        return self._count is not None

    def _count_to(self, old: str, new: str) -> None:
        if self._count is not None:
            self._count.cancel()
            self._count = None
        self.shown = new
        start, end = _NUMBER.search(old), _NUMBER.search(new)
        if self.calm or start is None or end is None or start.group() == end.group():
            return
        low, high, begun = int(start.group()), int(end.group()), time.monotonic()

        def step(_dt: float) -> bool:
            part = min((time.monotonic() - begun) / COUNT_S, 1.0)
            number = round(low + (high - low) * part)
            self.shown = new[: end.start()] + str(number) + new[end.end() :]
            self.redraw()
            if part == 1.0:
                self._count = None
            return part < 1.0

        self._count = Clock.schedule_interval(step, 0)
        step(0)

    def shapes(self) -> Iterable[Drawable]:
        """The chip."""
        wide, high = self.wide, self.high
        ink = "ink" if self.asked else "text"
        asked, edge, thick = "cream", "accent" if self.focused else "", 2.0
        if self.asked and not self.theme.dark:  # cream does not stand out on light ground
            asked, edge, thick = "accent@50", "accent", 4.0
        fill = asked if self.asked else "edge" if self.pressed else "raised"
        inset = thick / 2
        yield Box((inset, inset), wide - thick, high - thick, RADIUS, fill, edge, thick)
        stacked = self.stacks or self.needs_stacking
        yield from self._stacked(wide, high, ink) if stacked else self._broad(wide, high, ink)

    @property
    def needs_stacking(self) -> bool:
        """Whether its name has no room beside the mark and the number."""
        big = fitted(self.chip.big, self.wide * BIG_SHARE, self.high, "display", display=True)
        return width(self.label, SIZES["small"], bold=True) > self._room_beside(big)

    def stack(self, stacks: bool) -> None:
        """Stand the name above mark and number, as others in the bar have to, or as there is room."""
        if stacks != self.stacks:
            self.stacks = stacks
            self.redraw()

    def _room_beside(self, big: Fitted) -> float:
        return self.wide - 1.25 * SPACE - big.width(display=True) - LEFT - 6 - self._eye_room

    def _broad(self, wide: float, high: float, ink: str) -> Iterable[Drawable]:
        """Mark, name above the small line, and the number at the end."""
        yield from seat_mark(self.seat, 21, high / 2, 22)
        big = self.fit(self.shown, wide * BIG_SHARE, high, "display", display=True)
        right, left = wide - 1.25 * SPACE, LEFT
        yield from written(big, right, (high - big.height) / 2, ink, "end", display=True)
        yield from self._eye(right - big.width(display=True) - EYE / 2 - 2, high / 2, ink)
        room = self._room_beside(big)
        small = self._small(room, 18)
        low = 13.0 if self.chip.pips else small.height
        name = fitted(self.label, room, 26, "button", bold=True)
        top = (high - name.height - low) / 2
        yield from written(name, left, top, ink, bold=True)
        yield from self._lower(small, left, top + name.height, room, ink)

    def _stacked(self, wide: float, high: float, ink: str) -> Iterable[Drawable]:
        """The name across, below it the mark, what there is room for, and the number."""
        room = wide - 1.5 * SPACE
        big = fitted(self.shown, room - 24, 25, "title", display=True)
        name = self.fit(self.label, room, high - big.height - 2, "body", bold=True)
        yield from written(name, 0.75 * SPACE, 3, ink, bold=True)
        middle = high - big.height / 2 - 3
        yield from seat_mark(self.seat, 0.75 * SPACE + 9, middle, 17)
        right = wide - SPACE
        yield from written(big, right, middle - big.height / 2, ink, "end", display=True)
        yield from self._eye(right - big.width(display=True) - EYE / 2 - 2, middle, ink)
        left = 0.75 * SPACE + 23
        free = right - big.width(display=True) - 6 - left - self._eye_room
        yield from self._lower(self._small(free, 18), left, middle - 8, free, ink)

    @property
    def _eye_room(self) -> float:
        return EYE + 2 if self.keeps_secret else 0.0

    def _eye(self, x: float, y: float, ink: str) -> Iterable[Drawable]:
        """A sign that holding the chip shows something."""
        if self.keeps_secret:
            yield Symbol((x, y), "eye-lock", EYE, f"{ink}@60")

    def _small(self, room: float, high: float) -> Fitted:
        """The small line where there is room for all of it, else what stands before its first point."""
        for words in (self.chip.small, self.chip.small.partition(" · ")[0]):
            found = fitted(words, room, high, "small")
            if not found.clipped:
                return found
        return Fitted()

    def _lower(self, small: Fitted, x: float, y: float, room: float, ink: str) -> Iterable[Drawable]:
        if self.chip.pips:
            yield from pips(self.chip.pips, x, y + 7, room, ink)
        else:
            yield from written(small, x, y, f"{ink}@80")

    def on_touch_down(self, touch: Any) -> bool:
        """Take the finger, and wait whether it stays."""
        taken = super().on_touch_down(touch)
        if taken and self.keeps_secret:
            self._holding = Clock.schedule_once(self._begin_peek, HOLD_S)
        return taken

    def on_touch_up(self, touch: Any) -> bool:
        """Cover what was shown; a short touch acts."""
        if touch.grab_current is self and self._holding is not None:
            self._holding.cancel()
            self._holding = None
            if self._peeking:
                self._peeking = False
                touch.ungrab(self)
                self.let_go()
                self._peek(self.seat, shown=False)
                return True
        return super().on_touch_up(touch)

    @property
    def peeking(self) -> bool:
        """Whether a finger holds it."""
        return self._peeking

    def _begin_peek(self, *_: Any) -> None:
        self._peeking = True
        self._peek(self.seat, shown=True)


def pips(filled: tuple[int, int], x: float, y: float, room: float, ink: str) -> Iterable[Drawable]:
    """So many dots filled out of all; a number where there is no room for dots."""
    done, total = filled
    step = min(10.0, room / max(total, 1))
    for place in range(total):
        centre = (x + step * (place + 0.5) - 0.5, y)
        yield Circle(centre, step * 0.38, f"{ink}@75" if place < done else "", f"{ink}@60", 1.2)


class ClockChip(Drawn):
    """Where the game stands."""

    def __init__(self, theme: Theme) -> None:
        self.chip = Chip("")
        super().__init__(theme)

    def tell(self, chip: Chip) -> None:
        """Show this."""
        if chip != self.chip:
            self.chip = chip
            self.redraw()

    def shapes(self) -> Iterable[Drawable]:
        """A line in large, one in small."""
        wide, high = self.wide, self.high
        yield Box((1, 1), wide - 2, high - 2, RADIUS, "panel")
        room = wide - 2 * SPACE
        small = self.fit(self.chip.small, room, 34, "small")
        big = self.fit(self.chip.big, room, high - small.height - 4, "title", display=True)
        top = (high - big.height - small.height) / 2
        yield from written(big, wide / 2, top, "text", "middle", display=True)
        yield from written(small, wide / 2, top + big.height, "muted", "middle")


def clock_width(wide: float, seats: int) -> float:
    """The width in dp of the clock's chip in a bar of this width."""
    return min(max(wide / (seats + 1.2), 110.0), 200.0)


def chip_rows(wide: float, seats: int) -> int:
    """In how many rows so many chips stand, so that a long name fits into each."""
    each = (wide - clock_width(wide, seats) - SPACE * seats) / max(seats, 1)
    return 1 if each >= NARROWEST else 2
