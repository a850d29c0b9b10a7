"""What the clips on a coaster can't tell apart, said before the launch, is what the tracker then finds."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

import pytest
from msgspec.structs import replace

from companion.marbles import CERTAIN, Beam, Edge, Reading, Result, Role, Run, judge, layout
from companion.marbles.apart import alike, words
from companion.marbles.calibration import Simulated, simulated_runs
from companion.table.running import equipped

HILLS = ("Launch", "Plain", "Bump", "Jump")


def exits(*hills: int) -> tuple[Beam, ...]:
    return tuple(Beam(hill, Role.EXIT) for hill in hills)


def test_a_coaster_with_every_clip_leaves_nothing_open() -> None:
    assert alike(HILLS, layout(HILLS)) == ()


def test_without_the_first_clip_a_marble_that_stayed_looks_like_one_that_passed_the_launch() -> None:
    assert alike(HILLS, layout(HILLS)[1:]) == ((Result(0), Result(1)),)


def test_a_bump_without_a_clip_in_its_valley_hides_the_rest_there() -> None:
    assert alike(HILLS, exits(0, 1, 2, 3)) == ((Result(2), Result(2, 2)),)


def test_a_clip_in_the_valley_still_tells_the_rest_where_the_exits_are_missing() -> None:
    beams = (Beam(2, Role.REST), *exits(3))
    assert alike(HILLS, beams) == ((Result(0), Result(1), Result(2), Result(3)),)


def test_without_any_clip_all_results_look_alike() -> None:
    (group,) = alike(HILLS, ())
    assert len(group) == 6


@pytest.mark.parametrize("fewer", range(6))
def test_every_result_is_in_at_most_one_group(fewer: int) -> None:
    for beams in combinations(layout(HILLS), fewer):
        found = [result for group in alike(HILLS, beams) for result in group]
        assert len(found) == len(set(found))


@pytest.mark.parametrize(
    ("beams", "told"),
    [
        (layout(HILLS)[1:], "0 or 1 passed"),
        (exits(3), "0 to 3 passed or at rest on hill 3"),
        (exits(0, 1, 2, 3), "2 passed or at rest on hill 3"),
        (exits(1, 3), "0 or 1 passed · 2 to 3 passed or at rest on hill 3"),
    ],
)
def test_groups_are_said_in_few_words(beams: tuple[Beam, ...], told: str) -> None:
    assert words(alike(HILLS, beams)) == told.replace("2 to 3", "2 or 3")


def judged(simulated: Simulated, kept: Sequence[int]) -> tuple[Run, Reading]:
    """A run as it is read with only these of its beams."""
    run = simulated.run
    fewer = replace(run, beams=tuple(run.beams[beam] for beam in kept))
    edges = [replace(edge, beam=kept.index(edge.beam)) for edge in simulated.edges if edge.beam in kept]
    return fewer, judge(fewer, edges)


def of_one_marble(runs: int, seed: int) -> Iterator[Simulated]:
    return (each for each in simulated_runs(runs, seed, faulty=False) if each.truth and each.marbles == 1)


def test_whatever_clips_are_missing_what_is_certain_is_true() -> None:
    dice, certain = Random(17), 0
    for simulated in of_one_marble(400, 404):
        beams = len(simulated.run.beams)
        kept = sorted(dice.sample(range(beams), dice.randint(1, beams)))
        _, reading = judged(simulated, kept)
        certain += reading.certain
        assert not reading.certain or reading.result == simulated.truth
    assert certain > 100


def test_a_table_with_too_few_clips_is_asked_between_results_one_of_which_is_true() -> None:
    dice, narrowed = Random(18), 0
    for simulated in of_one_marble(400, 405):
        run = simulated.run
        there = equipped(run.hills, dice.randint(1, len(run.beams)))
        places = [(beam.hill, beam.role) for beam in there]
        kept = [at for at, beam in enumerate(run.beams) if (beam.hill, beam.role) in places]
        fewer, reading = judged(simulated, kept)
        if reading.certain:
            assert reading.result == simulated.truth
            continue
        chances = {reading.result: reading.confidence}
        chances |= {chance.result: chance.confidence for chance in reading.alternatives}
        assert simulated.truth in chances
        groups = alike(fewer.hills, fewer.beams)
        group = next((group for group in groups if reading.result in group), ())
        if sum(chances.get(result, 0.0) for result in group) >= CERTAIN:
            narrowed += 1
            assert simulated.truth in group
    assert narrowed > 12


def test_a_marble_that_may_lie_in_a_bump_without_a_clip_there_is_never_certainly_before_it() -> None:
    run = Run("r1", HILLS, exits(0, 1, 2, 3), 0, 6_000_000)
    edges = [
        Edge(at + late, beam, broken=late == 0)
        for beam, at in enumerate((500_000, 900_000))
        for late in (0, 15_000)
    ]
    reading = judge(run, edges)
    assert not reading.certain
    assert {chance.result for chance in reading.alternatives} >= {Result(2, 2)}
    watched = replace(run, beams=layout(HILLS))
    assert judge(watched, edges).certain
