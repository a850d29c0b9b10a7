"""A game's faces as a deck: the folder of pictures by which the camera knows the printed cards."""

import re
from pathlib import Path
from typing import Any

import cv2

from companion.cards.deck import LIST, Kind
from companion.scenes.cutting import PX_PER_MM, reference
from companion.scenes.drawing import Picture, picture
from companion.scenes.faces import DP, Face, Printed
from companion.table.plain import to_toml


def keep_deck(folder: Path, title: str, printed: Printed) -> tuple[Path, ...]:
    """Write a picture of each face and back, and the list that names them; gives all files. Raises OSError.

    What else lies in the folder stays there, but is no longer of the deck unless it is named like a card.
    """
    folder.mkdir(parents=True, exist_ok=True)
    cards: dict[str, Any] = {}
    files: list[Path] = []
    sides = {face.id for face in printed.faces}
    for face in printed.faces:
        files.append(_keep(folder, face.id, reference(face)))
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
