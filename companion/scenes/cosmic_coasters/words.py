"""The names that this game's words and pictures share: of spaces, powers, and what is tapped."""

import re

from companion.rules.contract import Seat
from companion.rules.cosmic_coasters.components import RING, SPACES, Power, Space
from companion.rules.cosmic_coasters.state import State

POWERS = {
    Power.INHIBITOR: "Teleport Inhibitor",
    Power.TRANSIT: "Rapid Transit",
    Power.WARNING: "Warning System",
    Power.STINGING: "Stinging Defense",
}

AROUND = ("top", "upper right", "right", "lower right", "bottom", "lower left", "left", "upper left")
"""Where the spaces of the ring lie, as the picture shows them."""

NAME = 14
"""The most letters of a player's name in a sentence."""


def space_id(space: Space) -> str:
    """The id to tap for a space."""
    return f"space.{space}"


def moon_id(moon: Seat) -> str:
    """The id to tap for a moon as a whole."""
    return f"moon.{moon}"


def home_id(pad: Space) -> str:
    """The id to tap for the winning way home from a pad."""
    return f"home.{pad}"


def welcome(state: State, seat: Seat) -> Space:
    """The space a ship that comes home is best put on: an empty one; else one of somebody else's."""
    spaces = range(seat * SPACES, (seat + 1) * SPACES)
    return min(spaces, key=lambda space: (state.ships[space] is not None, state.ships[space] == seat, space))


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


def moon_name(state: State, moon: Seat) -> str:
    """What a moon is called."""
    return state.moons[moon] or "the moon"


def spot_name(state: State, space: Space) -> str:
    """A space within its moon: `top factory`, `lower left point`, `pad`."""
    place = space % SPACES
    if place == RING:
        return "pad"
    what = "factory" if state.chart.kinds[space] == "factory" else "point"
    return f"{AROUND[place]} {what}"


def space_title(state: State, space: Space) -> str:
    """A space as a button says it: `Io: pad`."""
    return f"{moon_name(state, space // SPACES)}: {spot_name(state, space)}"


def space_name(state: State, space: Space) -> str:
    """A space with its moon: `Io's pad`."""
    return f"{moon_name(state, space // SPACES)}’s {spot_name(state, space)}"


def listed(words: list[str], joint: str) -> str:
    """Words in a row: `a, b or c`."""
    return f" {joint} ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else "".join(words)
