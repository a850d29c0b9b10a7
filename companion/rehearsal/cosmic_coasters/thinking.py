"""How good the ships stand for a seat, and where they stand after an action that somebody thinks about.

A position is the tuple of ships, as in the game's state. Values are in hundredths of nothing in
particular: only their order matters.
"""

from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct

from companion.rules.contract import Seat
from companion.rules.cosmic_coasters.components import CONTROL, RING, SPACES, Chart, Power, Space
from companion.rules.cosmic_coasters.state import State

Ships = tuple[Seat | None, ...]

WON = 100_000
LOST = -100_000
NEXT_WINS = -20_000
"""Somebody who moves before this seat can go home at once."""

ABOUT_TO_GO = 20_000
"""This seat can go home at once."""

LATER_WINS = -6_000
"""Somebody else can go home as soon as it is their turn."""

ABOUT_TO_WIN = -1_500
"""Somebody can be on a pad that they control with one move."""

AT_HOME = {0: LOST, 1: LOST, 2: -2_400, 3: -700, 4: -100, 5: 0, 6: 0, 7: 0}
"""What the number of ships at home is worth: with one the game is lost."""

POINTS = (0, 250, 700, 780, 800)
"""Control Points held on an opponent's moon."""

SHIP = 300
ABROAD = 120
"""A ship on an opponent's moon, beside what it is worth anyway."""

CONTROLLED = 600
BOLDER = 8
MOST_BOLD = 3_000
"""How much more attacks count with each turn of a seat, and at most, in hundredths."""

ON_PAD = 500
BESIDE_PAD = 220
HOME_CONTROLLED = 350
HOME_PAD = 180


class Field(Struct, frozen=True):
    """What stays as it is while somebody thinks: the moons, the powers, who is in, and how bold to be."""

    chart: Chart
    seats: int
    powers: tuple[Power | None, ...]
    alive: tuple[Seat, ...]
    boldness: int

    def following(self, seat: Seat) -> Seat:
        """The next seat clockwise that is still in."""
        return min(self.alive, key=lambda other: (other - seat - 1) % self.seats)


