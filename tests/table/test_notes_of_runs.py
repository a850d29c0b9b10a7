"""What the beams made of a run stays beside its entry: their reading, their story, and the marble's speed."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal import Journal, Note
from companion.marbles import CERTAIN, judge
from companion.marbles.simulated import SimulatedSource
from companion.rules.contract import HOST, TABLE, Setup
from companion.table import Table
from companion.table.devices import Devices
from companion.table.recordings import kept, recordings_of
from tests.table.bench import Bench
from tests.table.running_game import Rename, Run, find


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    journal = Journal.open(tmp_path / "journal.db", find)
    begun = Table.begin(journal, Setup("running_game", ("Ada", "Ben")), by=HOST)
    assert isinstance(begun, Table)
    yield begun
    journal.close()


@pytest.fixture
def watched(table: Table, tmp_path: Path) -> tuple[Bench, Devices]:
    bench = Bench()
    devices = Devices(table, bench, tmp_path / "runs", clips=lambda: (0, 1, 2, 3))
    table.subscribe(devices.entered)
    table.heed(devices.noted)
    devices.look()
    devices.settle()
    return bench, devices


def roll(bench: Bench, devices: Devices, *widths_ms: float) -> None:
    """A marble passes a beam after the other, each broken for so long and a quarter of a second apart."""
    bench.wait(600)
    for beam, width in enumerate(widths_ms):
        bench.broken(beam, width)
        devices.settle()
        bench.wait(250 - width)


def over(bench: Bench, devices: Devices, ms: float = 1000) -> None:
    bench.wait(ms)
    devices.settle()


def test_a_sure_run_s_entry_has_the_reading_its_story_and_its_timing(
    table: Table, watched: tuple[Bench, Devices]
) -> None:
    bench, devices = watched
    roll(bench, devices, 14, 10, 10, 8)
    over(bench, devices)
    note = table.entry(1).note
    assert note is not None
    assert (note.run, note.reading, note.story) == ("e1-n1-1", "3", "passed all 3 hills")
    assert note.confidence >= CERTAIN
    assert note.took_ms == 750
    assert note.speeds == (1000, 1400, 1750)


def test_a_doubtful_run_keeps_both_what_was_read_and_what_the_table_entered(
    table: Table, watched: tuple[Bench, Devices]
) -> None:
    bench, devices = watched
    for beam in (3, 1):
        bench.wait(200)
        bench.broken(beam, 0.5)
    roll(bench, devices, 14, 10, 10)
    over(bench, devices, 3100)
    table.submit(Run(2))
    entry = table.entry(1)
    assert entry.note is not None
    assert (entry.command, entry.note.reading) == (Run(2), "3")
    assert entry.note.confidence < CERTAIN
    assert entry.note.speeds == (1000, 1400, 0)


def test_a_run_that_the_hand_overtook_names_its_recording(
    table: Table, watched: tuple[Bench, Devices], tmp_path: Path
) -> None:
    bench, devices = watched
    roll(bench, devices, 14, 10)
    table.submit(Run(1))
    devices.settle()
    note = table.entry(1).note
    assert note == Note("e1-n1-1")
    (recording,) = kept(tmp_path / "runs", 1)
    assert (recording.run.name, len(recording.edges)) == ("e1-n1-1", 4)
    assert judge(recording.run, recording.edges).passed == 2


@pytest.mark.parametrize("doubtful", [False, True])
def test_what_the_beams_saw_of_a_run_is_not_told_of_the_next_one_as_well(
    table: Table, watched: tuple[Bench, Devices], *, doubtful: bool
) -> None:
    bench, devices = watched
    for beam in (3, 1):
        bench.wait(200)
        bench.broken(beam, 0.5)
    roll(bench, devices, 14, 10, 10)
    if doubtful:
        over(bench, devices, 3100)
    assert (devices.pending() is not None) is doubtful
    table.submit(Run(2))
    table.submit(Run(2))  # before the beams' owner has looked again
    note = table.entry(1).note
    assert note is not None
    assert (note.run, note.speeds) == ("e1-n1-1", (1000, 1400, 0) if doubtful else ())
    assert table.entry(2).note is None


def test_an_entry_that_is_no_run_and_a_run_nobody_saw_have_no_note(
    table: Table, watched: tuple[Bench, Devices]
) -> None:
    bench, devices = watched
    roll(bench, devices, 14)
    table.submit(Rename())
    devices.settle()
    over(bench, devices, 60_000)
    assert table.entry(1).note is None
    table.submit(Run(1))
    devices.settle()
    table.submit(Run(2))
    assert table.entry(3).note is None


def test_what_was_read_again_by_hand_keeps_the_reading_through_a_correction(
    table: Table, watched: tuple[Bench, Devices]
) -> None:
    bench, devices = watched
    roll(bench, devices, 14, 10, 10, 8)
    over(bench, devices)
    table.correct(1, Run(2))
    told = table.history(TABLE)[1]
    assert told.command == Run(2)
    assert told.note is not None
    assert told.note.reading == "3"


def test_every_run_of_an_evening_is_kept_behind_a_torn_line(tmp_path: Path, table: Table) -> None:
    source = SimulatedSource(speed=0)
    devices = Devices(table, source, tmp_path / "runs")
    table.subscribe(devices.entered)
    devices.look()
    devices.settle()
    source.launch(devices.progress().hills, seed=3)
    devices.done()
    devices.settle()
    path = recordings_of(tmp_path / "runs", 1)
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"run":"e1-n9')
    assert [each.run.name for each in kept(tmp_path / "runs", 1)] == ["e1-n1-1"]
    path.write_bytes(whole + b'{"t_us":1')
    devices.settle()
    source.launch(devices.progress().hills, seed=4)
    devices.done()
    devices.settle()
    assert [each.run.name for each in kept(tmp_path / "runs", 1)] == ["e1-n1-1", "e1-n2-2"]
    assert path.read_bytes().startswith(whole)


def test_the_witness_ends_with_the_watch(table: Table) -> None:
    bench = Bench()
    stop = Devices(table, bench).watch()
    assert len(table._witnesses) == 1
    stop()
    assert table._witnesses == []
