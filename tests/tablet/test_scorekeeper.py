"""A tablet alone runs an evening: it is played, taken back, corrected, ruled on, ended, looked up, kept."""

import pytest

from companion.journal.exchange import read_export
from companion.rehearsal import rehearse
from companion.rules import game, games
from companion.rules.contract import TABLE
from companion.scenes.asking import asked_before
from companion.scenes.telling import telling
from tests.tablet.browsing import APART_MS, Device, chromium, make

TURNS = 14
"""So many moves are made by fingers on the one tablet."""


@pytest.fixture(scope="module")
def browser():
    with chromium() as browser:
        yield browser


@pytest.fixture
def keeper(browser, serve):
    """A tablet that began an evening of Coaster Park for three by itself."""
    served = serve()
    keeper = Device(browser, served, "tablet", accept_downloads=True).be("keeper")
    page = keeper.page
    page.locator(".tile", has_text=games()["coaster_park"].title).click()
    for place, name in enumerate(("Ann", "Bo", "Zoë")):
        page.locator("input[name=names]").nth(place).fill(name)
    page.locator("form.new button.main").click()
    page.wait_for_timeout(APART_MS)  # both buttons stand at one spot
    page.locator(".press", has_text="All is ready").click()
    page.wait_for_selector("#ask .card.asked")
    yield keeper
    keeper.context.close()


def play(keeper, moves):
    """Make moves by fingers."""
    table, rehearsal = keeper.served.table, rehearse("coaster_park", 3)
    for _ in range(moves):
        make(rehearsal.next(table), {"keeper": keeper}, keeper.served)


def be_host(keeper):
    keeper.page.locator("#nav .way", has_text="More").click()
    keeper.page.fill("#pin", keeper.served.people.pin)
    keeper.page.locator("form.pin button").click()
    keeper.page.locator('[data-do="Hosting"]').click()
    keeper.page.wait_for_selector("#ask .host")


def touch(keeper, *ids):
    for id_ in ids:
        keeper.tap(id_)


def test_a_tablet_alone_runs_an_evening_from_its_first_entry_to_the_file_that_is_kept(keeper):
    table, page = keeper.served.table, keeper.page
    assert table.setup.names == ("Ann", "Bo", "Zoë")
    play(keeper, TURNS)
    assert table.n == TURNS

    page.locator(".last .back").click()
    assert page.locator("#sure p").inner_text() in page.locator(".last p").inner_text()
    page.locator("#sure button.main").click()
    keeper.until(TURNS + 1)
    assert [told.n for told in table.history(TABLE)][-1] == TURNS - 1

    be_host(keeper)
    touch(keeper, "adjust", "adjust-points", "player:2")
    page.wait_for_selector(".pad")
    before = table.n
    page.locator(".pad [data-enter]").click()
    assert "reason" in page.locator("#toast").inner_text()
    keeper.number(7)
    page.fill("#note", "won the toss")
    page.wait_for_timeout(APART_MS)
    page.locator(".pad [data-enter]").click()
    keeper.until(before + 1)
    adjusted = table.entry(table.n).command
    assert (adjusted.player, adjusted.points, adjusted.reason) == (2, 7, "won the toss")

    page.locator("#nav .way", has_text="More").click()
    page.locator('[data-do="Hosting"]').click()
    touch(keeper, "abandon")
    page.locator('[data-do="Answer"][data-yes="true"]').click()
    page.wait_for_selector(".result")
    assert table.view(TABLE).outcome.reason == "abandoned"

    page.locator("#nav .way", has_text="Past").click()
    page.locator(".evenings .evening").first.click()
    page.locator("#side", has_text="abandoned").wait_for()
    with page.expect_download() as kept:
        page.locator("a", has_text="Keep it as a file").click()
    (evening,) = read_export(kept.value.path().read_bytes(), "kept", game)
    assert (evening.finished, evening.timeline.n) == (True, table.n)
    assert keeper.complaints == []


def test_a_wrong_entry_is_corrected_in_the_story_by_choosing_what_it_truly_was(keeper):
    table, page = keeper.served.table, keeper.page
    play(keeper, 11)
    wrong = next(n for n in range(1, 12) if type(table.entry(n).command).__name__ == "ShowSide")
    page.locator("#nav .way", has_text="Story").click()
    line = page.locator(f'.story li[data-n="{wrong}"]')
    line.locator("summary").click()
    line.locator('[data-do="Correct"]').click()
    page.wait_for_selector("#ask .correct")
    assert "What was it really?" in page.locator("#ask .over").inner_text()
    _, groups = asked_before(table, telling("coaster_park"), table.setup.names, wrong)
    group = next(each for each in groups if any(ask.name == "side" for ask in each.asks))
    true = next(
        option
        for ask in group.asks
        if ask.name == "side"
        for option in ask.options
        if option != table.entry(wrong).command
    )
    before = table.n
    touch(keeper, *group.narrowing.route(true))
    keeper.until(before + 1)
    assert (table.entry(before + 1).command.n, table.entry(before + 1).command.command) == (wrong, true)
    page.wait_for_selector("#ask .play")
    assert keeper.complaints == []
