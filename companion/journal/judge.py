"""Judging entries: by what the enterer may see, then on the whole; and again, after a correction."""

from typing import Any

from msgspec import Struct

from companion.journal.entry import Correct, Rejudged, TakeBack
from companion.journal.fold import AnyRules, Played, Timeline, evolved
from companion.rules.contract import Setup, Viewer, Violation
from companion.rules.hidden import redact

Judgement = tuple[Any, ...] | Violation[Any]


class Broken(Struct, frozen=True):
    """A correction can't stand together with entry `n`, and this is why; nothing was changed."""

    n: int
    violation: Violation[Any]


def judge(rules: AnyRules, timeline: Timeline, command: Any, by: Viewer) -> Judgement | Broken:
    """What a command that is entered now leads to, or why it is refused.

    A correction's events are grouped by `Rejudged`; it is `Broken` if it would drop an entry unasked.
    """
    match command:
        case TakeBack():
            return _take_back(timeline, command)
        case Correct():
            return _correct(rules, timeline, command, by)
        case _:
            state = timeline.state if timeline.line else None
            return judge_command(rules, state, command, by)


def judge_command(rules: AnyRules, state: Any, command: Any, by: Viewer) -> Judgement:
    """What a game's own command leads to in a state; a refusal knows only what `by` may see."""
    match command, state:
        case Setup(), None:
            return rules.start(command)
        case Setup(), _:
            return Violation("table.setup.begun", TABLE_SECTION)
        case _, None:
            return Violation("table.setup.not-begun", TABLE_SECTION)
    seen = redact(state, by)
    judgement = rules.decide(seen, command)
    if seen is state or isinstance(judgement, Violation):
        return judgement
    judgement = rules.decide(state, command)
    if isinstance(judgement, Violation):  # the contract forbids it; its facts may be another's secret
        return Violation("table.entry.hidden", TABLE_SECTION)
    return judgement


TABLE_SECTION = "table"
"""The section that refusals cite which are not a game's."""


def _take_back(timeline: Timeline, command: TakeBack) -> Judgement:
    if timeline.place(command.to) is None:
        return _not_there(timeline, command.to)
    if timeline.line[-1].n == command.to:
        return Violation("table.take-back.nothing", TABLE_SECTION, {"to": command.to})
    return ()


def _correct(rules: AnyRules, timeline: Timeline, command: Correct[Any], by: Viewer) -> Judgement | Broken:
    place = timeline.place(command.n)
    if place is None:
        return _not_there(timeline, command.n)
    if (command.n == 0) != isinstance(command.command, Setup):
        return Violation("table.correct.other-kind", TABLE_SECTION, {"n": command.n})
    if command.n == 0 and command.command.game != timeline.setup.game:
        return Violation("table.correct.other-game", TABLE_SECTION, {"game": timeline.setup.game})
    state = timeline.line[place - 1].state if place else None
    events = judge_command(rules, state, command.command, by)
    if isinstance(events, Violation):
        return events
    told = [Rejudged(command.n), *events]
    state = evolved(rules, state, events)
    for later in timeline.line[place + 1 :]:
        events = judge_command(rules, state, later.command, later.by)
        if isinstance(events, Violation):
            if command.keep:
                break
            return Broken(later.n, _seen_by(rules, state, later, by))
        told += [Rejudged(later.n), *events]
        state = evolved(rules, state, events)
    return tuple(told)


def _seen_by(rules: AnyRules, state: Any, later: Played, by: Viewer) -> Violation[Any]:
    """Why a later entry is refused, as far as somebody else may know."""
    judgement = rules.decide(redact(state, by), redact(later.command, by))
    if isinstance(judgement, Violation):
        return redact(judgement, by)
    return Violation("table.entry.hidden", TABLE_SECTION)


def _not_there(timeline: Timeline, n: int) -> Violation[Any]:
    return Violation("table.entry.not-there", TABLE_SECTION, {"n": n, "last": timeline.line[-1].n})
