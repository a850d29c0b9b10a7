"""The page for phones as the touchscreen and `companion serve` open it: room, people and server together."""

import logging
from collections.abc import Callable
from pathlib import Path

from companion.journal import Journal
from companion.kiosk.settings import read_settings
from companion.marbles import AddressError, BeamSource, open_source
from companion.marbles.clips import ordered
from companion.table import ComponentStore, Table
from companion.table.devices import Devices
from companion.table.recordings import recordings_folder
from companion.tablet import Beams, People, PhoneCamera, Pretending, Room, Server
from companion.tablet.addresses import modules

log = logging.getLogger(__name__)

PORT = 8080
EVERYWHERE = "0.0.0.0"  # noqa: S104  # phones in the room's network are who it is for


class BesideTable:
    """The beams of a room without a touchscreen: opened once, armed for the table that is played."""

    def __init__(self, address: str, folder: Path, journal: Path | None = None) -> None:
        self.source: BeamSource | None = None
        self.devices: Devices | None = None
        self.problem = ""
        self._folder, self._recordings = folder, recordings_folder(journal)
        self._stop: Callable[[], None] | None = None
        if address:
            try:
                self.source = open_source(address)
            except (AddressError, OSError) as error:
                self.problem = f"Beams: {error}. Runs are entered by a touch meanwhile."

    def watch(self, table: Table | None) -> None:
        """Arm the beams for this table, or for none; clips lie as the touchscreen was taught."""
        if self._stop is not None:
            self._stop()
        self._stop = self.devices = None
        source = self.source
        if table is not None and source is not None:
            clips = read_settings(self._folder / "kiosk.json").clips
            self.devices = Devices(table, source, self._recordings, lambda: ordered(clips, source))
            self._stop = self.devices.watch()

    def close(self) -> None:
        """Let go of the device."""
        self.watch(None)
        if self.source is not None:
            self.source.close()


class Phones:
    """The page and all that it needs; `folder` is where its devices are remembered."""

    def __init__(
        self,
        folder: Path,
        *,
        alone: bool,
        pretending: Callable[[Table], Pretending | None] | None = None,
        host: str = EVERYWHERE,
        port: int = PORT,
        camera: PhoneCamera | None = None,
    ) -> None:
        self._folder, self._pretending, self._host, self._port = folder, pretending, host, port
        self._camera = camera
        self.people = People(folder / "phones.json", alone=alone)
        self._problem = ""
        self.room: Room | None = None
        self._server: Server | None = None

    @property
    def on(self) -> bool:
        """Whether the page is served."""
        return self._server is not None and not self._server.problem

    @property
    def problem(self) -> str:
        """Why it is not served, though it should be; empty when all is well."""
        return self._server.problem if self._server is not None else self._problem

    @property
    def link(self) -> str:
        """The link to scan."""
        return self._server.link if self._server is not None else ""

    @property
    def address(self) -> str:
        """What is typed into a browser."""
        return self._server.address if self._server is not None else ""

    @property
    def code(self) -> str:
        """What is typed there to come in."""
        return self.people.code

    @property
    def pin(self) -> str:
        """What makes a device the host's."""
        return self.people.pin

    @property
    def count(self) -> int:
        """How many devices look at it now."""
        return self.people.count

    def modules(self) -> tuple[tuple[bool, ...], ...]:
        """The code to scan, as rows of dark and light."""
        return modules(self.link)

    def open(self, journal: Journal, beams: Beams, moved: Callable[[Table | None], None]) -> None:
        """Serve; what keeps it from it is in `problem`."""
        if self.on:
            return
        self.close()
        self.room = Room(
            journal,
            ComponentStore(self._folder / "components"),
            pretending=self._pretending,
            beams=beams,
            camera=self._camera,
            moved=moved,
        )
        server = Server(self.room, self.people, host=self._host, port=self._port)
        try:
            server.start()
        except OSError as error:
            self._problem = str(error)
            return
        self._server = server

    def follow(self, table: Table | None) -> None:
        """The table that is shown now."""
        if self.room is not None:
            self.room.follow(table)

    def renew(self) -> None:
        """Take a new code and PIN."""
        self.people.renew()

    def close(self) -> None:
        """Serve no more."""
        if self._server is not None:
            self._server.stop()
        if self.room is not None:
            self.room.close()
        self._server = self.room = None
        self._problem = ""
