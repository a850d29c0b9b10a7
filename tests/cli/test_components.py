import csv
import errno
import io
import os

import pytest
from click.testing import CliRunner
from msgspec import json

from companion.cli.components import command
from companion.rules import games
from companion.table import ComponentStore
from companion.table.plain import to_toml
from companion.table.spreadsheet import to_csv

NAMES = sorted(games())


def run(*words):
    return CliRunner().invoke(command, [str(word) for word in words])


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("ending", ["csv", "toml"])
def test_what_is_exported_can_be_imported(tmp_path, name, ending):
    file = tmp_path / f"box.{ending}"
    assert run("export", name, "-o", file).exit_code == 0
    result = run("import", name, file)
    assert result.exit_code == 0, result.output
    assert run("export", name).output == to_csv(games()[name].house())
    assert ComponentStore.own().path(name).exists()


@pytest.mark.parametrize("name", NAMES)
def test_the_house_components_are_good(tmp_path, name):
    file = tmp_path / f"{name}.toml"
    file.write_text(to_toml(games()[name].house()))
    result = run("check", file)
    assert (result.exit_code, result.output) == (0, f"{file}: good components for {name}\n")


def test_check_without_a_file_tells_what_is_taught(tmp_path):
    assert run("check").output.splitlines() == [
        f"{name}: house values, nothing taught yet" for name in games()
    ]
    run("export", NAMES[0], "-o", tmp_path / "box.csv")
    run("import", NAMES[0], tmp_path / "box.csv")
    path = ComponentStore.own().path(NAMES[0])
    assert f"{path}: good components for {NAMES[0]}" in run("check").output


@pytest.mark.parametrize("ending", ["csv", "toml"])
def test_a_bad_file_is_refused_with_file_line_and_field_and_changes_nothing(tmp_path, ending):
    file = tmp_path / f"box.{ending}"
    run("export", "cosmic_coasters", "-o", file)
    run("import", "cosmic_coasters", file)
    before = ComponentStore.own().path("cosmic_coasters").read_bytes()
    lines = file.read_text().splitlines()
    (line,) = [number for number, text in enumerate(lines, 1) if "rapid-transit" in text]
    file.write_text("\n".join(lines).replace("rapid-transit", "rapid-bus"))
    result = run("import", "cosmic_coasters", file)
    assert result.exit_code == 1
    assert result.output.startswith(f"Error: {file}, line {line}, field moons[1].power: ")
    assert result.output.endswith("; the last good components stay in use\n")
    assert ComponentStore.own().path("cosmic_coasters").read_bytes() == before
    told = run("check", file, "--game", "cosmic_coasters", "--json")
    assert told.exit_code == 1
    fault = json.decode(told.stdout.splitlines()[0])["faults"][0]
    assert (fault["line"], fault["field"]) == (line, "moons[1].power")


def test_a_spoilt_file_of_the_owners_is_told_and_the_last_good_one_exported(tmp_path):
    run("export", "cosmic_coasters", "-o", tmp_path / "box.csv")
    run("import", "cosmic_coasters", tmp_path / "box.csv")
    path = ComponentStore.own().path("cosmic_coasters")
    path.write_text("not toml")
    assert run("check").exit_code == 1
    result = run("export", "cosmic_coasters")
    assert result.exit_code == 0
    assert result.stdout == (tmp_path / "box.csv").read_text()
    assert result.stderr.startswith(f"{path}, line 1, field ")


def test_the_game_of_a_file_is_told_by_its_name_its_folder_in_words_or_what_is_in_it(tmp_path):
    text = to_toml(games()["cosmic_coasters"].house())
    (tmp_path / "cosmic_coasters").mkdir()
    for file in (tmp_path / "cosmic_coasters.toml", tmp_path / "cosmic_coasters" / "components.toml"):
        file.write_text(text)
        assert run("check", file).exit_code == 0
    other = tmp_path / "box.toml"
    other.write_text("[moons]")
    assert run("check", other).exit_code == 2
    other.write_text(text)
    assert run("check", other).output == f"{other}: good components for cosmic_coasters\n"
    assert run("check", other, "--game", "cosmic_coasters").exit_code == 0


