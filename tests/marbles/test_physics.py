"""A marble on a profile: what it passes, where it turns and where it rests."""

from itertools import pairwise, takewhile
from random import Random

import pytest

from companion.marbles import Result
from companion.marbles.physics import Course, Habits, Ride, build, kind, roll

CALM = Habits(derail=0.0)
COASTERS = (
    ("Launch", "Plain"),
    ("Launch", "Bump", "Plain", "Loop"),
    ("Launch", "Plateau", "Jump", "Double Dipper", "Bump", "Plain", "Loop"),
)


def ride(hills: tuple[str, ...], habits: Habits, seed: int) -> tuple[Course, Ride]:
    dice = Random(seed)
    course = build(hills, habits, dice)
    return course, roll(course, hills, habits, dice)


def test_the_same_seed_is_the_same_ride() -> None:
    assert ride(COASTERS[2], CALM, 7) == ride(COASTERS[2], CALM, 7)
    assert ride(COASTERS[2], CALM, 7) != ride(COASTERS[2], CALM, 8)


@pytest.mark.parametrize("hills", COASTERS)
def test_without_friction_a_marble_from_above_every_crest_passes_them_all(hills: tuple[str, ...]) -> None:
    habits = Habits(
        friction=(0.0, 0.0),
        drag=(0.0, 0.0),
        derail=0.0,
        crests=(60.0, 90.0),
        launch_heights=(150.0, 160.0),
        skill=(1.0, 1.0),
    )
    for seed in range(20):
        _, there = ride(hills, habits, seed)
        assert there.result == Result(len(hills))
        assert there.turns == 0


def test_without_friction_the_speed_at_equal_heights_is_equal() -> None:
    habits = Habits(
        friction=(0.0, 0.0), drag=(0.0, 0.0), derail=0.0, aim=0.0, valleys=(0.0, 0.0),
        crests=(60.0, 90.0), launch_heights=(150.0, 160.0), skill=(1.0, 1.0),
    )  # fmt: skip
    course, there = ride(("Launch", "Plain", "Plain", "Plain"), habits, 3)
    speeds = []
    for beam, (low, high) in enumerate(course.chords[:-1]):
        broken, clear = (edge.t_us for edge in there.edges if edge.beam == beam)
        speeds.append((high - low) / (clear - broken))
    assert max(speeds) / min(speeds) < 1.05


def test_a_hill_higher_than_the_launch_turns_every_marble_back() -> None:
    habits = Habits(derail=0.0, crests=(170.0, 180.0), launch_heights=(120.0, 130.0), skill=(0.9, 1.0))
    for seed in range(20):
        _, there = ride(("Launch", "Plain", "Plain"), habits, seed)
        assert there.result == Result(1)
        assert there.turns > 1


@pytest.mark.parametrize("seed", range(40))
def test_a_marble_under_way_only_ever_loses_speed_at_a_beam(seed: int) -> None:
    course, there = ride(COASTERS[2], CALM, seed)
    for beam in range(len(course.beams)):
        moments = [edge.t_us for edge in there.edges if edge.beam == beam]
        widths = [clear - broken for broken, clear in zip(moments[::2], moments[1::2], strict=False)]
        rolled_through = takewhile(lambda width: width < 25_000, widths)  # later it may turn inside the beam
        for sooner, later in pairwise(rolled_through):
            assert later >= sooner - 2


@pytest.mark.parametrize("seed", range(40))
def test_edges_alternate_at_every_beam_and_are_in_order(seed: int) -> None:
    course, there = ride(COASTERS[1], CALM, seed)
    assert list(there.edges) == sorted(there.edges, key=lambda edge: edge.t_us)
    for beam in range(len(course.beams)):
        levels = [edge.broken for edge in there.edges if edge.beam == beam]
        assert levels == [at % 2 == 0 for at in range(len(levels))]
        assert there.resting != beam or levels[-1]


def test_what_a_marble_passed_is_what_its_beams_saw_of_it() -> None:
    for seed in range(60):
        course, there = ride(COASTERS[2], CALM, seed)
        exits = [beam.hill for at, beam in enumerate(course.beams) if beam.role == "exit" and any(
            edge.beam == at and not edge.broken for edge in there.edges)]  # fmt: skip
        assert there.result.passed == (max(exits) + 1 if exits else 0)


def test_some_marbles_rest_between_the_bumps_and_nowhere_else_on_a_rest_result() -> None:
    rests = [
        (course, there)
        for seed in range(500)
        for course, there in [ride(("Launch", "Plain", "Bump", "Bump"), CALM, seed)]
        if there.result.rest is not None
    ]
    assert len(rests) >= 5
    for course, there in rests:
        assert there.result.rest == there.result.passed
        assert course.beams[there.resting].role == "rest" if there.resting is not None else True


def test_a_marble_that_leaves_the_track_passes_no_further_beam() -> None:
    habits = Habits(derail=1.0, skill=(1.5, 1.5), launch_heights=(200.0, 210.0))
    for seed in range(20):
        _, there = ride(("Launch", "Plain"), habits, seed)
        assert there.derailed
        assert there.result == Result(0)
        assert there.edges == ()


def test_hills_are_told_by_their_kind_however_they_are_written() -> None:
    assert kind("double-dipper") == "Double Dipper"
    dice = [Random(4), Random(4)]
    shapes = [build((hill,) * 2, CALM, one).heights for hill, one in zip(("bump", "Bump"), dice, strict=True)]
    assert shapes[0] == shapes[1]
