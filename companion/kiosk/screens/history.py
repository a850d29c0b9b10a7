"""Past evenings: who played what, how it went on, and how it ended."""

from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.journal import Evening
from companion.kiosk.areas import Area
from companion.kiosk.controls import Press
from companion.kiosk.ends import End, ended
from companion.kiosk.screen import Screen
from companion.kiosk.scroller import Scroller
from companion.kiosk.theme import SPACE, TOUCH
from companion.rules import games

if TYPE_CHECKING:
    from companion.kiosk.app import Kiosk


class History(Screen):
    """Every evening in the journal, the newest first; touched, it opens where it stands."""

    def __init__(self, kiosk: "Kiosk") -> None:
        super().__init__(kiosk)
        self._back = self.press("history.back", "", lambda: kiosk.go("home"), "flat", symbol="arrow-left")
        self._title = self.words("Past evenings", "display", display=True)
        self._empty = self.words("", "body", "muted", valign="start")
        self._list = Scroller(self.theme)
        self._rows: list[Press] = []
        self._ends: dict[Evening, End] = {}
        self._listed: tuple[Evening, ...] = ()
        self.add_widget(self._list)

    def enter(self, **_: Any) -> None:
        """Look the evenings up."""
        self.refresh()
        self.kiosk.know_evenings()

    def refresh(self) -> None:
        """Show them."""
        evenings = self.kiosk.evenings[::-1]
        self._look_up([each for each in evenings if each.finished and each not in self._ends])
        while len(self._rows) < len(evenings):
            self._rows.append(Press(self.theme, "", "", None, style="button", align="start"))
        for row, evening in zip(self._rows, evenings, strict=False):
            row.fill(
                f"history.evening.{evening.id}",
                f"{_title(evening)} · {', '.join(evening.names)}",
                partial(self.kiosk.resume, evening.id, "scores" if evening.finished else "game"),
                "plain",
                *self._ended(evening),
            )
        if evenings != self._listed:  # else the list would jump whenever one more result is known
            self._listed = evenings
            self._list.fill([[row] for row in self._rows[: len(evenings)]])
        self._empty.say("" if evenings else "No evening yet. The first one begins at Home, with a game.")

    def _ended(self, evening: Evening) -> tuple[str, str]:
        """The symbol for how an evening ended, and its day with the word for it."""
        if not evening.finished:
            symbol, word = "play-circle", "not finished"
        elif evening not in self._ends:
            symbol, word = "circle-small", "finished"
        elif self._ends[evening].given_up:
            symbol, word = "close-circle-outline", "abandoned"
        else:
            symbol, word = "trophy", self._ends[evening].result or "finished"
        return symbol, f"{_when(evening)} · {word}"

    def _look_up(self, finished: list[Evening]) -> None:
        """Find out how the newest of these ended; the next one follows, so that an entry never waits long."""
        if finished and self.kiosk.journal is not None and self.parent is not None:
            evening = finished[0]
            know = partial(self._know, evening)
            self.kiosk.with_journal(lambda journal: ended(journal, evening), know)

    def _know(self, evening: Evening, end: End) -> None:
        if evening not in self._ends:
            self._ends[evening] = end
            self.refresh()

    def arrange(self, area: Area) -> None:
        """The title and the list."""
        inner = area.inset(SPACE)
        head, body = inner.cut_top(TOUCH)
        back, head = head.cut_left(TOUCH, SPACE / 2)
        back.place(self._back)
        head.place(self._title)
        body.place(self._list)
        body.inset(SPACE, 2 * SPACE).place(self._empty)


def _title(evening: Evening) -> str:
    return games()[evening.game].title if evening.game in games() else evening.game


def _when(evening: Evening) -> str:
    """The local day and time an evening began."""
    begun = datetime.fromisoformat(evening.started).astimezone()
    return begun.strftime("%a %d %b %Y, %H:%M")


SCREEN = History
