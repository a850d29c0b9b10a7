"""The guide to the beams, followed on a pretend board: each step shows on the screen what the guide says."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.marbles import Edge
from companion.marbles.liar import Liar, Lies
from companion.marbles.ports import MORE_PORTS
from companion.marbles.protocol import framed
from companion.marbles.virtual_port import Clock, VirtualPort, served
from companion.scenes.shapes import Text
from tests.kiosk.layout import faults
from tests.kiosk.opening import Opened

GUIDE = " ".join((Path(__file__).parents[2] / "hardware" / "README.md").read_text().split())


class Follower:
    """Somebody who reads the guide before the screen of the beams."""

    def __init__(self, opened: Opened) -> None:
        self._opened = opened
        opened.kiosk.go("beams")

    def sees(self, *phrases: str) -> None:
        """All of these come to stand on the screen, and the guide has them too."""
        for phrase in phrases:
            assert phrase in GUIDE, phrase
        self._until(lambda: all(phrase in self.screen for phrase in phrases), phrases)
        assert faults(self._opened.kiosk) == []

    def waits_for(self, phrase: str) -> None:
        """This comes to stand on the screen."""
        self._until(lambda: phrase in self.screen, phrase)

    @property
    def screen(self) -> str:
        screen = self._opened.kiosk.frames.screen
        drawn = screen._lamps.scene.shapes if screen._lamps.scene is not None else ()
        lamps = [shape.text for shape in drawn if isinstance(shape, Text)]
        presses = [press.label for press in (screen._learn, screen._keep) if press.parent is not None]
        return " ".join([screen._link.text, screen._detail.text, *lamps, *presses])

    def touches(self, label: str) -> None:
        screen = self._opened.kiosk.frames.screen
        press = next(each for each in (screen._learn, screen._keep) if each.parent and each.label == label)
        assert f"**{label}**" in GUIDE
        self._opened.fingers.touch(press.touch_id)

    def _until(self, true: Callable[[], bool], what: object) -> None:
        for _ in range(800):
            if true():
                return
            self._opened.fingers.wait(0.02)
        raise AssertionError(f"{what} never came: {self.screen}")


@pytest.fixture
def guided(open_kiosk, monkeypatch) -> tuple[Follower, pytest.MonkeyPatch]:
    monkeypatch.setenv(MORE_PORTS, "/nowhere/*")
    monkeypatch.setattr("companion.marbles.conversation.SILENT_US", 1_500_000)
    return Follower(open_kiosk(beams="serial:auto")), monkeypatch


def test_switching_on_aiming_and_learning_the_order_show_what_the_guide_says(guided):
    follower, environment = guided
    clock, silent, port = Clock(), VirtualPort(Liar([], Lies(lose=1))), VirtualPort(Liar([]))
    with served([silent, port], clock):
        follower.sees("no board is plugged in")
        environment.setenv(MORE_PORTS, silent.path)
        follower.sees("asking what is at")
        follower.sees("says nothing that a board of beams would say")
        environment.setenv(MORE_PORTS, port.path)
        follower.sees("The link is live")
        assert follower.screen.count("0 passes") == 12

        def finger(beam: int, *, broken: bool) -> None:
            port.liar.perform([Edge(clock.now_us() + 10_000, beam, broken)])

        finger(2, broken=True)
        follower.sees("in the way")
        finger(2, broken=False)
        follower.sees("1 pass")
        follower.touches("Learn the order")
        follower.sees("Pass a finger through the clips")
        for beam, order in ((1, "From the top: 2."), (2, "From the top: 2, 3."), (1, "twice")):
            finger(beam, broken=True)
            follower.sees("in the way")
            finger(beam, broken=False)
            follower.waits_for(order)
        follower.sees("saw the finger twice", "Once more")
        follower.touches("Once more")
        finger(0, broken=True)
        follower.sees("in the way")
        finger(0, broken=False)
        follower.sees("not passed yet", "Keep this order")
        finger(4, broken=True)
        follower.sees("blocked")


def test_a_board_that_is_unplugged_and_plugged_in_again_shows_what_the_guide_says(guided):
    follower, environment = guided
    port = VirtualPort(Liar([]))
    with served([port]):
        environment.setenv(MORE_PORTS, port.path)
        follower.sees("The link is live")
        port.liar.plugged = False
        follower.sees("The link is lost", "is unplugged")
        port.liar.plugged = True
        follower.sees("The link is live")


def test_the_line_to_paste_into_the_serial_monitor_is_one_a_board_understands():
    assert f"Paste `{framed('test 60').decode().strip()}`" in GUIDE
