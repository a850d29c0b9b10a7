"""The steps that lead to each command: a ship and then a space, as on the table."""

from typing import assert_never

from companion.rules.contract import Seat
from companion.rules.cosmic_coasters.commands import (
    Abandon,
    Adjust,
    Approach,
    Build,
    Command,
    Deploy,
    Draw,
    Escape,
    Inhibit,
    Land,
    Leave,
    Move,
    Pass,
    Report,
    Retreat,
    Roll,
    Settle,
    Teleport,
    Throw,
)
from companion.rules.cosmic_coasters.components import SPACES, Space
from companion.rules.cosmic_coasters.state import Alarm, Reason, Sign, State, Verdict
from companion.scenes.cosmic_coasters.words import (
    POWERS,
    home_id,
    moon_id,
    moon_name,
    space_id,
    space_title,
    spot_name,
    welcome,
)
from companion.scenes.speaking import called
from companion.scenes.telling import Step

Path = tuple[Step, ...]
Names = tuple[str, ...]

HANDS = {
    Sign.ROCK: Step("hand.rock", "Rock", symbol="hexagon-slice-6"),
    Sign.PAPER: Step("hand.paper", "Paper", symbol="note-outline"),
    Sign.SCISSORS: Step("hand.scissors", "Scissors", symbol="content-cut"),
}

REASONS = {
    Reason.MISPLACED: Step("reason.misplaced", "The screen is wrong", "The table is right"),
    Reason.TABLE_RULING: Step("reason.table-ruling", "The table decided so", "A ruling of your own"),
}

SURE = Step("sure", "Yes, destroy my own ship", symbol="alert-outline")


def path(state: State, command: Command, names: Names) -> Path:
    """The steps to this command."""
    match command:
        case Move():
            return _move(state, command, names)
        case Teleport():
            return _teleport(state, command, names)
        case Approach(_, pad, moon):
            detail = f"guarded by {called(names, moon)}"
            step = Step(moon_id(moon), f"To {moon_name(state, moon)}", detail, "rocket-launch-outline")
            return (_ship(state, pad), step)
        case Build(_, factory):
            built = Step(space_id(factory), space_title(state, factory), "build a ship here", shortcut=True)
            return (Step("build", "Build", "a ship from spare parts", "hammer-wrench"), built)
        case Pass():
            return (Step("pass", "Pass", "do nothing this turn", "skip-next"),)
        case Land() | Escape() | Retreat() | Inhibit():
            return _answer(state, command, names)
        case Throw() | Roll() | Report():
            return _round(state, command, names)
        case Settle() | Deploy():
            return _set_up(state, command)
        case Adjust() | Leave() | Draw() | Abandon():
            return _host(state, command, names)
        case _:
            assert_never(command)


def _ship(state: State, space: Space) -> Step:
    return Step(space_id(space), space_title(state, space))


def _move(state: State, command: Move, names: Names) -> Path:
    """Ship, space, and the way between them where there are two."""
    there = state.ships[command.to]
    detail = "move here" if there is None else f"attack {called(names, there)}"
    to = Step(space_id(command.to), space_title(state, command.to), detail)
    steps = (_ship(state, command.origin), to)
    if command.via is None:
        return steps
    near = state.chart.neighbours
    ways = [
        via
        for via in near[command.origin]
        if command.to in near[via] and state.ships[via] is None and command.to != command.origin
    ]
    if ways == [command.via]:
        return steps
    return (*steps, Step(f"via.{command.via}", f"By the {spot_name(state, command.via)}"))


def _teleport(state: State, command: Teleport, names: Names) -> Path:
    """The ship on a pad, and where it goes; the way home that wins is a shortcut."""
    pad, to = command.pad, command.to
    if to is None:
        nothing = Step(f"nothingness.{pad}", "Into nothingness", "destroy this ship", "circle-off-outline")
        return (_ship(state, pad), nothing)
    wins = state.ships[pad] == command.seat and pad // SPACES != command.seat and to // SPACES == command.seat
    if wins and to == welcome(state, command.seat):
        home = Step(home_id(pad), "Teleport home · win", "", "home-import-outline", shortcut=True)
        return (_ship(state, pad), home)
    return (_ship(state, pad), *_landing(state, to, command.seat, names))


