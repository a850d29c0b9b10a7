"""`companion marbles judge --evening`: any past run, judged again from its raw edges."""

from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from companion.cli.marbles import command
from companion.journal import Journal, journal_path
from companion.marbles.recording import read
from companion.rehearsal import rehearse
from companion.rules.contract import HOST, TABLE, Observe, Setup
from companion.table import Table
from companion.table.awaiting import awaited_run
from companion.table.devices import Devices
from companion.table.recordings import recordings_folder, recordings_of
from tests.table.bench import Bench


def companion(*arguments: str | Path | int) -> Result:
    return CliRunner().invoke(command, ["judge", *map(str, arguments)])


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory):
    """An owner's folder with an evening of three runs: a sure one, a doubtful one, and one taken back."""
    folder = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COMPANION_HOME", str(folder))
        play(journal_path())
        yield folder


@pytest.fixture(autouse=True)
def at_home(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_HOME", str(home))


def play(path: Path) -> None:
    """Play Coaster Park until a marble is tested, and let it run three times."""
    with Journal.open(path) as journal:
        table = Table.begin(journal, Setup("coaster_park", ("Ann", "Ben")), by=HOST)
        assert isinstance(table, Table)
        rehearsal = rehearse("coaster_park", 5)
        while awaited_run(table.view(TABLE).asks) is None:
            move = rehearsal.next(table)
            assert move is not None
            table.submit(move.command)
        run(path, table)


def run(path: Path, table: Table) -> None:
    bench = Bench()
    devices = Devices(table, bench, recordings_folder(path))
    table.subscribe(devices.entered)
    table.heed(devices.noted)
    devices.look()
    devices.settle()
    beams = len(devices.progress().beams)
    roll(bench, devices, beams)
    for beam in (3, 1):
        bench.wait(200)
        bench.broken(beam, 0.5)
    roll(bench, devices, beams - 1)
    ask = next(ask for ask in table.view(TABLE).asks if isinstance(ask, Observe))
    table.submit(ask.options[1])
    devices.settle()
    roll(bench, devices, beams)
    table.take_back(table.n - 1)


def roll(bench: Bench, devices: Devices, beams: int) -> None:
    bench.wait(600)
    for beam in range(beams):
        bench.broken(beam)
        devices.settle()
        bench.wait(240)
    bench.wait(3100)
    devices.settle()
    devices.settle()


def answers(*arguments: str | int) -> list[dict]:
    result = companion(*arguments)
    assert result.exit_code == 0, result.output
    return [msgspec.json.decode(line) for line in result.stdout.splitlines()]


def test_each_run_of_an_evening_is_judged_again_beside_what_was_read_and_entered_then():
    sure, doubtful, back = answers("--evening", 1)
    hills = len(read(recordings_of(recordings_folder(), 1))[0].run.hills)
    assert (sure["passed"], sure["read_then"], sure["entered"]["passed"]) == (hills, str(hills), hills)
    assert sure["certain"]
    assert sure["confidence_then"] >= 0.999
    assert (doubtful["read_then"], doubtful["entered"]["passed"]) == (str(hills - 1), 1)
    assert doubtful["confidence_then"] < 0.999
    assert [one["counts"] for one in (sure, doubtful, back)] == [True, True, False]
    assert [one["run"] for one in (sure, doubtful, back)] == sorted(
        one["run"] for one in (sure, doubtful, back)
    )


def test_one_run_is_found_by_its_name_or_by_its_entry():
    _, doubtful, _ = answers("--evening", 1)
    assert answers("--evening", 1, "--run", doubtful["run"]) == [doubtful]
    assert answers("--evening", 1, "--entry", doubtful["entry"]) == [doubtful]


def test_its_story_says_what_was_entered_instead():
    _, doubtful, back = answers("--evening", 1)
    told = companion("--evening", 1, "--story").stdout.splitlines()
    assert f"entry {doubtful['entry']}: " in told[1]
    assert "then read as" in told[1]
    assert f"entry {back['entry']}, taken back since" in told[2]


def test_a_run_that_is_not_there_is_told_with_those_that_are():
    for which in (("--run", "r9"), ("--entry", 4000)):
        result = companion("--evening", 1, *which)
        assert result.exit_code == 1
        assert "no such run; there are e1-n" in result.stderr


def test_an_evening_without_kept_runs_is_told_in_one_line(home: Path):
    result = companion("--evening", 7)
    assert result.exit_code == 1
    assert result.stderr.strip() == (
        f"Error: {home / 'recordings'}: no run of evening 7 is kept there; "
        "runs are kept while beams watch the table"
    )


def test_another_journal_s_runs_lie_beside_it(tmp_path: Path):
    play(tmp_path / "club.db")
    result = companion("--evening", 1, "--journal", tmp_path / "club.db")
    assert len(result.stdout.splitlines()) == 3
    assert (tmp_path / "club.db-recordings" / "evening-1.jsonl").exists()


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        ((), "name a recording, or an evening"),
        (("a.jsonl", "--evening", 1), "name a recording, or an evening"),
        (("a.jsonl", "--entry", 3), "go with --evening"),
        (("--evening", 0), "0"),
    ],
)
def test_what_does_not_go_together_is_refused(arguments: tuple[str | int, ...], wrong: str):
    result = companion(*arguments)
    assert result.exit_code == 2
    assert wrong in result.stderr
    assert "Traceback" not in result.stderr


def test_a_kept_run_whose_evening_is_not_in_the_journal_is_judged_all_the_same(home: Path):
    path = recordings_of(home / "recordings", 9)
    path.write_bytes(recordings_of(home / "recordings", 1).read_bytes())
    assert [one["entry"] for one in answers("--evening", 9)] == [None] * 3


def test_runs_go_on_being_numbered_after_a_restart():
    with Journal.open(journal_path()) as journal:
        table = Table.resume(journal, 1)
        devices = Devices(table, Bench(), recordings_folder())
        devices.look()
        devices.settle()
    assert devices.progress().run.endswith("-4")
