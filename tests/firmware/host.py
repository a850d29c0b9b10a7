"""The least a host must do on the wire to a simulated board, and how its answers are judged."""

from binascii import crc_hqx
from dataclasses import dataclass, field
from random import Random

from tests.firmware.board import Change, SimulatedBoard, Wire


def checked(words: str) -> bytes:
    """A line with its check."""
    text = words.encode("utf-8")
    return b"%s*%04X" % (text, crc_hqx(text, 0xFFFF))


def fields(words: str) -> dict[str, str]:
    """The `name=value` words of a line."""
    return dict(word.split("=") for word in words.split() if "=" in word)


@dataclass(frozen=True)
class Told:
    """An edge as the board told it."""

    seq: int
    beam: int
    broken: bool
    us: int


@dataclass
class Host:
    """Listens to a board; says hello and acknowledges where it is told to."""

    board: SimulatedBoard
    attends: bool = True
    edges: list[Told] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    garbled: list[bytes] = field(default_factory=list)
    boot: int = 0

    def __post_init__(self) -> None:
        self.wire = Wire(self.board)
        self.listen(200_000)
        self.hello = fields(self.said[0])
        self.boot = int(self.hello["boot"])
        if self.attends:
            self.send("hello 1")
            self.listen(self.board.now_us + 200_000)
        self.said.clear()
        assert not self.garbled

    def send(self, *lines: str) -> None:
        """Send lines with their checks."""
        self.wire.send(*map(checked, lines))

    def listen(self, until_us: float, *, acknowledge: bool = False) -> None:
        """Let the board go on; what it says is kept, edges and lines with a wrong check apart."""
        for lines in self.wire.listen(until_us):
            before = len(self.edges)
            for line in lines:
                self._hear(line)
            if acknowledge and len(self.edges) > before:
                self.send(f"ack {self.boot} {self.edges[-1].seq}")

    def _hear(self, line: bytes) -> None:
        words = line[:-5].decode("ascii", "replace")
        if line != checked(words):
            self.garbled.append(line)
            return
        match words.split():
            case ["E", seq, beam, ("broken" | "clear") as level, us]:
                self.edges.append(Told(int(seq), int(beam), level == "broken", int(us)))
            case _:
                self.said.append(words)

    def beat(self) -> dict[str, str]:
        """The next beat's fields; the board goes on for a second at most."""
        before = len(self.said)
        for _ in range(10):
            self.listen(self.board.now_us + 100_000)
            beats = [words for words in self.said[before:] if words.startswith("beat ")]
            if beats:
                return fields(beats[-1])
        raise AssertionError("the board says no beat any more")


def bursts(
    edges: int, start_us: float, dice: Random, *, apart_us: float, pulse_us: float, every_us: float = 250_000
) -> list[Change]:
    """Bursts of 60 edges within 30 ms over all twelve beams.

    Any two edges are `apart_us` apart, those of one beam `pulse_us`.
    """
    changes: list[Change] = []
    broken = dict.fromkeys(range(1, 13), False)
    last = dict.fromkeys(range(1, 13), -1e9)
    while len(changes) < edges:
        moments = sorted(
            dice.uniform(0, 30_000 - 60 * apart_us) for _ in range(min(60, edges - len(changes)))
        )
        for place, moment in enumerate(moments):
            us = start_us + moment + place * apart_us
            beam = dice.choice([beam for beam in broken if us - last[beam] >= pulse_us])
            broken[beam] = not broken[beam]
            last[beam] = us
            changes.append(Change(us, beam, broken[beam]))
        start_us += every_us
    return changes


def latenesses(board: SimulatedBoard, changes: list[Change], told: list[Told]) -> list[float]:
    """By how many microseconds each edge was stamped late; told in another order than it was is an error.

    Edges of several beams within one look of the interrupt have one stamp, and come by their beams.
    """
    late: list[float] = []
    waiting: dict[int, list[Change]] = {beam: [] for beam in range(1, 13)}
    for change in reversed(changes):
        waiting[change.beam].append(change)
    for edge in told:
        change = waiting[edge.beam].pop()
        assert change.broken == edge.broken
        due = change.us - board.clock_started_us
        late.append((edge.us - due + 2**31) % 2**32 - 2**31)
    assert not any(waiting.values())
    return late
