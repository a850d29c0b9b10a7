"""The kiosk with a camera, measured from within: its preview, and touches while cards are recognised.

`companion bench screen` starts it; it prints its figures as JSON. The camera shows a photographed row that
the rules refuse, so that it is looked at again and again; it gives twenty pictures a second and no more.
"""

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

ROUNDS = 40
"""Touches that are timed, each on a card or on the way back from it."""

PATIENCE_S = 120.0


def main() -> None:
    """Open the camera's screen, count, touch, and print."""
    prepare(DISPLAY)
    from companion.kiosk.app import Kiosk, Places
    from companion.kiosk.settings import Settings, write_settings

    with tempfile.TemporaryDirectory(prefix="companion-bench-") as name:
        folder = Path(name)
        write_settings(folder / "kiosk.json", Settings(camera=f"picture:{_photo(folder)}"))
        kiosk = Kiosk(Places(folder / "journal.db", folder / "kiosk.json", folder / "recordings"), DISPLAY)
        kiosk.open()
        try:
            figures = _watched(kiosk)
        finally:
            kiosk.close()
        print(json.encode(figures).decode(), flush=True)


def _photo(folder: Path) -> Path:
    import cv2

    from companion.rehearsal.photographing import Photographer
    from companion.scenes.faces import printed

    have = printed("coaster_park")
    if have is None:
        raise RuntimeError("Coaster Park has cards")
    file = folder / "row.png"
    cv2.imwrite(str(file), Photographer(have).row(CARDS, 5).picture)
    return file


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
    """How many pictures are shown in a second, and how many are recognised beside them."""
    shown: list[float] = []
    recognised: set[int] = set()
    sight = kiosk.frames.screen.sight
    frames, before = sight.frames, 0.0
    started, used = time.perf_counter(), time.process_time()
    while (now := time.perf_counter()) - started < WATCHED_S:
        draw_frame()
        recognised.add(kiosk.cameras.progress().n)
        if sight.frames > frames:
            if before:
                shown.append(now - before)
            frames, before = sight.frames, now
    return {
        "preview_fps": (len(shown) + 1) / (time.perf_counter() - started),
        "preview_gap_ms": sorted(1000 * each for each in shown),
        "recognised_per_s": (len(recognised) - 1) / WATCHED_S,
        "preview_cpu_percent": 100 * (time.process_time() - used) / WATCHED_S,
    }


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
