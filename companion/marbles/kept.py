"""Edges on the disk: what a board may forget once it is here.

A log has one line of JSON an edge. A line that was cut when the power went is no edge: the board still
has it.
"""

import errno
import logging
import os
from collections.abc import Iterable, Sequence
from io import FileIO
from pathlib import Path
from typing import Protocol, runtime_checkable

import msgspec
from msgspec import Struct

from companion.marbles.beams import Edge
from companion.marbles.protocol import ahead

log = logging.getLogger(__name__)

ROOM = 4_000_000
"""A log of more bytes is begun anew, beside the old one: thirty thousand edges are more than an evening's."""


class Landed(Struct, frozen=True):
    """An edge with its whole origin: the board, its start, its number there, its moment in that clock."""

    board: str
    boot: int
    seq: int
    us: int
    edge: Edge


class Keeper(Protocol):
    """Whoever makes edges durable, so that the board may forget them."""

    def held(self, board: str, boot: int) -> int | None:
        """The number of the last edge of this start that is safe; None if there is none."""

    def keep(self, landed: Sequence[Landed]) -> None:
        """Make these edges durable before returning; OSError where that can't be."""


class _Line(Struct, frozen=True):
    board: str
    boot: int
    seq: int
    us: int
    t_us: int
    beam: int
    broken: bool


@runtime_checkable
class Keeping(Protocol):
    """A source whose device holds each edge until it is told that the edge is safe."""

    def keep_in(self, path: Path) -> None:
        """From now on have every edge in this file before the device may forget it."""


class EdgeLog:
    """Keeps edges in a file, forced to the disk before `keep` returns; one thread may use it.

    The file is read now, and opened for writing at the first edge: a disk that is full or gone shows then.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._held: dict[str, tuple[int, int]] = {}
        self._last: dict[str, _Line] = {}
        self._file: FileIO | None = None
        self._size = 0
        for line in _lines(path):
            self._note(line)

    def held(self, board: str, boot: int) -> int | None:
        """The number of the last edge of this start in the file."""
        held = self._held.get(board)
        return held[1] if held and held[0] == boot else None

    def keep(self, landed: Sequence[Landed]) -> None:
        """Append the edges that are not in the file yet, and wait for the disk."""
        new: dict[tuple[str, int, int], _Line] = {}
        for each in landed:
            held = self.held(each.board, each.boot)
            if held is None or ahead(each.seq, held) > 0:
                edge = each.edge
                line = _Line(each.board, each.boot, each.seq, each.us, edge.t_us, edge.beam, edge.broken)
                new[each.board, each.boot, each.seq] = line
        self._append(tuple(new.values()))

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def _open(self) -> FileIO:
        """The file, whole so far; begun anew where it has grown too large."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if self.path.exists() and self.path.stat().st_size > ROOM:
            self.path.replace(self.path.with_name(f"{self.path.stem}-before{self.path.suffix}"))
        file = self.path.open("ab", buffering=0)
        self._size = file.tell()
        if self._size == 0:
            self._write(file, _text(self._last.values()))
        elif not _ends_well(self.path):
            self._write(file, b"\n")
        return file

    def _append(self, lines: Sequence[_Line]) -> None:
        if not lines:
            return
        if self._file is None:
            self._file = self._open()
        self._write(self._file, _text(lines))
        for line in lines:
            self._note(line)

    def _write(self, file: FileIO, text: bytes) -> None:
        """Write all of it for good, or nothing."""
        try:
            written = file.write(text)
            os.fdatasync(file.fileno())
        except OSError:
            file.truncate(self._size)
            raise
        if written != len(text):
            file.truncate(self._size)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self.path))
        self._size += len(text)

    def _note(self, line: _Line) -> None:
        self._held[line.board] = line.boot, line.seq
        self._last[line.board] = line


def logged(path: Path) -> list[Landed]:
    """All edges of a log, in the order they were kept."""
    return [
        Landed(line.board, line.boot, line.seq, line.us, Edge(line.t_us, line.beam, line.broken))
        for line in _lines(path)
    ]


def _text(lines: Iterable[_Line]) -> bytes:
    return b"".join(msgspec.json.encode(line) + b"\n" for line in lines)


def _lines(path: Path) -> list[_Line]:
    if not path.exists():
        return []
    lines = []
    for number, text in enumerate(path.read_bytes().splitlines(), 1):
        try:
            lines.append(msgspec.json.decode(text, type=_Line))
        except ValueError as error:  # cut by a power failure: the board tells this edge again
            log.warning("%s: line %d is no edge (%s)", path, number, error)
    return lines


def _ends_well(path: Path) -> bool:
    with path.open("rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read(1) == b"\n"
