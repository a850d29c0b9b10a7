"""How far the marble ran, and how sure that is."""

from pathlib import Path

import msgspec
import pytest

from companion.marbles import Beam, Edge, Reading, Result, Role, Run, judge
from companion.marbles.recording import read
from tests.marbles.runs import Pulses, edges, run

RECORDINGS = Path(__file__).parent / "recordings"
PASS: Pulses = [(500, 0, 10), (790, 1, 10.5), (1090, 2, 11), (1400, 3, 11.5)]
"""A marble that passes the four beams of `Launch Plain Plain Plain`."""

FOUR = "Launch Plain Plain Plain"
FLICKERS: Pulses = [(2300, 0, 0.4), (2900, 1, 0.9)]
"""Two signs of a set-up that is not to be trusted."""


def swings(beam: int, start: float, width: float, count: int) -> Pulses:
    """A marble that rolls to and fro over a beam, ever slower."""
    pulses: list[tuple[float, int, float]] = []
    gap = 420.0
    for _ in range(count):
        pulses.append((start, beam, width))
        start, gap, width = start + gap, gap * 0.95, width * 1.06
    return pulses


def truths(name: str) -> dict[str, dict[str, object]]:
    lines = (RECORDINGS / f"{name}.truth").read_text().splitlines()
    return {truth["run"]: truth for truth in map(msgspec.json.decode, lines)}


def reading_of(recorded: str) -> list[tuple[Reading, dict[str, object]]]:
    known = truths(recorded)
    return [
        (judge(each.run, each.edges), known[each.run.name]) for each in read(RECORDINGS / f"{recorded}.jsonl")
    ]


def test_a_calm_evening_is_read_without_asking() -> None:
    for reading, truth in reading_of("calm"):
        if truth["marbles"] == 1:
            assert (reading.passed, reading.rest) == (truth["passed"], truth["rest"])
            assert reading.certain


def test_a_rough_evening_is_never_read_wrongly_when_it_is_certain() -> None:
    readings = reading_of("rough")
    for reading, truth in readings:
        if reading.certain:
            assert (reading.passed, reading.rest) == (truth["passed"], truth["rest"])
    assert sum(reading.certain for reading, _ in readings) >= 18


def test_a_marble_that_passes_every_beam_passed_every_hill() -> None:
    reading = judge(run(FOUR, 4000), edges(PASS))
    assert (reading.result, reading.certain) == (Result(4), True)
    assert reading.story == "passed all 4 hills"


def test_a_hill_passed_counts_although_the_marble_rolls_back_over_it() -> None:
    back = [*PASS[:3], (1600, 2, 11.6), (1960, 1, 12), (2300, 1, 12.4), *swings(1, 2700, 13, 9)]
    reading = judge(run(FOUR, 9000), edges(back))
    assert (reading.result, reading.certain) == (Result(3), True)
    assert "turned back by the Plain" in reading.story


def test_a_marble_that_settles_in_a_valley_has_passed_the_hill_before_it() -> None:
    pulses = [*PASS[:2], *swings(1, 1250, 11, 30), (7800, 1, 3000)]
    reading = judge(run(FOUR, 11_000), edges(pulses))
    assert (reading.result, reading.certain) == (Result(2), True)


def test_a_marble_between_the_bumps_rests_on_the_bump() -> None:
    pulses = [(500, 0, 10), (790, 1, 10.5), *swings(2, 1050, 15, 25), (7000, 2, 2500)]
    reading = judge(run("Launch Plain Bump Plain", 10_000), edges(pulses))
    assert (reading.result, reading.certain) == (Result(2, 2), True)
    assert "between the bumps" in reading.story


def test_a_marble_that_rolls_back_into_a_bump_it_has_passed_does_not_rest_on_it() -> None:
    pulses = [
        (500, 0, 10), (800, 1, 14), (1000, 2, 11), (1500, 2, 11.8), *swings(1, 1800, 17, 25), (7600, 1, 2500),
    ]  # fmt: skip
    reading = judge(run("Launch Bump Plain", 10_500), edges(pulses))
    assert reading.result == Result(2)
    assert reading.certain


