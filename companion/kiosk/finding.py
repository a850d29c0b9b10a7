"""What a camera could be here: those that are plugged in, a phone, and pictures to try with."""

import importlib.util
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import Struct

MEDIA = (Path("/media"), Path("/run/media"))
"""Where sticks are mounted: by their name, or by their owner's and theirs."""

MOST_NAMES = 200
"""How many names of a folder are read to find a picture in it."""


class Found(Struct, frozen=True):
    """A camera to choose: its address, what it is called, what it is, and a symbol."""

    address: str
    label: str
    detail: str
    symbol: str


def cameras_here(folders: Iterable[Path], chosen: str = "") -> tuple[Found, ...]:
    """All that could look at the cards now; `chosen` is among them even where it is not plugged in."""
    found = [*_plugged_in(), *_of_the_pi(), _phone(), *_pictures(folders)]
    if chosen and all(each.address != chosen for each in found):
        scheme, _, rest = chosen.partition(":")
        there = scheme in {"picture", "folder", "video"} and Path(rest).exists()
        label = Path(rest).name if there else rest or chosen
        found.insert(0, Found(chosen, label, "to try it" if there else "not plugged in", "camera-off"))
    return tuple(found)


def sticks(roots: Iterable[Path] = MEDIA) -> tuple[Path, ...]:
    """The folders of what is plugged in to carry files."""
    found: list[Path] = []
    for root in roots:
        for place in _folders(root):
            inner = _folders(place)
            found += [place] if os.path.ismount(place) or not inner else inner
    return tuple(found)


def _plugged_in() -> Iterator[Found]:
    from companion.cards.v4l2 import cameras
    from companion.cards.v4l2_layer import SystemLayer

    names = [node.name for node in cameras(SystemLayer().nodes())]
    for name in dict.fromkeys(names):
        several = names.count(name)
        detail = f"USB, the first of {several}" if several > 1 else "USB"
        yield Found(f"v4l2:{name}", name, detail, "webcam")


def _of_the_pi() -> Iterator[Found]:
    from companion.cards.picamera import DEBIAN

    if importlib.util.find_spec("picamera2") is not None or Path(DEBIAN, "picamera2").is_dir():
        yield Found("picamera:", "The Pi’s own camera", "on its ribbon", "camera-outline")


def _phone() -> Found:
    return Found("phone:", "A phone’s photos", "sent from its page: see Phones and tablets", "cellphone")


def _pictures(folders: Iterable[Path]) -> Iterator[Found]:
    for folder in folders:
        if _holds_pictures(folder):
            yield Found(f"folder:{folder}", folder.name or str(folder), "pictures, to try it", "folder-image")


def _holds_pictures(folder: Path) -> bool:
    from companion.cards.showing import is_picture

    try:
        with os.scandir(folder) as names:
            first = (entry.name for entry, _ in zip(names, range(MOST_NAMES), strict=False))
            return any(map(is_picture, first))
    except OSError:
        return False


def _folders(folder: Path) -> list[Path]:
    try:
        return sorted(place for place in folder.iterdir() if place.is_dir())
    except OSError:
        return []
