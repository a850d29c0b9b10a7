"""Each fault does to a ride's edges what it is called, and nothing else."""

from random import Random

from companion.marbles import Edge
from companion.marbles.faults import Faults, Recorded, draw, record
from companion.marbles.physics import Habits, Ride, build, roll

HILLS = ("Launch", "Plain", "Plain", "Plain")


def a_ride(seed: int = 5) -> Ride:
    habits = Habits(derail=0.0, launch_heights=(190.0, 200.0), skill=(1.1, 1.1))
    dice = Random(seed)
    return roll(build(HILLS, habits, dice), HILLS, habits, dice)


RIDE = a_ride()


def seen(faults: Faults, seed: int = 1, rides: tuple[Ride, ...] = (RIDE,)) -> Recorded:
    return record(rides, len(HILLS), faults, Random(seed))


def pulses(edges: tuple[Edge, ...], beam: int) -> int:
    return sum(1 for edge in edges if edge.beam == beam and edge.broken)


def test_without_faults_the_edges_are_the_true_ones() -> None:
    recorded = seen(Faults())
    assert recorded.edges == RIDE.edges
    assert recorded.dead == {}
    assert recorded.ended_us > RIDE.over_us


def test_missed_pulses_are_gone_whole() -> None:
    assert seen(Faults(missed=1.0)).edges == ()
    recorded = seen(Faults(missed=0.5), seed=2)
    assert 0 < len(recorded.edges) < len(RIDE.edges)
    assert set(recorded.edges) < set(RIDE.edges)


def test_chatter_breaks_up_a_passage_and_moves_neither_end() -> None:
    recorded = seen(Faults(chatter=1.0))
    for beam in range(len(HILLS)):
        true = [edge.t_us for edge in RIDE.edges if edge.beam == beam]
        told = [edge.t_us for edge in recorded.edges if edge.beam == beam]
        assert pulses(recorded.edges, beam) > 1
        assert (told[0], told[-1]) == (true[0], true[-1])


def test_flicker_adds_short_breaks() -> None:
    recorded = seen(Faults(flicker_per_s=3.0))
    assert len(recorded.edges) > len(RIDE.edges)
    assert set(RIDE.edges) <= set(recorded.edges)


def test_a_dead_beam_never_tells_and_a_stuck_one_is_broken_from_the_start() -> None:
    never = seen(Faults(never=1.0))
    assert never.edges == ()
    assert set(never.dead.values()) == {"never"}
    stuck = seen(Faults(stuck=1.0))
    assert stuck.edges == tuple(Edge(0, beam, broken=True) for beam in range(len(HILLS)))
    assert set(stuck.dead.values()) == {"stuck"}


def test_the_hand_comes_after_the_marble_has_stopped() -> None:
    recorded = seen(Faults(hand=1.0))
    late = [edge for edge in recorded.edges if edge not in RIDE.edges]
    assert late
    assert min(edge.t_us for edge in late) > RIDE.over_us


def test_a_resting_marble_breaks_its_beam_until_the_hand_lifts_it() -> None:
    habits = Habits(derail=0.0, crests=(170.0, 180.0), launch_heights=(120.0, 130.0), skill=(0.9, 1.0))
    resting = None
    for seed in range(50):
        dice = Random(seed)
        there = roll(build(HILLS, habits, dice), HILLS, habits, dice)
        if there.resting is not None:
            resting = there
            break
    assert resting is not None
    recorded = seen(Faults(), rides=(resting,))
    last = recorded.edges[-1]
    assert (last.beam, last.broken) == (resting.resting, False)
    assert last.t_us > resting.over_us


def test_levels_alternate_however_bad_the_set_up_is() -> None:
    for seed in range(200):
        recorded = seen(draw(Random(seed)), seed)
        for beam in range(len(HILLS)):
            levels = [edge.broken for edge in recorded.edges if edge.beam == beam]
            assert levels == [at % 2 == 0 for at in range(len(levels))]
        assert all(edge.t_us <= recorded.ended_us for edge in recorded.edges)
