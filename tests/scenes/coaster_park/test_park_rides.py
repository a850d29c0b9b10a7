"""What the beams made of a run is told behind its line of the story: a speed, a time, another reading."""

import pytest

from companion.journal import Note
from companion.rules.coaster_park.commands import Pass, Run
from companion.rules.coaster_park.rules import RULES
from companion.rules.coaster_park.state import Attempt, Running
from companion.rules.contract import TABLE
from companion.scenes.coaster_park.wording import TELLING
from companion.scenes.cosmic_coasters.wording import TELLING as MOONS
from companion.scenes.telling import TellingRuns, story_lines
from companion.table import Told
from tests.scenes.coaster_park.parks import SHORT, fold, laid_out

COASTER = ("thunder-drop", "jump", "bump")
STATE = laid_out(coasters=(COASTER,), stage=Running(0, 0, (Attempt(1),), final=True))


@pytest.mark.parametrize(
    ("command", "note", "told"),
    [
        (Run(0, 2), Note("r", "2", 1.0, "", 4120, (920, 1314, 0)), "1.31 m/s over the Jump, 4.1 s"),
        (Run(0, 3), Note("r", "3", 1.0, "", 900, (0, 0, 755)), "0.76 m/s over the Bump, 0.9 s"),
        (Run(0, 1), Note("r", "2", 0.9, "", 0, (0, 920, 0)), "the beams read 2, 0.92 m/s over the Jump"),
        (Run(0, 2), Note("r", "2+rest", 0.9), "the beams read 2 and a rest"),
        (Run(0, 2, rest=True), Note("r", "2+rest", 0.9), ""),
        (Run(0, 2), Note("r"), ""),
        (Run(0, 2), Note("r", "2", 1.0, "", 0, (900, 800)), ""),
        (Pass(0), Note("r", "2", 1.0, "", 4120, (920, 0, 0)), ""),
    ],
)  # fmt: skip
def test_a_run_is_told_with_its_speed_its_time_and_what_else_the_beams_read(command, note, told):
    assert TELLING.ride(STATE, command, note) == told


def test_it_stands_behind_the_first_line_of_its_entry():
    events = RULES.decide(STATE, Run(0, 2))
    steps = tuple(fold(STATE, events))
    note = Note("r", "2", 1.0, "", 4120, (920, 1314, 0))
    bare = story_lines(Told(9, TABLE, Run(0, 2), steps), TELLING, SHORT)
    told = story_lines(Told(9, TABLE, Run(0, 2), steps, note), TELLING, SHORT)
    assert told == (f"{bare[0]} · 1.31 m/s over the Jump, 4.1 s", *bare[1:])
    assert "2 of 3 cleared" in bare[0]


def test_a_game_without_marbles_tells_no_rides():
    assert isinstance(TELLING, TellingRuns)
    assert not isinstance(MOONS, TellingRuns)
