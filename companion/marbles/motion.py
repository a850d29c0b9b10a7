"""How well the time between two sightings and the widths of their pulses fit a way the marble took."""

from collections.abc import Iterable, Sequence
from math import exp, log, pi, sqrt

from msgspec import Struct

from companion.marbles import thresholds as limits
from companion.marbles.beams import Beam, Role
from companion.marbles.routes import Route

ROOT = sqrt(2 * pi)


def bell(value: float, mean: float, spread: float) -> float:
    """The normal density."""
    away = (value - mean) / spread
    return exp(-0.5 * away * away) / (spread * ROOT) if abs(away) < 30 else 0.0


class Manner(Struct, frozen=True):
    """How this marble rolls on this coaster, as far as known: its pace over hills and its loss of energy."""

    pace: float = limits.PACE[0]
    pace_spread: float = limits.PACE[1]
    loss: float = limits.LOSS_PER_MM[0]
    loss_spread: float = limits.LOSS_PER_MM[1]


class Leg(Struct, frozen=True):
    """From one sighting to the next: the way, the seconds it took and the widths at both ends."""

    route: Route
    seconds: float
    before: float
    after: float


class Track:
    """The lengths of a coaster's gaps, and which beams lie in a Bump's inner valley."""

    def __init__(self, beams: Sequence[Beam]) -> None:
        self.dips = [beam.role is Role.REST for beam in beams]
        self.lengths: list[float] = []
        self.spreads: list[float] = []
        for gap in range(len(beams) + 1):
            length, spread = self._gap(beams, gap)
            self.lengths.append(length)
            self.spreads.append(spread)

    @staticmethod
    def _gap(beams: Sequence[Beam], gap: int) -> tuple[float, float]:
        if gap < len(beams):
            to = beams[gap].at_mm
            since = beams[gap - 1].at_mm if gap else 0
            if to is not None and since is not None and to > since:
                return float(to - since), limits.MEASURED
        usual, spread = limits.USUAL_LENGTH
        if 0 < gap < len(beams) and Role.REST in (beams[gap - 1].role, beams[gap].role):
            return usual / 2, spread
        hills = beams[gap].hill - beams[gap - 1].hill if 0 < gap < len(beams) else 1
        return usual * max(hills, 1), spread

    def length(self, route: Route) -> float:
        """Millimetres rolled on a way; a turn leads up four tenths of its gap and back."""
        crossed = sum(self.lengths[gap] for gap in route.crossed)
        return crossed + 0.8 * sum(self.lengths[gap] for gap in route.turned)


def fits_time(track: Track, manner: Manner, leg: Leg, before: float | None) -> float:
    """The density, per second, of the time a way took; `before` is the last turn on the same slope."""
    taken = log(leg.seconds)
    if before is not None and leg.route.swings:
        shift, spread = limits.TURN_AGAIN
        share, more, wide = limits.TURN_AGAIN_TAIL
        ratio = taken - log(before)
        again = (1 - share) * bell(ratio, shift, spread) + share * bell(ratio, more, wide)
        if leg.before > limits.CRAWLS_FROM:
            share = limits.CRAWLING[0]
            again = (1 - share) * again + share * bell(taken, *limits.CRAWLING_TURN)
        return again / leg.seconds
    width = (leg.before + leg.after) / 2
    gaps = (*leg.route.crossed, *leg.route.turned)
    over = sum(track.lengths[gap] for gap in leg.route.crossed)
    back = sum(track.lengths[gap] for gap in leg.route.turned) * exp(limits.TURNING[0])
    mean = manner.pace + width + log((over + back) / 1000)
    known = sum((track.spreads[gap] * track.lengths[gap]) ** 2 for gap in gaps)
    spread = manner.pace_spread**2 + known / sum(track.lengths[gap] for gap in gaps) ** 2
    single = len(gaps) == 1
    if leg.route.turned:
        spread += limits.TURNING[1] ** 2 * back / (over + back)
        share, more, wide = limits.TURNING_TAIL
    else:
        share, more, wide = limits.CROSSING_TAIL
    if not single:
        more *= 0.6
    main = (1 - share) * bell(taken, mean, sqrt(spread))
    return (main + share * bell(taken, mean + more, wide)) / leg.seconds


def fits_width(track: Track, manner: Manner, leg: Leg, origin: int, first: float) -> float:
    """The density, per unit of log width, of the pulse at a way's end; `first` is the run's first width."""
    target = leg.route.place.beam
    fading = exp(leg.before - first) if leg.before > first else 1.0
    lost = min(exp(manner.loss) * track.length(leg.route) * fading, 0.85)
    shift = -0.5 * log(1 - lost)
    spread = (shift * manner.loss_spread) ** 2 + limits.WIDTH_AT_SAME_BEAM**2
    if target != origin:
        shift += limits.WIDTH_IN_DIP * (track.dips[target] - track.dips[origin])
        spread += limits.WIDTH_AT_OTHER_BEAM**2
    share, wide = limits.WIDTH_OUTLIER
    change = leg.after - leg.before
    if leg.route.swings and leg.before > limits.CRAWLS_FROM:
        share, middle, wide = limits.CRAWLING
        return (1 - share) * bell(change, shift, sqrt(spread)) + share * bell(leg.after, middle, wide)
    return (1 - share) * bell(change, shift, sqrt(spread)) + share * bell(change, shift + 0.1, wide)


def learned(track: Track, legs: Iterable[Leg]) -> Manner:
    """What a run's own legs say of the marble's pace and loss, the general knowledge weighed in."""
    paces: list[float] = []
    losses: list[float] = []
    first: float | None = None
    for leg in legs:
        first = leg.before if first is None else first
        route = leg.route
        if len(route.crossed) == 1 and not route.turned and not route.unseen:
            width = (leg.before + leg.after) / 2
            paces.append(log(leg.seconds) - width - log(track.lengths[route.crossed[0]] / 1000))
        if route.swings:
            lost = 1 - exp(-2 * (leg.after - leg.before))
            fading = exp(leg.before - first) if leg.before > first else 1.0
            if lost > 0:
                losses.append(log(lost / (track.length(route) * fading)))
    pace, pace_spread = _weighed(limits.PACE, paces, 0.2, limits.PACE_KNOWN)
    loss, loss_spread = _weighed(limits.LOSS_PER_MM, losses, 0.4, limits.LOSS_KNOWN)
    return Manner(pace, pace_spread, loss, loss_spread)


def _weighed(
    prior: tuple[float, float], seen: Sequence[float], noise: float, floor: float
) -> tuple[float, float]:
    """Mean and spread after what was seen; the median is used, since some of it may be misread."""
    if not seen:
        return prior
    middle = sorted(seen)[len(seen) // 2]
    weight, trust = 1 / prior[1] ** 2, min(len(seen), 8) / noise**2
    mean = (prior[0] * weight + middle * trust) / (weight + trust)
    return mean, sqrt(1 / (weight + trust) + floor**2)
