"""What the bytes of a picture say before it is decoded: how large it is, and whether they are all there."""

import re
import struct
from collections.abc import Iterator

PNG = b"\x89PNG\r\n\x1a\n"
JPEG = b"\xff\xd8\xff"

_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""The markers of a JPEG behind which its size stands."""

_BARE = frozenset({0x01, *range(0xD0, 0xD8)})
_SCAN = 0xDA

_MARKER = re.compile(rb"\xff[^\x00\x01\xd0-\xd8\xff]")
"""What ends a scan's own bytes: a marker with a length, or the end."""

MOST_SCANS = 64
"""A progressive JPEG has about ten; a decoder goes over the whole picture for each."""

_WIDTH, _HEIGHT, _SHORT = 256, 257, 3
"""Tags of a TIFF, and the kind of a value of two bytes."""


def stated_size(data: bytes) -> tuple[int, int] | None:
    """The width and height that a JPEG, PNG, WebP, BMP or TIFF states; None for anything else."""
    try:
        if data.startswith(PNG):
            return struct.unpack(">II", data[16:24])
        if data.startswith(JPEG):
            frame = next((at for kind, at in _segments(data) if kind in _FRAMES), len(data))
            return struct.unpack(">HH", data[frame + 5 : frame + 9])[::-1]
        if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
            return _webp_size(data)
        if data.startswith((b"II*\0", b"MM\0*")):
            return _tiff_size(data)
        if data.startswith(b"BM"):
            old = struct.unpack("<I", data[14:18])[0] == 12
            wide, high = struct.unpack("<HH" if old else "<ii", data[18:22] if old else data[18:26])
            return abs(wide), abs(high)
    except struct.error:  # it ends before it says so
        return None
    return None


def torn(data: bytes) -> bool:
    """Whether the end of a picture is missing, which decoders fill with grey; more behind it is no fault."""
    if data.startswith(JPEG):
        scan = next((at for kind, at in _segments(data) if kind == _SCAN), len(data))
        return data.find(b"\xff\xd9", scan) < 0
    if data.startswith(b"RIFF"):
        return len(data) < 8 + int.from_bytes(data[4:8], "little")
    return data.startswith(PNG) and b"IEND" not in data


def many_scans(data: bytes) -> bool:
    """Whether a JPEG goes over its picture more than `MOST_SCANS` times: a small file slow to decode."""
    if not data.startswith(JPEG):
        return False
    at = next((at for kind, at in _segments(data) if kind == _SCAN), len(data))
    scans = 0
    while (found := _MARKER.search(data, at)) is not None and found[0] != b"\xff\xd9":
        scans += found[0] == b"\xff\xda"
        if scans > MOST_SCANS:
            return True
        length = int.from_bytes(data[found.end() : found.end() + 2])
        at = found.end() + max(length, 2)
    return False  # what lies behind the end, a short film for instance, is not looked at


def _segments(data: bytes) -> Iterator[tuple[int, int]]:
    """The markers of a JPEG up to its first scan, each with where it stands."""
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        kind = data[at + 1]
        if kind == 0xFF:  # padding
            at += 1
            continue
        yield kind, at
        if kind == _SCAN:
            return
        at += 2 if kind in _BARE else 2 + struct.unpack(">H", data[at + 2 : at + 4])[0]


def _webp_size(data: bytes) -> tuple[int, int] | None:
    match data[12:16]:
        case b"VP8X":
            bits = struct.unpack("<Q", data[24:30] + b"\0\0")[0]
            return (bits & 0xFFFFFF) + 1, (bits >> 24) + 1
        case b"VP8L":
            bits = struct.unpack("<I", data[21:25])[0]
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"VP8 ":
            wide, high = struct.unpack("<HH", data[26:30])
            return wide & 0x3FFF, high & 0x3FFF
        case _:
            return None


def _tiff_size(data: bytes) -> tuple[int, int] | None:
    """The size in the first list of a TIFF's tags, each of 12 bytes: number, kind, count, value."""
    order = "<" if data.startswith(b"II") else ">"
    (start,) = struct.unpack(order + "I", data[4:8])
    (count,) = struct.unpack(order + "H", data[start : start + 2])
    found: dict[int, int] = {}
    for at in range(start + 2, start + 2 + 12 * count, 12):
        tag, kind = struct.unpack(order + "HH", data[at : at + 4])
        if tag in (_WIDTH, _HEIGHT):
            form, length = ("H", 2) if kind == _SHORT else ("I", 4)
            (found[tag],) = struct.unpack(order + form, data[at + 8 : at + 8 + length])
    return (found[_WIDTH], found[_HEIGHT]) if len(found) == 2 else None
