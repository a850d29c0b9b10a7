"""What the host makes of a board, whatever the line between them does."""

from random import Random

import pytest

from companion.marbles import Edge, LinkState
from companion.marbles.liar import Lies, bursts
from tests.marbles.talking import BEGUN_US, Talk


def evenly(number: int, every_us: int = 20_000, start_us: int = 3_000_000) -> list[Edge]:
    """Edges of the twelve beams in turn."""
    return [Edge(start_us + n * every_us, n % 12, (n // 12) % 2 == 0) for n in range(number)]


def check(talk: Talk) -> None:
    """What was handed on is true, in order, once, and all that the board forgot is held."""
    truth = talk.told()
    keys = [(each.boot, each.seq) for each in talk.landed]
    assert len(set(keys)) == len(keys), "doubled"
    assert [(each.edge.beam, each.edge.broken) for each in talk.landed] == [truth[key] for key in keys]
    assert keys == sorted(keys), "out of order"
    moments = [each.edge.t_us for each in talk.landed]
    assert moments == sorted(moments)
    assert not talk.forgotten_but_not_held()


def test_on_a_good_line_every_edge_arrives_once_and_is_acknowledged() -> None:
    talk = Talk(evenly(200))
    talk.run(8)
    check(talk)
    assert len(talk.landed) == len(talk.told()) == 200
    assert talk.liar.starts[-1].acked == 200
    assert talk.states == [LinkState.HANDSHAKING, LinkState.LIVE]


def test_edges_have_the_host_s_time_of_their_moment_not_of_their_arrival() -> None:
    edges = evenly(200)
    talk = Talk(edges)
    talk.run(8)
    errors = [each.edge.t_us - BEGUN_US - edge.t_us for each, edge in zip(talk.landed, edges, strict=True)]
    stated = talk.boards["00C0FFEE"].epoch.clock.error_us(talk.now + BEGUN_US)
    assert max(map(abs, errors)) <= stated < 10_000
    assert max(errors) - min(errors) <= 2


def test_nothing_is_acknowledged_before_it_is_durable() -> None:
    talk = Talk(evenly(40), durable_us=600_000)
    while not talk.landed:
        talk.run(0.01)
    talk.run(0.5)
    assert talk.liar.starts[-1].acked == 0
    talk.run(4)
    assert talk.liar.starts[-1].acked == 40
    check(talk)
    assert len(talk.landed) == 40


def test_flipped_cut_doubled_and_lost_lines_lose_and_double_nothing() -> None:
    lies = Lies(flip=0.01, cut=0.02, double=0.02, lose=0.02, garbage=80)
    talk = Talk(bursts(1200, "burst", every_us=600_000), lies)
    talk.run(18)
    check(talk)
    assert len(talk.landed) == len(talk.told()) == 1200
    assert talk.host
    assert talk.host.spoilt > 200


def test_a_board_that_starts_again_loses_only_what_died_with_it() -> None:
    talk = Talk(evenly(1000, every_us=12_345), Lies(flip=0.005, cut=0.02, reboot_s=3, garbage=200), seed=3)
    talk.run(20)
    check(talk)
    assert len(talk.liar.starts) >= 4
    board = talk.boards["00C0FFEE"]
    assert board.reboots == len(talk.liar.starts) - 1
    died = len(talk.told()) - len(talk.landed)
    assert died <= 8 * board.reboots
    assert len(talk.landed) > 700


def test_a_board_that_starts_again_on_a_good_line_is_live_within_two_seconds() -> None:
    talk = Talk(evenly(10), Lies(reboot_s=4, down_s=1.0))
    talk.run(4.9)
    assert talk.boards["00C0FFEE"].reboots == 0
    talk.run(1.1)
    assert talk.boards["00C0FFEE"].reboots == 1
    assert talk.states[-1] is LinkState.LIVE


def test_a_board_that_is_unplugged_and_comes_back_is_the_same_board() -> None:
    talk = Talk(evenly(600), Lies(unplug_s=5, unplugged_s=1.5), seed=2)
    talk.run(18)
    check(talk)
    assert list(talk.boards) == ["00C0FFEE"]
    assert len(talk.liar.starts) == 4
    assert talk.states[-1] is LinkState.LIVE


def test_a_host_that_was_away_is_told_what_it_has_not_acknowledged() -> None:
    talk = Talk(evenly(100))
    talk.run(3.5)
    talk.deaf = True
    talk.run(3.0)
    assert LinkState.STALE in talk.states
    talk.deaf = False
    talk.run(3.0)
    check(talk)
    assert len(talk.landed) == 100


def test_a_companion_that_died_and_starts_again_takes_up_where_its_disk_ends() -> None:
    talk = Talk(evenly(100), durable_us=300_000)
    talk.run(4.0)
    assert len(talk.landed) > len(talk.durable) > 0
    talk.restart_the_host()
    talk.run(6.0)
    check(talk)
    assert len(talk.landed) == 100


def test_a_clock_that_rolls_over_in_mid_run_changes_nothing() -> None:
    edges = evenly(300)
    talk = Talk(edges, Lies(roll_s=5))
    talk.run(11)
    check(talk)
    errors = [each.edge.t_us - BEGUN_US - edge.t_us for each, edge in zip(talk.landed, edges, strict=True)]
    assert max(map(abs, errors)) < 10_000


def test_a_full_ring_is_counted_and_what_was_kept_arrives() -> None:
    talk = Talk(evenly(200, every_us=200), Lies(baud=9600))
    talk.run(30)
    check(talk)
    lost = talk.liar.starts[-1].overflowed
    assert lost > 0
    assert len(talk.landed) == 200 - lost
    assert talk.boards["00C0FFEE"].epoch.overflowed == lost


def test_edge_numbers_roll_over_too() -> None:
    talk = Talk([])
    talk.liar.step(0)
    powered = talk.liar._powered
    assert powered
    powered._numbered = powered._told = powered.acked = 65_500
    talk.run(2)
    for n in range(100):
        powered.change(1 + n % 12, talk.now + n * 1000, broken=(n // 12) % 2 == 0)
    talk.run(2)
    assert [each.seq for each in talk.landed][-100:] == [(65_501 + n) % 65_536 for n in range(100)]
    assert powered.acked == (65_500 + 100) % 65_536


def test_a_board_without_again_is_waited_for() -> None:
    talk = Talk(evenly(200), Lies(lose=0.05, can=("ack", "clock")), seed=5)
    talk.run(40)
    check(talk)
    assert len(talk.landed) == len(talk.told()) == 200 - talk.liar.starts[-1].overflowed


def test_a_board_of_another_protocol_is_left_alone() -> None:
    talk = Talk(evenly(10), Lies(protocol=2))
    talk.run(6)
    assert talk.host
    assert talk.host.foreign
    assert talk.host.foreign.protocol == 2
    assert talk.landed == []


def test_what_the_board_shows_is_known_before_any_edge() -> None:
    talk = Talk([Edge(100_000, 4, broken=True)])
    talk.run(4)
    assert talk.boards["00C0FFEE"].levels == [beam == 4 for beam in range(12)]


def test_a_self_test_is_run_and_its_answers_are_kept() -> None:
    talk = Talk([Edge(2_000_000, 2, broken=True)])
    talk.run(1)
    assert talk.host
    talk.host.wish("test 2")
    talk.run(1)
    board = talk.boards["00C0FFEE"]
    assert board.watching
    talk.run(2)
    assert not board.watching
    assert [watched.beam for watched in board.watched] == list(range(1, 13))
    assert board.watched[2].changes == 1
    assert 0.9e6 < board.watched[2].blocked < 1.1e6


def mixture(dice: Random) -> Lies:
    chances = (0.0, 0.0, 0.005, 0.02, 0.05)
    return Lies(
        flip=dice.choice((0.0, 0.0, 0.002, 0.01)),
        cut=dice.choice(chances),
        double=dice.choice(chances),
        lose=dice.choice(chances),
        reboot_s=dice.choice((0.0, 0.0, 1.3, 2.9)),
        down_s=dice.choice((0.01, 0.2, 0.6)),
        garbage=dice.randint(0, 300),
        unplug_s=dice.choice((0.0, 0.0, 2.2)),
        unplugged_s=dice.choice((0.01, 0.7)),
        roll_s=dice.choice((0.0, 1.0, 2.0)),
    )


def go_through(seed: int, edges: int, seconds: float) -> None:
    dice = Random(seed)
    lies, durable_us = mixture(dice), dice.choice((0, 5000, 200_000))
    talk = Talk(bursts(edges, seed, every_us=500_000, start_us=2_000_000), lies, seed, durable_us)
    talk.run(seconds)
    check(talk)


@pytest.mark.parametrize("seed", range(12))
def test_no_mixture_of_faults_loses_doubles_or_invents_an_edge(seed: int) -> None:
    go_through(seed, edges=240, seconds=7)


@pytest.mark.full
def test_no_mixture_of_faults_does_for_long() -> None:
    for seed in range(1000, 1300):
        go_through(seed, edges=900, seconds=12)
