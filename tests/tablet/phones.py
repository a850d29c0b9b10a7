"""A room that is served for a test, and phones in it that hear every byte."""

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
from msgspec import json
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from companion.journal import Journal
from companion.rehearsal import rehearse
from companion.rules.contract import TABLE, Setup, Violation
from companion.table import Table
from companion.tablet import People, Room, Server
from companion.tablet.limits import Limit
from companion.tablet.pages import Limits

PATIENCE_S = 20.0
"""How long a test waits for what must come; it comes within milliseconds."""


def roomy() -> Limits:
    """Limits that a test never meets."""
    return Limits(*(Limit(1e9, 1e9) for _ in range(4)))


class Served:
    """A served room on a new journal."""

    def __init__(self, folder: Path, limits: Limits | None = None, **room: Any) -> None:
        self.folder = folder
        self.journal = Journal.open(folder / "journal.db")
        self.room = Room(self.journal, **room)
        self.people = People(folder / "phones.json")
        self._limits = limits or roomy()
        self.server = Server(self.room, self.people, host="127.0.0.1", port=0, limits=self._limits)
        self.server.start()
        self.phones: list[Phone] = []
        self.rehearsal: Any = None

    @property
    def table(self) -> Table:
        assert self.room.table is not None
        return self.room.table

    def play(self, game: str, seats: int = 3, moves: int = 0, seed: int = 1, **options: str) -> Table:
        """Begin an evening of a rehearsed game, of which so many moves are made."""
        self.rehearsal = rehearse(game, seed)
        setting = self.rehearsal.world.setting(seats)
        setup = Setup(game, setting.names, options=setting.options | options)
        table = Table.begin(self.journal, setup)
        assert isinstance(table, Table), table
        self.room.follow(table)
        self.go_on(moves)
        return table

    def go_on(self, moves: int) -> bool:
        """Make so many moves at the table itself."""
        for _ in range(moves):
            move = self.rehearsal.next(self.table)
            if move is None or self.table.view(TABLE).outcome is not None:
                return False
            answer = self.table.submit(move.command, move.by)
            assert not isinstance(answer, Violation), answer
        return True

    def until(self, asked: Callable[[], bool], most: int = 400) -> None:
        """Play on until this is so."""
        for _ in range(most):
            if asked():
                return
            assert self.go_on(1)
        raise AssertionError("it never came to that")

    def phone(self, role: str | None = None, size: tuple[int, int] = (390, 844)) -> "Phone":
        """A phone that joined: as a player by name, as keeper or watcher, or not yet as anything."""
        phone = Phone(self, size)
        self.phones.append(phone)
        if role in ("keeper", "watcher"):
            phone.say("Become", role=role)
        elif role is not None:
            phone.say("Claim", name=role)
        if role is not None:
            phone.hear(lambda: phone.placed)
        return phone

    def restart(self) -> None:
        """Serve again at the same address, as after a restart: only what was kept is known."""
        port = int(self.server.address.rpartition(":")[2])
        self.people = People(self.folder / "phones.json")
        self.server = Server(self.room, self.people, host="127.0.0.1", port=port, limits=self._limits)
        self.server.start()

    def close(self) -> None:
        for phone in self.phones:
            phone.close()
        self.server.stop()
        self.room.close()
        self.journal.close()


class Phone:
    """A device: its cookie, its socket, and everything it was ever sent."""

    def __init__(self, served: Served, size: tuple[int, int] = (390, 844)) -> None:
        self.served, self.size = served, size
        self.origin = f"http://{served.server.address}"
        self.web = httpx.Client(base_url=self.origin, headers={"Origin": self.origin})
        answer = self.web.get(f"/j/{served.people.link}")
        assert answer.status_code == 303, answer.text
        self.regions: dict[str, str] = {}
        self.now: dict[str, Any] = {}
        self.said: list[str] = []
        self.frames: list[str] = []
        self.pictures = 0
        self.open()

    @property
    def token(self) -> str:
        return self.web.cookies["companion"]

    @property
    def person(self) -> Any:
        return self.served.people.find(self.token)

    @property
    def placed(self) -> bool:
        return self.now.get("view") != "lobby" and self.regions.get("nav", "") != ""

    @property
    def page(self) -> str:
        """All that is shown."""
        return "\n".join(self.regions.values())

    def open(self) -> None:
        """Open the page."""
        headers = {"Cookie": f"companion={self.token}"}
        self._way = connect(
            self.origin.replace("http", "ws") + "/table",
            additional_headers=headers,
            origin=self.origin,  # type: ignore[arg-type]  # a NewType of str
            max_size=None,
            max_queue=None,
            close_timeout=1,
            ping_interval=None,
        )
        self.socket = self._way.__enter__()
        self.look()
        self.hear(lambda: bool(self.now))

    def look(self, view: str = "", page: str = "", focus: int | None = None, *, dark: bool = True) -> None:
        """Look at something, and see it."""
        wide, high = self.size
        self.ask("Look", width=wide, height=high // 2, dark=dark, view=view, page=page, focus=focus)
        wanted = ((view, page), ("lobby", page))
        self.hear(lambda: (self.now["view"], self.now["page"]) in wanted)

    def say(self, kind: str, **fields: Any) -> None:
        self.socket.send(json.encode({"type": kind, **fields}).decode())

    def touch(self, kind: str, **fields: Any) -> None:
        """Say something about the picture that is shown."""
        self.say(kind, **({"evening": self.now.get("evening", 0), "n": self.now["n"]} | fields))

    def ask(self, kind: str, **fields: Any) -> None:
        """Say something and wait for the picture that follows."""
        before = self.pictures
        self.say(kind, **fields)
        self.hear(lambda: self.pictures > before)

    def hear(self, until: Callable[[], Any], patience: float = PATIENCE_S) -> None:
        """Take in what comes until this is so."""
        end = time.monotonic() + patience
        while not until():
            left = end - time.monotonic()
            assert left > 0 or until(), f"it never came: {self.now} {self.said}"
            with suppress(TimeoutError):
                self._take(self.socket.recv(timeout=min(left, 0.2)))

    def catch_up(self) -> None:
        """Take in everything up to the newest entry."""
        self.hear(
            lambda: (
                self.now.get("n") == self.served.table.n
                and self.now.get("evening") == self.served.table.evening
            )
        )

    def answer(self) -> str:
        """Wait for words, and give them."""
        before = len(self.said)
        self.hear(lambda: len(self.said) > before)
        return self.said[-1]

    def _take(self, frame: Any) -> None:
        self.frames.append(frame)
        message = json.decode(frame)
        if "region" in message:
            self.regions[message["region"]] = message["html"]
        elif "now" in message:
            self.now = message["now"]
            self.pictures += 1
        elif "say" in message:
            self.said.append(message["say"])

    def close_socket(self) -> None:
        """Leave the page."""
        with suppress(ConnectionClosed):
            self.socket.close()
        self.frames.clear()
        self.regions.clear()
        self.now = {}

    def close(self) -> None:
        self.close_socket()
        self.web.close()
