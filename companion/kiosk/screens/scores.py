"""Scores: who won, every point in a chart, and the reason of each."""

from typing import TYPE_CHECKING, Any

from companion.kiosk.areas import Area
from companion.kiosk.controls import Panel, Press, Words, written
from companion.kiosk.lettering import fitted
from companion.kiosk.sceneview import SceneView
from companion.kiosk.screen import Screen
from companion.kiosk.scroller import Scroller
from companion.kiosk.theme import SPACE, TOUCH
from companion.rules.contract import Line, Outcome
from companion.scenes import charts
from companion.scenes.ends import ABANDONED
from companion.scenes.shapes import Scene
from companion.scenes.telling import Telling

if TYPE_CHECKING:
    from companion.kiosk.app import Kiosk

REASONS_SHARE = 0.34

POINTS = 64.0
"""The room for a reason's points, in dp."""


class ReasonRow(Press):
    """A reason and its points; touched, it opens the rule."""

    points = ""
    strong = False

    def height_at(self, width: float) -> float:
        """A finger's height, or more where the words need it."""
        room = width - POINTS
        words = fitted(self.label, room, 1e9, "body", bold=self.strong).height
        detail = fitted(self.detail, room, 1e9, "small").height
        return max(TOUCH if self.action is not None else 30.0, words + detail + SPACE)

    def _face(self, width: float, height: float, ink: str) -> Any:
        room = width - POINTS
        detail = self.fit(self.detail, room, height * 0.6, "small")
        words = self.fit(self.label, room, height - detail.height - 2, "body", bold=self.strong)
        top = (height - words.height - detail.height) / 2
        yield from written(words, SPACE, top, ink, bold=self.strong)
        yield from written(detail, SPACE, top + words.height, "muted")
        number = self.fit(self.points, 48, height, "button", display=True)
        yield from written(number, width - SPACE, (height - number.height) / 2, ink, "end", display=True)


