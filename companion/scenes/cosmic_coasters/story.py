"""The evening's story, a line for each event that somebody would tell."""

from typing import assert_never

from companion.rules.contract import Seat
from companion.rules.cosmic_coasters.commands import (
    Adjusted,
    Alarmed,
    Approached,
    Attacked,
    Began,
    Built,
    Challenged,
    Cleared,
    Deployed,
    Destroyed,
    Eliminated,
    Ended,
    Escaped,
    Event,
    FleetsAsked,
    HandPutIn,
    HandsRevealed,
    Held,
    Left,
    MoonAsked,
    Moved,
    Passed,
    Reopened,
    Rolled,
    RoundEnded,
    Settled,
    Teleported,
    TurnBegan,
)
from companion.rules.cosmic_coasters.components import SPACES, Power
from companion.rules.cosmic_coasters.movement import BEATEN, DICE
from companion.rules.cosmic_coasters.state import (
    Attack,
    Challenge,
    Combat,
    Ending,
    Inhibition,
    Retreating,
    Sign,
    State,
    Verdict,
    empty_spaces,
)
from companion.scenes.cosmic_coasters.words import POWERS, moon_name, space_name, spot_name
from companion.scenes.speaking import called, listed

Names = tuple[str, ...]


def story(before: State | None, event: Event, after: State, names: Names) -> str:
    """One line, or nothing; `before` is None for the first event."""
    match event:
        case Began(seats):
            return f"{seats} players, {seats * 7} ships, no gravity"
        case Settled(seat, moon):
            power = after.powers[seat]
            return f"{called(names, seat)} lives on {moon}" + (f": {POWERS[power]}" if power else "")
        case Deployed(seat):
            return f"{called(names, seat)}’s fleet is ready on {moon_name(after, seat)}"
        case Built(seat, factory):
            return f"{called(names, seat)} built a ship on {space_name(after, factory)}"
        case Passed(seat):
            return f"{called(names, seat)} passed"
        case Adjusted(ship):
            return f"The host corrected a ship of {called(names, ship)}"
        case Left(seat):
            return f"{called(names, seat)} left the game"
        case Eliminated(seats):
            who = listed([called(names, seat) for seat in seats], "and")
            return f"{who} {'is' if len(seats) == 1 else 'are'} out: too few ships at home"
        case Ended(ending, winners):
            return _ended(ending, listed([called(names, seat) for seat in winners], "and"), len(winners))
        case TurnBegan() | MoonAsked() | FleetsAsked() | HandPutIn() | Destroyed() | Held() | Reopened():
            return ""
        case _:
            return "" if before is None else _flights_and_rounds(before, event, names)


def _flights_and_rounds(
    before: State,
    event: Teleported
    | Approached
    | Challenged
    | Cleared
    | Alarmed
    | Attacked
    | HandsRevealed
    | Rolled
    | RoundEnded
    | Moved
    | Escaped,
    names: Names,
) -> str:
    match event:
        case Moved(seat, origin, to):
            return _moved(before, seat, origin, to, names)
        case Teleported():
            return _teleported(before, event, names)
        case Approached(seat, pad, moon):
            ship = _whose(before.ships[pad], seat, names)
            return f"{called(names, seat)} aims {ship} at {moon_name(before, moon)}"
        case Challenged(seat):
            return f"{called(names, seat)} plays a round against it"
        case Cleared(_, moon):
            lets = isinstance(before.pending, Inhibition)
            return f"{called(names, moon)} lets it come to {moon_name(before, moon)}" if lets else ""
        case Alarmed(seat, _, to):
            return f"Warning for {called(names, seat)} on {space_name(before, to)}!"
        case Escaped(seat, _, to):
            return f"{called(names, seat)}’s ship escapes to {space_name(before, to)}"
        case Attacked(seat, defender, _, to):
            return f"{called(names, seat)} attacks {called(names, defender)} on {space_name(before, to)}"
        case HandsRevealed(hands):
            return _played(before, _shown(hands), _verdict(hands), names)
        case Rolled(_, pips):
            return _played(before, f"rolled a {pips}", DICE[pips - 1], names)
        case RoundEnded(_, _, verdict) if before.options.combat is Combat.RESULT:
            return _played(
                before, {"win": "won", "draw": "a draw", "lose": "lost"}[verdict.value], verdict, names
            )
        case RoundEnded():
            return ""
        case _:
            assert_never(event)


def _moved(before: State, seat: Seat, origin: int, to: int, names: Names) -> str:
    if isinstance(before.pending, Attack):
        return ""
    if isinstance(before.pending, Retreating):
        return f"{called(names, seat)}’s ship stays halfway"
    moon = moon_name(before, to // SPACES)
    return f"{called(names, seat)} moved on {moon}: {spot_name(before, origin)} to {spot_name(before, to)}"


def _whose(ship: Seat | None, seat: Seat, names: Names) -> str:
    return "a ship" if ship is None or ship == seat else f"{called(names, ship)}’s ship"


def _teleported(before: State, event: Teleported, names: Names) -> str:
    seat, pad, to = event.seat, event.pad, event.to
    sent = f"{called(names, seat)} sent {_whose(before.ships[pad], seat, names)}"
    if to is None:
        return f"{sent} into nothingness"
    below = before.ships[to]
    if below is None:
        return f"{sent} to {space_name(before, to)}"
    return f"{sent} to {moon_name(before, to // SPACES)}, onto {called(names, below)}’s ship"


def _shown(hands: tuple[Sign, Sign]) -> str:
    one, two = hands
    if one is two:
        return f"both {one.value}"
    winner, loser = (one, two) if BEATEN[one] is two else (two, one)
    return f"{winner.value} {'beat' if winner is Sign.SCISSORS else 'beats'} {loser.value}"


def _verdict(hands: tuple[Sign, Sign]) -> Verdict:
    one, two = hands
    return Verdict.DRAW if one is two else Verdict.WIN if BEATEN[one] is two else Verdict.LOSE


def _played(before: State, shown: str, verdict: Verdict, names: Names) -> str:
    """A round from its beginning to what came of it."""
    active = called(names, before.active)
    match before.pending:
        case Attack(defender):
            other = called(names, defender)
            return f"{active} attacked {other}: {shown}, {_hit(before, defender, verdict)}"
        case Challenge(_, moon):
            free = verdict is Verdict.WIN or (verdict is Verdict.DRAW and empty_spaces(before, moon))
            came = (
                "the way is free"
                if verdict is Verdict.WIN
                else "only empty spaces"
                if free
                else "the ship stays"
            )
            return f"{active} flew at {moon_name(before, moon)}: {shown}, {came}"
        case _:
            return ""


def _hit(before: State, defender: Seat, verdict: Verdict) -> str:
    match verdict:
        case Verdict.WIN:
            return "the ship moves in"
        case Verdict.DRAW:
            return "the defender is lost"
        case Verdict.LOSE if before.powers[defender] is Power.STINGING:
            return "the attacker is lost"
        case Verdict.LOSE:
            return "no one moves"
        case _:
            assert_never(verdict)


def _ended(ending: Ending, who: str, winners: int) -> str:
    match ending:
        case Ending.HOME:
            return f"{who} wins: a ship is home from an enemy pad"
        case Ending.SURVIVOR:
            return f"{who} wins: the last one with ships at home" if winners else "Nobody is left"
        case Ending.DRAW:
            return f"A draw agreed by {who}"
        case Ending.ABANDONED:
            return "The game was ended early"
        case _:
            assert_never(ending)
