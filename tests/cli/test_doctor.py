"""`companion doctor` finds what would spoil an evening, and says what to do about it."""

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import companion
from companion.journal import Journal
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
    assert findings()["journal"]["found"] == "1 evenings, each judged again to the same"


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
