"""The names that this game's words and pictures share: of spaces, powers, and what is tapped."""

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
