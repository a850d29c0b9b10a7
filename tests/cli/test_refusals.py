"""What every command does with arguments that lead nowhere: one line on stderr, and no success."""

import pytest
from click.testing import CliRunner

from companion.cli import companion

LONG = "x" * 300
HUGE = "9" * 30


@pytest.fixture(autouse=True)
def own_home(tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()


COMMANDS = (
    ("journal", "list", LONG),
    ("journal", "list", "folder"),
    ("journal", "export", LONG),
    ("journal", "show", "--evening", HUGE),
    ("journal", "verify", "--evening", HUGE),
    ("journal", "import", LONG),
    ("journal", "backup", LONG),
    ("journal", "backup", "folder"),
    ("components", "check", LONG, "--game", "coaster_park"),
    ("components", "export", "coaster_park", "-o", "folder"),
    ("demo", "--fast", "--out", LONG),
    ("demo", "--size", "²²²x²²²"),
    ("demo", "--size", "99999999x480"),
    ("demo", "--size", "480"),
    ("kiosk", "--size", "0x0"),
    ("kiosk", "--density", "nan"),
    ("marbles", "judge", LONG),
    ("marbles", "watch", f"recording:{LONG}"),
    ("marbles", "watch", "simulated:", "--seconds", "nan"),
    ("marbles", "watch", "simulated:", "--seconds", "-1"),
    ("marbles", "watch", "recording:x", "--speed", "nan"),
    ("marbles", "simulate", "--port", "--flip", "nan"),
    ("marbles", "simulate", "--port", "--link", "folder", "--seconds", "0.1"),
    ("marbles", "simulate", "--port", "--link", "nowhere/link", "--seconds", "0.1"),
    ("rules", "walk", "nothing"),
    ("rules", "perft", "cosmic_coasters", "--seats", "7"),
)


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: " ".join(words)[:60])
def test_what_cant_be_done_is_said_in_one_line(words):
    answer = CliRunner().invoke(companion, words, standalone_mode=True)
    assert answer.exit_code in (1, 2), answer.exception
    assert isinstance(answer.exception, SystemExit)
    said = [line for line in answer.stderr.splitlines() if line and not line.startswith(("Usage:", "Try "))]
    assert len(said) == 1, answer.stderr
    assert said[0].startswith("Error: ")


@pytest.mark.parametrize("bytes_", [b"", b"[" * 200_000, b"\xff", b'{"game": "\xff"}', b"null", b"{}"])
def test_other_bytes_in_place_of_a_demos_note_are_told_in_one_line(tmp_path, bytes_):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "demo.json").write_bytes(bytes_)
    answer = CliRunner().invoke(companion, ["demo", "--fast", "--out", "out"])
    assert isinstance(answer.exception, SystemExit)
    assert answer.exit_code == 1
    assert answer.stderr.count("\n") == 1
    assert "demo.json" in answer.stderr
