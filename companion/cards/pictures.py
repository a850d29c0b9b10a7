"""Pictures from files: decoded within bounded memory, or refused in one line."""

import stat
from pathlib import Path
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.cards.stated import many_scans, stated_size, torn

cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)  # what it can't read is told by us, once

Picture = NDArray[np.uint8]
"""Rows of pixels of blue, green, red."""

Grey = NDArray[np.uint8]
"""Rows of pixels of one brightness."""

LONGEST_PX = 4096
"""A picture from a file is handed on no larger; what a 12-megapixel phone takes still fits."""

SMALLEST_PX = 32
"""No card can be told in a picture smaller than this."""

LARGEST_FILE = 64 * 2**20

MOST_PIXELS = 60_000_000
"""What is decoded: a small file can unfold to more than the memory holds."""

FLAT = 2.0
"""Brightness varies less than this, of 255, in a picture of one colour: a lens cap, a dead camera."""


class PictureError(ValueError):
    """A file that can't be looked at: which one, why, and what to do."""


def read_picture(path: Path) -> Picture:
    """Read a picture, upright as its camera says, scaled to at most 4096 px; raises PictureError."""
    picture = decoded(read_bytes(path), path.name)
    height, width = picture.shape[:2]
    if min(height, width) < SMALLEST_PX:
        raise PictureError(f"{path.name}: {width}x{height} pixels show no card; take a larger picture")
    if _flat(picture):
        raise PictureError(f"{path.name}: one colour all over; is the lens covered or the light off?")
    return picture


def decoded(data: bytes, name: str, how: int = cv2.IMREAD_COLOR) -> Picture:
    """Decode a picture held in memory, `name` being what to call it; raises PictureError."""
    wide, high = stated_size(data) or (0, 0)
    if wide * high > MOST_PIXELS:
        raise PictureError(f"{name}: {wide}x{high} pixels are too many; send a smaller one")
    if torn(data):
        raise PictureError(f"{name}: the file ends in the middle of the picture; copy it again")
    if many_scans(data):
        raise PictureError(f"{name}: it is put together in too many steps; send it as a plain JPEG")
    array = np.frombuffer(data, np.uint8)
    try:
        picture = cv2.imdecode(array, how) if wide * high else None
    except cv2.error as error:
        raise PictureError(f"{name}: can't be decoded ({_reason(error)}); send it as JPEG or PNG") from error
    if picture is None:
        raise PictureError(f"{name}: not a picture that can be read; send it as JPEG or PNG")
    return fitted(picture, LONGEST_PX)[0]


def fitted(picture: Picture, longest: int) -> tuple[Picture, float]:
    """The picture with its longer side at most so long, and its scale against the original."""
    scale = longest / max(picture.shape[:2])
    if scale >= 1:
        return picture, 1.0
    size = (max(round(picture.shape[1] * scale), 1), max(round(picture.shape[0] * scale), 1))
    return cast(Picture, cv2.resize(picture, size, interpolation=cv2.INTER_AREA)), scale


def grey_of(picture: Picture, longest: int) -> tuple[Grey, float]:
    """The picture's brightness with its longer side at most so long, and its scale against the original."""
    return fitted(cast(Grey, cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)), longest)


def read_bytes(path: Path) -> bytes:
    """The bytes of a picture's file; raises PictureError."""
    try:
        about = path.stat()
        if not stat.S_ISREG(about.st_mode):
            raise PictureError(f"{path.name}: not a file; name a picture")
        if about.st_size > LARGEST_FILE:
            raise PictureError(f"{path.name}: larger than {LARGEST_FILE >> 20} MB; send a smaller picture")
        return path.read_bytes()
    except OSError as error:
        raise PictureError(f"{path.name}: {error.strerror or error}; check the file's name") from error


def _flat(picture: Picture) -> bool:
    small = cv2.resize(picture, (64, 64), interpolation=cv2.INTER_AREA)
    return bool(small.std(axis=(0, 1)).max() < FLAT)


def _reason(error: cv2.error) -> str:
    return str(error).strip().splitlines()[-1].split("error: ")[-1][:120]
