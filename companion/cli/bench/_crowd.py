"""Many open pages in one process: `companion bench` starts it, and hears when the last has each moment.

It is told an address and tokens in a line of JSON. It prints `here` once all pages have a picture, and then
a line for each moment: its number, and when the last page had it or a newer one.
"""

import asyncio
import sys
import time
from collections.abc import Iterable

from msgspec import json
from websockets.asyncio.client import ClientConnection, connect

SIZES = ((390, 480), (360, 420), (820, 560), (1170, 640))


class Crowd:
    """All pages, and what each of them has."""

    def __init__(self, address: str, tokens: list[str]) -> None:
        self._address, self._tokens = address, tokens
        self._has: list[int] = [-1] * len(tokens)
        self._open: dict[int, int] = {}
        self._greeted = False

    async def watch(self) -> None:
        """Open all pages, and look on."""
        await asyncio.gather(*(self._page(place) for place in range(len(self._tokens))))

    async def _page(self, place: int) -> None:
        headers = {"Cookie": f"companion={self._tokens[place]}"}
        way = connect(
            f"ws://{self._address}/table",
            additional_headers=headers,
            origin=f"http://{self._address}",  # type: ignore[arg-type]  # a NewType of str
            compression=None,
            max_size=None,
        )
        async with way as socket:
            await self._look(socket, place)
            async for frame in socket:
                if frame.startswith('{"now"') if isinstance(frame, str) else False:
                    now = json.decode(frame)["now"]
                    self._shown(place, now["evening"] * 10_000 + now["n"])

    async def _look(self, socket: ClientConnection, place: int) -> None:
        wide, high = SIZES[place % len(SIZES)]
        message = {"type": "Look", "width": wide, "height": high, "dark": place % 3 != 0}
        await socket.send(json.encode(message).decode())

    def _shown(self, place: int, moment: int) -> None:
        before, self._has[place] = self._has[place], moment
        if not self._greeted:
            if min(self._has) >= 0:
                self._greeted = True
                _print(["here"])
            return
        if moment > before:
            least = min(self._has)
            self._open.setdefault(moment, 0)
            ready = [each for each in self._open if each <= least]
            for each in ready:
                del self._open[each]
            at = time.monotonic()
            _print(json.encode((each, at)).decode() for each in ready)


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    told = json.decode(sys.stdin.readline())
    asyncio.run(Crowd(told["address"], told["tokens"]).watch())
