"""The evening that the phones follow: the table now or none, past evenings, the beams beside it."""

import logging
import threading
from collections.abc import Callable
from typing import Any, Protocol

from companion.journal import Evening, Journal
from companion.marbles import BeamSource
from companion.rules.contract import Setup, Violation
from companion.table import ComponentStore, Table
from companion.table.devices import Devices

log = logging.getLogger(__name__)


class Pretending(Protocol):
    """A pretend table, which says what a real one would show."""

    def tell(self) -> Any:
        """The command that enters the next fact, or None where the players must choose first."""


class Beams(Protocol):
    """What watches the marbles, if anything does; `devices` are those of the table now."""

    source: BeamSource | None
    devices: Devices | None


class PhoneCamera(Protocol):
    """Takes the pictures that phones send, as any other camera's."""

    def give(self, data: bytes, /) -> object:
        """A picture was taken; a ValueError says what is wrong with it."""


class Room:
    """The table that everybody looks at; every method may be called from any thread.

    `moved` is called when a phone began an evening, went on with one or left it: a shared screen follows.
    """

    def __init__(
        self,
        journal: Journal,
        store: ComponentStore | None = None,
        *,
        pretending: Callable[[Table], Pretending | None] | None = None,
        beams: Beams | None = None,
        camera: PhoneCamera | None = None,
        moved: Callable[[Table | None], None] = lambda _table: None,
    ) -> None:
        self.journal, self.beams, self.camera = journal, beams, camera
        self._store, self._pretending, self._moved = store, pretending, moved
        self._mutex = threading.RLock()
        self._listeners: list[Callable[[], None]] = []
        self._ends: list[Callable[[], None]] = []
        self.table: Table | None = None
        self.pretend: Pretending | None = None

    @property
    def devices(self) -> Devices | None:
        """What watches the marbles of the table now."""
        return self.beams.devices if self.beams is not None and self.table is not None else None

    def subscribe(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Have a listener called whenever there is something new to be seen; it must be quick."""
        self._listeners.append(listener)

        def unsubscribe() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return unsubscribe

    def tell(self) -> None:
        """Tell everybody that there is something new."""
        for listener in tuple(self._listeners):
            listener()

    def follow(self, table: Table | None) -> None:
        """Look at this table from now on; told again of the same one, look at its beams anew."""
        with self._mutex:
            for end in self._ends:
                end()
            self._ends = []
            if table is not self.table:
                self.pretend = self._pretending(table) if table is not None and self._pretending else None
            self.table = table
            if table is not None:
                self._ends.append(table.subscribe(lambda _n: self.tell()))
            devices = self.devices
            if devices is not None:
                self._ends.append(devices.subscribe(lambda _progress: self.tell()))
        self.tell()

    def close(self) -> None:
        """Look away."""
        self.follow(None)

    def evenings(self) -> tuple[Evening, ...]:
        """Every evening in the journal, the oldest first."""
        return self.journal.evenings()

    def begin(self, setup: Setup, key: str) -> Violation[Any] | None:
        """Begin an evening, for everybody; a repeated key begins it once."""
        with self._mutex:
            table = Table.begin(self.journal, setup, store=self._store, key=key)
            if isinstance(table, Violation):
                return table
            self._go(table)
        return None

    def resume(self, evening: int) -> None:
        """Go on with an evening, for everybody."""
        with self._mutex:
            if self.table is None or self.table.evening != evening:
                self._go(Table.resume(self.journal, evening, store=self._store))

    def leave(self) -> None:
        """Leave the table, for everybody; the evening stays in the journal."""
        with self._mutex:
            self._go(None)

    def _go(self, table: Table | None) -> None:
        """Let a shared screen sit down first: it arms the beams that are then watched here."""
        self._moved(table)
        self.follow(table)
