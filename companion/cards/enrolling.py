"""A deck grows: cards are cut out of pictures, named, compared with those that are known, and kept."""

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from pathlib import Path

import cv2
import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from companion.cards.deck import LIST, Deck, DeckError, Entry, Listing, listing_of
from companion.cards.features import features_of
from companion.cards.known import FACE_PX, MOST
from companion.cards.ordering import in_reading_order
from companion.cards.overlapping import covered
from companion.cards.pictures import Picture, grey_of
from companion.cards.portrait import Alike, alike, card_in, cut_out
from companion.cards.quads import Outline, outlines
from companion.cards.reading import Found, Quad
from companion.cards.straightening import side_of

WEAK = 80
"""A face with fewer features is found by its outline alone: on an even ground, and not under another card."""

RESTING = 5
"""So many frames in a row must show a card in one place before its picture is taken."""

MOVED = 0.03
"""A card that moved by less than this share of its side lies still."""

GONE = 3
"""So many frames without the card say that it was taken away, and that the next one may come."""

ONE_SIZE = (0.6, 1.6)
"""Cards laid out together have areas within these shares of the usual one."""


class EnrolError(ValueError):
    """A picture from which no card can be enrolled: why, and what to do."""


class Enrolled(Struct, frozen=True):
    """A card that was added to a deck, with what is to be said about it."""

    card: str
    file: Path
    features: int
    alike: tuple[Alike, ...] = ()
    kept: bool = True

    @property
    def warnings(self) -> tuple[str, ...]:
        """What may make it hard to know, and what helps; a line each."""
        said = []
        if self.features < WEAK:
            said.append(
                f"{self.card}: little on it ({self.features} features): lay it on an even ground, uncovered"
            )
        for each in self.alike:
            if each.where:
                said.append(
                    f"{self.card}: differs from {each.card} only in the {each.where}: keep them flat and near"
                )
            else:
                said.append(f"{self.card}: looks the same as {each.card}: one of the two has to go")
        return tuple(said)


def enrol(folder: Path, card: str, picture: Picture, name: str = "") -> Enrolled:
    """Add the one card that a picture shows: cut out where an outline is found, else the whole picture.

    Raises EnrolError and OSError.
    """
    quad = card_in(picture)
    return keep(folder, card, picture if quad is None else cut_out(picture, quad), name)


def enrol_many(folder: Path, picture: Picture, cards: Sequence[str] = ()) -> list[Enrolled]:
    """Add all cards of a picture in which they are laid out, in reading order.

    They are called as in `cards`; otherwise by the deck's next free numbers, and a further copy of a card is
    not kept. Raises EnrolError and OSError.
    """
    quads = cards_in(picture)
    if not quads:
        raise EnrolError("no cards were found; lay them apart on an even ground of another colour")
    if cards and len(cards) != len(quads):
        raise EnrolError(
            f"{len(quads)} cards were found and {len(cards)} ids given; lay them apart, or name all"
        )
    if cards:
        return [keep(folder, card, cut_out(picture, quad)) for card, quad in zip(cards, quads, strict=True)]
    return [_keep_new(folder, cut_out(picture, quad)) for quad in quads]


def enrol_live(folder: Path, frames: Iterable[Picture], cards: Iterable[str]) -> Iterator[Enrolled]:
    """Add card by card as each is laid before the camera and comes to rest; ends with frames or cards."""
    waiting = iter(cards)
    name = next(waiting, None)
    last: Quad | None = None
    still = away = 0
    fresh = True
    for frame in frames:
        if name is None:
            return
        quad = card_in(frame)
        away = 0 if quad is not None else away + 1
        fresh = fresh or away >= GONE
        still = still + 1 if quad is not None and last is not None and _rests(quad, last) else 0
        if quad is not None and fresh and still >= RESTING:
            yield keep(folder, name, cut_out(frame, quad))
            name, fresh, still = next(waiting, None), False, 0
        last = quad


def cards_in(picture: Picture) -> list[Quad]:
    """Where cards lie in a picture in which they are laid out apart, in reading order, each upright."""
    found: list[Outline] = []
    whole = picture.shape[0] * picture.shape[1]
    for each in outlines(picture):
        if each.area < 0.7 * whole and not covered(each.corners, [other.corners for other in found]):
            found.append(each)
    if not found:
        return []
    usual = float(np.median([each.area for each in found]))
    low, high = ONE_SIZE
    alike_ = [each for each in found if low * usual < each.area < high * usual]
    placed = [Found("", _upright(each), 0, 0.0, certain=True, confidence=1.0) for each in alike_]
    return [each.quad for each in in_reading_order(placed)]


def keep(folder: Path, card: str, picture: Picture, name: str = "") -> Enrolled:
    """Write a card's picture and name it in the deck's list. Raises EnrolError and OSError."""
    if not card.strip():
        raise EnrolError("a card needs an id; give one with --id")
    listing = _listing(folder)
    others = alike(folder, card, picture)
    folder.mkdir(parents=True, exist_ok=True)
    taken = {entry.picture for other, entry in listing.cards.items() if other != card}
    file = folder / next(each for each in _names(card) if each not in taken)
    done, data = cv2.imencode(".png", picture)
    if not done:
        raise EnrolError(f"{card}: the picture could not be encoded; take another")
    _write(file, data.tobytes())
    entry = listing.cards.get(card, Entry())
    listing.cards[card] = replace(entry, picture=file.name, name=name or entry.name)
    _write(folder / LIST, listing.toml().encode())
    found = features_of(grey_of(picture, FACE_PX)[0], MOST)
    return Enrolled(card, file, len(found.points), others)


def _listing(folder: Path) -> Listing:
    try:
        return listing_of(folder)
    except DeckError as error:
        raise EnrolError(str(error)) from error


def _names(card: str) -> Iterator[str]:
    """File names for a card, the plainest first: an id may hold what a file's name may not."""
    spelt = re.sub(r"[^A-Za-z0-9_-]+", "-", card).strip("-") or "card"
    yield f"{spelt}.png"
    yield from (f"{spelt}-{n}.png" for n in count(2))


def _keep_new(folder: Path, picture: Picture) -> Enrolled:
    """Keep a card that nobody named, unless it is known."""
    try:
        known = set(Deck.open(folder).entries)
    except DeckError:
        known = set()
    card = next(each for n in count(1) if (each := f"card-{n:02}") not in known)
    others = alike(folder, card, picture)
    same = [each for each in others if not each.where]
    return Enrolled(same[0].card, folder, 0, others, kept=False) if same else keep(folder, card, picture)


def _upright(outline: Outline) -> Quad:
    """The corners from the one that is the upper left in the picture."""
    corners = np.roll(outline.corners, -int(np.argmin(outline.corners.sum(axis=1))), axis=0)
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return a, b, c, d


def _rests(quad: Quad, last: Quad) -> bool:
    now, before = np.array(quad), np.array(last)
    return bool(np.abs(now - before).max() < MOVED * side_of(now))


def _write(file: Path, data: bytes) -> None:
    """Write a file so that it is the old one or the new one at every moment."""
    half = file.with_name(f".{file.name}.half")
    with half.open("wb") as written:
        written.write(data)
        written.flush()
        os.fsync(written.fileno())
    half.replace(file)
