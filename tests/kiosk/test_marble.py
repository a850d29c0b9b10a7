"""A run on the screen: beams enter it when they are sure, ask when they are not, and hands always can."""

import pytest

from companion.marbles import Beam, Role, layout
from companion.rules.contract import TABLE, Observe, Sensed
from companion.scenes.rolling import seen_of
from companion.table.running import Passage, Phase, Progress
from tests.kiosk.opening import Opened

NAMES = ("Ann", "Benedikt")


def awaiting_a_run(opened: Opened) -> Observe:
    """Play Coaster Park until a marble is awaited."""
    opened.play("coaster_park", NAMES, seed=5)
    for _ in range(400):
        runs = [ask for ask in opened.table.view(TABLE).asks if isinstance(ask, Observe)]
        found = [ask for ask in runs if ask.sensed is Sensed.RUN]
        if found:
            opened.still()
            return found[0]
        assert opened.go_on(1)
    raise AssertionError("nobody tests a coaster")


def wait_for(opened: Opened, phase: Phase) -> None:
    for _ in range(400):
        if opened.kiosk.beams.devices.progress().phase is phase:
            return
        opened.fingers.wait(0.02)
    raise AssertionError(f"still {opened.kiosk.beams.devices.progress()}")


def test_a_launched_marble_enters_its_run_by_itself(open_kiosk):
    opened = open_kiosk(beams="simulated:0")
    awaiting_a_run(opened)
    wait_for(opened, Phase.ARMED)
    n = opened.table.n
    opened.fingers.touch("marble.launch")
    for _ in range(200):
        opened.fingers.wait(0.02)
        if opened.table.n > n:
            break
        if opened.kiosk.beams.devices.progress().phase is Phase.RUNNING:
            opened.kiosk.beams.devices.done()
    entry = opened.table.entry(n + 1)
    assert entry.source == "beam"


def test_a_run_that_the_beams_doubt_asks_with_their_guesses_and_is_entered_by_one(open_kiosk):
    opened = open_kiosk(beams="simulated:0")
    ask = awaiting_a_run(opened)
    wait_for(opened, Phase.ARMED)
    n = opened.table.n
    opened.kiosk.beams.devices.done()  # nothing was launched, and yet somebody says that it is over
    for _ in range(200):
        opened.fingers.wait(0.02)
        if opened.table.n > n or opened.kiosk.beams.devices.pending() is not None:
            break
    opened.fingers.settle()
    guess = opened.kiosk.beams.devices.pending()
    if guess is None:
        assert opened.table.entry(n + 1).command == ask.options[0]
        return
    assert "marble.guess.0" in opened.fingers.visible()
    opened.fingers.touch("marble.guess.0")
    opened.fingers.settle()
    assert opened.table.entry(n + 1).command == guess.possible[0].command


def test_a_run_can_always_be_entered_by_hand(open_kiosk):
    opened = open_kiosk(beams="simulated:0")
    ask = awaiting_a_run(opened)
    n = opened.table.n
    opened.fingers.touch("marble.by_hand")
    opened.fingers.settle()
    path = opened.kiosk.session.telling.path(opened.table.view(TABLE).state, ask.options[1], NAMES)
    opened.fingers.touch(path[-1].id)
    opened.fingers.settle()
    assert opened.table.entry(n + 1).command == ask.options[1]


def test_without_beams_the_screen_asks_at_once(open_kiosk):
    opened = open_kiosk()
    awaiting_a_run(opened)
    assert opened.prompt.group.run is not None
    assert "marble.launch" not in opened.fingers.visible()


HILLS = ("Launch", "Bump", "Jump")


@pytest.mark.parametrize(
    ("broken", "lamps"),
    [
        ((), ("awaited", "unlit", "unlit", "unlit")),
        ((0,), ("lit", "awaited", "unlit", "unlit")),
        ((0, 1, 2), ("lit", "lit", "lit", "awaited")),
    ],
)
def test_each_beam_s_lamp_shows_whether_the_marble_was_there(broken, lamps):
    passages = tuple(Passage(beam, 1000 * beam, 0.8) for beam in broken)
    progress = Progress(Phase.RUNNING, HILLS, layout(HILLS), passages=passages)
    assert seen_of(progress, None, 0.0).beams == lamps


def test_a_hill_without_a_clip_has_a_dead_lamp():
    progress = Progress(Phase.ARMED, HILLS, (Beam(0, Role.EXIT), Beam(2, Role.EXIT)))
    assert seen_of(progress, None, 0.0).beams == ("awaited", "dead", "dead", "unlit")


def test_the_marble_rolls_on_but_never_over_a_beam_that_did_not_see_it():
    progress = Progress(Phase.RUNNING, HILLS, layout(HILLS), passed=1)
    places = [seen_of(progress, None, seconds).marble for seconds in (0.0, 0.5, 5.0)]
    assert [hill for hill, _ in places] == [1, 1, 1]
    assert places[0][1] < places[1][1] < places[2][1] < 1.0
