"""A command whose lines nobody reads any more ends without a word."""

import subprocess
import sys
from pathlib import Path

import pytest

COMMAND = (sys.executable, "-c", "from companion.cli import main; main()")


@pytest.fixture(scope="module")
def recording(tmp_path_factory) -> Path:
    """A recording whose edges fill a pipe many times over."""
    path = tmp_path_factory.mktemp("recordings") / "long.jsonl"
    made = subprocess.run(
        [*COMMAND, "marbles", "simulate", "--runs", "200", "--out", str(path)],
        check=True,
        capture_output=True,
    )
    assert made.stderr == b""
    assert path.stat().st_size > 200_000
    return path


@pytest.mark.parametrize(
    "words",
    [
        ("marbles", "watch", "--speed", "0", "recording:{}"),
        ("marbles", "watch", "--speed", "0", "--json", "recording:{}"),
        ("marbles", "simulate", "--runs", "200"),
        ("components", "export", "coaster_clash"),
    ],
    ids=" ".join,
)
def test_a_reader_that_has_seen_enough_ends_the_command_quietly(words, recording):
    given = [*COMMAND, *(word.format(recording) for word in words)]
    with subprocess.Popen(given, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline()
        process.stdout.close()
        said = process.stderr.read()
        process.wait(60)
    assert said == b""
