"""Recordings of runs: written, read with a clear message for whatever is wrong in them, and played again.

A file holds any number of runs. A line with `run` begins one: its coaster, its beams and its times. The lines
behind it are its edges, in order of time.
"""

import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Annotated, Any, BinaryIO

import msgspec
from msgspec import Meta, Struct

from companion.marbles.beams import AddressError, Beam, Edge, Hear, LinkState, LinkStatus, Role, Run, Stop
from companion.marbles.hearers import Hearers

Moment = Annotated[int, Meta(ge=0, le=2**53)]
Count = Annotated[int, Meta(ge=0, le=10_000)]


class _Beam(Struct, frozen=True):
    hill: Count
    role: Role
    at_mm: Annotated[int, Meta(ge=0, le=100_000)] | None = None


class _Header(Struct, frozen=True):
    run: Annotated[str, Meta(max_length=200)]
    hills: Annotated[tuple[Annotated[str, Meta(max_length=100)], ...], Meta(min_length=1, max_length=100)]
    beams: Annotated[tuple[_Beam, ...], Meta(max_length=200)]
    launched_us: Moment
    ended_us: Moment


class _Edge(Struct, frozen=True):
    t_us: Moment
    beam: Count
    broken: bool


LONGEST_LINE = 2**20
"""So many bytes are more than any run's or edge's line has."""

FASTEST = 1000.0
"""A recording that is played faster is better played at once."""


class RecordingError(ValueError):
    """A recording that can't be read; the message names file, line and field."""


class Recording(Struct, frozen=True):
    """One run and its edges."""

    run: Run
    edges: tuple[Edge, ...]


def lines(recordings: Iterable[Recording]) -> Iterator[bytes]:
    """The lines of a file, each with its line end."""
    for recording in recordings:
        yield msgspec.json.encode(recording.run) + b"\n"
        for edge in recording.edges:
            yield msgspec.json.encode(edge) + b"\n"


def write(path: Path, recordings: Iterable[Recording]) -> None:
    """Write a file of these runs."""
    with path.open("wb") as file:
        file.writelines(lines(recordings))


def read(path: Path) -> tuple[Recording, ...]:
    """All runs of a file; RecordingError where it is not one."""
    try:
        with path.open("rb") as file:
            return tuple(parsed(_short(file, str(path)), str(path)))
    except OSError as error:
        raise RecordingError(f"{path}: {error.strerror or error}") from error


def _short(file: BinaryIO, name: str) -> Iterator[bytes]:
    """The lines of a file, each as short as a recording's: what is none is not read to its end."""
    for number in count(1):
        line = file.readline(LONGEST_LINE + 1)
        if not line:
            return
        if len(line) > LONGEST_LINE:
            raise RecordingError(f"{name}: line {number}: too long for a run or an edge; is it a recording?")
        yield line


def parsed(file: Iterable[bytes], name: str) -> Iterator[Recording]:
    """The runs in these lines; `name` is what messages call the file."""
    run: Run | None = None
    edges: list[Edge] = []
    number = 0
    for number, line in enumerate(file, 1):
        if not line.strip():
            continue
        where = f"{name}: line {number}"
        value = _decoded(line, where)
        if "run" in value:
            if run is not None:
                yield Recording(run, tuple(edges))
            run, edges = _run(value, where), []
        elif run is None:
            raise RecordingError(f'{where}: an edge before any run; a line with "run" comes first')
        else:
            edges.append(_edge(value, run, edges, where))
    if run is None:
        raise RecordingError(
            f'{name}: line {max(number, 1)}: no run in this file; a line with "run" begins one'
        )
    yield Recording(run, tuple(edges))


def _decoded(line: bytes, where: str) -> dict[str, Any]:
    try:
        value = msgspec.json.decode(line)
    except (ValueError, RecursionError) as error:
        raise RecordingError(f"{where}: not a line of JSON ({error})") from error
    if not isinstance(value, dict):
        raise RecordingError(
            f'{where}: neither a run nor an edge; expected {{"run": ...}} or {{"t_us": ...}}'
        )
    return value


def _run(value: dict[str, Any], where: str) -> Run:
    try:
        header = msgspec.convert(value, _Header)
    except msgspec.ValidationError as error:
        raise RecordingError(f"{where}: run: {error}") from error
    beams = tuple(Beam(beam.hill, beam.role, beam.at_mm) for beam in header.beams)
    for index, beam in enumerate(beams):
        if beam.hill >= len(header.hills):
            raise RecordingError(
                f"{where}: run: beams[{index}].hill is {beam.hill}, of {len(header.hills)} hills"
            )
    places = [(beam.hill, beam.role) for beam in beams]
    for index, place in enumerate(places):
        if place in places[:index]:
            raise RecordingError(f"{where}: run: beams[{index}] sits where another beam sits already")
    if header.ended_us < header.launched_us:
        raise RecordingError(f"{where}: run: ended_us is before launched_us")
    return Run(header.run, header.hills, beams, header.launched_us, header.ended_us)


