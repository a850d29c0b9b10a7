"""The thread that makes edges durable, many at a time, while the link goes on listening."""

import logging
import queue
import threading
from collections.abc import Callable, Sequence

from companion.marbles.kept import Keeper, Landed

log = logging.getLogger(__name__)

AGAIN_S = 1.0
"""A disk that failed is tried again after so long; the boards hold their edges meanwhile."""

CLOSING_S = 5.0
"""How long closing waits for the disk."""


class KeepingThread:
    """Gives edges to a keeper and tells `kept` of those that are durable; `trouble` is why they are not."""

    def __init__(self, keeper: Keeper, kept: Callable[[Sequence[Landed]], None]) -> None:
        self._keeper, self._kept = keeper, kept
        self._edges: queue.SimpleQueue[Sequence[Landed]] = queue.SimpleQueue()
        self._closing = threading.Event()
        self.trouble = ""
        self._thread = threading.Thread(target=self._run, name="beams keeper", daemon=True)
        self._thread.start()

    def held(self, board: str, boot: int) -> int | None:
        """The number of the last edge of this start that is durable."""
        return self._keeper.held(board, boot)

    def add(self, landed: Sequence[Landed]) -> None:
        """Have these made durable."""
        self._edges.put(landed)

    def close(self) -> None:
        """Make durable what waits, and end; what the disk does not take stays with the boards."""
        self._closing.set()
        self._edges.put(())
        self._thread.join(CLOSING_S)

    def _run(self) -> None:
        while not (self._closing.is_set() and self._edges.empty()):
            batch = list(self._edges.get())
            while not self._edges.empty():
                batch += self._edges.get()
            while batch and not self._keep(batch):
                if self._closing.wait(AGAIN_S):
                    return

    def _keep(self, batch: Sequence[Landed]) -> bool:
        try:
            self._keeper.keep(batch)
        except Exception as error:  # nothing of it is acknowledged, and the thread goes on
            if not self.trouble:
                log.exception("edges can't be kept")
            self.trouble = (
                f"edges can't be kept ({error}): make room on the disk; the boards hold them meanwhile"
            )
            return False
        self.trouble = ""
        self._kept(batch)
        return True
