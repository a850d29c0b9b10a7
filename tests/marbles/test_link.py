"""The link over liars on ptys: found, lost, found again; kept, acknowledged, told."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from companion.marbles import AddressError, Edge, LinkState, open_source
from companion.marbles import link as link_module
from companion.marbles.kept import EdgeLog, Landed, logged
from companion.marbles.liar import Liar, Lies, bursts
from companion.marbles.link import Link, opened
from companion.marbles.ports import MORE_PORTS
from companion.marbles.virtual_port import Clock, VirtualPort, served
from tests.marbles.rigs import until

HOLDING = (
    "import os, sys; os.open(sys.argv[1], os.O_RDWR | os.O_NOCTTY); print('open', flush=True);"
    "sys.stdin.read()"
)
"""A program that keeps a port open until it is told to end."""


class House:
    """Liars that can be plugged in and out by hand, and the links to them."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.ports: list[VirtualPort] = []
        self.links: list[Link] = []
        self._served: list[VirtualPort] = []

    def board(
        self, name: str = "00C0FFEE", lies: Lies | None = None, edges: Sequence[Edge] = ()
    ) -> VirtualPort:
        port = VirtualPort(Liar(edges, lies, name, name))
        self.ports.append(port)
        return port

    def paths(self) -> list[str]:
        return [port.path for port in self.ports if Path(port.path).exists()]

    def link(self, **how: object) -> Link:
        made = Link(self.paths, **how)
        self.links.append(made)
        return made

    def perform(self, port: VirtualPort, edges: Sequence[Edge]) -> None:
        start = self.clock.now_us() + 20_000
        port.liar.perform([Edge(start + edge.t_us, edge.beam, edge.broken) for edge in edges])


@pytest.fixture
def house() -> Iterator[House]:
    house = House()
    with served(house.ports, house.clock):
        yield house
        for link in house.links:
            link.close()


def taps(number: int, beam: int = 0, every_us: int = 2000) -> list[Edge]:
    return [Edge(n * every_us, beam, n % 2 == 0) for n in range(number)]


def is_(link: Link, state: LinkState) -> Callable[[], bool]:
    return lambda: link.status().state is state


def test_a_board_is_found_by_its_answer_and_told_by_its_name(house: House) -> None:
    link = house.link()
    assert link.status().state is LinkState.SEARCHING
    assert "plug one in" in link.status().detail or "looking" in link.status().detail
    port = house.board()
    until(is_(link, LinkState.LIVE))
    [board] = link.boards()
    assert (board.id, board.path, board.firmware, board.beams) == ("00C0FFEE", port.path, "1.0", 12)
    assert "00C0FFEE" in link.status().detail


def test_a_board_is_remembered_by_its_name_at_whatever_port_it_comes_back(house: House) -> None:
    first = house.board()
    link = house.link()
    heard: list[Edge] = []
    link.listen(heard.append)
    until(is_(link, LinkState.LIVE))
    house.ports.remove(first)
    hold = os.open(first.path, os.O_RDWR | os.O_NOCTTY)  # so that its number is not given out again
    first.unplug()
    os.close(hold)
    until(is_(link, LinkState.LOST))
    assert "00C0FFEE is unplugged" in link.status().detail
    again = house.board()
    until(is_(link, LinkState.LIVE))
    house.perform(again, taps(4))
    until(lambda: len(heard) == 4)
    assert {edge.beam for edge in heard} == {0}
    assert len(link.boards()) == 1


def test_the_beams_of_two_boards_add_up_and_come_in_order_of_time(house: House) -> None:
    first = house.board("00000001")
    link = house.link()
    until(is_(link, LinkState.LIVE))
    second = house.board("00000002")
    until(lambda: len(link.boards()) == 2)
    assert link.beams == 24
    heard: list[Edge] = []
    link.listen(heard.append)
    start = house.clock.now_us() + 50_000
    for port, late in ((first, 0), (second, 3000)):
        port.liar.perform([Edge(start + n * 6000 + late, 3, n % 2 == 0) for n in range(20)])
    until(lambda: len(heard) == 40)
    assert [edge.t_us for edge in heard] == sorted(edge.t_us for edge in heard)
    assert {edge.beam for edge in heard} == {3, 15}
    until(lambda: link.status().state is LinkState.LIVE)
    assert len(link.status().levels) == 24
    second.liar.plugged = False
    house.ports.remove(second)
    second.unplug()
    until(is_(link, LinkState.LOST))
    assert "00000002 is unplugged" in link.status().detail
    assert [board.state for board in link.boards()] == [LinkState.LIVE, LinkState.LOST]