def _edge(value: dict[str, Any], run: Run, before: Sequence[Edge], where: str) -> Edge:
    try:
        edge = msgspec.convert(value, _Edge)
    except msgspec.ValidationError as error:
        raise RecordingError(f"{where}: edge: {error}") from error
    if edge.beam >= len(run.beams):
        raise RecordingError(f"{where}: edge: beam is {edge.beam}, but the run has {len(run.beams)} beams")
    if before and edge.t_us < before[-1].t_us:
        raise RecordingError(f"{where}: edge: t_us is earlier than in the line before")
    return Edge(edge.t_us, edge.beam, edge.broken)


class RecordedSource:
    """Plays the runs of a file again; whoever starts to listen while nothing plays hears the next run.

    `speed` 1 is real time, 10 ten times as fast, 0 as fast as can be.
    """

    def __init__(self, path: Path, speed: float = 1.0) -> None:
        self._path = path
        self._speed = 0.0
        self.speed = speed
        self._recordings = read(path)
        self._next = 0
        self._clock_us = 0
        self._since = 0.0
        self._player: threading.Thread | None = None
        self._closed = threading.Event()
        self._hearers = Hearers(self.beams)

    @property
    def address(self) -> str:
        """What opens this source again."""
        return f"recording:{self._path}"

    @property
    def speed(self) -> float:
        """How fast it is played; a ValueError where that is no speed."""
        return self._speed

    @speed.setter
    def speed(self, speed: float) -> None:
        if not 0 <= speed <= FASTEST:
            raise ValueError(f"{speed:g} is no speed from 0 (at once) to {FASTEST:g}")
        self._speed = speed

    @property
    def beams(self) -> int:
        """As many as the run with the most has."""
        return max(len(recording.run.beams) for recording in self._recordings)

    @property
    def left(self) -> int:
        """How many runs have not been played yet."""
        return len(self._recordings) - self._next

    @property
    def playing(self) -> bool:
        """Whether a run is being told right now."""
        return self._player is not None and self._player.is_alive()

    def listen(self, hear: Hear) -> Stop:
        """Hear the run that plays, or the next one."""
        stop = self._hearers.add(hear)
        if not self.playing and self._next < len(self._recordings):
            recording = self._recordings[self._next]
            self._next += 1
            if self.speed == 0:
                self._play(recording)
            else:
                self._player = threading.Thread(target=self._play, args=(recording,), daemon=True)
                self._player.start()
        return stop

    def status(self) -> LinkStatus:
        """Live while there is something left to play."""
        if self._closed.is_set():
            return self._hearers.status(LinkState.LOST, "the recording was closed")
        if not self.playing and not self.left:
            return self._hearers.status(LinkState.LOST, f"{self._path} has been played to its end")
        return self._hearers.status(LinkState.LIVE, f"{self.left} runs of {self._path} are left to play")

    def now_us(self) -> int:
        """The moment of the recording that is being played."""
        if self.speed == 0 or not self._since:
            return self._clock_us
        return self._clock_us + round((time.monotonic() - self._since) * 1e6 * self.speed)

    def close(self) -> None:
        """Stop playing."""
        self._closed.set()

    def _play(self, recording: Recording) -> None:
        """Tell the run's edges, moved to the present of this source's clock."""
        start = self.now_us()
        moved = start - recording.run.launched_us
        if not self._since and self.speed:
            self._since = time.monotonic()
        for edge in recording.edges:
            if self._wait(edge.t_us + moved):
                return
            self._hearers.tell(Edge(edge.t_us + moved, edge.beam, edge.broken))
        self._wait(recording.run.ended_us + moved)

    def _wait(self, moment_us: int) -> bool:
        """Wait for a moment of the recording; True if the source was closed meanwhile."""
        if self.speed == 0:
            self._clock_us = max(self._clock_us, moment_us)
            return self._closed.is_set()
        return self._closed.wait(max(moment_us - self.now_us(), 0) / 1e6 / self.speed)


def opened(rest: str) -> RecordedSource:
    """The source at `recording:FILE`; AddressError where it is no recording."""
    try:
        return RecordedSource(Path(rest))
    except RecordingError as error:
        raise AddressError(str(error)) from error
