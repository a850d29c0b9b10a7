"""Seats: who plays, at which side of the table, who begins, and what the table has agreed on."""

from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.uix.widget import Widget
from msgspec.structs import replace

from companion.kiosk.areas import Area, area_of
from companion.kiosk.controls import Panel, Picture, Press, Words, written
from companion.kiosk.painting import Drawable
from companion.kiosk.screen import Screen
from companion.kiosk.scroller import Scroller
from companion.kiosk.theme import RADIUS, SPACE, TOUCH, Theme
from companion.rules import game as rules_of
from companion.rules.contract import Option, Seat, Setup, Violation
from companion.scenes.marks import seat_mark
from companion.scenes.refusing import refusal
from companion.scenes.shapes import Box, Circle
from companion.scenes.telling import telling

if TYPE_CHECKING:
    from collections.abc import Iterable

    from companion.kiosk.app import Kiosk

SIDES = ("down", "left", "up", "right")
"""The sides of the table clockwise, from the one in front of the screen."""

AROUND = {
    1: (0,),
    2: (0, 2),
    3: (0, 1, 3),
    4: (0, 1, 2, 3),
    5: (0, 1, 2, 2, 3),
    6: (0, 1, 1, 2, 3, 3),
}
"""Where so many players sit, unless they say otherwise."""

HEADS = 20.0
"""The height of the words above the seats, in dp."""

TABLE = 130.0
"""The least height, in dp, at which the table is drawn with its seats."""

SUGGESTED = ("Ann", "Benedikt", "Chiara", "Dov", "Esra", "Finn")


class NamePress(Press):
    """A seat's mark and name."""

    seat: Seat = 0

    def _face(self, width: float, height: float, ink: str) -> "Iterable[Drawable]":
        yield from seat_mark(self.seat, 28, height / 2, 26)
        words = self.fit(self.label, width - 50 - 1.5 * SPACE, height - 4, "button", bold=True)
        yield from written(words, 50, (height - words.height) / 2, ink, bold=True)


class SeatRow(Widget):
    """One seat: its name, its side of the table, whether it begins, and a way out."""

    def __init__(self, theme: Theme, seat: Seat, screen: "Seats") -> None:
        super().__init__()
        self.name = NamePress(theme, f"seats.name.{seat}", "", lambda: screen.rename(seat), plain_face=True)
        self.name.seat = seat
        self.side = Press(theme, f"seats.side.{seat}", "", lambda: screen.turn(seat))
        self.first = Press(theme, f"seats.first.{seat}", "", lambda: screen.let_begin(seat))
        self.out = Press(theme, f"seats.out.{seat}", "", lambda: screen.remove(seat), "flat", "close")
        self._parts = (self.name, self.side, self.first, self.out)
        for part in self._parts:
            self.add_widget(part)
        self.bind(pos=self._arrange, size=self._arrange)

    def height_at(self, _width: float) -> float:
        """The height of a finger."""
        return TOUCH

    def keep(self, kept: bool) -> None:
        """Where there are no more than must be, nobody can be taken away."""
        self.out.opacity = 0 if kept else 1
        self._arrange()

    def _arrange(self, *_: Any) -> None:
        rest = area_of(self)
        for part in (self.out, self.first, self.side) if self.out.opacity else (self.first, self.side):
            place, rest = rest.cut_right(TOUCH, SPACE / 2)
            place.place(part)
        rest.place(self.name)


def round_table(
    names: list[str], sides: list[int], first: Seat, wide: float, high: float
) -> "Iterable[Drawable]":
    """The table from above, the screen before its lower side, and who sits where."""
    across, down = min(wide * 0.5, high * 1.1), high * 0.46
    x, y = wide / 2, high / 2
    left, top = x - across / 2, y - down / 2
    yield Box((left, top), across, down, RADIUS, "raised", "edge", 2.0)
    yield Box((x - 20, top + down - 18), 40, 12, 3, "control", "accent", 1.5)
    for side in range(4):
        seated = [seat for seat in range(len(names)) if sides[seat] == side]
        for place, seat in enumerate(seated):
            part = (place + 1) / (len(seated) + 1)
            at = {
                0: (left + across * (1 - part), top + down + 20),
                1: (left - 22, top + down * (1 - part)),
                2: (left + across * part, top - 20),
                3: (left + across + 22, top + down * part),
            }[side]
            yield from seat_mark(seat, *at, 26)
            if seat == first:
                yield Circle(at, 18, stroke="accent", stroke_width=2)


