import re
import shutil
import subprocess
import sys

import pytest
from click.testing import CliRunner
from msgspec import json

from companion.cli import journal as journal_commands
from companion.cli.journal import command
from companion.journal import Journal
from companion.rules import games
from companion.rules.contract import TABLE, Amount, Setup
from companion.table import Table

GAME = next(iter(games().values()))


def run(*words):
    return CliRunner().invoke(command, [str(word) for word in words])


def play(path, entries=8, names=("Ann", "Bo")):
    """The first entries of a real game: always the first thing that is offered."""
    with Journal.open(path) as journal:
        table = Table.begin(journal, Setup(GAME.name, names))
        while table.n + 1 < entries:
            ask = table.view(TABLE).asks[0]
            table.submit(ask.option(ask.low) if isinstance(ask, Amount) else ask.options[0])
        return [table.entry(n) for n in range(entries)]


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def test_without_a_file_the_owners_own_journal_is_used(home):
    play(home / "journal.db")
    assert "Ann, Bo" in run("list").output
    assert run("verify").exit_code == 0


def test_list_shows_each_evening(home):
    play(home / "journal.db")
    play(home / "journal.db", 3, ("Cy", "Di"))
    lines = run("list").output.splitlines()
    assert re.fullmatch(rf" +1  \S+ \S+  {GAME.title}  8 entries, to go on  Ann, Bo", lines[0])
    assert lines[1].endswith(f"{GAME.title}  3 entries, to go on  Cy, Di")
    assert [each["entries"] for each in json.decode(run("list", "--json").output)] == [8, 3]


def test_show_lists_what_was_entered(home):
    entries = play(home / "journal.db")
    lines = run("show").output.splitlines()
    assert len(lines) == 8
    assert lines[0].split()[2:4] == ["host", "touch"]
    assert [json.decode(line)["n"] for line in run("show", "--json").output.splitlines()] == list(range(8))
    assert type(entries[7].command).__name__ in lines[7]


def test_verify_says_that_all_is_well(tmp_path):
    entries = play(tmp_path / "journal.db")
    result = run("verify", tmp_path / "journal.db")
    assert result.exit_code == 0
    assert (
        result.output
        == f"evening 1 ({GAME.title}): 8 entries verified, the last with hash {entries[7].hash}\n"
    )
    told = json.decode(run("verify", tmp_path / "journal.db", "--json").output)
    assert told["ok"]
    assert told["evenings"][0]["hash"] == entries[7].hash


def test_verify_reports_the_first_line_that_differs(tmp_path):
    path = tmp_path / "journal.db"
    play(path)
    with Journal.open(path) as journal:
        journal._connection.execute("DROP TRIGGER entries_stay_as_they_are")
        journal._connection.execute("UPDATE entry SET events = '[]' WHERE n = 5")
    result = run("verify", path)
    assert result.exit_code == 1
    assert f"evening 1 ({GAME.title}): line 6 (entry 5), field hash: " in result.output
    told = run("verify", path, "--json")
    assert told.exit_code == 1
    assert json.decode(told.stdout.splitlines()[0])["evenings"][0]["difference"]["line"] == 6


def test_export_and_import_give_the_same_hashes(tmp_path, home):
    entries = play(tmp_path / "journal.db")
    result = run("export", tmp_path / "journal.db", "-o", tmp_path / "friday.jsonl")
    assert (result.exit_code, result.output) == (0, f"{tmp_path / 'friday.jsonl'}: 1 evening\n")
    data = (tmp_path / "friday.jsonl").read_bytes()
    assert [json.decode(line)["hash"] for line in data.splitlines()] == [entry.hash for entry in entries]
    result = run("import", tmp_path / "friday.jsonl")
    assert result.exit_code == 0
    assert entries[7].hash in result.output
    assert run("export").stdout_bytes == data
    assert (home / "journal.db").exists()


def test_a_file_larger_than_any_export_is_refused_whatever_is_in_it(tmp_path, home, monkeypatch):
    play(tmp_path / "journal.db")
    export = tmp_path / "friday.jsonl"
    run("export", tmp_path / "journal.db", "-o", export)
    monkeypatch.setattr(journal_commands, "LARGEST_EXPORT", export.stat().st_size - 1)
    result = run("import", export)
    assert result.exit_code == 1
    assert result.output == f"Error: {export}: larger than any export; name what `export` wrote\n"
    assert not (home / "journal.db").exists()
    monkeypatch.setattr(journal_commands, "LARGEST_EXPORT", export.stat().st_size)
    assert run("import", export).exit_code == 0


