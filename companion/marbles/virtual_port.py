"""Liars on ptys: ports that can be opened like those of true boards."""

import logging
import os
import pty
import select
import threading
import time
import tty
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from companion.marbles.liar import Liar

log = logging.getLogger(__name__)

STEP_S = 0.001


class VirtualPort:
    """A liar's port; its path changes when it is unplugged and plugged in again, `link` always leads to it.

    One thread at a time may `step` it.
    """

    def __init__(self, liar: Liar, link: Path | None = None) -> None:
        self.liar = liar
        self.link = link
        self.path = ""
        self._master = -1
        self._poll = select.poll()
        self._plug_in()

    def step(self, now_us: int) -> None:
        """Let the liar's time go on to here, and carry what is said both ways."""
        heard = self._read()
        if heard:
            self.liar.hear(heard)
        said = self.liar.step(now_us)
        if self._master < 0 and self.liar.plugged:
            self._plug_in()
        self._write(said)
        if self._master >= 0 and not self.liar.plugged:
            self.unplug()

    def unplug(self) -> None:
        """Take the port away, as a pulled plug does."""
        if self._master >= 0:
            if self.link is not None:
                self.link.unlink(missing_ok=True)
            self._poll.unregister(self._master)
            os.close(self._master)
            self._master = -1

    def _plug_in(self) -> None:
        self._master, slave = pty.openpty()
        tty.setraw(slave)
        self.path = os.ttyname(slave)
        os.close(slave)
        os.set_blocking(self._master, False)
        self._poll.register(self._master, select.POLLIN | select.POLLHUP)
        if self.link is not None:
            self.link.unlink(missing_ok=True)
            self.link.symlink_to(self.path)

    def _attended(self) -> bool:
        """Whether somebody has the port open; bytes that are said to nobody are lost, as on a true line."""
        return self._master >= 0 and not any(event & select.POLLHUP for _, event in self._poll.poll(0))

    def _read(self) -> bytes:
        try:
            return os.read(self._master, 4096) if self._attended() else b""
        except OSError:  # nothing there, or whoever had it open has just closed it
            return b""

    def _write(self, said: bytes) -> None:
        if said and self._attended():
            try:
                os.write(self._master, said)
            except OSError:
                log.debug("%d bytes were said to nobody", len(said))


class Clock:
    """The time since it was made, in microseconds."""

    def __init__(self) -> None:
        self._begun_ns = time.monotonic_ns()

    def now_us(self) -> int:
        """The present moment."""
        return (time.monotonic_ns() - self._begun_ns) // 1000

    def host_us(self, moment_us: int) -> int:
        """A moment in the clock of `time.monotonic`, in microseconds."""
        return self._begun_ns // 1000 + moment_us


def serve(ports: Sequence[VirtualPort], over: threading.Event, clock: Clock | None = None) -> None:
    """Let these liars live in real time until it is over."""
    clock = clock or Clock()
    while not over.wait(STEP_S):
        for port in ports:
            port.step(clock.now_us())
    for port in ports:
        port.unplug()


@contextmanager
def served(ports: Sequence[VirtualPort], clock: Clock | None = None) -> Iterator[None]:
    """Serve them on a thread within the block."""
    over = threading.Event()
    failed: list[BaseException] = []

    def run() -> None:
        try:
            serve(ports, over, clock)
        except Exception as error:
            log.exception("a virtual port failed")
            failed.append(error)

    thread = threading.Thread(target=run, name="virtual ports", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        if failed:
            raise failed[0]
