"""Those who listen to a source, and what it told them so far: levels and counts per beam."""

import logging
import threading

from companion.marbles.beams import Edge, Hear, LinkState, LinkStatus, Stop

log = logging.getLogger(__name__)


class Hearers:
    """Passes each edge on to all who listen; may be used from any thread."""

    def __init__(self, beams: int) -> None:
        self._lock = threading.Lock()
        self._hearers: dict[int, Hear] = {}
        self._levels = [False] * beams
        self._counts = [0] * beams
        self._tickets = 0
        self._failed = ""

    def add(self, hear: Hear) -> Stop:
        """Tell `hear` too, until the returned function is called."""
        with self._lock:
            self._tickets += 1
            ticket = self._tickets
            self._hearers[ticket] = hear

        def stop() -> None:
            with self._lock:
                self._hearers.pop(ticket, None)

        return stop

    def tell(self, edge: Edge) -> None:
        """Pass an edge on; beams beyond those known are counted from then on."""
        with self._lock:
            while edge.beam >= len(self._levels):
                self._levels.append(False)
                self._counts.append(0)
            self._levels[edge.beam] = edge.broken
            self._counts[edge.beam] += 1
            hearers = tuple(self._hearers.values())
        for hear in hearers:
            self._tell_one(hear, edge)

    def _tell_one(self, hear: Hear, edge: Edge) -> None:
        """Whoever fails at an edge costs nobody else this edge, nor itself the next one."""
        try:
            hear(edge)
        except Exception as error:
            if repr(error) != self._failed:
                log.exception("a listener failed at an edge")
            self._failed = repr(error)

    def status(self, state: LinkState, detail: str = "") -> LinkStatus:
        """The link's state with the beams' levels and counts."""
        with self._lock:
            return LinkStatus(state, detail, tuple(self._levels), tuple(self._counts))
