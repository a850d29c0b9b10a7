"""How a tile lies that was laid: from the angle in the picture to the turn that is asked for.

The camera does not know which way the board is up; what the table enters teaches it that. Until two entries
have agreed on it, a turn is a guess that the table confirms.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from companion.cards.reading import Found
from companion.journal.fold import AnyRules
from companion.rules.contract import TABLE, Observe, Sensed

AGREED = 2
"""So many entries must have shown the same way up."""

ASKEW = 0.3
"""A tile that is turned further from every step than this share of one is not certain."""


class Turned(Struct, frozen=True):
    """The place of a tile in reading order, and the command that enters how it lies."""

    place: int
    command: Any
    certain: bool


def turn_ask(rules: AnyRules, state: Any) -> Observe[Any] | None:
    """The ask for how a tile lies, if one is open; its subject names the tile, its readings are the steps."""
    for ask in rules.asks(state, TABLE):
        if isinstance(ask, Observe) and ask.sensed is Sensed.TURN and ask.subject and ask.options:
            return ask
    return None


class Turning:
    """Reads turns, and learns from the table which way is up."""

    def __init__(self) -> None:
        self._ups: list[int] = []

    def read(self, ask: Observe[Any], cards: Sequence[Found]) -> Turned | None:
        """How the tile lies that is asked for; None while not exactly one of it is in view."""
        place = _place(ask, cards)
        if place is None:
            return None
        steps, askew = _steps(ask, cards[place])
        up = self._ups[-1] if self._ups else 0
        reading = str((steps - up) % _around(ask))
        if reading not in ask.readings:
            return None
        agreed = len(self._ups) >= AGREED and len(set(self._ups[-AGREED:])) == 1
        certain = agreed and askew <= ASKEW and cards[place].certain
        return Turned(place, ask.options[ask.readings.index(reading)], certain)

    def learn(self, ask: Observe[Any], cards: Sequence[Found], command: Any) -> None:
        """What the table entered for the tile as it lies in view."""
        place = _place(ask, cards)
        if place is None or command not in ask.options:
            return
        told = ask.readings[ask.options.index(command)]
        if told.isdecimal():
            steps, _ = _steps(ask, cards[place])
            self._ups.append((steps - int(told)) % _around(ask))


def _place(ask: Observe[Any], cards: Sequence[Found]) -> int | None:
    places = [place for place, each in enumerate(cards) if each.card == ask.subject[0]]
    return places[0] if len(places) == 1 else None


def _steps(ask: Observe[Any], found: Found) -> tuple[int, float]:
    """How many steps a tile is turned clockwise in the picture, and how far it is from the nearest one."""
    exact = found.angle / 360 * _around(ask)
    return round(exact), abs(exact - round(exact))


def _around(ask: Observe[Any]) -> int:
    """How many steps make a whole turn: four of a square tile or card, six of a hexagon."""
    told = [int(reading) for reading in ask.readings if reading.isdecimal()]
    return 4 if max(told, default=0) < 4 else 6
