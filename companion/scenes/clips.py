"""What a table is told of its clips around a run: what is amiss, and what they can't tell apart."""

from collections.abc import Sequence

from companion.marbles import Result
from companion.marbles.apart import words as alike_words
from companion.scenes.telling import ComingTest
from companion.table.moving import Standing, fewest, planned
from companion.table.running import Guess, Progress

DOUBT = "The beams are not sure. What was it?"
ALIKE = "The clips can’t tell these apart. Which was it?"


def before(progress: Progress) -> str:
    """What there is to know of the clips before the launch, what is amiss first."""
    if progress.blocked:
        return f"{_clips(progress.blocked)} blocked: take out what is in the way."
    if progress.silent:
        return f"{_clips(progress.silent)} not heard of: is it aimed, and plugged in?"
    if progress.alike:
        return f"These clips can’t tell apart: {alike_words(progress.alike)}."
    return "Let the marble go: the beams are waiting."


def before_first(progress: Progress) -> bool:
    """Whether a marble may pass hills before the first clip can see it."""
    return any(Result(0) in group for group in progress.alike)


def doubt(guess: Guess | None) -> str:
    """Why the table is asked about a run; nothing if the beams do not ask."""
    return "" if guess is None else ALIKE if guess.alike else DOUBT


def first_to_test(tests: Sequence[ComingTest], progress: Progress, clips: int) -> str:
    """Which coaster is best tested first so that the fewest clips move; nothing where it does not matter.

    The clips are still on the coaster that was watched last.
    """
    standing = [Standing(test.hills) for test in tests]
    last = next((place for place, test in enumerate(tests) if test.hills == progress.hills), None)
    if last is not None:
        standing[last] = Standing(tests[last].hills, min(len(progress.beams), clips))
    mine = sum(test.command is not None for test in tests)
    now, later = standing[:mine], standing[mine:]
    best = fewest(now, later, clips)
    usual = planned(range(mine), now, later, clips)
    if mine < 2 or best.total == usual.total:
        return ""
    return f"Fewest clips move if the {tests[best.order[0]].name} goes first."


def _clips(places: Sequence[int]) -> str:
    numbers = " and ".join(str(place + 1) for place in places)
    return f"Clips {numbers} from the top are" if len(places) > 1 else f"Clip {numbers} from the top is"
