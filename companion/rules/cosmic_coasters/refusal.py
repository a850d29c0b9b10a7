"""How a command is refused: code, section, numbers, and the legal commands nearest to it."""

from collections.abc import Iterable
from typing import Any, assert_never

from companion.rules.contract import HOST, TABLE, Fact, Seat, Violation
from companion.rules.cosmic_coasters.asks import offered
from companion.rules.cosmic_coasters.commands import HOST_COMMANDS, Command, Escape, Event, Land, Teleport
from companion.rules.cosmic_coasters.components import SPACES, Space
from companion.rules.cosmic_coasters.state import (
    Acting,
    Alarm,
    Attack,
    Challenge,
    Combat,
    Deploying,
    Inhibition,
    Landing,
    Over,
    Retreating,
    Settling,
    State,
)

Answer = tuple[Event, ...] | Violation[Command]
"""What a command is answered with."""

REPAIRS = 3
"""How many repairs a refusal offers at most."""

PLACES = frozenset({"origin", "via", "to", "pad", "factory"})
"""The fields of commands that name a space."""


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
    """The legal commands that share the most with this one and give up no ship."""
    viewer = HOST if isinstance(command, HOST_COMMANDS) else TABLE
    alike = [
        option
        for option in sparing(state, offered(state, viewer))
        if type(option) is type(command) and option.seat == command.seat
    ]
    return tuple(sorted(alike, key=lambda option: _distance(option, command))[:REPAIRS])


def sparing(state: State, options: Iterable[Command]) -> list[Command]:
    """The commands that destroy no ship of the seat that enters them: a repair is one touch (CO6)."""
    return [option for option in options if not _gives_up_a_ship(state, option)]


def _gives_up_a_ship(state: State, command: Command) -> bool:
    match command:
        case Teleport(seat, pad, None):
            return state.ships[pad] == seat
        case Teleport(seat, _, int(to)) | Land(seat, to):
            return state.ships[to] == seat
        case Escape(_, None):
            return True
        case _:
            return False


def _distance(one: Any, two: Any) -> int:
    """How far apart two commands of a kind are; two spaces of one moon are halfway alike."""
    return sum(
        _apart(name, getattr(one, name), getattr(two, name))
        for name in one.__struct_fields__
        if getattr(one, name) != getattr(two, name)
    )


def _apart(name: str, one: Any, two: Any) -> int:
    same_moon = name in PLACES and None not in (one, two) and one // SPACES == two // SPACES
    return 1 if same_moon else 2


def awaited_by(state: State) -> str:
    """The heading or ruling that says what is awaited now, and of whom."""
    match state.pending:
        case Settling():
            return "CO31"
        case Deploying():
            return "Setup"
        case Acting():
            return "Turn Options"
        case Attack():
            return "Movement and Combat"
        case Challenge() if state.options.combat is Combat.DICE:
            return "CO21"
        case Inhibition() | Challenge() | Landing():
            return "CO20"
        case Alarm():
            return "CO24"
        case Retreating():
            return "CO23"
        case Over():
            return "Goal"
        case _:
            assert_never(state.pending)


def not_now(state: State, command: Command) -> Violation[Command]:
    """Something else is awaited."""
    return refuse(
        state,
        command,
        "cosmic.action.not-now",
        awaited_by(state),
        entered=type(command).__name__.lower(),
        awaited=type(state.pending).__name__.lower(),
    )


def not_yours(state: State, command: Command, awaited: Seat) -> Violation[Command]:
    """Another seat is awaited."""
    seat = -1 if command.seat is None else command.seat
    return refuse(state, command, "cosmic.turn.not-yours", awaited_by(state), seat=seat, awaited=awaited)


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
