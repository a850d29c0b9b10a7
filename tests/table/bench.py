"""Beams on a bench, for the tests of what watches them."""

from typing import Any

from companion.marbles import Edge, LinkState, LinkStatus
from companion.marbles.hearers import Hearers


class Bench:
    """Beams on a bench: edges come when a test says so, in a clock that the test turns."""

    address = "bench:"

    def __init__(self, beams: int = 12) -> None:
        self.beams = beams
        self.clock = 1_000_000
        self.hearers = Hearers(beams)
        self.state = LinkState.LIVE

    def listen(self, hear: Any) -> Any:
        return self.hearers.add(hear)

    def status(self) -> LinkStatus:
        return self.hearers.status(self.state)

    def now_us(self) -> int:
        return self.clock

    def close(self) -> None:
        pass

    def broken(self, beam: int, ms: float = 10) -> None:
        """The beam is broken for so long."""
        self.edge(beam, broken=True)
        self.clock += round(ms * 1000)
        self.edge(beam, broken=False)

    def edge(self, beam: int, *, broken: bool) -> None:
        self.hearers.tell(Edge(self.clock, beam, broken))

    def wait(self, ms: float) -> None:
        self.clock += round(ms * 1000)
