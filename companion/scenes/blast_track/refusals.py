"""Refused entries in words: what is wrong, with its numbers, and the rule it is cited from."""

from functools import cache
from importlib import resources
from typing import Any

import msgspec
from msgspec import Struct

from companion.rules.blast_track.commands import Command
from companion.rules.blast_track.state import Ending, State, Track
from companion.rules.contract import Fact, Facts, Seat, Violation
from companion.scenes.blast_track.preparing import cited
from companion.scenes.blast_track.story import ENDINGS
from companion.scenes.blast_track.words import TRACK_NAMES, pile_name, site_name, tile_name
from companion.scenes.speaking import called, listed, possessive
from companion.scenes.telling import Refusal

SEATS = frozenset({"cart", "other", "owner", "player", "seat", "awaited"})
"""Facts that are seats; -1 is the table."""

AWAITED = {
    "SettingUp": "the set-up",
    "Taking": "a tile of the market",
    "Refilling": "the tile that was turned up",
    "Laying": "a tile to be laid",
    "Exiting": "the exit",
    "Scoring": "a track that loses a point",
    "Choosing": "a pile to draw from",
    "Drawing": "the tile that was drawn",
    "Extra": "the extra tile to be laid",
    "Relocating": "a construction site",
    "Closing": "the next turn",
    "Over": "nothing, the game is over",
}
"""What the table waits for, by the name of its stage."""

PLACES = {"board": "on the board", "market": "in the market", "hands": "in hands", "discarded": "discarded"}


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
    text = words()[violation.code]
    facts = _facts(state, violation.facts, names)
    return Refusal(
        _sentence(text.title.format_map(facts)),
        _sentence(text.detail.format_map(facts)),
        cited(violation.section),
    )


def _facts(state: State | None, facts: Facts, names: tuple[str, ...]) -> dict[str, Any]:
    """The facts as they are read: names for seats and tiles, and what the numbers amount to."""
    shown: dict[str, Any] = {key: _fact(state, key, fact, names) for key, fact in facts.items()}
    shown["awaiting"] = AWAITED.get(str(facts.get("awaited")), "something else")
    shown["who"] = called(names, state.active) if state is not None and names else "the player"
    shown["whose"] = possessive(str(shown.get("other", "somebody")))
    shown["where"] = _whereabouts(facts)
    shown["ended"] = _ending(facts)
    point = facts.get("point")
    if state is not None and isinstance(point, int) and 0 <= point < len(state.components.board.colours):
        shown["colour"] = state.components.board.colours[point]
    return shown


def _fact(state: State | None, key: str, fact: Fact, names: tuple[str, ...]) -> Fact:
    if isinstance(fact, int):
        if key in ("slot", "pile", "source", "target") or (key == "awaited" and _is_pile(state)):
            return pile_name(fact)
        return _seat(names, fact) if key in SEATS else fact
    if key == "track":
        return TRACK_NAMES[Track(fact)] if fact in set(Track) else fact
    if state is None:
        return fact
    if key == "site":
        return site_name(state.components, fact)
    return tile_name(state.components, fact) if key in ("tile", "drawn", "instead") else fact


def _is_pile(state: State | None) -> bool:
    """Whether a number that is awaited is a pile's, as it is while tiles are turned up."""
    return state is not None and type(state.stage).__name__ in ("SettingUp", "Refilling")


def _seat(names: tuple[str, ...], seat: Seat) -> str:
    return called(names, seat) if 0 <= seat < len(names) else "the table"


def _whereabouts(facts: Facts) -> str:
    """Where the copies of a tile are that none is left of."""
    found = [f"{facts[key]} {place}" for key, place in PLACES.items() if facts.get(key)]
    return listed(found) or "the rest is not to be seen"


def _ending(facts: Facts) -> str:
    ending = facts.get("ending")
    return ENDINGS[Ending(ending)] if ending in set(Ending) else "It has ended"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
