"""Phones and tablets in a real browser, several at once, and fingers that make moves on them."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from companion.rules.contract import TABLE, Amount, Viewer
from companion.scenes.asking import grouped
from companion.scenes.telling import telling
from tests.tablet.phones import Served

SIZES = {
    "small phone": (320, 568),
    "phone": (390, 844),
    "phone on its side": (844, 390),
    "tablet": (1024, 768),
    "wall": (1366, 1024),
    "phone at 200 percent": (195, 422),
    "tablet at 200 percent": (512, 384),
}

PATIENCE_MS = 20_000

APART_MS = 360
"""Two touches at one place that come faster are one."""

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=ARGUMENTS)
        yield browser
        browser.close()


class Device:
    """A page in the browser, with a device of its own; whatever its console complains of is kept."""

    def __init__(self, browser: Browser, served: Served, size: str, **how: Any) -> None:
        self.served = served
        wide, high = SIZES[size]
        self.context = browser.new_context(viewport={"width": wide, "height": high}, **how)
        self.context.set_default_timeout(PATIENCE_MS)
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", lambda said: said.type == "error" and self.complaints.append(said.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.goto(f"http://{served.server.address}/j/{served.people.link}")
        self.page.wait_for_selector(".welcome")

    def be(self, role: str) -> "Device":
        """Take a player's seat, keep the score or look on, by one touch."""
        words = {"keeper": "Keep the score", "watcher": "Look on"}.get(role, role)
        self.page.locator(".welcome .press", has_text=words).click()
        self.page.wait_for_selector("#nav .way")
        return self

    def until(self, n: int) -> None:
        """Wait for the picture of this entry."""
        self.page.wait_for_function("n => window.shownN?.() >= n", arg=n)

    def tap(self, id_: str) -> None:
        """Touch a choice by its button."""
        self.page.wait_for_timeout(APART_MS)
        self.page.locator(f'#ask [data-do="Tap"][data-id="{id_}"]').first.click()

    def number(self, value: int) -> None:
        """Type a number on the pad, and enter it."""
        for digit in str(value):
            self.page.locator(f'.pad [data-digit="{digit}"]').click()
        self.page.locator(".pad [data-enter]").click()

    def hold(self, selector: str, milliseconds: int = 700) -> None:
        """Hold something with a finger."""
        place = self.page.locator(selector).first
        place.scroll_into_view_if_needed()
        box = place.bounding_box()
        assert box is not None
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.page.mouse.down()
        self.page.wait_for_timeout(milliseconds)

    def let_go(self) -> None:
        self.page.mouse.up()

    def overflows(self) -> int:
        """By how much the page is wider than its window."""
        wide: int = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        return wide


def make(move: Any, devices: dict[str, Device], served: Served) -> None:
    """Make a move by touching what a person would: on the seat's own phone, or the scorekeeper's tablet."""
    table = served.table
    names = table.setup.names
    seat = move.ask.seat
    device = devices.get(names[seat], devices["keeper"]) if seat is not None else devices["keeper"]
    own = seat is not None and names[seat] in devices
    device.until(table.n)
    group = asked(table, Viewer(seat=seat) if own else TABLE, seat)
    tab = device.page.locator(f"#tab-{'table' if seat is None else seat}")
    if tab.count():
        tab.click()
        device.page.wait_for_selector(f"#tab-{'table' if seat is None else seat}.chosen")
    if group.secret:
        device.hold("#ask [data-hold]")
        device.let_go()
        group = asked(table, Viewer(seat=seat), seat)
    before = table.n
    for id_ in group.narrowing.route(move.command):
        device.tap(id_)
    if isinstance(move.ask, Amount):
        device.number(getattr(move.command, move.ask.field))
    device.until(before + 1)
    assert table.entry(before + 1).command == move.command
    if own:
        assert table.entry(before + 1).by == Viewer(seat=seat)


def asked(table: Any, viewer: Viewer, seat: int | None) -> Any:
    """The question of this seat, as this viewer is asked it."""
    view, words = table.view(viewer), telling(table.rules.name)
    groups = grouped(view.asks, view.state, words, table.setup.names)
    return next(each for each in groups if each.seat == seat)
