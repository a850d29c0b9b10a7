"""Exports: JSON Lines that hold whole evenings and import back to the same hash, or a seat's redacted one."""

import re
from collections.abc import Iterator
from typing import Any

from msgspec import MsgspecError, Struct, json

from companion.journal.chain import canonical, follow, link_fault
from companion.journal.codec import codec, encode
from companion.journal.entry import Record, RedactedExport, RedactedLine
from companion.journal.errors import ImportRefusedError
from companion.journal.fold import Timeline
from companion.journal.reader import FindGame, JournalReader
from companion.rules.contract import Seat, Setup, Viewer
from companion.rules.hidden import redact

_MISSING = re.compile("Object missing required field `(.*)`")


class Import(Struct, frozen=True):
    """An evening out of an export, sound in itself."""

    records: tuple[Record, ...]
    timeline: Timeline
    finished: bool


def export_whole(journal: JournalReader, evening: int) -> Iterator[bytes]:
    """An evening whole, a line for each entry: for its owner, secrets included."""
    for record in journal.records(evening):
        yield encode(record)


def export_for(journal: JournalReader, evening: int, seat: Seat) -> Iterator[bytes]:
    """An evening as a seat may know it; says so in its first line, and holds no hash."""
    rules = journal.game(evening)
    viewer = Viewer(seat)
    yield encode(RedactedExport(seat, rules.name))
    for entry in journal.entries(evening):
        command, events = redact(entry.command, viewer), redact(entry.events, viewer)
        note = entry.note if command == entry.command else None
        yield encode(RedactedLine(entry.n, entry.by, entry.source, command, events, entry.at, note))


def read_export(data: bytes, name: str, find_game: FindGame) -> tuple[Import, ...]:
    """The evenings of an export, whatever the bytes; ImportRefusedError names file, line and field."""
    evenings: list[_Reading] = []
    for number, line in enumerate(data.split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            record = _record(line)
            if record.n == 0 or not evenings:
                evenings.append(_Reading(record, find_game))
            evenings[-1].add(record)
        except ValueError as error:
            raise ImportRefusedError(f"{name}, line {number}: {error}; nothing was imported") from error
    if not evenings:
        raise ImportRefusedError(f"{name}, line 1: nothing in it; expected an export of a journal")
    return tuple(each.whole() for each in evenings)


class _Reading:
    """An evening while its lines are read."""

    def __init__(self, first: Record, find_game: FindGame) -> None:
        self._rules = find_game(_game_of(first, find_game))
        self._timeline = Timeline()
        self._records: list[Record] = []
        self._keys: set[str] = set()

    def add(self, record: Record) -> None:
        """Take in the next line, or say in a ValueError why it doesn't follow."""
        spelled, entry = canonical(record, self._rules)
        fault = link_fault(spelled, len(self._records), self._records[-1].hash if self._records else "")
        if fault:
            raise ValueError(f"field {fault.field}: {fault.problem}")
        if record.key in self._keys:
            raise ValueError(f"field key: {record.key!r} was used by an entry before")
        self._timeline = follow(self._rules, self._timeline, entry)
        self._keys.add(record.key)
        self._records.append(spelled)

    def whole(self) -> Import:
        """The evening, once all is read."""
        finished = self._rules.outcome(self._timeline.state) is not None
        return Import(tuple(self._records), self._timeline, finished)


def _record(line: bytes) -> Record:
    try:
        return json.decode(line, type=Record)
    except RecursionError:
        raise ValueError("nested too deeply for a line of an export") from None
    except MsgspecError as error:
        if _is_redacted(line):
            raise ValueError(
                "this is a seat's export, which lacks what others keep secret and can't be imported; "
                "take the owner's export"
            ) from error
        raise ValueError(_field_first(str(error))) from error
    except UnicodeDecodeError as error:
        raise ValueError(f"not text in UTF-8 ({error.reason} at byte {error.start + 1})") from error


def _is_redacted(line: bytes) -> bool:
    try:
        json.decode(line, type=RedactedExport)
    except (MsgspecError, RecursionError, UnicodeDecodeError):
        return False
    return True


def _field_first(message: str) -> str:
    """What is wrong with a line, the field first, out of msgspec's message that has it last."""
    problem, found, path = message.partition(" - at `$")
    field = path.rstrip("`").lstrip(".")
    missing = _MISSING.fullmatch(problem)
    if missing:
        return f"field {field}{'.' if field else ''}{missing[1]}: missing"
    return f"field {field}: {problem}" if found else f"not a line of an export: {problem}"


def _game_of(first: Record, find_game: FindGame) -> str:
    try:
        setup = json.decode(first.command, type=Setup)
        find_game(setup.game)
    except MsgspecError as error:
        problem, _, path = str(error).partition(" - at `$")
        raise ValueError(
            f"field command{path.rstrip('`')}: {problem}; an export begins with a Setup"
        ) from error
    except KeyError as error:
        raise ValueError(f"field command.game: {error.args[0]}") from None
    return setup.game


def lines_of(journal: JournalReader, evening: int) -> Iterator[dict[str, Any]]:
    """An evening's entries in short, for people to read: number, who, how, what, when."""
    form = codec(journal.game(evening))
    for record in journal.records(evening):
        yield {
            "n": record.n,
            "by": record.by,
            "source": record.source,
            "command": form.command(record.command),
            "at": record.at,
        } | ({"note": record.note} if record.note is not None else {})
