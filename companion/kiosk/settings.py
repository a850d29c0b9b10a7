"""What the owner set on this kiosk, kept in a small file."""

from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from companion.whole_files import write_whole


class Settings(Struct, frozen=True, omit_defaults=True):
    """How this kiosk looks and behaves; `density` 0 means what suits the panel.

    `turn` lets prompts face the seat that must act; `calm` leaves out movement on the screen.
    `sides` remembers at which side of the table somebody sits, clockwise from the one before the screen;
    `clips` are the clips from the top of a coaster down, as a finger told their order; `phones` lets
    phones and tablets in; `camera` is the address of what looks at the cards, `decks` says for each game
    whether it knows them by the owner's `own` pictures or the `house`'s. `table` is where it is played, once
    that was chosen: at a `real` table, with `beams` if a board is named, or at a `pretend` one.
    """

    dark: bool = True
    turn: bool = False
    calm: bool = False
    density: Annotated[float, Meta(ge=0, le=4)] = 0.0
    beams: str = ""
    dim_after_s: Annotated[int, Meta(ge=0, le=86_400)] = 240
    sides: dict[str, int] = {}
    clips: tuple[str, ...] = ()
    phones: bool = False
    camera: str = ""
    decks: dict[str, str] = {}
    table: Literal["", "real", "pretend"] = ""


def read_settings(path: Path) -> Settings:
    """The settings of this file, as far as they can be read; the usual ones for all others."""
    found = _kept(path) or {}
    kept: dict[str, Any] = {}
    for field in msgspec.structs.fields(Settings):
        with suppress(msgspec.ValidationError):
            if field.name in found:
                kept[field.name] = msgspec.convert(found[field.name], field.type)
    return Settings(**kept)


def _kept(path: Path) -> dict[str, Any] | None:
    """What a file of settings holds; None where there is none, or any other bytes."""
    try:
        found = msgspec.json.decode(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def write_settings(path: Path, settings: Settings) -> None:
    """Keep the settings; the file is whole at every moment. OSError where it can't be written.

    What lay there and can't be read is put aside.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_file() and _kept(path) is None:
        path.replace(path.with_name(f"{path.name}.unreadable"))
    write_whole(path, msgspec.json.encode(settings))
