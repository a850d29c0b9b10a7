"""Each moment is drawn once for all that look alike; nobody holds anybody up; nothing is left behind."""

import asyncio
import gc
import threading
import time
import tracemalloc
from collections import Counter

import pytest
from msgspec import json

from companion.tablet.drawing import Picture
from companion.tablet.hub import Client


def counting(served, monkeypatch):
    """Count how often each view of each moment is drawn."""
    counts = Counter()
    drawer = served.server.drawer
    drawn = drawer._drawn

    def counted(eyes, seen, sight, hand, *rest):
        counts[sight, hand, seen.n] += 1
        return drawn(eyes, seen, sight, hand, *rest)

    monkeypatch.setattr(drawer, "_drawn", counted)
    return counts


def test_a_moment_is_drawn_once_for_each_view_and_not_for_each_phone(serve, monkeypatch):
    served = serve()
    table = served.play("cosmic_coasters", moves=8)
    players = [served.phone(name) for name in table.setup.names]
    watchers = [served.phone("watcher") for _ in range(12)]
    counts, before = counting(served, monkeypatch), table.n
    for _ in range(4):
        served.go_on(1)
        for phone in (*players, *watchers):
            phone.catch_up()
    later = {view: times for view, times in counts.items() if view[-1] > before}  # all had sat down
    assert set(later.values()) == {1}
    assert len(later) == 4 * (len(players) + 1)


def test_a_page_gets_only_what_has_changed(serve):
    served = serve()
    served.play("coaster_park", moves=20)
    phone = served.phone("watcher")
    phone.frames.clear()
    phone.look()
    assert [json.decode(frame).keys() for frame in phone.frames] == [{"now"}]


class Frozen:
    """The way to a page that takes nothing any more after its first picture."""

    def __init__(self):
        self.sent = []
        self.thawed = asyncio.Event()

    async def send_text(self, data):
        self.sent.append(data)
        if len(self.sent) > 2:
            await self.thawed.wait()

    async def close(self, code=1000, reason=None):
        pass


def test_a_frozen_page_waits_with_the_newest_picture_and_no_other():
    async def play():
        wire = Frozen()
        client = Client(wire, desk=None)
        writing = asyncio.create_task(client.write())
        for n in range(100):
            client.offer(Picture({"ask": f"ask {n}"}, f"now {n}"), n)
            await asyncio.sleep(0)
        held = len(wire.sent)
        wire.thawed.set()
        await asyncio.sleep(0.05)
        writing.cancel()
        return held, wire.sent

    held, sent = asyncio.run(play())
    assert held <= 3
    assert sent[-2:] == ["ask 99", "now 99"]
    assert len(sent) < 10


def test_a_phone_that_reads_nothing_holds_nobody_up(serve):
    served = serve()
    served.play("coaster_park", moves=10)
    asleep = served.phone("watcher", (1366, 1024))
    awake = served.phone("watcher")
    for _ in range(40):
        served.go_on(1)
        awake.catch_up()
    assert awake.now["n"] == served.table.n
    asleep.catch_up()


@pytest.fixture
def traced():
    """What is asked for of memory is kept count of, which slows everything down: only in this test."""
    tracemalloc.start()
    yield
    tracemalloc.stop()


@pytest.mark.usefixtures("traced")
@pytest.mark.parametrize("times", [60, pytest.param(1000, marks=pytest.mark.full)])
def test_comings_and_goings_leave_nothing_behind(serve, times):
    served = serve()
    served.play("cosmic_coasters", moves=5)
    phone = served.phone("watcher")

    def come_and_go(often):
        for _ in range(often):
            phone.close_socket()
            phone.open()

    come_and_go(30)
    settle(served)
    threads, before = threading.active_count(), memory()
    come_and_go(times)
    settle(served)
    assert len(served.server.hub.clients) == 1
    assert served.people.count == 1
    assert threading.active_count() <= threads + 2
    assert memory() - before < 100_000 + 200 * times


def settle(served):
    """Wait until only one page is left."""
    end = time.monotonic() + 20
    while len(served.server.hub.clients) > 1 and time.monotonic() < end:
        time.sleep(0.02)


def memory():
    gc.collect()
    return tracemalloc.get_traced_memory()[0]
