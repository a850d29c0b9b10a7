"""In which order coasters are tested so that the fewest clips are moved; a hint, which no rule reads."""

from collections.abc import Sequence
from itertools import permutations

from msgspec import Struct

from companion.marbles import layout

TRIED = 6
"""Of so many coasters every order is tried; of more those that have most clips on them go first."""


class Standing(Struct, frozen=True):
    """A coaster that is to be tested: its hills, and how many clips are on it now."""

    hills: tuple[str, ...]
    clips: int = 0


class Plan(Struct, frozen=True):
    """The coasters in an order, by their places among those given, and how many clips are put on for each."""

    order: tuple[int, ...]
    moved: tuple[int, ...]

    @property
    def total(self) -> int:
        """How many clips are put on in all."""
        return sum(self.moved)


def fewest(now: Sequence[Standing], later: Sequence[Standing], clips: int) -> Plan:
    """The best order of the coasters that are tested `now`, if those of `later` follow as they are given.

    `clips` are all there are. A coaster is given what it lacks from the clips at hand, then from coasters
    that were tested, and only then from those that are to be tested last.
    """
    places = range(len(now))
    if len(now) <= TRIED:
        orders = list(permutations(places))
    else:
        orders = [tuple(sorted(places, key=lambda place: -now[place].clips))]
    return min((planned(order, now, later, clips) for order in orders), key=_costs)


def planned(order: Sequence[int], now: Sequence[Standing], later: Sequence[Standing], clips: int) -> Plan:
    """What this order of the coasters costs; `moved` counts those of `later` as well."""
    row = [*(now[place] for place in order), *later]
    needs = [min(len(layout(each.hills)), clips) for each in row]
    there = [each.clips for each in row]
    spare = max(clips - sum(there), 0)
    moved = []
    for at, need in enumerate(needs):
        lacking = max(need - there[at], 0)
        moved.append(lacking)
        there[at] += lacking
        spare, lacking = max(spare - lacking, 0), max(lacking - spare, 0)
        for giver in (*range(at), *range(len(row) - 1, at, -1)):
            given = min(there[giver], lacking)
            there[giver] -= given
            lacking -= given
    return Plan(tuple(order), tuple(moved))


def _costs(plan: Plan) -> tuple[int, tuple[int, ...]]:
    """Fewest moves first; of equal plans the one that keeps the coasters as they are numbered."""
    return plan.total, plan.order
