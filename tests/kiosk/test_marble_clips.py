"""A run with too few clips, in the wrong state, or without any, as the marble's screen shows it."""

import pytest

from companion.kiosk.settings import Settings
from companion.rules.contract import TABLE, Sensed
from companion.scenes.clips import ALIKE
from companion.table.devices import Phase
from tests.kiosk.layout import faults
from tests.kiosk.opening import Opened
from tests.kiosk.test_marble import wait_for
from tests.table.bench import Bench


def awaiting(open_kiosk, **how) -> tuple[Opened, Bench]:
    """A kiosk that awaits a run, at beams which the test breaks."""
    opened, bench = open_kiosk(**how), Bench()
    opened.kiosk.beams.source = bench
    opened.play("coaster_park", ("Ann", "Benedikt"), seed=5)
    table = opened.table
    while not any(getattr(ask, "sensed", "") is Sensed.RUN for ask in table.view(TABLE).asks):
        table.submit(opened._rehearsal.next(table).command)
    opened.still()
    shown(opened, Phase.ARMED)
    return opened, bench


def shown(opened: Opened, phase: Phase) -> None:
    wait_for(opened, phase)
    opened.fingers.settle()


def status(opened: Opened) -> str:
    return opened.kiosk.frames.screen._status.text


@pytest.mark.parametrize("size", [(800, 480), (720, 1280)])
def test_with_one_clip_the_table_is_told_what_looks_alike_and_asked_only_that(open_kiosk, size):
    opened, bench = awaiting(open_kiosk, size=size, settings=Settings(clips=("1",)))
    devices = opened.kiosk.beams.devices
    hills = len(devices.progress().hills)
    assert hills > 1
    assert status(opened).startswith("These clips can’t tell apart: 0 ")
    assert "No clip saw it" in opened.kiosk.frames.screen._fell.label
    assert faults(opened.kiosk) == []
    n = opened.table.n
    opened.fingers.touch("marble.fell")
    shown(opened, Phase.DOUBTFUL)
    guesses = [id_ for id_ in opened.fingers.visible() if id_.startswith("marble.guess.")]
    assert [possible.sensed for possible in devices.pending().possible] == [
        str(passed) for passed in range(hills)
    ]
    assert len(guesses) == hills
    assert opened.prompt._title.text == ALIKE
    assert faults(opened.kiosk) == []
    opened.fingers.touch(f"marble.guess.{hills - 1}")
    opened.fingers.settle()
    assert opened.table.entry(n + 1).command.passed == hills - 1
    assert opened.table.entry(n + 1).note.reading == "0"
    shown(opened, Phase.ARMED)
    bench.wait(700)
    bench.broken(0)
    bench.wait(1100)
    opened.fingers.settle()
    wait_for_entry(opened, n + 2)
    assert opened.table.entry(n + 2).command.passed == hills


def wait_for_entry(opened: Opened, n: int) -> None:
    for _ in range(200):
        if opened.table.n >= n:
            return
        opened.fingers.wait(0.02)
    raise AssertionError("nothing was entered")


def test_a_coaster_goes_without_beams_by_one_touch_and_with_them_by_another(open_kiosk):
    opened, bench = awaiting(open_kiosk)
    devices, n = opened.kiosk.beams.devices, opened.table.n
    bench.edge(0, broken=True)
    bench.wait(1500)
    for _ in range(100):
        opened.fingers.wait(0.02)
        if "blocked" in status(opened):
            break
    assert status(opened) == "Clip 1 from the top is blocked: take out what is in the way."
    assert faults(opened.kiosk) == []
    bench.edge(0, broken=False)
    opened.fingers.touch("marble.beams")
    shown(opened, Phase.BY_HAND)
    assert status(opened) == "Tested without beams: say how far it ran."
    assert opened.prompt.group.run is not None
    assert faults(opened.kiosk) == []
    bench.wait(700)
    bench.broken(0)
    opened.fingers.settle()
    assert opened.table.n == n
    ask = next(group.run for group in opened.kiosk.session.shown.groups if group.run)
    path = opened.kiosk.session.telling.path(
        opened.table.view(TABLE).state, ask.options[1], opened.kiosk.session.names
    )
    opened.fingers.touch(path[-1].id)
    opened.fingers.settle()
    assert opened.table.entry(n + 1).command == ask.options[1]
    assert opened.table.entry(n + 1).note is None
    shown(opened, Phase.BY_HAND)
    opened.fingers.touch("marble.beams")
    shown(opened, Phase.ARMED)
    assert devices.progress().beams
    assert status(opened) == "Let the marble go: the beams are waiting."


def test_a_clip_whose_board_is_unplugged_is_named_before_the_launch(open_kiosk):
    opened, _ = awaiting(open_kiosk, settings=Settings(clips=("1", "00C0FFEE:2", *"3456789")))
    assert status(opened) == "Clip 2 from the top is not heard of: is it aimed, and plugged in?"
