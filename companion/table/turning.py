"""How a tile lies that was laid: from the angle in the picture to the turn that is asked for.

The camera does not know which way the board is up; what the table enters teaches it that. Until two entries
have agreed on it, a turn is a guess that the table confirms. A board holds many tiles of one kind: only those
count that did not lie there when the last entry was made.
"""

from collections.abc import Sequence
from math import dist
from typing import Any

from msgspec import Struct

from companion.cards.reading import Found, Point
from companion.journal.fold import AnyRules
from companion.rules.contract import TABLE, Observe, Sensed

AGREED = 2
"""So many entries must have shown the same way up."""

ASKEW = 0.3
"""A tile that is turned further from every step than this share of one is not certain."""

NEAR = 0.5
"""A tile that lies within this share of its own width of where one of its kind lay is that one."""


class Turned(Struct, frozen=True):
    """The place of a tile in reading order, and the command that enters how it lies."""

    place: int
    command: Any
    certain: bool


def turn_asks(rules: AnyRules, state: Any) -> tuple[Observe[Any], ...]:
    """The asks for how a tile lies: the subject of each is the tile and the steps of a whole turn."""
    return tuple(
        ask
        for ask in rules.asks(state, TABLE)
        if isinstance(ask, Observe) and ask.sensed is Sensed.TURN and len(ask.subject) > 1 and ask.options
    )


class Turning:
    """Reads turns, and learns from the table which way is up, and what lies there already."""

    def __init__(self) -> None:
        self._ups: list[float] = []
        self._lying: tuple[Found, ...] = ()

    def read(self, asks: Sequence[Observe[Any]], cards: Sequence[Found]) -> Turned | None:
        """How the tile lies that was laid; None while not exactly one that is asked for is new in view."""
        new = self._new(asks, cards)
        if new is None:
            return None
        ask, place = new
        around = _around(ask)
        exact = (cards[place].angle - (self._ups[-1] if self._ups else 0.0)) / 360 * around
        reading = str(round(exact) % around)
        if reading not in ask.readings:
            return None
        agreed = len(self._ups) >= AGREED and _apart(*self._ups[-AGREED:]) <= 360 / around * ASKEW
        certain = agreed and abs(exact - round(exact)) <= ASKEW and cards[place].certain
        return Turned(place, ask.options[ask.readings.index(reading)], certain)

    def learn(self, asks: Sequence[Observe[Any]], cards: Sequence[Found], command: Any) -> None:
        """What the table entered for the tile as it lies in view; from now on it lies there."""
        new = self._new([ask for ask in asks if command in ask.options], cards)
        if new is not None:
            ask, place = new
            told = ask.readings[ask.options.index(command)]
            if told.isdecimal():
                self._ups.append((cards[place].angle - int(told) * 360 / _around(ask)) % 360)
        self._lying = tuple(cards)

    def _new(self, asks: Sequence[Observe[Any]], cards: Sequence[Found]) -> tuple[Observe[Any], int] | None:
        """The one tile that is asked for and did not lie there before, and what asks for it."""
        found = [
            (ask, place)
            for ask in asks
            for place, each in enumerate(cards)
            if each.card == ask.subject[0] and not any(_same(each, old) for old in self._lying)
        ]
        return found[0] if len(found) == 1 else None


def _around(ask: Observe[Any]) -> int:
    """How many steps make a whole turn: four of a square tile or card, six of a hexagon."""
    return int(ask.subject[1])


def _same(found: Found, old: Found) -> bool:
    """Whether two pictures show the same tile at the same place."""
    near = NEAR * dist(found.quad[0], found.quad[1])
    return found.card == old.card and dist(_middle(found), _middle(old)) <= near


def _middle(found: Found) -> Point:
    across, down = zip(*found.quad, strict=True)
    return sum(across) / 4, sum(down) / 4


def _apart(one: float, other: float) -> float:
    """How many degrees lie between two directions."""
    return abs((one - other + 180) % 360 - 180)
