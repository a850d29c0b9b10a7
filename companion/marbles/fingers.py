"""A finger that is passed through the clips once, from top to bottom: it tells the order they stand in."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from companion.marbles.beams import Edge

LEAST_US = 4_000
"""A finger is in a beam for at least so long; what is shorter is light that flickers."""

SAME_US = 400_000
"""The edge of a finger, or a knuckle, breaks a beam again within this time; it is the same pass."""

STUCK_US = 3_000_000
"""A beam broken for so long has something else in it than a finger that passes."""


class FingerPass(Struct, frozen=True):
    """What the beams have told of the pass so far; `order` are the beams in the order of the finger.

    `twice` is the first beam that saw it again after others had, `blocked` are beams that had something in
    them before the finger came. `since` and `left` are when each beam was broken and became clear last.
    """

    order: tuple[int, ...] = ()
    twice: int | None = None
    blocked: frozenset[int] = frozenset()
    since: dict[int, int] = {}
    left: dict[int, int] = {}

    def hear(self, edge: Edge) -> "FingerPass":
        """The pass with one edge more."""
        if edge.beam in self.blocked:
            return self if edge.broken else replace(self, blocked=self.blocked - {edge.beam})
        if edge.broken:
            return replace(self, since={**self.since, edge.beam: edge.t_us})
        begun = self.since.get(edge.beam)
        if begun is None:
            return self
        since = {beam: at for beam, at in self.since.items() if beam != edge.beam}
        if edge.t_us - begun < LEAST_US:
            return replace(self, since=since)
        return replace(self._seen(edge.beam, begun), since=since, left={**self.left, edge.beam: edge.t_us})

    def stuck(self, now_us: int) -> tuple[int, ...]:
        """The beams with something in them that is no finger on its way."""
        long = {beam for beam, at in self.since.items() if now_us - at >= STUCK_US}
        return tuple(sorted(self.blocked | long))

    def missed(self, expected: Iterable[int]) -> tuple[int, ...]:
        """The beams that were expected to see the finger and did not."""
        return tuple(sorted(set(expected) - set(self.order)))

    def _seen(self, beam: int, begun: int) -> "FingerPass":
        """The finger was in this beam: for the first time, still, or wrongly once more."""
        if beam not in self.order:
            return replace(self, order=(*self.order, beam))
        again = begun - self.left[beam] > SAME_US or self.order[-1] != beam
        return replace(self, twice=beam) if again and self.twice is None else self


def begun(levels: Iterable[bool]) -> FingerPass:
    """A pass that begins now, with these beams broken before any finger came."""
    return FingerPass(blocked=frozenset(beam for beam, broken in enumerate(levels) if broken))
