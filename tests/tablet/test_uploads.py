"""Pictures from a phone's camera, and what is not taken for one."""

import threading
from concurrent.futures import ThreadPoolExecutor

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.tablet.uploads import LARGEST, jpeg_size


class Sink:
    """A camera that keeps what it is given."""

    def __init__(self):
        self.given = []

    def give(self, jpeg):
        if cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR) is None:
            raise ValueError("no picture")
        self.given.append(jpeg)


def jpeg(wide=64, high=48):
    return cv2.imencode(".jpg", np.full((high, wide, 3), 128, np.uint8))[1].tobytes()


def send(phone, data, kind="image/jpeg", **headers):
    return phone.web.post("/camera", content=data, headers={"Content-Type": kind} | headers)


@pytest.fixture
def sent(serve):
    sink = Sink()
    served = serve(camera=sink)
    table = served.play("coaster_park", moves=2)
    return sink, served.phone(table.setup.names[0]), served


def test_a_picture_reaches_the_camera_as_it_is(sent):
    sink, phone, _ = sent
    picture = jpeg()
    answer = send(phone, picture)
    assert (answer.status_code, sink.given) == (200, [picture])
    assert "The picture is there" in answer.text


def test_what_is_no_jpeg_or_too_large_is_not_taken(sent):
    sink, phone, served = sent
    assert send(phone, b"GIF89a").status_code == 415
    assert send(phone, jpeg(), kind="image/png").status_code == 415
    assert send(phone, jpeg()[:-2] + b"xx").status_code == 415
    assert send(phone, jpeg() + b"\0" * LARGEST + b"\xff\xd9").status_code == 413
    huge = bytearray(jpeg())
    at = bytes(huge).index(b"\xff\xc0")
    huge[at + 5 : at + 9] = b"\x2e\x00\x2e\x00"
    assert send(phone, bytes(huge)).status_code == 413
    broken = jpeg()[:60] + b"\xff\xd9"
    assert send(phone, broken).status_code == 415
    assert send(served.phone("watcher"), jpeg()).status_code == 403
    assert served.phone("watcher").web.post("/camera", headers={"Origin": "http://x"}).status_code == 403
    assert sink.given == []


def test_without_a_camera_it_says_so(serve):
    served = serve()
    table = served.play("coaster_park", moves=2)
    answer = send(served.phone(table.setup.names[0]), jpeg())
    assert (answer.status_code, answer.text) == (404, "There is nothing here.")


def test_the_size_is_read_without_opening_the_picture():
    assert jpeg_size(jpeg(640, 360)) == (640, 360)
    assert jpeg_size(jpeg(31, 999)) == (31, 999)


@settings(max_examples=100)
@given(st.binary(max_size=200), st.integers(0, 600))
def test_no_bytes_confuse_the_reading_of_the_size(junk, at):
    picture = jpeg()
    for data in (junk, b"\xff\xd8\xff" + junk + b"\xff\xd9", picture[:at] + junk + picture[at:]):
        size = jpeg_size(data)
        assert size is None or all(isinstance(side, int) and side >= 0 for side in size)


def test_photos_that_take_long_to_decode_hold_up_no_entry(serve):
    begun, go_on = threading.Event(), threading.Event()

    class Slow:
        def give(self, _jpeg):
            begun.set()
            assert go_on.wait(60)

    served = serve(camera=Slow())
    served.play("cosmic_coasters")
    phones = [served.phone(name) for name in served.table.setup.names]
    with ThreadPoolExecutor(6) as senders:
        answers = [senders.submit(send, phone, jpeg()) for phone in phones for _ in range(2)]
        try:
            assert begun.wait(60)
            phones[0].look("story")
            assert phones[0].now["view"] == "story"
        finally:
            go_on.set()
        assert [answer.result().status_code for answer in answers] == [200] * 6
