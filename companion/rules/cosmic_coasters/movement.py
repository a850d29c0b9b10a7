"""Movement and Combat, with Rapid Transit and Stinging Defense."""

from companion.rules.contract import Violation
from companion.rules.cosmic_coasters.commands import (
    Attacked,
    Command,
    Destroyed,
    Event,
    HandPutIn,
    HandsRevealed,
    Held,
    Move,
    Moved,
    Report,
    Retreat,
    Roll,
    Rolled,
    RoundEnded,
    Throw,
)
from companion.rules.cosmic_coasters.components import Power
from companion.rules.cosmic_coasters.elimination import conclude
from companion.rules.cosmic_coasters.refusal import (
    Answer,
    awaited_by,
    not_now,
    not_yours,
    out_of_turn,
    refuse,
    unknown_space,
)
from companion.rules.cosmic_coasters.state import (
    Attack,
    Challenge,
    Combat,
    Failing,
    Retreating,
    Round,
    Sign,
    State,
    Verdict,
    opponent,
)
from companion.rules.cosmic_coasters.teleporting import challenged

BEATEN = {Sign.ROCK: Sign.SCISSORS, Sign.PAPER: Sign.ROCK, Sign.SCISSORS: Sign.PAPER}
"""What each sign beats."""

DICE = (Verdict.LOSE, Verdict.LOSE, Verdict.DRAW, Verdict.DRAW, Verdict.WIN, Verdict.WIN)
"""What each number of dots means for the one who rolls, from one dot on (CO21)."""


def move(state: State, command: Move) -> Answer:
    """Move into an empty space, or attack the ship there."""
    refused = out_of_turn(state, command) or _not_a_way(state, command)
    if refused:
        return refused
    seat, origin, to, via = command.seat, command.origin, command.to, command.via
    defender = state.ships[to]
    if defender == seat:
        return refuse(state, command, "cosmic.move.own-ship", "CO10", space=to)
    if defender is None:
        return conclude(state, Moved(seat, origin, to, via))
    return (Attacked(seat, defender, origin, to, via),)


def _not_a_way(state: State, command: Move) -> Violation[Command] | None:
    """Why no ship of this seat can go this way, if so."""
    spaces, seat, origin, to, via = state.chart, command.seat, command.origin, command.to, command.via
    for space in (origin, to, origin if via is None else via):
        if not 0 <= space < spaces.spaces:
            return unknown_space(state, command, space)
    if state.ships[origin] != seat:
        return refuse(state, command, "cosmic.move.not-your-ship", "Movement and Combat", space=origin)
    if via is None:
        if to not in spaces.neighbours[origin]:
            return refuse(
                state, command, "cosmic.move.not-connected", "Movement and Combat", origin=origin, to=to
            )
        return None
    if state.powers[seat] is not Power.TRANSIT:
        return refuse(state, command, "cosmic.move.one-space-only", "Special Powers", seat=seat)
    if via not in spaces.neighbours[origin] or to not in spaces.neighbours[via]:
        return refuse(
            state, command, "cosmic.move.no-such-way", "Special Powers", origin=origin, via=via, to=to
        )
    if to == origin:
        return refuse(state, command, "cosmic.move.there-and-back", "CO22", space=origin)
    if state.ships[via] is not None:
        return refuse(state, command, "cosmic.move.jump", "CO22", via=via)
    return None


