"""Home: the evening to go on with, a new game, past evenings, and how the hardware stands."""

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.journal import Evening
from companion.kiosk.areas import Area
from companion.kiosk.controls import Press, written
from companion.kiosk.lettering import Fitted
from companion.kiosk.painting import Drawable, Symbol, moved
from companion.kiosk.screen import Screen
from companion.kiosk.theme import RADIUS, SPACE, TOUCH, Theme
from companion.rules import games
from companion.scenes.emblems import emblem
from companion.scenes.marks import seat_mark
from companion.scenes.palette import GAME_COLOURS
from companion.scenes.shapes import Box

if TYPE_CHECKING:
    from companion.kiosk.app import Kiosk

ROOM_FOR_TWO = 700.0
"""From this width on, in dp, the evening to go on with lies beside the new games."""


def pair(game: str) -> tuple[str, str]:
    """The two colours of a game."""
    return GAME_COLOURS.get(game, ("#FF6B57", "#FFC145"))


class GameTile(Press):
    """A game to begin: its picture and its name."""

    def __init__(self, theme: Theme, game: str, title: str, seats: range, action: Any) -> None:
        self.game = game
        detail = f"{seats.start} to {seats.stop - 1} players"
        super().__init__(theme, f"home.new.{game}", title, action, "plain", detail=detail)

    def shapes(self) -> Iterable[Drawable]:
        """The tile."""
        wide, high = self.wide, self.high
        edge = "accent" if self.pressed else ""
        yield Box((0, 0), wide, high, RADIUS, "raised", edge, 3.0)
        upright = high > 130
        room = wide - 2 * SPACE if upright else wide * 0.55
        words = self.fit(self.label, room, 52, "title", display=True)
        detail = self.fit(self.detail, room, 18, "small")
        written_high = words.height + detail.height
        if upright:
            art = Area(SPACE, SPACE, wide - 2 * SPACE, high - written_high - 3 * SPACE)
            yield from moved(emblem(self.game, art.width, art.height, pair(self.game)), SPACE, SPACE)
            yield from written(words, wide / 2, high - written_high - SPACE, anchor="middle", display=True)
            yield from written(detail, wide / 2, high - detail.height - SPACE, "muted", "middle")
        else:
            art_wide = wide * 0.4 - 2 * SPACE
            yield from moved(emblem(self.game, art_wide, high - 2 * SPACE, pair(self.game)), SPACE, SPACE)
            left, top = wide * 0.4 + SPACE / 2, (high - written_high) / 2
            yield from written(words, left, top, display=True)
            yield from written(detail, left, top + words.height, "muted")