def test_a_missed_passage_in_the_middle_is_no_doubt() -> None:
    reading = judge(run(FOUR, 4000), edges([PASS[0], PASS[1], PASS[3]]))
    assert (reading.result, reading.certain) == (Result(4), True)
    assert "beam 3 did not see it" in reading.story
    assert reading.dead == (2,)


def test_a_missed_last_beam_is_asked_where_the_beams_are_not_to_be_trusted() -> None:
    reading = judge(run(FOUR, 5000), edges([*PASS[:3], *FLICKERS]))
    assert not reading.certain
    assert {reading.result, *(chance.result for chance in reading.alternatives)} >= {Result(3), Result(4)}


def test_a_marble_not_seen_again_is_believed_where_nothing_speaks_against_the_beams() -> None:
    reading = judge(run(FOUR, 5000), edges(PASS[:3]))
    assert (reading.result, reading.certain) == (Result(3), True)


def test_a_beam_stuck_on_the_way_is_no_doubt_and_is_named() -> None:
    stuck = Edge(0, 1, broken=True)
    reading = judge(run(FOUR, 4000), [stuck, *edges([PASS[0], *PASS[2:]])])
    assert (reading.result, reading.certain) == (Result(4), True)
    assert reading.dead == (1,)
    assert "beam 2 blocked since before the launch" in reading.story


def test_a_stuck_last_beam_leaves_the_last_hill_to_the_table() -> None:
    stuck = Edge(0, 3, broken=True)
    reading = judge(run(FOUR, 4000), [stuck, *edges(PASS[:3])])
    assert not reading.certain
    assert reading.result == Result(4)
    assert Result(3) in [chance.result for chance in reading.alternatives]


def test_chatter_and_flicker_do_not_change_a_reading() -> None:
    pulses = [(498.9, 0, 0.2), (499.5, 0, 0.3), *PASS, (600, 3, 0.4), (1000, 0, 1.2), (2000, 2, 0.2)]
    reading = judge(run(FOUR, 4000), edges(pulses))
    assert (reading.result, reading.certain) == (Result(4), True)


def test_the_hand_that_collects_the_marble_is_no_marble() -> None:
    back = [*PASS[:2], *swings(1, 1300, 11, 12)]
    hand: Pulses = [(8200, 2, 300), (8300, 3, 250), (8500, 0, 400)]
    reading = judge(run(FOUR, 9500), edges([*back, *hand]))
    assert (reading.result, reading.certain) == (Result(2), True)
    assert "a hand at 8.2 s" in reading.story


def test_a_hand_at_the_start_is_no_marble() -> None:
    reading = judge(run(FOUR, 5000), edges([(0, 0, 180), *[(at + 900, beam, ms) for at, beam, ms in PASS]]))
    assert reading.result == Result(4)


def test_nobody_launched_is_nothing_passed() -> None:
    reading = judge(run(FOUR, 4000), [])
    assert (reading.result, reading.certain) == (Result(0), True)
    assert "nobody launched" in reading.story


def test_two_marbles_are_never_certain() -> None:
    second = [(at + 130, beam, ms) for at, beam, ms in PASS[:2]]
    reading = judge(run(FOUR, 4000), edges([*PASS[:3], *second]))
    assert not reading.certain
    assert "not this marble" in reading.story


def test_a_marble_that_jumps_over_beams_against_their_order_is_never_certain() -> None:
    reading = judge(run(FOUR, 4000), edges([(500, 2, 10), (800, 0, 10), (1100, 1, 11)]))
    assert not reading.certain


def test_a_run_cut_short_in_mid_roll_is_asked() -> None:
    reading = judge(run(FOUR, 1150), edges(PASS[:3]))
    assert not reading.certain


