"""From a picture of the table to the cards that lie there."""

from companion.cards.deck import Deck, DeckError, Kind
from companion.cards.pictures import Picture, PictureError, read_picture
from companion.cards.reading import Found, Point, Quad, Reading
from companion.cards.recogniser import Recogniser

__all__ = [
    "Deck",
    "DeckError",
    "Found",
    "Kind",
    "Picture",
    "PictureError",
    "Point",
    "Quad",
    "Reading",
    "Recogniser",
    "read_picture",
]
