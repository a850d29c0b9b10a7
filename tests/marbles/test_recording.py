"""Recordings: written, read with a clear message for whatever is wrong, and played again."""

import re
import threading
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.marbles import Edge, LinkState, judge
from companion.marbles.recording import RecordedSource, Recording, RecordingError, lines, parsed, read, write
from tests.marbles.runs import edges, run

ONE = Recording(run("Launch Bump Plain", 4000), edges([(500, 0, 10), (800, 1, 12), (1000, 2, 11)]))
TWO = Recording(run("Launch Plain", 3000), edges([(400, 0, 9), (700, 1, 9.5)]))
GOOD = b"".join(lines([ONE, TWO]))


def parse(data: bytes) -> tuple[Recording, ...]:
    return tuple(parsed(data.splitlines(keepends=True), "evening.jsonl"))


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    write(tmp_path / "evening.jsonl", [ONE, TWO])
    assert read(tmp_path / "evening.jsonl") == (ONE, TWO)


def test_a_line_has_the_names_of_the_format() -> None:
    header, edge = GOOD.splitlines()[:2]
    assert list(msgspec.json.decode(header)) == ["run", "hills", "beams", "launched_us", "ended_us"]
    assert msgspec.json.decode(header)["beams"][1] == {"hill": 1, "role": "rest", "at_mm": 390}
    assert msgspec.json.decode(edge) == {"t_us": 500_000, "beam": 0, "broken": True}


def test_distances_may_be_left_out() -> None:
    bare = GOOD.replace(b',"at_mm":390', b"")
    assert parse(bare)[0].run.beams[1].at_mm is None


def test_fields_of_later_versions_are_passed_over() -> None:
    assert parse(GOOD.replace(b'"broken":true', b'"broken":true,"strength":7')) == (ONE, TWO)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (b'{"t_us":500000', b'{"t_us":"x"', r"line 2: edge: .*\$\.t_us"),
        (b'{"t_us":500000', b'{"t_us":-5', r"line 2: edge: .*\$\.t_us"),
        (b'{"t_us":500000', b'{"t_us":99999999999999999999999', r"line 2: edge: .*\$\.t_us"),
        (b'"t_us":500000,', b"", r"line 2: edge: .*t_us"),
        (b'"beam":0,', b'"beam":17,', r"line 2: edge: beam is 17, but the run has 4 beams"),
        (b'"broken":true}', b'"broken":"yes"}', r"line 2: edge: .*\$\.broken"),
        (b'"broken":true}', b'"broken":tr', r"line 2: not a line of JSON"),
        (b'"hill":1', b'"hill":9', r"line 1: run: beams\[1\]\.hill is 9, of 3 hills"),
        (b'"role":"rest"', b'"role":"nap"', r"line 1: run: .*\$\.beams\[1\]\.role"),
        (b'"role":"rest"', b'"role":"exit"', r"line 1: run: beams\[2\] sits where another beam sits"),
        (b'"hills":["Launch","Bump","Plain"]', b'"hills":[]', r"line 1: run: .*\$\.hills"),
        (
            b'"ended_us":4000000',
            b'"ended_us":0,"launched_us":7',
            r"line 1: run: ended_us is before launched_us",
        ),
        (b'"run":"r1"', b'"run":7', r"line 1: run: .*\$\.run"),
    ],
)
def test_what_is_wrong_is_told_with_line_and_field(old: bytes, new: bytes, message: str) -> None:
    assert old in GOOD
    with pytest.raises(RecordingError, match=f"evening.jsonl: {message}"):
        parse(GOOD.replace(old, new, 1))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "line 1: no run in this file"),
        (b"\n\n", "line 2: no run in this file"),
        (b'{"t_us":1,"beam":0,"broken":true}\n', "line 1: an edge before any run"),
        (b"[1,2]\n", "line 1: neither a run nor an edge"),
        (b"\xff\xfe\x00", "line 1: not a line of JSON"),
        (b"[" * 100_000, "line 1: not a line of JSON"),
    ],
)
def test_what_is_no_recording_is_told_as_such(data: bytes, message: str) -> None:
    with pytest.raises(RecordingError, match=message):
        parse(data)


def test_an_edge_out_of_order_is_told() -> None:
    first, *rest = GOOD.splitlines(keepends=True)
    with pytest.raises(RecordingError, match="line 3: edge: t_us is earlier"):
        parse(b"".join([first, rest[1], rest[0]]))


def test_an_endless_file_is_told_without_being_read_to_its_end() -> None:
    with pytest.raises(RecordingError, match=r"/dev/zero: line 1: too long for a run or an edge"):
        read(Path("/dev/zero"))


