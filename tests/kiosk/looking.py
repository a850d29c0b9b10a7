"""A kiosk whose camera sees what a test says: real pictures on the screen, and sightings that are made up."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.cards.watching import Sighting
from companion.kiosk.decks import Known
from companion.kiosk.settings import Settings
from companion.table.in_view import Phase, Progress
from tests.kiosk.opening import Opened
from tests.table.eyes import Eyes

NAMES = ("Ann", "Benedikt", "Chiara")
ROW = ("standard-01", "standard-02", "standard-03", "launch-01", "launch-02")


class Watcher(Eyes):
    """Eyes that are let go of when the table is left."""

    closed = False

    def close(self) -> None:
        self.closed = True


class Looking:
    """An open kiosk with a camera, and what it is said to see."""

    def __init__(self, opened: Opened, decks: Path) -> None:
        self.opened, self.watchers = opened, list[Watcher]()
        cameras = opened.kiosk.cameras
        cameras.watcher = self._watch
        cameras.decks.of = lambda *_: Known(decks, {})

    def _watch(self, *_: Any) -> Watcher:
        self.watchers.append(Watcher())
        return self.watchers[-1]

    @property
    def progress(self) -> Progress | None:
        return self.opened.kiosk.cameras.progress()

    @property
    def screen(self) -> str:
        return self.opened.kiosk._shown[0]

    @property
    def looked_through(self) -> bool:
        return bool(self.watchers and self.watchers[-1].listeners)

    def sit_down(self, game: str = "coaster_park", names: tuple[str, ...] = NAMES, **options: str) -> None:
        """Begin an evening whose cards are looked for."""
        self.opened.play(game, names, **options)
        self.until(lambda: self.looked_through)

    def see(self, *cards: Any, steady: bool = True, problem: str = "") -> Progress:
        """The camera sees these; once it was taken in."""
        watcher = self.watchers[-1]
        watcher.show(*cards, steady=steady, problem=problem)
        self.until(lambda: self._taken_in(watcher.n, problem))
        return self.progress

    def _taken_in(self, n: int, problem: str) -> bool:
        progress = self.progress
        return progress is not None and (progress.n >= n or (problem != "" and progress.problem == problem))

    def until(self, done: Callable[[], bool]) -> None:
        """Let everything take its course, without drawing, until this is so."""
        for _ in range(600):
            self.opened.still()
            if done():
                return
            time.sleep(0.01)
        raise AssertionError(f"still {self.screen}: {self.progress}")

    def touch(self, id_: str) -> None:
        self.opened.fingers.touch(id_)
        self.opened.still()

    @property
    def visible(self) -> tuple[str, ...]:
        return self.opened.fingers.visible()


def picture(path: Path, size: tuple[int, int] = (640, 360)) -> Path:
    """A picture that is not of one colour."""
    wide, high = size
    across = np.linspace(40, 220, wide, dtype=np.uint8)
    pixels = np.dstack([np.tile(across, (high, 1))] * 3)
    cv2.rectangle(pixels, (wide // 4, high // 4), (wide // 2, high // 2), (20, 180, 240), -1)
    cv2.imwrite(str(path), pixels)
    return path


def looking(open_kiosk: Any, folder: Path, **how: Any) -> Looking:
    """Open a kiosk whose camera shows a picture."""
    shown = picture(folder / "table.png")
    dark = how.pop("dark", True)
    opened = open_kiosk(settings=Settings(camera=f"picture:{shown}", dark=dark), **how)
    return Looking(opened, folder)


__all__ = ["NAMES", "ROW", "Looking", "Phase", "Sighting", "looking", "picture"]
