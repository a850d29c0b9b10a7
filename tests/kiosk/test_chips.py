"""Seats' chips: long names whole, numbers that count to their new value."""

import pytest
from kivy.clock import Clock
from kivy.metrics import Metrics

from companion.kiosk.chips import SeatChip, chip_rows, clock_width
from companion.kiosk.theme import CHIP, Theme
from companion.scenes.shapes import Text
from companion.scenes.telling import Chip
from tests.kiosk.opening import LONG


def chip(name: str, wide: float, shown: Chip) -> SeatChip:
    made = SeatChip(Theme(), 0, name, lambda: None, lambda *_, **__: None)
    made.size = (wide * Metrics.density, CHIP * Metrics.density)
    made.tell(shown, asked=True, keeps_secret=True, focused=True)
    Clock.tick_draw()
    return made


@pytest.mark.parametrize("name", LONG)
@pytest.mark.parametrize("screen", [720.0, 800.0, 889.0, 1280.0])
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_a_long_name_is_whole_on_every_screen(screen, seats, name):
    row = screen - 16
    columns = -(-seats // chip_rows(row, seats))
    wide = (row - clock_width(row, seats) - 8 * columns) / columns
    for shown in (Chip("$24", "", (3, 7)), Chip("7", "5 at home · 2 abroad")):
        assert not chip(name, wide, shown).clipped


def test_a_number_counts_to_its_new_value_and_then_stands_still():
    made = chip("Ann", 200, Chip("$24"))
    made.tell(Chip("$36"), asked=True, keeps_secret=True, focused=True)
    seen = set()
    while made.counting:
        Clock.tick()
        seen.add(made.shown)
    assert made.shown == "$36"
    assert all(24 <= int(number[1:]) <= 36 for number in seen)
    assert not made.counting


def test_a_calm_screen_shows_a_new_number_at_once():
    made = chip("Ann", 200, Chip("$24"))
    made.calm = True
    made.tell(Chip("$36"), asked=True, keeps_secret=True, focused=True)
    assert made.shown == "$36"
    assert not made.counting


@pytest.mark.parametrize("number", ["7", "17", "117"])
@pytest.mark.parametrize("name", ["Ann", "Finn", "Maximilian"])
def test_a_name_is_whole_beside_every_number_and_the_sign_of_a_secret(name, number):
    assert not chip(name, 102, Chip(number, "places a card")).clipped


def test_in_a_bar_where_one_name_needs_a_line_of_its_own_each_has_one(open_kiosk):
    opened = open_kiosk()
    opened.play("coaster_clash", ("Ann", "Ng", "Maximiliane", "Dov", "Esra", "Finn"))
    chips = opened.kiosk.frames.screen._chips
    assert [chip.needs_stacking for chip in chips] != [True] * 6
    assert {chip.stacks for chip in chips} == {True}


@pytest.mark.parametrize(("wide", "said"), [(200, "ride 20 · longest"), (140, "ride 20"), (80, "")])
def test_a_small_line_without_room_says_its_first_part_or_nothing(wide, said):
    made = chip("Jonas", wide, Chip("7", "ride 20 · longest"))
    assert {"ride 20 · longest", "ride 20"} & words(made) == ({said} if said else set())


def words(made):
    return {shape.text for shape in made.shapes() if isinstance(shape, Text)}
