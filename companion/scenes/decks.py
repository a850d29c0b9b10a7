"""A game's faces as a deck: the folder of pictures by which the camera knows the printed cards."""

import hashlib
import re
import shutil
import tempfile
from pathlib import Path
from typing import Any

import cv2
import msgspec
from platformdirs import user_cache_path

from companion.cards.deck import LIST, Deck, DeckError, Kind
from companion.cards.stated import stated_size, torn
from companion.scenes.cutting import PX_PER_MM, cut_out, reference
from companion.scenes.drawing import Picture, picture
from companion.scenes.faces import DP, Face, Printed
from companion.table.plain import to_toml

MOST_KEPT = 4
"""So many folders of a game are kept: evenings that were begun with other components may go on."""

KEPT_AS = b"2"
"""Raised when the same faces are kept as other pictures."""


def own_deck(game: str, printed: Printed) -> Path:
    """The folder of these faces' deck in the user's cache; made if it is not there. May raise OSError.

    Faces that are drawn otherwise, or show other components, have another folder; of a game's folders the
    newest few are kept. One that a power cut spoilt is made anew.
    """
    drawn = hashlib.sha256(KEPT_AS + msgspec.json.encode(printed)).hexdigest()[:16]
    folder = user_cache_path("coaster-companion") / "decks" / f"{game}-{drawn}"
    if _whole(folder, printed):
        return folder
    shutil.rmtree(folder, ignore_errors=True)
    folder.parent.mkdir(parents=True, exist_ok=True)
    half = Path(tempfile.mkdtemp(prefix=f"{game}-", dir=folder.parent))
    try:
        keep_deck(half, game, printed)
        half.replace(folder)
    except OSError:
        if not _whole(folder, printed):  # somebody else may have made it meanwhile
            raise
    finally:
        shutil.rmtree(half, ignore_errors=True)
    for old in sorted(folder.parent.glob(f"{game}-*"), key=_age)[MOST_KEPT:]:
        if old != folder:
            shutil.rmtree(old, ignore_errors=True)
    return folder


def _whole(folder: Path, printed: Printed) -> bool:
    """Whether a deck is there with all its pictures, and all of its list."""
    try:
        cards = Deck.open(folder).entries
        files = [card.file.read_bytes() for card in cards.values()]
    except (DeckError, OSError):
        return False
    listed = {id_ for id_, card in cards.items() if card.size_mm is not None}
    return {face.id for face in printed.faces} <= listed == set(cards) and all(
        stated_size(data) and not torn(data) for data in files
    )


def _age(folder: Path) -> float:
    """How long ago a folder was made, against others."""
    return -folder.stat().st_mtime if folder.exists() else 0.0


def keep_deck(folder: Path, title: str, printed: Printed) -> tuple[Path, ...]:
    """Write a picture of each face and back, and the list that names them; gives all files. Raises OSError.

    What else lies in the folder stays there, but is no longer of the deck unless it is named like a card.
    """
    folder.mkdir(parents=True, exist_ok=True)
    cards: dict[str, Any] = {}
    files: list[Path] = []
    sides = {face.id for face in printed.faces}
    for face in printed.faces:
        files.append(_keep(folder, face.id, cut_out(face) if face.outline else reference(face)))
        cards[face.id] = _entry(face, files[-1])
    for name, scene in printed.backs.items():
        if name not in sides:
            id_ = f"back of {name}"
            files.append(_keep(folder, id_, picture(scene, PX_PER_MM / DP, ground="#FFFFFF")))
            size = (scene.width / DP, scene.height / DP)
            cards[id_] = {"name": id_, "kind": Kind.BACK.value, "size_mm": size, "picture": files[-1].name}
    listing = folder / LIST
    listing.write_text(to_toml({"name": title, "cards": cards}), encoding="utf-8")
    return (*files, listing)


def _entry(face: Face, file: Path) -> dict[str, Any]:
    return {"name": face.name, "kind": face.kind, "size_mm": face.size, "picture": file.name}


def _keep(folder: Path, id_: str, pixels: Picture) -> Path:
    """Write one picture; a name that a file system may not like is spelt in plain letters."""
    plain = re.sub(r"[^A-Za-z0-9_-]+", "-", id_).strip("-") or "card"
    file = folder / f"{plain if plain == id_ else f'{plain}-{_sum(id_)}'}.png"
    done, data = cv2.imencode(".png", pixels)
    if not done:
        raise OSError(f"{file}: the picture could not be encoded")
    file.write_bytes(data.tobytes())
    return file


def _sum(id_: str) -> str:
    """A few letters that keep apart what is spelt alike."""
    return f"{sum(place * code for place, code in enumerate(id_.encode(), 1)) % 0xFFFF:04x}"
