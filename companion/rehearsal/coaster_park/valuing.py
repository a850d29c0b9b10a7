"""What a park is worth to its owner: points to be expected, money at hand, and what may still be built."""

from collections.abc import Iterable, Iterator
from itertools import product

from msgspec import Struct
from msgspec.structs import replace

from companion.rules.coaster_park.common import without
from companion.rules.coaster_park.components import Expert, Index, index
from companion.rules.coaster_park.scoring import Ride, amount, points
from companion.rules.coaster_park.state import Coaster, Player, State, Toggles, standing
from companion.rules.contract import Seat

ATTEMPTS = 3
CLEARS = 0.91
"""How often a marble clears a hill that nobody has seen it run down."""

DOUBT = 0.12
"""How many runs the first guess weighs against those that were seen."""

NEXT_HILL = 2.6
"""The flags and extras of a hill that may still come."""

FUTURE = (2.6, 1.0, 0.4)
"""How many such hills are hoped for at the start, for the most promising coaster, the next, the third."""

STORED = 0.7
"""The part of a hill's worth that it keeps in the warehouse."""

UNPLACED = 1.6
"""What a stored standard hill is worth while there is no coaster for it."""

REMAINS = 0.85
"""How much of what stands now is expected to stand after the final tests."""

EXPERTS: dict[Expert, tuple[float, float]] = {
    "attorney": (2.4, 0.0),
    "financier": (2.0, 0.0),
    "manager": (1.5, 0.0),
    "acquisitions": (1.8, 0.2),
    "foreman": (1.7, 0.1),
    "crane": (1.7, 0.1),
    "demolitions": (2.0, 0.0),
    "engineer": (2.0, 0.0),
    "mechanic": (1.6, 0.0),
    "spy": (1.5, 0.0),
}
"""What an expert is worth in points: so much at the start, so much at the end."""

LIKED = 1.0
"""What an expert is worth more, at the start, to a player who has a liking for it."""

ANOTHER = 0.7
"""What each further copy is worth beside the one before."""

DOLLAR = (0.42, 0.05)
"""What $1 is worth in points, at the start and at the end."""


class Park(Struct, frozen=True):
    """What a player has: money, expert cards face up, stored hills and coasters; `used` lie face down."""

    money: int
    experts: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    warehouse: tuple[str, ...] = ()
    coasters: tuple[Coaster, ...] = ()


def park_of(player: Player) -> Park:
    """A player's park."""
    return Park(player.money, player.experts, player.used, player.warehouse, player.coasters)


def time_left(state: State, seat: Seat) -> float:
    """How much of the game is still to come for a seat, from 1 at the start to 0."""
    if state.ending:
        return 0.1 if state.last is None or seat in state.last else 0.02
    built = max(map(standing, state.players)) / 7
    drawn = 1 - len(state.standard) / 21
    return max(0.15, 1 - max(built, drawn))


