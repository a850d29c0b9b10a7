"""When a journal's file is damaged: it is kept aside, and what still holds together is taken over."""

import os
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct, json

from companion.journal.chain import link_fault, stored
from companion.journal.database import (
    SELECT_ALL_ENTRIES,
    SELECT_ENTRIES_AS_WRITTEN,
    SELECT_EVENINGS,
    as_stored,
    damaged,
)
from companion.journal.entry import Record, entry_hash, read_names

Evenings = dict[int, tuple[Record, ...]]
"""The entries of each evening, by its id."""


class _Begun(Struct, frozen=True):
    game: str


FARTHEST = 1 << 20
"""How many entries a damaged part is taken to hold at most."""

LARGEST = 1 << 30
"""Bytes beyond which a damaged header's word for the file's size is not believed."""


def last_hashes(connection: sqlite3.Connection, path: Path) -> dict[int, str]:
    """Each evening's last hash; JournalDamagedError if its entries don't follow one from the other."""
    chains: dict[int, tuple[int, str]] = {}
    frames: set[tuple[str, str]] = set()
    for evening, *row in connection.execute(SELECT_ALL_ENTRIES):
        n, key, by, source, command, events, state_hash, previous_hash, own, at, note = row
        expected, previous = chains.get(evening, (0, ""))
        found = entry_hash(previous, n, command.encode(), events.encode(), state_hash)
        if (n, previous_hash, own) != (expected, previous, found):
            raise damaged(path, f"evening {evening}, entry {expected}: it doesn't follow from the one before")
        if (by, source) not in frames:
            try:
                stored((n, key, by, source, command, events, state_hash, previous_hash, own, at, note))
            except ValueError as error:
                raise damaged(path, f"evening {evening}, {error}") from error
            frames.add((by, source))
        chains[evening] = n + 1, own
    fault = _evening_fault(connection, set(chains))
    if fault:
        raise damaged(path, fault)
    return {evening: own for evening, (_, own) in chains.items()}


def _evening_fault(connection: sqlite3.Connection, entered: set[int]) -> str:
    """What is wrong with the list of evenings, which no hash covers; nothing if it fits the entries."""
    listed: set[int] = set()
    for evening, game, names, _started, command in connection.execute(SELECT_EVENINGS):
        listed.add(evening)
        try:
            read_names(names)
            setup = json.decode(command or "", type=_Begun)
        except (ValueError, RecursionError) as error:
            return f"evening {evening}, {error}"
        if setup.game != game:
            return f"evening {evening}, game: it began as {setup.game}"
    lost = sorted(entered ^ listed)
    return f"evening {lost[0]}: its entries have no evening" if lost else ""


def set_aside(path: Path) -> Path:
    """Rename a damaged journal, with what SQLite keeps beside it; its new place."""
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S")
    number, place = 1, path.with_name(f"{path.name}.damaged-{stamp}")
    while place.exists():
        number += 1
        place = path.with_name(f"{path.name}.damaged-{stamp}-{number}")
    for ending in ("-wal", "-shm", ""):
        piece = path.with_name(path.name + ending)
        if piece.exists():
            piece.rename(place.with_name(place.name + ending))
    return place


def salvage(path: Path) -> Evenings:
    """Each evening of a damaged journal, as far as it can be read and its entries follow one another."""
    with TemporaryDirectory(dir=path.parent, prefix="salvage-") as folder:
        whole = Path(folder) / path.name
        for ending in ("-wal", ""):
            piece = path.with_name(path.name + ending)
            if piece.exists():
                shutil.copyfile(piece, whole.with_name(whole.name + ending))
        _pad(whole)
        evenings: dict[int, list[Record]] = {}
        with closing(sqlite3.connect(whole, isolation_level=None)) as connection:
            for evening, record in _readable(connection):
                records = evenings.setdefault(evening, [])
                if not link_fault(record, len(records), records[-1].hash if records else ""):
                    records.append(record)
    return {evening: tuple(records) for evening, records in evenings.items() if records}


def _pad(path: Path) -> None:
    """Bring a cut file to the size its header tells, as SQLite reads nothing of it otherwise."""
    with path.open("rb+") as file:
        header = file.read(32)
        page = int.from_bytes(header[16:18]) if len(header) == 32 else 0
        size = (65536 if page == 1 else page) * int.from_bytes(header[28:32])
        if os.fstat(file.fileno()).st_size < size <= LARGEST:
            file.truncate(size)


def _readable(connection: sqlite3.Connection) -> Iterator[tuple[int, Record]]:
    """The entries that can still be read, with their evenings, in the order they were written."""
    start, step = 0, 1
    while step < FARTHEST:
        try:
            for place, evening, record in _from(connection, start):
                start, step = place + 1, 1
                yield evening, record
        except (sqlite3.Error, ValueError):  # the damage begins here: look for where it ends
            start, step = start + step, step * 2
        else:
            return


def _from(connection: sqlite3.Connection, start: int) -> Iterator[tuple[int, int, Record]]:
    """The rows from one on; a ValueError where they don't ascend, or one can't be understood."""
    query = as_stored(SELECT_ENTRIES_AS_WRITTEN, connection)
    for place, evening, *row in connection.execute(query, (start,)):
        if place < start:
            raise ValueError(f"row {place} is out of order")
        yield place, evening, stored(tuple(row))


def begins_with(whole: Sequence[Record], part: Sequence[Record]) -> bool:
    """Whether one row of entries goes on where another ends; the hashes chain, so the last one tells."""
    return len(part) <= len(whole) and (not part or whole[len(part) - 1].hash == part[-1].hash)
