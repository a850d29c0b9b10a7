"""A marble's run as the beams tell it, for the picture that a game draws of it."""

from msgspec import Struct

from companion.marbles import Role, layout
from companion.table.running import Guess, Phase, Progress

ROLLING_S = 0.9
"""How long a marble on the picture takes for most of a hill, until the next beam says where it is."""

FURTHEST = 0.92
"""How far along a hill the picture lets the marble roll before a beam has said that it passed."""


class Seen(Struct, frozen=True):
    """How far the marble has come, as a game's picture of a run takes it."""

    passed: int = 0
    rest: bool = False
    marble: tuple[int, float] | None = None
    beams: tuple[str, ...] = ()
    speeds: tuple[str, ...] = ()


def seen_of(progress: Progress, guess: Guess | None, rolling_s: float) -> Seen:
    """What the beams told so far, beam by beam and hill by hill."""
    every = layout(progress.hills) if progress.beams else ()
    there = {(beam.hill, beam.role): place for place, beam in enumerate(progress.beams)}
    broken = {passage.beam for passage in progress.passages}
    awaited = next((place for place in range(len(progress.beams)) if place not in broken), None)
    beams = tuple(_stands(there.get((beam.hill, beam.role)), progress, broken, awaited) for beam in every)
    speeds = ["" for _ in progress.hills]
    for passage in progress.passages:
        beam = progress.beams[passage.beam]
        if beam.role is Role.EXIT:
            speeds[beam.hill] = f"{passage.speed:.1f} m/s"
    marble = None
    if guess is not None:
        return Seen(guess.reading.passed, guess.reading.rest is not None, None, beams, tuple(speeds))
    if progress.phase is Phase.RUNNING and progress.passed < len(progress.hills):
        marble = (progress.passed, FURTHEST * (1 - 2 ** (-2 * rolling_s / ROLLING_S)))
    elif progress.phase is Phase.ARMED and progress.hills:
        marble = (0, 0.0)
    return Seen(progress.passed, False, marble, beams, tuple(speeds))  # noqa: FBT003  # a Struct's field


def _stands(place: int | None, progress: Progress, broken: set[int], awaited: int | None) -> str:
    if place is None or place in progress.silent or place in progress.blocked:
        return "dead"
    if place in broken:
        return "lit"
    return "awaited" if place == awaited else "unlit"


def likely(confidence: float) -> str:
    """How sure the beams are of a result, as people say it."""
    for least, words in ((0.9, "very likely"), (0.5, "likely"), (0.1, "perhaps")):
        if confidence >= least:
            return words
    return "only a guess"
