"""A board of beams in software: what `firmware/PROTOCOL.md` asks of one, with a clock that is told the time.

It shares with the companion's own side only how a line is framed; `firmware/vectors.txt` holds it, like the
true firmware, to the rest.
"""

from collections import deque
from collections.abc import Callable

from msgspec import Struct

from companion.marbles.protocol import Lines, ahead, framed, unframed

FILTER_US = 16
"""A level must stand for so long to be an edge."""

BEAT_US = 500_000
AGAIN_US = 1_000_000
"""After so long without a word about them, edges that nobody acknowledged are told again."""

BLINKS, BLINK_US = 12, 250_000

LONGEST_COMMAND = 47

COMMANDS = {"hello": 1, "ack": 2, "again": 3, "levels": 0, "clock": 1, "test": 1, "blink": 0}
"""The numbers that each command needs."""

CAN = ("ack", "again", "levels", "clock", "test", "blink")


class NotDoneError(ValueError):
    """A line of the host that is not done; its text is the reason."""


def command(line: bytes) -> tuple[str, list[int]]:
    """The command in a whole line of the host, and its numbers; NotDoneError where there is none."""
    if len(line) > LONGEST_COMMAND:
        raise NotDoneError("length")
    text = unframed(line)
    if text is None:
        raise NotDoneError("check")
    word, *rest = text.split(" ")
    if word not in COMMANDS:
        raise NotDoneError("command")
    needed = rest[: COMMANDS[word]]
    if len(needed) < COMMANDS[word] or not all(each.isdigit() and int(each) <= 65535 for each in needed):
        raise NotDoneError("number")
    numbers = [int(each) for each in needed]
    if word == "test" and not 1 <= numbers[0] <= 60:
        raise NotDoneError("number")
    return word, numbers


class Change(Struct):
    """A beam's level changed at a moment since the board's start."""

    at: int
    beam: int
    broken: bool


class Filter:
    """Lets only those level changes through that stand for 16 us, in the order of their moments."""

    def __init__(self) -> None:
        self._waiting: deque[Change] = deque()
        self._newest: dict[int, Change] = {}
        self.merged = 0

    def change(self, change: Change) -> None:
        """Take in a level change; it and the last one of its beam vanish where they are too close."""
        before = self._newest.pop(change.beam, None)
        if before and before in self._waiting and change.at - before.at < FILTER_US:
            self._waiting.remove(before)
            self.merged += 2
            return
        self._newest[change.beam] = change
        self._waiting.append(change)

    def passed(self, now: int) -> list[Change]:
        """The changes that stood for long enough by now."""
        out: list[Change] = []
        while self._waiting and now - self._waiting[0].at >= FILTER_US:
            out.append(self._waiting.popleft())
        return out


class Kept(Struct, frozen=True):
    """An edge in the ring, under its number."""

    seq: int
    change: Change


class Watching(Struct):
    """A self test: since when and until when, and of each beam its blocked time and changes."""

    begun: int
    until: int
    since: list[int]
    blocked: list[int]
    changes: list[int]


