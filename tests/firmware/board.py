"""The compiled firmware on a simulated board, for tests: its port can be opened like a real board's."""

import fcntl
import os
import subprocess
import termios
import tty
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

FIRMWARE = Path(__file__).parents[2] / "firmware"
BUILD = FIRMWARE / "build"


def make(target: str) -> None:
    """Make something in firmware/, one test process at a time."""
    BUILD.mkdir(exist_ok=True)
    with (BUILD / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        made = subprocess.run(["make", "-C", FIRMWARE, target], capture_output=True, text=True, check=False)
    assert made.returncode == 0, f"make {target} failed:\n{made.stdout[-4000:]}{made.stderr[-8000:]}"


@dataclass(frozen=True)
class Change:
    """A beam's level changes at a moment of the simulation; beams are counted from 1, as on the wire."""

    us: float
    beam: int
    broken: bool

    def __str__(self) -> str:
        return f"edge {self.us:.4f} {self.beam} {'broken' if self.broken else 'clear'}"


def breaks(us: float, beam: int) -> Change:
    """A beam is broken at a moment."""
    return Change(us, beam, broken=True)


def clears(us: float, beam: int) -> Change:
    """A beam is clear again at a moment."""
    return Change(us, beam, broken=False)


@dataclass
class SimulatedBoard:
    """A board that is simulated to the moments it is told; or freely, for a host with a clock of its own.

    `late` starts its clock two seconds before it rolls over; another `seed` gives another identity;
    `memory` keeps identity and starts for a board that is plugged in again.
    """

    seed: int = 1
    late: bool = False
    memory: Path | None = None
    now_us: float = 0
    clock_started_us: float = 0
    lamp: list[tuple[float, bool]] = field(default_factory=list)

    def __post_init__(self) -> None:
        make("simulated")
        elf = BUILD / ("coaster_beams_late.elf" if self.late else "coaster_beams.elf")
        memory = ["--memory", str(self.memory)] if self.memory else []
        self._process = subprocess.Popen(
            [BUILD / "simulated-board", "--seed", str(self.seed), *memory, elf],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.port = self._until("port")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.unplug()

    def unplug(self) -> None:
        """End the simulation: the port is gone, as if the plug was pulled; the memory is kept."""
        if self._process.poll() is None:
            self._tell(["end"])
            self._process.wait(timeout=60)
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe
            pipe.close()

    def plan(self, changes: Iterable[Change]) -> None:
        """Let beams change at moments to come, in order."""
        self._tell(str(change) for change in changes)

    def plan_reset(self, us: float) -> None:
        """Let somebody press the reset button at a moment to come."""
        self._tell([f"reset {us}"])

    def run(self, until_us: float) -> None:
        """Simulate to a moment, as fast as this machine can; somebody must read the port meanwhile."""
        self._tell([f"run {until_us:.4f}"])
        self.now_us = max(until_us, float(self._until("at")))

    @contextmanager
    def freely(self, speed: float = 1) -> Iterator[None]:
        """Let the board run by the real clock within the block."""
        self._tell([f"free {speed}"])
        yield
        self._tell([f"run {self.now_us}"])
        self._until("at")
        self.now_us = float(self._until("at"))

    def _tell(self, lines: Iterable[str]) -> None:
        assert self._process.stdin
        self._process.stdin.write("".join(line + "\n" for line in lines))
        self._process.stdin.flush()

    def _until(self, awaited: str) -> str:
        assert self._process.stdout
        for line in self._process.stdout:
            word, _, rest = line.strip().partition(" ")
            match word:
                case "clock":
                    self.clock_started_us = float(rest)
                case "lamp":
                    us, state = rest.split()
                    self.lamp.append((float(us), state == "on"))
            if word == awaited:
                return rest
        raise AssertionError(f"the simulated board ended before it said {awaited}")


class Wire:
    """A host's end of a simulated board that is led moment by moment, whatever this machine's speed."""

    SLICE_US = 20_000
    """So little is said in this time that the port can hold it."""

    def __init__(self, board: SimulatedBoard) -> None:
        self.board = board
        self._file = os.open(board.port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        tty.setraw(self._file, termios.TCSANOW)
        self._partial = b""

    def send(self, *lines: bytes) -> None:
        """Send these bytes, each with a line's end."""
        os.write(self._file, b"".join(line + b"\r\n" for line in lines))

    def listen(self, until_us: float) -> Iterator[Sequence[bytes]]:
        """Simulate to a moment; now and then the whole lines that the board has said, without their ends."""
        while self.board.now_us < until_us:
            self.board.run(min(self.board.now_us + self.SLICE_US, until_us))
            *lines, self._partial = (self._partial + self._read()).split(b"\r\n")
            yield [line for line in lines if line]

    def close(self) -> None:
        """Let go of the port."""
        os.close(self._file)

    def _read(self) -> bytes:
        try:
            return os.read(self._file, 65536)
        except BlockingIOError:
            return b""
