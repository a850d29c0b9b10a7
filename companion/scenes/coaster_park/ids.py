"""The ids of what can be tapped; shared by the pictures and by the steps of the ways to commands."""

from companion.rules.coaster_park.components import Deck
from companion.rules.contract import Seat


def pool(hill: str) -> str:
    """A type of hill in the central pool."""
    return f"pool:{hill}"


def sale(hill: str) -> str:
    """The hill that is up for sale."""
    return f"sale:{hill}"


def row(card: str) -> str:
    """A card of the row."""
    return f"row:{card}"


def deck(name: Deck) -> str:
    """A deck of cards."""
    return f"deck:{name}"


def coaster(seat: Seat, number: int) -> str:
    """A coaster as a whole."""
    return f"coaster:{seat}:{number}"


def end(seat: Seat, number: int) -> str:
    """A coaster's downhill end."""
    return f"end:{seat}:{number}"


def joint(seat: Seat, number: int, after: int) -> str:
    """The joint behind a coaster's hill, counted from the launch."""
    return f"joint:{seat}:{number}:{after}"


def ground(seat: Seat) -> str:
    """The free ground where a seat starts a coaster."""
    return f"ground:{seat}"


def warehouse(seat: Seat) -> str:
    """A free place in a seat's warehouse."""
    return f"warehouse:{seat}"


def stored(seat: Seat, hill: str) -> str:
    """A hill in a seat's warehouse."""
    return f"stored:{seat}:{hill}"


def bought(hill: str) -> str:
    """The hill just bought, not yet placed."""
    return f"bought:{hill}"


def expert(seat: Seat, name: str) -> str:
    """A seat's hired experts of one kind, face up."""
    return f"expert:{seat}:{name}"


def secret(seat: Seat, slot: int) -> str:
    """A secret bonus card before a seat."""
    return f"secret:{seat}:{slot}"


def hill(name: str) -> str:
    """A type of hill in the catalogue."""
    return f"hill:{name}"


def card(name: str) -> str:
    """A card in the catalogue."""
    return f"card:{name}"


def side(name: str) -> str:
    """A side of the global bonus card."""
    return f"side:{name}"


def bonus(name: str) -> str:
    """A secret bonus card in the catalogue."""
    return f"bonus:{name}"


UNSEEN = "unseen"
"""A card that is left face down."""
