"""The names that this game's words and pictures share: of seats, coasters, areas and cards."""

from companion.rules.coaster_clash.components import Element, index
from companion.rules.coaster_clash.state import Place, Side, State
from companion.rules.contract import Seat
from companion.scenes.speaking import called

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


def signed(number: int) -> str:
    """A change with its sign, a true minus."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


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
