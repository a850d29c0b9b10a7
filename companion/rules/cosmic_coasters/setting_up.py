"""Setup, and who has which moon (CO9, CO26, CO28, CO31)."""

import msgspec

from companion.rules.contract import Option, Setup, Violation
from companion.rules.cosmic_coasters.commands import (
    Began,
    Command,
    Deploy,
    Deployed,
    Event,
    FleetsAsked,
    MoonAsked,
    Settle,
    Settled,
    TurnBegan,
)
from companion.rules.cosmic_coasters.components import Components, complaints, house
from companion.rules.cosmic_coasters.folding import evolve
from companion.rules.cosmic_coasters.refusal import Answer, not_now, not_yours, refuse
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
    following,
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


def start(setup: Setup) -> Answer:
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
        return Violation("cosmic.setup.option", _option_at_fault(setup), {"fault": str(error)})
    components = _components(setup)
    if isinstance(components, Violation):
        return components
    return (Began(seats, setup.first, options, components),)


def _option_at_fault(setup: Setup) -> str:
    """The ruling of the first option that lacks the choice made; Setup when the game has no such option."""
    wrong = (
        option for option in OPTIONS if setup.options.get(option.key, option.default) not in option.choices
    )
    return next((option.section for option in wrong), "Setup")


def _components(setup: Setup) -> Components | Violation[Command]:
    if not setup.components:
        return house()
    try:
        components = msgspec.convert(setup.components, Components)
    except msgspec.ValidationError as error:
        return Violation("cosmic.setup.components", "Symbols", {"fault": str(error)})
    complaint = next(complaints(components), None)
    if complaint is not None:
        return Violation("cosmic.setup.components", "Symbols", {"fault": complaint})
    return components


def settle(state: State, command: Settle) -> Answer:
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


def deploy(state: State, command: Deploy) -> Answer:
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
