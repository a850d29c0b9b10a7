"""The journal: one SQLite file of many evenings, to which entries are appended and never changed."""

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from msgspec import Raw, json

from companion import rules as registered
from companion.journal.codec import codec, encode
from companion.journal.database import connect, connect_to_read, meaning
from companion.journal.entry import Correct, Draft, Entry, Evening, Record, Source, entry_hash
from companion.journal.errors import JournalDamagedError, JournalError
from companion.journal.fold import AnyRules
from companion.journal.lock import Lock
from companion.rules.contract import HOST, Setup, Viewer

FindGame = Callable[[str], AnyRules]

_COLUMNS = "n, key, by, source, command, events, state_hash, previous_hash, hash, at"


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
                " (SELECT count(*) FROM entry WHERE evening = id) FROM evening ORDER BY id"
            ).fetchall()
        return tuple(
            Evening(id, game, json.decode(names, type=tuple[str, ...]), started, entries, bool(finished))
            for id, game, names, started, finished, entries in rows  # noqa: A001  # the column's name
        )

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
        """An evening's entries as they are stored, unchecked."""
        with self._reading():
            rows = self._connection.execute(
                f"SELECT {_COLUMNS} FROM entry WHERE evening = ? ORDER BY n",  # noqa: S608  # a constant
                (evening,),
            ).fetchall()
        return tuple(_record(row) for row in rows)

    def entries(self, evening: int) -> tuple[Entry, ...]:
        """An evening's entries; JournalDamagedError if one doesn't fit the one before."""
        read = codec(self.game(evening)).entry
        records = self.records(evening)
        fault = first_fault(records)
        if fault:
            raise JournalDamagedError(
                f"{self.path}: evening {evening}: {fault}; `companion journal verify` says more"
            )
        return tuple(read(record) for record in records)

    def backup(self, target: Path) -> None:
        """Copy the whole journal as it stands, also while it is in use."""
        copy = sqlite3.connect(target)
        try:
            with self._reading():
                self._connection.backup(copy)
        finally:
            copy.close()

    @contextmanager
    def _reading(self) -> Iterator[None]:
        with self._mutex:
            try:
                yield
            except sqlite3.Error as error:
                raise meaning(error, self.path) from error


class Journal(JournalReader):
    """The journal of the one companion that writes it; what it confirms is durable."""

    def __init__(
        self, path: Path, connection: sqlite3.Connection, find_game: FindGame, lock: Lock | None = None
    ) -> None:
        super().__init__(path, connection, find_game)
        self._lock = lock

    @classmethod
    def open(cls, path: Path, find_game: FindGame = registered.game) -> Self:
        """Open a journal for writing, made where there is none; JournalError says why it can't be."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise JournalError(f"{path}: its folder can't be made ({error.strerror})") from error
        lock = Lock.take(path)
        try:
            return cls(path, connect(path), find_game, lock)
        except sqlite3.Error as error:
            lock.release()
            raise meaning(error, path) from error
        except BaseException:
            lock.release()
            raise

    def close(self) -> None:
        """Let go of the file, so that another companion may have it."""
        super().close()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def begin(
        self,
        setup: Setup,
        events: tuple[object, ...],
        state_hash: str,
        key: str = "begin",
        by: Viewer = HOST,
        source: Source = Source.TOUCH,
    ) -> int:
        """Begin an evening with its set-up as entry 0; its id, once that is durable."""
        with self._writing():
            evening: int = self._connection.execute(
                "INSERT INTO evening (game, names, started, finished) VALUES (?, ?, ?, 0) RETURNING id",
                (setup.game, encode(setup.names).decode(), _now()),
            ).fetchone()[0]
            self._append(evening, Draft(key, by, source, setup, events), state_hash, finished=False)
        return evening

    def append(self, evening: int, draft: Draft, state_hash: str, *, finished: bool = False) -> Entry:
        """Add an entry to an evening; it is durable when this returns, and not there when this raises.

        `finished` says whether the game is over with it.
        """
        with self._writing():
            return self._append(evening, draft, state_hash, finished=finished)

    def _append(self, evening: int, draft: Draft, state_hash: str, *, finished: bool) -> Entry:
        last = self._connection.execute(
            "SELECT n, hash FROM entry WHERE evening = ? ORDER BY n DESC LIMIT 1", (evening,)
        ).fetchone()
        n, previous = (last[0] + 1, last[1]) if last else (0, "")
        command, events = encode(draft.command), encode(draft.events)
        entry = Entry(
            n=n,
            key=draft.key,
            by=draft.by,
            source=draft.source,
            command=draft.command,
            events=draft.events,
            state_hash=state_hash,
            previous_hash=previous,
            hash=entry_hash(previous, n, command, events, state_hash),
            at=_now(),
        )
        self._connection.execute(
            f"INSERT INTO entry (evening, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608
            (
                evening,
                n,
                entry.key,
                encode(entry.by).decode(),
                entry.source.value,
                command.decode(),
                events.decode(),
                entry.state_hash,
                previous,
                entry.hash,
                entry.at,
            ),
        )
        self._connection.execute("UPDATE evening SET finished = ? WHERE id = ?", (finished, evening))
        if isinstance(draft.command, Correct) and draft.command.n == 0:
            names = encode(draft.command.command.names).decode()
            self._connection.execute("UPDATE evening SET names = ? WHERE id = ?", (names, evening))
        return entry

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with self._reading():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise


def first_fault(records: tuple[Record, ...], start: int = 0, previous: str = "") -> str:
    """Where the chain of hashes breaks, in a few words; nothing if it holds."""
    for n, record in enumerate(records, start):
        if record.n != n:
            return f"entry {n} is missing"
        if record.previous_hash != previous:
            return f"entry {n} doesn't follow from the one before"
        found = entry_hash(previous, n, bytes(record.command), bytes(record.events), record.state_hash)
        if record.hash != found:
            return f"entry {n} was changed after it was entered"
        previous = record.hash
    return ""


def _record(row: tuple[object, ...]) -> Record:
    n, key, by, source, command, events, *rest = row
    return Record(
        n,  # type: ignore[arg-type]  # the table is STRICT
        str(key),
        json.decode(str(by), type=Viewer),
        Source(str(source)),
        Raw(str(command).encode()),
        Raw(str(events).encode()),
        *map(str, rest),
    )


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
