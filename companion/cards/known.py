"""What is known of each face of a deck, kept in a file beside it until a picture changes."""

import hashlib
import os
import zipfile
import zlib
from pathlib import Path
from typing import Self

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from platformdirs import user_cache_path

from companion.cards.deck import Deck
from companion.cards.features import Features, features_of
from companion.cards.pictures import fitted, grey_of
from companion.cards.straightening import Patch, scaled

FACE_PX = 480
"""The longer side at which a reference's features are found: a card rarely shows larger on the table."""

MOST = 500
"""So many features of a reference are kept."""

PATCH_PX = 48

RIM_PX = 9
"""Features nearer than half of this to a tile's edge would describe the table."""

VERSION = 4
"""Raised when what is kept or how it is found changes."""

FILE = ".features.npz"


class Face(Struct, frozen=True):
    """One face: width and height of its reference, its features there, how it looks as a small square."""

    size: tuple[int, int]
    features: Features
    patch: Patch
    shape: NDArray[np.bool_]
    """Which pixels of the patch belong to it, and not to the table around a tile."""


def known(deck: Deck) -> list[Face]:
    """All faces of a deck in its order, from the file beside it where that is no older than the pictures."""
    stamp = _stamp(deck)
    for file in _files(deck):
        kept = _read(file, stamp)
        if kept is not None:
            return kept.faces()
    made = _Kept.of([_face(deck, each) for each in deck.entries], stamp)
    for file in _files(deck):
        if _written(file, made):
            break
    return made.faces()


def _face(deck: Deck, card: str) -> Face:
    picture, _ = fitted(deck.picture(card), FACE_PX)
    grey, _ = grey_of(picture, FACE_PX)
    size = (picture.shape[1], picture.shape[0])
    shape = deck.shape(card)
    if shape is None:
        whole = np.ones((PATCH_PX, PATCH_PX), np.bool_)
        return Face(size, features_of(grey, MOST), scaled(picture, PATCH_PX), whole)
    small = cv2.resize(shape, (PATCH_PX, PATCH_PX), interpolation=cv2.INTER_AREA)
    inner = cv2.erode(cv2.resize(shape, size), np.ones((RIM_PX, RIM_PX), np.uint8))
    features = features_of(grey, MOST, np.asarray(inner, np.uint8))
    return Face(size, features, scaled(picture, PATCH_PX), np.asarray(small == 255))


def _stamp(deck: Deck) -> str:
    """Differs when a picture was added, taken away, replaced or touched."""
    digest = hashlib.sha256(f"{VERSION} {cv2.__version__}".encode())
    for card in deck.entries.values():
        status = card.file.stat()
        digest.update(f"{card.id}\0{card.file.name}\0{status.st_size}\0{status.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def _files(deck: Deck) -> tuple[Path, Path]:
    """Beside the deck, or where that can't be written, in the user's cache."""
    name = hashlib.sha256(str(deck.folder.resolve()).encode()).hexdigest()[:24]
    return deck.folder / FILE, user_cache_path("coaster-companion") / "decks" / f"{name}.npz"


class _Kept(Struct, frozen=True):
    """Everything as it lies in the file: features of all faces in one stack, and how many are whose."""

    stamp: str
    sizes: NDArray[np.int32]
    counts: NDArray[np.int32]
    places: NDArray[np.float32]
    descriptions: NDArray[np.uint8]
    patches: NDArray[np.uint8]
    shapes: NDArray[np.bool_]

    @classmethod
    def of(cls, faces: list[Face], stamp: str) -> Self:
        """Pack faces: descriptions are squared back to the whole numbers that SIFT gives."""
        all_ = [face.features for face in faces]
        places = [np.column_stack([each.points, each.scales, each.angles]) for each in all_]
        return cls(
            stamp,
            np.array([face.size for face in faces], np.int32),
            np.array([len(each.points) for each in all_], np.int32),
            np.concatenate(places).astype(np.float32),
            np.round(np.concatenate([each.descriptions for each in all_]) * 255).astype(np.uint8),
            np.round(np.array([face.patch for face in faces]) * 255).astype(np.uint8),
            np.array([face.shape for face in faces]),
        )

    def faces(self) -> list[Face]:
        """Unpack them."""
        ends = np.cumsum(self.counts)
        faces = []
        for n, end in enumerate(ends):
            own = slice(int(end - self.counts[n]), int(end))
            places = self.places[own]
            features = Features(
                places[:, :2],
                places[:, 2],
                places[:, 3],
                self.descriptions[own].astype(np.float32) / np.float32(255),
            )
            width, height = (int(each) for each in self.sizes[n])
            patch = self.patches[n].astype(np.float32) / np.float32(255)
            faces.append(Face((width, height), features, patch, self.shapes[n]))
        return faces


def _read(file: Path, stamp: str) -> _Kept | None:
    """What the file keeps, or None where it is missing, torn or of other pictures: it is made anew."""
    try:
        with np.load(file, allow_pickle=False) as kept:
            if str(kept["stamp"]) != stamp:
                return None
            return _Kept(stamp, *(kept[name] for name in _Kept.__struct_fields__[1:]))
    except (OSError, ValueError, KeyError, EOFError, TypeError, RuntimeError):
        return None
    except (zipfile.BadZipFile, zlib.error):
        return None


def _written(file: Path, kept: _Kept) -> bool:
    """Whether the file could be written: whole, or not at all."""
    part = file.with_name(f"{file.name}.{os.getpid()}.part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as out:
            np.savez(out, **{name: getattr(kept, name) for name in _Kept.__struct_fields__})
        part.replace(file)
    except OSError:
        part.unlink(missing_ok=True)
        return False
    return True