class ResumeCard(Press):
    """The evening to go on with, or what to do where there is none."""

    evening: Evening | None = None

    def tell(self, evening: Evening | None, action: Any) -> None:
        """Show this evening."""
        self.evening, self.action = evening, action
        self.redraw()

    def shapes(self) -> Iterable[Drawable]:
        """The card."""
        wide, high = self.wide, self.high
        if self.evening is None:
            yield from self._empty(wide, high)
            return
        fill = "accent@75" if self.pressed else "accent"
        yield Box((0, 0), wide, high, RADIUS * 1.5, fill)
        inner = wide - 4 * SPACE
        title = self.fit("Go on playing", inner - 48, 48, "headline", display=True)
        yield from written(title, 2 * SPACE, 1.5 * SPACE, "ink", display=True)
        yield Symbol((wide - 4.5 * SPACE, 1.5 * SPACE + title.height / 2), "play-circle", 44, "ink")
        game = games()[self.evening.game].title if self.evening.game in games() else self.evening.game
        what = self.fit(f"{game} · {entries(self.evening.entries)}", inner, 40, "body", bold=True)
        top = 1.5 * SPACE + title.height
        yield from written(what, 2 * SPACE, top, "ink", bold=True)
        top += what.height + SPACE
        names_high = 2.5 * SPACE + 4
        names = len(self.evening.names)
        columns = 1 if high - top > names * names_high + SPACE else 2
        rows = -(-names // columns)
        step = min(names_high + SPACE, (high - top - SPACE) / rows)
        art = high - top - rows * step - 2 * SPACE
        for seat, name in enumerate(self.evening.names):
            x = 2 * SPACE + (seat // rows) * (inner / columns)
            y = top + (seat % rows) * step
            yield from seat_mark(seat, x + 11, y + step / 2, 20, edge="ink")
            words = self.fit(name, inner / columns - 30, step, "body")
            yield from written(words, x + 30, y + (step - words.height) / 2, "ink")
        if art > 70:
            picture = emblem(self.evening.game, inner, art, ("#17172B", "#17172B"))
            yield from moved(picture, 2 * SPACE, high - art - SPACE)

    def _empty(self, wide: float, high: float) -> Iterable[Drawable]:
        yield Box((0, 0), wide, high, RADIUS * 1.5, "panel")
        title = self.fit("What shall we play tonight?", wide - 4 * SPACE, 90, "headline", display=True)
        yield from written(title, 2 * SPACE, 2 * SPACE, display=True)
        hint = self.fit(
            "Touch a game to begin. Every entry is kept, whatever is unplugged.", wide - 4 * SPACE, 80
        )
        top = 2 * SPACE + title.height + SPACE
        yield from written(hint, 2 * SPACE, top, "muted")
        art = high - top - hint.height - 3 * SPACE
        if art > 60:
            picture = emblem("", wide - 4 * SPACE, art, ("#FF6B57", "#FFC145"))
            yield from moved(picture, 2 * SPACE, high - art - 1.5 * SPACE)


def entries(count: int) -> str:
    """How far an evening has come."""
    return "not begun" if count <= 1 else f"{count - 1} {'entry' if count == 2 else 'entries'}"


class Strip(Press):
    """One piece of hardware: whether it is there, in a colour and a word."""

    def __init__(self, theme: Theme, touch_id: str, action: Any, symbol: str) -> None:
        self.state: tuple[str, str] = ("faint", "")
        super().__init__(theme, touch_id, "", action, "plain", symbol)

    def tell(self, colour: str, words: str) -> None:
        """Say how it stands."""
        if self.state != (colour, words):
            self.state = (colour, words)
            self.redraw()

    def shapes(self) -> Iterable[Drawable]:
        """A symbol, and how it stands."""
        wide, high = self.wide, self.high
        colour, words = self.state
        yield Box((0, 0), wide, high, RADIUS, "edge" if self.pressed else "raised")
        yield Symbol((26, high / 2), self.symbol, 26, colour)
        text: Fitted = self.fit(words, wide - 26 - 3 * SPACE - 4, high - 6, "small")
        yield from written(text, 26 + 2.5 * SPACE, (high - text.height) / 2, "text")


class Home(Screen):
    """Where the companion starts."""

    def __init__(self, kiosk: "Kiosk") -> None:
        super().__init__(kiosk)
        self._title = self.words("Coaster Companion", "headline", display=True)
        self._resume = ResumeCard(self.theme, "home.resume", "", None)
        self.add_widget(self._resume)
        self._tiles = [
            GameTile(self.theme, name, rules.title, rules.seats, partial(kiosk.go, "seats", game=name))
            for name, rules in games().items()
        ]
        for tile in self._tiles:
            self.add_widget(tile)
        self._past = self.press(
            "home.past", "Past evenings", lambda: kiosk.go("history"), symbol="history", style="body"
        )
        teach = partial(kiosk.go, "teach", back="home")
        self._teach = self.press("home.teach", "Teach the cards", teach, symbol="cards-outline", style="body")
        self._settings = self.press("home.settings", "", lambda: kiosk.go("settings"), symbol="cog")
        self._strips = (
            Strip(self.theme, "home.beams", lambda: kiosk.go("beams"), "laser-pointer"),
            Strip(self.theme, "home.camera", lambda: kiosk.go("camera"), "camera"),
            Strip(self.theme, "home.phones", lambda: kiosk.go("phones"), "cellphone"),
        )
        for strip in self._strips:
            self.add_widget(strip)

    def enter(self, **_: Any) -> None:
        """Show how things stand."""
        self.refresh()

    def refresh(self) -> None:
        """Show the newest unfinished evening, and the hardware."""
        unfinished = [evening for evening in self.kiosk.evenings if not evening.finished]
        newest = unfinished[-1] if unfinished else None
        action = None if newest is None else lambda: self.kiosk.resume(newest.id)
        self._resume.tell(newest, action)
        for strip, state in zip(self._strips, self.kiosk.hardware(), strict=True):
            strip.tell(*state)

    def arrange(self, area: Area) -> None:
        """The evening to go on with first, the games beside or below it, the hardware at the foot."""
        inner = area.inset(2 * SPACE if area.width > area.height else SPACE)
        head, rest = inner.cut_top(TOUCH)
        settings, head = head.cut_right(TOUCH)
        settings.place(self._settings)
        teach, head = head.cut_right(196)
        teach.place(self._teach)
        head.place(self._title)
        foot, body = rest.cut_bottom(TOUCH, 1.5 * SPACE)
        if area.upright:
            past, strips = body.cut_bottom(TOUCH)[0], foot.columns(3)
            body = body.cut_bottom(TOUCH)[1]
            card, tiles = body.cut_top(self.kiosk.in_dp(body.height) * 0.42, 1.5 * SPACE)
        else:
            past, foot = foot.cut_right(190)
            strips = foot.columns(3)
            card, tiles = body.cut_left(self.kiosk.in_dp(body.width) * 0.42, 1.5 * SPACE)
        past.place(self._past)
        card.place(self._resume)
        for strip, place in zip(self._strips, strips, strict=True):
            place.place(strip)
        columns = 1 if len(self._tiles) < 3 else 2
        cells = tiles.grid(columns, max(-(-len(self._tiles) // columns), 1), 1.5 * SPACE)
        for tile, cell in zip(self._tiles, cells, strict=False):
            cell.place(tile)


SCREEN = Home
