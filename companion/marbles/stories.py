"""Every story that could be behind a run's pulses, with its weight: told pulse by pulse, the best kept."""

from collections.abc import Iterator, Sequence
from enum import IntEnum
from math import exp, log

from msgspec import Struct
from msgspec.structs import replace

from companion.marbles import thresholds as limits
from companion.marbles.beams import Run
from companion.marbles.motion import Leg, Manner, Track, bell, fits_time, fits_width
from companion.marbles.pulses import Pulse, Trace
from companion.marbles.reading import Weights
from companion.marbles.routes import End, Ending, Place, Route, Routes, hiding_gaps


class Cause(IntEnum):
    """What broke a beam, as a story has it."""

    MARBLE = 1
    REST = 2
    FLICKER = 3
    HAND = 4
    STRANGER = 5
    STIRRING = 6


class Told(Struct, frozen=True):
    """One pulse explained, and the story before it."""

    cause: Cause
    pulse: Pulse
    before: "Told | None"
    leg: Leg | None = None
    route: Route | None = None


class Story(Struct, frozen=True):
    """One marble's journey so far: where it is, when it was last seen, and how it ended if it did."""

    weights: Weights
    place: Place
    seen_us: int | None = None
    width: float = 0.0
    first: float = 0.0
    swings: tuple[tuple[int, bool, float], ...] = ()
    unseen: tuple[int, ...] = ()
    rested: bool = False
    ending: Ending | None = None
    hand: bool = False
    stranger: bool = False
    told: Told | None = None

    @property
    def weight(self) -> float:
        """Its whole weight."""
        return sum(self.weights)


def times(weights: Weights, factor: float) -> Weights:
    """All weights by one factor."""
    return weights[0] * factor, weights[1] * factor, weights[2] * factor


def each(weights: Weights, factors: Sequence[float]) -> Weights:
    """Each weight by its own factor."""
    return weights[0] * factors[0], weights[1] * factors[1], weights[2] * factors[2]


def stepped(steps: Sequence[tuple[float, float]], width: float) -> float:
    """The chance that goes with a width."""
    return next(chance for up_to, chance in steps if width <= up_to)


