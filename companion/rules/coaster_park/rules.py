"""Coaster Park as a game of the house: what may be entered now, and what follows from it."""

from collections.abc import Iterator
from typing import Any

from companion.rules.coaster_park import adjusting, setting_up, teaching
from companion.rules.coaster_park import audit as laws
from companion.rules.coaster_park import components as printed
from companion.rules.coaster_park import outcome as tally
from companion.rules.coaster_park.commands import HOST_COMMANDS, Command
from companion.rules.coaster_park.common import Asks
from companion.rules.coaster_park.events import Event
from companion.rules.coaster_park.evolving import evolve, foreseen
from companion.rules.coaster_park.flow import AWAITING, next_event
from companion.rules.coaster_park.judging import awaited, judge
from companion.rules.coaster_park.length import longest
from companion.rules.coaster_park.state import State
from companion.rules.contract import Option, Outcome, Setup, Viewer, Violation


class CoasterPark:
    """Coaster Park, fulfilling the rules contract."""

    name = "coaster_park"
    title = "Coaster Park"
    seats = setting_up.SEATS
    version = 1
    options: tuple[Option, ...] = setting_up.OPTIONS
    command_type: Any = Command
    event_type: Any = Event
    state_type = State
    host_commands: tuple[type, ...] = HOST_COMMANDS

    def house(self) -> dict[str, Any]:
        """The components that ship with the game, as plain values."""
        return printed.values(printed.house())

    def longest(self, seats: int) -> int:
        """The most commands a game can take, teaching and adjusting left out."""
        return longest(seats)

    def start(self, setup: Setup) -> tuple[Event, ...] | Violation[Command]:
        """The first event, carrying components and options; or what is wrong with the set-up."""
        return setting_up.start(setup)

    def asks(self, state: State, viewer: Viewer) -> Asks:
        """All that this viewer may enter now."""
        found = awaited(state)
        if viewer.host:
            return (*found, *teaching.teaching_asks(state), *adjusting.host_asks(state))
        if viewer.seat is None:
            return found
        return tuple([ask for ask in found if ask.seat is None or ask.seat == viewer.seat])

    def decide(self, state: State, command: Command) -> tuple[Event, ...] | Violation[Command]:
        """The events of a command and all that follows from it by itself, or why it is refused."""
        events = judge(state, command)
        if isinstance(events, Violation) or (len(events) == 1 and isinstance(events[0], AWAITING)):
            return events
        for event in events:
            state = foreseen(state, event)
        following = next_event(state)
        if following is None:
            return events
        all_events = [*events]
        while following is not None:
            all_events.append(following)
            state = foreseen(state, following)
            following = next_event(state)
        return tuple(all_events)

    def evolve(self, state: State | None, event: Event) -> State:
        """The state after an event."""
        return evolve(state, event)

    def audit(self, state: State) -> Iterator[str]:
        """Each conservation law that is broken."""
        return laws.audit(state)

    def outcome(self, state: State) -> Outcome | None:
        """The full ranking with every point's reason, once the game is over."""
        return tally.outcome(state)


RULES = CoasterPark()
