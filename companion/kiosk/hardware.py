"""The beams beside the table: opened once, armed for the table that is shown."""

import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

from companion.kiosk.ordering import Ordering, told_order
from companion.kiosk.worker import Worker
from companion.marbles import AddressError, BeamSource, LinkState, LinkStatus, open_source
from companion.marbles.clips import ordered
from companion.table import Table
from companion.table.devices import Devices

log = logging.getLogger(__name__)


class Pretending(Protocol):
    """A pretend table beside the screen, which says what a real one would show."""

    def tell(self) -> Any:
        """The command that enters the next fact, or None where the players must choose first."""


class Hardware:
    """Owns the source of edges; what its threads say reaches the screen through the worker's queue."""

    def __init__(
        self, worker: Worker, address: str, recordings: Path, clips: Callable[[], Sequence[str]] = tuple
    ) -> None:
        self.address = address
        self.source: BeamSource | None = None
        self.devices: Devices | None = None
        self.problem = ""
        self._worker, self._recordings, self._clips = worker, recordings, clips
        self._last: LinkStatus | None = None
        self._stop: Callable[[], None] | None = None

    def open(self) -> None:
        """Open the source at the address, if there is one; what is wrong with it is remembered."""
        if not self.address:
            return
        try:
            self.source = open_source(self.address)
        except (AddressError, OSError) as error:
            log.warning("beams: %s", error)
            self.problem = str(error)

    def change(self, address: str) -> None:
        """Let go of what is open, and open another; nothing may be watched meanwhile."""
        if address != self.address:
            self.close()
            self.address, self.problem = address, ""
            self.open()

    def watch(self, table: Table, changed: Callable[[], None]) -> None:
        """Arm the beams whenever this table awaits a run; `changed` is called on the screen's thread."""
        self.rest()
        if self.source is None:
            return
        source, clips = self.source, self._clips
        self.devices = Devices(table, source, self._recordings, lambda: ordered(clips(), source))
        unsubscribe = self.devices.subscribe(lambda _progress: self._worker.tell(changed))
        stop = self.devices.watch()

        def both() -> None:
            unsubscribe()
            stop()

        self._stop = both

    def rest(self) -> None:
        """Watch no table."""
        if self._stop is not None:
            self._stop()
        self._stop = self.devices = None

    def listen(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Have every edge told on the screen's thread, until the returned function is called."""
        if self.source is None:
            return lambda: None
        return self.source.listen(lambda _edge: self._worker.tell(changed))

    def learn(self, changed: Callable[[], None]) -> Ordering | None:
        """Learn the order of the clips from a finger; `changed` is called on the screen's thread."""
        if self.source is None:
            return None
        return Ordering(self.source, self._clips(), self._worker, changed)

    def order(self) -> str:
        """The order in which the clips count, in words."""
        return told_order(self._clips(), self.source) if self.source is not None else ""

    def aim(self, *, aiming: bool) -> None:
        """While clips are aimed or learned no finger is taken for a marble."""
        if self.devices is not None:
            self.devices.pause(paused=aiming)

    def moved(self) -> bool:
        """Whether the link or a beam stands otherwise than when this was asked last."""
        before, self._last = self._last, self.status()
        return before != self._last

    def status(self) -> LinkStatus | None:
        """How the link stands; None where no beams are set up."""
        return self.source.status() if self.source is not None else None

    def close(self) -> None:
        """Let go of the device."""
        self.rest()
        if self.source is not None:
            self.source.close()
            self.source = None

    def words(self) -> tuple[str, str]:
        """A colour and a few words for the hardware strip."""
        status = self.status()
        if status is None:
            return ("bad", "beams: see what is wrong") if self.problem else ("faint", "no beams")
        match status.state:
            case LinkState.LIVE:
                return "good", f"{self.source.beams if self.source else 0} beams"
            case LinkState.LOST | LinkState.STALE:
                return "bad", f"beams {status.state.value}"
            case _:
                return "accent", f"beams: {status.state.value}"
