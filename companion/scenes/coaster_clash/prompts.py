"""What is asked, and of whom; and what the number says that is about to be entered."""

from typing import Any, assert_never

from companion.rules.coaster_clash import commands as c
from companion.rules.coaster_clash.components import Condition, index
from companion.rules.coaster_clash.placing import prospect
from companion.rules.coaster_clash.state import (
    Assigning,
    Committing,
    Counting,
    Flipping,
    Naming,
    Over,
    Redrawing,
    State,
    area_of_flip,
    next_side,
    open_seats,
    sides_in_order,
)
from companion.rules.contract import Amount, Ask, Seat
from companion.scenes.coaster_clash.conditions import condition_words
from companion.scenes.coaster_clash.words import beside, coaster_name, element_name, signed
from companion.scenes.speaking import called, listed, plural
from companion.scenes.telling import Prompt

ENDED = {
    "scored": "Six rounds are built",
    "last-seat": "Only one player was left",
    "abandoned": "The table gave the game up",
}
"""How a game ended."""

Names = tuple[str, ...]
Asks = tuple[Ask[Any], ...]


def prompt(state: State, asks: Asks, names: Names) -> Prompt:
    """What these asks want; they are all of one seat, or of the table."""
    if isinstance(state.stage, Over):
        return Prompt("The game is over", f"{ENDED[state.stage.reason]}.")
    if not asks:
        return _waiting(state, names)
    if all(_of_host(ask) for ask in asks):
        return Prompt("For the host", "Only what the rules can’t know.")
    seat = asks[0].seat
    match state.stage:
        case Assigning():
            return _assigning(seat, names)
        case Naming():
            return _naming(asks, names)
        case Redrawing():
            return _redrawing(state, seat, names)
        case Committing():
            return _committing(state, seat, names)
        case Flipping():
            return _flipping(state, seat, names)
        case Counting():
            return Prompt("Count by hand", "A layout shows what the companion can’t count. Which coaster?")
        case _:
            assert_never(state.stage)


def _of_host(ask: Ask[Any]) -> bool:
    command = ask.command if isinstance(ask, Amount) else ask.options[0]
    return isinstance(command, c.HOST_COMMANDS)


def _waiting(state: State, names: Names) -> Prompt:
    who = listed([called(names, seat) for seat in open_seats(state)][:2], "and")
    return Prompt("Nothing is asked", f"Waiting for {who}." if who else "The others are still busy.")


def _assigning(seat: Seat | None, names: Names) -> Prompt:
    if seat is None:
        return Prompt("Lay your layouts", "One face down to your left, one to your right, one into the box.")
    detail = "First the layout to your left, then the one to your right. The third goes into the box."
    return Prompt(f"{called(names, seat)}, which layouts?", detail)


def _naming(asks: Asks, names: Names) -> Prompt:
    first = asks[0].options[0]  # type: ignore[union-attr]  # an Observe
    who, where = called(names, first.owner), "upper" if first.side == "left" else "lower"
    detail = f"Turn it up: it starts the {where} coaster of that area."
    return Prompt(f"Layout: {who}, {first.side}", detail)


def _redrawing(state: State, seat: Seat | None, names: Names) -> Prompt:
    if seat is None:
        return Prompt(
            f"Round {state.turn}: your hands",
            "Look at your three cards. Does anybody want two new ones instead?",
        )
    detail = "Discard all three and draw two, or keep them. It is your only chance this round."
    return Prompt(f"{called(names, seat)}, keep them?", detail)


def _committing(state: State, seat: Seat | None, names: Names) -> Prompt:
    first, second = sides_in_order(state.turn)
    if seat is None:
        return Prompt(
            "Cards face down", f"One {_beside(first)}, then one {_beside(second)}. No talking about them!"
        )
    side = next_side(state, seat) or first
    turn = "turned up first" if side == first else "turned up second"
    return Prompt(f"{called(names, seat)}, to the {side}", f"The card {beside(side)}; it is {turn}.")


def _beside(side: str) -> str:
    return f"to the {side}"


def _flipping(state: State, seat: Seat | None, names: Names) -> Prompt:
    stage = state.stage
    if seat is None or not isinstance(stage, Flipping):
        return Prompt("Turn up the cards", "")
    name, card = called(names, seat), state.players[seat].up
    side = sides_in_order(state.turn)[stage.flip - 1]
    which = "first" if stage.flip == 1 else "second"
    if not card:
        detail = f"Turn up the {which} card, {beside(side)}. Touch its theme, then the card."
        return Prompt(f"{name}, turn it up", detail)
    found = prospect(state, seat)
    if found is not None and found.forced:
        return Prompt(
            f"{name}: too slow",
            f"Neither coaster has the speed for the {element_name(state, card)}. Discard it.",
        )
    area = area_of_flip(state, seat, stage.flip)
    both = listed(
        [coaster_name(state, area, place) for place in ("upper", "lower") if state.areas[area].at(place)],
        "or",
    )
    return Prompt(f"{name}, place it", f"{element_name(state, card)}: at the end of {both}?")


def amount(state: State, ask: Amount[Any], value: int, names: Names) -> Prompt:
    """The confirming button and the remark below it for a number not yet entered."""
    command = ask.command
    figure = signed(value)
    match command:
        case c.Count(area, place, number):
            condition = _condition(state, area, place, number)
            words = condition_words(condition) if condition else "as the layout says"
            return Prompt(f"Add {figure}", f"{coaster_name(state, area, place)}: {words}", figure)
        case c.AdjustPoints(player):
            return Prompt(f"{figure} points", f"for {called(names, player)}", figure)
        case c.AdjustSpeed(area, place):
            return Prompt(f"Speed to {value}", f"of {coaster_name(state, area, place)}", str(value))
        case c.AdjustExcitement(area, place):
            return Prompt(f"Excitement to {value}", f"of {coaster_name(state, area, place)}", str(value))
        case c.TeachSpeed():
            detail = (
                "a launch adds speed"
                if value > 0
                else f"costs {plural(-value, 'speed')}"
                if value
                else "costs nothing"
            )
            return Prompt(f"Teach {figure}", detail.replace("speeds", "speed"), figure)
        case c.TeachConditions():
            return Prompt(f"Teach {plural(value, 'condition')}", "on this layout", str(value))
        case c.TeachBonus():
            return Prompt(f"Teach {figure}", "excitement for the condition", figure)
        case c.TeachCap():
            return Prompt(f"Teach {value}" if value else "No limit", "at most for the condition", str(value))
        case _:
            return Prompt(f"Teach {value}", "as the card shows it", str(value))


def _condition(state: State, area: int, place: Any, number: int) -> Condition | None:
    coaster = state.areas[area].at(place)
    layout = index(state.components).layout.get(coaster.layout) if coaster else None
    return layout.conditions[number] if layout and number < len(layout.conditions) else None
