"""Setup: who plays, and which layouts lie in which area (CC1, CC2, CC39)."""

from typing import get_args, get_type_hints

import msgspec

from companion.rules.coaster_clash.asks import layouts_left
from companion.rules.coaster_clash.commands import AllAssigned, Assign, Command, NameLayout
from companion.rules.coaster_clash.components import house, index, read
from companion.rules.coaster_clash.events import Assigned, Began, Event, LayoutNamed
from companion.rules.coaster_clash.flow import with_following
from companion.rules.coaster_clash.refusal import Judged, Refusal, not_now, refuse
from companion.rules.coaster_clash.state import (
    Assigning,
    Naming,
    State,
    Toggles,
    open_seats,
    unnamed_layouts,
)
from companion.rules.contract import Option, Setup, Violation
from companion.rules.faults import ComponentsError
from companion.rules.hidden import Hidden

SEATS = range(3, 7)

RULING = {"vomit": "CC12", "floor": "CC14", "crossed": "CC22"}
OPTIONS = tuple(
    Option(key, get_args(get_type_hints(Toggles)[key]), getattr(Toggles(), key), section)
    for key, section in RULING.items()
)


def start(setup: Setup) -> tuple[Event, ...] | Violation[Command]:
    """The first event, or what is wrong with the set-up."""
    seats = len(setup.names)
    if seats not in SEATS:
        return Violation("clash.setup.seats", "CC1", {"seats": seats, "fewest": SEATS[0], "most": SEATS[-1]})
    if not 0 <= setup.first < seats:
        return Violation("clash.setup.first-seat", "CC32", {"first": setup.first, "seats": seats})
    try:
        toggles = msgspec.convert(setup.options, Toggles, strict=True)
    except msgspec.ValidationError as fault:
        return Violation("clash.setup.option", _ruling(setup), {"fault": str(fault)})
    unknown = [key for key in setup.options if key not in RULING]
    if unknown:
        return Violation("clash.setup.option", "Setup", {"fault": f"no option is called {unknown[0]!r}"})
    try:
        components = read(setup.components) if setup.components else house()
    except ComponentsError as fault:
        return Violation("clash.setup.components", "Components", {"fault": str(fault)})
    return (Began(seats, setup.first, toggles, components),)


def _ruling(setup: Setup) -> str:
    """The ruling of the first option that lacks the choice made."""
    wrong = (
        option for option in OPTIONS if setup.options.get(option.key, option.default) not in option.choices
    )
    return next((option.section for option in wrong), "Setup")


def decide_assign(state: State, command: Assign) -> Judged:
    """Two different layouts, seen by their owner only, or both unseen; whatever others may have entered."""
    if not isinstance(state.stage, Assigning):
        return not_now(state, command)
    seat = command.seat
    if seat not in open_seats(state):
        return refuse(state, command, "clash.assign.not-awaited", "CC2", seat=seat)
    left, right = command.left, command.right
    if left.viewers != (seat,) or right.viewers != (seat,):
        return refuse(state, command, "clash.assign.not-secret", "CC2")
    if (left.value is None) != (right.value is None):
        return refuse(state, command, "clash.assign.half-seen", "CC2")
    if left.value is not None:
        known = index(state.components).layout
        if left.value not in known or right.value not in known:
            return refuse(state, command, "clash.layout.unknown", "Components")
        if left.value == right.value:
            return refuse(state, command, "clash.assign.twice", "Setup")
    assigned = Assigned(seat, left, right)
    return with_following(state, assigned) if open_seats(state) == (seat,) else (assigned,)


def decide_all_assigned(state: State, command: AllAssigned) -> Judged:
    """All who are still awaited have put their layouts down, unseen."""
    if not isinstance(state.stage, Assigning):
        return not_now(state, command)
    return with_following(
        state, *[Assigned(seat, Hidden((seat,)), Hidden((seat,))) for seat in open_seats(state)]
    )


def decide_name_layout(state: State, command: NameLayout) -> Judged:
    """A layout that lies on the table and was not entered face down."""
    if not isinstance(state.stage, Naming):
        return not_now(state, command)
    if (command.owner, command.side) != unnamed_layouts(state)[0]:
        owner, side = unnamed_layouts(state)[0]
        return refuse(state, command, "clash.layout.not-awaited", "CC39", owner=owner, side=side)
    fault = _layout_fault(state, command)
    return fault or with_following(state, LayoutNamed(command.owner, command.side, command.layout))


def _layout_fault(state: State, command: NameLayout) -> Refusal | None:
    if command.layout not in index(state.components).layout:
        return refuse(state, command, "clash.layout.unknown", "Components")
    if command.layout in layouts_left(state):
        return None
    for number, area in enumerate(state.areas):
        for place, coaster in (("upper", area.upper), ("lower", area.lower)):
            if coaster is not None and coaster.layout == command.layout:
                code = "clash.layout.elsewhere"
                return refuse(state, command, code, "Setup", layout=command.layout, area=number, place=place)
    return None