def test_named_boards_have_the_beams_of_their_place_whoever_comes_first(house: House) -> None:
    link = house.link(only=("00000001", "00000002"))
    assert link.beams == 24
    second = house.board("00000002")
    house.board("0BADBEEF")
    until(lambda: "00000001 has not been found" in link.status().detail)
    until(lambda: len(link.boards()) == 1)
    assert link.status().state is not LinkState.LIVE
    house.board("00000001")
    until(is_(link, LinkState.LIVE))
    heard: list[Edge] = []
    link.listen(heard.append)
    house.perform(second, taps(2))
    until(lambda: len(heard) == 2)
    assert heard[0].beam == 12
    assert "another board" in link.status().detail


def test_nothing_is_acknowledged_before_the_keeper_has_it(house: House) -> None:
    class Slow:
        def __init__(self) -> None:
            self.may = threading.Event()
            self.kept: list[Landed] = []

        def held(self, board: str, boot: int) -> int | None:
            return None if board and boot else 0

        def keep(self, landed: Sequence[Landed]) -> None:
            assert self.may.wait(30)
            self.kept += landed

    keeper = Slow()
    port = house.board()
    link = house.link(keeper=keeper)
    heard: list[Edge] = []
    link.listen(heard.append)
    until(is_(link, LinkState.LIVE))
    house.perform(port, taps(10))
    until(lambda: len(heard) == 10)
    assert port.liar.starts[-1].acked == 0
    keeper.may.set()
    until(lambda: port.liar.starts[-1].acked == 10)
    assert [landed.edge for landed in keeper.kept] == heard


