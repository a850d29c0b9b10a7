"""The kiosk in a window of its own, measured from within; `companion bench screen` starts it.

It prints a line when its first frame is drawn, and its other figures as JSON at the end.
"""

import resource
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

from msgspec import json

from companion.kiosk.environment import Display, prepare

DISPLAY = Display(800, 480, offscreen=True)

ROUNDS = 150
"""Touches that are timed, and as many bare redraws between them."""

AROUND = frozenset({"chip", "more", "page", "story"})
"""The first part of ids that lead away from what is asked."""

SETTLING_S, IDLE_S = 2.0, 5.0
"""How long the loop is left alone before, and while, its idling is measured."""


def main(play: bool, phones: int = 0) -> None:
    """Draw the first frame and say so; then, if asked, play and measure while so many phones look on."""
    prepare(DISPLAY)
    from companion.kiosk.app import Kiosk, Places, draw_frame

    with tempfile.TemporaryDirectory(prefix="companion-bench-") as name:
        folder = Path(name)
        page = _page(folder) if phones else None
        places = Places(folder / "journal.db", folder / "kiosk.json", folder / "recordings")
        kiosk = Kiosk(places, DISPLAY, phones=page)
        kiosk.open()
        draw_frame()
        print("first frame", flush=True)
        if play:
            figures = _touches(kiosk, phones) | _idling()
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            print(json.encode(figures | {"peak_mb": peak}).decode(), flush=True)
        kiosk.close()


def _page(folder: Path) -> Any:
    """The page for phones, switched on from the start."""
    from companion.cli._phones import Phones
    from companion.kiosk.settings import Settings, write_settings

    write_settings(folder / "kiosk.json", Settings(phones=True))
    return Phones(folder, alone=False, host="127.0.0.1", port=0)


def _touches(kiosk: Any, phones: int) -> dict[str, Any]:
    """Play by touching anything that is asked, in turn with redraws of the same window; milliseconds."""
    from companion.kiosk.touching import Fingers
    from companion.rules.contract import Setup

    fingers = Fingers(kiosk)
    fingers.settle()
    kiosk.begin(Setup("cosmic_coasters", ("Ann", "Benedikt")), print)
    fingers.settle()
    kiosk.go("game")
    fingers.settle()
    if phones:
        from companion.cli.bench.tablet import Crowd

        people, table = kiosk.phones.people, kiosk.session.table
        with Crowd(kiosk.phones.address, people, phones, table):
            return _touched(kiosk, fingers)
    return _touched(kiosk, fingers)


def _touched(kiosk: Any, fingers: Any) -> dict[str, Any]:
    """Touch, and time it."""
    from kivy.core.window import Window

    from companion.kiosk.app import draw_frame

    dice = Random("touches")
    bare: list[float] = []
    touched: list[float] = []
    entered: list[float] = []
    for _ in range(ROUNDS):
        ways = [id_ for id_ in fingers.visible() if id_.partition(".")[0] not in AROUND]
        started = time.perf_counter()
        Window.canvas.ask_update()
        draw_frame()
        bare.append(time.perf_counter() - started)
        before = kiosk.session.table.n
        place = fingers.place(dice.choice(ways))
        started = time.perf_counter()
        fingers.down_and_up(*place)
        draw_frame()
        touched.append(time.perf_counter() - started)
        fingers.settle()
        if kiosk.session.table.n != before:
            entered.append(time.perf_counter() - started)
    return {"bare_ms": _ms(bare), "touch_ms": _ms(touched), "entry_ms": _ms(entered)}


def _idling() -> dict[str, Any]:
    """Let the loop run with nobody touching it; the share of a core it takes."""
    from companion.kiosk.app import draw_frame

    def pass_time(seconds: float) -> float:
        used, end = time.process_time(), time.monotonic() + seconds
        while time.monotonic() < end:
            draw_frame()
        return time.process_time() - used

    pass_time(SETTLING_S)
    return {"idle_cpu_percent": 100 * pass_time(IDLE_S) / IDLE_S}


def _ms(seconds: list[float]) -> list[float]:
    return [1000 * each for each in seconds]


if __name__ == "__main__":
    main(play="--play" in sys.argv, phones=int(sys.argv[-1]) if "--play" in sys.argv else 0)
