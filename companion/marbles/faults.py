"""What goes wrong with beams and people, done to a ride's true edges; for simulation and tests only."""

from collections.abc import Iterable
from random import Random

from msgspec import Struct

from companion.marbles.beams import Edge
from companion.marbles.physics import Ride

Breaks = dict[int, list[tuple[int, int]]]
"""For each beam the moments, in microseconds, from which and to which it is broken."""


class Faults(Struct, frozen=True):
    """How badly a table's beams are set up, and what its people do; all zero: nothing goes wrong."""

    missed: float = 0.0
    chatter: float = 0.0
    flicker_per_s: float = 0.0
    lamp: float = 0.0
    never: float = 0.0
    stuck: float = 0.0
    hand: float = 0.0
    hand_at_start: float = 0.0
    rests_unseen: float = 0.0


def draw(dice: Random) -> Faults:
    """A set-up where every kind of fault may come, some tables far worse than others."""
    return Faults(
        missed=10 ** dice.uniform(-2.3, -1.2),
        chatter=dice.uniform(0.1, 0.6),
        flicker_per_s=10 ** dice.uniform(-1.6, -0.5),
        lamp=0.02,
        never=10 ** dice.uniform(-2.2, -1.3),
        stuck=10 ** dice.uniform(-2.2, -1.3),
        hand=dice.uniform(0.4, 0.9),
        hand_at_start=0.05,
        rests_unseen=0.2,
    )


class Recorded(Struct, frozen=True):
    """What the beams told of a ride, and when the recorder stopped; `dead` beams told nothing true."""

    edges: tuple[Edge, ...]
    ended_us: int
    dead: dict[int, str] = {}


def record(rides: Iterable[Ride], beams: int, faults: Faults, dice: Random) -> Recorded:
    """The edges of the rides as a faulty set-up sees them, with the hand that collects the marble."""
    rides = list(rides)
    over = max([round(dice.uniform(0.3, 2.0) * 1e6), *(ride.over_us for ride in rides)])
    reach = over + round(dice.uniform(0.8, 3.5) * 1e6)
    ended = reach + round(dice.uniform(0.8, 1.6) * 1e6)
    breaks: Breaks = {beam: [] for beam in range(beams)}
    for ride in rides:
        _see(ride, breaks, faults, reach, dice)
    _hands(breaks, faults, reach, ended, dice)
    _flicker(breaks, faults, ended, dice)
    dead = _die(breaks, faults, ended, dice)
    edges = [edge for beam, spans in breaks.items() for edge in _edges(beam, spans, ended)]
    return Recorded(tuple(sorted(edges, key=lambda edge: edge.t_us)), ended, dead)


def _see(ride: Ride, breaks: Breaks, faults: Faults, reach: int, dice: Random) -> None:
    since: dict[int, int] = {}
    unseen = ride.resting is None or dice.random() < faults.rests_unseen
    for edge in ride.edges:
        if edge.broken:
            since[edge.beam] = edge.t_us
        elif dice.random() >= faults.missed:
            breaks[edge.beam].extend(_chatter(since[edge.beam], edge.t_us, faults, dice))
    if ride.resting is not None and not unseen:
        lifted = reach + round(dice.uniform(0, 0.4) * 1e6)
        breaks[ride.resting].extend(_chatter(since[ride.resting], lifted, faults, dice))


def _chatter(start: int, end: int, faults: Faults, dice: Random) -> list[tuple[int, int]]:
    """The passage, its leading edge broken up where the receiver hesitates."""
    spans: list[tuple[int, int]] = []
    if dice.random() < faults.chatter:
        for _ in range(dice.randint(1, 4)):
            stop = start + dice.randint(30, 500)
            spans.append((start, stop))
            start = stop + dice.randint(30, 400)
    return [*spans, (start, max(end, start + 200))]


def _hands(breaks: Breaks, faults: Faults, reach: int, ended: int, dice: Random) -> None:
    beams = len(breaks)
    if dice.random() < faults.hand:
        for _ in range(dice.randint(1, min(4, beams))):
            start = reach + round(dice.uniform(-0.1, 0.8) * 1e6)
            width = dice.uniform(0.1, 0.6) if dice.random() < 0.9 else dice.uniform(0.02, 0.1)
            breaks[dice.randrange(beams)].append((start, min(start + round(width * 1e6), ended)))
    if dice.random() < faults.hand_at_start:
        breaks[0].append((0, round(dice.uniform(0.05, 0.17) * 1e6)))


def _flicker(breaks: Breaks, faults: Faults, ended: int, dice: Random) -> None:
    beams = len(breaks)
    moment = dice.expovariate(faults.flicker_per_s) if faults.flicker_per_s else ended
    while moment * 1e6 < ended:
        start = round(moment * 1e6)
        breaks[dice.randrange(beams)].append((start, start + round(10 ** dice.uniform(2.0, 3.4))))
        moment += dice.expovariate(faults.flicker_per_s)
    if dice.random() < faults.lamp:
        beam, start = dice.randrange(beams), dice.randrange(ended)
        for flash in range(dice.randint(3, 12)):
            begins = start + flash * 10_000
            breaks[beam].append((begins, begins + dice.randint(300, 3000)))


def _die(breaks: Breaks, faults: Faults, ended: int, dice: Random) -> dict[int, str]:
    dead: dict[int, str] = {}
    for beam in breaks:
        fate = dice.random()
        if fate < faults.never:
            breaks[beam], dead[beam] = [], "never"
        elif fate < faults.never + faults.stuck:
            breaks[beam], dead[beam] = [(0, ended + 1)], "stuck"
    return dead


def _edges(beam: int, spans: list[tuple[int, int]], ended: int) -> list[Edge]:
    """The level changes of one beam: where two things break it at once it stays broken."""
    edges: list[Edge] = []
    until = -1
    for start, end in sorted(spans):
        if start > until:
            if until >= 0:
                edges.append(Edge(until, beam, broken=False))
            edges.append(Edge(start, beam, broken=True))
        until = max(until, end)
    if until >= 0 and until <= ended:
        edges.append(Edge(until, beam, broken=False))
    return [edge for edge in edges if edge.t_us <= ended]
