"""A deck on the disk: a folder of one picture a card, and a TOML of what to call them."""

import json
from collections.abc import Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Self

import cv2
import msgspec
import numpy as np
from msgspec import Meta, Struct
from numpy.typing import NDArray

from companion.cards.pictures import Picture, PictureError, decoded, read_bytes, read_picture

LIST = "deck.toml"

ENDINGS = (".png", ".jpg", ".jpeg", ".webp", ".bmp")


HALF = 127
"""A pixel of less opacity than that of 255 belongs to the table and not to the tile."""


class DeckError(ValueError):
    """A folder that is no deck: which file, what is wrong, what to do."""


class Kind(StrEnum):
    """What a picture of the deck shows; a back is known so that it is taken for no card."""

    CARD = "card"
    TILE = "tile"
    BACK = "back"


Millimetres = Annotated[float, Meta(gt=0, le=1000)]


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """What `deck.toml` says of one card; all of it may be left out."""

    name: str = ""
    group: str = ""
    kind: Kind = Kind.CARD
    picture: str = ""
    size_mm: tuple[Millimetres, Millimetres] | None = None


class Listing(Struct, frozen=True, forbid_unknown_fields=True):
    """`deck.toml` as a whole."""

    name: str = ""
    size_mm: tuple[Millimetres, Millimetres] | None = None
    cards: dict[str, Entry] = {}

    def toml(self) -> str:
        """The text of the file that says this."""
        head = list(_lines({"name": self.name, "size_mm": self.size_mm}))
        for card, entry in self.cards.items():
            head += ["", f"[cards.{_quoted(card)}]", *_lines(msgspec.structs.asdict(entry))]
        return "\n".join(head).strip() + "\n"


class Card(Struct, frozen=True):
    """One face of the deck: its id, what it is called, and its picture's file."""

    id: str
    name: str
    group: str
    kind: Kind
    file: Path
    size_mm: tuple[float, float] | None


class Deck:
    """The faces that can be recognised."""

    def __init__(self, folder: Path, name: str, entries: Sequence[Card]) -> None:
        self.folder = folder
        self.name = name
        self.entries = {card.id: card for card in entries}

    @classmethod
    def open(cls, folder: Path | str) -> Self:
        """Open a folder of pictures named by their card's id, or one with such a folder `reference`.

        Raises DeckError in one line.
        """
        folder = Path(folder)
        if not folder.is_dir():
            raise DeckError(
                f"{folder}: no such folder; a deck is a folder of pictures named ID.png or ID.jpg"
            )
        listing = listing_of(folder)
        chosen = {card for card, entry in listing.cards.items() if entry.picture}
        pictures = _pictures(home_of(folder) or folder, chosen)
        if not pictures:
            raise DeckError(f"{folder}: no pictures in it; enrol cards, or put ID.png or ID.jpg there")
        return cls(folder, listing.name or folder.resolve().name, list(_cards(folder, listing, pictures)))

    @property
    def cards(self) -> tuple[str, ...]:
        """The ids of all cards and tiles, in the deck's order; backs are none."""
        return tuple(card.id for card in self.entries.values() if card.kind is not Kind.BACK)

    def picture(self, card: str) -> Picture:
        """The reference picture of a face; raises DeckError when it can't be read."""
        try:
            return read_picture(self.entries[card].file)
        except PictureError as error:
            raise DeckError(f"{self.folder}: {error}") from error

    def shape(self, card: str) -> NDArray[np.uint8] | None:
        """Where a face's picture is not transparent, 255 there; None where it has no such part.

        Raises DeckError when it can't be read.
        """
        file = self.entries[card].file
        if file.suffix.lower() != ".png":
            return None
        try:
            whole = decoded(read_bytes(file), file.name, cv2.IMREAD_UNCHANGED)
        except PictureError as error:
            raise DeckError(f"{self.folder}: {error}") from error
        if whole.ndim < 3 or whole.shape[2] < 4:
            return None
        opaque = whole[..., 3] > HALF * (np.iinfo(whole.dtype).max // 255)
        return None if opaque.all() else np.asarray(np.where(opaque, 255, 0), np.uint8)


def home_of(folder: Path) -> Path | None:
    """Where a deck's pictures lie: in its folder, or in `reference` in it; None if there are none."""
    return next((home for home in (folder, folder / "reference") if any(_files(home))), None)


def _files(folder: Path) -> Iterator[Path]:
    """The pictures of a folder by their names; those that a system hides beside its files are none."""
    try:
        files = sorted(folder.iterdir()) if folder.is_dir() else []
    except OSError as error:
        raise DeckError(f"{folder}: {error.strerror or error}; let this user read it") from error
    return (file for file in files if file.suffix.lower() in ENDINGS and not file.name.startswith("."))


def _pictures(folder: Path, chosen: set[str]) -> dict[str, Path]:
    """The pictures by their card's id."""
    found: dict[str, Path] = {}
    for file in _files(folder):
        other = found.setdefault(file.stem, file)
        if other != file and file.stem not in chosen:
            raise DeckError(f"{folder}: {other.name} and {file.name} are both of {file.stem}; remove one")
    return found


def listing_of(folder: Path) -> Listing:
    """What a folder's `deck.toml` says; nothing where there is none. Raises DeckError."""
    file = folder / LIST
    if not file.is_file():
        return Listing()
    try:
        return msgspec.toml.decode(file.read_bytes(), type=Listing)
    except RecursionError as error:
        raise DeckError(f"{file}: nested too deeply; correct it, or remove it") from error
    except (msgspec.DecodeError, UnicodeDecodeError, OSError) as error:
        raise DeckError(f"{file}: {error}; correct it, or remove it to take the files' names") from error


def _cards(folder: Path, listing: Listing, pictures: dict[str, Path]) -> Iterator[Card]:
    for card, entry in listing.cards.items():
        file = folder / entry.picture if entry.picture else pictures.get(card)
        if file is None or not file.is_file():
            raise DeckError(f"{folder / LIST}: no picture of {card}; add {card}.png, or take the entry out")
        yield Card(card, entry.name or card, entry.group, entry.kind, file, entry.size_mm or listing.size_mm)
    named = {folder / entry.picture for entry in listing.cards.values() if entry.picture}
    for card, file in pictures.items():
        if card not in listing.cards and file not in named:
            yield Card(card, card, "", Kind.CARD, file, listing.size_mm)


def _lines(fields: dict[str, Any]) -> Iterator[str]:
    """Fields as TOML, without those that say nothing."""
    for key, value in fields.items():
        match value:
            case Kind.CARD | "" | None:
                continue
            case str():
                yield f"{key} = {_quoted(value)}"
            case _:
                yield f"{key} = [{', '.join(map(repr, value))}]"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
