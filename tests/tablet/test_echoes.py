"""A finger that trembles on the page, in a real browser: a double tap is one touch."""

import pytest

from tests.tablet.browsing import Device, chromium


@pytest.fixture(scope="module")
def browser():
    with chromium() as browser:
        yield browser


def tap_twice(page, selector, apart):
    """Two clicks at one spot, at least so many ms apart."""
    box = page.locator(selector).first.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.click(x, y)
    page.wait_for_timeout(apart)
    page.mouse.click(x, y)


@pytest.fixture
def keeper(browser, serve):
    """The scorekeeper's page, on which a button stands where the last one stood."""
    served = serve()
    served.play("cosmic_coasters")
    device = Device(browser, served, "tablet").be("keeper")
    device.page.evaluate(
        """() => {
          window.sent = [];
          const send = WebSocket.prototype.send;
          WebSocket.prototype.send = function(text) { sent.push(JSON.parse(text)); send.call(this, text); };
          const pad = '<div class="pad" data-value="0" data-low="0" data-high="999" data-words="[]">'
            + '<input id="figure"><button data-digit="7">7</button>'
            + '<button data-enter><span><span></span><span></span></span></button></div>';
          const shapes = '<svg width="300" height="99"><rect data-id="shape" width="300" height="99"/></svg>';
          const own = document.body.appendChild(document.createElement("div"));
          own.style = "position: fixed; top: 0; left: 0; width: 300px; z-index: 9; background: gray";
          own.innerHTML = '<button data-do="Tap" data-id="none">No</button>' + pad;
          document.getElementById("scene").innerHTML = shapes;
          document.querySelector("#scene svg").style = "position: fixed; top: 400px; left: 0; z-index: 9";
        }"""
    )
    yield device.page
    assert not device.complaints
    device.context.close()


def taps(page):
    return page.evaluate("sent.filter(each => each.type === 'Tap').length")


@pytest.mark.parametrize("selector", ['body > div [data-id="none"]', '#scene [data-id="shape"]'])
@pytest.mark.parametrize(("apart", "touches"), [(180, 1), (600, 2)])
def test_two_taps_at_one_spot_are_one_touch_only_if_they_come_fast(keeper, selector, apart, touches):
    tap_twice(keeper, selector, apart)
    assert taps(keeper) == touches


def test_digits_are_typed_as_fast_as_one_can(keeper):
    tap_twice(keeper, '[data-digit="7"]', 90)
    assert keeper.evaluate("document.querySelector('.pad').dataset.value") == "77"
