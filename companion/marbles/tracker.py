"""From a run's edges to its Reading: the result in which most of all its stories end.

Every pulse is explained: the marble passed, rolled back, rested; a beam flickered or chattered; a hand
reached in; or something was there that no single marble explains. A result's confidence is the weight
of the stories that end in it over the weight of all.
"""

from collections.abc import Iterable, Sequence
from typing import cast

from msgspec import Struct
from msgspec.structs import replace

from companion.marbles import thresholds as limits
from companion.marbles.beams import BUMP, Beam, Edge, Role, Run
from companion.marbles.motion import Leg, Manner, Track, learned
from companion.marbles.pulses import Trace, trace
from companion.marbles.reading import Chance, Mark, Reading, Result, Weights
from companion.marbles.routes import End
from companion.marbles.stories import Cause, Story, Telling, each
from companion.marbles.words import words


class Heard(Struct, frozen=True):
    """A run with its beams in order along the track, and every story that could be behind its pulses."""

    run: Run
    order: tuple[int, ...]
    seen: Trace
    stories: tuple[Story, ...]

    @property
    def setup(self) -> Weights:
        """How much the run by itself speaks for each kind of set-up."""
        first, second, third = (sum(story.weights[kind] for story in self.stories) for kind in range(3))
        total = first + second + third
        return first / total, second / total, third / total


def judge(run: Run, edges: Iterable[Edge], evening: Sequence[Weights] = ()) -> Reading:
    """How far the marble ran, how sure that is, and the story in words.

    `evening` is what the evening's other runs showed of the beams' set-up, each as its Reading's `setup`.
    The beams may be numbered in any order; the Reading's `dead` keeps the numbers of the run.
    """
    if not run.beams:
        return _unwatched(run)
    return _read(_heard(run, edges), _expected(len(evening), _summed(evening)))


def judge_all(runs: Iterable[tuple[Run, Iterable[Edge]]]) -> list[Reading]:
    """The readings of an evening's runs, each judged in the knowledge of what all others show."""
    heard = [_heard(run, edges) if run.beams else _unwatched(run) for run, edges in runs]
    setups = [one.setup if isinstance(one, Heard) else None for one in heard]
    shown = [setup for setup in setups if setup is not None]
    total = _summed(shown)
    readings: list[Reading] = []
    for one, own in zip(heard, setups, strict=True):
        if isinstance(one, Reading) or own is None:
            readings.append(cast(Reading, one))
            continue
        first, second, third = (max(every - mine, 0.0) for every, mine in zip(total, own, strict=True))
        readings.append(_read(one, _expected(len(shown) - 1, (first, second, third))))
    return readings


def _summed(setups: Sequence[Weights]) -> Weights:
    first, second, third = (sum(setup[kind] for setup in setups) for kind in range(3))
    return first, second, third


def _expected(runs: int, total: Weights) -> Weights:
    """How much likelier than usual each kind of set-up is at a table that has shown this in so many runs."""
    first, second, third = (
        (setup.prior + shown) / (1 + runs) / setup.prior
        for setup, shown in zip(limits.SETUPS, total, strict=True)
    )
    return first, second, third


def _heard(run: Run, edges: Iterable[Edge]) -> Heard:
    order = tuple(sorted(range(len(run.beams)), key=lambda beam: _along(run.beams[beam])))
    place = {beam: at for at, beam in enumerate(order)}
    run = replace(run, beams=tuple(run.beams[beam] for beam in order))
    seen = trace(run, [replace(edge, beam=place[edge.beam]) for edge in edges if edge.beam in place])
    stories = Telling(run, seen, Manner()).stories()
    legs = _legs(stories[0])
    if legs:
        stories = Telling(run, seen, learned(Track(run.beams), legs)).stories()
    return Heard(run, order, seen, tuple(stories))


def _along(beam: Beam) -> tuple[int, bool]:
    return beam.hill, beam.role is Role.EXIT


def _legs(story: Story) -> list[Leg]:
    legs: list[Leg] = []
    told = story.told
    while told is not None:
        if told.leg is not None:
            legs.append(told.leg)
        told = told.before
    return legs[::-1]


