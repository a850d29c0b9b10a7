"""Who may enter what: a seat for itself, a shared screen for all, the host's own for the host alone."""

from typing import Any

from companion.journal import Correct, TakeBack
from companion.journal.fold import AnyRules, Timeline
from companion.journal.judge import TABLE_SECTION
from companion.rules.contract import Viewer, Violation


def forbidden(rules: AnyRules, timeline: Timeline, command: Any, by: Viewer) -> Violation[Any] | None:
    """Why somebody may not enter a command, whatever the rules say to it; nothing if they may.

    Taking back and correcting concern the whole table: they are entered on a shared screen or by the host.
    """
    match command:
        case TakeBack():
            return _not_shared(by)
        case Correct():
            place = timeline.place(command.n)
            replaced = [] if place is None else [timeline.line[place].command]
            refusals = (forbidden(rules, timeline, each, by) for each in [*replaced, command.command])
            return _not_shared(by) or next((each for each in refusals if each), None)
        case _ if isinstance(command, rules.host_commands):
            return None if by.host else Violation("table.seats.host-only", TABLE_SECTION)
        case _:
            return _not_own(getattr(command, "seat", None), by)


def _not_shared(by: Viewer) -> Violation[Any] | None:
    if by.seat is None or by.host:
        return None
    return Violation("table.seats.shared-only", TABLE_SECTION)


def _not_own(seat: int | None, by: Viewer) -> Violation[Any] | None:
    if by.seat is None or seat is None or seat == by.seat:
        return None
    return Violation("table.seats.not-yours", TABLE_SECTION, {"seat": seat, "by": by.seat})
