"""`companion doctor` finds what would spoil an evening, and says what to do about it."""

import errno
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import companion
from companion.journal import Journal
from companion.marbles.diagnosis import beam_diagnoses
from companion.marbles.liar import Liar, Lies
from companion.marbles.ports import MORE_PORTS, PortError, explained
from companion.marbles.virtual_port import VirtualPort, served
from companion.rules.contract import Setup
from companion.table import Table


@pytest.fixture(autouse=True)
def owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path / "owner"))
    return tmp_path / "owner"


def findings() -> dict[str, dict[str, object]]:
    result = CliRunner().invoke(companion, ["doctor", "--json"])
    found = {finding["what"]: finding for finding in json.loads(result.output)}
    assert (result.exit_code == 0) == all(finding["well"] for finding in found.values())
    return found


def test_a_fresh_installation_is_well():
    found = findings()
    assert all(finding["well"] for finding in found.values())
    assert found["journal"]["found"] == "no evening yet"


def test_evenings_that_are_judged_alike_are_well(owner):
    journal = Journal.open(owner / "journal.db")
    Table.begin(journal, Setup("cosmic_coasters", ("Ann", "Dov")))
    journal.close()
    assert findings()["journal"]["found"] == "1 evening judged again to the same"


def test_a_scribbled_journal_is_amiss(owner):
    owner.mkdir()
    (owner / "journal.db").write_bytes(b"this is not a journal" * 200)
    journal = findings()["journal"]
    assert journal["well"] is False
    assert "journal.db" in journal["found"]
    assert "start the companion" in journal["advice"]


def test_a_spoilt_components_file_is_amiss_and_its_line_is_told(owner):
    (owner / "components").mkdir(parents=True)
    (owner / "components" / "cosmic_coasters.toml").write_text("moons = 7\n", encoding="utf-8")
    components = findings()["components of Cosmic Coasters"]
    assert components["well"] is False
    assert "cosmic_coasters.toml, line 1" in components["found"]


def test_beams_that_are_set_but_not_there_are_amiss(owner):
    owner.mkdir()
    (owner / "kiosk.json").write_text('{"beams": "recording:/nowhere.jsonl"}', encoding="utf-8")
    assert findings()["beams"]["well"] is False


@pytest.mark.skipif(os.geteuid() == 0, reason="an administrator may write everywhere")
def test_a_folder_that_cannot_be_written_is_amiss(owner):
    owner.mkdir()
    owner.chmod(0o500)
    assert findings()["data folder"]["well"] is False


@contextmanager
def plugged(monkeypatch: pytest.MonkeyPatch, lies: Lies) -> Iterator[VirtualPort]:
    """A pretend board that is found by its port, by a doctor who is less patient than the real one."""
    monkeypatch.setattr("companion.cli.doctor.beam_diagnoses", partial(beam_diagnoses, patience_s=3.0))
    monkeypatch.setattr("companion.marbles.conversation.SILENT_US", 2_800_000)
    port = VirtualPort(Liar([], lies))
    with served([port]):
        monkeypatch.setenv(MORE_PORTS, port.path)
        yield port


def test_a_board_that_answers_is_well_without_any_setting(monkeypatch):
    with plugged(monkeypatch, Lies()) as port:
        found = findings()
    assert found["beams"]["well"] is True
    assert "live" in found["beams"]["found"]
    assert found["port"]["found"].startswith(port.path)
    assert "firmware 1.0" in found["board 00C0FFEE"]["found"]


@pytest.mark.parametrize(
    ("lies", "found", "advice"),
    [
        (Lies(protocol=9), "board 00C0FFEE with firmware 1.0 speaks protocol 9", "update the companion"),
        (Lies(protocol=0), "board 00C0FFEE with firmware 1.0 speaks protocol 0", "update the board"),
        (Lies(lose=1), "says nothing that a board of beams would say", "put the firmware on it"),
    ],
)
def test_a_board_that_is_of_no_use_says_why_and_what_to_do(monkeypatch, lies, found, advice):
    with plugged(monkeypatch, lies):
        beams = findings()["beams"]
    assert beams["well"] is False
    assert found in beams["found"]
    assert advice in beams["advice"]


def test_a_port_that_another_program_uses_names_it(monkeypatch):
    with plugged(monkeypatch, Lies()) as port:
        held = f"os.open({port.path!r}, os.O_RDWR | os.O_NOCTTY)"
        hold = f"import os, time; {held}; print(1, flush=True); time.sleep(60)"
        with subprocess.Popen([sys.executable, "-c", hold], stdout=subprocess.PIPE) as other:
            assert other.stdout is not None
            other.stdout.readline()
            found = findings()
            other.kill()
    for what in ("port", "beams"):
        assert found[what]["well"] is False
        assert f"(process {other.pid}) uses {port.path}" in found[what]["found"]
        assert "close it there" in found[what]["advice"]


def test_a_port_without_permission_says_which_command_gives_it(monkeypatch):
    barred = PortError(explained("/dev/ttyACM0", PermissionError(errno.EACCES, "Permission denied")))

    def refuse(_path: str) -> None:
        raise barred

    monkeypatch.setattr("companion.marbles.link.open_port", refuse)
    with plugged(monkeypatch, Lies()):
        beams = findings()["beams"]
    assert beams["well"] is False
    assert "no permission for /dev/ttyACM0" in beams["found"]
    assert beams["advice"]


def test_no_board_at_all_is_told_where_one_was_used_before(owner):
    owner.mkdir()
    (owner / "kiosk.json").write_text('{"beams": "serial:auto"}', encoding="utf-8")
    beams = findings()["beams"]
    assert beams["well"] is False
    assert "no board is plugged in" in beams["found"]
    assert "plug one in" in beams["advice"]
