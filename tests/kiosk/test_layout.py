"""Every screen at every supported size: nothing too small for a finger, cut, outside or one over another."""

import os
from pathlib import Path

import pytest

from companion.rules import games
from tests.kiosk.layout import faults
from tests.kiosk.opening import LONG, Opened

SIZES = {
    "800x480": ((800, 480), 0.0),
    "1280x720": ((1280, 720), 1.0),
    "1280x720 dense": ((1280, 720), 1.6),
    "720x1280": ((720, 1280), 1.0),
}

STAGES = 7

FULLEST = 4
"""The most seats of most games, and so the fullest screens."""

PICTURES = os.environ.get("KIOSK_PICTURES")
"""A folder to keep a picture of every screen in, for somebody who wants to look at them."""


def check(opened: Opened, size: str, what: str) -> list[str]:
    opened.still()
    if PICTURES:
        opened.fingers.settle()
        opened.fingers.picture(Path(PICTURES) / f"{size.replace(' ', '-')}-{what}.png")
    return [f"{what}: {fault}" for fault in faults(opened.kiosk)]


@pytest.mark.parametrize("size", SIZES)
def test_home_seats_and_keyboard_fit(open_kiosk, size):
    opened = open_kiosk(size=SIZES[size][0], density=SIZES[size][1])
    touch = opened.fingers.touch
    found = check(opened, size, "home")
    for game, rules in games().items():
        touch(f"home.new.{game}")
        opened.still()
        while "seats.add" in opened.fingers.visible():
            touch("seats.add")
            opened.still()
        for seat in range(rules.seats.stop - 1):
            touch(f"seats.name.{seat}")
            for letter in LONG[seat].lower().replace(" ", "").replace("ä", "a"):
                touch(f"key.{letter}")
            opened.still()
            if not seat:
                found += check(opened, size, f"{game}-keyboard")
            touch("key.done")
            opened.still()
        found += check(opened, size, f"{game}-seats")
        touch("seats.start")
        found += check(opened, size, f"{game}-setup")
        touch("setup.leave")
        opened.still()
    found += check(opened, size, "home-resume")
    assert found == []


@pytest.mark.parametrize(
    ("size", "seats"),
    [
        pytest.param(size, seats, marks=() if seats == FULLEST or size == "800x480" else pytest.mark.full)
        for size in SIZES
        for seats in (2, FULLEST, 6)
    ],
)
@pytest.mark.parametrize("game", sorted(games()))
def test_the_game_fits_at_every_stage(open_kiosk, size, game, seats):
    if seats not in games()[game].seats:
        pytest.skip("the game has no such number of seats")
    opened = open_kiosk(size=SIZES[size][0], density=SIZES[size][1], beams="")
    found = []
    opened.play(game, LONG[:seats])
    for stage in range(STAGES):
        found += check(opened, size, f"{game}-{seats}-{stage:02d}")
        if not opened.go_on(11):
            break
    assert found == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", sorted(games()))
def test_scores_sheets_and_lists_fit(open_kiosk, size, game):
    opened = open_kiosk(size=SIZES[size][0], density=SIZES[size][1], beams="")
    opened.play(game, LONG[:3], moves=30)
    touch, found = opened.fingers.touch, []
    for sheet in ("story", "host"):
        touch("more")
        found += check(opened, size, f"{game}-menu")
        touch(f"menu.{sheet}")
        found += check(opened, size, f"{game}-{sheet}")
        touch("sheet.close")
        opened.still()
    touch("story.take_back")
    found += check(opened, size, f"{game}-take-back")
    touch("confirm.no")
    opened.finish()
    found += check(opened, size, f"{game}-scores")
    touch("scores.all")
    found += check(opened, size, f"{game}-scores-all")
    touch("scores.home")
    opened.still()
    for screen in ("past", "settings", "beams"):
        touch(f"home.{screen}")
        found += check(opened, size, screen)
        touch({"past": "history.back"}.get(screen, f"{screen}.back"))
        opened.still()
    assert found == []
