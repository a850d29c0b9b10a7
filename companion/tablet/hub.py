"""All open pages: each moment is drawn once for all that look alike, and sent to each at its own pace.

A page holds at most one picture that waits: the newest. So a slow or frozen one holds up nobody, and never
gets an old picture after a new one.
"""

import asyncio
import logging
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import Any, Protocol

from msgspec import json

from companion.tablet.desk import Desk
from companion.tablet.drawing import Drawer, Picture, sight_of
from companion.tablet.people import People
from companion.tablet.room import Room
from companion.tablet.seeing import Eyes

log = logging.getLogger(__name__)

BEAT_S = 3.0
"""How often a page is told that all is well; it takes a longer silence for a lost connection."""

STUCK_S = 15.0
"""A page that takes nothing for so long is let go; it comes back by itself."""

UNKNOWN = 4401
"""Why the page of a device that is not known is closed: it goes to the door."""

UNDRAWN = 1011
"""Why a page is closed whose picture could not be drawn: it shows no old one, and tries again by itself."""

MOST_WORDS = 8

BEAT = '{"beat":1}'


class Wire(Protocol):
    """The way to a page."""

    async def send_text(self, data: str) -> None:
        """Send; waits while the page can't take more."""

    async def close(self, code: int = 1000, reason: str | None = None) -> None:
        """End it."""


class Client:
    """One open page."""

    def __init__(self, wire: Wire, desk: Desk) -> None:
        self.wire, self.desk = wire, desk
        self._picture: Picture | None = None
        self._words: list[str] = []
        self._sent: dict[str, str] = {}
        self._wake = asyncio.Event()
        self._end: int | None = None
        self._turn = 0

    def offer(self, picture: Picture, turn: int) -> None:
        """Have this be shown, as it looked at its turn; what waited to be shown before is forgotten.

        A picture of a later turn may be drawn before one of an earlier turn, which then comes too late.
        """
        if turn >= self._turn:
            self._picture, self._turn = picture, turn
            self._wake.set()

    def say(self, words: Iterable[str]) -> None:
        """Have this be said."""
        self._words = [*self._words, *words][-MOST_WORDS:]
        if self._words:
            self._wake.set()

    def end(self, why: int) -> None:
        """Have the page closed for this reason; one that takes nothing holds up nobody."""
        self._end = why
        self._wake.set()

    async def write(self) -> None:
        """Send whatever is new until the page goes; only the regions that changed."""
        while self._end is None:
            try:
                await asyncio.wait_for(self._wake.wait(), BEAT_S)
            except TimeoutError:
                await self._send(BEAT)
                continue
            self._wake.clear()
            picture, self._picture = self._picture, None
            words, self._words = self._words, []
            if picture is not None:
                await self._show(picture)
            for each in words:
                await self._send(json.encode({"say": each}).decode())
        await asyncio.wait_for(self.wire.close(self._end), STUCK_S)

    async def _show(self, picture: Picture) -> None:
        for name, frame in picture.regions.items():
            if self._sent.get(name) != frame:
                await self._send(frame)
                self._sent[name] = frame
        await self._send(picture.now)

    async def _send(self, frame: str) -> None:
        await asyncio.wait_for(self.wire.send_text(frame), STUCK_S)


class Hub:
    """The open pages of a room; its methods are the event loop's, but `news`, which is any thread's."""

    def __init__(self, room: Room, people: People, drawer: Drawer) -> None:
        self.room, self.people, self.drawer = room, people, drawer
        self.clients: set[Client] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._new = asyncio.Event()
        self._drawing = ThreadPoolExecutor(1, "drawing")
        self.entering = ThreadPoolExecutor(4, "entering")
        self.decoding = ThreadPoolExecutor(1, "decoding")
        self._eyes: Eyes | None = None
        self._turns = count(1)

    def eyes(self) -> Eyes | None:
        """What looks at the table now."""
        table, eyes = self.room.table, self._eyes
        if table is None:
            return None
        if eyes is None or eyes.table is not table:
            eyes = self._eyes = Eyes(table)
        return eyes

    def news(self) -> None:
        """There is something new to be seen."""
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self._new.set)

    async def run(self) -> None:
        """Draw the news for everybody, until cancelled."""
        self._loop = asyncio.get_running_loop()
        self.people.changed = self.news
        unsubscribe = self.room.subscribe(self.news)
        try:
            while True:
                await self._new.wait()
                self._new.clear()
                await self.show(self.clients)
        finally:
            unsubscribe()
            self._drawing.shutdown(wait=False)
            self.entering.shutdown(wait=False)
            self.decoding.shutdown(wait=False, cancel_futures=True)

    def desk(self, id_: str) -> Desk:
        """A new page's desk."""
        return Desk(id_, self.room, self.people, self.eyes)

    async def hear(self, client: Client, message: Any) -> None:
        """Do what a page says; it may wait for the disk, the others don't."""
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self.entering, client.desk.hear, message)
        client.say(client.desk.spoken())
        await self.show([client])

    async def show(self, clients: Iterable[Client]) -> None:
        """Draw these pages as they must look now; those that look alike once."""
        loop = asyncio.get_running_loop()
        turn = next(self._turns)
        alike: dict[Any, list[Client]] = {}
        for client in tuple(clients):
            if self.people.person(client.desk.id) is None:
                client.end(UNKNOWN)
                continue
            try:
                key = await loop.run_in_executor(self._drawing, self._key, client.desk)
            except Exception:  # the others are drawn all the same
                log.exception("a page could not be drawn")
                client.end(UNDRAWN)
                continue
            if key is not None:
                alike.setdefault(key, []).append(client)
        for key, group in alike.items():
            try:
                picture = await loop.run_in_executor(self._drawing, self._draw, key, group[0].desk)
            except Exception:  # the others are drawn all the same
                log.exception("a page could not be drawn")
                for client in group:
                    client.end(UNDRAWN)
                continue
            for client in group:
                client.offer(picture, turn)

    def _key(self, desk: Desk) -> Any:
        """What pages that look alike share; nothing for one that is busy, and is shown after it."""
        if not desk.mutex.acquire(blocking=False):
            return None
        try:
            desk.settle()
            return (sight_of(desk), desk.hand) if desk.calm else desk
        finally:
            desk.mutex.release()

    def _draw(self, key: Any, desk: Desk) -> Picture:
        if key is desk:
            return self.drawer.draw(self.eyes(), sight_of(desk), desk.hand, desk.refusal, desk.question)
        sight, hand = key
        return self.drawer.draw(self.eyes(), sight, hand)
