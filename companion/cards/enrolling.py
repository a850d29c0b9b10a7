"""A deck grows: cards are cut out of pictures, named, compared with those that are known, and kept."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path

import cv2
from msgspec import Struct
from msgspec.structs import replace

from companion.cards.deck import LIST, Deck, DeckError, Entry, home_of, listing_of
from companion.cards.features import features_of
from companion.cards.known import FACE_PX, MOST
from companion.cards.pictures import Picture, grey_of
from companion.cards.portrait import Alike, alike, card_in, cards_in, cut_out
from companion.whole_files import write_whole

WEAK = 80
"""A face with fewer features is found by its outline alone: on an even ground, and not under another card."""


class EnrolError(ValueError):
    """A picture from which no card can be enrolled: why, and what to do."""


class Enrolled(Struct, frozen=True):
    """What came of a card's picture: `kept` unless it is the same as that of another card of the deck.

    `alike` are the cards that it could be taken for; `features` says how much is on it.
    """

    card: str
    alike: tuple[Alike, ...] = ()
    kept: bool = True
    file: Path | None = None
    features: int = 0

    @property
    def same(self) -> str:
        """The other card that the picture shows; empty if it is none of the deck's."""
        return next((each.card for each in self.alike if not each.where), "")

    def warnings(self, names: Mapping[str, str] | None = None) -> tuple[str, ...]:
        """What will make it hard to know, and what helps: a sentence each, with the cards' names if given."""
        if not self.kept:
            return ()
        called = names or {}
        said = [
            f"it differs from {called.get(each.card, each.card)} only in the {each.where}: "
            "keep them flat and near"
            for each in self.alike
        ]
        if self.features < WEAK:
            said.append("little is on it: lay it on an even ground, uncovered")
        return tuple(said)


def enrol(folder: Path, card: str, picture: Picture, name: str = "", *, cropped: bool = True) -> Enrolled:
    """Add the one card that a picture shows, cut out and straightened.

    `cropped` says that a picture without an outline in it is taken to be the card itself; otherwise it is
    refused. Raises EnrolError and OSError.
    """
    quad = card_in(picture)
    if quad is None and not cropped:
        raise EnrolError("no card was seen by itself")
    return keep(folder, card, picture if quad is None else cut_out(picture, quad), name)


def enrol_many(folder: Path, picture: Picture, cards: Sequence[str] = ()) -> list[Enrolled]:
    """Add all cards of a picture in which they are laid out, in reading order.

    They are called as in `cards`, otherwise by the deck's next free numbers. A further copy of a card is not
    kept. Raises EnrolError and OSError.
    """
    quads = cards_in(picture)
    if not quads:
        raise EnrolError("no cards were found; lay them apart on an even ground of another colour")
    if cards and len(cards) != len(quads):
        raise EnrolError(
            f"{len(quads)} cards were found and {len(cards)} ids given; lay them apart, or name all"
        )
    named = iter(cards)
    return [keep(folder, next(named, "") or _free(folder), cut_out(picture, quad)) for quad in quads]


def keep(folder: Path, card: str, picture: Picture, name: str = "") -> Enrolled:
    """Write a card's picture and name it in the deck's list, unless it shows another card of the deck.

    What the list says of others, and else of this one, stays. Raises EnrolError and OSError.
    """
    if not card.strip():
        raise EnrolError("a card needs an id; give one with --id")
    try:
        listing, home = listing_of(folder), home_of(folder)
        known = Deck.open(folder).entries if home is not None or listing.cards else {}
        added = Enrolled(card, alike(folder, card, picture))
    except DeckError as error:
        raise EnrolError(str(error)) from error
    if added.same:
        return replace(added, kept=False)
    taken = {other.file.name for other in known.values() if other.id != card}
    file = (home or folder) / next(each for each in _names(card) if each not in taken)
    done, data = cv2.imencode(".png", picture)
    if not done:
        raise EnrolError(f"{card}: the picture could not be encoded; take another")
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, data.tobytes())
    entry = listing.cards.get(card, Entry())
    shown = replace(entry, picture=str(file.relative_to(folder)), name=name or entry.name)
    write_whole(folder / LIST, replace(listing, cards=listing.cards | {card: shown}).toml().encode())
    features = len(features_of(grey_of(picture, FACE_PX)[0], MOST).points)
    return replace(added, file=file, features=features)


def _names(card: str) -> Iterator[str]:
    """File names for a card, the plainest first: an id may hold what a file's name may not."""
    spelt = re.sub(r"[^A-Za-z0-9_-]+", "-", card).strip("-") or "card"
    yield f"{spelt}.png"
    yield from (f"{spelt}-{n}.png" for n in count(2))


def _free(folder: Path) -> str:
    """The next free number, as an id for a card that nobody named."""
    try:
        known = Deck.open(folder).entries if home_of(folder) is not None else {}
    except DeckError as error:
        raise EnrolError(str(error)) from error
    return next(each for n in count(1) if (each := f"card-{n:02}") not in known)
