"""The ways a marble can take from one sighting to the next, past beams that do not see it.

Beams are numbered along the track. Gap `g` is the track between beam `g - 1` and beam `g`: gap 0 is the
launch, the last gap the run-out. A marble that a gap has turned back has too little energy for that gap
ever after: each turn confines it further, and only the first one says how far it got.
"""

from collections.abc import Iterator
from enum import StrEnum

from msgspec import Struct

from companion.marbles import thresholds as limits
from companion.marbles.beams import BUMP, Role, Run


class Place(Struct, frozen=True):
    """Just past `beam`, rolling down or back up; gaps `low` and `high` are known to turn it back.

    `farthest` is the last beam it ever passed on its way down, -1 before the first.
    """

    beam: int
    down: bool
    low: int
    high: int
    farthest: int


class Route(Struct, frozen=True):
    """A way to the next sighting: its chance, beams that missed the marble, gaps crossed and turned in."""

    place: Place
    chance: float
    unseen: tuple[int, ...] = ()
    crossed: tuple[int, ...] = ()
    turned: tuple[int, ...] = ()

    @property
    def swings(self) -> bool:
        """Whether it leads up one slope and straight back to the beam it came from."""
        return len(self.turned) == 1 and not self.crossed and not self.unseen


class End(StrEnum):
    """How a marble's journey ends when it is not seen again."""

    LEFT = "left"
    DERAILED = "derailed"
    SETTLED = "settled"
    CUT_SHORT = "cut short"


class Ending(Struct, frozen=True):
    """A way that leads to no further sighting; `gap` is where the marble is then."""

    end: End
    place: Place
    chance: float
    gap: int
    unseen: tuple[int, ...] = ()


def hiding_gaps(run: Run) -> frozenset[int]:
    """The gaps in which a marble can rest unseen: those with a Bump that has no beam between its bumps."""
    watched = {beam.hill for beam in run.beams if beam.role is Role.REST}
    starts = [0, *(beam.hill + (beam.role is Role.EXIT) for beam in run.beams)]
    ends = [*(beam.hill + (beam.role is Role.EXIT) for beam in run.beams), len(run.hills)]
    return frozenset(
        gap
        for gap, (start, end) in enumerate(zip(starts, ends, strict=True))
        if any(run.hills[hill] == BUMP and hill not in watched for hill in range(start, end))
    )


class Routes:
    """All ways on one coaster whose `blind` beams see nothing, or have not yet; each is worked out once.

    `most_unwatched` is how often a way may lead past one of them.
    """

    def __init__(self, beams: int, blind: frozenset[int], most_unwatched: int) -> None:
        self.beams = beams
        self.blind = blind
        self.most_unwatched = most_unwatched
        self._known: dict[Place, tuple[dict[int, list[Route]], list[Ending]]] = {}

    def start(self) -> Place:
        """Where the marble is before it is launched."""
        return Place(-1, True, 0, self.beams + 1, -1)  # noqa: FBT003  # field by field, as the type lists them

    def untried(self, place: Place) -> bool:
        """Whether the marble was never turned back yet."""
        return place.high > self.beams

    def left(self, place: Place) -> bool:
        """Whether the marble has rolled past the last beam, from where it does not return."""
        return place.down and place.beam == self.beams - 1

    def caught(self, place: Place) -> bool:
        """Whether the marble was turned back on both sides of one valley, and so stays in it."""
        return place.high <= self.beams and place.high - place.low == 1

    def sightings(self, place: Place) -> dict[int, list[Route]]:
        """For each beam that may see the marble next, the ways there."""
        return self._explored(place)[0]

    def endings(self, place: Place) -> list[Ending]:
        """The ways to the end of the journey without another sighting."""
        return self._explored(place)[1]

    def _explored(self, place: Place) -> tuple[dict[int, list[Route]], list[Ending]]:
        if place not in self._known:
            sightings: dict[int, list[Route]] = {}
            endings: list[Ending] = []
            self._follow(Route(place, 1.0), sightings, endings)
            self._known[place] = sightings, endings
        return self._known[place]

    def _follow(self, route: Route, sightings: dict[int, list[Route]], endings: list[Ending]) -> None:
        endings.extend(self._ends(route))
        for step in self._steps(route):
            if step.chance < limits.SKIPPED_SHARE:
                continue
            beam = step.place.beam
            sightings.setdefault(beam, []).append(step)
            unseen = Route(step.place, step.chance, (*step.unseen, beam), step.crossed, step.turned)
            if self._worth_following(unseen):
                self._follow(unseen, sightings, endings)

    def _worth_following(self, route: Route) -> bool:
        watched = sum(1 for beam in route.unseen if beam not in self.blind)
        unwatched = max((route.unseen.count(beam) for beam in self.blind), default=0)
        return watched <= limits.MOST_MISSED and unwatched <= self.most_unwatched

    def _steps(self, route: Route) -> Iterator[Route]:
        """The next passage, one gap on or back at the same beam."""
        place = route.place
        gap = place.beam + 1 if place.down else place.beam
        if place.down and gap == self.beams:
            return
        crosses, turns = self._chances(place, gap)
        if crosses:
            yield Route(
                self._crossed(place),
                route.chance * crosses,
                route.unseen,
                (*route.crossed, gap),
                route.turned,
            )
        if turns:
            bounds = (place.low, gap) if place.down else (gap, place.high)
            back = Place(place.beam, not place.down, *bounds, place.farthest)
            yield Route(back, route.chance * turns, route.unseen, route.crossed, (*route.turned, gap))

    def _chances(self, place: Place, gap: int) -> tuple[float, float]:
        """How likely the marble crosses this gap, and how likely it is turned back there."""
        if place.beam < 0:
            return limits.LAUNCHED * (1 - limits.DERAILS), 0.0
        if place.down and gap < place.high:
            if self.untried(place):
                return limits.CROSSES, limits.TURNS
            return limits.CROSSES_BACK, 1 - limits.CROSSES_BACK
        if not place.down and gap > place.low:
            return limits.CROSSES_BACK, 1 - limits.CROSSES_BACK
        return 0.0, 1.0

    def _crossed(self, place: Place) -> Place:
        if not place.down:
            return Place(place.beam - 1, place.down, place.low, place.high, place.farthest)
        beam = place.beam + 1
        return Place(beam, place.down, place.low, place.high, max(place.farthest, beam))

    def _ends(self, route: Route) -> Iterator[Ending]:
        place, chance, unseen = route.place, route.chance, route.unseen
        gap = place.beam + 1 if place.down else place.beam
        if place.down and gap == self.beams:
            yield Ending(End.LEFT, place, chance, gap, unseen)
            return
        if place.beam < 0:
            lost = 1 - limits.LAUNCHED * (1 - limits.DERAILS)
            yield Ending(End.DERAILED, place, chance * lost, gap, unseen)
            return
        if place.high - place.low > 1:
            derails = limits.DERAILS if self.untried(place) else limits.DERAILS_LATER
            yield Ending(End.DERAILED, place, chance * derails, gap, unseen)
        yield Ending(End.SETTLED, place, chance, gap, unseen)
        if not unseen:
            yield Ending(End.CUT_SHORT, place, chance, gap, unseen)
