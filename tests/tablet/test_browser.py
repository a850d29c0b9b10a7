"""Several players in a real browser, through evenings of every game."""

import os
from pathlib import Path

import pytest

from companion.rehearsal import rehearse
from companion.rules import games
from companion.rules.contract import HOST, TABLE, Amount, Violation
from companion.scenes.telling import telling
from tests.tablet.browsing import SIZES, Device, chromium, make
from tests.tablet.test_secrets import secretly

EVERY = 16
"""In the short check each so manieth move is made in the browser, the others at the table."""

MOST = 160
"""An evening without an end is ended by the host after so many moves."""


@pytest.fixture(scope="module")
def browser():
    with chromium() as browser:
        yield browser


def picture(device, name):
    """Keep what is seen, where somebody wants to look at it."""
    folder = os.environ.get("COMPANION_PICTURES")
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        device.page.screenshot(path=f"{folder}/{name}.png", full_page=True)


def seated(browser, served, game, seed):
    """An evening with a phone for every seat but one, a scorekeeper's tablet and a screen on the wall."""
    table = served.play(game, max(games()[game].seats.start, 3), seed=seed)
    phones = ["small phone", "phone", "phone on its side"]
    devices = {}
    for seat, name in enumerate(table.setup.names[:-1]):
        devices[name] = Device(browser, served, phones[seat % len(phones)]).be(name)
    devices["keeper"] = Device(browser, served, "tablet").be("keeper")
    devices["watcher"] = Device(browser, served, "wall", color_scheme="light").be("watcher")
    return table, devices


@pytest.mark.parametrize("every", [EVERY, pytest.param(1, marks=pytest.mark.full)])
@pytest.mark.parametrize("game", sorted(games()))
def test_a_whole_evening_is_played_with_a_phone_each(browser, serve, game, every):
    served = serve()
    table, devices = seated(browser, served, game, seed=2)
    rehearsal = rehearse(game, 2)
    moves = 0
    while table.view(TABLE).outcome is None and moves < MOST:
        make(rehearsal.next(table), devices, served)
        moves += 1
        with served.server.drawer._mutex:  # what is entered at the table meanwhile is drawn at its end
            for _ in range(every - 1):
                if table.view(TABLE).outcome is None:
                    move = rehearsal.next(table)
                    assert not isinstance(table.submit(move.command, move.by), Violation)
                    moves += 1
        if moves // every in (1, 4, 40):
            for name, device in devices.items():
                device.until(table.n)
                picture(device, f"{game}-{moves}-{name}")
                assert device.overflows() <= 0, name
    if table.view(TABLE).outcome is None:
        ends = [ask for ask in table.view(HOST).asks if ask.name in ("draw", "abandon")]
        table.submit(ends[0].options[0], HOST)
    for name, device in devices.items():
        device.page.wait_for_selector(".result")
        picture(device, f"{game}-end-{name}")
        assert device.overflows() <= 0, name
        assert device.complaints == []
        device.context.close()


def test_a_lost_companion_is_seen_at_once_and_found_again_by_itself(browser, serve):
    served = serve()
    table = served.play("cosmic_coasters", moves=8)
    name = table.setup.names[0]
    phone = Device(browser, served, "phone").be(name)
    phone.until(table.n)
    served.server.stop()
    phone.page.wait_for_selector("#offline:not([hidden])")
    assert phone.page.evaluate("document.getElementById('ask').inert")
    assert phone.page.evaluate("document.body.classList.contains('stale')")
    served.restart()
    served.go_on(2)
    phone.page.wait_for_selector("#offline", state="hidden")
    phone.until(table.n)
    assert name in phone.page.locator("#head .me").inner_text()
    assert not phone.page.evaluate("document.getElementById('ask').inert")