class PretendBoard:
    """One start of a board; all times are microseconds since it.

    `us` is what its clock shows then, `broken` are the beams, from 1 on, that are broken already.
    """

    def __init__(
        self,
        board: str = "00C0FFEE",
        boot: int = 7,
        us: int = 0,
        ring: int = 160,
        beams: int = 12,
        protocol: int = 1,
        can: tuple[str, ...] = CAN,
        broken: frozenset[int] = frozenset(),
    ) -> None:
        self.board, self.boot, self.beams, self.protocol, self.can = board, boot, beams, protocol, can
        self._us, self._size = us, ring
        self._now = 0
        self._lines = Lines()
        self._filter = Filter()
        self._levels = [beam in broken for beam in range(1, beams + 1)]
        self._ring: deque[Kept] = deque()
        self._numbered = self._told = self.acked = 0
        self._keeping = False
        self.overflowed = 0
        self.numbered: list[Kept] = []
        self.acknowledged: list[int] = []
        self._quiet_since = 0
        self._beats = 0
        self._answers: deque[Callable[[], str]] = deque()
        self._retell: deque[int] = deque()
        self._watching: Watching | None = None
        self._blinks: list[int] = []
        self._out = bytearray()
        self._answer(self._hello)
        self._speak(1)

    def said(self) -> bytes:
        """What it has said since it was last asked."""
        out, self._out = bytes(self._out), bytearray()
        return out

    def change(self, beam: int, at: int, *, broken: bool) -> None:
        """A beam, counted from 1, is broken or clear from this moment on; moments come in order."""
        if self._levels[beam - 1] == broken:
            return
        self._levels[beam - 1] = broken
        if self._watching:
            self._watch(self._watching, beam - 1, at, broken=not broken)
            self._watching.changes[beam - 1] += 1
        self._filter.change(Change(at, beam, broken))

    def hear(self, data: bytes, now: int, room: float = float("inf")) -> None:
        """Take in what the host sends, and answer."""
        self._now = now
        for line in self._lines.feed(data):
            try:
                self._obey(*command(line))
            except NotDoneError as refusal:
                self._answer(f"no {refusal}".__str__)
        self._speak(room)

    def step(self, now: int, room: float = float("inf")) -> None:
        """Time has passed: say what is due, as far as there is room for it on the line."""
        self._now = now
        for change in self._filter.passed(now):
            self._enter(change)
        if self._told != self.acked and now - self._quiet_since >= AGAIN_US:
            self._retell_all()
        if now // BEAT_US > self._beats:
            self._beats = now // BEAT_US
            self._answer(self._beat)
        while self._blinks and now >= self._blinks[0]:
            self._blinks.pop(0)
            self._answer(f"blinking {len(self._blinks)}".__str__)
        if self._watching and now >= self._watching.until:
            self._end_watching(self._watching)
        self._speak(room)

    def _obey(self, word: str, numbers: list[int]) -> None:
        if word != "hello" and word not in self.can:
            raise NotDoneError("command")
        match word:
            case "hello":
                self._keeping = True
                self._answer(self._hello)
                self._retell_all()
            case "ack":
                self._acknowledge(*numbers)
            case "again":
                self._again(*numbers)
            case "levels":
                self._answer(lambda: f"levels us={self._clock()} broken={self._digits()}")
            case "clock":
                token, got = numbers[0], self._clock()
                self._answer(lambda: f"clock {token} got={got} sent={self._clock()}")
            case "test":
                self._begin_watching(numbers[0])
            case "blink":
                self._blinks = [self._now + n * BLINK_US for n in range(1, BLINKS)]
                self._answer(f"blinking {BLINKS - 1}".__str__)

    def _acknowledge(self, boot: int, seq: int) -> None:
        if boot != self.boot:
            raise NotDoneError("boot")
        if ahead(seq, self._told) > 0:
            raise NotDoneError("number")
        if ahead(seq, self.acked) > 0:
            self.acknowledged += [kept.seq for kept in self._ring if ahead(kept.seq, seq) <= 0]
            self._forget(seq)
            self._quiet_since = self._now

    def _forget(self, seq: int) -> None:
        self.acked = seq
        while self._ring and ahead(self._ring[0].seq, seq) <= 0:
            self._ring.popleft()

    def _again(self, boot: int, first: int, last: int) -> None:
        if boot != self.boot:
            raise NotDoneError("boot")
        if ahead(first, self.acked) <= 0 or ahead(last, self._told) > 0 or ahead(last, first) < 0:
            raise NotDoneError("number")
        self._retell.extend((first + n) & 0xFFFF for n in range(ahead(last, first) + 1))

    def _retell_all(self) -> None:
        self._retell.clear()
        self._retell.extend(kept.seq for kept in self._ring if ahead(kept.seq, self._told) <= 0)
        self._quiet_since = self._now

    def _enter(self, change: Change) -> None:
        if len(self._ring) >= self._size:
            self.overflowed = min(self.overflowed + 1, 65535)
            return
        self._numbered = (self._numbered + 1) & 0xFFFF
        kept = Kept(self._numbered, change)
        self._ring.append(kept)
        self.numbered.append(kept)

    # --- speaking ---------------------------------------------------------------------------------

    def _answer(self, text: Callable[[], str]) -> None:
        self._answers.append(text)

    def _speak(self, room: float) -> None:
        """Say answers, then edges again, then new edges, while there is room."""
        while len(self._out) < room:
            if self._answers:
                self._out += framed(self._answers.popleft()())
            elif self._retell:
                self._tell_again(self._retell.popleft())
            else:
                new = next((kept for kept in self._ring if ahead(kept.seq, self._told) > 0), None)
                if new is None:
                    return
                self._tell(new)
                self._told = new.seq
                if not self._keeping:
                    self._forget(new.seq)

    def _tell_again(self, seq: int) -> None:
        for kept in self._ring:
            if kept.seq == seq:
                self._tell(kept)

    def _tell(self, kept: Kept) -> None:
        change = kept.change
        level = "broken" if change.broken else "clear"
        self._out += framed(f"E {kept.seq} {change.beam} {level} {self.wire(change.at)}")
        self._quiet_since = self._now

    def wire(self, at: int) -> int:
        """What the board's clock of 32 bits shows at a moment since its start."""
        return (self._us + at) & 0xFFFF_FFFF

    def _clock(self) -> int:
        return self.wire(self._now)

    def _digits(self) -> str:
        return "".join("1" if broken else "0" for broken in self._levels)

    def _hello(self) -> str:
        return (
            f"hello coaster-beams protocol={self.protocol} firmware=1.0 id={self.board} boot={self.boot}"
            f" beams={self.beams} ring={self._size} seq={self._told} acked={self.acked} us={self._clock()}"
            f" can={','.join(self.can)}"
        )

    def _beat(self) -> str:
        merged = min(self._filter.merged, 65535)
        return (
            f"beat boot={self.boot} seq={self._told} acked={self.acked} us={self.wire(self._beats * BEAT_US)}"
            f" broken={self._digits()} overflowed={self.overflowed} merged={merged}"
        )

    # --- the self test ----------------------------------------------------------------------------

    def _begin_watching(self, seconds: int) -> None:
        beams = range(self.beams)
        since = [self._now for _ in beams]
        until = self._now + seconds * 1_000_000
        self._watching = Watching(self._now, until, since, [0 for _ in beams], [0 for _ in beams])
        self._answer(f"testing seconds={seconds}".__str__)

    def _watch(self, watching: Watching, beam: int, at: int, *, broken: bool) -> None:
        """The beam was broken, or clear, until now."""
        if broken:
            watching.blocked[beam] += at - watching.since[beam]
        watching.since[beam] = at

    def _end_watching(self, watching: Watching) -> None:
        self._watching = None
        whole = watching.until - watching.begun
        for beam, broken in enumerate(self._levels):
            self._watch(watching, beam, watching.until, broken=broken)
            blocked, changes = watching.blocked[beam], watching.changes[beam]
            text = f"tested {beam + 1} blocked={blocked} clear={whole - blocked} changes={changes}"
            self._answer(text.__str__)
        self._answer("tested all".__str__)
