"""What follows once an action is done: who is out, who has won, whose turn it is (CO15-CO18, CO29)."""

from companion.rules.contract import Seat, Violation
from companion.rules.cosmic_coasters.commands import (
    Command,
    Eliminated,
    Ended,
    Event,
    FleetsAsked,
    Leave,
    Left,
    MoonAsked,
    Reopened,
    TurnBegan,
)
from companion.rules.cosmic_coasters.folding import evolve
from companion.rules.cosmic_coasters.refusal import refuse
from companion.rules.cosmic_coasters.state import (
    Alarm,
    Attack,
    Challenge,
    Deploying,
    Ending,
    Inhibition,
    Landing,
    Settling,
    State,
    following,
    home,
)

AT_HOME = 2
"""Ships that a seat needs on its home moon to stay in the game."""


def conclude(state: State, *events: Event) -> tuple[Event, ...]:
    """An action's events, and what follows once the whole action is done."""
    after = state
    for event in events:
        after = evolve(after, event)
    return (*events, *consequences(after))


def consequences(state: State) -> tuple[Event, ...]:
    """Eliminations, opponents first (CO16); then the last survivor's victory, or the next turn."""
    gone = _stranded(state)
    if not gone:
        return (TurnBegan(following(state, state.active), state.turn + 1),)
    eliminated = Eliminated(gone)
    after = evolve(state, eliminated)
    if len(after.survivors) == 1:
        return (eliminated, Ended(Ending.SURVIVOR, after.survivors))
    return (eliminated, TurnBegan(following(after, state.active), state.turn + 1))


def _stranded(state: State) -> tuple[Seat, ...]:
    """Who has too few ships at home, in turn order, the active seat last, until one survivor is left."""
    short = [seat for seat, gone in enumerate(state.out) if gone is None and home(state, seat) < AT_HOME]
    if not short:
        return ()
    short.sort(key=lambda seat: (seat - state.active - 1) % state.seats)
    return tuple(short[: len(state.survivors) - 1])


def leave(state: State, command: Leave) -> tuple[Event, ...] | Violation[Command]:
    """A seat leaves: an elimination at once, and an open round or escape is dropped (CO34)."""
    if command.seat not in state.survivors:
        return refuse(state, command, "cosmic.leave.not-playing", "CO34", seat=command.seat)
    left = Left(command.seat)
    after = evolve(state, left)
    if len(after.survivors) == 1:
        return (left, Ended(Ending.SURVIVOR, after.survivors))
    match after.pending:
        case Settling() | Deploying():
            return (left, *set_up_goes_on(after))
        case _ if command.seat == after.active:
            return (left, *consequences(after))
        case Inhibition() | Challenge() | Alarm() | Attack():
            return (left, Reopened())
        case Landing(pad) if after.ships[pad] is None:
            return (left, Reopened())
        case _:
            return (left,)


def set_up_goes_on(state: State) -> tuple[Event, ...]:
    """Who is awaited next before the first turn, if that has changed."""
    match state.pending:
        case Settling(seat) if state.out[seat] is not None or state.moons[seat]:
            around = [(state.first + step) % state.seats for step in range(state.seats)]
            waiting = [other for other in around if state.out[other] is None]
            homeless = [other for other in waiting if not state.moons[other]]
            return (MoonAsked(homeless[0]),) if homeless else (FleetsAsked(tuple(sorted(waiting))),)
        case Deploying(seats):
            still = tuple(seat for seat in seats if state.out[seat] is None)
            if not still:
                return (TurnBegan(following(state, state.first - 1), 1),)
            return (FleetsAsked(still),) if still != seats else ()
        case _:
            return ()
