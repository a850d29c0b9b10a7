"""From edges to pulses: each time a beam was broken, the chatter of one passage joined into one."""

import math
from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

from companion.marbles.beams import Edge, Run
from companion.marbles.thresholds import (
    BOUNCE_US,
    FLASH_MS,
    MOST_FLASHES,
    MOST_PULSES,
    STUCK_US,
)


class Pulse(Struct, frozen=True):
    """A beam was broken from `start_us` to `end_us`; `joined` counts the breaks that were taken as one.

    `open` means it was still broken when the recording ended.
    """

    beam: int
    start_us: int
    end_us: int
    joined: int = 1
    open: bool = False

    @property
    def log_width(self) -> float:
        """The natural logarithm of its length in milliseconds."""
        return math.log(max(self.end_us - self.start_us, 1) / 1000)


class Trace(Struct, frozen=True):
    """A run's pulses in order of time, and the beams that say nothing of the marble.

    `stuck` are broken since before the launch, `dazzled` flicker all the time, `silent` never spoke;
    `stormy` means that there was far more than one marble can cause, and the pulses are left out.
    """

    pulses: tuple[Pulse, ...]
    stuck: frozenset[int]
    silent: frozenset[int]
    dazzled: frozenset[int] = frozenset()
    stormy: bool = False

    @property
    def blind(self) -> frozenset[int]:
        """All beams that cannot be expected to see the marble."""
        return self.stuck | self.silent | self.dazzled


def trace(run: Run, edges: Iterable[Edge]) -> Trace:
    """The pulses of a run; edges of beams that the coaster does not have are left out."""
    count = len(run.beams)
    pulses: list[Pulse] = []
    since: dict[int, int] = {}
    heard: set[int] = set()
    for edge in sorted(edges, key=lambda edge: edge.t_us):
        if not 0 <= edge.beam < count:
            continue
        heard.add(edge.beam)
        if edge.broken:
            since.setdefault(edge.beam, edge.t_us)
        elif edge.beam in since:
            pulses.append(Pulse(edge.beam, since.pop(edge.beam), edge.t_us))
    end = max([run.ended_us, *(pulse.end_us for pulse in pulses), *since.values()])
    pulses.extend(Pulse(beam, start, max(end, start), open=True) for beam, start in since.items())
    joined = _joined(pulses)
    before = [pulse for pulse in joined if pulse.start_us <= run.launched_us]
    joined = [pulse for pulse in joined if pulse.start_us > run.launched_us]
    stuck = {pulse.beam for pulse in before if _stays(pulse, run, joined)}
    flashes = Counter(pulse.beam for pulse in joined if _is_flash(pulse))
    dazzled = {beam for beam, often in flashes.items() if often > MOST_FLASHES}
    kept = sorted(
        (
            pulse
            for pulse in joined
            if pulse.beam not in stuck and not (pulse.beam in dazzled and _is_flash(pulse))
        ),
        key=lambda pulse: pulse.start_us,
    )
    stormy = len(kept) > MOST_PULSES
    return Trace(
        tuple(() if stormy else kept),
        frozenset(stuck),
        frozenset(set(range(count)) - heard),
        frozenset(dazzled - stuck),
        stormy=stormy,
    )


def _stays(pulse: Pulse, run: Run, later: Iterable[Pulse]) -> bool:
    """Whether a beam broken since before the launch was still broken when the marble was under way.

    Otherwise it was the last marble being collected, or the new one set down: what follows is true again.
    """
    if pulse.open:
        return True
    first = min((other.start_us for other in later if not _is_flash(other)), default=pulse.end_us)
    return pulse.end_us - run.launched_us > STUCK_US and pulse.end_us > first


def _is_flash(pulse: Pulse) -> bool:
    return pulse.end_us - pulse.start_us < FLASH_MS * 1000


def _joined(pulses: Iterable[Pulse]) -> list[Pulse]:
    """Breaks of one beam that follow each other closer than any marble could return are one pulse."""
    last: dict[int, Pulse] = {}
    done: list[Pulse] = []
    for pulse in sorted(pulses, key=lambda pulse: pulse.start_us):
        before = last.get(pulse.beam)
        if before is not None and pulse.start_us - before.end_us <= BOUNCE_US:
            end = max(before.end_us, pulse.end_us)
            last[pulse.beam] = Pulse(pulse.beam, before.start_us, end, before.joined + 1, open=pulse.open)
            continue
        if before is not None:
            done.append(before)
        last[pulse.beam] = pulse
    return done + list(last.values())
