"""A table without a journal: a rehearsal is played on it in memory."""

from collections.abc import Iterator
from typing import Any

from companion.journal.fold import Played, Timeline
from companion.journal.judge import judge_command
from companion.rehearsal import Move, Rehearsal, rehearse
from companion.rules import game as rules_of
from companion.rules.contract import HOST, Setup, Viewer, Violation
from companion.rules.hidden import redact
from companion.table import Told, View
from companion.table.history import History


class Bare:
    """Judges and folds as the table does, and keeps nothing."""

    def __init__(self, setup: Setup) -> None:
        self.rules = rules_of(setup.game)
        self.timeline = Timeline()
        self._histories: dict[Viewer, History] = {}
        self._enter(setup, HOST)

    @property
    def state(self) -> Any:
        return self.timeline.state

    @property
    def n(self) -> int:
        return self.timeline.n

    def view(self, viewer: Viewer) -> View:
        state = redact(self.state, viewer)
        return View(self.n, state, self.rules.asks(state, viewer), self.rules.outcome(state))

    def history(self, viewer: Viewer) -> tuple[Told, ...]:
        return self._histories.setdefault(viewer, History(self.rules, viewer)).told(self.timeline)

    def enter(self, command: Any, by: Viewer) -> None:
        self._enter(command, by)

    def _enter(self, command: Any, by: Viewer) -> None:
        before = self.timeline.states[-1] if self.timeline.states else None
        events = judge_command(self.rules, before, command, by)
        assert not isinstance(events, Violation), (events, command)
        state = before
        for event in events:
            state = self.rules.evolve(state, event)
            assert list(self.rules.audit(state)) == []
        played = Played(len(self.timeline.states), by, command, events, state)
        self.timeline = Timeline((*self.timeline.states, state), (*self.timeline.line, played))


def begin(game: str, seats: int, seed: int) -> tuple[Bare, Rehearsal]:
    rehearsal = rehearse(game, seed)
    return Bare(rehearsal.world.setting(seats)), rehearsal


def moves(table: Bare, rehearsal: Rehearsal) -> Iterator[Move]:
    """Play, and give each move before it is made."""
    while (move := rehearsal.next(table)) is not None:
        yield move
        table.enter(move.command, move.by)


def evening(game: str, seats: int, seed: int) -> Bare:
    """A whole evening."""
    table, rehearsal = begin(game, seats, seed)
    for _ in moves(table, rehearsal):
        pass
    return table
