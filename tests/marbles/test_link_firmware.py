"""The link and the compiled firmware, each as it is shipped, over a simulated board's port."""

from pathlib import Path

from companion.marbles import Edge, LinkState
from companion.marbles.kept import EdgeLog, logged
from companion.marbles.liar import bursts
from companion.marbles.link import Link
from tests.firmware.board import Change, SimulatedBoard
from tests.marbles.rigs import until


def test_every_edge_of_the_firmware_is_heard_kept_and_acknowledged(tmp_path: Path) -> None:
    log = EdgeLog(tmp_path / "edges.log")
    heard: list[Edge] = []
    with SimulatedBoard() as board:
        link = Link(lambda: (board.port,), keeper=log)
        link.listen(heard.append)
        with board.freely():
            until(lambda: link.status().state is LinkState.LIVE)
            until(lambda: link.boards()[0].error_us < 90_000)
        link.close()
        made = bursts(180, "link", start_us=round(board.now_us) + 3_000_000)
        board.plan(Change(edge.t_us, edge.beam + 1, edge.broken) for edge in made)
        link = Link(lambda: (board.port,), keeper=log)
        link.listen(heard.append)
        with board.freely():
            until(lambda: len(heard) == len(made))
            until(lambda: log.held(link.boards()[0].id, 1) == len(made))
        link.close()
    assert [(edge.beam, edge.broken) for edge in heard] == [(edge.beam, edge.broken) for edge in made]
    assert [landed.seq for landed in logged(log.path)] == list(range(1, len(made) + 1))


def test_a_firmware_that_is_reset_is_the_same_board_in_a_new_start(tmp_path: Path) -> None:
    with SimulatedBoard(memory=tmp_path / "eeprom") as board:
        link = Link(lambda: (board.port,))
        with board.freely():
            until(lambda: link.status().state is LinkState.LIVE)
        board.plan_reset(board.now_us + 500_000)
        with board.freely():
            until(lambda: link.boards()[0].reboots == 1)
            until(lambda: link.status().state is LinkState.LIVE)
        assert len(link.boards()) == 1
        link.close()


def test_a_self_test_and_a_blink_are_answered_by_the_firmware() -> None:
    with SimulatedBoard() as board:
        link = Link(lambda: (board.port,))
        with board.freely():
            until(lambda: link.status().state is LinkState.LIVE)
            [met] = link.boards()
            link.blink(met.id)
            until(lambda: link.boards()[0].blinking)
            link.self_test(met.id, 1)
            until(lambda: len(link.boards()[0].watched) == 12 and not link.boards()[0].watching)
        assert {watched.clear for watched in link.boards()[0].watched} == {1_000_000}
        link.close()
