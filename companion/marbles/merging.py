"""The edges of several boards, or pins, in one order of time."""

import heapq

from companion.marbles.beams import Edge

HOLD_US = 60_000
"""An edge waits so long for those of other boards that happened before it and come later."""

PATIENCE_US = 600_000
"""And so long while some board is being asked again for edges that were not understood."""


class Merge:
    """Holds edges back for a moment, and gives them out by their time."""

    def __init__(self, hold_us: int = HOLD_US) -> None:
        self._hold_us = hold_us
        self._held: list[tuple[int, int, Edge, int]] = []
        self._added = 0

    @property
    def holds(self) -> bool:
        """Whether edges wait."""
        return bool(self._held)

    def add(self, edge: Edge, now: int) -> None:
        """An edge has come."""
        self._added += 1
        heapq.heappush(self._held, (edge.t_us, self._added, edge, now))

    def due(self, now: int, *, waiting: bool = False, at_once: bool = False) -> list[Edge]:
        """The edges that need not wait any longer; `waiting` if one is known to be missing still."""
        hold = 0 if at_once else PATIENCE_US if waiting else self._hold_us
        out: list[Edge] = []
        while self._held and now - self._held[0][3] >= hold:
            out.append(heapq.heappop(self._held)[2])
        return out