def test_secrets_show_while_they_are_held_by_finger_or_by_key(browser, serve):
    served = serve()
    table = served.play("coaster_park")
    command, by = secretly(table)
    phone = Device(browser, served, "phone").be(table.setup.names[by.seat])
    table.submit(command, by)
    phone.until(table.n)
    phone.page.wait_for_selector(".secret")
    phone.hold(".secret")
    phone.page.wait_for_selector("#peek[open] svg")
    picture(phone, "peek")
    phone.let_go()
    phone.page.wait_for_selector("#peek:not([open])", state="attached")
    assert phone.page.locator("#peek svg").count() == 0
    phone.page.locator(".secret").focus()
    phone.page.keyboard.down("Space")
    phone.page.wait_for_selector("#peek[open] svg")
    phone.page.keyboard.up("Space")
    phone.page.wait_for_selector("#peek:not([open])", state="attached")


def test_everything_is_done_by_keys_alone_and_told_to_who_does_not_see(browser, serve):
    served = serve()
    table = served.play("cosmic_coasters")
    served.until(lambda: any(ask.name == "pass" for ask in table.view(TABLE).asks))
    seat = next(ask.seat for ask in table.view(TABLE).asks if ask.name == "pass")
    phone = Device(browser, served, "tablet").be(table.setup.names[seat])
    phone.until(table.n)
    before = table.n
    for _ in range(60):
        phone.page.keyboard.press("Tab")
        if phone.page.evaluate("document.activeElement.dataset.id") == "pass":
            break
    assert phone.page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    phone.page.keyboard.press("Enter")
    phone.until(before + 1)
    assert type(table.entry(before + 1).command).__name__ == "Pass"
    phone.page.wait_for_function("document.getElementById('live').textContent.length > 0")
    assert phone.page.locator("#ask").get_attribute("aria-label") == "What is asked"
    unnamed = phone.page.evaluate(
        "[...document.querySelectorAll('button, a, input')].filter(each => each.checkVisibility() && "
        "!(each.innerText.trim() || each.ariaLabel || each.labels?.length)).length"
    )
    assert unnamed == 0


def test_an_amount_is_typed_stepped_and_refused_with_its_rule(browser, serve):
    served = serve()
    table = served.play("coaster_park")
    served.until(lambda: any(ask.name == "price" for ask in table.view(TABLE).asks))
    ask = next(ask for ask in table.view(TABLE).asks if ask.name == "price")
    assert isinstance(ask, Amount)
    phone = Device(browser, served, "small phone").be(table.setup.names[ask.seat])
    phone.page.wait_for_selector(".pad")
    picture(phone, "pad")
    phone.number(98)
    phone.page.wait_for_selector(".refused")
    picture(phone, "refusal")
    phone.page.locator(".refused summary").click()
    assert len(phone.page.locator(".refused .rule p").inner_text()) > 40
    before = table.n
    phone.page.locator('[data-do="Repair"]').first.click()
    phone.until(before + 1)


def test_the_picture_is_touched_wherever_a_finger_meets_a_shape(browser, serve):
    served = serve()
    table = served.play("coaster_park", moves=0)
    served.until(lambda: any(ask.name == "sell" for ask in table.view(TABLE).asks))
    seat = next(ask.seat for ask in table.view(TABLE).asks if ask.name == "sell")
    phone = Device(browser, served, "phone").be(table.setup.names[seat])
    phone.page.locator("#nav .way", has_text="Table").click()
    ask = next(ask for ask in table.view(TABLE).asks if ask.name == "sell")
    words = telling("coaster_park")
    paths = [words.path(table.view(TABLE).state, option, table.setup.names) for option in ask.options]
    hill = next(path[0].id for path in paths if phone.page.locator(f'svg [data-id="{path[0].id}"]').count())
    before = table.n
    phone.page.locator(f'svg [data-id="{hill}"]').last.click()
    phone.until(before + 1)
    assert type(table.entry(before + 1).command) in {type(option) for option in ask.options}


