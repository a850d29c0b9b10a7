"""Measures the tracker on simulated runs: right, asked, wrong and certain, and how honest it is."""

import time
from collections.abc import Iterator
from itertools import islice
from random import Random

from msgspec import Struct

from companion.marbles.beams import Edge, Run
from companion.marbles.faults import Faults, draw, record
from companion.marbles.physics import Habits, build, roll
from companion.marbles.reading import Reading, Result
from companion.marbles.tracker import judge_all

KINDS = ("Plain", "Plain", "Plain", "Bump", "Double Dipper", "Jump", "Loop", "Plateau")
EVENING = 5
"""So many runs in a row are made at one table."""

BINS = (0.5, 0.8, 0.9, 0.95, 0.99, 0.999)


class Simulated(Struct, frozen=True):
    """A simulated run and what truly happened; no `truth`: two marbles that differ, so no answer is right."""

    run: Run
    edges: tuple[Edge, ...]
    truth: Result | None
    marbles: int = 1
    dead: dict[int, str] = {}


class Bin(Struct, frozen=True):
    """Runs whose confidence was from `low` up to the next bin's: how sure they were, and how often right."""

    low: float
    runs: int
    confidence: float
    right: float


class Measured(Struct, frozen=True):
    """How the tracker did on many runs."""

    runs: int
    right: int
    asked: int
    wrong_and_certain: int
    best_guess_right: int
    reliability: tuple[Bin, ...]
    microseconds_a_run: float


def simulated_runs(count: int, seed: int, *, faulty: bool, measured: bool = True) -> Iterator[Simulated]:
    """Runs at tables that differ in everything; each serves the runs of an evening."""
    for index in range(count):
        table = Random(f"{seed}/{faulty}/table/{index // EVENING}")
        dice = Random(f"{seed}/{faulty}/run/{index}")
        yield _simulated(
            f"s{seed}-{index:05}", dice, habits(table), draw(table) if faulty else Faults(), measured
        )


def habits(dice: Random) -> Habits:
    """What one table's coasters and marbles are like."""
    length, crest, launch = dice.uniform(180, 240), dice.uniform(45, 80), dice.uniform(110, 160)
    return Habits(
        lengths=(length, length + dice.uniform(60, 140)),
        crests=(crest, crest + dice.uniform(15, 45)),
        valleys=(0.0, dice.uniform(2, 15)),
        launch_heights=(launch, launch + dice.uniform(20, 80)),
        skill=(dice.uniform(0.7, 0.9), dice.uniform(1.0, 1.3)),
        friction=(0.008, dice.uniform(0.02, 0.05)),
        drag=(0.00003, dice.uniform(0.0001, 0.0005)),
        stiction=(0.005, dice.uniform(0.015, 0.05)),
        chords=(dice.uniform(9, 12), dice.uniform(13, 17)),
        aim=dice.uniform(2, 9),
        derail=dice.uniform(0.003, 0.025),
    )


def _simulated(name: str, dice: Random, table: Habits, faults: Faults, measured: bool) -> Simulated:
    hills = ("Launch", *(dice.choice(KINDS) for _ in range(dice.randint(1, 7))))
    course = build(hills, table, dice)
    marbles = dice.choices((1, 0, 2), (96, 2, 2))[0]
    rides = [roll(course, hills, table, dice, dice.uniform(0, 0.6))] if marbles else []
    if marbles == 2:
        rides.append(roll(course, hills, table, dice, dice.uniform(0.3, 1.5)))
    recorded = record(rides, len(course.beams), faults, dice)
    beams = tuple(beam if measured else type(beam)(beam.hill, beam.role) for beam in course.beams)
    run = Run(name, hills, beams, 0, recorded.ended_us)
    results = {ride.result for ride in rides if ride.edges} or {Result(0)}
    truth = results.pop() if len(results) == 1 else None
    return Simulated(run, recorded.edges, truth, len(rides), recorded.dead)


def measure(runs: Iterator[Simulated]) -> tuple[Measured, list[tuple[Simulated, Reading]]]:
    """Judge all runs, evening by evening; also those that were read wrongly and yet certainly."""
    readings: list[tuple[Simulated, Reading]] = []
    spent = 0.0
    while evening := list(islice(runs, EVENING)):
        before = time.process_time()
        judged = judge_all([(simulated.run, simulated.edges) for simulated in evening])
        spent += time.process_time() - before
        readings += zip(evening, judged, strict=True)
    right = [reading.result == simulated.truth for simulated, reading in readings]
    sure = [reading.certain for _, reading in readings]
    wrong = [pair for pair, good, certain in zip(readings, right, sure, strict=True) if certain and not good]
    return (
        Measured(
            runs=len(readings),
            right=sum(good and certain for good, certain in zip(right, sure, strict=True)),
            asked=sure.count(False),
            wrong_and_certain=len(wrong),
            best_guess_right=sum(right),
            reliability=_reliability([reading.confidence for _, reading in readings], right),
            microseconds_a_run=spent / max(len(readings), 1) * 1e6,
        ),
        wrong,
    )


def _reliability(confidences: list[float], right: list[bool]) -> tuple[Bin, ...]:
    bins: list[Bin] = []
    for low, high in zip((0.0, *BINS), (*BINS, 2.0), strict=True):
        inside = [at for at, confidence in enumerate(confidences) if low <= confidence < high]
        if inside:
            sure = sum(confidences[at] for at in inside) / len(inside)
            bins.append(Bin(low, len(inside), sure, sum(right[at] for at in inside) / len(inside)))
    return tuple(bins)