def _read(heard: Heard, likelier: Weights) -> Reading:
    run, seen = heard.run, heard.seen
    stories = [replace(story, weights=each(story.weights, likelier)) for story in heard.stories]
    stories.sort(key=lambda story: -story.weight)
    total = sum(story.weight for story in stories)
    trusted: dict[Result, float] = {}
    guessed: dict[Result, float] = {}
    for story in stories:
        shares = trusted if trustworthy(run, story) and not seen.stormy else guessed
        for result, share in results(run, story):
            shares[result] = shares.get(result, 0.0) + share * story.weight / total
    ranked = sorted(
        {**guessed, **trusted}, key=lambda result: (-trusted.get(result, 0.0), -guessed.get(result, 0.0))
    )
    chances = [Chance(result, trusted.get(result, 0.0)) for result in ranked]
    best, others = chances[0], chances[1:]
    alternatives = tuple(chance for chance in others if chance.confidence >= limits.WORTH_NAMING)
    told = next((story for story in stories if best.result in dict(results(run, story))), stories[0])
    return Reading(
        best.result.passed,
        best.result.rest,
        best.confidence,
        words(run, seen, told, best.result),
        alternatives,
        tuple(sorted(heard.order[beam] for beam in seen.stuck | seen.dazzled | _unseen(seen, told))),
        heard.setup,
        tuple(_marks(heard, told)),
    )


def _marks(heard: Heard, story: Story) -> list[Mark]:
    """Where this story's marble was seen, in order of time."""
    marks: list[Mark] = []
    told = story.told
    while told is not None:
        if told.cause in (Cause.MARBLE, Cause.REST):
            pulse = told.pulse
            begun = pulse.start_us - heard.run.launched_us
            marks.append(Mark(heard.order[pulse.beam], begun, pulse.end_us - pulse.start_us))
        told = told.before
    return marks[::-1]


def _unseen(seen: Trace, story: Story) -> frozenset[int]:
    """The beams that never spoke although the marble went past them."""
    ending = story.ending.unseen if story.ending else ()
    return frozenset((*story.unseen, *ending)) & seen.silent


def trustworthy(run: Run, story: Story) -> bool:
    """Whether one marble explains everything in this story, and its journey was over."""
    if story.stranger:
        return False
    cut_short = story.ending is not None and story.ending.end is End.CUT_SHORT
    return not cut_short or story.place.high <= len(run.beams)


def results(run: Run, story: Story) -> list[tuple[Result, float]]:
    """The results a story leaves open, each with its share of it."""
    place, end = story.place, story.ending.end if story.ending else None
    turned = place.high <= len(run.beams)
    confined = turned and place.high - place.low == 1
    beam = run.beams[place.farthest] if place.farthest >= 0 else None
    at_rest = story.rested or end is End.SETTLED or (end is End.CUT_SHORT and confined)
    least, most = passed_between(run, place.farthest)
    open_results = [Result(passed) for passed in range(least, most + 1)]
    if beam is not None and beam.role is Role.REST:
        inside = place.beam == place.farthest and at_rest
        if inside and (story.rested or most == beam.hill):
            open_results = [Result(beam.hill, beam.hill)]
        elif inside:
            open_results.append(Result(beam.hill, beam.hill))
    elif at_rest and not turned and not story.rested:
        watched = {other.hill for other in run.beams if other.role is Role.REST}
        open_results += [
            Result(hill, hill)
            for hill in range(least, min(most + 1, len(run.hills)))
            if run.hills[hill] == BUMP and hill not in watched
        ]
    return [(result, 1 / len(open_results)) for result in open_results]


def passed_between(run: Run, farthest: int) -> tuple[int, int]:
    """The fewest and the most hills passed when this is the farthest beam that was."""
    last = run.beams[farthest] if farthest >= 0 else None
    least = 0 if last is None else last.hill + (last.role is Role.EXIT)
    if farthest + 1 == len(run.beams):
        return least, len(run.hills)
    return least, max(least, run.beams[farthest + 1].hill)


def _unwatched(run: Run) -> Reading:
    """No beams: every result is as likely as any other."""
    return Reading(0, None, 1 / (len(run.hills) + 1), "no beam watches this coaster")
