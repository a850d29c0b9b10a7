"""The server: its own thread, from `start` to `stop`."""

import asyncio
import logging
import socket
import threading
from contextlib import suppress

import uvicorn
from starlette.types import ASGIApp

from companion.tablet.addresses import own_address, own_names
from companion.tablet.callers import Caller
from companion.tablet.drawing import Drawer
from companion.tablet.hub import Hub
from companion.tablet.pages import LARGEST_MESSAGE, Limits, Pages
from companion.tablet.people import People
from companion.tablet.room import Room

log = logging.getLogger(__name__)

PATIENCE_S = 20.0
"""How long it may take to begin."""

BROKEN_OFF = "The page for phones broke off; let phones in again. All that was entered is kept."

PORT = 8080
TRIES = 12
"""So many ports are tried, from the usual one on."""


class Server:
    """Serves a room's pages to the network that this machine is in."""

    def __init__(
        self,
        room: Room,
        people: People,
        *,
        host: str = "0.0.0.0",  # noqa: S104  # phones in the room's network are who it is for
        port: int = PORT,
        limits: Limits | None = None,
    ) -> None:
        self.room, self.people = room, people
        self.drawer = Drawer(room, people)
        self._host, self._port = host, port
        self._limits = limits
        self._socket: socket.socket | None = None
        self._server: uvicorn.Server | None = None
        self._thread: threading.Thread | None = None
        self._ready = threading.Event()
        self.hub: Hub | None = None
        self.problem = ""
        """Why it serves no more, though nobody stopped it; empty while all is well."""

    @property
    def address(self) -> str:
        """Where the page is, in short; it follows when the network changes."""
        if self._host not in ("0.0.0.0", "::"):  # noqa: S104  # compared, not bound
            return f"{self._host}:{self._port}"
        return f"{own_address()}:{self._port}"

    @property
    def link(self) -> str:
        """The link to scan: it lets in."""
        return f"http://{self.address}/j/{self.people.link}"

    def start(self) -> None:
        """Serve; OSError where no port is free, or nothing can be served."""
        self._socket = self._bound()
        self._port = self._socket.getsockname()[1]
        self.drawer.link = self.address
        self._thread = threading.Thread(target=self._run, name="pages", daemon=True)
        self._thread.start()
        self._ready.wait(PATIENCE_S)
        if self._server is None or not self._server.started:
            self.stop()
            raise OSError("the page could not be served; what kept it from it stands in the log")

    def stop(self) -> None:
        """Let every page go, and end."""
        self._leave_off()
        if self._thread is not None:
            self._thread.join(10)
        if self._socket is not None:
            self._socket.close()

    def wait(self) -> None:
        """Wait until it ends."""
        if self._thread is not None:
            self._thread.join()

    def _bound(self) -> socket.socket:
        last: OSError | None = None
        for port in range(self._port, self._port + TRIES) if self._port else (0,):
            made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                made.bind((self._host, port))
                made.listen(128)
            except OSError as error:
                made.close()
                last = error
            else:
                return made
        raise OSError(f"no port from {self._port} to {self._port + TRIES - 1} is free: {last}")

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        except Exception:
            log.exception("the pages are served no more")
            self.problem = BROKEN_OFF
        finally:
            self._ready.set()

    async def _serve(self) -> None:
        self.hub = Hub(self.room, self.people, self.drawer)
        app: ASGIApp = Pages(self.hub, own_names(), self._limits).app
        config = uvicorn.Config(
            app,
            http=Caller,
            access_log=False,  # addresses hold a secret for a moment, and are nobody's business
            log_level="warning",
            log_config=None,
            lifespan="off",
            proxy_headers=False,
            server_header=False,
            ws_max_size=LARGEST_MESSAGE,
            ws_max_queue=8,
            ws_ping_interval=10,
            ws_ping_timeout=15,
            ws_per_message_deflate=False,
            h11_max_incomplete_event_size=16_384,
            timeout_graceful_shutdown=2,
        )
        self._server = uvicorn.Server(config)
        telling = asyncio.create_task(self.hub.run())
        telling.add_done_callback(
            lambda _: self._leave_off()
        )  # without news no page may look as if it had them
        waiting = asyncio.create_task(self._until_started())
        try:
            await self._server.serve(sockets=[self._socket] if self._socket else None)
        finally:
            for task in (telling, waiting):
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task

    def _leave_off(self) -> None:
        if self._server is not None:
            self._server.should_exit = True

    async def _until_started(self) -> None:
        while self._server is not None and not self._server.started:
            await asyncio.sleep(0.01)
        self._ready.set()