def test_without_distances_the_reading_is_the_same() -> None:
    measured = run(FOUR, 4000)
    bare = tuple(Beam(beam.hill, beam.role) for beam in measured.beams)
    for pulses in (PASS, [*PASS[:3], (1600, 2, 11.6), (1960, 1, 12), *swings(1, 2400, 12.4, 9)]):
        assert (
            judge(run(FOUR, 9000, bare), edges(pulses)).result == judge(run(FOUR, 9000), edges(pulses)).result
        )


def test_with_fewer_clips_only_the_results_they_cant_tell_apart_are_left() -> None:
    clips = [Beam(0, Role.EXIT), Beam(3, Role.EXIT)]
    reading = judge(run(FOUR, 5000, clips), edges([(500, 0, 10)]))
    assert not reading.certain
    likely = [reading.result, *(chance.result for chance in reading.alternatives[:2])]
    assert sorted(likely) == [Result(1), Result(2), Result(3)]
    assert judge(run(FOUR, 5000, clips), edges([(500, 0, 10), (1500, 1, 12)])).result == Result(4)


def test_beams_may_be_numbered_in_any_order() -> None:
    beams = run(FOUR, 4000).beams
    turned = Run("r1", ("Launch", "Plain", "Plain", "Plain"), beams[::-1], 0, 4_000_000)
    pulses = [(at, 3 - beam, ms) for at, beam, ms in (PASS[0], PASS[1], PASS[3])]
    reading = judge(turned, edges(pulses))
    assert (reading.result, reading.certain) == (Result(4), True)
    assert reading.dead == (1,)


def test_edges_of_beams_the_coaster_does_not_have_are_left_out() -> None:
    reading = judge(run(FOUR, 4000), edges([*PASS, (700, 9, 10)]))
    assert (reading.result, reading.certain) == (Result(4), True)


def test_a_coaster_without_beams_is_left_to_the_table() -> None:
    assert not judge(run(FOUR, 4000, ()), []).certain


def test_the_clock_may_start_anywhere() -> None:
    late = 2**45
    moved = [Edge(edge.t_us + late, edge.beam, edge.broken) for edge in edges(PASS)]
    there = run(FOUR, 4000)
    shifted = Run("r1", there.hills, there.beams, late, late + 4_000_000)
    assert judge(shifted, moved) == judge(there, edges(PASS))


@pytest.mark.parametrize("wait", [60, 3600])
def test_a_launch_may_be_long_in_coming(wait: int) -> None:
    pulses = [(at + wait * 1000, beam, ms) for at, beam, ms in PASS]
    reading = judge(run(FOUR, wait * 1000 + 4000), edges(pulses))
    assert reading.result == Result(4)


def test_a_dazzled_beam_says_nothing_and_is_named() -> None:
    light = [(at * 13.0, 2, 0.3 + at % 7 * 0.4) for at in range(300) if not 1050 < at * 13 < 1150]
    reading = judge(run(FOUR, 4000), edges([PASS[0], PASS[1], PASS[3], *light]))
    assert reading.result == Result(4)
    assert reading.dead == (2,)
    assert "beam 3 dazzled by light" in reading.story
    cut = judge(run(FOUR, 4000), edges([PASS[0], PASS[1], *light]))
    assert not cut.certain


def test_far_more_than_one_marble_can_cause_is_never_certain_and_soon_read() -> None:
    storm = [(at * 9.0, at % 4, 4.0) for at in range(3000)]
    reading = judge(run(FOUR, 30_000), edges(storm))
    assert not reading.certain
    assert "far more than one marble can cause" in reading.story


def test_a_lamp_that_flashes_a_beam_ten_times_is_no_marble() -> None:
    flashes = [(1600 + at * 10.0, 3, 0.5 + at % 5 * 0.6) for at in range(10)]
    reading = judge(run("Launch Plain Plain Plain Plain", 5000), edges([*PASS[:2], *flashes]))
    assert reading.result == Result(2)
    assert not reading.certain
