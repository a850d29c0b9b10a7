"""Setup, and who has which moon (CO9, CO26, CO28, CO31)."""

import msgspec

from companion.rules.contract import Option, Setup, Violation
from companion.rules.cosmic_coasters.commands import Began, Command, Deploy, Deployed, Event, Settle, Settled
from companion.rules.cosmic_coasters.components import Components, complaints, house
from companion.rules.cosmic_coasters.elimination import set_up_goes_on
from companion.rules.cosmic_coasters.folding import evolve
from companion.rules.cosmic_coasters.refusal import not_now, not_yours, refuse
from companion.rules.cosmic_coasters.state import (
    Combat,
    Control,
    Deploying,
    Failing,
    Moons,
    Options,
    Passing,
    Settling,
    State,
    Switch,
)

SEATS = range(2, 5)

OPTIONS = (
    Option("combat", tuple(Combat), Combat.HANDS, "CO12"),
    Option("powers", tuple(Switch), Switch.ON, "CO26"),
    Option("moons", tuple(Moons), Moons.CHOSEN, "CO31"),
    Option("control", tuple(Control), Control.ONE_EACH, "CO2"),
    Option("passing", tuple(Passing), Passing.ALLOWED, "CO14"),
    Option("failing", tuple(Failing), Failing.LOSE_OR_DRAW, "CO23"),
)


def start(setup: Setup) -> tuple[Event, ...] | Violation[Command]:
    """The first event, or what is wrong with the set-up."""
    seats = len(setup.names)
    if seats not in SEATS:
        return Violation(
            "cosmic.setup.seats", "Players", {"seats": seats, "fewest": SEATS[0], "most": SEATS[-1]}
        )
    if not 0 <= setup.first < seats:
        return Violation("cosmic.setup.first-player", "Who Starts", {"first": setup.first, "seats": seats})
    try:
        options = msgspec.convert(setup.options, Options)
    except msgspec.ValidationError as error:
        return Violation("cosmic.setup.option", "Turn Options", {"fault": str(error)})
    components = _components(setup)
    if isinstance(components, Violation):
        return components
    return (Began(seats, setup.first, options, components),)


def _components(setup: Setup) -> Components | Violation[Command]:
    if not setup.components:
        return house()
    try:
        components = msgspec.convert(setup.components, Components)
    except msgspec.ValidationError as error:
        return Violation("cosmic.setup.components", "Symbols", {"fault": str(error)})
    for complaint in complaints(components):
        return Violation("cosmic.setup.components", "Symbols", {"fault": complaint})
    return components


def settle(state: State, command: Settle) -> tuple[Event, ...] | Violation[Command]:
    """A seat takes a moon that is there and still free (CO31)."""
    if not isinstance(state.pending, Settling):
        return not_now(state, command)
    if command.seat != state.pending.seat:
        return not_yours(state, command, state.pending.seat)
    if command.moon not in {moon.name for moon in state.components.moons}:
        return refuse(state, command, "cosmic.moon.unknown", "CO31", moon=command.moon)
    if command.moon in state.moons:
        owner = state.moons.index(command.moon)
        return refuse(state, command, "cosmic.moon.taken", "CO31", moon=command.moon, owner=owner)
    settled = Settled(command.seat, command.moon)
    return (settled, *set_up_goes_on(evolve(state, settled)))


def deploy(state: State, command: Deploy) -> tuple[Event, ...] | Violation[Command]:
    """A seat leaves two Factories of its own moon empty (CO9)."""
    if not isinstance(state.pending, Deploying):
        return not_now(state, command)
    if command.seat not in state.pending.open:
        return refuse(state, command, "cosmic.deploy.not-awaited", "Setup", seat=command.seat)
    if command.empty not in state.chart.pairs[command.seat]:
        one, two = command.empty
        return refuse(state, command, "cosmic.deploy.not-two-factories", "Setup", one=one, two=two)
    deployed = Deployed(command.seat, command.empty)
    return (deployed, *set_up_goes_on(evolve(state, deployed)))
