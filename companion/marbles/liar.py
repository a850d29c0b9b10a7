"""A board that tells the truth badly: whatever can go wrong between a beam and the companion, by seed.

Time and bytes come in and go out; `virtual_port.py` puts it on a pty, `companion marbles simulate --port`
starts that, and the tests let a day of faults pass in a second.
"""

from collections.abc import Iterable, Iterator
from itertools import chain
from random import Random

from msgspec import Struct

from companion.marbles.beams import Edge
from companion.marbles.physics import Habits, build, roll
from companion.marbles.pretend_board import CAN, Kept, PretendBoard

NEVER_US = 2**62


class Lies(Struct, frozen=True):
    """What goes wrong; as it stands nothing does.

    `flip` is the chance of a byte to have a bit wrong, both ways; `cut`, `double` and `lose` are those of a
    line to end early, come twice, or not at all. The board starts again every `reboot_s` seconds, after
    `down_s` in which it sees nothing, and `garbage` bytes of noise; it is unplugged every `unplug_s` seconds
    for `unplugged_s`, in the middle of a line if need be. In its first start its clock rolls over after
    `roll_s` seconds.
    """

    flip: float = 0.0
    cut: float = 0.0
    double: float = 0.0
    lose: float = 0.0
    reboot_s: float = 0.0
    down_s: float = 0.5
    garbage: int = 0
    unplug_s: float = 0.0
    unplugged_s: float = 1.0
    roll_s: float = 0.0
    baud: int = 115200
    ring: int = 160
    protocol: int = 1
    can: tuple[str, ...] = CAN


class Wire:
    """One direction of the line, with its faults."""

    def __init__(self, lies: Lies, dice: Random) -> None:
        self._lies, self._dice = lies, dice
        self._begun = b""

    def carry(self, data: bytes) -> bytes:
        """What arrives of these bytes."""
        *ended, self._begun = (self._begun + data).split(b"\n")
        return b"".join(self._flip(self._line(line + b"\n")) for line in ended)

    def noise(self, length: int) -> bytes:
        """Bytes without sense, as a board sends while it starts."""
        return self._dice.randbytes(length)

    def _line(self, line: bytes) -> bytes:
        fate = self._dice.random()
        lies = self._lies
        if (fate := fate - lies.lose) < 0:
            return b""
        if (fate := fate - lies.cut) < 0:
            return line[: self._dice.randrange(len(line))]
        return line * 2 if fate < lies.double else line

    def _flip(self, data: bytes) -> bytes:
        if not self._lies.flip:
            return data
        flipped = bytearray(data)
        for at in range(len(flipped)):
            if self._dice.random() < self._lies.flip:
                flipped[at] ^= 1 << self._dice.randrange(8)
        return bytes(flipped)


class Start(Struct):
    """What truly happened in one start of the board.

    It numbered some edges, forgot those of them that the host acknowledged, and had no room for `overflowed`.
    """

    boot: int
    begun: int
    numbered: list[Kept]
    acknowledged: list[int]
    acked: int = 0
    overflowed: int = 0