class Appraiser:
    """Values parks as one seat does at one moment: by the time left, its bonus cards and what it saw run."""

    def __init__(
        self,
        state: State,
        seat: Seat,
        bonuses: Iterable[str],
        runs: dict[Coaster, tuple[int, int]] | None = None,
        liked: Iterable[Expert] = (),
    ) -> None:
        self.where: Index = index(state.components)
        self.seat = seat
        self.left = time_left(state, seat)
        self.dollar = DOLLAR[1] + (DOLLAR[0] - DOLLAR[1]) * self.left
        self._toggles: Toggles = state.toggles
        self._terms = tuple(term for name in bonuses for term in self.where.bonus[name].terms)
        self._runs = runs or {}
        self._liked = tuple(liked)
        rivals = [standing(player) for other, player in enumerate(state.players) if other != seat]
        self._most = max(rivals, default=0)
        self._known: dict[Coaster, tuple[float, float]] = {}

    def worth(self, park: Park) -> float:
        """The points that a park is worth, all told."""
        valued = [self._coaster(coaster) for coaster in park.coasters]
        hopes = sorted((hope for _, hope in valued), reverse=True)
        future = sum(weight * hope for weight, hope in zip(FUTURE, hopes, strict=False))
        return (
            sum(expected for expected, _ in valued)
            + self.left * future
            + self.dollar * park.money
            + self._bonus(park)
            + self.experts(park.experts)
            + sum(self._stored(park, hill) for hill in park.warehouse)
        )

    def expert(self, kind: Expert) -> float:
        """What an expert is worth."""
        early, late = EXPERTS[kind]
        return late + (early - late + (LIKED if kind in self._liked else 0.0)) * self.left

    def experts(self, cards: Iterable[str]) -> float:
        """What these cards are worth together."""
        worth = 0.0
        seen: dict[Expert, float] = {}
        for card in cards:
            kind = self.where.expert[card]
            seen[kind] = seen.get(kind, 1 / ANOTHER) * ANOTHER
            worth += self.expert(kind) * seen[kind]
        return worth

    def best(self, park: Park, hill: str) -> float:
        """What a park is worth with a hill more, placed as well as may be; discarding one if need be."""
        return max(self.worth(placed) for placed in self.placements(park, hill))

    def placements(self, park: Park, hill: str) -> Iterator[Park]:
        """A park with a hill more: built at an end, as a new coaster, or stored."""
        room = 1 + sum(self.where.expert[card] == "manager" for card in park.experts)
        if len(park.warehouse) < room:
            yield replace(park, warehouse=(*park.warehouse, hill))
        else:
            for stored in dict.fromkeys(park.warehouse):
                yield replace(park, warehouse=(*without(park.warehouse, stored), hill))
        if hill in self.where.launches:
            yield replace(park, coasters=(*park.coasters, (hill,)))
            return
        for number in range(len(park.coasters)):
            yield built(park, hill, number)

    def gain(self, park: Park, hill: str) -> float:
        """The points that a hill adds to a park."""
        return self.best(park, hill) - self.worth(park)

    def tested(self, coaster: Coaster) -> bool:
        """Whether this seat has seen a marble reach the coaster's last hill as it stands."""
        return coaster in self._runs

    def _stored(self, park: Park, hill: str) -> float:
        """What a stored hill is worth: a part of what it adds where it suits best."""
        if hill in self.where.launches:
            expected, hope = self._coaster((hill,))
            return STORED * self.left * (expected + hope)
        if not park.coasters:
            return UNPLACED * self.left
        gains = [self._coaster((*coaster, hill))[0] - self._coaster(coaster)[0] for coaster in park.coasters]
        return STORED * min(1.0, 3 * self.left) * max(0.0, *gains)

    def _coaster(self, coaster: Coaster) -> tuple[float, float]:
        """The points expected of a coaster, and those that one more hill could add."""
        if coaster not in self._known:
            self._known[coaster] = self._expected(coaster)
        return self._known[coaster]

    def _expected(self, coaster: Coaster) -> tuple[float, float]:
        expected, before, clears = 0.0, 0, 1.0
        for place in range(len(coaster)):
            clears *= self._clears(coaster[: place + 1])
            left = coaster[: place + 1] if place else ()
            scores = points(self.where, self._toggles, Ride(left)).total()
            expected += (scores - before) * _best_of_three(clears)
            before = scores
        specials = [self.where.hill[hill].special for hill in coaster]
        more = (NEXT_HILL + specials.count("plateau")) * 2 ** specials.count("loop")
        if len(coaster) == 1:
            more += self.where.hill[coaster[0]].flags
        return expected, more * _best_of_three(clears * CLEARS)

    def _clears(self, part: Coaster) -> float:
        """How likely the marble clears the last hill of this part, by the runs that were seen on it."""
        cleared, stopped = self._runs.get(part, (0, 0))
        return (DOUBT * CLEARS + cleared) / (DOUBT + cleared + stopped)

    def _bonus(self, park: Park) -> float:
        """What the bonus cards are expected to bring."""
        player = Player(park.money, park.experts, park.used)
        rides = tuple(Ride(coaster) for coaster in park.coasters if len(coaster) > 1)
        total = 0.0
        for term in self._terms:
            have = amount(self.where, player, rides, term)
            sure = 1.0 if term.of in ("dollar", "expert") else REMAINS
            if term.rank:
                lead = have - self._most if term.rank == "most" else self._most - have
                total += term.points * min(max(0.5 + 0.2 * lead, 0.0), 1.0)
            else:
                total += sure * term.points * have / term.per
        return total


def built(park: Park, hill: str, number: int, *, stored: bool = False) -> Park:
    """A park with a hill more at the end of a coaster, or as a new one."""
    coasters = park.coasters
    old = coasters[number] if number < len(coasters) else ()
    return _with(park, number, (*old, hill), hill if stored else "")


def inserted(park: Park, hill: str, number: int, place: int, *, stored: bool) -> Park:
    """A park with a hill more between two others."""
    old = park.coasters[number]
    return _with(park, number, (*old[:place], hill, *old[place:]), hill if stored else "")


def moved(park: Park, source: int, target: int) -> Park:
    """A park whose one coaster's last hill went to the end of another."""
    hill = park.coasters[source][-1]
    shorter = _with(park, source, park.coasters[source][:-1])
    return _with(shorter, target, (*park.coasters[target], hill))


def demolished(park: Park, number: int) -> Park:
    """A park without a coaster's last hill."""
    left = park.coasters[number][:-1]
    return (
        _with(park, number, left)
        if left
        else replace(park, coasters=park.coasters[:number] + park.coasters[number + 1 :])
    )


def _with(park: Park, number: int, coaster: Coaster, stored: str = "") -> Park:
    coasters = (*park.coasters[:number], coaster, *park.coasters[number + 1 :])
    warehouse = without(park.warehouse, stored) if stored else park.warehouse
    return replace(park, coasters=coasters, warehouse=warehouse)


def _best_of_three(chance: float) -> float:
    """How likely at least one of three attempts comes off."""
    return 1 - (1 - chance) ** ATTEMPTS


def seen_runs(attempts: Iterable[tuple[Coaster, int]]) -> dict[Coaster, tuple[int, int]]:
    """How often a marble cleared the last hill of each part of a coaster, and how often it was stopped there.

    An attempt is the coaster it was made on, and the number of hills it passed.
    """
    counts: dict[Coaster, tuple[int, int]] = {}
    for (coaster, passed), place in product(attempts, range(7)):
        part = coaster[: place + 1]
        if place < min(passed, len(coaster)):
            counts[part] = (counts.get(part, (0, 0))[0] + 1, counts.get(part, (0, 0))[1])
        elif place == passed < len(coaster):
            counts[part] = (counts.get(part, (0, 0))[0], counts.get(part, (0, 0))[1] + 1)
    return counts
