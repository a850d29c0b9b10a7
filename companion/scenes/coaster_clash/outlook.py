"""What a card that was turned up would do to a coaster, by the rules' own functions."""

from msgspec import Struct

from companion.rules.coaster_clash.placing import prospect
from companion.rules.coaster_clash.state import Place, State
from companion.rules.contract import Seat


class Outlook(Struct, frozen=True):
    """A coaster's speed before and after a placement, and what its excitement would gain."""

    area: int
    card: str
    before: int
    speed: int
    gained: int
    fits: bool
    perfect: bool
    sick: bool


def outlook(state: State, seat: Seat, place: Place) -> Outlook | None:
    """What the card that a seat turned up would do at this place; None without a card or a coaster."""
    found = prospect(state, seat)
    laid = found.at(place) if found is not None else None
    if found is None or laid is None:
        return None
    return Outlook(
        found.area,
        found.card,
        laid.before,
        laid.after,
        laid.gained,
        found.fits(place),
        laid.perfect,
        laid.vomit,
    )
