import cv2
import numpy as np
import pytest

from companion.cards.camera import CameraError, CameraState
from companion.cards.picamera import PicameraSource, load
from companion.cards.showing import EACH_S, RATE, FolderSource, PictureSource, VideoSource
from tests.cards.pretend_picamera import CONTROLS, PretendPicamera


def png(path, level):
    picture = np.full((64, 64, 3), level, np.uint8)
    picture[::2] = 10
    cv2.imwrite(str(path), picture)


def levels(source, frames):
    return [int(source.grab()[1, 0, 0]) for _ in range(frames)]


def still(_):
    pass


@pytest.mark.parametrize(
    "data",
    [b"", b"no picture at all", b"\xff\xd8\xff\xe0 torn", b"\x89PNG\r\n\x1a\n"],
    ids=["empty", "text", "jpeg", "png"],
)
def test_a_file_that_is_no_picture_is_refused_in_one_line(tmp_path, data):
    file = tmp_path / "odd.jpg"
    file.write_bytes(data)
    with pytest.raises(CameraError) as caught:
        PictureSource(file, still).open()
    assert caught.value.state is CameraState.REFUSED
    assert "odd.jpg" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_folder_shows_each_picture_in_turn_and_keeps_the_last(tmp_path):
    for name, level in (("b.png", 100), ("a.png", 50), ("c.PNG", 200)):
        png(tmp_path / name, level)
    source = FolderSource(tmp_path, still)
    source.open()
    each = round(EACH_S * RATE)
    shown = levels(source, 4 * each)
    assert shown == [50] * (each - 1) + [100] * each + [200] * (2 * each + 1)


def test_files_of_a_folder_that_can_t_be_read_are_left_out_and_counted(tmp_path):
    png(tmp_path / "d.png", 70)
    for name in "abc":
        (tmp_path / f"{name}.jpg").write_bytes(b"junk")
    (tmp_path / "._d.png").write_bytes(b"hidden by another system, and not counted")
    source = FolderSource(tmp_path, still)
    source.open()
    assert levels(source, 1) == [70]
    assert source.notes[0].startswith("3 files left out; the last: c.jpg")


def test_a_folder_of_ten_thousand_pictures_holds_one_at_a_time(tmp_path, monkeypatch):
    for number in range(10_000):
        (tmp_path / f"{number:05}.png").touch()
    read = []
    monkeypatch.setattr(
        "companion.cards.showing.read_picture",
        lambda path: read.append(path.name) or np.zeros((64, 64, 3), np.uint8),
    )
    source = FolderSource(tmp_path, still)
    source.open()
    for _ in range(round(3 * EACH_S * RATE)):
        source.grab()
    assert read == [f"{number:05}.png" for number in range(4)]


@pytest.mark.parametrize("make", [lambda path: path.mkdir(), lambda path: path.write_bytes(b"")])
def test_a_folder_without_pictures_is_told(tmp_path, make):
    make(tmp_path / "deck")
    with pytest.raises(CameraError, match=r"deck: (no pictures in it|Not a directory)"):
        FolderSource(tmp_path / "deck", still).open()


def test_a_video_keeps_its_pace_and_its_last_frame(tmp_path):
    writer = cv2.VideoWriter(str(tmp_path / "v.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 64))
    for level in (40, 120, 240):
        writer.write(np.full((64, 64, 3), level, np.uint8))
    writer.release()
    now, waits = [0.0], []

    def wait(seconds):
        waits.append(round(seconds, 3))
        now[0] += seconds

    source = VideoSource(tmp_path / "v.avi", wait, lambda: now[0])
    source.open()
    assert levels(source, 5) == pytest.approx([40, 120, 240, 240, 240], abs=3)
    assert waits == [0.1] * 5
    assert source.notes == ("the video is over",)
    source.close()


def test_a_slow_reader_of_a_video_is_not_made_to_catch_up(tmp_path):
    writer = cv2.VideoWriter(str(tmp_path / "v.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 64))
    for _ in range(9):
        writer.write(np.zeros((64, 64, 3), np.uint8))
    writer.release()
    now, waits = [0.0], []
    source = VideoSource(tmp_path / "v.avi", waits.append, lambda: now[0])
    source.open()
    source.grab()
    now[0] = 60.0
    source.grab()
    source.grab()
    assert waits[1:] == [0.0, pytest.approx(0.0, abs=0.11)]


def test_a_file_that_is_no_video_is_told(tmp_path):
    (tmp_path / "v.mp4").write_bytes(b"junk" * 100)
    with pytest.raises(CameraError, match="not a video that can be read"):
        VideoSource(tmp_path / "v.mp4", still).open()
    with pytest.raises(CameraError, match="no such file"):
        VideoSource(tmp_path / "none.mp4", still).open()


def test_picamera_s_absence_names_the_package_of_debian(monkeypatch):
    monkeypatch.setattr("companion.cards.picamera.DEBIAN", "/nowhere")
    with pytest.raises(CameraError, match="sudo apt install python3-picamera2") as caught:
        load()
    assert caught.value.state is CameraState.REFUSED


def test_the_pi_s_automatics_are_held_once_they_rest():
    module, now = PretendPicamera(), [0.0]
    source = PicameraSource(0, lambda: module, lambda: now[0])
    source.open()
    assert module.set_to == [{"AfMode": 2}]
    for _ in range(40):
        now[0] += 0.1
        source.grab()
    assert module.set_to[1:] == [
        {"AeEnable": False, "ExposureTime": 9000, "AnalogueGain": 2.0},
        {"AwbEnable": False, "ColourGains": (1.5, 1.8)},
        {"AfMode": 0, "LensPosition": 3.0},
    ]
    assert source.notes == ()


def test_a_pi_camera_without_a_moving_lens_is_told():
    module = PretendPicamera(
        controls={name: None for name in CONTROLS if not name.startswith(("Af", "Lens"))}
    )
    now = [0.0]
    source = PicameraSource(0, lambda: module, lambda: now[0])
    source.open()
    for _ in range(40):
        now[0] += 0.1
        source.grab()
    assert source.notes == ("this camera's focus can't be held",)


def test_a_pi_without_a_camera_is_told_to_check_the_ribbon():
    with pytest.raises(CameraError, match="check its ribbon"):
        PicameraSource(1, PretendPicamera).open()