def throw(state: State, command: Throw) -> Answer:
    """Put in a hand in secret; the second one turns both up."""
    pending = _round(state, command, Combat.HANDS)
    if isinstance(pending, Violation):
        return pending
    players = (state.active, opponent(pending))
    if command.seat not in players:
        return refuse(state, command, "cosmic.round.not-in-it", awaited_by(state), seat=command.seat)
    own = players.index(command.seat)
    if pending.hands[own] is not None:
        return refuse(state, command, "cosmic.round.hand-is-in", awaited_by(state), seat=command.seat)
    if command.hand.viewers != (command.seat,):
        return refuse(state, command, "cosmic.round.hand-not-secret", "CO12", seat=command.seat)
    if command.hand.value is None:
        return refuse(state, command, "cosmic.round.no-hand", "CO12", seat=command.seat)
    put_in = HandPutIn(command.seat, command.hand)
    other = pending.hands[1 - own]
    if other is None or other.value is None:
        return (put_in,)
    pair = (command.hand.value, other.value)
    first, second = pair if own == 0 else (pair[1], pair[0])
    verdict = Verdict.DRAW if first is second else Verdict.WIN if BEATEN[first] is second else Verdict.LOSE
    return _ended(state, pending, verdict, put_in, HandsRevealed((first, second)))


def roll(state: State, command: Roll) -> Answer:
    """The die of the one who attacks or teleports (CO12, CO21)."""
    pending = _round(state, command, Combat.DICE)
    if isinstance(pending, Violation):
        return pending
    if command.seat != state.active:
        return not_yours(state, command, state.active)
    if not 1 <= command.pips <= len(DICE):
        most = len(DICE)
        return refuse(
            state, command, "cosmic.round.no-such-die", awaited_by(state), pips=command.pips, most=most
        )
    return _ended(state, pending, DICE[command.pips - 1], Rolled(command.seat, command.pips))


def report(state: State, command: Report) -> Answer:
    """The result of a round that was played by hand at the table (CO12)."""
    pending = _round(state, command, Combat.RESULT)
    if isinstance(pending, Violation):
        return pending
    return _ended(state, pending, command.verdict)


def _round(state: State, command: Throw | Roll | Report, combat: Combat) -> Round | Violation[Command]:
    """The round being played, if it is played this way."""
    if not isinstance(state.pending, Attack | Challenge):
        return not_now(state, command)
    if state.options.combat is not combat:
        return refuse(
            state,
            command,
            "cosmic.round.played-otherwise",
            "CO12",
            chosen=state.options.combat.value,
            entered=combat.value,
        )
    return state.pending


def _ended(state: State, pending: Round, verdict: Verdict, *shown: Event) -> tuple[Event, ...]:
    """A round's result and what it does."""
    ended = RoundEnded(state.active, opponent(pending), verdict)
    if isinstance(pending, Challenge):
        return challenged(state, pending, verdict, *shown, ended)
    seat, defender, origin, to = state.active, pending.defender, pending.origin, pending.to
    match verdict:
        case Verdict.WIN:
            moved = Moved(seat, origin, to, pending.via)
            return conclude(state, *shown, ended, Destroyed(defender, to), moved)
        case Verdict.DRAW:
            return _failed(state, pending, verdict, *shown, ended, Destroyed(defender, to))
        case Verdict.LOSE:
            if state.powers[defender] is Power.STINGING:
                return conclude(state, *shown, ended, Destroyed(seat, origin))
            return _failed(state, pending, verdict, *shown, ended)


def _failed(state: State, pending: Attack, verdict: Verdict, *events: Event) -> tuple[Event, ...]:
    """The attacker does not enter; from two spaces away it may remain in the middle one (CO23)."""
    counts_as_failed = verdict is Verdict.LOSE or state.options.failing is Failing.LOSE_OR_DRAW
    if pending.via is None or not counts_as_failed:
        return conclude(state, *events)
    return (*events, Held(state.active, pending.origin, pending.via))


def retreat(state: State, command: Retreat) -> Answer:
    """Say where the ship remains (CO23)."""
    pending = state.pending
    if not isinstance(pending, Retreating):
        return not_now(state, command)
    if command.seat != state.active:
        return not_yours(state, command, state.active)
    if command.to == pending.origin:
        return conclude(state)
    if command.to != pending.via:
        return refuse(
            state,
            command,
            "cosmic.retreat.elsewhere",
            "CO23",
            space=command.to,
            origin=pending.origin,
            via=pending.via,
        )
    return conclude(state, Moved(command.seat, pending.origin, pending.via))
