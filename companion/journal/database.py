"""The SQLite side of a journal: its tables, their migrations, and what an SQLite error means."""

import os
import shutil
import sqlite3
from pathlib import Path

from companion.journal.errors import (
    JournalBusyError,
    JournalDamagedError,
    JournalError,
    JournalForeignError,
    JournalFullError,
    JournalMissingError,
    JournalUnwritableError,
)

APPLICATION = 0x434F4153  # "COAS"

SELECT_ENTRIES = """
    SELECT n, key, by, source, command, events, state_hash, previous_hash, hash, at, note
    FROM entry WHERE evening = ? ORDER BY n
"""
SELECT_ALL_ENTRIES = """
    SELECT evening, n, key, by, source, command, events, state_hash, previous_hash, hash, at, note
    FROM entry ORDER BY evening, n
"""
SELECT_ENTRIES_AS_WRITTEN = """
    SELECT id, evening, n, key, by, source, command, events, state_hash, previous_hash, hash, at, note
    FROM entry NOT INDEXED WHERE id >= ? ORDER BY id
"""
SELECT_EVENINGS = """
    SELECT evening.id, evening.game, evening.names, evening.started, entry.command
    FROM evening LEFT JOIN entry ON entry.evening = evening.id AND entry.n = 0
"""
INSERT_ENTRY = """
    INSERT INTO entry
    (evening, n, key, by, source, command, events, state_hash, previous_hash, hash, at, note)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""

PATIENCE_S = 2.0
"""How long another program's short lock on the file is waited for."""

MIGRATIONS = (
    """
    CREATE TABLE evening (
        id INTEGER PRIMARY KEY,
        game TEXT NOT NULL,
        names TEXT NOT NULL,
        started TEXT NOT NULL,
        finished INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE entry (
        id INTEGER PRIMARY KEY,
        evening INTEGER NOT NULL REFERENCES evening (id),
        n INTEGER NOT NULL,
        key TEXT NOT NULL,
        by TEXT NOT NULL,
        source TEXT NOT NULL,
        command TEXT NOT NULL,
        events TEXT NOT NULL,
        state_hash TEXT NOT NULL,
        previous_hash TEXT NOT NULL,
        hash TEXT NOT NULL,
        at TEXT NOT NULL,
        UNIQUE (evening, n),
        UNIQUE (evening, key)
    ) STRICT;
    CREATE TRIGGER entries_are_kept BEFORE DELETE ON entry
    BEGIN SELECT RAISE(ABORT, 'an entry is never deleted'); END;
    CREATE TRIGGER entries_stay_as_they_are BEFORE UPDATE ON entry
    BEGIN SELECT RAISE(ABORT, 'an entry is never changed'); END;
    """,
    "ALTER TABLE entry ADD COLUMN note TEXT NOT NULL DEFAULT '';",
)
"""What brings a journal from each version to the next; a journal's version is how many it has had."""


def connect(path: Path) -> sqlite3.Connection:
    """Open a journal for writing, made or brought up to date where needed; every commit is durable."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=PATIENCE_S)
    try:
        connection.execute("PRAGMA foreign_keys = ON")
        check(connection, path)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        migrate(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def connect_to_read(path: Path) -> sqlite3.Connection:
    """Open a journal to be read only, also while it is in use."""
    try:
        there = path.is_file()
    except OSError as error:
        raise JournalMissingError(f"{path}: there can be no journal ({error.strerror})") from error
    if not there:
        raise JournalMissingError(f"{path}: there is no journal; give the path of one, or play a game first")
    address = path.absolute().as_uri() + "?mode=ro"
    if not path.with_name(path.name + "-wal").exists() and not _may_write(path.parent):
        address += "&immutable=1"  # SQLite can't make its helper files there, and nobody else writes
    connection = sqlite3.connect(
        address, uri=True, isolation_level=None, check_same_thread=False, timeout=2.0
    )
    try:
        check(connection, path)
    except BaseException:
        connection.close()
        raise
    if version(connection) == 0:
        connection.close()
        raise JournalForeignError(f"{path}: this is an empty database, not a journal")
    return connection


def check(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse another program's database, a newer companion's journal, and one that is damaged."""
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    names = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
    if application != APPLICATION and names and "entries_are_kept" not in names:
        raise JournalForeignError(f"{path}: this is another program's database; give the path of a journal")
    if application == APPLICATION and version(connection) > len(MIGRATIONS):
        raise JournalForeignError(
            f"{path}: this journal has version {version(connection)}, and this companion knows versions up "
            f"to {len(MIGRATIONS)}; install the newer companion that wrote it"
        )
    if names and not (application == APPLICATION and _header_is_whole(path)):
        raise damaged(path, "its first bytes are not those of a journal")
    faults = [row[0] for row in connection.execute("PRAGMA quick_check(1)")]
    if faults != ["ok"]:
        raise damaged(path, " ".join(faults[0].split()))


def damaged(path: Path, fault: object) -> JournalDamagedError:
    """The error that tells of a damaged journal, and what to do."""
    return JournalDamagedError(
        f"{path}: the journal is damaged ({fault}); `companion` keeps it aside and restores what was entered"
    )


def _header_is_whole(path: Path) -> bool:
    """Whether SQLite may write the file: with other numbers here it would take it for a newer SQLite's."""
    with path.open("rb") as file:
        return file.read(20)[18:] in (b"\1\1", b"\2\2")


def migrate(connection: sqlite3.Connection) -> None:
    """Bring a journal up to the newest version, or leave it as it was."""
    for number in range(version(connection), len(MIGRATIONS)):
        connection.executescript(
            f"BEGIN IMMEDIATE; {MIGRATIONS[number]} PRAGMA user_version = {number + 1};"
            f"PRAGMA application_id = {APPLICATION}; COMMIT;"
        )


def version(connection: sqlite3.Connection) -> int:
    """How many migrations a journal has had; 0 for an empty file."""
    found: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return found


def as_stored(query: str, connection: sqlite3.Connection) -> str:
    """A query of entries as this journal can answer it: those of its first version have no notes."""
    names = {row[1] for row in connection.execute("PRAGMA table_info(entry)")}
    return query if "note" in names else query.replace(", note", ", ''")


def meaning(error: sqlite3.Error, path: Path) -> JournalError:
    """What an SQLite error means for the person at the table."""
    unread = sqlite3.SQLITE_CORRUPT if isinstance(error, sqlite3.OperationalError) else sqlite3.SQLITE_MISUSE
    code = getattr(error, "sqlite_errorcode", unread) & 0xFF  # text that isn't UTF-8 comes without a code
    no_room = code == sqlite3.SQLITE_IOERR and _room(path) < 1 << 16
    if code == sqlite3.SQLITE_FULL or no_room:
        return JournalFullError(
            f"{path}: the disk is full, so this was not entered and all that was is safe; "
            "make room and enter it again"
        )
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return JournalUnwritableError(
            f"{path}: the journal can't be written ({error}); give this user the right to write the file "
            "and its folder, or set COMPANION_HOME to a folder that can be written"
        )
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return JournalBusyError(
            f"{path}: another program holds the journal ({error}); close it and try again"
        )
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR):
        return damaged(path, error)  # our own queries are right, so SQLITE_ERROR is a spoilt schema
    return JournalError(f"{path}: the journal can't be used ({error}); check the disk and its cable")


def _room(path: Path) -> int:
    return shutil.disk_usage(path.parent).free


def _may_write(folder: Path) -> bool:
    return os.access(folder, os.W_OK)  # false on a read-only disk too, even for root
