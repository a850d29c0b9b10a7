"""What every source of edges must do, whatever it is."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.marbles import Edge, LinkState, open_source
from tests.marbles import rigs
from tests.marbles.rigs import Rig, until

SCRIPT = tuple(
    edge
    for n, beam in enumerate((0, 1, 2, 3, 2, 3))
    for edge in (
        Edge(10_000 + n * 30_000, beam, broken=True),
        Edge(18_000 + n * 30_000 + n * 7, beam, broken=False),
    )
)
"""A marble that passes four beams, and hesitates at the third."""


@pytest.fixture(params=["simulated", "recorded", "linked", "pins"])
def rig(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Rig]:
    match request.param:
        case "simulated":
            opened = rigs.simulated()
        case "recorded":
            opened = rigs.recorded(SCRIPT, tmp_path / "three.jsonl")
        case "linked":
            opened = rigs.linked()
        case _:
            opened = rigs.pins(monkeypatch)
    with opened as rig:
        yield rig


def test_every_edge_is_heard_once_and_in_order(rig: Rig) -> None:
    rig.source.listen(rig.hear)
    rig.play(SCRIPT)
    rig.wait_for(len(SCRIPT))
    assert [(edge.beam, edge.broken) for edge in rig.heard] == [(edge.beam, edge.broken) for edge in SCRIPT]
    moments = [edge.t_us for edge in rig.heard]
    assert moments == sorted(moments)


def test_moments_are_those_of_the_edges_and_not_of_their_arrival(rig: Rig) -> None:
    rig.source.listen(rig.hear)
    rig.play(SCRIPT)
    rig.wait_for(len(SCRIPT))
    apart = [edge.t_us - rig.heard[0].t_us for edge in rig.heard]
    expected = [edge.t_us - SCRIPT[0].t_us for edge in SCRIPT]
    assert apart == pytest.approx(expected, abs=rig.slack_us)


def test_the_source_s_clock_has_passed_an_edge_that_is_heard(rig: Rig) -> None:
    late: list[int] = []
    rig.source.listen(lambda edge: late.append(rig.source.now_us() - edge.t_us))
    rig.source.listen(rig.hear)
    rig.play(SCRIPT)
    rig.wait_for(len(SCRIPT))
    assert min(late) >= -rig.slack_us - 10_000


def test_edges_come_on_a_thread_of_the_source(rig: Rig) -> None:
    rig.source.listen(rig.hear)
    rig.play(SCRIPT)
    rig.wait_for(len(SCRIPT))
    assert threading.get_ident() not in rig.threads
    assert len(rig.threads) == 1


def test_who_listens_hears_all_and_who_stopped_hears_nothing(rig: Rig) -> None:
    first, second = [], []
    stop = rig.source.listen(first.append)
    stop()
    rig.source.listen(rig.hear)
    rig.source.listen(second.append)
    rig.play(SCRIPT)
    rig.wait_for(len(SCRIPT))
    until(lambda: len(second) >= len(SCRIPT))
    assert len(first) <= 1
    assert second == rig.heard


def test_a_listener_that_fails_costs_nobody_an_edge(rig: Rig) -> None:
    rig.source.listen(lambda edge: [][edge.beam])
    rig.source.listen(rig.hear)
    rig.play(SCRIPT)
    rig.wait_for(len(SCRIPT))
    assert len(rig.heard) == len(SCRIPT)


def test_levels_and_counts_are_shown(rig: Rig) -> None:
    rig.source.listen(rig.hear)
    rig.play(SCRIPT)
    rig.wait_for(len(SCRIPT))
    until(lambda: sum(rig.source.status().counts) == len(SCRIPT))
    status = rig.source.status()
    assert status.counts[:4] == (2, 2, 4, 4)
    assert not any(status.levels)
    assert status.state is LinkState.LIVE
    assert status.detail
    assert rig.source.beams >= 4


def test_a_beam_that_is_broken_shows_so(rig: Rig) -> None:
    if "recording" in rig.source.address or "simulated" in rig.source.address:
        pytest.skip("nobody can put a finger into this one")
    rig.source.listen(rig.hear)
    rig.play(SCRIPT[:5])
    rig.wait_for(5)
    until(lambda: rig.source.status().levels[:4] == (False, False, True, False))


def test_after_closing_it_is_lost_and_silent(rig: Rig) -> None:
    rig.source.listen(rig.hear)
    rig.source.close()
    rig.play(SCRIPT)
    assert rig.source.status().state is LinkState.LOST
    rig.source.close()
    heard = len(rig.heard)
    assert heard <= 1
    assert rig.source.status().detail


def test_its_address_opens_it_again(rig: Rig) -> None:
    address = rig.source.address
    rig.source.close()
    again = open_source(address)
    assert type(again) is type(rig.source)
    assert again.address == address
    again.close()
