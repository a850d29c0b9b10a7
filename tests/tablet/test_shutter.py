"""The page for photos in a real browser: a file that is no picture, and what is said of it."""

import cv2
import numpy as np
import pytest

from companion.table.in_view import Phase, Progress
from companion.tablet.reading import Photo
from tests.tablet.browsing import Device, chromium


@pytest.fixture(scope="module")
def browser():
    with chromium() as browser:
        yield browser


class Reader:
    """Takes photos, and sees that the first card can't lie there and no card in those after it."""

    names: dict[str, str] = {}
    twins: dict[str, tuple[str, ...]] = {}

    def __init__(self):
        self.taken = 0
        self.tell = None

    def give(self, _photo):
        self.taken += 1
        self.tell()

    def photo(self):
        return Photo(self.taken) if self.taken else None

    def progress(self):
        return Progress(phase=Phase.WATCHING, n=self.taken, steady=True) if self.taken else None

    def confirm(self):
        raise AssertionError("nobody confirmed")

    take = confirm


def jpeg():
    picture = np.random.default_rng(1).integers(0, 255, (300, 400, 3), np.uint8)
    done, data = cv2.imencode(".jpg", picture)
    assert done
    return data.tobytes()


def test_a_file_that_is_no_picture_is_called_so_and_stands_alone(browser, serve):
    reader = Reader()
    served = serve(camera=reader)
    reader.tell = served.room.tell
    served.play("coaster_park")
    device = Device(browser, served, "phone").be("keeper")
    page = device.page
    page.locator('#nav [data-view="camera"]').click()
    shutter = page.locator("#shutter")

    def choose(name, data):
        shutter.set_input_files({"name": name, "mimeType": "image/jpeg", "buffer": data})

    choose("row.jpg", jpeg())
    page.wait_for_selector("#read:visible")
    assert "No card was seen" in page.locator("#read").inner_text()
    assert page.locator("#sent:visible").count() == 0
    spoilt = {
        "half.jpg": jpeg()[: len(jpeg()) // 2],
        "none.jpg": b"",
        "list.txt": b"a text",
        "x.heic": b"\0\0\0\x18ftypheic",
    }
    for name, data in spoilt.items():
        choose(name, data)
        page.wait_for_selector("#sent.refused:visible")
        assert "no picture that can be read" in page.locator("#sent").inner_text(), name
        assert page.locator("#read:visible").count() == 0
        choose("row.jpg", jpeg())
        page.wait_for_selector("#read:visible")
        assert page.locator("#sent:visible").count() == 0
    assert page.locator("#toast").inner_text() == ""
    assert reader.taken == 1 + len(spoilt)
    device.context.close()
