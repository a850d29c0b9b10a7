"""The marble's screen: a marble falls off only while one runs, and guesses say how far they are."""

from companion.table.running import Phase
from tests.kiosk.test_marble import awaiting_a_run, wait_for


def test_a_marble_can_fall_off_only_while_it_runs_and_nothing_moves_below_the_finger(open_kiosk):
    opened = open_kiosk(beams="simulated:0")
    awaiting_a_run(opened)
    wait_for(opened, Phase.ARMED)
    opened.fingers.settle()
    assert "marble.fell" not in opened.fingers.visible()
    place = opened.fingers.place("marble.launch")
    opened.fingers.touch("marble.launch")
    wait_for(opened, Phase.RUNNING)
    opened.still()
    assert "marble.fell" in opened.fingers.visible()
    assert tuple(opened.kiosk.frames.screen._launch.center) == place


def test_each_guess_says_how_many_hills_were_cleared(open_kiosk):
    opened = open_kiosk(beams="simulated:0")
    ask = awaiting_a_run(opened)
    screen = opened.kiosk.frames.screen
    called = [screen._called(command, "") for command in ask.options]
    assert len(set(called)) == len(called)
    assert all("cleared" in where for _, where in called)
