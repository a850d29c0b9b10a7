"""Beams at the table: a sure run is entered by itself, a doubtful one waits for the table's word."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.journal import Journal, Source
from companion.marbles import BUMP, Edge, LinkState, judge, layout
from companion.marbles import Run as RunHeader
from companion.marbles.faults import Faults
from companion.marbles.recording import RecordedSource, Recording, read, write
from companion.marbles.simulated import SimulatedSource
from companion.rules.contract import HOST, TABLE, Setup
from companion.table import Table
from companion.table.devices import Devices, Phase
from companion.table.running import coaster
from tests.table.bench import Bench
from tests.table.running_game import Rename, Run, find


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with_journal = Journal.open(tmp_path / "journal.db", find)
    begun = Table.begin(with_journal, Setup("running_game", ("Ada", "Ben")), by=HOST)
    assert isinstance(begun, Table)
    yield begun
    with_journal.close()


@pytest.fixture
def bench() -> Bench:
    return Bench()


def owned(table: Table, source: Any, folder: Path | None = None) -> Devices:
    """Devices that the test itself owns: nothing happens but in `settle`."""
    devices = Devices(table, source, folder)
    table.subscribe(devices.entered)
    devices.look()
    devices.settle()
    return devices


def run_down(bench: Bench, devices: Devices, beams: int) -> None:
    """A marble passes so many beams, a quarter of a second apart."""
    bench.wait(600)
    for beam in range(beams):
        bench.broken(beam)
        devices.settle()
        bench.wait(240)
    devices.settle()


def test_a_sure_run_enters_the_attempt_by_itself(table: Table, bench: Bench) -> None:
    devices = owned(table, bench)
    run_down(bench, devices, 4)
    assert table.view(TABLE).state.runs == ()
    bench.wait(1000)
    devices.settle()
    assert table.view(TABLE).state.runs == ("3",)
    entry = table.entry(1)
    assert entry.command == Run(3)
    assert entry.source is Source.BEAM
    assert devices.pending() is None


def test_the_next_run_is_awaited_as_soon_as_one_is_entered(table: Table, bench: Bench) -> None:
    devices = owned(table, bench)
    run_down(bench, devices, 4)
    bench.wait(1000)
    devices.settle()
    devices.settle()
    assert devices.progress().phase is Phase.ARMED
    assert devices.progress().hills == ("steep", "plain", "plateau", "jump")
    run_down(bench, devices, 4)
    bench.wait(1000)
    devices.settle()
    assert table.view(TABLE).state.runs == ("3", "4")
    devices.settle()
    assert devices.progress().phase is Phase.ENTERED


def test_a_marble_between_the_bumps_is_entered_as_a_rest(table: Table, bench: Bench) -> None:
    devices = owned(table, bench)
    run_down(bench, devices, 3)
    gap = 300.0
    for width in (18, 20, 23, 27, 33, 42, 55, 75):
        bench.broken(2, width)
        bench.wait(gap)
        gap *= 0.93
    bench.edge(2, broken=True)
    bench.wait(2600)
    devices.settle()
    assert table.view(TABLE).state.runs == ("2+rest",)


def doubtful(table: Table, bench: Bench) -> Devices:
    """A run on which the last beam stayed dark, at a bench that flickers."""
    devices = owned(table, bench)
    bench.wait(200)
    bench.broken(3, 0.5)
    bench.wait(200)
    bench.broken(1, 0.5)
    run_down(bench, devices, 3)
    bench.wait(3100)
    devices.settle()
    return devices


def test_a_doubtful_run_waits_for_the_table_with_its_best_guess_filled_in(table: Table, bench: Bench) -> None:
    devices = doubtful(table, bench)
    assert table.view(TABLE).state.runs == ()
    guess = devices.pending()
    assert guess is not None
    assert guess.command == Run(3)
    assert Run(2) in [possible.command for possible in guess.possible]
    assert [possible.confidence for possible in guess.possible] == sorted(
        (possible.confidence for possible in guess.possible), reverse=True
    )
    assert devices.progress().phase is Phase.DOUBTFUL


def test_confirming_enters_the_best_guess_as_the_tables_own_word(table: Table, bench: Bench) -> None:
    devices = doubtful(table, bench)
    devices.confirm()
    assert table.entry(1).command == Run(3)
    assert table.entry(1).source is Source.TOUCH
    devices.settle()
    assert devices.pending() is None
    assert devices.progress().phase is Phase.ARMED


def test_correcting_enters_what_the_table_saw(table: Table, bench: Bench) -> None:
    devices = doubtful(table, bench)
    devices.correct(Run(2))
    assert table.view(TABLE).state.runs == ("2",)


def test_confirming_with_nothing_pending_enters_nothing(table: Table, bench: Bench) -> None:
    devices = owned(table, bench)
    assert devices.confirm() is None
    assert table.n == 0


def test_a_run_repeated_forgets_the_doubtful_one(table: Table, bench: Bench) -> None:
    devices = doubtful(table, bench)
    devices.again()
    devices.settle()
    assert devices.pending() is None
    assert devices.progress().passages == ()
    run_down(bench, devices, 4)
    bench.wait(1000)
    devices.settle()
    assert table.view(TABLE).state.runs == ("3",)


def test_a_doubtful_run_is_forgotten_when_what_it_followed_is_taken_back(table: Table, bench: Bench) -> None:
    table.submit(Rename())
    devices = doubtful(table, bench)
    table.take_back(0)
    devices.settle()
    assert devices.pending() is None
    assert devices.progress().phase is Phase.ARMED
    assert devices.progress().passages == ()


def test_a_doubtful_run_is_kept_when_only_what_came_after_it_is_taken_back(
    table: Table, bench: Bench
) -> None:
    devices = doubtful(table, bench)
    table.submit(Rename())
    table.take_back(0)
    devices.settle()
    assert devices.progress().phase is Phase.DOUBTFUL
    devices.confirm()
    assert table.view(TABLE).state.runs == ("3",)


def test_an_attempt_entered_by_hand_ends_the_run_that_was_watched(table: Table, bench: Bench) -> None:
    devices = owned(table, bench)
    run_down(bench, devices, 2)
    table.submit(Run(1))
    devices.settle()
    bench.wait(5000)
    devices.settle()
    assert table.view(TABLE).state.runs == ("1",)
    assert devices.progress().hills == ("steep", "plain", "plateau", "jump")


def test_another_entry_in_mid_run_does_not_lose_the_marble(table: Table, bench: Bench) -> None:
    devices = owned(table, bench)
    run_down(bench, devices, 2)
    table.submit(Rename())
    devices.settle()
    bench.broken(2, 12)
    bench.wait(200)
    bench.broken(3, 11)
    bench.wait(1100)
    devices.settle()
    assert table.view(TABLE).state.runs == ("3",)


def test_a_blocked_beam_is_told_before_the_launch(table: Table, bench: Bench) -> None:
    bench.edge(1, broken=True)
    devices = owned(table, bench)
    assert devices.progress().blocked == ()
    bench.wait(1000)
    devices.settle()
    assert devices.progress().blocked == (1,)
    assert devices.progress().phase is Phase.ARMED


def test_hands_before_the_launch_are_not_part_of_the_run(table: Table, bench: Bench) -> None:
    devices = owned(table, bench)
    for beam, ms in ((3, 350), (1, 500), (0, 250)):
        bench.broken(beam, ms)
        bench.wait(1500)
        devices.settle()
    assert devices.progress().phase is Phase.ARMED
    run_down(bench, devices, 4)
    bench.wait(1000)
    devices.settle()
    assert table.view(TABLE).state.runs == ("3",)


def test_the_last_marble_lifted_out_of_a_beam_leaves_that_beam_useful(table: Table, bench: Bench) -> None:
    bench.edge(3, broken=True)
    devices = owned(table, bench)
    bench.wait(4000)
    devices.settle()
    assert devices.progress().blocked == (3,)
    bench.edge(3, broken=False)
    devices.settle()
    assert devices.progress().blocked == ()
    assert devices.progress().levels == (False, False, False, False)
    run_down(bench, devices, 4)
    bench.wait(1000)
    devices.settle()
    assert table.view(TABLE).state.runs == ("3",)


def test_a_run_past_a_blocked_beam_is_still_read_when_the_beams_behind_it_tell(
    table: Table, bench: Bench
) -> None:
    bench.edge(1, broken=True)
    devices = owned(table, bench)
    bench.wait(600)
    for beam in (0, 2, 3):
        bench.broken(beam)
        bench.wait(250 if beam else 500)
    bench.wait(1000)
    devices.settle()
    assert table.view(TABLE).state.runs == ("3",)


def test_a_beam_that_did_not_see_the_marble_is_told_before_the_next_launch(
    table: Table, bench: Bench
) -> None:
    devices = owned(table, bench)
    bench.wait(600)
    for beam in (0, 2, 3):
        bench.broken(beam)
        bench.wait(250 if beam else 500)
    bench.wait(1000)
    devices.settle()
    devices.settle()
    assert devices.progress().silent == (1,)


def test_nothing_is_entered_when_the_link_was_lost_in_mid_run(table: Table, bench: Bench) -> None:
    devices = owned(table, bench)
    run_down(bench, devices, 4)
    bench.state = LinkState.LOST
    bench.wait(1000)
    devices.settle()
    assert table.view(TABLE).state.runs == ()
    guess = devices.pending()
    assert guess is not None
    assert guess.command == Run(3)


def test_done_ends_a_run_that_nobody_launched(table: Table, bench: Bench) -> None:
    devices = owned(table, bench)
    bench.wait(60_000)
    devices.settle()
    assert table.view(TABLE).state.runs == ()
    devices.done()
    devices.settle()
    assert table.view(TABLE).state.runs == ("0",)


def test_screens_follow_the_marble_beam_by_beam(table: Table, bench: Bench) -> None:
    devices = owned(table, bench)
    seen: list[tuple[int, ...]] = []
    devices.subscribe(lambda progress: seen.append(tuple(passage.beam for passage in progress.passages)))
    run_down(bench, devices, 3)
    assert seen[-1] == (0, 1, 2)
    progress = devices.progress()
    assert progress.passed == 2
    assert [passage.t_us for passage in progress.passages] == [610_000, 860_000, 1_110_000]
    assert progress.passages[0].speed == pytest.approx(1.4)


def test_a_listener_that_fails_costs_neither_the_run_nor_the_others(table: Table, bench: Bench) -> None:
    devices = owned(table, bench)
    heard: list[Phase] = []

    def fails(_: object) -> None:
        raise RuntimeError("a screen's fault")

    devices.subscribe(fails)
    devices.subscribe(lambda progress: heard.append(progress.phase))
    run_down(bench, devices, 4)
    bench.wait(1000)
    devices.settle()
    assert table.view(TABLE).state.runs == ("3",)
    assert Phase.RUNNING in heard


def test_what_fails_in_the_watcher_is_shown_in_its_status(table: Table, bench: Bench) -> None:
    devices = owned(table, bench)
    bench.now_us = lambda: 1 // 0  # type: ignore[method-assign]
    devices.settle()
    assert "stopped helping" in devices.status().detail


def test_every_run_is_kept_and_can_be_judged_again(table: Table, bench: Bench, tmp_path: Path) -> None:
    devices = owned(table, bench, tmp_path / "runs")
    run_down(bench, devices, 4)
    bench.wait(1000)
    devices.settle()
    devices.settle()
    run_down(bench, devices, 4)
    bench.wait(1000)
    devices.settle()
    first, second = read(tmp_path / "runs" / "evening-1.jsonl")
    assert first.run.hills == ("steep", "plain", BUMP)
    assert (judge(first.run, first.edges).passed, judge(second.run, second.edges).passed) == (3, 4)
    assert first.run.name != second.run.name


def test_a_folder_that_cant_be_written_is_told_and_costs_no_run(
    table: Table, bench: Bench, tmp_path: Path
) -> None:
    (tmp_path / "runs").write_text("a file where the folder should be")
    devices = owned(table, bench, tmp_path / "runs")
    run_down(bench, devices, 4)
    bench.wait(1000)
    devices.settle()
    assert table.view(TABLE).state.runs == ("3",)


def test_a_marble_on_the_pretend_coaster_enters_its_true_result(table: Table) -> None:
    source = SimulatedSource(speed=0)
    devices = Devices(table, source)
    devices.look()
    devices.settle()
    true = source.launch(devices.progress().hills, seed=3, faults=Faults())
    devices.settle()
    assert table.view(TABLE).state.runs == (true.sensed,)


def test_a_recording_played_to_the_table_enters_its_attempt(table: Table, tmp_path: Path) -> None:
    pulses = [(500, 0), (800, 1), (1100, 2), (1400, 3)]
    edges = tuple(Edge((at + ms) * 1000, beam, broken=ms == 0) for at, beam in pulses for ms in (0, 11))
    told = RunHeader("r1", ("steep", "plain", BUMP), layout(("steep", "plain", BUMP)), 0, 5_000_000)
    write(tmp_path / "evening.jsonl", [Recording(told, edges)])
    entered = threading.Event()
    table.subscribe(lambda _: entered.set())
    devices = Devices(table, RecordedSource(tmp_path / "evening.jsonl", speed=4))
    stop = devices.watch()
    assert entered.wait(20)
    stop()
    assert table.view(TABLE).state.runs[0] == "3"


def test_the_watcher_works_on_a_thread_of_its_own(table: Table) -> None:
    source = SimulatedSource(speed=0)
    devices = Devices(table, source)
    armed, entered = threading.Event(), threading.Event()
    table.subscribe(lambda _: entered.set())
    devices.subscribe(lambda progress: progress.phase is Phase.ARMED and armed.set())
    stop = devices.watch()
    assert armed.wait(10)
    true = source.launch(devices.progress().hills, seed=3, faults=Faults())
    assert entered.wait(10)
    stop()
    assert table.view(TABLE).state.runs == (true.sensed,)


def test_hills_on_which_a_marble_may_rest_are_bumps(table: Table) -> None:
    ask = table.view(TABLE).asks[0]
    assert coaster(ask) == ("steep", "plain", BUMP)  # type: ignore[arg-type]
