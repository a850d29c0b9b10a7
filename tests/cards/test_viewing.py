"""What a screen shows of a camera is made beside it: small, as large as it is shown, and only while it is."""

import threading
import time

import cv2
import numpy as np
import pytest

from companion.cards import viewing
from companion.cards.viewing import Viewfinder, preview_of, shrunk
from tests.cards.test_watching import Camera, until


def taken(finder, after=0, longest=640):
    found = []
    until(lambda: found.append(finder.newest(after, longest)) or found[-1] is not None)
    return found[-1]


def test_a_preview_is_small_and_in_the_screen_s_order_of_colours():
    camera = Camera(running=False)
    camera.show(size=(720, 1280))
    preview = taken(Viewfinder(camera.newest))
    assert preview.size == (640, 360)
    assert len(preview.rgba) == 640 * 360 * 4
    assert preview.rgba[:4] == bytes((30, 20, 10, 255))


def test_each_frame_is_shown_once():
    camera = Camera(running=False)
    finder = Viewfinder(camera.newest)
    n = 0
    for _ in range(5):
        camera.show()
        n = taken(finder, n).n
    assert n == 5
    camera.asked.clear()
    until(camera.asked.is_set)
    assert finder.newest(n) is None


def test_it_is_made_as_large_as_it_is_shown_even_if_no_other_frame_comes():
    camera = Camera(running=False)
    camera.show(size=(720, 1280))
    finder = Viewfinder(camera.newest)
    first = taken(finder, 0, 320)
    assert first.size == (320, 180)
    assert taken(finder, first.n, 960).size == (960, 540)


def test_the_screen_s_thread_neither_waits_for_a_camera_nor_makes_the_picture(monkeypatch):
    makers, waiting = [], threading.Event()

    def slow(_after, _timeout):
        waiting.wait(20)
        return camera.frame

    def noted(*given):
        makers.append(threading.current_thread())
        return preview_of(*given)

    monkeypatch.setattr(viewing, "preview_of", noted)
    camera = Camera(running=False)
    camera.show()
    finder = Viewfinder(slow)
    assert finder.newest() is None
    waiting.set()
    taken(finder)
    assert threading.current_thread() not in makers


def test_nothing_is_made_while_nobody_looks_and_what_was_seen_before_is_not_shown_then():
    now = [0.0]
    camera = Camera(running=False)
    camera.show()
    finder = Viewfinder(camera.newest, lambda: now[0])
    taken(finder)
    now[0] += viewing.REST_S + 0.1
    until(lambda: finder._thread is None)
    camera.show(size=(36, 64))
    assert finder.newest() is None
    assert taken(finder).size == (64, 36)


def test_a_fault_of_a_camera_costs_one_picture_and_is_logged(caplog):
    camera = Camera(running=False)
    camera.show()
    faults = [ZeroDivisionError("planted")]

    def newest(after, timeout):
        if faults:
            raise faults.pop()
        return camera.newest(after, timeout)

    assert taken(Viewfinder(newest)).n == 1
    assert "planted" in caplog.text


@pytest.mark.parametrize("size", [(1, 1), (72, 128), (3072, 4096), (3000, 40), (721, 1283)])
def test_a_picture_is_shrunk_to_its_own_shape_and_looks_the_same(size):
    high, wide = size
    across = np.linspace(0, 255, wide)[None, :] * np.ones((high, 1))
    picture = np.dstack([across, across[:, ::-1], np.full(size, 90.0)]).astype(np.uint8)
    small = shrunk(picture, 506)
    assert max(small.shape[:2]) == min(max(size), 506)
    if min(small.shape[:2]) > 1:
        exact = cv2.resize(picture, small.shape[1::-1], interpolation=cv2.INTER_AREA)
        assert np.abs(small.astype(int) - exact).mean() < 3
        assert small.shape[1] / small.shape[0] == pytest.approx(wide / high, rel=0.15)


def test_many_looks_start_one_thread():
    camera = Camera(running=False)
    finder = Viewfinder(camera.newest)
    before = threading.active_count()
    for _ in range(20):
        finder.newest()
    time.sleep(0.01)
    assert threading.active_count() == before + 1


def test_once_it_is_closed_nothing_is_made_any_more():
    camera = Camera(running=False)
    camera.show()
    finder = Viewfinder(camera.newest)
    n = taken(finder).n
    thread = finder._thread
    finder.close()
    assert not thread.is_alive()
    camera.show()
    assert finder.newest(n) is None
    assert finder._thread is None