def test_an_entry_is_corrected_from_the_story_and_the_host_ends_a_game(browser, serve):
    served = serve()
    table = served.play("cosmic_coasters", moves=9)
    keeper = Device(browser, served, "tablet").be("keeper")
    keeper.page.locator("#nav .way", has_text="Story").click()
    keeper.page.locator(".story summary").first.click()
    keeper.page.locator('[data-do="Correct"]').first.click()
    keeper.page.wait_for_selector("#ask .correct")
    picture(keeper, "correct")
    keeper.page.locator('#ask [data-do="Correct"]').click()
    keeper.page.wait_for_selector("#ask .play")
    keeper.page.locator("#nav .way", has_text="More").click()
    keeper.page.fill("#pin", served.people.pin)
    keeper.page.locator("form.pin button").click()
    keeper.page.locator('[data-do="Hosting"]').click()
    keeper.page.wait_for_selector("#ask .host")
    keeper.page.locator('#ask [data-id="abandon"]').click()
    keeper.page.wait_for_selector('#ask [data-do="Back"]')
    keeper.page.locator('#ask [data-do="Tap"]').first.click()
    keeper.page.locator('[data-do="Answer"][data-yes="true"]').click()
    keeper.page.wait_for_selector(".result")
    assert table.view(TABLE).outcome is not None
    keeper.page.locator('.result [data-do="TakeBack"]').click()
    keeper.page.locator("#sure button.main").click()
    keeper.page.wait_for_selector("#ask .play")
    assert table.view(TABLE).outcome is None
    assert keeper.complaints == []


def test_a_tablet_alone_begins_an_evening_and_the_next_one(browser, serve):
    served = serve()
    keeper = Device(browser, served, "tablet").be("keeper")
    keeper.page.locator(".tile", has_text="Cosmic Coasters").click()
    keeper.page.locator("input[name=names]").nth(2).fill("Zoë")
    keeper.page.locator("input[name=first]").nth(2).check()
    keeper.page.locator("select").first.select_option(index=1)
    keeper.page.locator("form.new button.main").click()
    keeper.page.wait_for_selector(".checklist")
    keeper.page.locator(".press", has_text="All is ready").click()
    keeper.page.wait_for_selector("#ask .card")
    setup = served.table.setup
    assert (setup.names[2], setup.first, len(setup.options)) == ("Zoë", 2, 1)
    keeper.page.locator("#nav .way", has_text="More").click()
    keeper.page.locator('[data-do="Leave"]').click()
    keeper.page.locator("#sure button.main").click()
    keeper.page.locator("#nav .way", has_text="Table").click()
    keeper.page.locator('[data-do="Resume"]').click()
    keeper.page.wait_for_selector("#ask .card")
    assert served.table.setup == setup


def test_a_touched_part_of_a_bar_opens_its_reasons(browser, serve):
    served = serve()
    table = served.play("coaster_park", seed=4)
    while table.view(TABLE).outcome is None:
        served.go_on(1)
    phone = Device(browser, served, "phone").be("watcher")
    part = phone.page.locator('#scene svg [data-id^="part."]').first
    id_ = part.get_attribute("data-id")
    part.click()
    phone.page.wait_for_selector(f"details[id='{id_}'][open] li")
    picture(phone, "reasons")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scheme", ["dark", pytest.param("light", marks=pytest.mark.full)])
def test_every_view_fits_every_screen(browser, serve, size, scheme):
    served = serve()
    table = served.play("coaster_park", 4, moves=40)
    keeper = Device(browser, served, size, color_scheme=scheme).be("keeper")
    keeper.until(table.n)
    for view in ("", "story", "past", "more", "new", "checklist"):
        keeper.page.evaluate("view => window.goTo(view)", view)
        keeper.page.wait_for_function("view => document.body.dataset.view === view", arg=view)
        assert keeper.overflows() <= 0, view
        picture(keeper, f"{view or 'table'}-{size}-{scheme}".replace(" ", "-"))
        small = keeper.page.evaluate(
            "[...document.querySelectorAll('button, summary, select')].filter(each => each.checkVisibility())"
            ".map(each => [each.textContent.trim().slice(0, 30), each.getBoundingClientRect()])"
            ".filter(([, box]) => box.height < 43.5 || box.width < 40).map(([name]) => name)"
        )
        assert small == [], view
    assert keeper.complaints == []
    keeper.context.close()