def test_a_full_disk_is_told_and_the_board_holds_its_edges(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.marbles.keeping.AGAIN_S", 0.01)

    class Full:
        full = True

        def held(self, board: str, boot: int) -> int | None:
            return None if board and boot else 0

        def keep(self, landed: Sequence[Landed]) -> None:
            if self.full and landed:
                raise OSError(28, "No space left on device")

    keeper = Full()
    port = house.board()
    link = house.link(keeper=keeper)
    until(is_(link, LinkState.LIVE))
    house.perform(port, taps(4))
    until(lambda: "make room on the disk" in link.status().detail)
    assert port.liar.starts[-1].acked == 0
    keeper.full = False
    until(lambda: port.liar.starts[-1].acked == 4)
    until(lambda: "make room" not in link.status().detail)


def test_a_companion_that_is_started_again_takes_up_where_its_log_ends(house: House, tmp_path: Path) -> None:
    port = house.board()
    first = house.link(keeper=EdgeLog(tmp_path / "edges.jsonl"))
    until(is_(first, LinkState.LIVE))
    house.perform(port, taps(10))
    until(lambda: port.liar.starts[-1].acked == 10)
    first.close()
    house.perform(port, taps(6))
    until(lambda: port.liar.dry)
    second = house.link(keeper=EdgeLog(tmp_path / "edges.jsonl"))
    heard: list[Edge] = []
    second.listen(heard.append)
    until(lambda: port.liar.starts[-1].acked == 16)
    assert [landed.seq for landed in logged(tmp_path / "edges.jsonl")] == list(range(1, 17))
    assert len(heard) == 6


def test_through_every_fault_of_the_line_the_log_holds_all_that_was_forgotten(
    house: House, tmp_path: Path
) -> None:
    lies = Lies(
        flip=0.003, cut=0.02, double=0.02, lose=0.02, garbage=100, reboot_s=2.5, unplug_s=4, unplugged_s=0.4
    )
    port = house.board(lies=lies, edges=bursts(600, "all", every_us=500_000, start_us=500_000))
    link = house.link(keeper=EdgeLog(tmp_path / "edges.jsonl"))
    until(lambda: port.liar.dry and len(port.liar.starts) >= 3)
    until(is_(link, LinkState.LIVE))
    until(lambda: not any(board.blinking for board in link.boards()))
    link.close()
    landed = logged(tmp_path / "edges.jsonl")
    keys = [(each.boot, each.seq) for each in landed]
    assert len(set(keys)) == len(keys) > 100
    truth = {
        (start.boot, kept.seq): (kept.change.beam - 1, kept.change.broken)
        for start in port.liar.starts
        for kept in start.numbered
    }
    assert [(each.edge.beam, each.edge.broken) for each in landed] == [truth[key] for key in keys]


def test_another_program_at_the_port_is_named(house: House) -> None:
    port = house.board()
    with subprocess.Popen(
        [sys.executable, "-c", HOLDING, port.path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout
        assert other.stdout.readline()
        link = house.link()
        until(lambda: "close it there" in link.status().detail)
        assert f"(process {other.pid})" in link.status().detail
        assert link.status().state is LinkState.SEARCHING
        other.communicate()
    until(is_(link, LinkState.LIVE))


def test_two_links_do_not_share_a_port(house: House) -> None:
    house.board()
    first = house.link()
    until(is_(first, LinkState.LIVE))
    second = house.link()
    until(lambda: "uses" in second.status().detail)
    assert second.status().state is LinkState.SEARCHING
    first.close()
    until(is_(second, LinkState.LIVE))


@pytest.mark.parametrize(("protocol", "advice"), [(2, "update the companion"), (0, "update the board")])
def test_a_board_of_another_protocol_is_left_alone_and_it_is_said_what_to_update(
    house: House, protocol: int, advice: str
) -> None:
    house.board(lies=Lies(protocol=protocol))
    link = house.link()
    until(lambda: advice in link.status().detail)
    assert link.status().state is LinkState.SEARCHING
    assert link.boards() == ()


def test_what_never_speaks_is_let_go_and_named(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.marbles.conversation.SILENT_US", 300_000)
    port = house.board(lies=Lies(lose=1.0))
    link = house.link()
    until(lambda: "put the firmware on it" in link.status().detail)
    assert port.path in link.status().detail


def test_a_missing_port_is_told(tmp_path: Path) -> None:
    link = opened(str(tmp_path / "ttyACM0"))
    until(lambda: "nothing is plugged in at" in link.status().detail)
    assert link.status().state is LinkState.SEARCHING
    link.close()


def test_a_file_is_no_port(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").touch()
    link = opened(str(tmp_path / "notes.txt"))
    until(lambda: "is no serial port" in link.status().detail)
    link.close()


def test_a_fault_of_our_own_is_shown_and_the_link_goes_on(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link_module, "MENDING_S", 0.3)
    port = house.board()
    link = house.link()
    until(is_(link, LinkState.LIVE))
    planted = monkeypatch.context()
    with planted as patch:
        patch.setattr(link._hearers, "tell", lambda edge: [][edge.beam])
        house.perform(port, taps(1))
        until(lambda: "begins anew" in link.status().detail)
        assert link.status().state is LinkState.LOST
    until(is_(link, LinkState.LIVE))
    heard: list[Edge] = []
    link.listen(heard.append)
    house.perform(port, [Edge(0, 5, broken=True)])
    until(lambda: any(edge.beam == 5 for edge in heard))


def test_who_listens_to_the_bytes_hears_all_of_them(house: House) -> None:
    port = house.board()
    link = house.link()
    raw: list[bytes] = []
    until(is_(link, LinkState.LIVE))
    stop = link.overhear(raw.append)
    house.perform(port, taps(4))
    until(lambda: b"".join(raw).count(b"E ") == 4)
    stop()


def test_a_board_can_be_told_to_blink_and_to_test_its_beams(house: House) -> None:
    house.board()
    link = house.link()
    until(is_(link, LinkState.LIVE))
    link.blink("00C0FFEE")
    until(lambda: link.boards()[0].blinking)
    link.self_test("00C0FFEE", 1)
    until(lambda: link.boards()[0].watching)
    until(lambda: not link.boards()[0].watching and len(link.boards()[0].watched) == 12)
    assert link.boards()[0].watched[0].clear == 1_000_000


def test_extra_ports_are_searched_for_serial_auto(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    port = house.board()
    monkeypatch.setenv(MORE_PORTS, f"/dev/none*,{port.path}")
    link = open_source("serial:auto")
    until(lambda: link.status().state is LinkState.LIVE)
    link.close()


@pytest.mark.parametrize("rest", ["", "ttyACM0", "COM3", "c0ffee", "00C0FFEE,", "auto2"])
def test_what_names_no_board_is_told(rest: str) -> None:
    with pytest.raises(AddressError, match="serial:auto"):
        open_source(f"serial:{rest}")


def test_a_closed_link_leaves_no_thread_and_no_open_port(house: House, tmp_path: Path) -> None:
    port = house.board()
    before = threading.active_count()
    link = house.link(keeper=EdgeLog(tmp_path / "edges.jsonl"))
    until(is_(link, LinkState.LIVE))
    link.close()
    assert threading.active_count() == before
    file = os.open(port.path, os.O_RDWR | os.O_NOCTTY)
    os.close(file)