class Telling:
    """Tells all stories of one run, for a marble of a given manner."""

    def __init__(self, run: Run, seen: Trace, manner: Manner) -> None:
        self.run = run
        self.seen = seen
        self.manner = manner
        self.track = Track(run.beams)
        self.beams = len(run.beams)
        useless = len(seen.stuck | seen.dazzled)
        often = limits.MOST_UNWATCHED if useless <= limits.MANY_BLIND else 1
        self.routes = Routes(self.beams, seen.blind, often)
        self._hiding = hiding_gaps(run)
        self._flashed: dict[int, int] = {}
        self._least = 0.0

    def stories(self) -> list[Story]:
        """The stories of the whole run, ended, best first."""
        stories = [Story(self._beginning(), self.routes.start())]
        for pulse in self.seen.pulses:
            stories = _best(self._all_explained(stories, pulse))
            if pulse.log_width < log(4):
                self._flashed[pulse.beam] = pulse.end_us
        ended = [end for story in stories for end in self._ended(story, self.run.ended_us)]
        without = [(1 - setup.hand) for setup in limits.SETUPS]
        return _best(
            [story if story.hand else replace(story, weights=each(story.weights, without)) for story in ended]
        )

    def _beginning(self) -> Weights:
        seconds = max(self.run.ended_us - self.run.launched_us, 0) / 1e6
        first, second, third = (
            setup.prior
            * exp(-setup.flicker_per_s * seconds)
            * setup.stuck ** len(self.seen.stuck | self.seen.dazzled)
            for setup in limits.SETUPS
        )
        return first, second, third

    def _all_explained(self, stories: list[Story], pulse: Pulse) -> list[Story]:
        """Each story told on; what would be dropped at once, beside the best so far, is not told at all."""
        self._least = 0.0
        told: list[Story] = []
        for story in stories:
            for longer in self._explained(story, pulse):
                told.append(longer)
                self._least = max(self._least, longer.weight * limits.NEGLIGIBLE)
        return told

    def _explained(self, story: Story, pulse: Pulse) -> Iterator[Story]:
        yield from self._flickered(story, pulse)
        chatter = [setup.chatter if pulse.joined > 1 else 1 - setup.chatter for setup in limits.SETUPS]
        story = replace(story, weights=each(story.weights, chatter))
        over = story.hand or story.ending is not None or story.rested
        if not over:
            yield from self._passed(story, pulse)
        if not story.hand and pulse.beam == story.place.beam and self.routes.caught(story.place):
            chance = limits.STIRS_PER_S * bell(pulse.log_width, *limits.STIRRING)
            told = Told(Cause.STIRRING, pulse, story.told)
            yield replace(story, weights=times(story.weights, chance), told=told)
        if not story.hand and not self.routes.left(story.place):
            yield self._broken_by_stranger(story, pulse)
        if over:
            yield self._handled(story, pulse)
            return
        if story.seen_us is None:
            yield self._set_down(story, pulse)
        if self._handled(story, pulse).weight >= self._least:
            for end in self._ended(story, pulse.start_us):
                yield self._handled(end, pulse)

    def _flickered(self, story: Story, pulse: Pulse) -> Iterator[Story]:
        density = bell(pulse.log_width, *limits.FLICKER_WIDTH) / self.beams
        if density < limits.NEGLIGIBLE:
            return
        within, rate = limits.FLICKER_AGAIN
        train = pulse.beam in self._flashed and pulse.start_us - self._flashed[pulse.beam] < within * 1e6
        more = rate if train else 0.0
        rates = [(setup.flicker_per_s + more) * density for setup in limits.SETUPS]
        yield replace(story, weights=each(story.weights, rates), told=Told(Cause.FLICKER, pulse, story.told))

    def _broken_by_stranger(self, story: Story, pulse: Pulse) -> Story:
        chance = limits.STRANGER_PER_S / self.beams * bell(pulse.log_width, *limits.STRANGER_WIDTH)
        chance *= 1.0 if story.stranger else limits.STRANGER
        return replace(
            story,
            weights=times(story.weights, chance),
            stranger=True,
            told=Told(Cause.STRANGER, pulse, story.told),
        )

    def _set_down(self, story: Story, pulse: Pulse) -> Story:
        share, within = limits.HAND_AT_START
        late = max(pulse.start_us - self.run.launched_us, 0) / 1e6 / within
        chance = share * exp(-late) / within / self.beams * bell(pulse.log_width, *limits.SETTING_DOWN)
        return replace(story, weights=times(story.weights, chance), told=Told(Cause.HAND, pulse, story.told))

    def _handled(self, story: Story, pulse: Pulse) -> Story:
        chance = _hand_width(pulse.log_width) / self.beams
        if story.hand:
            weights = times(story.weights, chance * limits.HAND_NEXT_PER_S)
        else:
            since = story.seen_us if story.seen_us is not None else self.run.launched_us
            soon, less = limits.HAND_TOO_SOON
            early = less if pulse.start_us - since < soon * 1e6 else 1.0
            rates = [setup.hand * limits.HAND_PER_S * chance * early for setup in limits.SETUPS]
            weights = each(story.weights, rates)
        return replace(story, weights=weights, hand=True, told=Told(Cause.HAND, pulse, story.told))

    def _passed(self, story: Story, pulse: Pulse) -> Iterator[Story]:
        if pulse.end_us - pulse.start_us < limits.FLASH_MS * 1000:
            return
        middle = (pulse.start_us + min(pulse.end_us, pulse.start_us + 200_000)) // 2
        for route in self.routes.sightings(story.place).get(pulse.beam, ()):
            leg, density = self._density(story, route, pulse, middle)
            if density < limits.NEGLIGIBLE:
                continue
            weights = self._missed(story, route.unseen, times(story.weights, route.chance * density))
            weights = each(weights, [1 - setup.missed for setup in limits.SETUPS])
            yield from self._arrived(story, route, pulse, middle, leg, weights)

    def _density(self, story: Story, route: Route, pulse: Pulse, middle: int) -> tuple[Leg | None, float]:
        """The density of the time since the last sighting; the pulse's width is weighed on arrival."""
        if story.seen_us is None:
            seconds = max(middle - self.run.launched_us, 1) / 1e6
            low, high = limits.FIRST_PASS
            if seconds < low:
                return None, 0.0
            return None, 1 / (min(seconds, high) * log(high / low))
        seconds = (middle - story.seen_us) / 1e6
        if seconds < limits.SHORTEST_LEG_S:
            return None, 0.0
        after = min(pulse.log_width, limits.REST_FROM)
        leg = Leg(route, seconds, story.width, after)
        return leg, fits_time(self.track, self.manner, leg, self._swing_before(story, route))

    @staticmethod
    def _swing_before(story: Story, route: Route) -> float | None:
        if not route.swings:
            return None
        slope = (route.turned[0], not route.place.down)
        return next((seconds for gap, down, seconds in story.swings if (gap, down) == slope), None)

    def _arrived(
        self, story: Story, route: Route, pulse: Pulse, middle: int, leg: Leg | None, weights: Weights
    ) -> Iterator[Story]:
        """The marble was seen: it rolled through, or it stopped in the beam."""
        width = pulse.log_width
        rests = stepped(limits.RESTS_IN_BEAM, story.width)
        if self.routes.untried(route.place):
            rests = limits.RESTS_AT_ONCE
        swings = story.swings
        if leg is not None and route.swings:
            slope = (route.turned[0], not route.place.down)
            swings = (*(swing for swing in swings if swing[:2] != slope), (*slope, leg.seconds))
        elif route.crossed:
            swings = ()
        came = replace(
            story,
            place=route.place,
            seen_us=middle,
            width=width,
            first=story.first if story.seen_us is not None else width,
            swings=swings,
            unseen=self._silent(story, route.unseen),
        )
        if leg is None:
            fits = bell(width, *limits.FIRST_WIDTH)
        else:
            fits = fits_width(
                self.track, self.manner, replace(leg, after=width), story.place.beam, story.first
            )
        if not pulse.open:
            yield replace(
                came,
                weights=times(weights, (1 - rests) * fits),
                told=Told(Cause.MARBLE, pulse, story.told, leg, route),
            )
        if width > limits.REST_FROM:
            yield replace(
                came,
                weights=times(weights, rests / log(60_000 / exp(limits.REST_FROM))),
                rested=True,
                told=Told(Cause.REST, pulse, story.told, leg, route),
            )

    def _missed(self, story: Story, unseen: tuple[int, ...], weights: Weights) -> Weights:
        """What it costs that these beams did not see the marble; one that never sees costs only once."""
        counts = list(story.unseen)
        for beam in unseen:
            if beam in self.seen.stuck or beam in self.seen.dazzled:
                continue
            if beam not in self.seen.silent:
                weights = each(weights, [setup.missed for setup in limits.SETUPS])
                continue
            before = counts.count(beam)
            counts.append(beam)
            weights = each(weights, [_stays_silent(setup, before) for setup in limits.SETUPS])
        return weights

    def _silent(self, story: Story, unseen: tuple[int, ...]) -> tuple[int, ...]:
        fresh = [beam for beam in unseen if beam in self.seen.silent]
        if not fresh:
            return story.unseen
        counts = sorted([*story.unseen, *fresh])
        return tuple(beam for at, beam in enumerate(counts) if counts[:at].count(beam) < 2)

    def _ended(self, story: Story, now_us: int) -> Iterator[Story]:
        """The ways a story may end when nothing more is seen of the marble until now."""
        if story.rested or story.ending is not None:
            yield story
            return
        quiet = max(now_us - story.seen_us, 0) / 1e6 if story.seen_us is not None else 0.0
        for ending in self.routes.endings(story.place):
            chance = ending.chance * self._stops(story, ending, quiet)
            weights = self._missed(story, ending.unseen, times(story.weights, chance))
            yield replace(story, weights=weights, place=ending.place, ending=ending)

    def _stops(self, story: Story, ending: Ending, quiet: float) -> float:
        match ending.end:
            case End.SETTLED:
                if self.routes.untried(ending.place):
                    hidden = ending.gap in self._hiding
                    return limits.SETTLES_IN_BUMP if hidden else limits.SETTLES_AT_ONCE
                if ending.place.beam in self.routes.blind:
                    return limits.SETTLES_UNWATCHED
                return stepped(limits.SETTLES, story.width)
            case End.CUT_SHORT:
                return limits.IMPATIENT * exp(-((quiet / limits.PATIENCE) ** 2))
            case End.LEFT | End.DERAILED:
                return 1.0


