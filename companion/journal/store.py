"""The journal: one SQLite file of many evenings, to which entries are appended and never changed."""

import logging
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from msgspec import Raw, json

from companion import rules as registered
from companion.journal.chain import canonical, follow
from companion.journal.codec import encode
from companion.journal.copies import Copies
from companion.journal.database import INSERT_ENTRY, connect, meaning
from companion.journal.entry import Correct, Draft, Entry, Record, Source, entry_hash
from companion.journal.errors import JournalDamagedError, JournalError, JournalReplacedError
from companion.journal.exchange import Import
from companion.journal.fold import Timeline
from companion.journal.lock import Lock, unwritable
from companion.journal.reader import FindGame, JournalReader
from companion.journal.rescue import Evenings, begins_with, last_hashes, salvage, set_aside
from companion.rules.contract import HOST, Setup, Viewer

log = logging.getLogger(__name__)


class Journal(JournalReader):
    """The journal of the one companion that writes it; what it confirms is durable.

    `notices` tell what was found damaged and restored on opening, a line each.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection, find_game: FindGame, lock: Lock) -> None:
        super().__init__(path, connection, find_game)
        self.notices: tuple[str, ...] = ()
        self._lock = lock
        self._copies = Copies(path)
        self._stamp = _stamp(path)

    @classmethod
    def open(cls, path: Path, find_game: FindGame = registered.game) -> Self:
        """Open a journal for writing, made where there is none; JournalError says why it can't be.

        A damaged file is kept aside, and all that is in it or in its copies is restored.
        """
        path = path.resolve()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise unwritable(path, error) from error
        lock = Lock.take(path)
        try:
            return cls._opened(path, find_game, lock)
        except BaseException as error:
            lock.release()
            if isinstance(error, sqlite3.Error):
                raise meaning(error, path) from error
            raise

    @classmethod
    def _opened(cls, path: Path, find_game: FindGame, lock: Lock) -> Self:
        saved: Evenings = {}
        notices: tuple[str, ...] = ()
        try:
            connection = connect(path)
            try:
                there = last_hashes(connection, path)
            except BaseException:
                connection.close()
                raise
        except (JournalDamagedError, sqlite3.DatabaseError) as error:
            fault = error if isinstance(error, JournalError) else meaning(error, path)
            if not isinstance(fault, JournalDamagedError):
                raise
            try:
                saved, there = salvage(path), {}
                place = set_aside(path)
            except OSError as full:
                raise unwritable(path, full) from full
            notices = (f"{fault}: it is now {place.name}",)
            connection = connect(path)
        journal = cls(path, connection, find_game, lock)
        try:
            restored = journal._restore(there, saved)
        except BaseException:
            connection.close()
            raise
        if notices and not restored:
            restored = (f"{path}: nothing in it could be read, and there is no copy of it",)
        journal.notices = (*notices, *restored)
        return journal

    def close(self) -> None:
        """Let go of the file, so that another companion may have it."""
        with self._mutex:
            super().close()
            self._lock.release()

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
        at = _now()
        with self._writing():
            evening = self._new_evening(setup.game, setup.names, at)
            draft = Draft(key, by, source, setup, events)
            record, _ = self._append(evening, draft, state_hash, at)
        self._copy(evening, record)
        return evening

    def begun(self, key: str) -> int | None:
        """The evening that was begun with this key."""
        with self._reading():
            found = self._connection.execute(
                "SELECT evening FROM entry WHERE n = 0 AND key = ?", (key,)
            ).fetchone()
        return found[0] if found else None

    def append(
        self, evening: int, draft: Draft, state_hash: str, *, after: str = "", finished: bool = False
    ) -> Entry:
        """Add an entry to an evening; it is durable when this returns, and not there when this raises.

        `after` is the hash of the entry it was judged on, `finished` says whether the game is over with it.
        """
        with self._writing():
            record, entry = self._append(evening, draft, state_hash, _now())
            if after and entry.previous_hash != after:
                raise JournalError(
                    f"{self.path}: evening {evening} was gone on with elsewhere, so this was not entered; "
                    "open the evening again"
                )
            self._mark(evening, finished=finished)
            if isinstance(draft.command, Correct) and draft.command.n == 0:
                self._rename(evening, draft.command.command.names)
        self._copy(evening, record)
        return entry

    def take_over(self, imports: Sequence[Import]) -> tuple[int, ...]:
        """Add whole evenings that were read from an export, all or none; their ids."""
        with self._writing():
            evenings = tuple(self._take_over(each) for each in imports)
        for evening, each in zip(evenings, imports, strict=True):
            self._copies.catch_up(evening, each.records)
        return evenings

    def _take_over(self, whole: Import) -> int:
        setup = whole.timeline.setup
        evening = self._new_evening(setup.game, setup.names, whole.records[0].at)
        self._insert(evening, whole.records)
        self._mark(evening, finished=whole.finished)
        return evening

    def _append(self, evening: int, draft: Draft, state_hash: str, at: str) -> tuple[Record, Entry]:
        last = self._connection.execute(
            "SELECT n, hash FROM entry WHERE evening = ? ORDER BY n DESC LIMIT 1", (evening,)
        ).fetchone()
        n, previous = (last[0] + 1, last[1]) if last else (0, "")
        command, events = encode(draft.command), encode(draft.events)
        own = entry_hash(previous, n, command, events, state_hash)
        frame = (n, draft.key, draft.by, draft.source)
        seal = (state_hash, previous, own, at)
        record = Record(*frame, Raw(command), Raw(events), *seal, draft.note)
        self._insert(evening, (record,))
        return record, Entry(*frame, draft.command, draft.events, *seal, draft.note)

    def _insert(self, evening: int, records: Sequence[Record]) -> None:
        self._connection.executemany(INSERT_ENTRY, [(evening, *_row(record)) for record in records])

    def _new_evening(self, game: str, names: tuple[str, ...], started: str, id: int | None = None) -> int:  # noqa: A002
        evening: int = self._connection.execute(
            "INSERT INTO evening (id, game, names, started, finished) VALUES (?, ?, ?, ?, 0) RETURNING id",
            (id, game, encode(names).decode(), started),
        ).fetchone()[0]
        return evening

    def _mark(self, evening: int, *, finished: bool) -> None:
        self._connection.execute("UPDATE evening SET finished = ? WHERE id = ?", (finished, evening))

    def _rename(self, evening: int, names: tuple[str, ...]) -> None:
        self._connection.execute(
            "UPDATE evening SET names = ? WHERE id = ?", (encode(names).decode(), evening)
        )

    def _copy(self, evening: int, record: Record) -> None:
        """Copy an entry that is durable already, and so must not fail any more."""
        self._copies.add(evening, record)
        if self._copies.behind(evening):
            try:
                self._copies.catch_up(evening, self.records(evening))
            except JournalError as error:
                log.warning("evening %d is not copied: %s", evening, error)

    def _restore(self, there: dict[int, str], saved: Evenings) -> tuple[str, ...]:
        """Bring journal and copies to hold the same: all that either of them, or a damaged file, holds."""
        restored: list[str] = []
        for evening, records in saved.items():
            copy = self._copies.read(evening)
            restored.append(self._put_back(evening, copy if begins_with(copy, records) else records))
            there[evening] = ""
        for evening in self._copies.evenings():
            last = self._copies.last(evening)
            if last and last.hash == there.get(evening):
                continue
            copy, records = self._copies.read(evening), self.records(evening)
            if begins_with(records, copy):
                self._copies.catch_up(evening, records)
            elif begins_with(copy, records):
                restored.append(self._put_back(evening, copy))
            else:
                other = max([*there, *self._copies.evenings()]) + 1
                self._copies.move(evening, other)
                restored.append(self._put_back(other, copy))
        for evening in set(there) - set(self._copies.evenings()):
            self._copies.catch_up(evening, self.records(evening))
        return tuple(restored)

    def _put_back(self, evening: int, records: Sequence[Record]) -> str:
        """Restore an evening that was lost, or its end; what to tell of it."""
        try:
            setup = json.decode(records[0].command, type=Setup)
            timeline, finished = self._followed(records, setup)
        except ValueError as error:
            return f"{self.path}: evening {evening} can't be restored ({error})"
        names = timeline.setup.names if timeline.line else setup.names
        with self._writing():
            had = self._connection.execute(
                "SELECT count(*) FROM entry WHERE evening = ?", (evening,)
            ).fetchone()[0]
            if not had:
                self._new_evening(setup.game, names, records[0].at, evening)
            self._insert(evening, records[had:])
            self._rename(evening, names)
            self._mark(evening, finished=finished)
        count = len(records) - had
        return (
            f"{self.path}: evening {evening} ({', '.join(names)}): {count} of its {len(records)} entries "
            "were restored"
        )

    def _followed(self, records: Sequence[Record], setup: Setup) -> tuple[Timeline, bool]:
        timeline = Timeline()
        try:
            rules = self.find_game(setup.game)
        except KeyError:  # an evening of a game that is not installed is kept all the same
            return timeline, False
        for record in records:
            timeline = follow(rules, timeline, canonical(record, rules)[1])
        return timeline, rules.outcome(timeline.state) is not None

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with self._reading():
            if _stamp(self.path) != self._stamp:
                raise JournalReplacedError(
                    f"{self.path}: another file took the journal's place while it was in use, so this was "
                    "not entered; close the companion and start it again, and it restores what was entered"
                )
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise
            finally:
                self._stamp = _stamp(self.path)


def _stamp(path: Path) -> tuple[int, int, int] | None:
    """What changes when somebody else writes or replaces the file: only we write it, at a checkpoint."""
    try:
        found = path.stat()
    except OSError:  # gone, or out of reach: in any case not what it was
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns


def _row(record: Record) -> tuple[int | str, ...]:
    return (
        record.n,
        record.key,
        encode(record.by).decode(),
        record.source.value,
        bytes(record.command).decode(),
        bytes(record.events).decode(),
        record.state_hash,
        record.previous_hash,
        record.hash,
        record.at,
        encode(record.note).decode() if record.note is not None else "",
    )


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
