"""How a command is refused: code, section, numbers, and the legal commands nearest to it."""

from typing import Any

from companion.rules.contract import HOST, TABLE, Fact, Seat, Violation
from companion.rules.cosmic_coasters.asks import asks
from companion.rules.cosmic_coasters.commands import HOST_COMMANDS, Command
from companion.rules.cosmic_coasters.components import Space
from companion.rules.cosmic_coasters.state import Acting, State

REPAIRS = 3
"""How many repairs a refusal offers at most."""


def refuse(
    state: State,
    command: Command,
    code: str,
    section: str,
    *,
    repairs: tuple[Command, ...] | None = None,
    **facts: Fact,
) -> Violation[Command]:
    """The violation, with the nearest legal commands of the same kind and seat unless others are named."""
    return Violation(code, section, facts, nearest(state, command) if repairs is None else repairs)


def nearest(state: State, command: Command) -> tuple[Command, ...]:
    """The legal commands that share the most with this one."""
    viewer = HOST if isinstance(command, HOST_COMMANDS) else TABLE
    legal = [
        option
        for ask in asks(state, viewer)
        for option in getattr(ask, "options", ())
        if type(option) is type(command) and option.seat == command.seat
    ]
    return tuple(sorted(legal, key=lambda option: _distance(option, command))[:REPAIRS])


def _distance(one: Any, two: Any) -> int:
    return sum(getattr(one, name) != getattr(two, name) for name in one.__struct_fields__)


def not_now(state: State, command: Command) -> Violation[Command]:
    """Something else is awaited."""
    awaited = type(state.pending).__name__.lower()
    return refuse(
        state,
        command,
        "cosmic.action.not-now",
        "Turn Options",
        entered=type(command).__name__.lower(),
        awaited=awaited,
    )


def not_yours(state: State, command: Command, awaited: Seat) -> Violation[Command]:
    """Another seat is awaited."""
    return refuse(
        state,
        command,
        "cosmic.turn.not-yours",
        "Turn Options",
        seat=-1 if command.seat is None else command.seat,
        awaited=awaited,
    )


def out_of_turn(state: State, command: Command) -> Violation[Command] | None:
    """Why a seat can't act now, if it can't."""
    if not isinstance(state.pending, Acting):
        return not_now(state, command)
    if command.seat != state.active:
        return not_yours(state, command, state.active)
    return None


def unknown_space(state: State, command: Command, space: Space) -> Violation[Command]:
    """The moons in play have no such space."""
    return refuse(state, command, "cosmic.space.unknown", "Symbols", space=space, last=state.chart.spaces - 1)
