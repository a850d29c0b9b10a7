import struct
import zlib

import cv2
import numpy as np
import pytest

from companion.cards import PictureError
from companion.cards.camera import CameraState, open_camera
from companion.cards.phone import LONGEST_PX, MOST_BYTES


def encoded(width, height, ending):
    picture = np.random.default_rng(3).integers(0, 255, (height // 16, width // 16, 3), np.uint8)
    return cv2.imencode(ending, cv2.resize(picture, (width, height), interpolation=cv2.INTER_NEAREST))[
        1
    ].tobytes()


def png_that_unfolds(width, height):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize("ending", [".jpg", ".png"])
def test_a_photo_of_twelve_megapixels_is_taken_and_kept_small(ending):
    camera = open_camera("phone:")
    assert camera.status().state is CameraState.SEARCHING
    assert camera.give(encoded(4000, 3000, ending)) == 1
    frame = camera.newest()
    assert frame.picture.shape == (LONGEST_PX * 3 // 4, LONGEST_PX, 3)
    assert camera.status().state is CameraState.LIVE


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "not a JPEG or PNG"),
        (b"GIF89a" + bytes(100), "not a JPEG or PNG"),
        (b"\xff\xd8\xff", "ends in the middle"),
        (b"\xff\xd8\xff\xe0\x00\x00" * 40, "ends in the middle"),
        (bytes(MOST_BYTES + 1), "16 MB are too much"),
        (png_that_unfolds(30_000, 30_000), "30000x30000 pixels are too many"),
        (encoded(640, 480, ".jpg")[:-3000], "ends in the middle"),
    ],
    ids=["empty", "gif", "short", "looping", "large", "unfolding", "torn"],
)
def test_what_is_no_photo_is_refused_in_one_line_and_leaves_the_last_one(data, why):
    camera = open_camera("phone:")
    camera.give(encoded(640, 480, ".jpg"))
    with pytest.raises(PictureError, match=why) as caught:
        camera.give(data)
    assert "\n" not in str(caught.value)
    assert camera.newest().n == 1


def test_a_closed_phone_takes_no_photo():
    camera = open_camera("phone:")
    camera.close()
    with pytest.raises(PictureError, match="no camera is wanted"):
        camera.give(encoded(640, 480, ".jpg"))
