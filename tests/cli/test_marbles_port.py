"""A pretend board at a port, watched, recorded and judged as a person would."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from companion.cli.marbles import command
from companion.marbles.protocol import Lines, unframed
from companion.marbles.recording import read

COMMAND = [sys.executable, "-c", "from companion.cli import main; main()", "marbles"]


def companion(*arguments: str | Path) -> Result:
    return CliRunner().invoke(command, [str(argument) for argument in arguments])


@contextmanager
def pretending(*options: str | Path) -> Iterator[list[str]]:
    """A pretend board in a process of its own; the paths it prints."""
    arguments = [*COMMAND, "simulate", "--port", *map(str, options)]
    boards = int(options[options.index("--boards") + 1]) if "--boards" in options else 1
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        yield [process.stdout.readline().strip() for _ in range(boards)]
        process.terminate()


def test_a_board_is_watched_at_the_path_that_is_printed() -> None:
    with pretending("--every", "1") as [path]:
        answer = companion("watch", f"serial:{path}", "--json", "--seconds", "4")
    edges = [msgspec.json.decode(line) for line in answer.stdout.splitlines()]
    assert {tuple(edge) for edge in edges} == {("t_us", "beam", "broken")}
    assert len({edge["beam"] for edge in edges}) > 1


def test_a_link_leads_to_the_board_and_is_gone_with_it(tmp_path: Path) -> None:
    link = tmp_path / "beams"
    answer = companion("simulate", "--port", "--link", link, "--seconds", "0.1")
    assert answer.exit_code == 0
    assert answer.stdout.strip() == str(link)
    assert not link.is_symlink()


def test_two_boards_have_a_link_each(tmp_path: Path) -> None:
    with pretending("--boards", "2", "--link", tmp_path / "beams") as paths:
        assert paths == [str(tmp_path / "beams"), str(tmp_path / "beams2")]
        assert len({os.path.realpath(path) for path in paths}) == 2


def test_a_run_over_a_bad_line_is_recorded_with_the_raw_bytes_and_judged(tmp_path: Path) -> None:
    out, raw = tmp_path / "run.jsonl", tmp_path / "run.raw"
    hills = "Launch,Plain,Bump,Plateau"
    with pretending("--faults", "--every", "4", "--hills", hills) as [path]:
        answer = companion(
            "record", f"serial:{path}", "--hills", hills, "--out", out, "--raw", raw, "--seconds", "7"
        )
        assert answer.exit_code == 0, answer.stderr
    [run] = read(out)
    told = [text for line in Lines().feed(raw.read_bytes()) if (text := unframed(line))]
    assert sum(text.startswith("E ") for text in told) >= len(run.edges) > 0
    assert any(text.startswith("hello ") for text in told)
    assert companion("judge", out).exit_code == 0


def test_only_boards_have_raw_bytes(tmp_path: Path) -> None:
    files = ("--out", tmp_path / "a", "--raw", tmp_path / "b")
    answer = companion("record", "simulated:0", "--hills", "Launch", *files, "--seconds", "0.1")
    assert answer.exit_code != 0
    assert "serial:" in answer.stderr
    assert not (tmp_path / "a").exists()


@pytest.mark.parametrize("command", ["simulate", "record"])
@pytest.mark.parametrize(
    ("hills", "wrong"),
    [
        (",", "use for example Launch,Plain,Bump"),
        (" ", "use for example Launch,Plain,Bump"),
        ("Launch,Plane,Bump", "'Plane' is no hill: there are Launch, Plain, Bump, Plateau, Jump, Loop"),
    ],
)
def test_a_coaster_of_no_hills_or_of_unknown_ones_is_told(
    command: str, hills: str, wrong: str, tmp_path: Path
) -> None:
    more = ("--port",) if command == "simulate" else ("simulated:0", "--out", tmp_path / "a")
    answer = companion(command, *more, "--hills", hills)
    assert answer.exit_code == 2
    assert wrong in answer.stderr
    assert not (tmp_path / "a").exists()


def test_hills_may_be_written_in_small_letters(tmp_path: Path) -> None:
    out = tmp_path / "run.jsonl"
    hills = "launch, double-dipper,bump"
    answer = companion("record", "simulated:0", "--hills", hills, "--out", out, "--seconds", "0.1")
    assert answer.exit_code == 0, answer.stderr
    [run] = read(out)
    assert run.run.hills == ("Launch", "Double Dipper", "Bump")
    assert len(run.run.beams) == 4
