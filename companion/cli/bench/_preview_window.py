"""The kiosk with a camera, measured from within: its preview, and touches while cards are recognised.

`companion bench screen` starts it; it prints its figures as JSON. The camera gives thirty compressed pictures
a second of a row that the rules refuse, so that it is recognised again and again, as fast as that goes. How
busy the recogniser's process was is among the figures.
"""

import multiprocessing
import os
import tempfile
import time
from pathlib import Path
from typing import Any

from msgspec import json

from companion.kiosk.environment import Display, prepare

DISPLAY = Display(800, 480, offscreen=True)

CARDS = ("launch-03", "standard-01", "standard-02", "standard-03", "launch-02")
"""A row that begins with the wrong deck."""

WATCHED_S = 6.0
"""How long the preview runs while its pictures are counted."""

ROUNDS = 120
"""Touches that are timed, each on a card or on the way back from it."""

PATIENCE_S = 120.0


def main() -> None:
    """Open the camera's screen, count, touch, and print."""
    prepare(DISPLAY)
    from companion.cli.bench._preview_camera import live
    from companion.kiosk.app import Kiosk, Places
    from companion.kiosk.lens import Lens
    from companion.kiosk.settings import Settings, write_settings

    table = _row()
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as name:
        folder = Path(name)
        write_settings(folder / "kiosk.json", Settings(camera="v4l2:auto"))
        kiosk = Kiosk(Places(folder / "journal.db", folder / "kiosk.json", folder / "recordings"), DISPLAY)
        kiosk.cameras.opener = lambda address: Lens(address, lambda _address: live(table))
        kiosk.open()
        try:
            figures = _watched(kiosk)
        finally:
            kiosk.close()
        print(json.encode(figures).decode(), flush=True)


def _row() -> Any:
    from companion.rehearsal.photographing import Photographer
    from companion.scenes.faces import printed

    have = printed("coaster_park")
    if have is None:
        raise RuntimeError("Coaster Park has cards")
    return Photographer(have).row(CARDS, 5).picture


def _watched(kiosk: Any) -> dict[str, Any]:
    from companion.kiosk.app import draw_frame
    from companion.kiosk.touching import Fingers
    from companion.rules.contract import Setup

    fingers = Fingers(kiosk)
    fingers.settle()
    kiosk.begin(Setup("coaster_park", ("Ann", "Benedikt")), print)
    fingers.settle()
    kiosk.go("game")
    end = time.monotonic() + PATIENCE_S
    while _refused(kiosk) is None:
        draw_frame()
        if time.monotonic() > end:
            raise TimeoutError(f"no card was recognised: {kiosk.cameras.progress()}")
    return _pictures(kiosk, draw_frame) | _touches(fingers, draw_frame)


def _refused(kiosk: Any) -> Any:
    progress = kiosk.cameras.progress()
    return progress if progress is not None and progress.phase.value == "refused" else None


def _pictures(kiosk: Any, draw_frame: Any) -> dict[str, Any]:
    """How many pictures are shown in a second, what they cost, and how busy the recogniser is beside them."""
    shown: list[float] = []
    recognised: set[int] = set()
    sight = kiosk.frames.screen.sight
    frames, before = sight.frames, 0.0
    (recogniser,) = (child.pid or 0 for child in multiprocessing.active_children())
    camera = kiosk.cameras.seen
    busy, used, drawn = _cpu_s(recogniser), time.process_time(), time.thread_time()
    started = time.perf_counter()
    while (now := time.perf_counter()) - started < WATCHED_S:
        draw_frame()
        recognised.add(kiosk.cameras.progress().n)
        if sight.frames > frames:
            if before:
                shown.append(now - before)
            frames, before = sight.frames, now
    took, count = time.perf_counter() - started, len(shown) + 1
    return {
        "preview_camera_fps": (kiosk.cameras.seen - camera) / took,
        "preview_fps": count / took,
        "preview_gap_ms": sorted(1000 * each for each in shown),
        "preview_recognised_per_s": (len(recognised) - 1) / took,
        "preview_recogniser_cpu_percent": 100 * (_cpu_s(recogniser) - busy) / took,
        "preview_cpu_ms_a_picture": 1000 * (time.process_time() - used) / count,
        "preview_screen_thread_ms_a_picture": 1000 * (time.thread_time() - drawn) / count,
    }


def _cpu_s(pid: int) -> float:
    """The processor's time that another process has taken, as Linux counts it."""
    behind_name = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    return sum(map(int, behind_name[11:13])) / os.sysconf("SC_CLK_TCK")


def _touches(fingers: Any, draw_frame: Any) -> dict[str, Any]:
    """Touch a card and the way back, in turn with redraws of the same window; milliseconds."""
    from kivy.core.window import Window

    bare: list[float] = []
    touched: list[float] = []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        Window.canvas.ask_update()
        draw_frame()
        bare.append(1000 * (time.perf_counter() - started))
        there = fingers.visible()
        target = next((id_ for id_ in ("cards.back", "card.1", "card.0") if id_ in there), "")
        if not target:  # the cards are being looked at anew
            continue
        place = fingers.place(target)
        started = time.perf_counter()
        fingers.down_and_up(*place)
        draw_frame()
        touched.append(1000 * (time.perf_counter() - started))
        draw_frame()
    return {"preview_touch_ms": touched, "preview_bare_ms": bare}


if __name__ == "__main__":
    main()
