"""What screens are shown of a marble's run: the beams, how far it is, and what waits for the table's word."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from msgspec import Struct

from companion.marbles import BUMP, Beam, Reading, Role, layout
from companion.rules.contract import Observe


class Phase(StrEnum):
    """What the beams are doing for the table."""

    IDLE = "idle"
    ARMED = "armed"
    RUNNING = "running"
    DOUBTFUL = "doubtful"
    ENTERED = "entered"


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
    """A run that the beams are not sure of: what they hold likeliest first, the table decides."""

    ask: Observe[Any]
    reading: Reading
    possible: tuple[Possible, ...]

    @property
    def command(self) -> Any | None:
        """The best guess, if it is one that can be entered."""
        return self.possible[0].command if self.possible else None


class Progress(Struct, frozen=True):
    """What a screen shows of a run: beams, passages so far, and whatever is wrong with the beams."""

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