@pytest.mark.parametrize("words", [["check", "nowhere.toml", "--game"], ["import"]])
def test_a_missing_file_is_told_in_one_line(words):
    words = (
        [*words, "cosmic_coasters"] if words[0] == "check" else ["import", "cosmic_coasters", "nowhere.csv"]
    )
    result = run(*words)
    assert result.exit_code == 1
    assert "can't be read (No such file or directory)" in result.output


def test_every_command_has_help_with_an_example():
    for words in ([], ["check"], ["export"], ["import"]):
        result = run(*words, "--help")
        assert result.exit_code == 0
        assert "Example: companion components" in result.output


def test_what_can_be_played_with_and_is_likely_a_slip_is_remarked(tmp_path):
    values = games()["coaster_clash"].house()
    values["layouts"][0]["conditions"] = [{"kind": "exactly-cards", "count": 2, "points": 9}]
    file = tmp_path / "box.toml"
    file.write_text(to_toml(values))
    told = run("check", file, "--game", "coaster_clash")
    assert told.exit_code == 0
    assert "good components" in told.output
    assert "exactly-cards with a count of 2 never scores" in told.output
    (remark,) = json.decode(run("check", file, "--game", "coaster_clash", "--json").stdout)["remarks"]
    assert remark.startswith(f"{file}: layouts[0].conditions[0]")


@pytest.mark.parametrize("ending", ["csv", "toml"])
def test_a_file_too_large_for_components_is_refused_before_it_fills_the_memory(tmp_path, ending):
    file = tmp_path / f"film.{ending}"
    with file.open("wb") as film:
        film.truncate(1 << 40)
    result = run("import", "coaster_clash", file)
    assert result.exit_code == 1
    assert result.output.endswith("expected at most 262,144 bytes; the last good components stay in use\n")


def test_a_full_disk_is_told_by_the_file_s_name_and_keeps_what_was_there(tmp_path, monkeypatch):
    file = tmp_path / "box.csv"
    run("export", "blast_track", "-o", file)
    run("import", "blast_track", file)
    own = ComponentStore.own().path("blast_track")
    before = {each: each.read_bytes() for each in (file, own)}

    def full(_descriptor):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("os.fsync", full)
    for words, named in (
        (("import", "blast_track", file), own),
        (("export", "blast_track", "-o", file), file),
    ):
        result = run(*words)
        assert result.output == f"Error: {named}: can't be written (No space left on device)\n"
        assert {each: each.read_bytes() for each in (file, own)} == before
    assert sorted(each.name for each in own.parent.iterdir()) == ["blast_track.toml", "blast_track.toml.good"]
    assert sorted(each.name for each in tmp_path.iterdir()) == ["box.csv", "home"]


@pytest.mark.parametrize("name", NAMES)
def test_a_spreadsheet_as_a_german_excel_keeps_it_is_read_and_its_game_known(tmp_path, name):
    file = tmp_path / "mine.csv"
    told = run("export", name, "-o", file)
    assert told.output.startswith(f"{file}: what the cards of {games()[name].title} say")
    rows = csv.reader(io.StringIO(file.read_text(), newline=""))
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=";", lineterminator="\r\n").writerows(rows)
    file.write_bytes(b"\xef\xbb\xbf" + out.getvalue().encode())
    assert run("check", file).output == f"{file}: good components for {name}\n"
    assert run("import", name, file).exit_code == 0
    assert run("export", name).output == to_csv(games()[name].house())


def test_a_name_that_promises_another_kind_of_file_is_refused(tmp_path):
    result = run("export", "blast_track", "-o", tmp_path / "x.xlsx")
    assert result.exit_code == 1
    assert f"say -o {tmp_path / 'x.csv'}" in result.output
    assert not (tmp_path / "x.xlsx").exists()
