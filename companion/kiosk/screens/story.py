"""A sheet with the story of the evening; each line can be gone back to, or corrected."""

from functools import partial
from typing import TYPE_CHECKING, Any

from companion.kiosk.areas import Area
from companion.kiosk.controls import Press
from companion.kiosk.scroller import Scroller
from companion.kiosk.sheet import Sheet
from companion.kiosk.theme import SPACE, TOUCH
from companion.scenes.asking import StoryLine, story

if TYPE_CHECKING:
    from companion.kiosk.app import Kiosk

LINE = 40.0


class StoryRow(Press):
    """One line of the story."""

    def height_at(self, width: float) -> float:
        """A finger's height."""
        return max(TOUCH, super().height_at(width))


class Story(Sheet):
    """What happened, the newest at the end; a line that is touched can be taken back to or corrected."""

    def __init__(self, kiosk: "Kiosk") -> None:
        super().__init__(kiosk)
        self.head("The story so far")
        self._lines: tuple[StoryLine, ...] = ()
        self._chosen: int | None = None
        self._list = Scroller(self.theme, SPACE / 2)
        self._rows: list[StoryRow] = []
        self.add_widget(self._list)
        self._back = self.press(
            "story.back_to", "Back to before this", self._take_back, "plain", symbol="undo", style="body"
        )
        self._correct = self.press(
            "story.correct", "Correct this", self._ask_correction, "main", symbol="pencil", style="body"
        )

    def enter(self, **_: Any) -> None:
        """Tell the story."""
        self._chosen = None
        self.refresh()

    def refresh(self) -> None:
        """Tell it anew."""
        session = self.kiosk.session
        if session is not None:
            session.look(lambda: story(session.table, session.telling, session.names), self._tell)

    def _tell(self, lines: tuple[StoryLine, ...]) -> None:
        self._lines = lines
        while len(self._rows) < len(lines):
            self._rows.append(
                StoryRow(self.theme, "", "", None, style="body", plain_face=True, align="start")
            )
        self._mark()
        self._list.fill([[row] for row in self._rows[: len(lines)]] or [])
        self._list.end()

    def _mark(self) -> None:
        for place, (row, line) in enumerate(zip(self._rows, self._lines, strict=False)):
            chosen = line.n == self._chosen
            look = "chosen" if chosen else "flat"
            row.fill(f"story.line.{place}", line.text, partial(self._choose, line.n), look)
        self.show(self._back, self._chosen is not None)
        self.show(self._correct, self._chosen is not None)
        self.arranging()

    def _choose(self, n: int) -> None:
        self._chosen = None if n == self._chosen else n
        self._mark()

    def _take_back(self) -> None:
        session, chosen = self.kiosk.session, self._chosen
        if session is None or chosen is None:
            return
        earlier = [line.n for line in self._lines if line.n < chosen]
        to = earlier[-1] if earlier else 0
        detail = "Everything that was entered since is taken back. Cards that were seen stay seen."
        self.kiosk.ask_back(to, "Take back all from here on?", detail)

    def _ask_correction(self) -> None:
        self.kiosk.lay("correct", n=self._chosen)

    def arrange_body(self, area: Area) -> None:
        """The lines, and what can be done with the one that was touched."""
        if self._back.parent is not None:
            foot, area = area.cut_bottom(TOUCH)
            back, correct = foot.columns(2)
            back.place(self._back)
            correct.place(self._correct)
        area.place(self._list)


SCREEN = Story
