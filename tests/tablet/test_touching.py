"""A finger on the page in a real browser: what it meant is entered, whatever comes while it is down."""

import pytest

from companion.rules.contract import TABLE, Viewer, Violation
from tests.tablet.browsing import Device, asked, chromium

KEPT = "document.querySelector('#ask .choices button').kept"


@pytest.fixture(scope="module")
def browser():
    with chromium() as browser:
        yield browser


def press(device, selector):
    """Put a finger down on something, and leave it there."""
    place = device.page.locator(selector).first
    place.scroll_into_view_if_needed()
    box = place.bounding_box()
    assert box is not None
    device.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    device.page.mouse.down()


def first_command(table, seat):
    """A command that this seat may enter now."""
    return next(ask.options[0] for ask in table.view(TABLE).asks if ask.seat == seat)


@pytest.fixture
def placing(browser, serve):
    """All seats of Cosmic Coasters are asked at once; the scorekeeper answers for the first."""
    served = serve()
    table = served.play("cosmic_coasters")
    served.until(lambda: {ask.seat for ask in table.view(TABLE).asks} == {0, 1, 2})
    keeper = Device(browser, served, "tablet").be("keeper")
    keeper.until(table.n)
    keeper.page.wait_for_selector("#tab-0.chosen")
    yield table, keeper
    keeper.context.close()


def test_a_touch_counts_though_others_enter_while_the_finger_is_down(placing):
    table, keeper = placing
    command, before = first_command(table, 0), table.n
    first, *rest = asked(table, TABLE, 0).narrowing.route(command)
    press(keeper, f'#ask [data-do="Tap"][data-id="{first}"]')
    assert not isinstance(table.submit(first_command(table, 1), TABLE), Violation)
    keeper.until(before + 1)
    keeper.page.mouse.up()
    for id_ in rest:
        keeper.tap(id_)
    keeper.until(before + 2)
    assert table.entry(before + 2).command == command


def test_a_touch_counts_though_the_page_connects_anew_while_the_finger_is_down(placing):
    table, keeper = placing
    command, before = first_command(table, 0), table.n
    first, *rest = asked(table, TABLE, 0).narrowing.route(command)
    press(keeper, f'#ask [data-do="Tap"][data-id="{first}"]')
    with keeper.page.expect_websocket():
        keeper.page.evaluate("dispatchEvent(new Event('online'))")
    keeper.page.wait_for_selector("#offline", state="hidden")
    keeper.page.mouse.up()
    for id_ in rest:
        keeper.tap(id_)
    keeper.until(before + 1)
    assert table.entry(before + 1).command == command


def test_a_touch_that_was_meant_for_a_question_that_has_been_answered_answers_no_other(placing):
    table, keeper = placing
    command, before = first_command(table, 0), table.n
    first = asked(table, TABLE, 0).narrowing.route(command)[0]
    press(keeper, f'#ask [data-do="Tap"][data-id="{first}"]')
    assert not isinstance(table.submit(command, Viewer(seat=0)), Violation)
    keeper.until(before + 1)
    keeper.page.mouse.up()
    keeper.page.wait_for_timeout(300)
    assert table.n == before + 1
    assert keeper.page.locator('#ask [data-do="Back"]').count() == 0


def test_what_stays_the_same_on_a_page_is_left_alone(placing):
    table, keeper = placing
    keeper.page.evaluate(f"{KEPT} = true")
    keeper.page.locator("#nav .way").last.evaluate("each => { each.kept = true; }")
    before = table.n
    assert not isinstance(table.submit(first_command(table, 2), TABLE), Violation)
    keeper.until(before + 1)
    assert keeper.page.locator("#tab-2").count() == 0
    assert keeper.page.evaluate(KEPT)
    assert keeper.page.locator("#nav .way").last.evaluate("each => each.kept")


def test_an_opened_line_of_the_story_stays_open_when_new_ones_come(placing):
    table, keeper = placing
    keeper.page.locator("#nav .way", has_text="Story").click()
    line = keeper.page.locator(".story li").first
    words = line.inner_text()
    line.locator("summary").click()
    before = table.n
    assert not isinstance(table.submit(first_command(table, 0), TABLE), Violation)
    keeper.until(before + 1)
    opened = keeper.page.locator(".story details[open]")
    assert opened.count() == 1
    assert opened.inner_text().startswith(words)
