"""A marble's run followed on a page: it rolls from beam to beam, and stands still where nothing may move."""

import re

import pytest

from companion.rules.contract import TABLE, Observe, Sensed
from companion.scenes.telling import Look
from companion.table.running import Phase, Progress, coaster, equipped
from companion.tablet.moving import run_picture
from companion.tablet.seeing import Eyes
from tests.tablet.browsing import Device, chromium

AT = "[...document.querySelectorAll('#scene circle:has(animate)')].at(-1).cx.animVal.value"


def awaited(table):
    asks = table.view(TABLE).asks
    return next((ask for ask in asks if isinstance(ask, Observe) and ask.sensed is Sensed.RUN), None)


class Watch:
    """Beams whose progress a test says."""

    source = None

    def __init__(self):
        self.devices = self
        self.said = Progress()
        self.listeners = []

    def progress(self):
        return self.said

    def pending(self):
        return None

    def subscribe(self, listener):
        self.listeners.append(listener)
        return lambda: self.listeners.remove(listener)

    def say(self, progress):
        self.said = progress
        for listener in self.listeners:
            listener(progress)


@pytest.fixture
def awaiting(serve):
    watch = Watch()
    served = serve(beams=watch)
    served.play("coaster_park")
    served.until(lambda: awaited(served.table) is not None)
    served.room.follow(served.table)
    hills = coaster(awaited(served.table))
    return served, watch, Progress(Phase.RUNNING, hills, equipped(hills, 9), passed=0)


def test_the_marble_rolls_on_towards_the_next_beam_and_only_while_it_runs(awaiting):
    served, _, running = awaiting
    eyes = Eyes(served.table)
    look = Look(480, 320, served.table.setup.names)
    drawn = run_picture(eyes.seen(TABLE, running), look, dark=True)
    ways = [
        [float(each) for each in values.split(";")]
        for values in re.findall(r'attributeName="cx"[^>]*values="([^"]+)"', drawn)
    ]
    assert len(ways) > 1
    for way in ways:
        assert way == sorted(way)
        assert way[-1] - way[0] > 20
    armed = Progress(Phase.ARMED, running.hills, running.beams)
    still = run_picture(eyes.seen(TABLE, armed), look, dark=True)
    assert "<circle" in still
    assert "<animate" not in still


def test_a_moment_without_a_marble_has_no_run_to_draw(serve):
    table = serve().play("cosmic_coasters", moves=6)
    assert run_picture(Eyes(table).seen(TABLE), Look(480, 320, table.setup.names), dark=True) is None


def test_the_marble_rolls_in_a_browser_unless_nothing_may_move(awaiting):
    served, watch, running = awaiting
    with chromium() as browser:
        rolls = Device(browser, served, "wall").be("watcher")
        still = Device(browser, served, "phone", reduced_motion="reduce").be("watcher")
        watch.say(running)
        for device in (rolls, still):
            device.page.wait_for_selector("#scene circle animate", state="attached")
        began = still.page.evaluate(AT)
        rolls.page.wait_for_function(f"before => {AT} > before + 10", arg=rolls.page.evaluate(AT))
        assert still.page.evaluate(AT) == began
        first = rolls.page.evaluate(AT)
        watch.say(Progress(Phase.RUNNING, running.hills, running.beams, passed=1))
        rolls.page.locator("#ask", has_text="1 passed so far").wait_for()
        rolls.page.wait_for_function(f"before => {AT} > before + 5", arg=first)
        assert rolls.complaints == still.complaints == []
