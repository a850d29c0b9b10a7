"""Refused entries in words: what is wrong, with its numbers, and the rule it is cited from."""

from functools import cache
from importlib import resources
from typing import Any

import msgspec
from msgspec import Struct

from companion.rules.coaster_park.commands import Command
from companion.rules.coaster_park.components import index
from companion.rules.coaster_park.state import State
from companion.rules.contract import Fact, Facts, Violation
from companion.scenes.coaster_park.experts import EXPERTS
from companion.scenes.coaster_park.people import bonus_name, card_expert
from companion.scenes.coaster_park.preparing import cited
from companion.scenes.telling import Refusal

AWAITED = {
    "SettingUp": "the set-up",
    "Acting": "a sale, or an expert to hire",
    "Drawing": "the card that was drawn",
    "Pricing": "the price",
    "Answering": "an answer to the sale",
    "Running": "a run of the marble",
    "Forced": "the seller’s own purchase",
    "Placing": "a place for the hill that was bought",
    "Proceeds": "the seller’s choice of money or expert",
    "Engineering": "the card the Engineer keeps",
    "Returning": "the card the Engineer puts back",
    "Peeking": "what the spy saw",
    "Closing": "the next turn",
    "Finals": "the next coaster to test",
    "Revealing": "a secret card to turn up",
    "Choosing": "the runs that count",
    "Counting": "a bonus card to count",
    "Measuring": "the length of a coaster",
    "Over": "nothing, the game is over",
}
"""What the table waits for, by the name of its stage."""


class Words(Struct, frozen=True, forbid_unknown_fields=True):
    """A refusal's title and detail, with places for its facts."""

    title: str
    detail: str


@cache
def words() -> dict[str, Words]:
    """Every refusal's words by its code."""
    text = (resources.files(__package__) / "refusals.toml").read_bytes()
    return msgspec.toml.decode(text, type=dict[str, Words])


def refusal(state: State | None, violation: Violation[Command], names: tuple[str, ...]) -> Refusal:
    """A violation in words; before the game has begun there is no state."""
    told = words()[violation.code]
    facts = _facts(state, violation.facts, names)
    return Refusal(told.title.format_map(facts), told.detail.format_map(facts), cited(violation.section))


def _facts(state: State | None, facts: Facts, names: tuple[str, ...]) -> dict[str, Any]:
    """The facts as they are read: names for ids, and what the numbers amount to."""
    shown: dict[str, Any] = {key: _fact(state, key, fact, names) for key, fact in facts.items()}
    numbers = {key: fact for key, fact in facts.items() if isinstance(fact, int)}
    cost = numbers.get("cost", numbers.get("price", 0) - numbers.get("discount", 0))
    shown["short"] = cost - numbers.get("have", 0)
    shown["over"] = numbers.get("named", 0) - numbers.get("most", 0)
    shown["next"] = numbers.get("passed", 0) + 1
    shown["discounts"] = discounts(numbers.get("discount", 0))
    shown["who"] = shown.get("awaited", "the table as a whole")
    return shown


def discounts(dollars: int) -> str:
    """What Contract Attorneys take off, in words."""
    match dollars:
        case 0:
            return "no discount"
        case 1:
            return "$1 off from your Contract Attorney"
        case _:
            return f"${dollars} off from your Contract Attorneys"


def _fact(state: State | None, key: str, fact: Fact, names: tuple[str, ...]) -> Fact:
    if isinstance(fact, int):
        named = key in {"awaited", "player", "target"} and 0 <= fact < len(names)
        return names[fact] if named else fact
    match key:
        case "awaited":
            return AWAITED.get(fact, fact)
        case "expert":
            return EXPERTS.get(fact, fact)
        case "lies":
            return _where(fact, names)
        case "card" | "side" | "hill" if state is not None:
            return _printed(state, fact)
        case _:
            return fact


def _printed(state: State, name: str) -> str:
    """The name of a hill, of a card by its expert, or of a bonus card."""
    where = index(state.components)
    if name in where.hill:
        return where.hill[name].name
    return card_expert(state, name) if name in where.card else bonus_name(state, name)


def _where(place: str, names: tuple[str, ...]) -> str:
    kind, _, seat = place.partition(":")
    if kind == "seat":
        return f"before {names[int(seat)]}"
    return "in the row" if kind == "row" else "out of the game"