def _landing(state: State, to: Space, seat: Seat, names: Names) -> Path:
    """The space of a landing; one's own ship is not destroyed by a slip of the finger (CO6)."""
    there = state.ships[to]
    match there:
        case None:
            detail = "land here"
        case _ if there == seat:
            detail = "destroys your own ship"
        case _:
            detail = f"destroys {called(names, there)}’s ship"
    step = Step(space_id(to), space_title(state, to), detail)
    return (step, SURE) if there == seat else (step,)


def _answer(state: State, command: Land | Escape | Retreat | Inhibit, names: Names) -> Path:
    match command:
        case Land(seat, to):
            return _landing(state, to, seat, names)
        case Escape(_, to):
            if to is not None:
                return (Step(space_id(to), space_title(state, to), "escape here"),)
            where = f"on {space_title(state, state.pending.to)}" if isinstance(state.pending, Alarm) else ""
            return (Step("stay", "Stay and be destroyed", where, "skull-outline"),)
        case Retreat(_, to):
            where = "stay at the start" if state.ships[to] == command.seat else "stay halfway"
            return (Step(space_id(to), space_title(state, to), where),)
        case Inhibit(_, True):
            return (Step("inhibit.repel", "Play a round", "stop the ship", "shield-outline"),)
        case Inhibit():
            return (Step("inhibit.waive", "Let it come", "", "shield-off-outline"),)
        case _:
            assert_never(command)


def _round(state: State, command: Throw | Roll | Report, names: Names) -> Path:
    match command:
        case Throw(_, hand) if hand.value is not None:
            return (HANDS[hand.value],)
        case Throw():
            return (Step("hand.unseen", "Not shown"),)
        case Roll(_, pips):
            return (Step(f"die.{pips}", str(pips), ("loses", "draws", "wins")[(pips - 1) // 2 % 3]),)
        case Report(verdict):
            return (_verdict(verdict, called(names, state.active)),)
        case _:
            assert_never(command)


def _verdict(verdict: Verdict, name: str) -> Step:
    match verdict:
        case Verdict.WIN:
            return Step("verdict.win", f"{name} wins")
        case Verdict.DRAW:
            return Step("verdict.draw", "A draw")
        case Verdict.LOSE:
            return Step("verdict.lose", f"{name} loses")
        case _:
            assert_never(verdict)


def _set_up(state: State, command: Settle | Deploy) -> Path:
    match command:
        case Settle(_, moon):
            powers = {known.name: POWERS[known.power] for known in state.components.moons}
            return (Step(f"settle.{moon}", moon, powers.get(moon, ""), "moon-full"),)
        case Deploy(_, empty):
            return tuple(
                Step(space_id(space), f"No ship: {spot_name(state, space)}", any_order=True)
                for space in empty
            )
        case _:
            assert_never(command)


def _host(state: State, command: Adjust | Leave | Draw | Abandon, names: Names) -> Path:
    match command:
        case Adjust():
            return _adjust(state, command, names)
        case Leave(seat):
            name = called(names, seat)
            first = Step("leave", "A player leaves", "", "exit-run")
            return (first, Step(f"leave.{seat}", f"{name} leaves", "all ships are destroyed"))
        case Draw():
            first = Step("draw", "Agree on a draw", "", "handshake-outline")
            return (first, Step("draw.sure", "Yes, all agree", "the first place is shared"))
        case Abandon():
            first = Step("abandon", "End the game here", "", "close-circle-outline")
            return (first, Step("abandon.sure", "Yes, end it", "nobody wins alone"))
        case _:
            assert_never(command)


def _adjust(state: State, command: Adjust, names: Names) -> Path:
    """Why, which ship, and where it belongs."""
    ship, origin, to = command.ship, command.origin, command.to
    name = called(names, ship)
    if origin is None:
        taken = Step(f"spare.{ship}", f"A spare part of {name}")
    elif state.ships[origin] == ship:
        taken = Step(space_id(origin), space_title(state, origin), f"{name}’s ship")
    else:
        taken = Step(f"ship.{ship}.{origin}", space_title(state, origin), f"{name}’s ship")
    away = Step("spare", "Off the moons", "it becomes a spare part")
    put = away if to is None else Step(space_id(to), space_title(state, to), "put it here")
    return (Step("adjust", "Correct a ship", "", "wrench"), REASONS[command.reason], taken, put)
