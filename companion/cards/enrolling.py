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
from companion.cards.ground import Ground
from companion.cards.known import FACE_PX, MOST
from companion.cards.pictures import Picture, grey_of
from companion.cards.portrait import Alike, alike, cards_in, cut_out, portrait, slim_of, thing_in
from companion.whole_files import write_whole

WEAK = 80
"""A face with fewer features is found by its outline alone: on an even ground, and not under another card."""


UNCLEAR = (
    "the card's edge is not clear on that ground: lay it alone on an even ground of another colour, "
    "and fill the picture with it"
)

ENOUGH = 3
"""From so many cards on a deck's shapes are known, and another shape is a part of a card."""

SHAPE = 1.18
"""Cards of one shape are as slim as each other but for this."""


class EnrolError(ValueError):
    """A picture from which no card can be enrolled: why, and what to do."""


class Enrolled(Struct, frozen=True):
    """What came of a card's picture: `kept` unless it is the same as that of another card of the deck.

    `alike` are the cards that it could be taken for; `features` says how much is on it, and `size` how many
    pixels wide and high what was cut out is.
    """

    card: str
    alike: tuple[Alike, ...] = ()
    kept: bool = True
    file: Path | None = None
    features: int = 0
    size: tuple[int, int] = (0, 0)

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


def enrol(folder: Path, card: str, picture: Picture, name: str = "", *, cropped: bool = False) -> Enrolled:
    """Add the one card that a picture shows, cut out and straightened; or `cropped`, which it is all of.

    Raises EnrolError, also where it is not certain that what was cut out is a whole card, and OSError.
    """
    if cropped:
        return keep(folder, card, picture, name)
    ground = Ground(picture)
    if ground.empty:
        raise EnrolError("no card was seen by itself")
    thing = thing_in(ground, picture)
    if thing is None:
        raise EnrolError(UNCLEAR)
    shown = portrait(picture, thing)
    _check_shape(folder, card, shown)
    return keep(folder, card, shown, name)


def _check_shape(folder: Path, card: str, picture: Picture) -> None:
    """Refuse a shape that no other card of the deck has, once there are some."""
    try:
        deck = Deck.open(folder) if folder.is_dir() and home_of(folder) is not None else None
        others = [slim_of(deck.picture(each)) for each in deck.entries if each != card] if deck else []
    except DeckError as error:
        raise EnrolError(str(error)) from error
    own = slim_of(picture)
    if len(others) >= ENOUGH and not any(1 / SHAPE < own / each < SHAPE for each in others):
        raise EnrolError(UNCLEAR)


def enrol_many(folder: Path, picture: Picture, cards: Sequence[str] = ()) -> list[Enrolled]:
    """Add all cards of a picture in which they are laid out, in reading order.

    They are called as in `cards`, otherwise by the deck's next free numbers. A further copy of a card is not
    kept. Raises EnrolError and OSError.
    """
    quads = cards_in(picture)
    if not quads:
        raise EnrolError(
            "no cards were found that are all of one shape and size; "
            "lay them apart, and nothing else, on an even ground of another colour"
        )
    if cards and len(cards) != len(quads):
        raise EnrolError(
            f"{len(quads)} cards were found and {len(cards)} ids given; lay them apart, or name all"
        )
    named = iter(cards)
    shown = [cut_out(picture, quad) for quad in quads]
    for each in shown:
        _check_shape(folder, "", each)
    return [keep(folder, next(named, "") or _free(folder), each) for each in shown]


def keep(folder: Path, card: str, picture: Picture, name: str = "") -> Enrolled:
    """Write a card's picture and name it in the deck's list, unless it shows another card of the deck.

    What the list says of others, and else of this one, stays. Raises EnrolError and OSError.
    """
    if not card.strip():
        raise EnrolError("a card needs an id; give one with --id")
    if not card.isprintable():
        raise EnrolError(f"{card!a} is no id that can be written down; give one with --id")
    colours = picture[:, :, :3]
    try:
        listing, home = listing_of(folder), home_of(folder)
        known = Deck.open(folder).entries if home is not None or listing.cards else {}
        added = Enrolled(card, alike(folder, card, colours), size=(picture.shape[1], picture.shape[0]))
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
    features = len(features_of(grey_of(colours, FACE_PX)[0], MOST).points)
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
