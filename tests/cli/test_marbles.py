"""`companion marbles`, as a person or a program uses it."""

from pathlib import Path

import msgspec
from click.testing import CliRunner, Result

from companion.cli.marbles import command
from companion.marbles.recording import read

RECORDINGS = Path(__file__).parent.parent / "marbles" / "recordings"


def companion(*arguments: str | Path) -> Result:
    return CliRunner().invoke(command, [str(argument) for argument in arguments])


def test_judge_prints_one_line_of_json_a_run() -> None:
    answer = companion("judge", RECORDINGS / "calm.jsonl")
    lines = answer.stdout.splitlines()
    assert answer.exit_code == 0
    assert len(lines) == 12
    assert list(msgspec.json.decode(lines[0])) == ["run", "passed", "rest", "certain", "confidence"]
    assert lines == companion("judge", "--json", RECORDINGS / "calm.jsonl").stdout.splitlines()


def test_what_is_printed_as_certain_has_at_least_the_confidence_of_that() -> None:
    for line in companion("judge", RECORDINGS / "rough.jsonl").stdout.splitlines():
        reading = msgspec.json.decode(line)
        assert reading["certain"] == (reading["confidence"] >= 0.999)


def test_judge_tells_the_story_when_asked() -> None:
    answer = companion("judge", "--story", RECORDINGS / "calm.jsonl")
    assert "s31-00000: passed" in answer.stdout


def test_a_bad_recording_is_one_line_on_stderr_and_a_failure(tmp_path: Path) -> None:
    (tmp_path / "bad.jsonl").write_bytes(b'{"run": 7}\n')
    answer = companion("judge", tmp_path / "bad.jsonl")
    assert answer.exit_code != 0
    assert answer.stdout == ""
    assert "bad.jsonl: line 1: run:" in answer.stderr
    assert "Traceback" not in answer.stderr


def test_simulate_writes_the_same_recording_for_the_same_seed(tmp_path: Path) -> None:
    for name in ("a", "b"):
        answer = companion(
            "simulate", "--runs", "3", "--seed", "5", "--faults",
            "--out", tmp_path / name, "--truth", tmp_path / f"{name}.truth",
        )  # fmt: skip
        assert answer.exit_code == 0
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert len(read(tmp_path / "a")) == len((tmp_path / "a.truth").read_text().splitlines()) == 3


def test_watch_shows_every_edge_of_every_run_of_a_recording(tmp_path: Path) -> None:
    companion("simulate", "--runs", "2", "--seed", "5", "--out", tmp_path / "two.jsonl")
    edges = sum(len(recording.edges) for recording in read(tmp_path / "two.jsonl"))
    answer = companion("watch", "--speed", "0", "--json", f"recording:{tmp_path / 'two.jsonl'}")
    assert len(answer.stdout.splitlines()) == edges


def test_record_adds_a_run_that_can_be_judged(tmp_path: Path) -> None:
    for name in ("first", "second"):
        answer = companion(
            "record", "simulated:0", "--hills", "Launch,Plain,Bump", "--name", name, "--seconds", "0.1",
            "--out", tmp_path / "mine.jsonl",
        )  # fmt: skip
        assert answer.exit_code == 0
    runs = read(tmp_path / "mine.jsonl")
    assert [recording.run.name for recording in runs] == ["first", "second"]
    assert all(recording.edges for recording in runs)


def test_an_address_that_opens_nothing_is_told(tmp_path: Path) -> None:
    for address in ("bluetooth:1", f"recording:{tmp_path / 'none.jsonl'}"):
        answer = companion("watch", address)
        assert answer.exit_code != 0
        assert answer.stderr.startswith("Error: ")


def test_watching_a_pretend_coaster_says_that_it_waits_for_a_launch() -> None:
    answer = companion("watch", "simulated:", "--seconds", "0.1", "--json")
    assert (answer.exit_code, answer.stdout) == (0, "")
    assert "waits for a launch" in answer.stderr
    assert "companion marbles record simulated:" in answer.stderr


def test_edges_of_more_beams_than_the_hills_have_are_told(tmp_path: Path) -> None:
    one, out = tmp_path / "one.jsonl", tmp_path / "mine.jsonl"
    companion("record", "simulated:0", "--hills", "Launch,Plain,Bump", "--seconds", "0.1", "--out", one)
    assert max(edge.beam for edge in read(one)[0].edges) > 0
    answer = companion("record", f"recording:{one}", "--hills", "Launch", "--seconds", "8", "--out", out)
    assert answer.exit_code == 0
    assert "Warning: 1 hills have 1 beams, and edges came from beam 2" in answer.stderr
