"""Blast Track as a game of the house: what may be entered now, and what follows from it."""

from collections.abc import Iterator
from typing import Any

from companion.rules.blast_track import asks, components, flow, folding, judging, scoring, setting_up
from companion.rules.blast_track import audit as laws
from companion.rules.blast_track.commands import HOST_COMMANDS, Command
from companion.rules.blast_track.components import DRAW_TILES, SEATS
from companion.rules.blast_track.events import Event
from companion.rules.blast_track.refusal import Answer, refuse
from companion.rules.blast_track.state import Over, State
from companion.rules.contract import Ask, Option, Outcome, Setup, Viewer, Violation

SLOPES = components.COUNTS["slope"]
PAIRS = components.COUNTS["entrance"] + components.COUNTS["site-entrance"]
SITES = components.COUNTS["site-entrance"]


class BlastTrack:
    """Blast Track, fulfilling the rules contract."""

    name = "blast_track"
    title = "Blast Track"
    seats = SEATS
    version = 1
    options: tuple[Option, ...] = setting_up.OPTIONS
    command_type: Any = Command
    event_type: Any = Event
    state_type = State
    host_commands: tuple[type, ...] = HOST_COMMANDS

    def house(self) -> dict[str, Any]:
        """The components that ship with the game, as plain values."""
        return components.plain(components.house())

    def longest(self, seats: int) -> int:
        """The most commands a game can take, teaching and adjusting left out.

        Every tile comes up once, is taken once and laid or discarded once; a stuck player then uses a site
        or passes. A Slope adds a pile chosen and a tile put back, a pair its exit, each opening of a
        construction site a loss; a site used with all tiles kept is an entry of its own.
        """
        up, taken, away, stuck = DRAW_TILES, DRAW_TILES - seats, DRAW_TILES, DRAW_TILES
        losses = SITES * components.SIDES * components.MOST_ENDS
        return seats + up + taken + away + stuck + 2 * SLOPES + PAIRS + losses + SITES

    def start(self, setup: Setup) -> tuple[Event, ...] | Violation[Command]:
        """The first event, carrying components and options; or what is wrong with the set-up."""
        return setting_up.start(setup)

    def asks(self, state: State, viewer: Viewer) -> tuple[Ask[Command], ...]:
        """All that this viewer may enter now."""
        return asks.asks(state, viewer)

    def decide(self, state: State, command: Command) -> Answer:
        """The events of a command and all that follows from it by itself, or why it is refused."""
        if isinstance(state.stage, Over):
            ending = state.stage.ending.value
            return refuse(state, command, "track.game.over", "Game End", repairs=(), ending=ending)
        events = judging.judge(state, command)
        return events if isinstance(events, Violation) else flow.with_consequences(state, events)

    def evolve(self, state: State | None, event: Event) -> State:
        """The state after an event."""
        return folding.evolve(state, event)

    def audit(self, state: State) -> Iterator[str]:
        """Each conservation law that is broken."""
        return laws.audit(state)

    def outcome(self, state: State) -> Outcome | None:
        """The full ranking with every point's reason, once the game is over."""
        return scoring.outcome(state)


RULES = BlastTrack()
