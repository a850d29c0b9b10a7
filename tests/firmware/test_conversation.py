"""What the compiled firmware answers, and who it says it is."""

from itertools import pairwise

import serial

from tests.firmware.board import SimulatedBoard, breaks, clears
from tests.firmware.host import Host, checked, fields


def test_a_board_greets_as_the_protocol_page_says():
    with SimulatedBoard() as board:
        host = Host(board)
    assert {name: host.hello[name] for name in ("protocol", "beams", "ring", "boot")} == {
        "protocol": "1",
        "beams": "12",
        "ring": "160",
        "boot": "1",
    }
    assert host.hello["can"].split(",") == ["ack", "again", "levels", "clock", "test", "blink"]


def test_identity_outlives_the_plug_and_starts_are_counted(tmp_path):
    starts = []
    for _ in range(3):
        with SimulatedBoard(memory=tmp_path / "memory") as board:
            starts.append(Host(board).hello)
    assert [hello["boot"] for hello in starts] == ["1", "2", "3"]
    assert len({hello["id"] for hello in starts}) == 1


def test_a_damaged_identity_is_drawn_anew_and_its_starts_count_from_one(tmp_path):
    memory = tmp_path / "memory"
    with SimulatedBoard(memory=memory) as board:
        before = Host(board).hello
    kept = bytearray(memory.read_bytes())
    kept[0] ^= 0x10
    memory.write_bytes(kept)
    with SimulatedBoard(seed=2, memory=memory) as board:
        after = Host(board).hello
    assert after["id"] != before["id"]
    assert after["boot"] == "1"


def test_two_new_boards_have_two_identities():
    identities = set()
    for seed in range(1, 4):
        with SimulatedBoard(seed=seed) as board:
            identities.add(Host(board).hello["id"])
    assert len(identities) == 3


def test_beats_come_every_half_second_with_levels():
    with SimulatedBoard() as board:
        host = Host(board)
        board.plan(breaks(board.now_us + 10_000, beam) for beam in (3, 12))
        host.listen(board.now_us + 5_000_000, acknowledge=True)
    beats = [fields(words) for words in host.said if words.startswith("beat ")]
    assert 9 <= len(beats) <= 11
    assert {beat["broken"] for beat in beats} == {"001000000001"}
    gaps = [int(later["us"]) - int(earlier["us"]) for earlier, later in pairwise(beats)]
    assert all(450_000 < gap < 550_000 for gap in gaps)


def test_the_clock_is_told_between_question_and_answer():
    with SimulatedBoard() as board:
        host = Host(board)
        asked = board.now_us
        host.send("clock 42")
        host.listen(asked + 100_000)
        answer = next(words for words in host.said if words.startswith("clock 42 "))
        got, sent = (int(fields(answer)[name]) + board.clock_started_us for name in ("got", "sent"))
    # Fifteen bytes, a quarter of a millisecond each on the simulated wire.
    assert asked + 3_000 < got < asked + 5_000
    assert got < sent < got + 2_000


def test_blinking_lights_the_lamp_six_times_and_counts_down():
    with SimulatedBoard() as board:
        host = Host(board)
        board.lamp.clear()
        host.send("blink")
        host.listen(board.now_us + 4_000_000)
        assert [on for _, on in board.lamp] == [True, False] * 6
        assert [words for words in host.said if words.startswith("blinking")] == [
            f"blinking {left}" for left in range(11, -1, -1)
        ]


def test_a_beam_test_tells_blocked_and_clear_times():
    with SimulatedBoard() as board:
        host = Host(board)
        start = board.now_us + 100_000
        board.plan([breaks(start, 4), clears(start + 250_000, 4), breaks(start + 500_000, 9)])
        host.send("test 2")
        host.listen(start + 2_500_000, acknowledge=True)
    tested = [words for words in host.said if words.startswith("tested ")]
    assert len(tested) == 13
    assert tested[-1] == "tested all"
    times = {int(words.split()[1]): fields(words) for words in tested[:-1]}
    assert all(int(time["blocked"]) + int(time["clear"]) == 2_000_000 for time in times.values())
    assert abs(int(times[4]["blocked"]) - 250_000) <= 4
    assert times[4]["changes"] == "2"
    assert 1_300_000 < int(times[9]["blocked"]) < 1_420_000
    assert times[1] == {"blocked": "0", "clear": "2000000", "changes": "0"}


def test_a_serial_program_can_open_a_board_that_runs_by_the_real_clock():
    with SimulatedBoard() as board:
        board.plan([breaks(30_000, 2)])
        with serial.Serial(board.port, 115_200, timeout=10, exclusive=True) as port, board.freely():
            lines = [port.readline().rstrip(b"\r\n") for _ in range(4)]
    assert lines.pop(0) == b""
    assert [line.split()[0] for line in lines] == [b"hello", b"E", b"beat"]
    assert all(line == checked(line[:-5].decode()) for line in lines)
