"""A phone buzzes or sounds when it becomes its owner's turn: once, after a touch, and for nobody else."""

import pytest

from companion.rules.contract import TABLE
from tests.tablet.browsing import Device, chromium

STUBS = """
  window.buzzed = []; window.tones = 0; window.opened = 0;
  Object.defineProperty(navigator, "vibrate", {value: BUZZES && (how => buzzed.push(how))});
  window.AudioContext = class {
    constructor() { window.opened += 1; this.state = "running"; this.currentTime = 0; }
    createOscillator() {
      return {frequency: {}, connect: to => to, start() { window.tones += 1; }, stop() {}};
    }
    createGain() {
      return {gain: {setValueAtTime() {}, exponentialRampToValueAtTime() {}}, connect: to => to};
    }
  };
"""


@pytest.fixture(scope="module")
def browser():
    with chromium() as browser:
        yield browser


class Listener:
    """A phone whose buzzes and tones are counted from before it is touched for the first time."""

    def __init__(self, browser, served, role, *, buzzes=True):
        context = browser.new_context
        stubs = STUBS.replace("BUZZES", "true" if buzzes else "undefined")

        def stubbed(**how):
            made = context(**how)
            made.add_init_script(stubs)
            return made

        browser.new_context = stubbed
        try:
            self.device = Device(browser, served, "phone").be(role)
        finally:
            browser.new_context = context

    def heard(self):
        """How often it buzzed, and how many tones it played."""
        return tuple(self.device.page.evaluate("[buzzed.length, tones]"))


def asked(table):
    return {ask.seat for ask in table.view(TABLE).asks if ask.seat is not None}


@pytest.fixture
def playing(serve):
    """A game in which one seat after the other is asked."""
    served = serve()
    served.play("cosmic_coasters", moves=6)
    served.until(lambda: len(asked(served.table)) == 1)
    return served


def turns(served, seat, most=9):
    """Play on; how often it became this seat's turn."""
    times = 0
    for _ in range(most):
        before = seat in asked(served.table)
        assert served.go_on(1)
        times += not before and seat in asked(served.table)
        yield times


def test_a_phone_buzzes_once_whenever_it_becomes_its_turn_and_never_for_others(browser, playing):
    table = playing.table
    names = table.setup.names
    mine = (min(asked(table)) + 1) % len(names)
    phone, watcher, keeper = (Listener(browser, playing, role) for role in (names[mine], "watcher", "keeper"))
    for times in turns(playing, mine):
        for each in (phone, watcher, keeper):
            each.device.until(table.n)
        assert phone.heard() == (times, 0)
    assert times > 1
    assert watcher.heard() == keeper.heard() == (0, 0)


def test_a_page_that_is_opened_or_comes_back_in_ones_turn_does_not_buzz(browser, playing):
    table = playing.table
    phone = Listener(browser, playing, table.setup.names[min(asked(table))])
    phone.device.until(table.n)
    with phone.device.page.expect_websocket():
        phone.device.page.evaluate("dispatchEvent(new Event('online'))")
    phone.device.page.wait_for_selector("#offline", state="hidden")
    for view in ("past", "story", ""):
        phone.device.page.evaluate("view => goTo(view)", view)
        phone.device.page.wait_for_function("view => document.body.dataset.view === view", arg=view)
    assert phone.heard() == (0, 0)


def test_a_phone_that_cannot_buzz_sounds_but_only_after_it_was_touched(browser, playing):
    table = playing.table
    mine = (min(asked(table)) + 1) % len(table.setup.names)
    phone = Listener(browser, playing, table.setup.names[mine], buzzes=False)
    page = phone.device.page
    page.reload()
    page.wait_for_selector("#nav .way")
    phone.device.until(table.n)
    played = turns(playing, mine, 60)
    assert any(times == 1 for times in played)
    phone.device.until(table.n)
    assert page.evaluate("[opened, tones]") == [0, 0]  # a browser lets nothing sound before a touch
    page.locator("#head h1").click()
    assert page.evaluate("[opened, tones]") == [1, 0]
    assert any(times == 2 for times in played)
    phone.device.until(table.n)
    assert page.evaluate("[opened, tones]") == [1, 2]  # one signal has two tones


def test_a_phone_that_is_set_to_be_quiet_is_quiet(browser, playing):
    table = playing.table
    mine = (min(asked(table)) + 1) % len(table.setup.names)
    phone = Listener(browser, playing, table.setup.names[mine])
    phone.device.page.evaluate("localStorage.setItem('alert', 'off')")
    assert any(times == 1 for times in turns(playing, mine, 60))
    phone.device.until(table.n)
    assert phone.heard() == (0, 0)
