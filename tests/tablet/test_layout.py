"""Every game on every screen in a real browser: no words are cut off, and none lie on others."""

from pathlib import Path

import pytest

from companion.rehearsal import rehearse
from companion.rules import games
from companion.rules.contract import Setup
from companion.table import Table
from tests.tablet.browsing import Device, chromium

NAMES = (
    "Maximiliane-Sophie W.",
    "Benedikt-Alexander",
    "Çağla Öztürk-Yılmaz",
    "Wilhelmina Ottoline",
    "Bo",
    "Llanfairpwllgwyngyll",
)

SIZES = ((320, 568), (390, 844), (844, 390), (768, 1024), (1280, 800), (195, 422))
"""The last is a phone at 200 percent."""

MOVES = 30

FAULTS = Path(__file__).with_name("faults.js").read_text("utf-8")


PLANTED = """for (const rule of [
  ".pages.pages { flex-wrap: nowrap; overflow-x: auto; max-width: 9rem; }",
  ".pages.pages .marks { flex: none; flex-wrap: nowrap; }",
  ".card h2 { margin-bottom: -3rem; }",
]) document.styleSheets[0].insertRule(rule, document.styleSheets[0].cssRules.length)"""

LONE = """() => {
  const lines = new Map();
  for (const tab of document.querySelectorAll(".pages .marks .tab")) {
    const {top} = tab.getBoundingClientRect();
    lines.set(top, (lines.get(top) ?? 0) + 1);
  }
  return lines.size > 1 && [...lines.values()].includes(1);
}"""
"""Whether a seat's mark stands alone below the others."""


@pytest.fixture(scope="module")
def browser():
    with chromium() as browser:
        yield browser


def begin(served, game):
    """An evening with as many players as may play, of long names."""
    served.rehearsal = rehearse(game, 1)
    seats = games()[game].seats.stop - 1
    options = served.rehearsal.world.setting(seats).options
    table = Table.begin(served.journal, Setup(game, NAMES[:seats], options=options))
    assert isinstance(table, Table)
    served.room.follow(table)
    served.go_on(MOVES)
    return table


@pytest.mark.parametrize("game", sorted(games()))
def test_no_words_are_cut_off_and_none_lie_on_others(browser, serve, game):
    served = serve()
    table = begin(served, game)
    faults = []
    for role, scheme in ((NAMES[0], "dark"), ("keeper", "light"), ("watcher", "dark")):
        device = Device(browser, served, "phone", color_scheme=scheme).be(role)
        for wide, high in SIZES if role != "watcher" else SIZES[1:4]:
            device.page.set_viewport_size({"width": wide, "height": high})
            device.page.wait_for_timeout(250)
            device.until(table.n)
            found = device.page.evaluate(FAULTS)
            if wide >= 320 and device.page.evaluate(LONE):
                found.append("a lone seat's mark")
            faults += [f"{role} at {wide}x{high}: {fault}" for fault in found]
        device.context.close()
    assert faults == []


def test_the_layouts_check_finds_what_is_cut_off_and_what_lies_on_other_words(browser, serve):
    served = serve()
    table = begin(served, "coaster_park")
    device = Device(browser, served, "phone").be("keeper")
    device.until(table.n)
    device.page.evaluate(PLANTED)
    found = device.page.evaluate(FAULTS)
    assert any(fault.startswith("cut off: scene tabs pages") for fault in found)
    assert any(" lies on " in fault for fault in found)


REACHED = """() => {
  const main = document.querySelector(".onward .press.main").getBoundingClientRect();
  const top = document.elementFromPoint(main.left + main.width / 2, main.top + main.height / 2);
  return main.bottom <= innerHeight && top?.closest(".onward") !== null;
}"""

FIELDS = "#side input:not([type=hidden]), #side select"

COVERED = """fields => [...document.querySelectorAll(fields)].filter(field => {
  field.focus();
  const {left, right, top, bottom} = field.getBoundingClientRect();
  const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return !(there === field || field.contains(there) || field.closest("label")?.contains(there));
}).length"""


def test_what_leads_on_is_in_sight_from_the_first_and_covers_nothing_that_is_typed_in(browser, serve):
    served = serve()
    device = Device(browser, served, "tablet").be("keeper")
    page, sizes = device.page, ((1024, 768), (320, 568), (195, 422))
    page.locator(".tile", has_text=games()["coaster_clash"].title).click()
    page.wait_for_selector("form.new")
    for wide, high in sizes:
        page.set_viewport_size({"width": wide, "height": high})
        page.evaluate("scrollTo(0, 0)")
        page.wait_for_function(REACHED)
        assert page.evaluate(COVERED, FIELDS) == 0, wide
        assert device.overflows() <= 0, wide
    page.locator("form.new .main").click()
    page.wait_for_selector(".checklist")
    for wide, high in sizes:
        page.set_viewport_size({"width": wide, "height": high})
        page.evaluate("scrollTo(0, 0)")
        page.wait_for_function(REACHED)
        assert page.evaluate(COVERED, FIELDS) == 0, wide
    device.context.close()
