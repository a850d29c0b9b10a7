"""How a command is refused: code, section, numbers, and the legal commands nearest to it."""

from typing import Any

from companion.rules.coaster_clash.asks import Asks, awaited
from companion.rules.coaster_clash.commands import Command
from companion.rules.coaster_clash.events import Event
from companion.rules.coaster_clash.state import (
    Assigning,
    Committing,
    Counting,
    Flipping,
    Naming,
    Over,
    Redrawing,
    State,
)
from companion.rules.contract import TABLE, Amount, Ask, Fact, Violation

Refusal = Violation[Command]
Judged = tuple[Event, ...] | Refusal

REPAIRS = 3
"""How many repairs a refusal offers at most."""

AWAITED: dict[type, str] = {
    Assigning: "CC2",
    Naming: "CC39",
    Redrawing: "CC30",
    Committing: "CC3",
    Flipping: "CC4",
    Counting: "Layout Card Bonus Excitement",
    Over: "End of the Game",
}
"""The heading or ruling that says what is awaited at each stage."""


def refuse(
    state: State, command: Command, code: str, section: str, *, asks: Asks | None = None, **facts: Fact
) -> Refusal:
    """A violation; its repairs are the nearest of what may be entered instead."""
    return Violation(code, section, facts, nearest(awaited(state, TABLE) if asks is None else asks, command))


def nearest(asks: Asks, command: Command) -> tuple[Command, ...]:
    """The legal commands of the same kind and seat that share the most with this one."""
    alike = [option for ask in asks for option in _answers(ask, command) if option.seat == command.seat]
    return tuple(sorted(alike, key=lambda option: _distance(option, command))[:REPAIRS])


def _answers(ask: Ask[Command], command: Command) -> tuple[Command, ...]:
    """An ask's commands of this kind; of a number, the one nearest to what was entered."""
    if not isinstance(ask, Amount):
        first, last = ask.options[0], ask.options[-1]  # only a discard stands behind options of another kind
        if type(command) not in (type(first), type(last)):
            return ()
        return tuple([option for option in ask.options if type(option) is type(command)])
    if type(ask.command) is not type(command):
        return ()
    note = getattr(command, ask.note) if ask.note else ""
    value = min(max(getattr(command, ask.field), ask.low), ask.high)
    return (ask.option(value, note),)


def _distance(one: Any, two: Any) -> int:
    """In how many fields two commands of a kind differ."""
    return sum(getattr(one, name) != getattr(two, name) for name in one.__struct_fields__)


def not_now(state: State, command: Command) -> Refusal:
    """Something else is awaited; the repairs are an answer to each of the first things that are."""
    some = [
        ask.option(ask.low) if isinstance(ask, Amount) else ask.options[0] for ask in awaited(state, TABLE)
    ]
    return Violation(
        "clash.entry.not-now",
        AWAITED[type(state.stage)],
        {"entered": type(command).__name__, "awaited": type(state.stage).__name__},
        tuple(some[:REPAIRS]),
    )
