"""Fewer clips than hills, clips in their learned order, and coasters that are tested without beams."""

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.journal import Journal, Source
from companion.marbles import LinkState, Result
from companion.marbles.clips import ABSENT
from companion.rules.contract import HOST, TABLE, Observe, Sensed, Setup
from companion.table import Table, View
from companion.table.devices import Devices, Phase
from tests.table.bench import Bench
from tests.table.running_game import Run, find


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    journal = Journal.open(tmp_path / "journal.db", find)
    begun = Table.begin(journal, Setup("running_game", ("Ada", "Ben")), by=HOST)
    assert isinstance(begun, Table)
    yield begun
    journal.close()


def watching(table: Table, bench: Bench, *clips: int) -> Devices:
    """Devices that the test owns, with these clips from the top."""
    devices = Devices(table, bench, clips=lambda: clips)
    table.subscribe(devices.entered)
    table.heed(devices.noted)
    devices.look()
    devices.settle()
    return devices


def run_past(bench: Bench, devices: Devices, *beams: int) -> None:
    bench.wait(600)
    for beam in beams:
        bench.broken(beam)
        devices.settle()
        bench.wait(240)
    bench.wait(3000)
    devices.settle()


def asked(devices: Devices) -> dict[str, bool]:
    """What the table is asked about a run, and whether it is for want of clips alone."""
    guess = devices.pending()
    assert guess is not None
    return {possible.sensed: guess.alike for possible in guess.possible}


def test_clips_are_taken_in_their_order_on_the_coaster(table: Table, bench: Bench) -> None:
    devices = watching(table, bench, 9, 3, 11, 0)
    run_past(bench, devices, 9, 3, 11, 0)
    assert table.view(TABLE).state.runs == ("3",)


def test_an_order_learned_while_a_run_is_awaited_counts_at_once(table: Table, bench: Bench) -> None:
    order = [0, 1, 2, 3]
    devices = Devices(table, bench, clips=lambda: order)
    devices.look()
    devices.settle()
    order[:] = [3, 2, 1, 0]
    devices.settle()
    run_past(bench, devices, 3, 2, 1, 0)
    assert table.view(TABLE).state.runs == ("3",)


def test_an_order_learned_while_the_marble_rolls_waits_for_the_next_run(table: Table, bench: Bench) -> None:
    order = [0, 1, 2, 3]
    devices = Devices(table, bench, clips=lambda: order)
    table.subscribe(devices.entered)
    devices.look()
    devices.settle()
    bench.wait(600)
    bench.broken(0)
    devices.settle()
    order[:] = [3, 2, 1, 0]
    bench.wait(240)
    run_past(bench, devices, 1, 2, 3)
    devices.settle()
    run_past(bench, devices, 3, 2, 1, 0)
    assert table.view(TABLE).state.runs == ("3", "4")


def test_a_clip_whose_board_is_not_there_keeps_its_place_and_says_so(table: Table, bench: Bench) -> None:
    bench.edge(11, broken=True)
    devices = watching(table, bench, 4, ABSENT, 5, 6)
    assert devices.progress().silent == (1,)
    assert devices.progress().levels == (False, False, False, False)
    bench.wait(600)
    for beam, gap in ((4, 500), (5, 250), (6, 1100)):
        bench.broken(beam)
        devices.settle()
        bench.wait(gap)
    devices.settle()
    assert table.view(TABLE).state.runs == ("3",)


def test_what_the_clips_can_t_tell_apart_is_said_before_the_launch(table: Table, bench: Bench) -> None:
    devices = watching(table, bench, 0, 1)
    assert devices.progress().alike == ((Result(0), Result(1)), (Result(2), Result(2, 2)))


def test_with_a_clip_for_every_beam_there_is_nothing_to_say(table: Table, bench: Bench) -> None:
    assert watching(table, bench, 0, 1, 2, 3).progress().alike == ()


