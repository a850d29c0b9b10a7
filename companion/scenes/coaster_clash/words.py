"""The names that this game's words and pictures share: of seats, coasters, areas and cards."""

import re

from companion.rules.coaster_clash.components import Element, index
from companion.rules.coaster_clash.state import Place, Side, State
from companion.rules.contract import Seat

NAME = 14
"""The most letters of a player's name in a sentence."""

THEMES = {
    "jungle": "Jungle",
    "pirate": "Pirate",
    "temple": "Temple",
    "space": "Space",
    "volcano": "Volcano",
}

ICONS = {
    "ejector": "ejector airtime",
    "floater": "floater airtime",
    "inversion": "intense inversion",
    "hang-time": "hang time inversion",
    "helix": "helix",
    "s-curve": "S-curve",
    "capacity": "capacity",
    "launch": "launch",
}


def called(names: tuple[str, ...], seat: Seat) -> str:
    """A player's name, short enough for a sentence: the first of several if that is clear, or cut."""
    name = names[seat]
    if len(name) <= NAME:
        return name
    firsts = [_first(other) for other in names]
    if firsts.count(firsts[seat]) == 1 and len(firsts[seat]) <= NAME:
        return firsts[seat]
    last = name.split()[-1]
    return f"{firsts[seat][: NAME - 3]} {last[0]}." if last != firsts[seat] else f"{name[: NAME - 1]}…"


def _first(name: str) -> str:
    return re.split(r"[\s-]", name, maxsplit=1)[0]


def possessive(name: str) -> str:
    """Whose something is."""
    return f"{name}’" if name.endswith(("s", "x", "z")) else f"{name}’s"


def plural(count: int, word: str) -> str:
    """So many of something."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def signed(number: int) -> str:
    """A change with its sign, a true minus."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


def listed(words: list[str], joint: str) -> str:
    """Words in a row: `a, b or c`."""
    return f" {joint} ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else "".join(words)


def element_of(state: State, card: str) -> Element | None:
    """An element card by its id; None for one that the components do not know."""
    return index(state.components).element.get(card)


def element_name(state: State, card: str) -> str:
    """An element's printed name."""
    found = element_of(state, card)
    return found.name if found else card


def card_name(state: State, card: str) -> str:
    """An element with its theme, as several themes have elements of the same name: `Helix, jungle`."""
    found = element_of(state, card)
    return f"{found.name}, {found.theme}" if found else card


def layout_name(state: State, card: str) -> str:
    """A layout's printed name."""
    found = index(state.components).layout.get(card)
    return found.name if found else card


def coaster_name(state: State, area: int, place: Place) -> str:
    """A coaster is called after its layout; before that is known, by its place."""
    found = state.areas[area].at(place) if 0 <= area < len(state.areas) else None
    if found is not None and found.layout:
        return layout_name(state, found.layout)
    return f"the {place} coaster"


def neighbours(state: State, area: int) -> tuple[Seat, Seat]:
    """The two seats that an area lies between: whose left it is, and whose right."""
    return area, (area + 1) % len(state.players)


def area_name(state: State, area: int, names: tuple[str, ...]) -> str:
    """An area by its two players."""
    one, other = neighbours(state, area)
    return f"{called(names, one)} & {called(names, other)}"


def beside(side: Side) -> str:
    """Where a card goes: `to your left`."""
    return f"to your {side}"
