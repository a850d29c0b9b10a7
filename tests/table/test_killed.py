"""A companion that is killed in mid-run: what the board tells again is kept once, and is no new marble."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal import Journal, Source
from companion.marbles import LinkState
from companion.marbles.kept import logged
from companion.marbles.liar import Liar, Lies
from companion.marbles.link import Link
from companion.marbles.virtual_port import Clock, VirtualPort, served
from companion.rules.contract import HOST, TABLE, Setup
from companion.table import Table
from companion.table.devices import EDGES, Devices, Phase
from tests.marbles.rigs import until
from tests.table.running_game import find
from tests.table.test_edges_kept import passing

KEEPING = """
import sys, time
from pathlib import Path
from companion.marbles.kept import EdgeLog
from companion.marbles.link import Link
link = Link(lambda: (sys.argv[1],), keeper=EdgeLog(Path(sys.argv[2])))
while link.status().state != "live":
    time.sleep(0.01)
print("live", flush=True)
time.sleep(60)
"""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    journal = Journal.open(tmp_path / "journal.db", find)
    begun = Table.begin(journal, Setup("running_game", ("Ada", "Ben")), by=HOST)
    assert isinstance(begun, Table)
    yield begun
    journal.close()


@pytest.mark.parametrize("lies", [Lies(), Lies(flip=0.002, cut=0.02, double=0.05, lose=0.02)])
def test_edges_told_again_after_a_kill_are_kept_once_and_are_no_marble(
    table: Table, tmp_path: Path, lies: Lies
) -> None:
    clock, port = Clock(), VirtualPort(Liar([], lies))
    recordings = tmp_path / "recordings"
    with served([port], clock):
        command = [sys.executable, "-c", KEEPING, port.path, str(recordings / EDGES)]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as killed:
            assert killed.stdout is not None
            try:
                assert killed.stdout.readline() == b"live\n"
                port.liar.perform(passing(4, clock.now_us() + 100_000))
                until(lambda: len(port.liar.starts[-1].acknowledged) >= 4)
            finally:
                killed.kill()
        port.liar.perform(passing(4, clock.now_us() + 50_000))
        until(lambda: len(port.liar.starts[-1].numbered) == 16)
        link = Link(lambda: (port.path,))
        devices = Devices(table, link, recordings)
        stop = devices.watch()
        until(lambda: link.status().state is LinkState.LIVE)
        until(lambda: len(port.liar.starts[-1].acknowledged) == 16)
        assert [each.seq for each in logged(recordings / EDGES)] == list(range(1, 17))
        assert (devices.progress().phase, devices.progress().passages) == (Phase.ARMED, ())
        assert table.n == 0
        port.liar.perform(passing(4, clock.now_us() + 700_000))
        until(lambda: table.view(TABLE).state.runs != ())
        stop()
        link.close()
    assert table.view(TABLE).state.runs == ("3",)
    assert table.entry(1).source is Source.BEAM
