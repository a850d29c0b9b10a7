"""The protocol's lines: held to the vectors, and never upset by anything else."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.marbles.protocol import (
    LONGEST,
    BeamWatched,
    Beat,
    ClockTold,
    Foreign,
    Hello,
    Lines,
    Refused,
    Told,
    ahead,
    check,
    framed,
    since,
    understood,
    unframed,
)
from tests.marbles.vectors import facts, raw


def test_the_vectors_hold_something_of_every_kind() -> None:
    kinds = ("crc", "good", "bad", "edge", "since", "ahead")
    assert all(len(facts(kind)) >= 4 for kind in kinds)


@pytest.mark.parametrize("fact", facts("crc"))
def test_the_check_is_that_of_the_vectors(fact: str) -> None:
    value, _, text = fact.partition(" ")
    assert check(text.encode()) == int(value, 16)


@pytest.mark.parametrize("line", facts("good"))
def test_a_good_line_is_read_and_written_the_same(line: str) -> None:
    text = unframed(line.encode())
    assert text == line[:-5]
    assert framed(text) == line.encode() + b"\r\n"


@pytest.mark.parametrize("line", facts("bad"))
def test_a_bad_line_is_no_line(line: str) -> None:
    assert unframed(raw(line)) is None


@pytest.mark.parametrize("fact", facts("edge"))
def test_an_edge_is_read_from_its_line(fact: str) -> None:
    seq, beam, level, us, line = fact.split(" ", 4)
    text = unframed(line.encode())
    assert text is not None
    assert understood(text) == Told(int(seq), int(beam), level == "broken", int(us))


@pytest.mark.parametrize("fact", facts("since"))
def test_moments_are_compared_across_the_roll_over(fact: str) -> None:
    earlier, later, us = map(int, fact.split())
    assert since(earlier, later) == us


@pytest.mark.parametrize("fact", facts("ahead"))
def test_numbers_of_edges_are_compared_across_the_roll_over(fact: str) -> None:
    seq, other, edges = map(int, fact.split())
    assert ahead(seq, other) == edges


HELLO = (
    "hello coaster-beams protocol=1 firmware=1.0 id=00C0FFEE boot=7 beams=12 ring=160 seq=3 acked=1 us=1520"
    " can=ack,again,clock"
)


def test_a_hello_says_who_the_board_is() -> None:
    commands = frozenset({"ack", "again", "clock"})
    assert understood(HELLO) == Hello("1.0", "00C0FFEE", 7, 12, 160, 3, 1, 1520, commands)


def test_fields_and_words_that_a_newer_board_adds_are_passed_over() -> None:
    assert understood(HELLO + " lamps=3 brighter") == understood(HELLO)
    assert understood("E 1 7 broken 99 strength=8") == Told(1, 7, broken=True, us=99)
    assert understood("weather sunny") is None


def test_a_hello_of_another_protocol_needs_only_its_first_five_words() -> None:
    newer = "hello coaster-beams protocol=2 firmware=9.1 id=00C0FFEE nonsense"
    assert understood(newer) == Foreign(2, "9.1", "00C0FFEE")


@pytest.mark.parametrize(
    "text",
    [
        "E 1 7 broken",
        "E 65536 7 broken 1",
        "E 1 0 broken 1",
        "E 1 7 bent 1",
        "E 1 7 broken 4294967296",
        "E -1 7 broken 1",
        "E 1 7 broken ²",
        "beat boot=7 seq=1 us=1 broken=000000000000 overflowed=0 merged=0",
        "beat boot=7 seq=1 acked=0 us=1 broken=00000000000x overflowed=0 merged=0",
        "clock 4",
        "hello",
        HELLO.replace("00C0FFEE", "c0ffee"),
        HELLO.replace("ring=160", "ring=many"),
        "levels us=5",
        "tested 3 blocked=1 clear=2",
        "no",
    ],
)
def test_a_line_that_says_it_wrongly_is_passed_over(text: str) -> None:
    assert understood(text) is None


def test_answers_are_read() -> None:
    assert understood("clock 42 got=10 sent=4294967295") == ClockTold(42, 10, 4294967295)
    assert understood("no check") == Refused("check")
    assert understood("tested 3 blocked=200000 clear=800000 changes=1") == BeamWatched(3, 200_000, 800_000, 1)
    beat = "beat boot=7 seq=1 acked=0 us=9 broken=010 overflowed=65535 merged=2"
    assert understood(beat) == Beat(7, 1, 0, 9, (False, True, False), 65535, 2)


def test_lines_are_found_in_whatever_pieces_they_come() -> None:
    stream = b"\xff\x00gar" + b"\r\nbage\n\r\n\n" + framed("levels") + framed("blink") + b"cut"
    whole = Lines().feed(stream)
    assert whole == [b"\xff\x00gar", b"bage", b"levels*75A4", b"blink*AAA1"]
    for size in (1, 2, 3, 7):
        lines = Lines()
        pieces = [stream[at : at + size] for at in range(0, len(stream), size)]
        assert [line for piece in pieces for line in lines.feed(piece)] == whole


def test_noise_without_an_end_is_not_kept_and_costs_no_later_line() -> None:
    lines = Lines()
    for _ in range(1000):
        assert lines.feed(b"\xaa" * 100) == []
    assert len(lines._begun) <= LONGEST
    assert lines.feed(b"\xaa\n" + framed("levels")) == [b"levels*75A4"]


def _pass(data: list[bytes]) -> None:
    """Whatever comes in is cut, checked and read without an error; and a true line after it is found."""
    lines = Lines()
    for piece in data:
        for line in lines.feed(piece):
            text = unframed(line)
            if text is not None:
                assert framed(text)[:-2] == line
                understood(text)
    assert lines.feed(b"\n" + framed("no check"))[-1] == b"no check*F65C"


WORDS = [
    "E",
    "1",
    "65535",
    "broken",
    "beat",
    "boot=7",
    "us=",
    "hello",
    "coaster-beams",
    "protocol=1",
    "id=00C0FFEE",
]
LIKELY = st.lists(
    st.sampled_from([*WORDS, "protocol=99999999999", "=", "no", "clock", "٣"]), max_size=12
).map(" ".join)
NOISE = st.lists(st.one_of(st.binary(max_size=300), LIKELY.map(str.encode)), max_size=8)


@given(NOISE)
@settings(max_examples=400)
def test_no_bytes_upset_the_reader(data: list[bytes]) -> None:
    _pass(data)


@given(LIKELY)
@settings(max_examples=400)
def test_no_words_upset_the_reader(text: str) -> None:
    understood(text)


@given(st.binary(min_size=1, max_size=60), st.integers(0, 10_000), st.integers(1, 255))
def test_a_line_with_one_wrong_byte_is_never_believed(said: bytes, at: int, flip: int) -> None:
    line = bytearray(framed(said.hex())[:-2])
    line[at % len(line)] ^= flip
    assert unframed(bytes(line)) is None


@pytest.mark.full
@given(NOISE)
@settings(max_examples=20_000)
def test_no_bytes_upset_the_reader_for_long(data: list[bytes]) -> None:
    _pass(data)
