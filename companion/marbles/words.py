"""A run's likeliest story in words: how far the marble came, what turned it back, what went wrong."""

from collections.abc import Iterator, Sequence

from companion.marbles.beams import Run
from companion.marbles.pulses import Trace
from companion.marbles.reading import Result
from companion.marbles.routes import End, Place
from companion.marbles.stories import Cause, Story, Told


def words(run: Run, seen: Trace, story: Story, result: Result) -> str:
    """One sentence, such as `passed 3 of 5, was turned back by the Jump, came to rest before it`."""
    told = list(_in_order(story.told))
    parts = [*_journey(run, story, result), *_troubles(seen, told)]
    return ", ".join(parts)


def _in_order(told: Told | None) -> Sequence[Told]:
    pulses: list[Told] = []
    while told is not None:
        pulses.append(told)
        told = told.before
    return pulses[::-1]


def _journey(run: Run, story: Story, result: Result) -> Iterator[str]:
    place, end = story.place, story.ending.end if story.ending else None
    if place.beam < 0:
        yield "nobody launched the marble, or it did not pass the launch"
        return
    if end is End.LEFT and result.passed == len(run.hills):
        yield f"passed all {len(run.hills)} hills"
        return
    yield f"passed {result.passed} of {len(run.hills)}"
    turned_by = _turned_by(run, place)
    if turned_by is not None:
        yield f"was turned back by the {run.hills[turned_by]}"
    if result.rest is not None:
        yield "came to rest between the bumps"
    elif end is End.DERAILED:
        yield f"was not seen again on the {run.hills[_hill_of(run, place)]}"
    elif end is End.CUT_SHORT:
        yield "was still rolling when it was last seen"
    else:
        hill = _hill_of(run, place)
        yield "came to rest before it" if hill == turned_by else f"came to rest before the {run.hills[hill]}"


def _turned_by(run: Run, place: Place) -> int | None:
    """The hill that first turned the marble back, if one did."""
    if place.high > len(run.beams):
        return None
    return _after(run, place.farthest)


def _hill_of(run: Run, place: Place) -> int:
    """The hill that lies downhill of the marble."""
    return _after(run, place.beam)


def _after(run: Run, beam: int) -> int:
    """The hill behind a beam: the same one for the beam inside a Bump."""
    if beam + 1 < len(run.beams):
        return run.beams[beam + 1].hill
    return min(run.beams[beam].hill + 1, len(run.hills) - 1)


def _troubles(seen: Trace, told: Sequence[Told]) -> Iterator[str]:
    if seen.stuck:
        yield f"{_beams(seen.stuck)} blocked since before the launch"
    if seen.dazzled:
        yield f"{_beams(seen.dazzled)} dazzled by light"
    if seen.stormy:
        yield "far more than one marble can cause"
    missed = [beam for pulse in told if pulse.route is not None for beam in pulse.route.unseen]
    overlooked = sorted(set(missed) - seen.stuck - seen.dazzled)
    if overlooked:
        yield f"{_beams(overlooked)} did not see it"
    hands = [pulse.pulse for pulse in told if pulse.cause is Cause.HAND]
    if hands:
        yield f"a hand at {hands[0].start_us / 1e6:.1f} s"
    flickers = sum(1 for pulse in told if pulse.cause is Cause.FLICKER)
    if flickers:
        yield f"{flickers} {'flash' if flickers == 1 else 'flashes'} of light"
    strange = sorted({pulse.pulse.beam for pulse in told if pulse.cause is Cause.STRANGER})
    if strange:
        yield f"something that was not this marble at {_beams(strange)}"


def _beams(beams: Sequence[int] | frozenset[int]) -> str:
    numbers = [str(beam + 1) for beam in sorted(beams)]
    return f"beam{'s' if len(numbers) > 1 else ''} {' and '.join(numbers)}"
