"""A pretend coaster with beams, on which marbles can be launched."""

import threading
import time
from collections.abc import Sequence
from random import Random

from companion.marbles.beams import (
    MOST_BEAMS,
    AddressError,
    Beam,
    Edge,
    Hear,
    LinkState,
    LinkStatus,
    Run,
    Stop,
)
from companion.marbles.faults import Faults, Recorded, record
from companion.marbles.hearers import Hearers
from companion.marbles.physics import Habits, Ride, build, roll
from companion.marbles.reading import Result
from companion.marbles.recording import Recording

CALM = Faults(hand=0.5)
"""Beams that work, and a hand that reaches through them for the marble every other time."""


def ride(
    name: str, hills: Sequence[str], seed: int | str, skill: float = 1.0, faults: Faults = CALM
) -> tuple[Recording, Result]:
    """A run on a coaster whose sizes and marble come from the seed, and what truly happened."""
    dice = Random(str(seed))
    usual = Habits()
    habits = Habits(skill=(usual.skill[0] * skill, usual.skill[1] * skill))
    course = build(hills, habits, dice)
    true = roll(course, hills, habits, dice, dice.uniform(0.1, 0.5))
    seen: Recorded = record([true], len(course.beams), faults, dice)
    beams = tuple(Beam(beam.hill, beam.role) for beam in course.beams)
    return Recording(Run(name, tuple(hills), beams, 0, seen.ended_us), seen.edges), true.result


class SimulatedSource:
    """Tells the edges of marbles that somebody launches with `launch`.

    `speed` 1 is real time, 10 ten times as fast, 0 at once: then `launch` returns when all is told.
    """

    def __init__(self, speed: float = 1.0) -> None:
        self._speed = speed
        self._hearers = Hearers(MOST_BEAMS)
        self._closed = threading.Event()
        self._begun = time.monotonic()
        self._skipped_us = 0

    @property
    def address(self) -> str:
        """What opens this source again."""
        return "simulated:" if self._speed == 1 else f"simulated:{self._speed:g}"

    @property
    def beams(self) -> int:
        """As many as a board has."""
        return MOST_BEAMS

    def listen(self, hear: Hear) -> Stop:
        """Hear every marble launched from now on."""
        return self._hearers.add(hear)

    def status(self) -> LinkStatus:
        """Live until closed."""
        if self._closed.is_set():
            return self._hearers.status(LinkState.LOST, "the pretend coaster was put away")
        return self._hearers.status(LinkState.LIVE, "a pretend coaster")

    def now_us(self) -> int:
        """Time since this coaster was set up, as fast as it runs."""
        if self._speed == 0:
            return self._skipped_us
        return round((time.monotonic() - self._begun) * 1e6 * self._speed)

    def close(self) -> None:
        """No marble is heard any more."""
        self._closed.set()

    def launch(
        self, hills: Sequence[str], seed: int | str, skill: float = 1.0, faults: Faults = CALM
    ) -> Result:
        """Let a marble run; what it truly does is returned, and the beams tell what they see of it."""
        recording, result = ride("launched", hills, seed, skill, faults)
        self._start(recording.edges, recording.run.ended_us)
        return result

    def replay(self, true: Ride, beams: int, seed: int | str, faults: Faults = CALM) -> None:
        """Let a marble do what it is known to do, on a coaster of so many beams."""
        seen = record([true], beams, faults, Random(str(seed)))
        self._start(seen.edges, seen.ended_us)

    def _start(self, edges: Sequence[Edge], ended_us: int) -> None:
        start = self.now_us()
        if self._speed == 0:
            self._tell(edges, ended_us, start)
        else:
            threading.Thread(target=self._tell, args=(edges, ended_us, start), daemon=True).start()

    def _tell(self, edges: Sequence[Edge], ended_us: int, start_us: int) -> None:
        for edge in edges:
            if self._wait(start_us + edge.t_us):
                return
            self._hearers.tell(Edge(start_us + edge.t_us, edge.beam, edge.broken))
        self._wait(start_us + ended_us)

    def _wait(self, moment_us: int) -> bool:
        if self._speed == 0:
            self._skipped_us = max(self._skipped_us, moment_us)
            return self._closed.is_set()
        return self._closed.wait(max(moment_us - self.now_us(), 0) / 1e6 / self._speed)


def opened(rest: str) -> SimulatedSource:
    """The source at `simulated:` or `simulated:SPEED`."""
    if not rest:
        return SimulatedSource()
    try:
        speed = float(rest)
    except ValueError as error:
        raise AddressError(f"simulated:{rest} names no speed: simulated:10 is ten times as fast") from error
    if not 0 <= speed <= 1000:
        raise AddressError(f"simulated:{rest} is no speed from 0 (at once) to 1000")
    return SimulatedSource(speed)
