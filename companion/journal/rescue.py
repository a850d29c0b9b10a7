"""When a journal's file is damaged: it is kept aside, and what still holds together is taken over."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from companion.journal.chain import first_fault, link_fault, stored
from companion.journal.database import SELECT_ALL_ENTRIES, SELECT_ENTRIES, damaged
from companion.journal.entry import Record

Evenings = dict[int, tuple[Record, ...]]
"""The entries of each evening, by its id."""


def sound_evenings(connection: sqlite3.Connection, path: Path) -> Evenings:
    """All entries of a journal; JournalDamagedError if an evening's don't follow one from the other."""
    evenings: dict[int, list[Record]] = {}
    try:
        for evening, *row in connection.execute(SELECT_ALL_ENTRIES):
            evenings.setdefault(evening, []).append(stored(tuple(row)))
    except ValueError as error:
        raise damaged(path, error) from error
    for evening, records in evenings.items():
        fault = first_fault(records)
        if fault:
            raise damaged(path, f"evening {evening}, {fault}")
    return {evening: tuple(records) for evening, records in evenings.items()}


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
    evenings: Evenings = {}
    try:
        with closing(sqlite3.connect(path.absolute().as_uri() + "?mode=ro", uri=True)) as connection:
            found = [row[0] for row in connection.execute("SELECT DISTINCT evening FROM entry")]
            for evening in found:
                evenings[evening] = _prefix(connection, evening)
    except sqlite3.Error:  # what could be read before this is what can be saved
        return evenings
    return evenings


def _prefix(connection: sqlite3.Connection, evening: int) -> tuple[Record, ...]:
    records: list[Record] = []
    try:
        for row in connection.execute(SELECT_ENTRIES, (evening,)):
            record = stored(row)
            if link_fault(record, len(records), records[-1].hash if records else ""):
                break
            records.append(record)
    except (sqlite3.Error, ValueError):  # the damage begins here
        return tuple(records)
    return tuple(records)


def begins_with(whole: Sequence[Record], part: Sequence[Record]) -> bool:
    """Whether one row of entries goes on where another ends; the hashes chain, so the last one tells."""
    return len(part) <= len(whole) and (not part or whole[len(part) - 1].hash == part[-1].hash)
