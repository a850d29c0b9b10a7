"""What every camera keeps, wherever its pictures come from."""

import threading
import time

import cv2
import numpy as np
import pytest

from companion.cards.camera import CameraAddressError, CameraState, open_camera
from companion.cards.picamera import PicameraSource
from companion.cards.streaming import StreamingCamera
from companion.cards.v4l2 import V4l2Source
from tests.cards.pretend_picamera import PretendPicamera
from tests.cards.pretend_v4l2 import WEBCAM, PretendMachine

SOON_S = 20.0
RETRY_S = 0.02


def pixels(seed=1):
    return np.random.default_rng(seed).integers(0, 255, (72, 128, 3), np.uint8)


def png(path, seed=1):
    cv2.imwrite(str(path), pixels(seed))
    return path


def a_picture(folder):
    return open_camera(f"picture:{png(folder / 'table.png')}"), lambda: None


def a_folder(folder):
    png(folder / "a.png")
    return open_camera(f"folder:{folder}"), lambda: None


def a_video(folder):
    writer = cv2.VideoWriter(str(folder / "v.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 50, (128, 72))
    for seed in range(3):
        writer.write(pixels(seed))
    writer.release()
    return open_camera(f"video:{folder / 'v.avi'}"), lambda: None


def a_phone(folder):
    camera = open_camera("phone:")
    data = png(folder / "photo.png").read_bytes()
    camera.give(data)
    return camera, lambda: camera.give(data)


def a_usb_camera(_):
    machine = PretendMachine(WEBCAM)
    return StreamingCamera("v4l2:auto", V4l2Source("auto", machine), RETRY_S), lambda: None


def a_pi_camera(_):
    module = PretendPicamera()
    return StreamingCamera("picamera:0", PicameraSource(0, lambda: module), RETRY_S), lambda: None


@pytest.fixture(
    params=[a_picture, a_folder, a_video, a_phone, a_usb_camera, a_pi_camera], ids=lambda make: make.__name__
)
def camera_and_more(request, tmp_path):
    camera, more = request.param(tmp_path)
    yield camera, more
    camera.close()


def until(what):
    end = time.monotonic() + SOON_S
    while not what():
        assert time.monotonic() < end
        time.sleep(0.002)


def test_frames_come_with_rising_numbers_and_are_pictures(camera_and_more):
    camera, more = camera_and_more
    first = camera.newest(timeout=SOON_S)
    more()
    second = camera.newest(first.n, SOON_S)
    assert 1 <= first.n < second.n
    assert first.at <= second.at <= time.monotonic()
    assert second.picture.shape == (72, 128, 3)
    assert second.picture.dtype == np.uint8
    status = camera.status()
    assert (status.state, status.size) == (CameraState.LIVE, (128, 72))


def test_only_the_newest_frame_is_handed_out(camera_and_more):
    camera, more = camera_and_more
    first = camera.newest(timeout=SOON_S)
    for _ in range(4):
        more()
    until(lambda: camera.newest(first.n + 2) is not None)
    assert camera.newest().n >= first.n + 3
    assert camera.newest(after=10**9) is None


def test_a_caller_that_waits_is_woken_by_a_frame_and_by_closing(camera_and_more):
    camera, _ = camera_and_more
    camera.newest(timeout=SOON_S)
    answers = []
    waiting = threading.Thread(target=lambda: answers.append(camera.newest(after=10**9, timeout=SOON_S)))
    waiting.start()
    camera.close()
    waiting.join(SOON_S)
    assert answers == [None]


def test_closing_twice_is_harmless_and_ends_the_frames(camera_and_more):
    camera, _ = camera_and_more
    camera.newest(timeout=SOON_S)
    camera.close()
    camera.close()
    last = camera.newest()
    assert camera.newest(last.n if last else 0) is None


def test_the_address_opens_the_same_camera_again(camera_and_more):
    camera, _ = camera_and_more
    assert camera.address.partition(":")[0] in ("picture", "folder", "video", "phone", "v4l2", "picamera")


@pytest.mark.parametrize(
    "address", ["", "v4l2", "webcam:0", "phone:7", "picture:", "folder:  ", "video:", "picamera:left"]
)
def test_an_address_that_can_open_nothing_is_refused_in_one_line(address):
    with pytest.raises(CameraAddressError) as caught:
        open_camera(address)
    assert "\n" not in str(caught.value)


def test_a_camera_unplugged_in_the_middle_is_told_and_taken_up_again():
    machine = PretendMachine(WEBCAM)
    camera = StreamingCamera("v4l2:auto", V4l2Source("auto", machine), RETRY_S)
    try:
        before = camera.newest(timeout=SOON_S)
        machine.plugged = []
        until(lambda: camera.status().state is CameraState.LOST)
        assert "unplugged" in camera.status().detail
        until(lambda: camera.status().state is CameraState.SEARCHING)
        machine.plugged = [WEBCAM]
        until(lambda: camera.status().state is CameraState.LIVE)
        assert camera.newest(before.n, SOON_S).n > before.n
    finally:
        camera.close()


def test_a_pi_camera_whose_ribbon_comes_loose_is_told():
    module = PretendPicamera()
    camera = StreamingCamera("picamera:0", PicameraSource(0, lambda: module), RETRY_S)
    try:
        camera.newest(timeout=SOON_S)
        module.broken = "Camera frontend has timed out!"
        until(lambda: camera.status().state in (CameraState.LOST, CameraState.REFUSED))
        assert "timed out" in camera.status().detail
        module.broken = ""
        until(lambda: camera.status().state is CameraState.LIVE)
    finally:
        camera.close()
    assert module.open == 0


def test_a_fault_of_our_own_is_told_and_does_not_end_the_camera(caplog):
    class Faulty:
        notes = ()
        tries = 0

        def open(self):
            self.tries += 1

        def grab(self):
            if self.tries == 1:
                raise ZeroDivisionError("planted")
            return pixels()

        def close(self):
            if self.tries == 1:
                raise ValueError("planted too")

    camera = StreamingCamera("test:", Faulty(), RETRY_S)
    try:
        assert camera.newest(timeout=SOON_S) is not None
    finally:
        camera.close()
    assert "planted" in caplog.text
    assert "did not let go" in caplog.text