class Scores(Screen):
    """How the game ended."""

    def __init__(self, kiosk: "Kiosk") -> None:
        super().__init__(kiosk)
        self._chosen = ""
        self._title = self.words("", "headline", display=True)
        self._how = self.words("", "body", "muted", valign="start")
        self._chart = SceneView(self.theme, self._draw, self._touch, ground="")
        self._panel = Panel(self.theme, "raised")
        self._head = Words(self.theme, "", "title", display=True)
        self._reasons = Scroller(self.theme, SPACE / 2)
        self._rows: list[ReasonRow] = []
        for widget in (self._chart, self._panel, self._head, self._reasons):
            self.add_widget(widget)
        self._again = self.press("scores.again", "Play again", self._play_again, "main", symbol="replay")
        self._all = self.press(
            "scores.all", "All reasons", self._show_all, "plain", symbol="format-list-bulleted"
        )
        self._told = self.press(
            "scores.story", "Story", lambda: kiosk.lay("story"), symbol="book-open-variant"
        )
        self._home = self.press("scores.home", "Home", kiosk.stand_up, "quiet", symbol="home")
        self._back = self.press("scores.take_back", "", self._take_back, "plain", symbol="undo")

    @property
    def _outcome(self) -> Outcome | None:
        session = self.kiosk.session
        return session.shown.outcome if session is not None and session.shown is not None else None

    def enter(self, **_: Any) -> None:
        """Show the ranking."""
        self._chosen = ""
        self.refresh()

    def refresh(self) -> None:
        """Show the ranking as it is."""
        session, outcome = self.kiosk.session, self._outcome
        if session is None or session.shown is None:
            return
        if outcome is None:
            self.kiosk.go("game")
            return
        self.show(self._chart, not self._abandoned)
        self.arranging()
        if self._abandoned:
            self._title.say("The game was abandoned – nobody wins")
            self._how.say("")
            self._show_all()
            return
        names = session.names
        winners = [names[row.seat] for row in outcome.ranking if row.rank == 1]
        joined = " and ".join(winners)
        self._title.say(f"{joined} {'wins' if len(winners) == 1 else 'share the win'}")
        reason = session.telling.say(outcome.reason, {})
        self._how.say(f"{reason}. Touch a part of a bar for the reasons of its points.")
        self._choose(self._chosen or self._first_part(outcome))

    @property
    def _abandoned(self) -> bool:
        """Whether the table gave the game up: then nobody has a place."""
        outcome = self._outcome
        return outcome is not None and outcome.reason == ABANDONED

    def _first_part(self, outcome: Outcome) -> str:
        found = [part for part in charts.parts(outcome.ranking[0]) if part.points]
        return max(found, key=lambda part: part.points).id if found else ""

    def _touch(self, id_: str) -> None:
        outcome = self._outcome
        if outcome is None:
            return
        if id_.startswith("bar."):
            seat = int(id_.removeprefix("bar."))
            self._show_lines(self._all_of(outcome, seat), self._name(seat))
        else:
            self._choose(id_)

    def _name(self, seat: int) -> str:
        session = self.kiosk.session
        return session.names[seat] if session is not None else ""

    def _choose(self, id_: str) -> None:
        session, outcome = self.kiosk.session, self._outcome
        if session is None or outcome is None:
            return
        self._chosen = id_
        part = charts.part(outcome, id_)
        if part is None:
            self._show_all()
            return
        title = charts.title(session.telling, part.key, part.lines[0], session.names)
        self._show_lines(list(part.lines), f"{title} · {part.points}")
        self._chart.redraw()

    def _all_of(self, outcome: Outcome, seat: int) -> list[Line]:
        return [line for row in outcome.ranking if row.seat == seat for line in row.lines]

    def _show_all(self) -> None:
        outcome, session = self._outcome, self.kiosk.session
        if outcome is None or session is None:
            return
        self._chosen = ""
        rows: list[tuple[str, str, str, str]] = []
        for standing in outcome.ranking:
            total = _signed(standing.total) if self._counts_points else ""
            place = "" if self._abandoned else f"{standing.rank}. "
            rows.append((f"{place}{session.names[standing.seat]}", total, "", ""))
            rows += [self._row(session.telling, line, session.names) for line in standing.lines]
        self._fill(rows, "All reasons")
        self._chart.redraw()

    def _show_lines(self, lines: list[Line], title: str) -> None:
        session = self.kiosk.session
        if session is not None:
            self._fill([self._row(session.telling, line, session.names) for line in lines], title)

    def _row(self, words: Telling, line: Line, names: tuple[str, ...]) -> tuple[str, str, str, str]:
        group = words.group(line.group, names) if line.group else ""
        where = " · ".join(part for part in (group, words.cited(line.section)) if part)
        points = _signed(line.points) if self._counts_points else ""
        return words.line(line, names), points, where, line.section

    @property
    def _counts_points(self) -> bool:
        """Whether this game is decided by points at all."""
        outcome = self._outcome
        return outcome is not None and any(row.total for row in outcome.ranking)

    def _fill(self, rows: list[tuple[str, str, str, str]], title: str) -> None:
        self._head.say(title)
        while len(self._rows) < len(rows):
            self._rows.append(ReasonRow(self.theme, "", "", None, "flat"))
        for place, (row, (label, points, where, section)) in enumerate(zip(self._rows, rows, strict=False)):
            action = (lambda section=section: self.kiosk.lay("rule", section=section)) if section else None
            row.points, row.strong = points, not section
            row.fill(f"scores.reason.{place}", label, action, "plain" if section else "flat", detail=where)
        self._reasons.fill([[row] for row in self._rows[: len(rows)]])

    def _draw(self, wide: float, high: float) -> Scene:
        session, outcome = self.kiosk.session, self._outcome
        if session is None or outcome is None:
            return Scene(wide, high, ())
        return charts.score_chart(session.telling, outcome, session.names, (wide, high), self._chosen)

    def _play_again(self) -> None:
        session = self.kiosk.session
        if session is not None:
            game = session.table.rules.name
            self.kiosk.stand_up()
            self.kiosk.go("seats", game=game)

    def _take_back(self) -> None:
        session = self.kiosk.session
        if session is None or session.shown is None or session.shown.before_last is None:
            return
        self.kiosk.ask_back(session.shown.before_last, "Take the last entry back?", session.shown.last)

    def arrange(self, area: Area) -> None:
        """The winner above, the chart, its reasons beside or below it."""
        inner = area.inset(1.5 * SPACE)
        foot, body = inner.cut_bottom(TOUCH)
        head, body = body.cut_top(78)
        title, how = head.cut_top(46, 0)
        title.place(self._title)
        how.place(self._how)
        wide = self.kiosk.in_dp(area.width)
        if self._chart.parent is None:
            reasons, chart = body, None
        elif area.upright:
            reasons, chart = body.cut_bottom(self.kiosk.in_dp(body.height) * 0.5)
        else:
            reasons, chart = body.cut_right(max(280, min(wide * REASONS_SHARE, 460)), 1.5 * SPACE)
        if chart is not None:
            chart.place(self._chart)
        reasons.place(self._panel)
        title, rows = reasons.inset(SPACE).cut_top(34, SPACE / 2)
        title.inset(SPACE / 2, 0).place(self._head)
        rows.place(self._reasons)
        back, foot = foot.cut_left(TOUCH)
        back.place(self._back)
        below = (self._again, self._all, self._told, self._home)
        for press, cell in zip(below, foot.columns(len(below)), strict=True):
            cell.place(press)


def _signed(points: int) -> str:
    return f"−{-points}" if points < 0 else str(points)


SCREEN = Scores
