"""Past evenings: who won with how many points, the reasons, the chart; read from the journal."""

import logging
import threading
from datetime import datetime
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from companion.journal import Evening, JournalError, fold
from companion.rules import games
from companion.rules.contract import TABLE, Outcome
from companion.rules.hidden import redact
from companion.scenes import charts
from companion.scenes.svg import svg
from companion.scenes.telling import telling
from companion.tablet.amiss import amiss
from companion.tablet.roles import Role
from companion.tablet.room import Room

log = logging.getLogger(__name__)

REMEMBERED = 400


class Ended(Struct, frozen=True):
    """How an evening stands: its outcome, or nothing while it goes on; `problem` where it can't be read."""

    outcome: Outcome | None
    problem: str = ""


def looked_up(room: Room) -> tuple[tuple[Evening, ...], str]:
    """Every evening, the oldest first; none, and why, where the journal can't be read."""
    try:
        return room.evenings(), ""
    except JournalError as error:
        log.warning("%s", error)
        return (), amiss(error)


class Past:
    """Looks evenings up; from any thread."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._known: dict[tuple[int, int], Ended] = {}
        self._mutex = threading.Lock()

    def evenings(self, role: Role) -> dict[str, Any]:
        """All evenings, the newest first, or why they can't be read."""
        found = []
        evenings, problem = looked_up(self._room)
        for evening in reversed(evenings):
            ended = self._ended(evening)
            found.append(
                {
                    "id": evening.id,
                    "title": games()[evening.game].title if evening.game in games() else evening.game,
                    "names": ", ".join(evening.names),
                    "when": when(evening),
                    "how": _how(evening, ended),
                    "finished": evening.finished,
                    "on": self._room.table is not None and self._room.table.evening == evening.id,
                    "may_resume": not evening.finished and (role.shared or role.host),
                }
            )
        return {"evenings": found, "problem": problem}

    def evening(self, id_: int, dark: bool, wide: float) -> dict[str, Any]:
        """One evening with its scores, as they lie open for everybody."""
        evenings, problem = looked_up(self._room)
        evening = next((each for each in evenings if each.id == id_), None)
        if problem:
            return {"evening": None, "problem": problem}
        if evening is None or evening.game not in games():
            return {"evening": None, "problem": "There is no such evening here."}
        ended, words = self._ended(evening), telling(evening.game)
        chart = Markup("")
        rows: list[dict[str, Any]] = []
        if ended.outcome is not None and ended.outcome.reason != "abandoned":
            scene = charts.score_chart(
                words, ended.outcome, evening.names, (wide, 84.0 * len(evening.names) + 60)
            )
            chart = Markup(svg(scene, dark))  # noqa: S704  # its words are escaped where they are drawn
        if ended.outcome is not None:
            rows = scored(words, ended.outcome, evening.names, dark)
        return {
            "evening": evening,
            "title": games()[evening.game].title,
            "when": when(evening),
            "how": _how(evening, ended),
            "chart": chart,
            "rows": rows,
            "problem": ended.problem,
        }

    def _ended(self, evening: Evening) -> Ended:
        key = (evening.id, evening.entries)
        with self._mutex:
            if key not in self._known:
                if len(self._known) >= REMEMBERED:
                    self._known.clear()
                self._known[key] = self._look_up(evening)
            return self._known[key]

    def _look_up(self, evening: Evening) -> Ended:
        if not evening.finished or evening.game not in games():
            return Ended(None)
        rules = games()[evening.game]
        try:
            state = fold(rules, self._room.journal.entries(evening.id)).state
        except JournalError as error:
            log.warning("%s", error)
            return Ended(None, amiss(error))
        return Ended(redact(rules.outcome(state), TABLE))


def scored(words: Any, outcome: Outcome, names: tuple[str, ...], dark: bool) -> list[dict[str, Any]]:
    """Every seat's points with their reasons, best first."""
    from companion.tablet.asking import mark

    points = any(row.total for row in outcome.ranking)
    rows = []
    for row in outcome.ranking:
        found = [
            {
                "id": part.id,
                "title": charts.title(words, part.key, part.lines[0], names),
                "points": part.points if points else None,
                "lines": [
                    {
                        "words": words.line(line, names),
                        "points": line.points if points else None,
                        "section": words.cited(line.section),
                        "rule": words.explain(line.section) if line.section else "",
                    }
                    for line in part.lines
                ],
            }
            for part in charts.parts(row)
        ]
        rows.append(
            {
                "seat": row.seat, "name": names[row.seat], "mark": mark(row.seat, dark, 24),
                "rank": 0 if outcome.reason == "abandoned" else row.rank,
                "total": row.total if points else None, "parts": found,
            }
        )  # fmt: skip
    return rows


def when(evening: Evening) -> str:
    """The local day and time an evening began."""
    return datetime.fromisoformat(evening.started).astimezone().strftime("%a %d %b %Y, %H:%M")


def _how(evening: Evening, ended: Ended) -> str:
    if ended.problem:
        return "can’t be read"
    if not evening.finished:
        return "not finished"
    outcome = ended.outcome
    if outcome is None:
        return "finished"
    if outcome.reason == "abandoned":
        return "abandoned"
    winners = [row for row in outcome.ranking if row.rank == 1]
    names = " and ".join(evening.names[row.seat] for row in winners)
    with_points = f" with {winners[0].total}" if winners[0].total else ""
    return f"won by {names}{with_points}"
