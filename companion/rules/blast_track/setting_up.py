"""Set Up: who plays with which tiles, colours, and the first tile in every hand (BT31, BT42, BT48)."""

import msgspec

from companion.rules.blast_track.asks import next_to_stand
from companion.rules.blast_track.commands import Command, EnterFirst, Stand
from companion.rules.blast_track.components import SEATS, SIDES, Components, complaints, house
from companion.rules.blast_track.events import Began, FirstDealt, Stood
from companion.rules.blast_track.refusal import Answer, not_now, not_yours, refuse
from companion.rules.blast_track.state import (
    Colours,
    LoopSize,
    LossOrder,
    Options,
    Overboard,
    RideLength,
    SettingUp,
    Sites,
    State,
    StuckHand,
    Variant,
    drawn_tiles,
)
from companion.rules.contract import Option, Setup, Violation

OPTIONS = (
    Option("overboard", tuple(Overboard), Overboard.TURN_BACK, "BT18"),
    Option("stuck", tuple(StuckHand), StuckHand.DISCARD, "BT23"),
    Option("sites", tuple(Sites), Sites.MAY, "BT26"),
    Option("ride", tuple(RideLength), RideLength.PASSAGES, "BT28"),
    Option("loop", tuple(LoopSize), LoopSize.THREE, "BT36"),
    Option("losses", tuple(LossOrder), LossOrder.LAST, "BT41"),
    Option("variant", tuple(Variant), Variant.FULL, "BT30"),
    Option("colours", tuple(Colours), Colours.IN_ORDER, "Set Up"),
)


def start(setup: Setup) -> Answer:
    """The first event, or what is wrong with the set-up."""
    seats = len(setup.names)
    if seats not in SEATS:
        facts = {"seats": seats, "fewest": SEATS[0], "most": SEATS[-1]}
        return Violation("track.setup.seats", "Components", {**facts})
    if not 0 <= setup.first < seats:
        return Violation("track.setup.first-player", "Set Up", {"first": setup.first, "seats": seats})
    try:
        options = msgspec.convert(setup.options, Options)
    except msgspec.ValidationError as error:
        return Violation("track.setup.option", _option_at_fault(setup), {"fault": str(error)})
    components = _components(setup)
    if isinstance(components, Violation):
        return components
    return (Began(seats, setup.first, options, components),)


def _option_at_fault(setup: Setup) -> str:
    """The ruling of the first option that lacks the choice made; Set Up when the game has no such option."""
    wrong = (
        option for option in OPTIONS if setup.options.get(option.key, option.default) not in option.choices
    )
    return next((option.section for option in wrong), "Set Up")


def _components(setup: Setup) -> Components | Violation[Command]:
    if not setup.components:
        return house()
    try:
        components = msgspec.convert(setup.components, Components)
    except (msgspec.ValidationError, RecursionError) as error:
        return Violation("track.setup.components", "Components", {"fault": str(error)})
    complaint = next(complaints(components), None)
    if complaint is not None:
        return Violation("track.setup.components", "Components", {"fault": complaint})
    return components


def stand(state: State, command: Stand) -> Answer:
    """A seat chooses a colour that is still free."""
    chooser = next_to_stand(state) if isinstance(state.stage, SettingUp) else None
    if chooser is None:
        return not_now(state, command)
    if command.seat != chooser:
        return not_yours(state, command, chooser)
    if not 0 <= command.point < SIDES:
        return refuse(state, command, "track.colour.unknown", "Set Up", point=command.point)
    for seat, player in enumerate(state.players):
        if player.point == command.point:
            return refuse(state, command, "track.colour.taken", "Set Up", point=command.point, owner=seat)
    return (Stood(command.seat, command.point),)


def enter_first(state: State, command: EnterFirst) -> Answer:
    """A seat's first tile: any, for nobody may learn another's by trying; or unseen (BT42)."""
    seat, hidden = command.seat, command.tile
    if not isinstance(state.stage, SettingUp):
        return not_now(state, command)
    if not 0 <= seat < state.seats or state.players[seat].left or state.players[seat].dealt:
        return refuse(state, command, "track.first.not-awaited", "Set Up", seat=seat)
    if hidden.viewers != (seat,):
        return refuse(state, command, "track.first.viewers", "BT42", seat=seat)
    if hidden.value is not None and not drawn_tiles(state.components, state.seats).get(hidden.value):
        return refuse(state, command, "track.first.unknown", "BT42", tile=hidden.value)
    return (FirstDealt(seat, hidden, hidden.value is not None),)
