"""Phones without a touchscreen: the room, its beams, and the server that shows them."""

import logging
from collections.abc import Callable
from pathlib import Path

from companion.journal import Journal, JournalError
from companion.marbles import AddressError, BeamSource, open_source
from companion.table import ComponentStore, Table
from companion.table.devices import Devices
from companion.tablet import People, PhoneCamera, Room, Server

log = logging.getLogger(__name__)


class BesideTable:
    """The beams of a room without a touchscreen: opened once, armed for the table that is played."""

    def __init__(self, address: str, recordings: Path) -> None:
        self.source: BeamSource | None = None
        self.devices: Devices | None = None
        self.problem = ""
        self._recordings = recordings
        self._stop: Callable[[], None] = lambda: None
        if address:
            try:
                self.source = open_source(address)
            except (AddressError, OSError) as error:
                self.problem = f"Beams: {error}. Runs are entered by a touch meanwhile."

    def watch(self, table: Table | None) -> None:
        """Arm the beams for this table, or for none."""
        self._stop()
        self._stop, self.devices = (lambda: None), None
        if table is not None and self.source is not None:
            self.devices = Devices(table, self.source, self._recordings)
            self._stop = self.devices.watch()

    def close(self) -> None:
        """Let go of the device."""
        self.watch(None)
        if self.source is not None:
            self.source.close()


class Phones:
    """The page and all that it needs, from `start` to `close`."""

    def __init__(self, room: Room, people: People, server: Server, beams: BesideTable) -> None:
        self.room, self.people, self._server, self._beams = room, people, server, beams

    @property
    def link(self) -> str:
        """The link to scan."""
        return self._server.link

    @property
    def address(self) -> str:
        """The address to type."""
        return self._server.address

    @property
    def problem(self) -> str:
        """What is wrong with the hardware."""
        return self._beams.problem

    def start(self) -> None:
        """Go on with the newest unfinished evening, and serve."""
        unfinished = [evening for evening in self.room.evenings() if not evening.finished]
        if unfinished:
            try:
                self.room.resume(unfinished[-1].id)
            except JournalError as error:
                log.warning("%s", error)
        self._server.start()

    def close(self) -> None:
        """Let everybody go."""
        self._server.stop()
        self.room.close()
        self._beams.close()


def open_phones(
    journal: Journal,
    folder: Path,
    beams: str,
    *,
    pretending: bool,
    host: str,
    port: int,
    camera: PhoneCamera | None = None,
) -> Phones:
    """A room of phones on this journal; `folder` holds what is kept besides."""
    from companion.cli.kiosk import PretendTable

    beside = BesideTable(beams, folder / "recordings")
    room = Room(
        journal,
        ComponentStore(folder / "components"),
        pretending=PretendTable if pretending else None,
        beams=beside,
        camera=camera,
        moved=beside.watch,
    )
    people = People(folder / "phones.json")
    return Phones(room, people, Server(room, people, host=host, port=port), beside)
