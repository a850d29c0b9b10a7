"""Questions that turn to the side of the table where the player sits."""

import pytest

from companion.kiosk.settings import Settings
from companion.kiosk.turning import Turning
from companion.rules.contract import TABLE
from tests.kiosk.layout import faults

NAMES = ("Ann", "Benedikt")


@pytest.mark.parametrize("side", [0, 1, 2, 3])
def test_a_turned_question_is_answered_by_touching_what_it_shows(open_kiosk, side):
    opened = open_kiosk(size=(1280, 720), density=1.0, settings=Settings(turn=True, sides={"Ann": side}))
    opened.play("cosmic_coasters", NAMES)
    turning = next(each for each in opened.kiosk.frames.walk() if isinstance(each, Turning))
    assert turning.quarters == side
    last = opened.prompt.narrowing.choices[-1].step.id
    moon = opened.prompt.narrowing.tap(last).command.moon
    opened.fingers.touch(last)
    opened.fingers.settle()
    assert opened.table.view(TABLE).state.moons[0] == moon


@pytest.mark.parametrize("side", [1, 2])
def test_a_turned_question_fits(open_kiosk, side):
    opened = open_kiosk(settings=Settings(turn=True, sides={"Ann": side}))
    opened.play("cosmic_coasters", NAMES)
    assert faults(opened.kiosk) == []


def test_questions_stay_upright_unless_that_was_set(open_kiosk):
    opened = open_kiosk(settings=Settings(sides={"Ann": 2}))
    opened.play("cosmic_coasters", NAMES)
    turning = next(each for each in opened.kiosk.frames.walk() if isinstance(each, Turning))
    assert turning.quarters == 0
