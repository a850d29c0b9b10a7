"""What is asked, and of whom."""

from typing import Any, assert_never

from companion.rules.contract import Ask, Seat
from companion.rules.cosmic_coasters.asks import table_asks
from companion.rules.cosmic_coasters.commands import HOST_COMMANDS, Build, Move, Teleport
from companion.rules.cosmic_coasters.components import SPACES
from companion.rules.cosmic_coasters.state import (
    Acting,
    Alarm,
    Attack,
    Challenge,
    Combat,
    Deploying,
    Ending,
    Inhibition,
    Landing,
    Moons,
    Over,
    Retreating,
    Round,
    Settling,
    State,
    opponent,
)
from companion.scenes.cosmic_coasters.words import moon_name, space_name
from companion.scenes.speaking import called, listed
from companion.scenes.telling import Prompt

Names = tuple[str, ...]
Asks = tuple[Ask[Any], ...]


def prompt(state: State, asks: Asks, names: Names) -> Prompt:
    """The title names who is asked; the sentences say what can be touched."""
    open_ = tuple(ask for ask in asks if not _of_host(ask))
    if isinstance(state.pending, Over):
        return Prompt(ended(state.pending, names))
    if not open_:
        return (
            _waiting(state, names) if not asks else Prompt("For the host", "Only what the rules can’t know.")
        )
    seat = open_[0].seat
    name = called(names, state.active if seat is None else seat)
    match state.pending:
        case Acting():
            return _acting(state, open_, name)
        case Attack() | Challenge():
            return _round(state, state.pending, seat, names)
        case Inhibition(pad, moon):
            whose = _ship_at(state, pad, state.active, names)
            home = moon_name(state, moon)
            flyer = called(names, state.active)
            detail = f"{flyer} wants to send {whose} to {home}. Play a round, or let it come?"
            return Prompt(f"{name}, stop the ship?", detail)
        case Landing(_, moon, empty):
            only = "The round was a tie: tap an empty space of" if empty else "Tap where to land on"
            return Prompt(f"{name}, land where?", f"{only} {moon_name(state, moon)}.")
        case Alarm(_, _, to):
            detail = f"A ship lands on {space_name(state, to)}. Tap an empty space beside it to escape."
            return Prompt(f"{name}, get away?", detail)
        case Retreating():
            return Prompt(
                f"{name}, stay where?", "The attack did not get in: tap the start or the middle space."
            )
        case Settling():
            drawn = state.options.moons is Moons.DRAWN
            what = "draw a moon" if drawn else "choose a moon"
            detail = "Which one did you draw?" if drawn else "It is your home, and gives you its power."
            return Prompt(f"{name}, {what}", detail)
        case Deploying():
            moon_ = moon_name(state, seat or 0)
            detail = f"Tap two factories of {moon_} to leave empty. Your seven ships fill the rest."
            return Prompt(f"{name}, set up ships", detail)
        case _:
            assert_never(state.pending)


def _of_host(ask: Ask[Any]) -> bool:
    command = getattr(ask, "command", None) or ask.options[0]  # type: ignore[union-attr]
    return isinstance(command, HOST_COMMANDS)


def _ship_at(state: State, pad: int, seat: Seat, names: Names) -> str:
    owner = state.ships[pad]
    return "a ship" if owner in (seat, None) else f"{called(names, owner or 0)}’s ship"


def _acting(state: State, asks: Asks, name: str) -> Prompt:
    """What a turn can be spent on."""
    commands = [command for ask in asks for command in getattr(ask, "options", ())]
    flights = [command for command in commands if isinstance(command, Teleport)]
    if any(_wins(state, flight) for flight in flights):
        return Prompt(f"{name}, fly home!", "You control the pad your ship stands on: one touch and you win.")
    can = []
    if any(isinstance(command, Move) for command in commands):
        can.append("a ship to move it")
    if flights or any(ask.name == "teleport" for ask in asks):
        can.append("a ship on your pad to teleport it")
    if any(isinstance(command, Build) for command in commands):
        can.append("a factory to build")
    detail = f"Tap {listed(can, 'or')}." if can else "Nothing can be moved, built or teleported."
    return Prompt(f"{name}, your turn", detail)


def _wins(state: State, flight: Teleport) -> bool:
    """Whether this brings an own ship home from another moon (CO7)."""
    seat = flight.seat
    return (
        flight.to is not None
        and flight.to // SPACES == seat
        and flight.pad // SPACES != seat
        and state.ships[flight.pad] == seat
    )


def _round(state: State, played: Round, seat: Seat | None, names: Names) -> Prompt:
    active, other = called(names, state.active), called(names, opponent(played))
    if isinstance(played, Attack):
        who, where = "You attack", f"{other} on {space_name(state, played.to)}"
        told = f"{active} attacks {where}."
    else:
        who, where = "You fly", f"to {moon_name(state, played.moon)}, which {other} guards"
        told = f"{active} flies {where}."
    match state.options.combat:
        case Combat.RESULT:
            return Prompt("Who won the round?", f"{told} Play it with your hands.")
        case Combat.DICE:
            means = "1–2 lose, 3–4 draw, 5–6 win."
            if isinstance(played, Challenge):
                means = "1–2 stay, 3–4 an empty space, 5–6 any space."
            return Prompt(f"{active}, roll the die", f"{told} {means}")
        case Combat.HANDS:
            mine = seat == state.active
            now = f"{who} {where}." if mine else told
            first, second = played.hands
            theirs = second if mine else first
            ready = f" {other if mine else active} is ready." if theirs is not None else ""
            return Prompt(f"{called(names, seat or 0)}, choose a hand", f"{now}{ready} Nobody else looks!")
        case _:
            assert_never(state.options.combat)


def awaited(state: State) -> tuple[Seat, ...]:
    """The seats that something is asked of, by whoever may see it; the active one for the whole table."""
    seats = [state.active if ask.seat is None else ask.seat for ask in table_asks(state)]
    return tuple(dict.fromkeys(seats))


def _waiting(state: State, names: Names) -> Prompt:
    who = listed([called(names, seat) for seat in awaited(state)][:2], "and")
    return Prompt("Not your move", f"Waiting for {who}.")


def ended(over: Over, names: Names) -> str:
    """How the game ended, in a line."""
    winners = [called(names, seat) for seat in over.winners]
    match over.ending:
        case Ending.HOME:
            return f"{winners[0]} is home!"
        case Ending.SURVIVOR:
            return f"{winners[0]} wins!"
        case Ending.DRAW:
            return "A draw"
        case Ending.ABANDONED:
            return "Ended early"
        case _:
            assert_never(over.ending)
