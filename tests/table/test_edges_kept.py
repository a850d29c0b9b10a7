"""At the table a board forgets its edges only when they are on the disk beside the runs' recordings."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal import Journal, Source
from companion.marbles import Edge, LinkState
from companion.marbles.kept import logged
from companion.marbles.liar import Liar, Lies
from companion.marbles.link import Link
from companion.marbles.recording import read
from companion.marbles.virtual_port import Clock, VirtualPort, served
from companion.rules.contract import HOST, TABLE, Setup
from companion.table import Table
from companion.table.devices import EDGES, Devices, Phase
from tests.marbles.rigs import until
from tests.table.running_game import find


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    journal = Journal.open(tmp_path / "journal.db", find)
    begun = Table.begin(journal, Setup("running_game", ("Ada", "Ben")), by=HOST)
    assert isinstance(begun, Table)
    yield begun
    journal.close()


def passing(beams: int, start_us: int) -> list[Edge]:
    """A marble that rolls through so many beams."""
    return [
        edge
        for beam in range(beams)
        for edge in (
            Edge(start_us + beam * 240_000, beam, broken=True),
            Edge(start_us + beam * 240_000 + 14_000, beam, broken=False),
        )
    ]


def test_a_marble_over_a_bad_line_becomes_an_attempt_and_every_edge_is_kept(
    table: Table, tmp_path: Path
) -> None:
    clock = Clock()
    lies = Lies(flip=0.002, cut=0.02, double=0.02, lose=0.02)
    port = VirtualPort(Liar([], lies))
    with served([port], clock):
        link = Link(lambda: (port.path,))
        stop = Devices(table, link, tmp_path / "recordings").watch()
        until(lambda: link.status().state is LinkState.LIVE)
        port.liar.perform(passing(4, clock.now_us() + 700_000))
        until(lambda: table.view(TABLE).state.runs != ())
        until(lambda: len(port.liar.starts[-1].acknowledged) == 8)
        stop()
        link.close()
    assert table.view(TABLE).state.runs == ("3",)
    assert table.entry(1).source is Source.BEAM
    kept = logged(tmp_path / "recordings" / EDGES)
    assert [each.seq for each in kept] == list(range(1, 9))
    [run] = read(tmp_path / "recordings" / "evening-1.jsonl")
    assert [edge.t_us for edge in run.edges] == [each.edge.t_us for each in kept]


def test_a_board_that_is_unplugged_in_mid_run_makes_the_run_doubtful(table: Table, tmp_path: Path) -> None:
    clock = Clock()
    port = VirtualPort(Liar([]))
    with served([port], clock):
        link = Link(lambda: (port.path,))
        devices = Devices(table, link, tmp_path / "recordings")
        stop = devices.watch()
        until(lambda: link.status().state is LinkState.LIVE)
        port.liar.perform(passing(2, clock.now_us() + 700_000))
        until(lambda: sum(link.status().counts) == 4)
        port.liar.plugged = False
        until(lambda: link.status().state is not LinkState.LIVE)
        devices.done()
        until(lambda: devices.progress().phase is Phase.DOUBTFUL)
        assert devices.pending() is not None
        assert table.view(TABLE).state.runs == ()
        stop()
        link.close()


def test_a_board_that_starts_anew_in_mid_run_makes_the_run_doubtful(table: Table, tmp_path: Path) -> None:
    clock = Clock()
    port = VirtualPort(Liar([]))
    with served([port], clock):
        link = Link(lambda: (port.path,))
        devices = Devices(table, link, tmp_path / "recordings")
        stop = devices.watch()
        until(lambda: link.status().state is LinkState.LIVE)
        port.liar.perform(passing(2, clock.now_us() + 700_000))
        until(lambda: sum(link.status().counts) == 4)
        port.liar.reboot()
        until(lambda: link.boards()[0].reboots == 1)
        until(lambda: devices.progress().phase is Phase.DOUBTFUL)
        assert devices.pending() is not None
        assert table.view(TABLE).state.runs == ()
        stop()
        link.close()