def test_a_file_that_is_not_there_and_a_folder_are_told(tmp_path: Path) -> None:
    for path in (tmp_path / "nothing.jsonl", tmp_path):
        with pytest.raises(RecordingError, match=str(path)):
            read(path)


@settings(max_examples=300)
@given(st.binary(max_size=300))
def test_any_bytes_are_a_recording_or_told_what_is_wrong(data: bytes) -> None:
    try:
        parse(data)
    except RecordingError as error:
        assert "evening.jsonl: line " in str(error)  # noqa: PT017  # either outcome is right


def told_or_sound(data: bytes) -> None:
    """These bytes are told what is wrong with them, or are recordings that can be judged and written."""
    try:
        recordings = parse(data)
    except RecordingError as error:
        assert re.match(r"evening\.jsonl: line \d+: \S", str(error))  # noqa: PT017  # either outcome is right
        assert "\n" not in str(error)  # noqa: PT017  # one line, whatever is wrong
        return
    assert recordings
    assert parse(b"".join(lines(recordings))) == recordings
    for recording in recordings:
        reading = judge(recording.run, recording.edges)
        assert 0 <= reading.passed <= len(recording.run.hills)
        assert 0 <= reading.confidence <= 1


RUN = b'{"run":"r","hills":["Launch"],"beams":[{"hill":0,"role":"exit"}],"launched_us":0,"ended_us":9}'
EDGE = b'{"t_us":1,"beam":0,"broken":true}'
NUMBERS = (b"18446744073709551616", b"-1", b"1e400", b"NaN", b"null")
TEXTS = (b'"r1"', b'"\\ud800"', b'"hills":', b'"beams":', b'{"t_us":')
SIGNS = (b"[", b"]", b"{", b"}", b",", b"\n", b"\r\n", b"\xff", b"\x00", b"\xef\xbb\xbf")
ATOMS = st.sampled_from((RUN, EDGE, *NUMBERS, *TEXTS, *SIGNS))
"""What a recording is made of, and what it should not be made of."""


@pytest.mark.full
@settings(max_examples=6_000, deadline=None)
@given(st.lists(ATOMS | st.sampled_from(GOOD.splitlines(keepends=True)), max_size=40).map(b"".join))
def test_whatever_is_put_together_from_a_recording_s_parts_is_sound_or_told(data: bytes) -> None:
    told_or_sound(data)


@pytest.mark.full
@settings(max_examples=6_000, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(0, len(GOOD)), st.integers(0, 30), st.binary(max_size=6) | ATOMS),
        min_size=1,
        max_size=6,
    )
)
def test_whatever_happens_to_a_recording_s_bytes_it_is_sound_or_told(
    wounds: list[tuple[int, int, bytes]],
) -> None:
    data = GOOD
    for at, length, put in wounds:
        data = data[:at] + put + data[at + length :]
    told_or_sound(data)


@settings(max_examples=300)
@given(st.integers(0, len(GOOD) - 1), st.integers(0, 40), st.binary(max_size=8))
def test_any_damage_to_a_recording_is_read_or_told(at: int, length: int, put: bytes) -> None:
    damaged = GOOD[:at] + put + GOOD[at + length :]
    try:
        recordings = parse(damaged)
    except RecordingError as error:
        assert "evening.jsonl: line " in str(error)  # noqa: PT017  # either outcome is right
        return
    for recording in recordings:
        judge(recording.run, recording.edges)


def test_whoever_listens_hears_the_next_run_each_time(tmp_path: Path) -> None:
    write(tmp_path / "evening.jsonl", [ONE, TWO])
    source = RecordedSource(tmp_path / "evening.jsonl", speed=0)
    for recording in (ONE, TWO):
        heard: list[Edge] = []
        before = source.now_us()
        source.listen(heard.append)()
        assert [(edge.t_us - before, edge.beam, edge.broken) for edge in heard] == [
            (edge.t_us, edge.beam, edge.broken) for edge in recording.edges
        ]
        assert source.now_us() - before == recording.run.ended_us
    assert source.left == 0
    assert source.status().state is LinkState.LOST
    assert source.status().counts == (4, 4, 2, 0)


def test_played_in_its_own_time_a_run_keeps_its_order(tmp_path: Path) -> None:
    write(tmp_path / "evening.jsonl", [TWO])
    source = RecordedSource(tmp_path / "evening.jsonl", speed=50)
    heard: list[Edge] = []
    done = threading.Event()

    def hear(edge: Edge) -> None:
        heard.append(edge)
        if len(heard) == len(TWO.edges):
            done.set()

    source.listen(hear)
    assert done.wait(20)
    gaps = [later.t_us - sooner.t_us for sooner, later in pairwise(heard)]
    assert gaps == [later.t_us - sooner.t_us for sooner, later in pairwise(TWO.edges)]
    source.close()
    assert source.status().state is LinkState.LOST
