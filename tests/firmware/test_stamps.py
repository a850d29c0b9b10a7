"""The moments that the compiled firmware gives to edges, in simulated time."""

from itertools import pairwise
from random import Random

import pytest

from tests.firmware.board import Change, SimulatedBoard, breaks, clears
from tests.firmware.host import Host, Told, bursts, latenesses

TOLERANCE_US = 8

EARLY_US = -1.5
"""A stamp is rounded down to a whole microsecond, and when the clock started is known to half a one."""


def heard(board: SimulatedBoard, changes: list[Change]) -> tuple[list[Told], dict[str, str]]:
    host = Host(board)
    shift = board.now_us + 10_000
    moved = [Change(shift + change.us, change.beam, change.broken) for change in changes]
    board.plan(moved)
    changes[:] = moved
    host.listen(moved[-1].us + 400_000, acknowledge=True)
    beat = host.beat()
    assert not host.garbled
    return host.edges, beat


@pytest.mark.parametrize("edges", [3_000, pytest.param(10_000, marks=pytest.mark.full)])
def test_bursts_of_edges_100_us_apart_are_told_whole_in_order_and_within_8_us(edges):
    changes = bursts(edges, 0, Random("apart"), apart_us=100, pulse_us=200)
    with SimulatedBoard() as board:
        told, beat = heard(board, changes)
        late = latenesses(board, changes, told)
    assert [edge.seq for edge in told] == list(range(1, edges + 1))
    assert [(edge.beam, edge.broken) for edge in told] == [(change.beam, change.broken) for change in changes]
    assert min(late) > EARLY_US
    assert max(late) <= TOLERANCE_US
    assert (beat["overflowed"], beat["merged"], beat["acked"]) == ("0", "0", str(edges))


@pytest.mark.parametrize("edges", [1_800, pytest.param(10_000, marks=pytest.mark.full)])
def test_closer_edges_of_different_beams_are_told_whole_and_all_but_few_within_8_us(edges):
    changes = bursts(edges, 0, Random("close"), apart_us=0, pulse_us=60)
    close = sum(later.us - earlier.us < 20 for earlier, later in pairwise(changes))
    assert close > edges / 50
    with SimulatedBoard() as board:
        told, beat = heard(board, changes)
        late = sorted(latenesses(board, changes, told))
    assert [edge.seq for edge in told] == list(range(1, edges + 1))
    assert [edge.us for edge in told] == sorted(edge.us for edge in told)
    assert late[0] > EARLY_US
    assert late[len(late) * 99 // 100] <= TOLERANCE_US
    assert late[-1] <= 25
    assert (beat["overflowed"], beat["merged"]) == ("0", "0")


def test_all_beams_at_one_moment_are_twelve_edges_of_that_moment():
    changes = [Change(us, beam, broken) for us, broken in [(0, True), (900, False)] for beam in range(1, 13)]
    with SimulatedBoard() as board:
        told, beat = heard(board, changes)
    assert [edge.beam for edge in told] == [*range(1, 13)] * 2
    assert len({edge.us for edge in told}) == 2
    assert told[-1].us - told[0].us == pytest.approx(900, abs=2)
    assert beat["merged"] == "0"


def test_pulses_too_short_to_be_edges_are_counted_not_told():
    dice = Random("short")
    changes: list[Change] = []
    for place in range(200):
        us = place * 1_000.0
        beam = dice.randrange(1, 13)
        length = dice.choice([2, 5, 40])
        changes += [breaks(us, beam), clears(us + length, beam)]
    long = [
        change
        for start, end in zip(changes[::2], changes[1::2], strict=True)
        if end.us - start.us > 16
        for change in (start, end)
    ]
    assert 0 < len(long) < 200
    with SimulatedBoard() as board:
        told, beat = heard(board, changes)
    assert [(edge.beam, edge.broken) for edge in told] == [(change.beam, change.broken) for change in long]
    assert int(beat["merged"]) == len(changes) - len(long)


def test_in_a_flood_every_level_change_is_told_or_counted():
    dice = Random("flood")
    broken = dict.fromkeys(range(1, 13), False)
    changes: list[Change] = []
    for place in range(400):
        beam = dice.randrange(1, 13)
        broken[beam] = not broken[beam]
        changes.append(Change(place * 25.0, beam, broken[beam]))
    with SimulatedBoard() as board:
        told, beat = heard(board, changes)
    counted = int(beat["overflowed"]) + int(beat["merged"])
    assert counted > 0
    assert len(told) + counted == len(changes)
    assert beat["broken"] == "".join("1" if broken[beam] else "0" for beam in range(1, 13))


def test_an_edge_while_the_timer_begins_a_new_round_is_stamped_as_any_other():
    round_us = 2**15
    with SimulatedBoard() as board:
        host = Host(board)
        # From 4 us before to 4 us after the end of a round, an eighth of a microsecond further each time.
        first = int((board.now_us - board.clock_started_us) // round_us) + 2
        changes = [
            Change(
                board.clock_started_us + (first + place) * round_us + (place - 32) / 8,
                place % 12 + 1,
                broken=place // 12 % 2 == 0,
            )
            for place in range(64)
        ]
        board.plan(changes)
        host.listen(changes[-1].us + 100_000, acknowledge=True)
        late = latenesses(board, changes, host.edges)
    assert min(late) > EARLY_US
    assert max(late) <= TOLERANCE_US


def test_a_clock_that_rolls_over_in_mid_run_stamps_as_before():
    changes = bursts(900, 0, Random("late"), apart_us=100, pulse_us=200)
    with SimulatedBoard(late=True) as board:
        told, _ = heard(board, changes)
        # The firmware's clock stood at 2^32 - 2,000,000 when it started.
        late = [error + 2_000_000 for error in latenesses(board, changes, told)]
    assert told[0].us > 2**32 - 2_000_000
    assert told[-1].us < 10_000_000
    assert min(late) > EARLY_US
    assert max(late) <= TOLERANCE_US
