"""What a table is told of its clips around a run: what is amiss, and what they can't tell apart."""

from collections.abc import Sequence

from companion.marbles import Result
from companion.marbles.apart import words as alike_words
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


def _clips(places: Sequence[int]) -> str:
    numbers = " and ".join(str(place + 1) for place in places)
    return f"Clips {numbers} from the top are" if len(places) > 1 else f"Clip {numbers} from the top is"
