"""One start of a board as the host knows it: which edges it has told, in which order, and what is missing."""

from collections import OrderedDict
from enum import Enum, auto

from companion.marbles.clock import BoardClock
from companion.marbles.protocol import Told, ahead

REMEMBERED = 512
"""Edges that are recognised when they are told again; three times what a board can hold back."""

LATE_US = 200_000
"""So long a line may have been under way."""


class Verdict(Enum):
    """What an edge is to this start."""

    NEW = auto()
    KNOWN = auto()
    STRANGE = auto()


class Epoch:
    """The edges of one start, from number `last` on; `last` is the newest that was handed on."""

    def __init__(self, boot: int, last: int, clock: BoardClock, now: int) -> None:
        self.boot, self.last, self.clock = boot, last, clock
        self.latest = last
        self.stored = last
        self.gone = 0
        self.overflowed = self.merged = 0
        self._waiting: dict[int, tuple[Told, int]] = {}
        self._recent: OrderedDict[int, Told] = OrderedDict()
        self._proven_at = now

    def take(self, told: Told, now: int, *, trusted: bool = False) -> Verdict:
        """Take an edge in, unless it is known; a strange one could be of a later start, and is not taken.

        A later start began after this one was last proven, and its clock at zero: an edge whose moment is
        greater than the time since then can only be of this start. All others wait for a proof: `trusted`.
        """
        step = ahead(told.seq, self.last)
        known = self._recent.get(told.seq) if step <= 0 else self._waiting.get(told.seq, (None, 0))[0]
        if known == told:
            return Verdict.KNOWN
        if not trusted and told.us <= now - self._proven_at + LATE_US:
            return Verdict.STRANGE
        if step <= 0 or known is not None:
            return Verdict.KNOWN
        self._waiting[told.seq] = told, self.clock.past(told.us, now)
        if ahead(told.seq, self.latest) > 0:
            self.latest = told.seq
        return Verdict.NEW

    def proven(self, seq: int, now: int) -> None:
        """The board says that this is its start, and that it has told the edges up to this number."""
        self._proven_at = now
        if ahead(seq, self.latest) > 0:
            self.latest = seq

    def ready(self) -> list[tuple[Told, int]]:
        """The edges that are handed on now, in their order and each with its 64-bit moment."""
        out: list[tuple[Told, int]] = []
        while entry := self._waiting.pop((self.last + 1) & 0xFFFF, None):
            self._pass(entry[0])
            out.append(entry)
        return out

    def skip(self, acked: int) -> list[tuple[Told, int]]:
        """The board has forgotten the edges up to this number: go on without those that never came."""
        out = self.ready()
        while ahead(acked, self.last) > 0:
            self.last = (self.last + 1) & 0xFFFF
            self.gone += 1
            out += self.ready()
        if ahead(self.last, self.latest) > 0:
            self.latest = self.last
        return out

    def missing(self) -> list[tuple[int, int]]:
        """The first and the last number of each row of edges that should have come by now."""
        gaps: list[tuple[int, int]] = []
        first: int | None = None
        for step in range(1, ahead(self.latest, self.last) + 2):
            seq = (self.last + step) & 0xFFFF
            if seq in self._waiting or seq == (self.latest + 1) & 0xFFFF:
                if first is not None:
                    gaps.append((first, (seq - 1) & 0xFFFF))
                first = None
            elif first is None:
                first = seq
        return gaps

    def _pass(self, told: Told) -> None:
        self.last = told.seq
        self._recent[told.seq] = told
        if len(self._recent) > REMEMBERED:
            self._recent.popitem(last=False)
