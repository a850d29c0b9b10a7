"""The compiled firmware on a simulated board, led moment by moment, however fast this machine is."""

import fcntl
import os
import shutil
import subprocess
import tempfile
import termios
import tty
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import click

from companion.marbles import Edge
from companion.marbles.conversation import Board, Conversation, Place
from companion.marbles.kept import EdgeLog, Landed, logged
from companion.marbles.liar import bursts
from companion.marbles.protocol import since

FIRMWARE = Path(__file__).parents[3] / "firmware"

NEEDED = ("make", "g++", "avr-g++")

SLICE_US = 10_000
"""The host looks so often; in a slice less is said than a port holds."""

LEAD_US, REST_US = 1_000_000, 2_000_000
"""Simulated time before the first edge, for the handshake, and after the last, for what is told again."""

HOST_US = 2**32
"""The host's clock at the simulation's beginning."""


def missing() -> str:
    """What must be installed before a board can be simulated; empty if nothing."""
    if not (FIRMWARE / "Makefile").exists():
        return "the firmware is not part of this installation; use a folder that was cloned"
    lacking = [name for name in NEEDED if shutil.which(name) is None]
    if not lacking:
        return ""
    return (
        f"{', '.join(lacking)} missing: sudo apt-get install --no-install-recommends"
        " $(grep -v '#' deploy/packages/firmware.txt)"
    )


def figures(edges: int) -> dict[str, Any]:
    """So many edges in bursts of 60 within 30 ms through the firmware, its UART, the talk and the log."""
    problem = missing()
    if problem:
        return {"missing": problem}
    _make()
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
        log = EdgeLog(Path(folder) / "edges.log")
        board = _SimulatedBoard()
        try:
            planned = bursts(edges, "firmware", start_us=LEAD_US)
            _talk(board, planned, log)
        finally:
            board.end()
        kept = logged(log.path)
    return judged(planned, kept, board.clock_started_us)


def judged(planned: Sequence[Edge], kept: Sequence[Landed], clock_started_us: float) -> dict[str, Any]:
    """The log beside the plan: what is not in it, what is twice, and how far stamps are from the truth."""
    once = {(each.boot, each.seq): each for each in kept}
    told = list(once.values())
    pairs = list(zip(planned, told, strict=False))
    if any((edge.beam, edge.broken) != (each.edge.beam, each.edge.broken) for edge, each in pairs):
        raise click.ClickException("the firmware told other edges than were made, or in another order")
    errors = [_error(edge.t_us - clock_started_us, each.us) for edge, each in pairs]
    return {
        "edges": len(planned),
        "lost": len(planned) - len(told),
        "doubled": len(kept) - len(once),
        "time_error_us_max": round(max(map(abs, errors), default=0.0), 1),
    }


def _error(due: float, stamped: int) -> float:
    late = since(round(due) % 2**32, stamped) + round(due) - due
    return late if late < 2**31 else late - 2**32


def _talk(board: "_SimulatedBoard", planned: Sequence[Edge], log: EdgeLog) -> None:
    boards: dict[str, Board] = {}
    conversation = Conversation(Place(lambda _: 0, log.held, boards), HOST_US)
    board.plan(planned)
    end = planned[-1].t_us + REST_US
    for now in range(SLICE_US, end, SLICE_US):
        board.send(conversation.tend(HOST_US + now - SLICE_US))
        board.run(now)
        landed = conversation.hear(board.read(), HOST_US + now)
        if landed:
            log.keep(landed)
            boards[landed[-1].board].stored(landed[-1].boot, landed[-1].seq)


def _make() -> None:
    build = FIRMWARE / "build"
    build.mkdir(exist_ok=True)
    with (build / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        command = [shutil.which("make") or "make", "-C", str(FIRMWARE), "simulated"]
        made = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  # our Makefile
    if made.returncode:
        raise click.ClickException(f"the firmware can't be built: {made.stderr.strip()[-500:]}")


class _SimulatedBoard:
    """A simulation that is told on its input what happens, and how far to go."""

    def __init__(self) -> None:
        build = FIRMWARE / "build"
        self.clock_started_us = 0.0
        command = [str(build / "simulated-board"), "--seed", "1", str(build / "coaster_beams.elf")]
        pipe = subprocess.PIPE
        chatter = subprocess.DEVNULL
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=chatter, text=True)  # noqa: S603  # our own
        self._port = os.open(self._until("port"), os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        tty.setraw(self._port, termios.TCSANOW)

    def plan(self, edges: Iterable[Edge]) -> None:
        """Let the beams do this."""
        levels = {True: "broken", False: "clear"}
        self._tell(f"edge {edge.t_us} {edge.beam + 1} {levels[edge.broken]}\n" for edge in edges)

    def run(self, until_us: int) -> None:
        """Simulate to this moment."""
        self._tell([f"run {until_us}\n"])
        self._until("at")

    def send(self, data: bytes) -> None:
        """Say this to the board."""
        if data:
            os.write(self._port, data)

    def read(self) -> bytes:
        """What the board has said."""
        try:
            return os.read(self._port, 65536)
        except BlockingIOError:
            return b""

    def end(self) -> None:
        """End the simulation."""
        os.close(self._port)
        if self._process.poll() is None:
            self._tell(["end\n"])
            self._process.wait(timeout=60)

    def _tell(self, lines: Iterable[str]) -> None:
        if self._process.stdin is not None:
            self._process.stdin.writelines(lines)
            self._process.stdin.flush()

    def _until(self, awaited: str) -> str:
        for line in self._process.stdout or ():
            word, _, rest = line.strip().partition(" ")
            if word == "clock":
                self.clock_started_us = float(rest)
            if word == awaited:
                return str(rest)
        raise click.ClickException("the simulated board ended early")