def test_an_evening_of_ten_thousand_entries_would_still_be_no_larger_than_an_export_may_be(tmp_path):
    entries = play(tmp_path / "journal.db")
    written = run("export", tmp_path / "journal.db").stdout_bytes
    assert len(written) / len(entries) * 10_000 < journal_commands.LARGEST_EXPORT


def test_a_seats_export_is_redacted_and_cannot_be_imported(tmp_path, home):
    play(tmp_path / "journal.db")
    run("export", tmp_path / "journal.db", "--seat", "1", "-o", tmp_path / "mine.jsonl")
    first = json.decode((tmp_path / "mine.jsonl").read_bytes().splitlines()[0])
    assert (first["export"], first["seat"]) == ("redacted", 1)
    result = run("import", tmp_path / "mine.jsonl")
    assert result.exit_code == 1
    assert "line 1: this is a seat's export" in result.output
    assert "seats 0 to 1" in run("export", tmp_path / "journal.db", "--seat", "2").output
    assert json.decode(run("list", "--json").stdout) == []
    assert (home / "journal.db").exists()


def test_an_import_of_anything_else_is_one_line_and_not_a_traceback(tmp_path, home):
    (tmp_path / "odd").write_bytes(bytes(range(256)))
    result = run("import", tmp_path / "odd")
    assert result.exit_code == 1
    assert result.output.startswith(f"Error: {tmp_path / 'odd'}, line 1: ")
    assert result.output.count("\n") == 1
    assert home.exists()


def test_a_backup_is_a_journal_and_replaces_nothing(home, tmp_path):
    play(home / "journal.db")
    result = run("backup", tmp_path / "backup.db")
    assert (result.exit_code, result.output) == (0, f"{tmp_path / 'backup.db'}: 1 evening\n")
    assert run("export", tmp_path / "backup.db").output == run("export").output
    assert "is there already" in run("backup", tmp_path / "backup.db").output


def test_reading_a_journal_in_use_is_no_trouble(tmp_path):
    path = tmp_path / "journal.db"
    play(path)
    with Journal.open(path) as journal:
        assert run("verify", path).exit_code == 0
        assert run("import", path, "--into", path).output.startswith(f"Error: {path} is in use by another")
        assert len(journal.evenings()) == 1


@pytest.mark.parametrize("words", [["list"], ["verify"], ["export"], ["show"], ["backup", "there.db"]])
def test_a_missing_journal_is_told_in_one_line(home, words):
    result = run(*words)
    assert result.exit_code == 1
    assert result.output.count("\n") == 1
    assert result.output.startswith(f"Error: {home / 'journal.db'}: there is no journal")


def test_an_evening_that_is_not_there_is_told(home):
    play(home / "journal.db")
    assert run("show", "--evening", "9").output.startswith(
        f"Error: {home / 'journal.db'}: there is no evening 9"
    )


def test_a_truncated_journal_is_told_in_one_line_and_left_alone(tmp_path):
    path = tmp_path / "journal.db"
    play(path)
    data = path.read_bytes()[:8192]
    path.write_bytes(data)
    result = run("verify", path)
    assert result.exit_code == 1
    assert re.fullmatch(r"Error: .*journal\.db: the journal is damaged \(.*\n", result.output)
    assert path.read_bytes() == data


def test_a_damaged_journal_is_restored_when_something_is_imported_into_it(tmp_path):
    path = tmp_path / "journal.db"
    entries = play(path)
    run("export", path, "-o", tmp_path / "friday.jsonl")
    path.write_bytes(path.read_bytes()[:8192])
    result = run("import", tmp_path / "friday.jsonl", "--into", path)
    assert result.exit_code == 0
    assert "8 of its 8 entries were restored" in result.stderr
    assert run("verify", path).output.count(entries[7].hash) == 2


def test_every_command_has_help_with_an_example():
    for words in ([], ["list"], ["show"], ["verify"], ["export"], ["import"], ["backup"]):
        result = run(*words, "--help")
        assert result.exit_code == 0
        assert "Example: companion journal" in result.output


def test_the_command_is_found_by_the_program(home):
    play(home / "journal.db")
    companion = shutil.which("companion") or f"{sys.prefix}/bin/companion"
    told = subprocess.run([companion, "journal", "list"], capture_output=True, text=True, check=True).stdout
    assert "Ann, Bo" in told
