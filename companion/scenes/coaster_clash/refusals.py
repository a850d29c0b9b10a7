"""Violations in words, with their numbers."""

from functools import cache
from importlib import resources
from typing import Any

import msgspec
from msgspec import Struct

from companion.rules.coaster_clash.state import State
from companion.rules.contract import Facts, Violation
from companion.scenes.coaster_clash.preparing import QUESTIONS, cited
from companion.scenes.coaster_clash.words import ICONS, area_name, card_name, coaster_name, layout_name
from companion.scenes.speaking import called
from companion.scenes.telling import Refusal

Names = tuple[str, ...]


class RefusalText(Struct, frozen=True):
    """How a violation is put, with the names of its facts in braces."""

    title: str
    detail: str


@cache
def refusals() -> dict[str, RefusalText]:
    """The texts of all violations by their codes."""
    text = (resources.files(__package__) / "refusals.toml").read_bytes()
    return msgspec.toml.decode(text, type=dict[str, RefusalText])


AWAITED = {
    "Assigning": "everybody lays two layouts",
    "Naming": "the layouts are named",
    "Redrawing": "everybody keeps the hand or redraws",
    "Committing": "everybody puts two cards face down",
    "Flipping": "the cards that were turned up are placed",
    "Counting": "the table counts the bonuses that are left",
    "Over": "somebody takes the last entry back, for the game is over",
}
"""What the table waits for, by the name of its stage."""

SEATS = frozenset({"seat", "awaited", "owner", "player"})
"""Facts that are seats."""


def refusal(state: State | None, violation: Violation[Any], names: Names) -> Refusal:
    """A violation in words; before the game has begun there is no state."""
    told = refusals()[violation.code]
    facts = violation.facts
    said = {key: _said(state, key, fact, names) for key, fact in facts.items()}
    said |= _more(state, facts, names)
    return Refusal(
        _sentence(told.title.format_map(said)),
        _sentence(told.detail.format_map(said)),
        cited(violation.section),
    )


def _said(state: State | None, key: str, fact: int | str, names: Names) -> str:
    """A fact as its sentence needs it."""
    if isinstance(fact, int):
        if key in SEATS:
            return called(names, fact) if 0 <= fact < len(names) else "nobody"
        return str(fact)
    if state is not None and key == "card":
        return card_name(state, fact)
    if state is not None and key == "layout":
        return layout_name(state, fact)
    if key == "icon":
        return ICONS.get(fact, fact)
    if key == "fault":
        return fact.rstrip(".")
    return QUESTIONS.get(fact, fact)


def _more(state: State | None, facts: Facts, names: Names) -> dict[str, str]:
    """What a sentence needs beside the facts as they are."""
    more = {"awaiting": AWAITED.get(str(facts.get("awaited")), "something else is awaited")}
    if isinstance(first := facts.get("first"), int):
        more["begin"] = str(first + 1)
    for key, name in (("low", "lowest"), ("entered", "given")):
        if isinstance(number := facts.get(key), int):
            more[name] = f"−{-number}" if number < 0 else str(number)
    awaited = facts.get("awaited")
    more["turning"] = (
        f"{called(names, awaited)} is next to turn up a card"
        if isinstance(awaited, int) and 0 <= awaited < len(names)
        else "All cards of this flip are turned up"
    )
    area, place = facts.get("area"), facts.get("place")
    if state is not None and isinstance(area, int) and place in ("upper", "lower"):
        more["coaster"] = coaster_name(state, area, "upper" if place == "upper" else "lower")
        if more["coaster"].startswith("the "):
            more["coaster"] += f" of {area_name(state, area, names)}"
    if isinstance(lies := facts.get("lies"), str):
        more["lies"] = _where(state, lies, names)
    return more


def _where(state: State | None, lies: str, names: Names) -> str:
    """Where everybody sees a card lie."""
    kind, _, rest = lies.partition(":")
    if kind == "coaster" and state is not None:
        area, _, place = rest.partition(":")
        return f"in {coaster_name(state, int(area), 'upper' if place == 'upper' else 'lower')}"
    if kind == "seat":
        return f"turned up by {called(names, int(rest))}"
    return "among the discards"


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]
