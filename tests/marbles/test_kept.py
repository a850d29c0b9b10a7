"""Edges on the disk: once, whole, and known again after a restart or a power failure."""

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.marbles import Edge, kept
from companion.marbles.keeping import KeepingThread
from companion.marbles.kept import EdgeLog, Landed, logged
from tests.marbles.rigs import until


def landed(seq: int, boot: int = 7, board: str = "00C0FFEE") -> Landed:
    return Landed(board, boot, seq & 0xFFFF, seq * 10, Edge(1000 + seq, seq % 12, seq % 2 == 1))


def test_what_is_kept_is_read_again(tmp_path: Path) -> None:
    log = EdgeLog(tmp_path / "beams" / "edges.jsonl")
    log.keep([landed(1), landed(2)])
    log.keep([landed(3)])
    assert logged(log.path) == [landed(1), landed(2), landed(3)]
    log.close()


def test_an_edge_is_kept_once_however_often_it_comes(tmp_path: Path) -> None:
    log = EdgeLog(tmp_path / "edges.jsonl")
    log.keep([landed(1), landed(2), landed(2)])
    log.keep([landed(1), landed(2), landed(3)])
    assert logged(log.path) == [landed(1), landed(2), landed(3)]


def test_the_last_number_is_known_after_a_restart_for_its_board_and_start_only(tmp_path: Path) -> None:
    log = EdgeLog(tmp_path / "edges.jsonl")
    log.keep([landed(5), landed(9, board="0BADBEEF"), landed(1, boot=8)])
    log.close()
    again = EdgeLog(log.path)
    assert again.held("00C0FFEE", 8) == 1
    assert again.held("00C0FFEE", 7) is None
    assert again.held("0BADBEEF", 7) == 9
    assert again.held("0BADBEEF", 8) is None


def test_numbers_roll_over(tmp_path: Path) -> None:
    log = EdgeLog(tmp_path / "edges.jsonl")
    log.keep([landed(65535), landed(65536), landed(65537)])
    assert [each.seq for each in logged(log.path)] == [65535, 0, 1]
    assert log.held("00C0FFEE", 7) == 1


@pytest.mark.parametrize("cut", [1, 5, 40])
def test_a_line_that_was_cut_by_a_power_failure_is_no_edge_and_spoils_no_other(
    tmp_path: Path, cut: int
) -> None:
    path = tmp_path / "edges.jsonl"
    log = EdgeLog(path)
    log.keep([landed(1), landed(2)])
    log.close()
    os.truncate(path, path.stat().st_size - cut)
    again = EdgeLog(path)
    held = again.held("00C0FFEE", 7)
    assert held == (2 if cut == 1 else 1)
    again.keep([landed(2), landed(3)])
    assert logged(path) == [landed(1), landed(2), landed(3)]


def test_a_log_that_grew_large_is_begun_anew_and_forgets_no_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "ROOM", 500)
    path = tmp_path / "edges.jsonl"
    log = EdgeLog(path)
    log.keep([landed(n) for n in range(1, 20)])
    log.close()
    again = EdgeLog(path)
    again.keep([landed(20)])
    assert path.stat().st_size < 500
    assert again.held("00C0FFEE", 7) == 20
    assert logged(path) == [landed(19), landed(20)]
    assert logged(path.with_name("edges-before.jsonl"))[-1] == landed(19)


def test_a_folder_that_can_not_be_made_shows_when_the_first_edge_comes(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    log = EdgeLog(tmp_path / "file" / "edges.jsonl")
    with pytest.raises(OSError, match="file"):
        log.keep([landed(1)])
    assert log.held("00C0FFEE", 7) is None


class FullDisk:
    """A file that takes half of what it is given."""

    def __init__(self, file: object) -> None:
        self._file = file
        self.full = True

    def write(self, text: bytes) -> int:
        return self._file.write(text[: len(text) // 2] if self.full else text)

    def __getattr__(self, name: str) -> object:
        return getattr(self._file, name)


def test_a_full_disk_keeps_nothing_by_halves(tmp_path: Path) -> None:
    log = EdgeLog(tmp_path / "edges.jsonl")
    log.keep([landed(1)])
    disk = FullDisk(log._file)
    log._file = disk
    with pytest.raises(OSError, match="No space"):
        log.keep([landed(2), landed(3)])
    assert log.held("00C0FFEE", 7) == 1
    assert logged(log.path) == [landed(1)]
    disk.full = False
    log.keep([landed(2), landed(3)])
    assert logged(log.path) == [landed(1), landed(2), landed(3)]


class Disk:
    """A keeper that fails so many times first."""

    def __init__(self, failures: int) -> None:
        self.failures = failures
        self.kept: list[Landed] = []

    def held(self, board: str, boot: int) -> int | None:
        numbers = [each.seq for each in self.kept if (each.board, each.boot) == (board, boot)]
        return numbers[-1] if numbers else None

    def keep(self, landed: Sequence[Landed]) -> None:
        if self.failures:
            self.failures -= 1
            raise OSError(28, "No space left on device")
        self.kept += landed


def test_what_a_disk_refuses_is_tried_again_and_told_only_when_it_is_durable(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("companion.marbles.keeping.AGAIN_S", 0.01)
    disk, told = Disk(failures=3), []
    troubles: list[str] = []

    def note(landed: Sequence[Landed]) -> None:
        assert disk.failures == 0
        told.extend(landed)

    thread = KeepingThread(disk, note)
    thread.add([landed(1), landed(2)])
    until(lambda: bool(troubles.append(thread.trouble) or told))
    assert any("No space left on device" in trouble and "make room" in trouble for trouble in troubles)
    assert told == disk.kept == [landed(1), landed(2)]
    until(lambda: thread.trouble == "")
    thread.close()


def test_closing_keeps_what_waits() -> None:
    disk, told = Disk(failures=0), []
    thread = KeepingThread(disk, told.extend)
    for n in range(100):
        thread.add([landed(n)])
    thread.close()
    assert disk.kept == told == [landed(n) for n in range(100)]
