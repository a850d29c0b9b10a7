"""A second copy of each evening, for the day the journal's file is damaged: its export, line by line.

`journal.db` has a folder `journal.db-copies` beside it, with one file for each evening. A line is
written behind the journal's own commit and not waited for; what is missing is caught up later.
"""

import logging
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import MsgspecError, json

from companion.journal.chain import link_fault
from companion.journal.codec import encode
from companion.journal.entry import Record

log = logging.getLogger(__name__)

TAIL = 1 << 16
"""How many bytes of a copy's end are looked at first, to find its last line."""


class Copies:
    """The copies beside a journal."""

    def __init__(self, journal: Path) -> None:
        self._folder = journal.with_name(journal.name + "-copies")
        self._behind: set[int] = set()

    def evenings(self) -> list[int]:
        """The evenings that have a copy."""
        return sorted(int(path.stem) for path in self._folder.glob("*.jsonl") if path.stem.isdecimal())

    def last(self, evening: int) -> Record | None:
        """A copy's last entry; nothing if its end is torn."""
        try:
            with self._path(evening).open("rb") as file:
                file.seek(max(0, os.fstat(file.fileno()).st_size - TAIL))
                end = file.read()
        except FileNotFoundError:
            return None
        if not end.endswith(b"\n"):
            return None
        return _read(end.rstrip(b"\n").rpartition(b"\n")[2])

    def read(self, evening: int) -> tuple[Record, ...]:
        """A copy's entries, as far as they follow one from the other."""
        return tuple(record for record, _ in self._sound(evening))

    def add(self, evening: int, record: Record) -> None:
        """Write an entry behind the others; a copy that can't be written is caught up later."""
        if evening in self._behind:
            return
        try:
            self._folder.mkdir(exist_ok=True)
            with self._path(evening).open("ab") as file:
                file.write(encode(record) + b"\n")
        except OSError as error:
            self._behind.add(evening)
            log.warning("%s is behind its journal: %s", self._path(evening), error)

    def behind(self, evening: int) -> bool:
        """Whether a copy lacks entries that are to be caught up."""
        return evening in self._behind

    def catch_up(self, evening: int, records: Sequence[Record]) -> None:
        """Make a copy hold these entries, keeping of it what it rightly has."""
        try:
            kept, end = self._agreed(evening, records)
            self._folder.mkdir(exist_ok=True)
            with self._path(evening).open("ab") as file:
                file.truncate(end)
                file.writelines(encode(record) + b"\n" for record in records[kept:])
        except OSError as error:
            self._behind.add(evening)
            log.warning("%s is behind its journal: %s", self._path(evening), error)
        else:
            self._behind.discard(evening)

    def _agreed(self, evening: int, records: Sequence[Record]) -> tuple[int, int]:
        """How many of these entries a copy rightly begins with, and where the last one's line ends."""
        kept, end = 0, 0
        for record, line_end in self._sound(evening):
            if kept == len(records) or record.hash != records[kept].hash:
                break
            kept, end = kept + 1, line_end
        return kept, end

    def move(self, evening: int, to: int) -> None:
        """Let a copy be that of another evening."""
        self._path(evening).rename(self._path(to))

    def _path(self, evening: int) -> Path:
        return self._folder / f"{evening}.jsonl"

    def _sound(self, evening: int) -> Iterator[tuple[Record, int]]:
        """The entries that follow one from the other, each with where its line ends."""
        try:
            data = self._path(evening).read_bytes()
        except FileNotFoundError:
            return
        end, previous = 0, ""
        for n, line in enumerate(data.split(b"\n")[:-1]):
            record = _read(line)
            if record is None or link_fault(record, n, previous):
                return
            end, previous = end + len(line) + 1, record.hash
            yield record, end


def _read(line: bytes) -> Record | None:
    try:
        return json.decode(line, type=Record)
    except (MsgspecError, UnicodeDecodeError, RecursionError):
        return None
