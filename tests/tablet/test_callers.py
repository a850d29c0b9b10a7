"""Many callers, silent ones and stuck ones: the table hears of its entries all the same."""

import asyncio
import errno
import os
import re
import socket
import threading
from contextlib import ExitStack

import pytest
from msgspec import json
from websockets.exceptions import ConnectionClosed

from companion.rules.contract import TABLE
from companion.tablet import Server
from companion.tablet.drawing import Picture
from companion.tablet.hub import UNDRAWN, UNKNOWN, Client
from companion.tablet.messages import Tap
from companion.tablet.people import People


class Stuck:
    """The way to a page that takes nothing at all, not even its end."""

    def __init__(self):
        self.never = asyncio.Event()

    async def send_text(self, _data):
        await self.never.wait()

    async def close(self, _code=1000):
        await self.never.wait()


class Open(Stuck):
    """The way to a page that takes everything."""

    def __init__(self):
        self.sent, self.code = [], 0

    async def send_text(self, data):
        self.sent.append(data)

    async def close(self, code=1000):
        self.code = code


def calling(address, stack):
    host, _, port = address.partition(":")
    return stack.enter_context(socket.create_connection((host, int(port)), timeout=5))


def gone(caller):
    try:
        return caller.recv(1) == b""
    except ConnectionError:
        return True


def test_a_stuck_page_of_a_forgotten_device_holds_up_nobody(serve):
    served = serve()
    served.play("cosmic_coasters", moves=3)
    phone = served.phone("watcher")
    hub = served.server.hub

    async def sit_down():
        stuck = Client(Stuck(), hub.desk("nobody"))
        hub.clients = {stuck, *hub.clients}
        await asyncio.wait_for(hub.show([stuck, *hub.clients]), 10)
        hub.clients.discard(stuck)

    asyncio.run_coroutine_threadsafe(sit_down(), hub._loop).result(20)
    served.go_on(1)
    phone.catch_up()


def test_a_page_of_a_forgotten_device_is_closed_after_what_it_was_shown_last():
    async def play():
        wire = Open()
        client = Client(wire, desk=None)
        client.offer(Picture({"ask": "ask"}, "now"), 1)
        client.end(UNKNOWN)
        writing = asyncio.create_task(client.write())
        await asyncio.sleep(0.01)
        client.end(UNKNOWN)
        await asyncio.wait_for(writing, 5)
        return wire

    wire = asyncio.run(play())
    assert wire.code == UNKNOWN


def test_a_page_that_cannot_be_drawn_shows_no_old_picture_and_the_others_go_on(serve, monkeypatch):
    served = serve()
    table = served.play("cosmic_coasters", moves=3)
    watcher, keeper = served.phone("watcher"), served.phone("keeper")
    draw = served.server.drawer.draw

    def spoilt(eyes, sight, *rest):
        if sight.role.shared:
            raise ZeroDivisionError
        return draw(eyes, sight, *rest)

    monkeypatch.setattr(served.server.drawer, "draw", spoilt)
    served.go_on(1)
    watcher.hear(lambda: watcher.now["n"] == table.n)
    with pytest.raises(ConnectionClosed, match=str(UNDRAWN)):
        keeper.hear(lambda: keeper.now["n"] == table.n)


def test_a_picture_from_before_a_touch_never_follows_the_one_after_it(serve, monkeypatch):
    served = serve()
    table = served.play("cosmic_coasters", moves=6)
    asked = next(ask for ask in table.view(TABLE).asks if ask.seat is not None)
    first, second, toucher = (
        served.phone(role) for role in ("watcher", "keeper", table.setup.names[asked.seat])
    )
    way = re.findall(r'data-do="Tap" data-id="([^"]+)"', toucher.regions["ask"])[0]
    hub, draw = served.server.hub, served.server.drawer.draw
    drawing, go_on = threading.Event(), threading.Event()

    def slow(*what):
        if not drawing.is_set():
            drawing.set()
            assert go_on.wait(20)
        return draw(*what)

    async def play():
        pages = [Client(Stuck(), hub.desk(phone.person.id)) for phone in (first, second, toucher)]
        monkeypatch.setattr(served.server.drawer, "draw", slow)
        news = asyncio.create_task(hub.show(pages))
        await asyncio.to_thread(drawing.wait, 20)
        touch = asyncio.create_task(hub.hear(pages[-1], Tap(table.evening, table.n, way)))
        while not pages[-1].desk.hand.taps:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)
        go_on.set()
        await asyncio.gather(news, touch)
        return pages[-1]._picture.regions["ask"]

    shown = asyncio.run_coroutine_threadsafe(play(), hub._loop).result(30)
    assert "Back" in json.decode(shown)["html"]


def test_callers_beyond_what_a_table_needs_are_let_go_and_the_others_stay(serve, monkeypatch):
    monkeypatch.setattr("companion.tablet.callers.MOST_EACH", 8)
    served = serve()
    served.play("cosmic_coasters", moves=3)
    phone = served.phone("watcher")
    with ExitStack() as stack:
        flood = [calling(served.server.address, stack) for _ in range(20)]
        assert all(gone(caller) for caller in flood[8:])
        served.go_on(1)
        phone.catch_up()
    served.phone("watcher").catch_up()


def test_a_caller_that_says_nothing_is_let_go(serve, monkeypatch):
    monkeypatch.setattr("companion.tablet.callers.SILENT_S", 0.05)
    with ExitStack() as stack:
        assert gone(calling(serve().server.address, stack))


def test_who_joins_on_a_full_disk_plays_and_the_log_says_what_follows(serve, monkeypatch, caplog):
    served = serve()
    names = served.play("cosmic_coasters", moves=3).setup.names

    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("os.fsync", full)
    phone = served.phone(names[0])
    assert phone.person.seat == names[0]
    phone.say("Become", role="watcher")
    phone.hear(lambda: phone.person.watcher)
    assert "phones.json: can't be written (No space left on device)" in caplog.messages[0]


def test_a_page_that_cannot_be_served_is_no_served_page(serve, tmp_path, monkeypatch):
    room = serve().room
    monkeypatch.setattr("companion.tablet.server.Pages", None)
    server = Server(room, People(tmp_path / "phones.json"), host="127.0.0.1", port=0)
    with pytest.raises(OSError, match="could not be served"):
        server.start()
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.1", server._port), timeout=5)
