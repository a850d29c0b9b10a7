"""From edges to pulses."""

from companion.marbles import Edge
from companion.marbles.pulses import trace
from tests.marbles.runs import edges, run

COASTER = "Launch Plain Plain"


def test_chatter_at_one_beam_is_one_pulse() -> None:
    seen = trace(run(COASTER, 3000), edges([(500, 0, 0.2), (500.4, 0, 0.3), (501, 0, 9)]))
    (pulse,) = seen.pulses
    assert (pulse.start_us, pulse.end_us, pulse.joined) == (500_000, 510_000, 3)


def test_two_passages_of_one_beam_are_two_pulses() -> None:
    seen = trace(run(COASTER, 3000), edges([(500, 0, 10), (530, 0, 10)]))
    assert [pulse.joined for pulse in seen.pulses] == [1, 1]


def test_a_beam_broken_before_the_launch_and_ever_after_is_stuck() -> None:
    seen = trace(run(COASTER, 3000), [Edge(0, 1, broken=True), *edges([(500, 0, 10)])])
    assert seen.stuck == {1}
    assert [pulse.beam for pulse in seen.pulses] == [0]


def test_a_hand_at_the_start_is_no_stuck_beam() -> None:
    seen = trace(run(COASTER, 3000), edges([(0, 0, 400), (900, 0, 10)]))
    assert seen.stuck == frozenset()
    assert [pulse.start_us for pulse in seen.pulses] == [900_000]


def test_a_beam_freed_long_before_the_marble_comes_is_not_stuck() -> None:
    seen = trace(run(COASTER, 9000), edges([(0, 1, 4000), (6000, 0, 10), (6300, 1, 10)]))
    assert seen.stuck == frozenset()
    assert [pulse.beam for pulse in seen.pulses] == [0, 1]


def test_a_beam_freed_only_after_the_marble_came_by_was_stuck() -> None:
    seen = trace(run(COASTER, 9000), edges([(0, 1, 4000), (1000, 0, 10), (5000, 1, 200)]))
    assert seen.stuck == {1}


def test_a_beam_without_an_edge_is_silent() -> None:
    assert trace(run(COASTER, 3000), edges([(500, 0, 10)])).silent == {1, 2}


def test_a_beam_still_broken_at_the_end_is_an_open_pulse() -> None:
    seen = trace(run(COASTER, 3000), [Edge(900_000, 2, broken=True)])
    (pulse,) = seen.pulses
    assert pulse.open
    assert pulse.end_us == 3_000_000


def test_repeated_levels_and_edges_out_of_order_do_no_harm() -> None:
    told = edges([(500, 0, 10), (800, 1, 10)])
    doubled = [edge for edge in reversed(told) for _ in range(2)]
    assert trace(run(COASTER, 3000), doubled).pulses == trace(run(COASTER, 3000), told).pulses
