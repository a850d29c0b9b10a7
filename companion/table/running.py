"""What screens are shown of a marble's run: the beams, how far it is, and what waits for the table's word."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from msgspec import Struct

from companion.journal import Note
from companion.marbles import BUMP, CERTAIN, Beam, Reading, Result, Role, Run, layout
from companion.marbles.apart import alike
from companion.rules.contract import Observe

CHORD_MM = 14.0
"""How much of the marble passes through a beam; only the speed shown hangs on it."""

PASSAGE_MS = (4.0, 90.0)
"""How long a rolling marble breaks a beam; shorter is light, longer is a hand or a marble at rest."""


class Phase(StrEnum):
    """What the beams are doing for the table."""

    IDLE = "idle"
    ARMED = "armed"
    RUNNING = "running"
    DOUBTFUL = "doubtful"
    ENTERED = "entered"
    BY_HAND = "by hand"


class Passage(Struct, frozen=True):
    """The marble broke a beam: when after arming, and how fast it was, in metres a second."""

    beam: int
    t_us: int
    speed: float


class Possible(Struct, frozen=True):
    """One of the results the table may choose from, and how likely the beams hold it."""

    command: Any
    sensed: str
    confidence: float


class Guess(Struct, frozen=True):
    """A run that the beams are not sure of: what they hold likeliest first, the table decides.

    `alike`: it is one of these, and only for want of clips it is not known which.
    """

    ask: Observe[Any]
    reading: Reading
    possible: tuple[Possible, ...]
    alike: bool = False

    @property
    def command(self) -> Any | None:
        """The best guess, if it is one that can be entered."""
        return self.possible[0].command if self.possible else None


class Progress(Struct, frozen=True):
    """What a screen shows of a run: beams, passages so far, and whatever is wrong with the beams.

    `alike` are the groups of results that these clips can't tell apart.
    """

    phase: Phase = Phase.IDLE
    hills: tuple[str, ...] = ()
    beams: tuple[Beam, ...] = ()
    levels: tuple[bool, ...] = ()
    passages: tuple[Passage, ...] = ()
    passed: int = 0
    blocked: tuple[int, ...] = ()
    silent: tuple[int, ...] = ()
    reading: Reading | None = None
    problem: str = ""
    run: str = ""
    alike: tuple[tuple[Result, ...], ...] = ()


def equipped(hills: Sequence[str], clips: int) -> tuple[Beam, ...]:
    """The beams for so many clips: with too few, rest beams are left out, then exits from the launch on."""
    beams = list(layout(hills))
    for role in (Role.REST, Role.EXIT):
        for beam in [beam for beam in beams if beam.role is role]:
            if len(beams) > clips:
                beams.remove(beam)
    return tuple(beams)


def coaster(ask: Observe[Any]) -> tuple[str, ...]:
    """The hills of the coaster under test; those on which a marble may come to rest are Bumps."""
    return tuple(BUMP if f"{place}+rest" in ask.readings else hill for place, hill in enumerate(ask.subject))


def guessed(ask: Observe[Any], reading: Reading, run: Run, *, lost: bool = False) -> Guess:
    """What the table is asked about a run: where only clips are missing, only what they can't tell apart.

    A marble that no clip saw is taken to have stopped before the first one. After an unsteady link (`lost`)
    anything that was held possible is asked about.
    """
    possible = _possible(ask, reading)
    for group in () if lost else alike(run.hills, run.beams):
        names = {result.sensed for result in group}
        ours = tuple(each for each in possible if each.sensed in names)
        surely = sum(each.confidence for each in ours) >= CERTAIN or not reading.marks
        if reading.result in group and surely:
            return Guess(ask, reading, ours, alike=True)
    return Guess(ask, reading, possible)


def _possible(ask: Observe[Any], reading: Reading) -> tuple[Possible, ...]:
    """The results that may be entered, the likeliest first; the unlikely ones are left to the table."""
    options = dict(zip(ask.readings, ask.options, strict=False))
    chances = {reading.result.sensed: reading.confidence}
    chances |= {chance.result.sensed: chance.confidence for chance in reading.alternatives}
    return tuple(
        Possible(options[sensed], sensed, confidence)
        for sensed, confidence in chances.items()
        if sensed in options
    )


def note_of(reading: Reading, run: Run) -> Note:
    """What stays of a reading beside the entry: how sure it was, its story, and how fast the marble was."""
    speeds = [0] * len(run.hills)
    for mark in reading.marks:
        beam, took_ms = run.beams[mark.beam], mark.took_us / 1000
        if beam.role is Role.EXIT and not speeds[beam.hill] and PASSAGE_MS[0] <= took_ms <= PASSAGE_MS[1]:
            speeds[beam.hill] = round(CHORD_MM / took_ms * 1000)
    times = [mark.t_us for mark in reading.marks] or [0]
    took_ms = round((times[-1] - times[0]) / 1000)
    confidence = round(reading.confidence, 6)
    return Note(run.name, reading.result.sensed, confidence, reading.story, took_ms, tuple(speeds))
