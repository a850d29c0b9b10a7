"""What the host alone may do: adjust ships, settle for a draw, abandon the game."""

from companion.rules.contract import Violation
from companion.rules.cosmic_coasters.asks import strands
from companion.rules.cosmic_coasters.commands import Adjust, Adjusted, Command, Draw, Ended, Event
from companion.rules.cosmic_coasters.components import FLEET, SPACES
from companion.rules.cosmic_coasters.elimination import AT_HOME
from companion.rules.cosmic_coasters.refusal import not_now, refuse, unknown_space
from companion.rules.cosmic_coasters.state import Acting, Deploying, Ending, Settling, State, home, spare

Answer = tuple[Event, ...] | Violation[Command]


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
    if strands(state, ship, origin, to):
        return refuse(
            state,
            command,
            "cosmic.adjust.strands-fleet",
            "CO15",
            seat=ship,
            home=home(state, ship),
            needed=AT_HOME,
        )
    return (Adjusted(ship, origin, to, command.reason),)


def draw(state: State, command: Draw) -> Answer:
    """All survivors share the first rank (CO27)."""
    if isinstance(state.pending, Settling | Deploying):
        return not_now(state, command)
    return (Ended(Ending.DRAW, state.survivors),)


def abandon(state: State) -> tuple[Event, ...]:
    """The game ends where it stands; who is still in it shares the first rank."""
    return (Ended(Ending.ABANDONED, state.survivors),)
