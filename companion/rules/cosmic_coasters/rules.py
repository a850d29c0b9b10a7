"""Cosmic Coasters, as the contract wants it."""

from collections.abc import Iterator
from typing import Any, assert_never

from companion.rules.contract import Ask, Option, Outcome, Setup, Viewer, Violation
from companion.rules.cosmic_coasters import (
    asks,
    building,
    components,
    folding,
    hosting,
    movement,
    scoring,
    setting_up,
    teleporting,
)
from companion.rules.cosmic_coasters.commands import (
    HOST_COMMANDS,
    Abandon,
    Adjust,
    Approach,
    Build,
    Command,
    Deploy,
    Draw,
    Escape,
    Event,
    Inhibit,
    Land,
    Leave,
    Move,
    Pass,
    Report,
    Retreat,
    Roll,
    Settle,
    Teleport,
    Throw,
)
from companion.rules.cosmic_coasters.components import FLEET, SPACES
from companion.rules.cosmic_coasters.refusal import Answer, refuse
from companion.rules.cosmic_coasters.state import Over, State, Switch


class CosmicCoasters:
    """The game's rules."""

    name = "cosmic_coasters"
    title = "Cosmic Coasters"
    seats = setting_up.SEATS
    version = 1
    options: tuple[Option, ...] = setting_up.OPTIONS
    command_type: Any = Command
    event_type: Any = Event
    state_type = State
    host_commands: tuple[type, ...] = HOST_COMMANDS

    def house(self) -> dict[str, Any]:
        """The components that ship with the game."""
        return components.plain(components.house())

    def longest(self, seats: int) -> int | None:  # noqa: ARG002  # no number of seats gives a bound
        """Nothing ends a game that goes in circles but an agreed draw (CO27)."""
        return None

    def start(self, setup: Setup) -> tuple[Event, ...] | Violation[Command]:
        """The first event, or what is wrong with the set-up."""
        return setting_up.start(setup)

    def asks(self, state: State, viewer: Viewer) -> tuple[Ask[Command], ...]:
        """All that this viewer may enter now."""
        return asks.asks(state, viewer)

    def decide(self, state: State, command: Command) -> Answer:
        """The events that follow from a command, or why it is refused."""
        if isinstance(state.pending, Over):
            return refuse(
                state, command, "cosmic.game.over", "Goal", repairs=(), ending=state.pending.ending.value
            )
        return _judge(state, command)

    def evolve(self, state: State | None, event: Event) -> State:
        """The state after an event."""
        return folding.evolve(state, event)

    def audit(self, state: State) -> Iterator[str]:
        """Each law that is broken: whole fleets, one ship a space, moons in play, powers with their moons."""
        known = {moon.name: moon.power for moon in state.components.moons}
        if len(state.ships) != SPACES * state.seats:
            yield f"{len(state.ships)} spaces on {state.seats} moons"
        for seat in range(state.seats):
            gone, moon, in_play = state.out[seat] is not None, state.moons[seat], state.ships.count(seat)
            if in_play > (0 if gone else FLEET):
                yield f"seat {seat} has {in_play} ships in play"
            if not moon and state.ships[seat * SPACES : (seat + 1) * SPACES] != (None,) * SPACES:
                yield f"ships stand on the moon of seat {seat}, which is not in play"
            owned = known.get(moon) if state.options.powers is Switch.ON and not gone else None
            if state.powers[seat] is not owned:
                yield f"seat {seat} has the power {state.powers[seat]}"
        if any(ship is not None and not 0 <= ship < state.seats for ship in state.ships):
            yield "a ship of nobody stands on a moon"

    def outcome(self, state: State) -> Outcome | None:
        """The full ranking once the game is over."""
        return scoring.outcome(state)


def _judge(state: State, command: Command) -> Answer:
    match command:
        case Move():
            return movement.move(state, command)
        case Pass():
            return building.let_pass(state, command)
        case Teleport():
            return teleporting.teleport(state, command)
        case Throw():
            return movement.throw(state, command)
        case Build():
            return building.build(state, command)
        case Approach():
            return teleporting.approach(state, command)
        case Inhibit():
            return teleporting.inhibit(state, command)
        case Land():
            return teleporting.land(state, command)
        case Escape():
            return teleporting.escape(state, command)
        case Roll():
            return movement.roll(state, command)
        case Report():
            return movement.report(state, command)
        case Retreat():
            return movement.retreat(state, command)
        case Settle():
            return setting_up.settle(state, command)
        case Deploy():
            return setting_up.deploy(state, command)
        case Adjust():
            return hosting.adjust(state, command)
        case Leave():
            return hosting.leave(state, command)
        case Draw():
            return hosting.draw(state, command)
        case Abandon():
            return hosting.abandon(state)
        case _:
            assert_never(command)


RULES = CosmicCoasters()
