import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cards.pictures import MOST_PIXELS, PictureError, read_picture
from companion.cards.stated import MOST_SCANS, many_scans, stated_size, torn

PICTURE = cv2.resize(
    np.random.default_rng(3).integers(0, 255, (12, 16, 3), np.uint8),
    (160, 120),
    interpolation=cv2.INTER_NEAREST,
)
ENDINGS = (".jpg", ".png", ".webp", ".bmp", ".tif")


def encoded(ending, *how):
    return cv2.imencode(ending, PICTURE, how)[1].tobytes()


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


WIDE, HIGH = 30_000, 25_000

UNFOLDING = {
    ".png": b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", WIDE, HIGH, 8, 0, 0, 0, 0)),
    ".jpg": b"\xff\xd8\xff\xc0\x00\x0b\x08" + struct.pack(">HH", HIGH, WIDE) + b"\x01\x01\x11\x00",
    ".webp": b"RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0"
    + struct.pack("<I", WIDE - 1)[:3]
    + struct.pack("<I", HIGH - 1)[:3],
    ".tif": b"MM\0*" + struct.pack(">IH HHIHH HHII", 8, 2, 256, 3, 1, WIDE, 0, 257, 4, 1, HIGH),
    ".bmp": b"BM" + bytes(12) + struct.pack("<Iii", 40, WIDE, -HIGH),
}


@pytest.mark.parametrize("ending", ENDINGS)
def test_the_size_that_a_picture_states_is_read_without_decoding_it(ending):
    assert stated_size(encoded(ending)) == (160, 120)
    assert stated_size(encoded(".webp", cv2.IMWRITE_WEBP_QUALITY, 80)) == (160, 120)


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_small_file_that_would_unfold_to_gigabytes_is_refused_undecoded(tmp_path, monkeypatch, ending):
    assert WIDE * HIGH > MOST_PIXELS
    monkeypatch.setattr("cv2.imdecode", None)
    file = tmp_path / f"large{ending}"
    file.write_bytes(UNFOLDING[ending])
    with pytest.raises(
        PictureError, match=r"^large\.\w+: 30000x25000 pixels are too many; send a smaller one$"
    ):
        read_picture(file)


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp"])
def test_a_picture_of_which_only_the_first_half_arrived_is_torn(tmp_path, ending):
    data = encoded(ending)
    file = tmp_path / f"half{ending}"
    file.write_bytes(data[: len(data) // 2])
    assert not torn(data)
    with pytest.raises(PictureError, match=r"^half\.\w+: the file ends in the middle of the picture"):
        read_picture(file)


def test_a_thumbnail_s_end_is_not_taken_for_the_picture_s():
    thumbnail = b"\xff\xe1" + struct.pack(">H", 2 + 40) + bytes(38) + b"\xff\xd9"
    data = encoded(".jpg")
    whole = data[:2] + thumbnail + data[2:]
    assert stated_size(whole) == (160, 120)
    assert not torn(whole)
    assert torn(whole[: len(whole) // 2])


def test_a_phone_s_photo_with_its_film_behind_it_is_read(tmp_path: Path):
    file = tmp_path / "moving.jpg"
    file.write_bytes(encoded(".jpg") + bytes(100_000))
    assert read_picture(file).shape == (120, 160, 3)


@pytest.mark.parametrize("length", range(0, 64, 3))
@pytest.mark.parametrize("ending", ENDINGS)
def test_a_head_cut_anywhere_states_no_wrong_size(ending, length):
    assert stated_size(encoded(ending)[:length]) in (None, (160, 120))


def test_a_small_jpeg_of_thousands_of_scans_is_refused_undecoded(tmp_path, monkeypatch):
    plain = encoded(".jpg", cv2.IMWRITE_JPEG_PROGRESSIVE, 1)
    assert 1 < plain.count(b"\xff\xda") < MOST_SCANS
    assert not many_scans(plain)
    empty = b"\xff\xda\x00\x08\x01\x01\x00\x01\x3f\x00"
    hidden = b"\xff\xfe\x00\x04\xff\xd9"  # a comment that looks like the end
    assert many_scans(plain[:-2] + hidden + empty * 6_000 + plain[-2:])
    assert not many_scans(plain + empty * 6_000)  # behind the end may lie a film
    file = tmp_path / "slow.jpg"
    file.write_bytes(plain[:-2] + empty * 6_000 + plain[-2:])
    monkeypatch.setattr("cv2.imdecode", None)
    with pytest.raises(PictureError, match=r"^slow\.jpg: it is put together in too many steps"):
        read_picture(file)
