"""The Beams screen: lamps, the link's state, and the order of the clips as a finger tells it."""

import pytest

from companion.kiosk.settings import Settings, read_settings
from companion.marbles import Edge, LinkState
from companion.marbles.liar import Liar, Lies
from companion.marbles.ports import MORE_PORTS
from companion.marbles.virtual_port import Clock, VirtualPort, served
from companion.rules.contract import TABLE, Sensed
from companion.table.devices import Phase
from tests.kiosk.layout import faults
from tests.kiosk.opening import Opened
from tests.table.bench import Bench

NAMES = ("Ann", "Benedikt")


@pytest.fixture
def on_bench(open_kiosk):
    """Open a kiosk whose beams a test breaks, at its Beams screen."""

    def opened(**how) -> Opened:
        opened = open_kiosk(**how)
        opened.kiosk.beams.source = Bench()
        return at_beams(opened)

    return opened


def finger(opened: Opened, *beams: int) -> None:
    """A finger passes these beams."""
    bench = opened.kiosk.beams.source
    for beam in beams:
        bench.wait(800)
        bench.broken(beam, 120)
    opened.fingers.settle()


def stays_in(opened: Opened, beam: int) -> None:
    """Something is in a beam, and stays there."""
    bench = opened.kiosk.beams.source
    bench.edge(beam, broken=True)
    bench.wait(4000)
    opened.fingers.settle()
    opened.kiosk.frames.refresh()


def at_beams(opened: Opened) -> Opened:
    opened.kiosk.go("beams")
    opened.fingers.settle()
    return opened


def title(opened: Opened) -> str:
    return opened.kiosk.frames.screen._link.text


def detail(opened: Opened) -> str:
    return opened.kiosk.frames.screen._detail.text


def test_a_finger_from_top_to_bottom_tells_the_order_and_it_is_kept(on_bench):
    opened = on_bench()
    assert "by their numbers" in detail(opened)
    opened.fingers.touch("beams.learn")
    opened.fingers.settle()
    assert title(opened) == "Pass a finger through the clips"
    assert "beams.keep" not in opened.fingers.visible()
    finger(opened, 2, 0, 1, 3)
    assert title(opened) == "4 clips"
    assert "From the top: 3, 1, 2, 4." in detail(opened)
    assert faults(opened.kiosk) == []
    opened.fingers.touch("beams.keep")
    opened.fingers.settle()
    assert "Clips from the top: 3, 1, 2, 4." in detail(opened)
    assert read_settings(opened.kiosk.places.settings).clips == ("3", "1", "2", "4")


def test_a_clip_passed_twice_is_named_and_its_order_can_t_be_kept(on_bench):
    opened = on_bench()
    opened.fingers.touch("beams.learn")
    finger(opened, 2, 0, 2)
    assert title(opened) == "Beam 3 saw the finger twice"
    assert "beams.keep" not in opened.fingers.visible()
    opened.fingers.touch("beams.learn")
    finger(opened, 0, 1, 2)
    opened.fingers.touch("beams.keep")
    opened.fingers.settle()
    assert opened.kiosk.settings.clips == ("1", "2", "3")


def test_a_clip_that_was_missed_is_named_and_may_be_left_out(on_bench):
    opened = on_bench(settings=Settings(clips=("1", "2", "3")))
    opened.fingers.touch("beams.learn")
    finger(opened, 2, 0)
    assert title(opened) == "Beam 2 is not passed yet"
    assert faults(opened.kiosk) == []
    opened.fingers.touch("beams.keep")
    opened.fingers.settle()
    assert opened.kiosk.settings.clips == ("3", "1")


def test_a_clip_that_has_spoken_before_is_expected_to_see_the_finger(on_bench):
    opened = on_bench()
    finger(opened, 4)
    opened.fingers.touch("beams.learn")
    finger(opened, 0, 1)
    assert title(opened) == "Beam 5 is not passed yet"


def test_a_stuck_beam_is_named_whether_it_was_so_before_or_is_in_the_pass(on_bench):
    opened = on_bench()
    stays_in(opened, 3)
    opened.fingers.touch("beams.learn")
    opened.fingers.settle()
    assert title(opened) == "Beam 4 is blocked"
    assert faults(opened.kiosk) == []
    opened.kiosk.beams.source.edge(3, broken=False)
    finger(opened, 0)
    stays_in(opened, 1)
    assert title(opened) == "Beam 2 is blocked"
    assert "beams.keep" not in opened.fingers.visible()


def test_an_order_can_be_forgotten(on_bench):
    opened = on_bench(settings=Settings(clips=("2", "1")))
    opened.fingers.touch("beams.forget")
    opened.fingers.settle()
    assert opened.kiosk.settings.clips == ()
    assert "beams.forget" not in opened.fingers.visible()