def test_what_few_clips_can_tell_is_entered_without_asking(table: Table, bench: Bench) -> None:
    run_past(bench, watching(table, bench, 0, 1), 0, 1)
    assert table.view(TABLE).state.runs == ("3",)


def test_the_table_is_asked_only_between_results_that_look_alike(table: Table, bench: Bench) -> None:
    devices = watching(table, bench, 0, 1)
    bench.wait(4000)
    devices.done()
    devices.settle()
    assert asked(devices) == dict.fromkeys(("0", "1"), True)
    assert devices.progress().phase is Phase.DOUBTFUL
    table.submit(Run(1))
    assert table.view(TABLE).state.runs == ("1",)


def test_after_a_link_that_was_lost_everything_possible_is_asked_about(table: Table, bench: Bench) -> None:
    devices = watching(table, bench, 0, 1)
    bench.wait(4000)
    bench.state = LinkState.LOST
    devices.done()
    devices.settle()
    assert asked(devices) == dict.fromkeys(("0", "1"), False)


def test_a_rest_that_no_clip_can_see_is_asked_about_alone(table: Table, bench: Bench) -> None:
    devices = watching(table, bench, 0, 1, 2)
    run_past(bench, devices, 0, 1)
    assert table.n == 0
    assert asked(devices) == {"2": True, "2+rest": True}


def test_a_doubt_that_has_another_reason_is_not_laid_to_the_clips(table: Table, bench: Bench) -> None:
    devices = watching(table, bench, 0, 1, 2, 3)
    for beam in (3, 1):
        bench.wait(200)
        bench.broken(beam, 0.5)
    run_past(bench, devices, 0, 1, 2)
    assert not any(asked(devices).values())


def test_without_any_clip_the_run_is_entered_by_hand(table: Table, bench: Bench) -> None:
    devices = watching(table, bench)
    assert devices.progress().phase is Phase.BY_HAND
    bench.broken(0)
    bench.wait(5000)
    devices.done()
    devices.settle()
    assert devices.pending() is None
    table.submit(Run(2))
    devices.settle()
    assert table.view(TABLE).state.runs == ("2",)
    assert table.entry(1).note is None
    assert devices.progress().phase is Phase.BY_HAND


def test_a_coaster_tested_without_beams_hears_none_until_they_are_wanted_again(
    table: Table, bench: Bench
) -> None:
    devices = watching(table, bench, 0, 1, 2, 3)
    devices.without()
    devices.settle()
    assert (devices.progress().phase, devices.progress().beams) == (Phase.BY_HAND, ())
    run_past(bench, devices, 0, 1, 2, 3)
    assert table.n == 0
    devices.again()
    devices.settle()
    run_past(bench, devices, 0, 1, 2, 3)
    assert table.entry(1).source is Source.BEAM


def test_the_next_coaster_is_watched_again(table: Table, bench: Bench) -> None:
    devices = watching(table, bench, 0, 1, 2, 3)
    devices.without()
    devices.settle()
    table.submit(Run(1))
    devices.settle()
    assert devices.progress().phase is Phase.ARMED


def test_the_same_coaster_s_next_run_stays_without_beams(bench: Bench) -> None:
    table: Any = OneCoaster()
    devices = Devices(table, bench)
    devices.look()
    devices.settle()
    devices.without()
    devices.settle()
    table.made += 1
    devices.entered(table.made)
    devices.settle()
    assert devices.progress().phase is Phase.BY_HAND


class OneCoaster:
    """A table that asks for run after run of one coaster; each is its own ask."""

    evening, made = 1, 0

    def view(self, _viewer: Any) -> Any:
        readings = tuple(map(str, range(4)))
        options = tuple(Run(passed, seat=self.made) for passed in range(4))
        ask = Observe("run", 0, Sensed.RUN, options, readings, ("steep", "plain", "jump"))
        return View(self.made, None, (ask,), None)

    def entry(self, _n: int) -> Any:
        return SimpleNamespace(command=Run(0, seat=self.made - 1), note=None)
