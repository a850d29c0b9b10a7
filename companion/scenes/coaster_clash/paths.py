"""The steps of taps that lead to each command."""

from functools import lru_cache
from typing import assert_never

from companion.rules.coaster_clash import commands as c
from companion.rules.coaster_clash.components import Components, index
from companion.rules.coaster_clash.state import State, area_of, place_of
from companion.rules.contract import Seat
from companion.scenes.coaster_clash import ids
from companion.scenes.coaster_clash.element_card import speed_words
from companion.scenes.coaster_clash.host_paths import host_path
from companion.scenes.coaster_clash.outlook import outlook
from companion.scenes.coaster_clash.words import THEMES, coaster_name, layout_name, signed
from companion.scenes.speaking import called
from companion.scenes.telling import Step

Path = tuple[Step, ...]
Names = tuple[str, ...]


def path(state: State, command: c.Command, names: Names) -> Path:
    """The steps that lead to a command; an Amount's path ends before its number."""
    match command:
        case c.Assign() | c.AllAssigned() | c.NameLayout():
            return _layouts(state, command, names)
        case c.Redraw() | c.AllKeep() | c.Commit() | c.AllCommitted():
            return _hand(state, command)
        case c.TurnUp(seat, card):
            return (_whose(seat, names), *card_steps(state, card))
        case c.PlaceElement() | c.DiscardElement():
            return _place(state, command, names)
        case c.Count(area, place, condition):
            where = Step(
                ids.coaster(area, place), _titled(coaster_name(state, area, place)), "count its bonus"
            )
            return (where, Step(f"condition.{condition}", f"Condition {condition + 1}", "as it is printed"))
        case (
            c.TeachDrawn()
            | c.TeachTheme()
            | c.TeachSpeed()
            | c.TeachExcitement()
            | c.TeachPerfect()
            | c.TeachVomit()
            | c.TeachIcons()
            | c.TeachStart()
            | c.TeachKind()
            | c.TeachConditionIcons()
            | c.TeachCount()
            | c.TeachBonus()
            | c.TeachCap()
            | c.TeachConditions()
            | c.AdjustPoints()
            | c.AdjustSpeed()
            | c.AdjustExcitement()
            | c.AdjustElement()
            | c.Leave()
            | c.Abandon()
        ):
            return host_path(state, command, names)
        case _:
            assert_never(command)


def _whose(seat: Seat, names: Names) -> Step:
    return Step(ids.seat(seat), called(names, seat))


def _titled(words: str) -> str:
    return words[:1].upper() + words[1:]


def card_steps(state: State, card: str) -> Path:
    """An element by its theme, then by itself."""
    return _card_steps(state.components, card, state.unseen)


@lru_cache(maxsize=512)
def _card_steps(components: Components, card: str, unseen: tuple[str, ...]) -> Path:
    where = index(components).element
    element = where.get(card)
    if element is None:
        return (Step(ids.element(card), card),)
    left = sum(where[other].theme == element.theme for other in unseen)
    detail = f"speed {speed_words(element)}, {element.excitement} excitement"
    return (
        Step(ids.theme(element.theme), THEMES[element.theme], f"{left} unseen", SYMBOLS[element.theme]),
        Step(ids.element(card), element.name, detail),
    )


SYMBOLS = {
    "jungle": "leaf",
    "pirate": "skull",
    "temple": "bank",
    "space": "orbit",
    "volcano": "fire",
}
"""Material Design's icons for the themes."""


def _layouts(state: State, command: c.Assign | c.AllAssigned | c.NameLayout, names: Names) -> Path:
    match command:
        case c.Assign(_, left, right) if left.value is not None and right.value is not None:
            return (
                Step(ids.layout(left.value), layout_name(state, left.value), "to your left"),
                Step(ids.layout(right.value), layout_name(state, right.value), "to your right"),
            )
        case c.Assign():
            return (Step(ids.UNSEEN, "Laid face down", "named when turned up", "eye-off"),)
        case c.AllAssigned():
            return (Step("all-assigned", "All layouts are down", "face down, one to each side", "check-all"),)
        case c.NameLayout(owner, side, layout):
            area, place = area_of(len(state.players), owner, side), place_of(side)
            detail = f"{called(names, owner)} laid it"
            where = Step(ids.coaster(area, place), f"Layout to the {side}", detail)
            return (where, Step(ids.layout(layout), layout_name(state, layout)))
        case _:
            assert_never(command)


def _hand(state: State, command: c.Redraw | c.AllKeep | c.Commit | c.AllCommitted) -> Path:
    match command:
        case c.Redraw(_, redraw):
            if redraw.value is None:
                return (Step(ids.UNSEEN, "Has decided", "not shown", "eye-off"),)
            if redraw.value:
                return (Step("redraw.new", "Discard all, draw 2", "once a round", "cards-outline"),)
            return (Step("redraw.keep", "Keep the hand", "three cards", "check"),)
        case c.AllKeep():
            return (Step("all-keep", "All keep their hands", "nobody redraws", "check-all"),)
        case c.Commit(_, _, card):
            if card.value is None:
                return (Step(ids.UNSEEN, "Face down, not entered", "named when turned up", "eye-off"),)
            return card_steps(state, card.value)
        case c.AllCommitted():
            return (Step("all-committed", "All cards are down", "turn up the first ones", "check-all"),)
        case _:
            assert_never(command)


def _place(state: State, command: c.PlaceElement | c.DiscardElement, names: Names) -> Path:
    """One of the two coasters with what would become of it, or the discards."""
    first = _whose(command.seat, names)
    match command:
        case c.PlaceElement(seat, place):
            seen = outlook(state, seat, place)
            if seen is None:
                return (first, Step(f"coaster.{place}", f"The {place} coaster"))
            name = _titled(coaster_name(state, seen.area, place))
            if not seen.fits:
                detail = f"too slow: speed {seen.before}"
            else:
                detail = f"speed {seen.before} to {seen.speed}, excitement {signed(seen.gained)}"
            return (first, Step(ids.coaster(seen.area, place), name, detail, PLACES[place]))
        case c.DiscardElement():
            return (first, Step(ids.DISCARD, "Discard it", "face up", "delete-outline"))
        case _:
            assert_never(command)


PLACES = {"upper": "arrow-up-bold", "lower": "arrow-down-bold"}
