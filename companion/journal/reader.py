"""Reading a journal: its evenings and their entries, also while a companion writes it."""

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Self

from msgspec import MsgspecError

from companion import rules as registered
from companion.journal.chain import first_fault, stored
from companion.journal.codec import codec
from companion.journal.database import SELECT_ENTRIES, as_stored, connect_to_read, damaged, meaning
from companion.journal.entry import Entry, Evening, Record, read_names
from companion.journal.errors import JournalDamagedError, JournalError
from companion.journal.fold import AnyRules

FindGame = Callable[[str], AnyRules]


class JournalReader:
    """A journal to be read, also while a companion writes it."""

    def __init__(self, path: Path, connection: sqlite3.Connection, find_game: FindGame) -> None:
        self.path = path
        self._connection = connection
        self.find_game = find_game
        self._mutex = threading.RLock()

    @classmethod
    def open(cls, path: Path, find_game: FindGame = registered.game) -> Self:
        """Open a journal for reading; it must be there."""
        try:
            return cls(path, connect_to_read(path), find_game)
        except sqlite3.Error as error:
            raise meaning(error, path) from error

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def evenings(self) -> tuple[Evening, ...]:
        """Every evening, the oldest first."""
        with self._reading():
            rows = self._connection.execute(
                "SELECT id, game, names, started, finished,"
                " (SELECT count(*) FROM entry WHERE entry.evening = evening.id) FROM evening ORDER BY id"
            ).fetchall()
        return tuple(
            Evening(id, game, self._names(id, names), started, entries, bool(finished))
            for id, game, names, started, finished, entries in rows  # noqa: A001  # the column's name
        )

    def _names(self, evening: int, names: str) -> tuple[str, ...]:
        try:
            return read_names(names)
        except ValueError as error:
            raise damaged(self.path, f"evening {evening}, {error}") from error

    def game(self, evening: int) -> AnyRules:
        """The rules that an evening is played by."""
        with self._reading():
            row = self._connection.execute("SELECT game FROM evening WHERE id = ?", (evening,)).fetchone()
        if row is None:
            raise JournalError(
                f"{self.path}: there is no evening {evening}; `companion journal list` shows all"
            )
        try:
            return self.find_game(row[0])
        except KeyError as error:
            raise JournalError(f"{self.path}: evening {evening}: {error.args[0]}") from None

    def records(self, evening: int) -> tuple[Record, ...]:
        """An evening's entries as they are stored; the chain is not checked."""
        with self._reading():
            query = as_stored(SELECT_ENTRIES, self._connection)
            rows = self._connection.execute(query, (evening,)).fetchall()
        try:
            return tuple(map(stored, rows))
        except ValueError as error:
            raise damaged(self.path, f"evening {evening}, {error}") from error

    def entries(self, evening: int) -> tuple[Entry, ...]:
        """An evening's entries; JournalDamagedError if one doesn't fit the one before."""
        rules = self.game(evening)
        read = codec(rules).entry
        records = self.records(evening)
        fault = first_fault(records)
        if fault:
            raise damaged(self.path, f"evening {evening}, {fault}")
        try:
            return tuple(map(read, records))
        except (MsgspecError, RecursionError) as error:
            raise JournalError(
                f"{self.path}: evening {evening} holds what {rules.name} doesn't know ({error}); "
                "`companion journal verify` says where"
            ) from error

    def backup(self, target: Path) -> None:
        """Copy the whole journal as it stands, also while it is in use; the copy is whole or not there."""
        half = target.with_name(target.name + ".half")
        try:
            with self._mutex, closing(sqlite3.connect(half)) as copy:
                self._connection.backup(copy)
            half.replace(target)
        except sqlite3.Error as error:
            fault = meaning(error, target)
            raise (meaning(error, self.path) if isinstance(fault, JournalDamagedError) else fault) from error
        finally:
            with suppress(OSError):  # on a disk that can't be written there is nothing to clear away
                half.unlink()

    @contextmanager
    def _reading(self) -> Iterator[None]:
        with self._mutex:
            try:
                yield
            except sqlite3.Error as error:
                raise meaning(error, self.path) from error
