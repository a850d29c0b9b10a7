"""What the bench of the link counts, and that it counts it."""

import click
import msgspec
import pytest
from click.testing import CliRunner

from companion.cli.bench import _lying_board, _simulated_board, link
from companion.cli.bench.link import command
from companion.marbles import Edge
from companion.marbles.kept import Landed
from companion.marbles.liar import Lies, Start
from companion.marbles.pretend_board import Change, Kept

CLOCK_STARTED_US = 250.0


def planned(number: int) -> list[Edge]:
    return [Edge(1_000_000 + 500 * n, n % 12, (n // 12) % 2 == 0) for n in range(number)]


def kept(edges: list[Edge], late_us: int = 4, boot: int = 7) -> list[Landed]:
    return [
        Landed("00C0FFEE", boot, n, round(edge.t_us - CLOCK_STARTED_US) + late_us, edge)
        for n, edge in enumerate(edges, 1)
    ]


def test_of_the_firmware_lost_doubled_and_the_largest_error_are_counted() -> None:
    edges = planned(100)
    log = kept(edges)
    assert _simulated_board.judged(edges, log, CLOCK_STARTED_US) == {
        "edges": 100,
        "lost": 0,
        "doubled": 0,
        "time_error_us_max": 4.0,
    }
    worse = [*log[:50], *kept(edges, late_us=-9)[50:95], log[0], log[1]]
    assert _simulated_board.judged(edges, worse, CLOCK_STARTED_US) == {
        "edges": 100,
        "lost": 5,
        "doubled": 2,
        "time_error_us_max": 9.0,
    }


def test_other_edges_than_were_made_are_no_figure_but_a_failure() -> None:
    edges = planned(30)
    with pytest.raises(click.ClickException, match="another order"):
        _simulated_board.judged(edges, kept([edges[1], edges[0], *edges[2:]]), CLOCK_STARTED_US)


def start(boot: int, numbered: int, acknowledged: int) -> Start:
    edges = [Kept(n, Change(n * 100, 1, broken=n % 2 == 1)) for n in range(1, numbered + 1)]
    return Start(boot, 0, edges, list(range(1, acknowledged + 1)))


def test_of_the_liar_lost_is_what_it_was_told_to_forget_and_is_not_in_the_log() -> None:
    starts = [start(7, numbered=50, acknowledged=40), start(8, numbered=20, acknowledged=20)]
    edges = planned(40)
    whole = [*kept(edges, boot=7), *kept(edges[:20], boot=8)]
    assert _lying_board.judged(70, starts, whole) == {"edges": 70, "lost": 0, "doubled": 0}
    holed = [*whole[1:30], *whole[32:], whole[5]]
    assert _lying_board.judged(70, starts, holed) == {"edges": 70, "lost": 3, "doubled": 1}


def test_a_machine_that_can_not_simulate_a_board_is_told_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(_simulated_board.shutil, "which", lambda name: None if name == "avr-g++" else name)
    figures = _simulated_board.figures(10)
    assert list(figures) == ["missing"]
    assert "avr-g++" in figures["missing"]
    assert "apt-get install" in figures["missing"]


def test_through_firmware_and_lies_nothing_is_lost_and_the_figures_have_their_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(_lying_board, "EVERY_US", 500_000)
    monkeypatch.setattr(_lying_board, "SETTLING_S", 2.0)
    monkeypatch.setattr(_lying_board, "LIES", Lies(flip=0.002, cut=0.02, reboot_s=3, garbage=64))
    monkeypatch.setattr(link, "SHOWN", 12)
    answer = CliRunner().invoke(command, ["--json", "--edges", "180"], catch_exceptions=False)
    assert answer.exit_code == 0
    figures = msgspec.json.decode(answer.stdout)
    assert list(figures) == ["firmware", "liar", "arrival_stamp", "edge_to_journal_ms", "edge_to_screen_ms"]
    if "missing" not in figures["firmware"]:
        assert figures["firmware"].pop("time_error_us_max") <= 8
        assert figures["firmware"] == {"edges": 180, "lost": 0, "doubled": 0}
    assert figures["liar"].pop("back_to_live_s_max") >= 0
    assert figures["liar"] == {"edges": 180, "lost": 0, "doubled": 0}
    assert set(figures["arrival_stamp"]) == {"time_error_us_p50", "time_error_us_max"}
    for way in ("edge_to_journal_ms", "edge_to_screen_ms"):
        assert set(figures[way]) == {"p50", "p99"}
        assert 0 < figures[way]["p50"] <= figures[way]["p99"]
