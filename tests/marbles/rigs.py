"""For every kind of source, a way to have its beams broken and cleared at known moments."""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import gpiozero.pins.mock as mock
import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from companion.marbles import BeamSource, Edge, LinkState, Result, Run, layout
from companion.marbles.faults import Faults
from companion.marbles.gpio import GpioSource
from companion.marbles.liar import Liar
from companion.marbles.link import Link
from companion.marbles.physics import Ride
from companion.marbles.recording import RecordedSource, Recording, write
from companion.marbles.simulated import SimulatedSource
from companion.marbles.virtual_port import Clock, VirtualPort, served

PATIENCE_S = 30.0
"""After so long a test gives up on what should have happened at once."""

HILLS = ("Launch", "Plain", "Plain", "Plain")


class Rig:
    """A source, what makes its beams change, and whether edges come on a thread of its own."""

    def __init__(self, source: BeamSource, play: Callable[[Sequence[Edge]], None], slack_us: int) -> None:
        self.source, self._play, self.slack_us = source, play, slack_us
        self.heard: list[Edge] = []
        self.threads: set[int] = set()
        self._came = threading.Condition()

    def hear(self, edge: Edge) -> None:
        self.threads.add(threading.get_ident())
        with self._came:
            self.heard.append(edge)
            self._came.notify_all()

    def play(self, edges: Sequence[Edge]) -> None:
        """Begin to do this with the beams; moments are counted from the beginning on."""
        self._play(edges)

    def wait_for(self, edges: int) -> None:
        with self._came:
            assert self._came.wait_for(lambda: len(self.heard) >= edges, PATIENCE_S), self.source.status()


def until(true: Callable[[], bool]) -> None:
    """Wait for something to become true."""
    end = time.monotonic() + PATIENCE_S
    while not true():
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.005)


@contextmanager
def simulated() -> Iterator[Rig]:
    source = SimulatedSource(speed=1)

    def play(edges: Sequence[Edge]) -> None:
        ride = Ride(tuple(edges), Result(0, None), edges[-1].t_us, None, 0, derailed=False)
        source.replay(ride, 4, seed=1, faults=Faults())

    yield Rig(source, play, slack_us=0)
    source.close()


@contextmanager
def recorded(edges: Sequence[Edge], path: Path) -> Iterator[Rig]:
    run = Run("r1", HILLS, layout(HILLS), 0, edges[-1].t_us + 100_000)
    write(path, [Recording(run, tuple(edges))] * 3)
    source = RecordedSource(path)
    yield Rig(source, lambda _: None, slack_us=0)
    source.close()


@contextmanager
def linked() -> Iterator[Rig]:
    clock = Clock()
    liar = Liar([])
    port = VirtualPort(liar)
    with served([port], clock):
        source = Link(lambda: (port.path,), f"serial:{port.path}")
        until(lambda: source.status().state is LinkState.LIVE)

        def play(edges: Sequence[Edge]) -> None:
            start = clock.now_us() + 20_000
            liar.perform([Edge(start + edge.t_us, edge.beam, edge.broken) for edge in edges])

        yield Rig(source, play, slack_us=3)
        source.close()


@contextmanager
def pins(monkeypatch: pytest.MonkeyPatch) -> Iterator[Rig]:
    """Pins of a mock factory with a clock led by hand, so that an edge's moment differs from its arrival."""
    now = [100_000.0]
    monkeypatch.setattr(mock, "monotonic", lambda: now[0])
    monkeypatch.setattr(Device, "pin_factory", MockFactory())
    source = GpioSource((17, 27, 22, 5))

    def play(edges: Sequence[Edge]) -> None:
        begun = now[0]
        for edge in edges:
            now[0] = begun + edge.t_us / 1e6
            pin = Device.pin_factory.pin(source.address.removeprefix("gpio:").split(",")[edge.beam])
            (pin.drive_low if edge.broken else pin.drive_high)()
        now[0] += 1

    yield Rig(source, play, slack_us=1)
    source.close()
