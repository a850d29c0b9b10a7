"""The link over a lying board in real time, and a host that stamps edges when they arrive."""

import os
import pty
import select
import tempfile
import threading
import time
import tty
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import serial
from msgspec import Struct

from companion.cli.bench._report import percentile
from companion.marbles import Edge, LinkState
from companion.marbles.kept import EdgeLog, Landed, logged
from companion.marbles.liar import Liar, Lies, Start, bursts
from companion.marbles.link import Link
from companion.marbles.virtual_port import Clock, VirtualPort, served

LIES = Lies(flip=0.01, cut=0.02, reboot_s=60, garbage=64)
"""One byte in a hundred has a bit wrong, both ways, and two lines in a hundred are cut."""

EVERY_US = 900_000
"""From burst to burst: a line this bad carries no more, since what was spoilt must be told again."""

LOOK_S = 0.002

SETTLING_S = 4.0
"""After the last edge, for what is still told again."""


def figures(edges: int) -> dict[str, Any]:
    """So many edges in bursts of 60 through the link into a log on the disk."""
    liar = Liar(bursts(edges, "liar", every_us=EVERY_US), LIES, "bench")
    port = VirtualPort(liar)
    clock = Clock()
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder, served([port], clock):
        log = EdgeLog(Path(folder) / "edges.log")
        link = Link(lambda: (port.path,), keeper=log)
        watch = _Watch(link, liar, clock)
        while not liar.dry:
            watch.look()
        end = time.monotonic() + SETTLING_S
        while time.monotonic() < end:
            watch.look()
        link.close()
        kept = logged(log.path)
    return judged(edges, liar.starts, kept) | {"back_to_live_s_max": round(watch.longest_s, 2)}


def judged(edges: int, starts: Sequence[Start], kept: Sequence[Landed]) -> dict[str, Any]:
    """The log beside what the board was told to forget."""
    keys = [(each.boot, each.seq) for each in kept]
    forgotten = {(start.boot, seq) for start in starts for seq in start.acknowledged}
    return {"edges": edges, "lost": len(forgotten - set(keys)), "doubled": len(keys) - len(set(keys))}


class _Watch:
    """Measures for how long the link is not live, and how long it takes to know of a new start."""

    def __init__(self, link: Link, liar: Liar, clock: Clock) -> None:
        self._link, self._liar, self._clock = link, liar, clock
        self._left_us: int | None = None
        self._known = 1
        self._met = False
        self.longest_s = 0.0

    def look(self) -> None:
        """Look once, after a moment."""
        time.sleep(LOOK_S)
        now = self._clock.now_us()
        boards = self._link.boards()
        live = self._link.status().state is LinkState.LIVE
        self._met = self._met or live
        if not self._met:
            return
        if not live and self._left_us is None:
            self._left_us = now
        elif live and self._left_us is not None:
            self._note(now - self._left_us)
            self._left_us = None
        if boards and live and boards[0].reboots + 1 > self._known:
            self._known = boards[0].reboots + 1
            down_us = round(self._liar.lies.down_s * 1e6)
            self._note(now - (self._liar.starts[self._known - 1].begun - down_us))

    def _note(self, took_us: int) -> None:
        self.longest_s = max(self.longest_s, took_us / 1e6)


class _Arrived(Struct, frozen=True):
    beam: int
    broken: bool
    at_us: int


def arrival(edges: int) -> dict[str, Any]:
    """Bursts as three bytes an edge, as Firmata tells them, stamped by the host when it has read them.

    The board is without fault and sends at once; the time that the host can't know, from edge to arrival on
    average, is taken off.
    """
    made = bursts(edges, "arrival", start_us=200_000)
    arrived: list[_Arrived] = []
    with _firmata(made) as (path, clock):
        port = serial.Serial(path, 115200, timeout=0)
        begun = b""
        end = made[-1].t_us + 1_000_000
        while len(arrived) < edges and clock.now_us() < end:
            select.select([port], [], [], 0.05)
            begun += port.read(port.in_waiting or 1)
            now = clock.now_us()
            while len(begun) >= 3:
                arrived.append(_Arrived(begun[1], begun[2] == 1, now))
                begun = begun[3:]
        port.close()
    late = [each.at_us - edge.t_us for edge, each in zip(made, arrived, strict=False)]
    usual = percentile([float(each) for each in late], 0.5)
    errors = [abs(each - usual) for each in late]
    return {"time_error_us_p50": round(percentile(errors, 0.5)), "time_error_us_max": round(max(errors))}


@contextmanager
def _firmata(edges: Sequence[Edge]) -> Iterator[tuple[str, Clock]]:
    """A port where these edges are told, each as soon as the line of 115200 baud is free."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    clock = Clock()
    over = threading.Event()

    def tell() -> None:
        free_us = 0.0
        for edge in edges:
            free_us = max(free_us, edge.t_us) + 3 * 10e6 / 115200
            if over.wait(max(free_us - clock.now_us(), 0) / 1e6):
                return
            os.write(master, bytes([0x90, edge.beam, edge.broken]))

    thread = threading.Thread(target=tell, name="firmata", daemon=True)
    thread.start()
    try:
        yield os.ttyname(slave), clock
    finally:
        over.set()
        thread.join()
        os.close(slave)
        os.close(master)
