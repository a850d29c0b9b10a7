"""Teach the cards: all that is printed in a box, whose values it is played with, and a card at a time."""

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.kiosk.areas import Area
from companion.kiosk.controls import Press, Words
from companion.kiosk.screen import Screen
from companion.kiosk.scroller import Scroller
from companion.kiosk.theme import SPACE, TOUCH
from companion.rules import game as rules_of
from companion.rules import games
from companion.table.teachable import Item, in_words, items
from companion.table.teaching import Kept

if TYPE_CHECKING:
    from companion.kiosk.app import Kiosk

WIDE = 760.0
"""From this width on, in dp, cards stand in two columns."""

SOURCES = {"house": "house values", "table": "from your box", "rulebook": "as in the rulebook"}


class Teach(Screen):
    """Lists a game's components with where their values come from."""

    def __init__(self, kiosk: "Kiosk") -> None:
        super().__init__(kiosk)
        self._game = next(iter(games()))
        self._items: tuple[Item, ...] = ()
        self._problem, self._from = "", "home"
        self._back = self.press("teach.back", "", self._leave, "flat", symbol="arrow-left")
        self._title = self.words("Teach the cards", "display", display=True)
        self._files = self.press(
            "teach.files", "", self._open_files, "plain", symbol="file-swap-outline", style="body"
        )
        self._start = self.press("teach.start", "", self._begin, "main", symbol="play", style="body")
        self._count = self.words("", "body", "muted")
        self._tabs = [
            self.press(f"teach.game.{name}", rules.title, partial(self._choose, name), style="body")
            for name, rules in games().items()
        ]
        self._list = Scroller(self.theme)
        self._pool: list[Press] = []
        self._heads: dict[str, Words] = {}
        self.add_widget(self._list)

    def enter(self, game: str = "", back: str = "", **_: Any) -> None:
        """Show this game's, or that of the table; `back` is the screen to go back to."""
        session = self.kiosk.session
        self._from = back or self._from
        self._choose(game or (session.table.rules.name if session is not None else self._game))

    def _leave(self) -> None:
        if self.kiosk.session is not None:
            self.kiosk.go("game")
        elif self._from == "seats":
            self.kiosk.go("seats", game=self._game)
        else:
            self.kiosk.go("home")

    def _choose(self, game: str) -> None:
        self._game = game
        for tab, name in zip(self._tabs, games(), strict=True):
            tab.show("chosen" if name == game else "plain")
        kiosk = self.kiosk

        kiosk.worker.do(kiosk.teaching(game).read, partial(self._show, game))

    def _show(self, game: str, kept: Kept) -> None:
        if game != self._game:
            return
        self._problem = kept.problem
        self._items = items(rules_of(game), kept.values)
        self._fill()

    def refresh(self) -> None:
        """The table has changed, which changes nothing here."""

    def _fill(self) -> None:
        taught = sum(item.taught for item in self._items)
        left = len(self._items) - taught
        self._start.fill(
            "teach.start", "A card at a time" if left else "Once more", self._begin, "main", "play"
        )
        done = f"{taught} of {len(self._items)} taught; new evenings are played with them."
        if self._problem:
            done = f"Not played with yet: {self._problem}"
        self._count.say(done, "bad" if self._problem else "muted")
        while len(self._pool) < len(self._items):
            self._pool.append(Press(self.theme, "", "", None, style="body", plain_face=True, align="start"))
        self._list.fill(list(self._lines()))
        self.arranging()

    def _lines(self) -> Iterator[list[Any]]:
        columns = 2 if self.kiosk.in_dp(self.width) >= WIDE else 1
        presses = iter(self._pool)
        for table in dict.fromkeys(item.table for item in self._items):
            own = [(place, item) for place, item in enumerate(self._items) if item.table == table]
            head = self._heads.setdefault(table, Words(self.theme, "", "button", display=True))
            taught = sum(item.taught for _, item in own)
            head.say(f"{in_words(table) if table else 'The box'} · {taught} of {len(own)}")
            yield [head]
            line: list[Press] = []
            for place, item in own:
                press = next(presses)
                self._say(press, place, item)
                line.append(press)
                if len(line) == columns:
                    yield line
                    line = []
            if line:
                yield line

    def _say(self, press: Press, place: int, item: Item) -> None:
        sources = dict.fromkeys(item.sources.values())
        detail = ", ".join(SOURCES[each] for each in ("table", "rulebook", "house") if each in sources)
        press.fill(
            f"teach.item.{place}",
            item.title,
            partial(self.kiosk.go, "teach_card", game=self._game, at=place),
            "quiet" if item.taught else "plain",
            "check-circle" if item.taught else "circle-outline",
            detail,
        )

    def _begin(self) -> None:
        at = next((place for place, item in enumerate(self._items) if not item.taught), 0)
        self.kiosk.go("teach_card", game=self._game, at=at)

    def _open_files(self) -> None:
        self.kiosk.lay("teach_files", game=self._game, done=partial(self._choose, self._game))

    def arrange(self, area: Area) -> None:
        """The games above, the list, and where to begin."""
        inner = area.inset(SPACE)
        head, body = inner.cut_top(TOUCH)
        back, head = head.cut_left(TOUCH, SPACE / 2)
        back.place(self._back)
        files, head = head.cut_right(TOUCH)
        files.place(self._files)
        start, head = head.cut_right(210)
        start.place(self._start)
        head.place(self._title)
        columns = len(self._tabs) if not area.upright or len(self._tabs) < 3 else 2
        rows = -(-len(self._tabs) // columns)
        tabs, body = body.cut_top(rows * TOUCH + (rows - 1) * SPACE)
        for tab, cell in zip(self._tabs, tabs.grid(columns, rows), strict=False):
            cell.place(tab)
        count, body = body.cut_top(max(22.0, self._count.height_at(self.kiosk.in_dp(body.width))))
        count.place(self._count)
        body.place(self._list)


SCREEN = Teach
