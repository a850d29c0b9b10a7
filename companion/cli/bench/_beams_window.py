"""The kiosk's screen of beams in a window of its own; `companion bench link` starts it beside a board.

It prints a line when the board is live, and at the end, as JSON, when each edge was heard, durable and drawn,
in microseconds of the machine's monotonic clock.
"""

import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct, field, json

from companion.kiosk.environment import Display, prepare
from companion.marbles import LinkState
from companion.marbles.kept import EdgeLog, Landed
from companion.marbles.link import Link

DISPLAY = Display(800, 480, offscreen=True)

FINDING_S = 30.0


class Moments(Struct):
    """When the edges, in their order, were durable, and when they were drawn."""

    durable: list[int] = field(default_factory=list)
    drawn: list[int] = field(default_factory=list)


class _TimedLog(EdgeLog):
    """Notes when edges are durable."""

    def __init__(self, path: Path, durable: list[int]) -> None:
        super().__init__(path)
        self._durable = durable

    def keep(self, landed: Sequence[Landed]) -> None:
        super().keep(landed)
        self._durable += [_now_us()] * len(landed)


def _now_us() -> int:
    return time.monotonic_ns() // 1000


def main(address: str, edges: int, seconds: float) -> None:
    """Show the beams until so many edges were drawn, or the time is over."""
    prepare(DISPLAY)
    from companion.kiosk.app import Kiosk, Places, draw_frame

    moments = Moments()
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as name:
        folder = Path(name)
        places = Places(folder / "journal.db", folder / "kiosk.json", folder / "recordings")
        kiosk = Kiosk(places, DISPLAY, address)
        kiosk.open()
        _frames_until(lambda: kiosk.beams.source is not None, FINDING_S)
        link = kiosk.beams.source
        if not isinstance(link, Link):
            raise SystemExit(f"{address} is no link to a board")
        link.keep(_TimedLog(folder / "edges.log", moments.durable))
        kiosk.go("beams")
        handed: list[int] = []
        lock = threading.Lock()

        def hand_over() -> None:
            with lock:
                handed.append(1)

        link.listen(lambda _: kiosk.worker.tell(hand_over))
        _frames_until(lambda: link.status().state is LinkState.LIVE, FINDING_S)
        print("live", flush=True)
        end = time.monotonic() + seconds
        while len(moments.drawn) < edges and time.monotonic() < end:
            draw_frame()
            with lock:
                moments.drawn += [_now_us()] * len(handed)
                handed.clear()
        kiosk.close()
    print(json.encode(moments).decode(), flush=True)


def _frames_until(true: object, seconds: float) -> None:
    from companion.kiosk.app import draw_frame

    end = time.monotonic() + seconds
    while callable(true) and not true() and time.monotonic() < end:
        draw_frame()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]))