def field(state: State) -> Field:
    """What a state gives to think about; attacks count more with every turn, as an evening must end."""
    boldness = 100 + min(MOST_BOLD, BOLDER * state.turn // state.seats)
    return Field(state.chart, state.seats, state.powers, state.survivors, boldness)


class Hold(NamedTuple):
    """What a seat has on one moon; `value` is what that is worth, for the owner or for an invader."""

    ships: int
    controls: bool
    on_pad: bool
    beside_pad: bool
    value: int


@lru_cache(maxsize=1 << 16)
def holds(chart: Chart, part: Ships, moon: Seat) -> tuple[Hold, ...]:
    """What every seat has on a moon where these ships stand; most moons stay as they are in most actions."""
    pad = part[RING]
    beside = [part[near] for near in chart.neighbours[RING]]
    holders = chart.holders[0](part)
    strong = {holder for holder in holders if holder is not None and holders.count(holder) >= CONTROL}
    found = []
    for seat in range(chart.seats):
        ships = part.count(seat)
        controls = strong == {seat}
        value = 0
        if moon == seat:
            value = AT_HOME[ships] + SHIP * ships
            if controls:
                value += HOME_CONTROLLED + (HOME_PAD if pad == seat else 0)
        elif ships:
            value = ABROAD * ships + POINTS[holders.count(seat)] + (CONTROLLED if controls else 0)
            value += ON_PAD if pad == seat else BESIDE_PAD if seat in beside else 0
        found.append(Hold(ships, controls, pad == seat, seat in beside, value))
    return tuple(found)


def look(on: Field, ships: Ships) -> tuple[tuple[Hold, ...], ...]:
    """What every seat has on every moon."""
    chart = on.chart
    return tuple(holds(chart, ships[moon * SPACES : (moon + 1) * SPACES], moon) for moon in range(on.seats))


def controlled(on: Field, ships: Ships, seat: Seat, moon: Seat) -> bool:
    """Whether this position gives a seat control of a moon's pad."""
    return holds(on.chart, ships[moon * SPACES : (moon + 1) * SPACES], moon)[seat].controls


def goes_home(on: Field, ships: Ships, seat: Seat) -> bool:
    """Whether a seat that is on turn in this position can win."""
    return _goes_home(look(on, ships), seat)


def _goes_home(looked: tuple[tuple[Hold, ...], ...], seat: Seat) -> bool:
    for moon, moon_holds in enumerate(looked):
        if moon_holds[seat].controls and moon != seat and moon_holds[seat].on_pad:
            return True
    return False


def _nearly_home(looked: tuple[tuple[Hold, ...], ...], seat: Seat) -> bool:
    """Whether a seat controls an opponent's pad, and has a ship beside it."""
    for moon, moon_holds in enumerate(looked):
        if moon_holds[seat].controls and moon != seat and moon_holds[seat].beside_pad:
            return True
    return False


def _standing(looked: tuple[tuple[Hold, ...], ...], seat: Seat, boldness: int = 100) -> int:
    """How well a seat's own ships stand, whatever the others do."""
    abroad, best, value = 0, 0, looked[seat][seat].value
    for moon, moon_holds in enumerate(looked):
        if moon != seat:
            hold = moon_holds[seat]
            value += SHIP * hold.ships
            abroad += hold.value
            best = max(best, hold.value)
    return value + (best + abroad // 4) * boldness // 100


def worth(on: Field, ships: Ships, seat: Seat, mover: Seat) -> int:
    """How good a position is for a seat when `mover` is on turn."""
    alive = [other for other in on.alive if other in ships]
    if seat not in alive:
        return LOST
    if alive == [seat]:
        return WON
    looked = look(on, ships)
    others = [other for other in alive if other != seat]
    rivals = [_standing(looked, other) for other in others]
    value = _standing(looked, seat, on.boldness) - max(rivals) - sum(rivals) // 4
    if _goes_home(looked, mover):
        return value + (ABOUT_TO_GO if mover == seat else NEXT_WINS)
    if any(_goes_home(looked, other) for other in others):
        return value + LATER_WINS
    if any(_nearly_home(looked, other) for other in others):
        value += ABOUT_TO_WIN
    return value


def survivors(on: Field, ships: Ships, active: Seat) -> Ships:
    """The position once everybody with one ship at home or none is out."""
    alive = sorted(on.alive, key=lambda seat: (seat - active - 1) % on.seats)
    for seat in tuple(alive):
        if len(alive) > 1 and ships[seat * SPACES : (seat + 1) * SPACES].count(seat) <= 1:
            alive.remove(seat)
            ships = tuple(None if ship == seat else ship for ship in ships)
    return ships


def put(ships: Ships, *changes: tuple[Space, Seat | None]) -> Ships:
    """A position with other ships, or none, on some spaces."""
    changed = list(ships)
    for space, ship in changes:
        changed[space] = ship
    return tuple(changed)


def after_teleport(ships: Ships, pad: Space, to: Space | None) -> Ships:
    """The position once the ship on a pad has landed, or is gone."""
    return put(ships, (pad, None)) if to is None else put(ships, (pad, None), (to, ships[pad]))


def exchange(on: Field, ships: Ships, seat: Seat, origin: Space, to: Space) -> tuple[Ships, ...]:
    """The positions, equally likely, after a move; if a ship is attacked, after a win, a tie and a loss."""
    defender = ships[to]
    if defender is None:
        return (put(ships, (origin, None), (to, seat)),)
    stung = on.powers[defender] is Power.STINGING
    lost = put(ships, (origin, None)) if stung else ships
    return put(ships, (origin, None), (to, seat)), put(ships, (to, None)), lost
