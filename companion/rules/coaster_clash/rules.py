"""Coaster Clash as a game of the house: what may be entered now, and what follows from it."""

from collections.abc import Callable, Iterator
from typing import Any, get_args

from companion.rules.coaster_clash import audit as laws
from companion.rules.coaster_clash import commands as c
from companion.rules.coaster_clash import components as printed
from companion.rules.coaster_clash import events as e
from companion.rules.coaster_clash import folding, hosting, rounds, scoring, setting_up, teaching
from companion.rules.coaster_clash.asks import Asks, awaited
from companion.rules.coaster_clash.refusal import Judged
from companion.rules.coaster_clash.state import Over, State
from companion.rules.contract import Option, Outcome, Setup, Viewer, Violation


class CoasterClash:
    """Coaster Clash, fulfilling the rules contract."""

    name = "coaster_clash"
    title = "Coaster Clash"
    seats = setting_up.SEATS
    version = 1
    options: tuple[Option, ...] = setting_up.OPTIONS
    command_type: Any = c.Command
    event_type: Any = e.Event
    state_type = State
    host_commands: tuple[type, ...] = c.HOST_COMMANDS

    def house(self) -> dict[str, Any]:
        """The components that ship with the game, as plain values."""
        return printed.values(printed.house())

    def longest(self, seats: int) -> int:
        """The most commands a game can take, teaching and adjusting left out."""
        return hosting.longest(seats)

    def start(self, setup: Setup) -> tuple[e.Event, ...] | Violation[c.Command]:
        """The first event, carrying components and options; or what is wrong with the set-up."""
        return setting_up.start(setup)

    def asks(self, state: State, viewer: Viewer) -> Asks:
        """All that this viewer may enter now."""
        found = awaited(state, viewer)
        if viewer.host:
            return (*found, *teaching.asks(state), *hosting.asks(state))
        if viewer.seat is None:
            return found
        return tuple([ask for ask in found if ask.seat is None or ask.seat == viewer.seat])

    def decide(self, state: State, command: c.Command) -> Judged:
        """The events of a command and all that follows from it by itself, or why it is refused."""
        if isinstance(state.stage, Over):
            return Violation("clash.game.over", "End of the Game")
        return JUDGES[type(command)](state, command)

    def evolve(self, state: State | None, event: e.Event) -> State:
        """The state after an event."""
        return folding.evolve(state, event)

    def audit(self, state: State) -> Iterator[str]:
        """Each conservation law that is broken."""
        return laws.audit(state)

    def outcome(self, state: State) -> Outcome | None:
        """The full ranking with every point's reason, once the game is over."""
        return scoring.outcome(state)


JUDGES: dict[type, Callable[[State, Any], Judged]] = {
    c.Assign: setting_up.decide_assign,
    c.AllAssigned: setting_up.decide_all_assigned,
    c.NameLayout: setting_up.decide_name_layout,
    c.Redraw: rounds.decide_redraw,
    c.AllKeep: rounds.decide_all_keep,
    c.Commit: rounds.decide_commit,
    c.AllCommitted: rounds.decide_all_committed,
    c.TurnUp: rounds.decide_turn_up,
    c.PlaceElement: rounds.decide_place,
    c.DiscardElement: rounds.decide_discard,
    c.Count: rounds.decide_count,
    **dict.fromkeys(get_args(c.Teach), teaching.decide),
    **dict.fromkeys((*get_args(c.Adjust), c.Leave, c.Abandon), hosting.decide),
}
"""Who judges each command. A table, for it is looked up at every entry."""

RULES = CoasterClash()
