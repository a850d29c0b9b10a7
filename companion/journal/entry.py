"""An entry of the journal: what was entered, by whom, what followed, and the hash that chains it."""

import hashlib
from enum import StrEnum
from typing import Any, Generic, TypeVar

from msgspec import MsgspecError, Raw, Struct, json

from companion.rules.contract import Seat, Viewer

Command = TypeVar("Command")


class Source(StrEnum):
    """What an entry came in through."""

    TOUCH = "touch"
    PHONE = "phone"
    BEAM = "beam"
    CAMERA = "camera"
    IMPORT = "import"
    REHEARSAL = "rehearsal"


class TakeBack(Struct, frozen=True, tag=True):
    """All entries after number `to` are taken back, as the players agreed."""

    to: int


class Correct(Struct, Generic[Command], frozen=True, omit_defaults=True, tag=True):
    """Entry `n` should have been `command`; what came after it is judged again.

    `keep` says what the table chose for the case that a later entry is refused now:
    to keep the correction and drop that entry and those behind it.
    """

    n: int
    command: Command
    keep: bool = False


class Rejudged(Struct, frozen=True, tag=True):
    """Among the events of a correction: those that follow are what entry `n` leads to now."""

    n: int


class Note(Struct, frozen=True, omit_defaults=True):
    """What a sensor made of what was entered: told with it, and read by no rule.

    `reading` is as the ask names it, also where the table entered something else, and empty where the run
    was entered before it was over. `run` is the recording's name, `took_ms` the time from the first beam to
    the last, `speeds` are in mm a second at each hill's exit, 0 where none was seen.
    """

    run: str
    reading: str = ""
    confidence: float = 0.0
    story: str = ""
    took_ms: int = 0
    speeds: tuple[int, ...] = ()


class Draft(Struct, frozen=True):
    """An entry as the table hands it in."""

    key: str
    by: Viewer
    source: Source
    command: Any
    events: tuple[Any, ...]
    note: Note | None = None


class Entry(Struct, frozen=True):
    """An entry that is confirmed; number 0 is the `Setup`. No hash holds its note."""

    n: int
    key: str
    by: Viewer
    source: Source
    command: Any
    events: tuple[Any, ...]
    state_hash: str
    previous_hash: str
    hash: str
    at: str
    note: Note | None = None


class Record(Struct, frozen=True, omit_defaults=True):
    """An entry as it is stored and exported, command and events as JSON; a line of an export."""

    n: int
    key: str
    by: Viewer
    source: Source
    command: Raw
    events: Raw
    state_hash: str
    previous_hash: str
    hash: str
    at: str
    note: Note | None = None


class Evening(Struct, frozen=True):
    """A game in the journal, begun once and perhaps finished; `started` is a time in UTC."""

    id: int
    game: str
    names: tuple[str, ...]
    started: str
    entries: int
    finished: bool


class RedactedExport(Struct, frozen=True, tag_field="export", tag="redacted"):
    """The first line of a seat's export: it lacks what this seat may not see, and can't be imported."""

    seat: Seat
    game: str
    note: str = "Redacted for one seat: what others keep secret is left out. It can't be imported."


class RedactedLine(Struct, frozen=True, omit_defaults=True):
    """A line of a seat's export; no hash, as it would give away what is left out."""

    n: int
    by: Viewer
    source: Source
    command: Any
    events: tuple[Any, ...]
    at: str
    note: Note | None = None


def entry_hash(previous: str, n: int, command: bytes, events: bytes, state_hash: str) -> str:
    """SHA-256 over the previous hash, n, command, events and state hash, a line each."""
    parts = (previous.encode(), str(n).encode(), command, events, state_hash.encode())
    return hashlib.sha256(b"\n".join(parts)).hexdigest()


def read_names(text: str) -> tuple[str, ...]:
    """The players' names as an evening keeps them; a ValueError where they can't be read."""
    try:
        return json.decode(text, type=tuple[str, ...])
    except (MsgspecError, RecursionError) as error:
        raise ValueError(f"names: {error}") from error
