"""What a table is told of its clips around a run."""

import pytest

from companion.marbles import Beam, Reading, Role, layout
from companion.marbles.apart import alike
from companion.rules.contract import Observe, Sensed
from companion.scenes.clips import ALIKE, DOUBT, before, before_first, doubt
from companion.table.running import Guess, Phase, Progress

HILLS = ("Launch", "Plain", "Bump")


def armed(beams: tuple[Beam, ...] = layout(HILLS), **more: tuple[int, ...]) -> Progress:
    return Progress(Phase.ARMED, HILLS, beams, alike=alike(HILLS, beams), **more)


@pytest.mark.parametrize(
    ("progress", "told"),
    [
        (armed(), "Let the marble go: the beams are waiting."),
        (armed(blocked=(0, 2)), "Clips 1 and 3 from the top are blocked: take out what is in the way."),
        (armed(silent=(1,)), "Clip 2 from the top is not heard of: is it aimed, and plugged in?"),
        (armed(blocked=(3,), silent=(1,)), "Clip 4 from the top is blocked: take out what is in the way."),
        (armed(layout(HILLS)[1:]), "These clips can’t tell apart: 0 or 1 passed."),
    ],
)
def test_before_the_launch_it_is_said_what_is_amiss_or_can_t_be_told(progress, told):
    assert before(progress) == told


def test_only_without_a_clip_at_the_launch_can_a_marble_pass_hills_unseen_at_first():
    assert not before_first(armed())
    assert not before_first(armed((Beam(0, Role.EXIT), Beam(1, Role.EXIT), Beam(2, Role.EXIT))))
    assert before_first(armed(layout(HILLS)[1:]))


def test_a_doubt_says_whether_only_clips_are_missing():
    ask = Observe("run", 0, Sensed.RUN, ())
    reading = Reading(0, None, 0.5, "")
    assert doubt(None) == ""
    assert doubt(Guess(ask, reading, ())) == DOUBT
    assert doubt(Guess(ask, reading, (), alike=True)) == ALIKE
