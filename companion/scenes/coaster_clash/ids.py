"""The ids of what can be tapped."""

from companion.rules.coaster_clash.state import Place
from companion.rules.contract import Seat

UNSEEN = "unseen"
DISCARD = "discard"


def seat(number: Seat) -> str:
    """Whose move it is: a step that is taken unasked, so that the picture can show the right area."""
    return f"seat.{number}"


def theme(name: str) -> str:
    """A theme, on the way to one of its elements."""
    return f"theme.{name}"


def element(card: str) -> str:
    """An element card."""
    return f"element.{card}"


def layout(card: str) -> str:
    """A layout card."""
    return f"layout.{card}"


def coaster(area: int, place: Place) -> str:
    """One of the two coasters of an area."""
    return f"coaster.{area}.{place}"
