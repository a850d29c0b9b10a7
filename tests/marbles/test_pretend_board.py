"""The board in software, held to the same vectors as the firmware."""

import re

import pytest

from companion.marbles.pretend_board import (
    Change,
    Filter,
    NotDoneError,
    PretendBoard,
    command,
)
from companion.marbles.protocol import framed
from tests.marbles.vectors import Story, facts, raw, stories

MODULO = 2**32


def titled(story: Story) -> str:
    return story.title


@pytest.mark.parametrize("fact", facts("command"))
def test_a_command_is_read_with_its_numbers(fact: str) -> None:
    expected, _, text = fact.partition(" : ")
    word, *numbers = expected.split()
    assert command(framed(text)[:-2]) == (word, [int(number) for number in numbers])


@pytest.mark.parametrize("fact", facts("refused"))
def test_what_is_no_command_is_refused_with_the_reason(fact: str) -> None:
    reason, _, text = fact.partition(" : ")
    with pytest.raises(NotDoneError, match=f"^{reason}$"):
        command(framed(text)[:-2])


@pytest.mark.parametrize("story", stories("filter"), ids=titled)
def test_the_filter_lets_through_what_stands(story: Story) -> None:
    filter_, first, out = Filter(), None, []

    def unrolled(us: str) -> int:
        nonlocal first
        first = int(us) if first is None else first
        return first + (int(us) - first) % MODULO

    for word, rest in story.lines:
        match [word, *rest.split()]:
            case ["in", us, beam, level]:
                filter_.change(Change(unrolled(us), int(beam), level == "broken"))
            case ["now", us]:
                assert out == [], "the vectors list all that comes out"
                out = filter_.passed(unrolled(us))
            case ["out", us, beam, level]:
                assert out.pop(0) == Change(unrolled(us), int(beam), level == "broken")
            case ["merged", number]:
                assert filter_.merged == int(number)
            case unknown:
                raise AssertionError(unknown)
    assert out == []


class Table:
    """Runs a dialogue: moves the time on, a millisecond at most, and listens."""

    def __init__(self) -> None:
        self.board: PretendBoard | None = None
        self.now = 0
        self.heard: list[str] = []

    def start(self, rest: str) -> None:
        match = re.fullmatch(r"id=(\w+) boot=(\d+) us=(\d+)", rest)
        assert match
        self.board = PretendBoard(match[1], int(match[2]), int(match[3]))
        self.now = 0
        self.listen()

    def listen(self) -> None:
        assert self.board
        self.heard += self.board.said().decode("ascii").split("\r\n")[:-1]

    def go(self, us: int, *, silent: bool = False) -> None:
        assert self.board
        moments = [*range((self.now // 1000 + 1) * 1000, us, 1000), *([] if silent else [us])]
        for moment in moments:
            self.board.step(moment)
            self.listen()
        self.now = us

    def say(self, data: bytes) -> None:
        assert self.board
        self.board.hear(data, self.now)
        self.listen()


@pytest.mark.parametrize("story", stories("dialogue"), ids=titled)
def test_the_board_says_what_it_should_and_nothing_else(story: Story) -> None:
    table = Table()
    for word, rest in story.lines:
        match word:
            case "board":
                table.start(rest)
            case "at":
                table.go(int(rest))
            case "edge":
                beam, level, us = rest.split()
                table.go(int(us), silent=True)
                assert table.board
                table.board.change(int(beam), int(us), broken=level == "broken")
            case ">":
                table.say(framed(rest))
            case ">!":
                table.say(raw(rest) + b"\r\n")
            case "<":
                assert table.heard, f"nothing was said; expected {rest}"
                assert table.heard.pop(0) == framed(rest).decode()[:-2]
            case unknown:
                raise AssertionError(unknown)
    assert table.heard == []


def test_a_board_without_room_on_the_line_keeps_what_it_has_to_say() -> None:
    board = PretendBoard()
    board.said()
    levels = [("clear", "broken")[n % 2] for n in range(1, 11)]
    for n, level in enumerate(levels, 1):
        board.change(1, 100 * n, broken=level == "broken")
    told = [framed(f"E {n} 1 {level} {100 * n}")[:-2] for n, level in enumerate(levels, 1)]
    board.step(2000, room=0)
    assert board.said() == b""
    board.step(2001, room=len(told[0]) + 3)
    assert board.said().splitlines() == told[:2]
    board.step(3000)
    assert board.said().splitlines() == told[2:]
