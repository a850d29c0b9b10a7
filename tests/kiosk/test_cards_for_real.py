"""The whole way on the screen: a picture, the recogniser in its own process, the rules, the journal."""

import multiprocessing
import time

import cv2
import pytest

from companion.journal import Source
from companion.kiosk.settings import Settings
from companion.rehearsal.photographing import Photographer
from companion.rules.contract import TABLE
from companion.rules.cosmic_coasters.state import Moons
from companion.scenes.faces import printed
from companion.scenes.shapes import Text

NAMES = ("Ann", "Bo", "Cem")
DRAWN = ("Io", "Ganymede", "Europa")
PATIENCE_S = 120.0
"""For a machine that is busy with other tests; it takes a few seconds."""


@pytest.fixture
def caches(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path


def until(opened, done):
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        opened.still()
        if done():
            return
        time.sleep(0.02)
    raise AssertionError(f"still {opened.kiosk._shown[0]}: {opened.kiosk.cameras.progress()}")


def said(opened) -> str:
    opened.fingers.settle()
    sight = opened.kiosk.frames.screen.sight
    return " ".join(shape.text for shape in sight.view.scene.shapes if isinstance(shape, Text))


def test_garbage_is_told_a_killed_recogniser_comes_back_and_the_moons_are_set_up(open_kiosk, caches):
    table = caches / "table.png"
    table.write_bytes(b"\x89PNG\r\n\x1a\n" + b"garbage" * 500)
    opened = open_kiosk(settings=Settings(camera=f"picture:{table}"))
    opened.play("cosmic_coasters", NAMES, moons=Moons.DRAWN)
    cameras = opened.kiosk.cameras
    until(opened, lambda: opened.kiosk._shown[0] == "cards")
    until(opened, lambda: "table.png" in cameras.progress().problem)
    assert "table.png" in said(opened)
    assert opened.table.n == 0

    ended: list[str] = []
    cameras.cards.subscribe(lambda progress: ended.append(progress.problem))
    (child,) = multiprocessing.active_children()
    child.kill()
    good = caches / "good.png"
    cv2.imwrite(str(good), Photographer(printed("cosmic_coasters")).row(DRAWN, 2).picture)
    good.replace(table)
    until(opened, lambda: opened.table.n >= len(DRAWN))
    assert any("recogniser ended" in problem for problem in ended)
    assert opened.table.view(TABLE).state.moons == DRAWN
    assert {opened.table.entry(n).source for n in (1, 2, 3)} == {Source.CAMERA}
    until(opened, lambda: opened.kiosk._shown[0] == "game")
    assert len(multiprocessing.active_children()) == 1  # kept for the next ask
    opened.kiosk.stand_up()
    until(opened, lambda: not multiprocessing.active_children())
    assert opened.kiosk.failures == []
