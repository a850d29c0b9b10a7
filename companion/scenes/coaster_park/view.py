"""From the rules' state to what is drawn: hills with their forms, coasters with their names."""

from functools import lru_cache

from companion.rules.coaster_park.components import Components, index
from companion.rules.coaster_park.state import Player, State
from companion.rules.contract import Seat
from companion.scenes.coaster_park.plots import Coaster
from companion.scenes.coaster_park.profile import LARGEST, Form, Hill
from companion.scenes.speaking import possessive

FORMS = {
    "bump": Form.BUMP,
    "double-dipper": Form.DOUBLE_DIPPER,
    "jump": Form.JUMP,
    "loop": Form.LOOP,
    "plateau": Form.PLATEAU,
}


@lru_cache(maxsize=512)
def drawn_hill(components: Components, hill_id: str) -> Hill:
    """A type of hill as it is drawn; its printed size is brought to the scale of the drawing."""
    hill = index(components).hill[hill_id]
    largest = max(other.size for other in components.hills) or 1
    size = round(LARGEST * hill.size / largest) if hill.size else LARGEST // 2
    form = Form.LAUNCH if hill.deck == "launch" else FORMS.get(hill.special, Form.PLAIN)
    return Hill(hill.name, form, size, hill.flags, hill.colour, hill.material)


def hill_name(state: State, hill_id: str) -> str:
    """A hill's printed name."""
    return index(state.components).hill[hill_id].name


def is_launch(state: State, hill_id: str) -> bool:
    """Whether this type of hill is a launch."""
    return hill_id in index(state.components).launches


def coaster_name(state: State, seat: Seat, number: int) -> str:
    """A coaster is called after its launch; a second one of the same launch gets a II."""
    coasters = state.players[seat].coasters
    launch = coasters[number][0]
    name = hill_name(state, launch)
    return f"{name} II" if any(other[0] == launch for other in coasters[:number]) else name


def coasters(state: State, seat: Seat, owner: str = "") -> tuple[Coaster, ...]:
    """All coasters of a seat; `owner` goes before the name of each."""
    return tuple(
        Coaster(
            seat,
            number,
            f"{possessive(owner)} {coaster_name(state, seat, number)}"
            if owner
            else coaster_name(state, seat, number),
            tuple(drawn_hill(state.components, hill) for hill in hills),
        )
        for number, hills in enumerate(state.players[seat].coasters)
    )


def storage(state: State, player: Player) -> int:
    """How many hills a player's warehouse holds."""
    experts = index(state.components).expert
    return 1 + sum(experts[card] == "manager" for card in player.experts)


def copies(state: State, player: Player, expert: str) -> int:
    """How many face-up copies of an expert a player has."""
    experts = index(state.components).expert
    return sum(experts[card] == expert for card in player.experts)