class Liar:
    """A board whose beams do what `edges` say, in microseconds of one clock from its plugging in on."""

    def __init__(
        self, edges: Iterable[Edge], lies: Lies | None = None, seed: int | str = 1, board: str = "00C0FFEE"
    ) -> None:
        self.lies = lies or Lies()
        self.board = board
        self._dice = Random(f"{seed} {board}")
        self._to_host, self._to_board = Wire(self.lies, self._dice), Wire(self.lies, self._dice)
        self._edges: Iterator[Edge] = iter(edges)
        self._next = next(self._edges, None)
        self._broken: set[int] = set()
        self._now = 0
        self._credit = 0.0
        self.starts: list[Start] = []
        self._boot = self._dice.randrange(1, 1000)
        self._powered: PretendBoard | None = None
        self._starts_at = 0
        self._reboots_at = self._later(self.lies.reboot_s)
        self._unplugs_at = self._later(self.lies.unplug_s)
        self.plugged = True
        self.unseen = 0

    @property
    def dry(self) -> bool:
        """Whether all its edges have happened."""
        return self._next is None

    def perform(self, edges: Iterable[Edge]) -> None:
        """Let the beams do these once they have done all that they were to do before."""
        self._edges = chain(self._edges, edges)
        if self._next is None:
            self._next = next(self._edges, None)

    def reboot(self) -> None:
        """Start again at the next step."""
        self._reboots_at = self._now

    def hear(self, data: bytes) -> None:
        """Take in what the host sends."""
        if self._powered and self.plugged:
            start = self.starts[-1]
            self._powered.hear(self._to_board.carry(data), self._now - start.begun, self._room())
            self._note(self._powered, start)

    def step(self, now: int) -> bytes:
        """Let time pass; what arrives at the host meanwhile."""
        self._credit = min(self._credit + (now - self._now) * self.lies.baud / 10e6, 64)
        self._now = now
        out = b""
        if self.plugged and now >= self._unplugs_at:
            out += self._cut_off(now)
            self._unplugs_at = now + self._later(self.lies.unplug_s)
        elif self._powered and now >= self._reboots_at:
            self._power_off(now, self.lies.down_s)
            self._reboots_at = now + self._later(self.lies.reboot_s)
        if self._powered is None and now >= self._starts_at:
            out += self._power_on()
        self._pass_edges(now)
        if self._powered:
            start = self.starts[-1]
            self._powered.step(now - start.begun, self._room())
            self._note(self._powered, start)
            said = self._powered.said()
            self._credit -= len(said)
            out += self._to_host.carry(said)
        return out

    def _later(self, seconds: float) -> int:
        return round(seconds * 1e6) if seconds else NEVER_US

    def _room(self) -> float:
        return self._credit

    def _note(self, powered: PretendBoard, start: Start) -> None:
        start.acked, start.overflowed = powered.acked, powered.overflowed

    def _power_off(self, now: int, seconds: float) -> None:
        self._pass_edges(now)
        self._powered = None
        self._starts_at = now + round(seconds * 1e6)

    def _cut_off(self, now: int) -> bytes:
        """Unplug the board in the middle of what it says."""
        said = b""
        if self._powered:
            self._powered.step(now - self.starts[-1].begun)
            said = self._powered.said()
        self._power_off(now, self.lies.unplugged_s)
        self.plugged = False
        return said[: self._dice.randint(0, len(said))]

    def _power_on(self) -> bytes:
        self.plugged = True
        self._boot += 1
        lies = self.lies
        us = 0 if self.starts else (2**32 - round(lies.roll_s * 1e6)) % 2**32
        self._powered = PretendBoard(
            self.board, self._boot, us, lies.ring, 12, lies.protocol, lies.can, frozenset(self._broken)
        )
        self.starts.append(Start(self._boot, self._now, self._powered.numbered, self._powered.acknowledged))
        return self._to_host.noise(lies.garbage) + b"\r\n"  # as the firmware, so that noise ends there

    def _pass_edges(self, now: int) -> None:
        while self._next is not None and self._next.t_us <= now:
            edge, self._next = self._next, next(self._edges, None)
            (self._broken.add if edge.broken else self._broken.discard)(edge.beam + 1)
            if self._powered:
                start = self.starts[-1]
                self._powered.change(edge.beam + 1, max(edge.t_us - start.begun, 0), broken=edge.broken)
            else:
                self.unseen += 1


def marbles(hills: tuple[str, ...], seed: int | str, every_s: float, first: int = 0) -> Iterator[Edge]:
    """The edges of marbles that are launched one after the other, for ever; beams count from `first` on."""
    dice = Random(str(seed))
    course = build(hills, Habits(), dice)
    start = round(every_s * 1e6 / 2)
    while True:
        ride = roll(course, hills, Habits(), dice)
        for edge in ride.edges:
            if edge.beam < 12:
                yield Edge(start + edge.t_us, first + edge.beam, edge.broken)
        if ride.resting is not None and ride.resting < 12:
            yield Edge(start + ride.over_us + 1_500_000, first + ride.resting, broken=False)
        start += max(round(every_s * 1e6), ride.over_us + 2_000_000)


def bursts(
    number: int,
    seed: int | str,
    size: int = 60,
    within_us: int = 30_000,
    every_us: int = 250_000,
    start_us: int = 3_000_000,
) -> list[Edge]:
    """So many edges of twelve beams in quick bursts, at least 100 us apart from each other."""
    dice = Random(str(seed))
    levels = [False] * 12
    edges: list[Edge] = []
    while len(edges) < number:
        count = min(size, number - len(edges))
        for moment in sorted(dice.sample(range(within_us // 100), count)):
            beam = dice.randrange(12)
            levels[beam] = not levels[beam]
            edges.append(Edge(start_us + moment * 100, beam, levels[beam]))
        start_us += every_us
    return edges
