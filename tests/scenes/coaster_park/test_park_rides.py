"""What the beams made of a run is told behind its line of the story: a speed, a time, another reading."""

import pytest
from msgspec.structs import replace

from companion.journal import Note
from companion.marbles import layout
from companion.rules.coaster_park.commands import Pass, Run, Try
from companion.rules.coaster_park.rules import RULES
from companion.rules.coaster_park.state import Attempt, Finals, Running, State
from companion.rules.contract import TABLE
from companion.scenes.clips import first_to_test
from companion.scenes.coaster_park.wording import TELLING
from companion.scenes.cosmic_coasters.wording import TELLING as MOONS
from companion.scenes.telling import TellingRuns, story_lines
from companion.table import Told
from companion.table.running import Phase, Progress
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


def finals(*coasters: tuple[str, ...]) -> State:
    """Ann has these coasters to test, and Benedikt one after her."""
    state = laid_out(coasters=coasters, stage=Finals((0, 1)))
    ann = replace(state.players[0], runs=tuple(None for _ in coasters))
    ben = replace(state.players[1], coasters=(COASTER,), runs=(None,))
    return replace(state, players=(ann, ben, *state.players[2:]))


def test_the_coasters_to_come_are_named_with_their_hills_and_those_that_may_go_first():
    tests = TELLING.coming_tests(finals(("comet-drop", "loop"), COASTER))
    assert [(test.name, test.hills, test.command) for test in tests] == [
        ("Comet Drop", ("comet-drop", "loop"), Try(0, 0)),
        ("Thunder Drop", ("thunder-drop", "jump", "Bump"), Try(0, 1)),
        ("Thunder Drop", ("thunder-drop", "jump", "Bump"), None),
    ]
    assert TELLING.coming_tests(STATE) == ()


def test_the_coaster_on_which_the_clips_are_is_suggested_where_that_moves_fewer():
    tests = TELLING.coming_tests(finals(("comet-drop", "loop"), COASTER))
    on_it = Progress(Phase.IDLE, tests[1].hills, layout(tests[1].hills))
    assert first_to_test(tests, on_it, 5) == "Fewest clips move if the Thunder Drop goes first."
    assert first_to_test(tests, on_it, 12) == ""
    assert first_to_test(tests, Progress(), 5) == ""
    assert first_to_test(tests[1:], on_it, 5) == ""
