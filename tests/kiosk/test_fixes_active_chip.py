"""Whoever is asked stands out among the seats, on dark and on light ground."""

import pytest

from companion.kiosk.settings import Settings

NAMES = ("Ann", "Benedikt", "Cem")


@pytest.mark.parametrize(("dark", "fill", "edge"), [(True, "cream", None), (False, "accent@50", "accent")])
def test_the_chip_of_who_is_asked_stands_out(open_kiosk, dark, fill, edge):
    opened = open_kiosk(settings=Settings(dark=dark))
    opened.play("coaster_park", NAMES, moves=3)
    asked = [chip for chip in opened.kiosk.frames.screen._chips if chip.asked]
    others = [chip for chip in opened.kiosk.frames.screen._chips if not chip.asked]
    assert asked
    for chip in asked:
        plate = next(iter(chip.shapes()))
        assert plate.fill == fill
        assert edge is None or plate.stroke == edge
    assert all(next(iter(chip.shapes())).fill == "raised" for chip in others)