def test_a_pass_that_is_broken_off_changes_nothing(on_bench):
    opened = on_bench(settings=Settings(clips=("2", "1")))
    opened.fingers.touch("beams.learn")
    finger(opened, 0, 1)
    opened.fingers.touch("beams.cancel")
    finger(opened, 5)
    opened.kiosk.go("home")
    assert opened.kiosk.settings.clips == ("2", "1")


def test_without_beams_there_is_nothing_to_learn(open_kiosk):
    opened = at_beams(open_kiosk())
    assert "beams.learn" not in opened.fingers.visible()


@pytest.mark.parametrize("size", [(800, 480), (720, 1280)])
def test_every_state_of_a_pass_fits_the_screen(on_bench, size):
    opened = on_bench(size=size, settings=Settings(clips=tuple("123456789")))
    for _ in range(2):
        assert faults(opened.kiosk) == []
        opened.fingers.touch("beams.learn")
        opened.fingers.settle()
    assert faults(opened.kiosk) == []
    finger(opened, 1)
    assert faults(opened.kiosk) == []
    finger(opened, 2, 1)
    assert faults(opened.kiosk) == []


def test_the_beams_of_two_boards_add_up_and_are_kept_by_their_boards(open_kiosk, monkeypatch):
    clock = Clock()
    ports = [VirtualPort(Liar([], Lies(), number, f"00C0FFE{number}")) for number in (1, 2)]
    with served(ports, clock):
        monkeypatch.setenv(MORE_PORTS, ",".join(port.path for port in ports))
        opened = at_beams(open_kiosk(beams="serial:auto"))
        link = opened.kiosk.beams.source
        _until(opened, lambda: len(link.boards()) == 2 and link.status().state is LinkState.LIVE)
        _until(opened, lambda: title(opened) == "The link is live")
        base = {board.id: board.first_beam for board in link.boards()}
        opened.fingers.touch("beams.learn")
        opened.fingers.settle()
        for place, (port, beam) in enumerate(((1, 4), (0, 0), (1, 0)), 1):
            start = clock.now_us() + 20_000
            ports[port].liar.perform(
                [Edge(start, beam, broken=True), Edge(start + 90_000, beam, broken=False)]
            )
            _until(opened, lambda: len(opened.kiosk.frames.screen._ordering.seen.order) == place)  # noqa: B023
        assert opened.kiosk.frames.screen._ordering.seen.order == (
            base["00C0FFE2"] + 4, base["00C0FFE1"], base["00C0FFE2"],
        )  # fmt: skip
        opened.fingers.touch("beams.keep")
        opened.fingers.settle()
        assert opened.kiosk.settings.clips == ("00C0FFE2:5", "00C0FFE1:1", "00C0FFE2:1")


def test_a_board_that_is_found_and_lost_is_told_without_a_touch(open_kiosk, monkeypatch):
    clock, port = Clock(), VirtualPort(Liar([]))
    with served([port], clock):
        monkeypatch.setenv(MORE_PORTS, port.path)
        opened = at_beams(open_kiosk(beams="serial:auto"))
        _until(opened, lambda: title(opened) == "The link is live")
        port.liar.plugged = False
        _until(opened, lambda: title(opened) != "The link is live")
        opened.kiosk.go("home")
        port.liar.plugged = True
        strip = opened.kiosk.frames.screen._strips[0]
        _until(opened, lambda: strip.state == ("good", "12 beams"))


def test_no_finger_is_taken_for_a_marble_while_beams_are_aimed(open_kiosk):
    opened = open_kiosk()
    opened.kiosk.beams.source = Bench()
    opened.play("coaster_park", NAMES, seed=5)
    table = opened.table
    while not any(getattr(ask, "sensed", "") is Sensed.RUN for ask in table.view(TABLE).asks):
        table.submit(opened._rehearsal.next(table).command)
    opened.still()
    devices, n = opened.kiosk.beams.devices, opened.table.n
    _until(opened, lambda: devices.progress().phase is Phase.ARMED)
    at_beams(opened)
    _until(opened, lambda: devices.progress().phase is Phase.IDLE)
    opened.fingers.touch("beams.learn")
    finger(opened, *range(12))
    assert (opened.table.n, devices.progress().passages) == (n, ())
    opened.fingers.touch("beams.keep")
    opened.fingers.touch("beams.back")
    _until(opened, lambda: devices.progress().phase is Phase.ARMED)


def _until(opened: Opened, true) -> None:
    for _ in range(600):
        if true():
            return
        opened.fingers.wait(0.02)
    raise AssertionError(f"it never came true: {opened.kiosk.beams.status()}")
