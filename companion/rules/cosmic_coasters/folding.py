"""From one state to the next: what each event changes. Nothing is judged here."""

from typing import TypeVar, assert_never

from msgspec.structs import replace

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
from companion.rules.cosmic_coasters.components import SPACES, Ships, Space, spaces_of
from companion.rules.cosmic_coasters.state import (
    Acting,
    Adjustment,
    Alarm,
    Attack,
    Challenge,
    Deploying,
    Exit,
    Inhibition,
    Landing,
    Over,
    Retreating,
    Settling,
    State,
    Switch,
)

Value = TypeVar("Value")


def evolve(state: State | None, event: Event) -> State:
    """The state after an event."""
    if state is None:
        if isinstance(event, Began):
            return _began(event)
        raise ValueError(f"a game starts with Began, not with {type(event).__name__}")
    match event:
        case TurnBegan(seat, turn):
            return replace(state, active=seat, turn=turn, pending=Acting())
        case Moved(_, origin, to) | Escaped(_, origin, to):
            return replace(state, ships=_moved(state.ships, origin, to))
        case Passed() | HandsRevealed() | Rolled() | RoundEnded():
            return state
        case Teleported(_, pad, to):
            return replace(state, ships=_moved(state.ships, pad, to))
        case Built(seat, factory):
            return replace(state, ships=_with(state.ships, factory, seat))
        case Destroyed(_, space):
            return replace(state, ships=_with(state.ships, space, None))
        case Eliminated(seats):
            return _without(state, seats, left=False)
        case Left(seat):
            return _without(state, (seat,), left=True)
        case Adjusted():
            return _adjusted(state, event)
        case Settled() | Deployed() | Began():
            return _set_up(state, event)
        case _:
            return _pending(state, event)


def _pending(
    state: State,
    event: MoonAsked
    | FleetsAsked
    | Approached
    | Challenged
    | Cleared
    | Alarmed
    | Attacked
    | HandPutIn
    | Held
    | Reopened
    | Ended,
) -> State:
    """What the turn waits for from now on."""
    match event:
        case Attacked(_, defender, origin, to, via):
            return replace(state, pending=Attack(defender, origin, to, via))
        case HandPutIn():
            return _put_in(state, event)
        case Held(_, origin, via):
            return replace(state, pending=Retreating(origin, via))
        case Approached(_, pad, moon):
            return replace(state, pending=Inhibition(pad, moon))
        case Challenged():
            waiting = state.pending
            if isinstance(waiting, Inhibition):
                return replace(state, pending=Challenge(waiting.pad, waiting.moon))
            return state
        case Cleared(pad, moon, empty):
            return replace(state, pending=Landing(pad, moon, empty))
        case Alarmed(seat, pad, to):
            return replace(state, pending=Alarm(seat, pad, to))
        case Reopened():
            return replace(state, pending=Acting())
        case Ended(ending, winners):
            return replace(state, pending=Over(ending, winners))
        case MoonAsked(seat):
            return replace(state, pending=Settling(seat))
        case FleetsAsked(seats):
            return replace(state, pending=Deploying(seats))
        case _:
            assert_never(event)


def _set_up(state: State, event: Began | Settled | Deployed) -> State:
    match event:
        case Began():
            return _began(event)
        case Settled(seat, moon):
            powers = {known.name: known.power for known in state.components.moons}
            power = powers.get(moon) if state.options.powers is Switch.ON else None
            return replace(
                state,
                moons=_with(state.moons, seat, moon),
                powers=_with(state.powers, seat, power),
            )
        case Deployed(seat, empty):
            return _deployed(state, seat, empty)
        case _:
            assert_never(event)


def _began(event: Began) -> State:
    return State(
        components=event.components,
        options=event.options,
        first=event.first,
        ships=(None,) * (SPACES * event.seats),
        moons=("",) * event.seats,
        powers=(None,) * event.seats,
        out=(None,) * event.seats,
        pending=Settling(event.first),
        active=event.first,
    )


def _deployed(state: State, seat: Seat, empty: tuple[Space, Space]) -> State:
    ships = list(state.ships)
    for space in spaces_of(seat):
        ships[space] = None if space in empty else seat
    waiting = state.pending
    if isinstance(waiting, Deploying):
        waiting = Deploying(tuple(other for other in waiting.open if other != seat))
    return replace(state, ships=tuple(ships), pending=waiting)


def _put_in(state: State, event: HandPutIn) -> State:
    waiting = state.pending
    if not isinstance(waiting, Attack | Challenge):
        return state
    first, second = waiting.hands
    hands = (event.hand, second) if event.seat == state.active else (first, event.hand)
    return replace(state, pending=replace(waiting, hands=hands))


def _adjusted(state: State, event: Adjusted) -> State:
    ships = state.ships
    if event.origin is not None:
        ships = _with(ships, event.origin, None)
    if event.to is not None:
        ships = _with(ships, event.to, event.ship)
    note = Adjustment(event.ship, event.origin, event.to, event.reason, state.turn)
    return replace(state, ships=ships, adjustments=(*state.adjustments, note))


def _without(state: State, seats: tuple[Seat, ...], *, left: bool) -> State:
    """The state after these seats went out by one action: no ships, no power; their moons stay (CO18)."""
    order = 1 + max((gone.order for gone in state.out if gone is not None), default=0)
    gone = Exit(order, state.turn, left)
    return replace(
        state,
        ships=tuple(None if ship in seats else ship for ship in state.ships),
        powers=tuple(None if seat in seats else power for seat, power in enumerate(state.powers)),
        out=tuple(gone if seat in seats else before for seat, before in enumerate(state.out)),
    )


def _moved(ships: Ships, origin: Space, to: Space | None) -> Ships:
    """The ships after the one on `origin` went to `to`, or away for good."""
    after = list(ships)
    if to is not None:
        after[to] = after[origin]
    after[origin] = None
    return tuple(after)


def _with(values: tuple[Value, ...], place: int, value: Value) -> tuple[Value, ...]:
    return (*values[:place], value, *values[place + 1 :])
