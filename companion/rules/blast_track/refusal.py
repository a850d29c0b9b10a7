"""How a command is refused: code, section, numbers, and the legal commands nearest to it."""

from typing import Any, assert_never

from companion.rules.blast_track import asks
from companion.rules.blast_track.board import Fault
from companion.rules.blast_track.commands import HOST_COMMANDS, Command
from companion.rules.blast_track.events import Event
from companion.rules.blast_track.placing import ExitFault
from companion.rules.blast_track.state import (
    Choosing,
    Closing,
    Drawing,
    Exiting,
    Extra,
    Laying,
    Over,
    Refilling,
    Relocating,
    Scoring,
    SettingUp,
    Sliding,
    State,
    Taking,
)
from companion.rules.contract import HOST, TABLE, Amount, Fact, Facts, Seat, Violation

Refusal = Violation[Command]
Answer = tuple[Event, ...] | Refusal
"""What a command is answered with."""

REPAIRS = 3
"""How many repairs a refusal offers at most."""

SLIDES = {
    "start": ("track.slide.start", "BT5"),
    "collision": ("track.slide.collision", "BT4"),
    "exit": ("track.slide.exit", "BT6"),
}
EXITS = {
    "occupied": ("track.exit.occupied", "BT10"),
    "touches-nothing": ("track.exit.touches-nothing", "BT10"),
    "touches-more": ("track.exit.touches-more", "BT10"),
    "beside-exit": ("track.exit.beside-exit", "BT10"),
    "ahead-of-cart": ("track.exit.ahead-of-cart", "BT10"),
}


def refuse(
    state: State,
    command: Command,
    code: str,
    section: str,
    *,
    repairs: tuple[Command, ...] | None = None,
    **facts: Fact,
) -> Refusal:
    """The violation, with the nearest legal commands of the same kind and seat unless others are named."""
    return Violation(code, section, facts, nearest(state, command) if repairs is None else repairs)


def nearest(state: State, command: Command) -> tuple[Command, ...]:
    """The legal commands of the same kind and seat that differ the least from this one."""
    viewer = HOST if isinstance(command, HOST_COMMANDS) else TABLE
    alike: list[Command] = []
    for ask in asks.asks(state, viewer):
        if isinstance(ask, Amount):
            if type(ask.command) is type(command):
                alike.append(ask.option(ask.low))
        else:
            alike += [option for option in ask.options if type(option) is type(command)]
    own = [option for option in alike if option.seat == command.seat]
    return tuple(sorted(own, key=lambda option: _distance(option, command))[:REPAIRS])


def _distance(one: Any, two: Any) -> tuple[int, int]:
    """In how many fields two commands of a kind differ, the tile counted twice; and by how much in turn."""
    fields = one.__struct_fields__
    apart = sum(2 if name == "tile" else 1 for name in fields if getattr(one, name) != getattr(two, name))
    turns = (one.turn - two.turn) % 6 if "turn" in fields else 0
    return apart, turns


def slid_wrong(state: State, command: Command, fault: Fault) -> Refusal:
    """A cart would meet what it must not (BT4-BT6)."""
    code, section = SLIDES[fault.kind]
    q, r = fault.cell
    facts: Facts = {"cart": fault.seat, "q": q, "r": r, "end": fault.end}
    if fault.other >= 0:
        facts["other"] = fault.other
    return Violation(code, section, facts, nearest(state, command))


def exit_wrong(state: State, command: Command, fault: ExitFault) -> Refusal:
    """An exit can't lie there (BT10)."""
    code, section = EXITS[fault.kind]
    q, r = fault.cell
    facts: Facts = {"q": q, "r": r}
    if fault.kind.startswith("touches"):
        facts["sides"] = fault.sides
    if fault.other >= 0:
        facts["other"] = fault.other
    return Violation(code, section, facts, nearest(state, command))


def awaited_by(state: State) -> str:
    """The heading or ruling that says what is awaited now."""
    match state.stage:
        case SettingUp():
            return "Set Up"
        case Taking() | Laying() | Sliding() | Closing():
            return "How to Play Blast Track"
        case Refilling():
            return "BT1"
        case Exiting():
            return "Tunnel Tiles"
        case Scoring() | Relocating():
            return "Construction Tiles"
        case Choosing() | Drawing() | Extra():
            return "Slope Tiles"
        case Over():
            return "Game End"
        case _:
            assert_never(state.stage)


def not_now(state: State, command: Command) -> Refusal:
    """Something else is awaited."""
    repairs = tuple(
        [
            ask.option(ask.low) if isinstance(ask, Amount) else ask.options[0]
            for ask in asks.asks(state, TABLE)
        ]
    )
    entered, awaited = type(command).__name__, type(state.stage).__name__
    return refuse(
        state,
        command,
        "track.action.not-now",
        awaited_by(state),
        repairs=repairs[:REPAIRS],
        entered=entered,
        awaited=awaited,
    )


def not_yours(state: State, command: Command, awaited: Seat) -> Refusal:
    """Another seat is awaited."""
    seat = -1 if command.seat is None else command.seat
    return refuse(state, command, "track.turn.not-yours", awaited_by(state), seat=seat, awaited=awaited)