def _stays_silent(setup: limits.SetUp, times_before: int) -> float:
    """The chance that a beam which never spoke misses the marble once more."""

    def silent(passes: int) -> float:
        return setup.never + (1 - setup.never) * setup.missed**passes

    return silent(times_before + 1) / silent(times_before)


def _hand_width(width: float) -> float:
    share, mean, spread = limits.BRUSH
    return (1 - share) * bell(width, *limits.HAND_WIDTH) + share * bell(width, mean, spread)


def _best(stories: list[Story]) -> list[Story]:
    """The heaviest stories; those that will never differ again are joined, the likelier one's words kept."""
    joined: dict[tuple[object, ...], Story] = {}
    for story in stories:
        key = (
            story.place, story.seen_us, story.unseen, story.rested,
            story.ending and (story.ending.end, story.ending.gap), story.hand, story.stranger,
        )  # fmt: skip
        known = joined.get(key)
        if known is None:
            joined[key] = story
            continue
        first, second, third = (a + b for a, b in zip(known.weights, story.weights, strict=True))
        likelier = known if known.weight >= story.weight else story
        joined[key] = replace(likelier, weights=(first, second, third))
    kept = sorted(joined.values(), key=lambda story: -story.weight)[: limits.MOST_STORIES]
    most = kept[0].weight if kept else 0.0
    if most <= 0:
        return kept
    return [
        replace(story, weights=times(story.weights, 1 / most))
        for story in kept
        if story.weight >= most * limits.NEGLIGIBLE
    ]