class Seats(Screen):
    """Who plays the chosen game, and how."""

    def __init__(self, kiosk: "Kiosk") -> None:
        super().__init__(kiosk)
        self._game = ""
        self._names: list[str] = []
        self._sides: list[int] = []
        self._first: Seat = 0
        self._options: dict[str, str] = {}
        self._back = self.press("seats.back", "", lambda: kiosk.go("home"), "flat", symbol="arrow-left")
        self._title = self.words("", "display", display=True)
        self._start = self.press("seats.start", "Begin", self._begin, "main", symbol="play")
        self._list = Scroller(self.theme, SPACE / 2)
        self._choices = Scroller(self.theme, SPACE / 2)
        self._panel = Panel(self.theme, "panel")
        self._agreed = Words(self.theme, "How shall we play?", "title", display=True)
        self._heads = tuple(
            Words(self.theme, word, "small", "muted", align="middle") for word in ("sits", "begins", "out")
        )
        self._rows = [SeatRow(self.theme, seat, self) for seat in range(6)]
        self._add = Press(
            self.theme, "seats.add", "One more player", self._join, "quiet", "plus", style="body"
        )
        self._option_presses: list[Press] = []
        self._teach = Press(
            self.theme, "seats.teach", "Teach the cards", self._go_teach, "quiet", "cards-outline",
            "what is printed on those in your box", style="body", plain_face=True, align="start",
        )  # fmt: skip
        self._table = Picture(self.theme, self._draw_table)
        for widget in (self._list, self._table, self._panel, self._agreed, self._choices, *self._heads):
            self.add_widget(widget)

    def enter(self, game: str = "", **_: Any) -> None:
        """Choose the players of this game, starting from those of the last evening."""
        if game and game != self._game:
            self._game = game
            rules = rules_of(game)
            self._options = {option.key: option.default for option in rules.options}
            last = next((evening.names for evening in reversed(self.kiosk.evenings)), SUGGESTED)
            count = min(max(len(last) if self.kiosk.evenings else 2, rules.seats.start), rules.seats.stop - 1)
            names = [*last, *(name for name in SUGGESTED if name not in last)][:count]
            self._names = list(names)
            self._first = 0
            self._seat_around()
        teaching = self.kiosk.teaching(self._game)
        self.kiosk.worker.do(teaching.count, partial(self._know, self._game))
        self._fill()

    def _seat_around(self) -> None:
        usual = AROUND[len(self._names)]
        remembered = self.kiosk.settings.sides
        self._sides = [remembered.get(name, usual[seat]) for seat, name in enumerate(self._names)]

    def _fill(self) -> None:
        rules = rules_of(self._game)
        self._title.say(f"Who plays {rules.title}?")
        few = len(self._names) <= rules.seats.start
        self.show(self._heads[-1], not few)
        for seat, name in enumerate(self._names):
            row = self._rows[seat]
            row.name.fill(row.name.touch_id, name, row.name.action)
            row.side.fill(row.side.touch_id, "", row.side.action, "plain", _arrow(self._sides[seat]))
            begins = seat == self._first
            row.first.fill(
                row.first.touch_id, "", row.first.action, "main" if begins else "plain",
                "flag-checkered" if begins else "flag-outline",
            )  # fmt: skip
            row.keep(few)
        lines: list[list[Widget]] = [[row] for row in self._rows[: len(self._names)]]
        if len(self._names) < rules.seats.stop - 1:
            lines.append([self._add])
        self._list.fill(lines)
        self._fill_options(rules.options)
        self._table.redraw()
        self.arranging()

    def _fill_options(self, options: tuple[Option, ...]) -> None:
        words = telling(self._game)
        while len(self._option_presses) < len(options):
            made = Press(self.theme, "", "", None, style="body", plain_face=True, align="start")
            self._option_presses.append(made)
        for press, option in zip(self._option_presses, options, strict=False):
            choice = self._options[option.key]
            changed = choice != option.default
            press.fill(
                f"seats.option.{option.key}",
                words.option(option.key, choice),
                partial(self._choose, option),
                "chosen" if changed else "plain",
                detail=words.option(option.key),
            )
        self._choices.fill([[press] for press in (*self._option_presses[: len(options)], self._teach)])

    def _go_teach(self) -> None:
        self.kiosk.go("teach", game=self._game, back="seats")

    def _know(self, game: str, found: tuple[int, int]) -> None:
        """Say how many cards are known, and that house values are played with else."""
        if game == self._game:
            taught, count = found
            detail = f"{taught} of {count} taught, the others have house values"
            if taught in {0, count}:
                detail = "all have your box’s values" if taught else "none taught yet: all have house values"
            self._teach.fill(
                "seats.teach", "Teach the cards", self._go_teach, "quiet", "cards-outline", detail
            )

    def _choose(self, option: Option) -> None:
        place = option.choices.index(self._options[option.key])
        self._options[option.key] = option.choices[(place + 1) % len(option.choices)]
        self._fill_options(rules_of(self._game).options)

    def rename(self, seat: Seat) -> None:
        """Write another name for a seat."""
        self.kiosk.frames.write("The name of this player", "", lambda text: self._named(seat, text))

    def _named(self, seat: Seat, text: str) -> None:
        if text and text not in self._names:
            self._names[seat] = text
        elif text and self._names[seat] != text:
            self.kiosk.frames.say(f"Two players can't both be {text}: the screen could not tell them apart.")
        self._fill()

    def turn(self, seat: Seat) -> None:
        """Move a seat to the next side of the table."""
        self._sides[seat] = (self._sides[seat] + 1) % len(SIDES)
        self._fill()

    def let_begin(self, seat: Seat) -> None:
        """Let this seat begin."""
        self._first = seat
        self._fill()

    def remove(self, seat: Seat) -> None:
        """Take a seat away."""
        if len(self._names) > rules_of(self._game).seats.start:
            del self._names[seat], self._sides[seat]
            self._first = min(self._first, len(self._names) - 1)
            self._fill()

    def _join(self) -> None:
        free = (name for name in SUGGESTED if name not in self._names)
        self._names.append(next(free, f"Player {len(self._names) + 1}"))
        self._seat_around()
        self._fill()

    def _begin(self) -> None:
        options = {
            option.key: self._options[option.key]
            for option in rules_of(self._game).options
            if self._options[option.key] != option.default
        }
        sides = self.kiosk.settings.sides | dict(zip(self._names, self._sides, strict=True))
        self.kiosk.set(replace(self.kiosk.settings, sides=sides))
        self.kiosk.begin(Setup(self._game, tuple(self._names), self._first, options), self._refused)

    def _refused(self, violation: Violation[Any]) -> None:
        refused = refusal(telling(self._game), None, violation, tuple(self._names))
        self.kiosk.frames.say(f"{refused.title} {refused.detail}")

    def _draw_table(self, wide: float, high: float) -> "Iterable[Drawable]":
        return round_table(self._names, self._sides, self._first, wide, high)

    def arrange(self, area: Area) -> None:
        """The players left or above, what was agreed right or below."""
        inner = area.inset(SPACE)
        head, body = inner.cut_top(TOUCH)
        back, head = head.cut_left(TOUCH, SPACE / 2)
        start, head = head.cut_right(170)
        back.place(self._back)
        head.place(self._title)
        start.place(self._start)
        if area.upright:
            players, agreed = body.cut_top(7 * (TOUCH + SPACE / 2))
        else:
            agreed, players = body.cut_right(min(self.kiosk.in_dp(body.width) * 0.42, 460))
        rows = len(self._names) + (
            len(self._names) < rules_of(self._game).seats.stop - 1 if self._game else 0
        )
        heads, players = players.cut_top(HEADS, SPACE / 2)
        for words in (each for each in reversed(self._heads) if each.parent):
            place, heads = heads.cut_right(TOUCH, SPACE / 2)
            place.place(words)
        listed, table = players.cut_top(rows * (TOUCH + SPACE / 2))
        listed.place(self._list)
        self._table.opacity = 1 if self.kiosk.in_dp(table.height) >= TABLE else 0
        table.place(self._table)
        agreed.place(self._panel)
        title, choices = agreed.inset(1.5 * SPACE, SPACE).cut_top(34)
        title.place(self._agreed)
        choices.place(self._choices)


def _arrow(side: int) -> str:
    return f"arrow-{SIDES[side]}-bold-box-outline"


SCREEN = Seats
