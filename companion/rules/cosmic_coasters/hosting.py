"""What the host alone may do: adjust ships, let a seat leave, settle for a draw, abandon the game."""

from companion.rules.cosmic_coasters.commands import (
    Adjust,
    Adjusted,
    Draw,
    Ended,
    Event,
    Leave,
    Left,
    Reopened,
)
from companion.rules.cosmic_coasters.components import AT_HOME, FLEET, SPACES
from companion.rules.cosmic_coasters.elimination import consequences
from companion.rules.cosmic_coasters.folding import evolve
from companion.rules.cosmic_coasters.refusal import Answer, not_now, refuse, unknown_space
from companion.rules.cosmic_coasters.setting_up import set_up_goes_on
from companion.rules.cosmic_coasters.state import (
    Acting,
    Alarm,
    Attack,
    Challenge,
    Deploying,
    Ending,
    Inhibition,
    Landing,
    Settling,
    State,
    home,
    home_after,
    spare,
)


def adjust(state: State, command: Adjust) -> Answer:
    """Move, add or take away a ship between two actions, so that no law is broken."""
    if not isinstance(state.pending, Acting):
        return not_now(state, command)
    ship, origin, to = command.ship, command.origin, command.to
    if ship not in state.survivors:
        return refuse(state, command, "cosmic.adjust.not-playing", "CO18", seat=ship)
    for space in (origin, to):
        if space is not None and not 0 <= space < state.chart.spaces:
            return unknown_space(state, command, space)
    if origin == to:
        return refuse(state, command, "cosmic.adjust.nothing", "Setup")
    if origin is None:
        if spare(state, ship) < 1:
            return refuse(state, command, "cosmic.adjust.no-spare-parts", "Setup", fleet=FLEET, seat=ship)
    elif state.ships[origin] != ship:
        return refuse(state, command, "cosmic.adjust.no-such-ship", "Setup", space=origin, seat=ship)
    if to is not None and state.ships[to] is not None:
        return refuse(state, command, "cosmic.adjust.occupied", "CO1", space=to)
    if to is not None and not state.moons[to // SPACES]:
        return refuse(state, command, "cosmic.adjust.moon-not-in-play", "CO19", space=to)
    left = home_after(state, ship, origin, to)
    if left < AT_HOME:
        return refuse(
            state,
            command,
            "cosmic.adjust.strands-fleet",
            "CO15",
            seat=ship,
            home=home(state, ship),
            left=left,
            needed=AT_HOME,
        )
    return (Adjusted(ship, origin, to, command.reason),)


def leave(state: State, command: Leave) -> Answer:
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


def draw(state: State, command: Draw) -> Answer:
    """All survivors share the first rank (CO27)."""
    if isinstance(state.pending, Settling | Deploying):
        return not_now(state, command)
    return (Ended(Ending.DRAW, state.survivors),)


def abandon(state: State) -> tuple[Event, ...]:
    """The game ends where it stands; who is still in it shares the first rank."""
    return (Ended(Ending.ABANDONED, state.survivors),)
