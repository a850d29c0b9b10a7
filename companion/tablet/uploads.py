"""Pictures that phones send: bounded in size, kind and pixels before anything is made of them."""

from starlette.requests import ClientDisconnect, Request

LARGEST = 8_000_000
"""Bytes; the page makes pictures smaller than a quarter of it."""

MOST_PIXELS = 30_000_000
LONGEST_SIDE = 12_000

_SIZES = frozenset({0xC0, 0xC1, 0xC2})
"""The markers behind which a baseline, extended or progressive JPEG says its size."""

_BARE = frozenset({0x01, *range(0xD0, 0xD9)})


class UploadError(Exception):
    """A picture is not taken; `status` is the answer's, the text says why."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


async def body(request: Request, most: int) -> bytes:
    """What a request brings, if it is no more than that."""
    said = request.headers.get("content-length", "")
    if said and (not said.isdigit() or int(said[:12]) > most):
        raise UploadError(413, f"That is too large: at most {most // 1000} kB.")
    found = bytearray()
    try:
        async for piece in request.stream():
            found += piece
            if len(found) > most:
                raise UploadError(413, f"That is too large: at most {most // 1000} kB.")
    except ClientDisconnect as gone:
        raise UploadError(400, "It broke off.") from gone
    return bytes(found)


async def picture(request: Request) -> bytes:
    """The JPEG that a request brings."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "image/jpeg":
        raise UploadError(415, "Send a picture as JPEG.")
    data = await body(request, LARGEST)
    size = jpeg_size(data)
    if size is None:
        raise UploadError(415, "That is not a picture as JPEG.")
    wide, high = size
    if not (0 < wide <= LONGEST_SIDE and 0 < high <= LONGEST_SIDE) or wide * high > MOST_PIXELS:
        raise UploadError(
            413, f"That picture is too large: at most {MOST_PIXELS // 1_000_000} million pixels."
        )
    return data


def jpeg_size(data: bytes) -> tuple[int, int] | None:
    """Width and height as a JPEG says them, without opening it; None for what is none."""
    if data[:3] != b"\xff\xd8\xff" or data[-2:] != b"\xff\xd9":
        return None
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF or marker in _BARE:
            at += 1 if marker == 0xFF else 2
            continue
        if marker in _SIZES:
            return int.from_bytes(data[at + 7 : at + 9]), int.from_bytes(data[at + 5 : at + 7])
        at += 2 + int.from_bytes(data[at + 2 : at + 4])
    return None
