"""How good the ships stand for a seat, and where they stand after an action that somebody thinks about.

A position is the tuple of ships, as in the game's state. Values are in hundredths of nothing in
particular: only their order matters.
"""

from collections.abc import Iterator

from companion.rules.contract import Seat
from companion.rules.cosmic_coasters.commands import Build, Move, Teleport
from companion.rules.cosmic_coasters.components import CONTROL, SPACES, Power, Space
from companion.rules.cosmic_coasters.state import State

Ships = tuple[Seat | None, ...]

WON = 100_000
LOST = -100_000
NEXT_WINS = -20_000
"""Somebody who moves before this seat can go home at once."""

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
ON_PAD = 500
BESIDE_PAD = 220
HOME_CONTROLLED = 350
HOME_PAD = 180


def controlled(state: State, ships: Ships, seat: Seat, moon: Seat) -> bool:
    """Whether this position gives a seat control of a moon's pad."""
    holders = [ships[point] for point in state.chart.points[moon]]
    if holders.count(seat) < CONTROL:
        return False
    return all(holder in (seat, None) or holders.count(holder) < CONTROL for holder in holders)


def goes_home(state: State, ships: Ships, seat: Seat) -> bool:
    """Whether a seat that is on turn in this position can win."""
    return any(
        ships[pad] == seat and controlled(state, ships, seat, moon)
        for moon, pad in enumerate(state.chart.pads)
        if moon != seat
    )


def nearly_home(state: State, ships: Ships, seat: Seat) -> bool:
    """Whether a seat controls an opponent's pad, and has a ship beside it."""
    return any(
        controlled(state, ships, seat, moon)
        and any(ships[near] == seat for near in state.chart.neighbours[pad])
        for moon, pad in enumerate(state.chart.pads)
        if moon != seat
    )


def standing(state: State, ships: Ships, seat: Seat) -> int:
    """How well a seat's own ships stand, whatever the others do."""
    home = ships[seat * SPACES : (seat + 1) * SPACES].count(seat)
    value = AT_HOME[home] + SHIP * ships.count(seat)
    if controlled(state, ships, seat, seat):
        value += HOME_CONTROLLED + (HOME_PAD if ships[state.chart.pads[seat]] == seat else 0)
    abroad = [_foothold(state, ships, seat, moon) for moon in range(state.seats) if moon != seat]
    return value + max(abroad) + sum(abroad) // 4


def _foothold(state: State, ships: Ships, seat: Seat, moon: Seat) -> int:
    """What a seat's ships on another moon are worth."""
    own = ships[moon * SPACES : (moon + 1) * SPACES].count(seat)
    if not own:
        return 0
    pad = state.chart.pads[moon]
    held = sum(ships[point] == seat for point in state.chart.points[moon])
    value = ABROAD * own + POINTS[held]
    if controlled(state, ships, seat, moon):
        value += CONTROLLED
    if ships[pad] == seat:
        value += ON_PAD
    elif any(ships[near] == seat for near in state.chart.neighbours[pad]):
        value += BESIDE_PAD
    return value


def worth(state: State, ships: Ships, seat: Seat) -> int:
    """How good a position is for a seat when the next one clockwise is on turn."""
    ships = survivors(state, ships, seat)
    alive = [other for other in range(state.seats) if state.out[other] is None and other in ships]
    if seat not in alive:
        return LOST
    if alive == [seat]:
        return WON
    others = [other for other in alive if other != seat]
    rivals = [standing(state, ships, other) for other in others]
    value = standing(state, ships, seat) - max(rivals) - sum(rivals) // 4
    if any(goes_home(state, ships, other) for other in others):
        return value + NEXT_WINS
    if any(nearly_home(state, ships, other) for other in others):
        value += ABOUT_TO_WIN
    return value


def survivors(state: State, ships: Ships, active: Seat) -> Ships:
    """The position once everybody with one ship at home or none is out."""
    order = [(active + step) % state.seats for step in range(1, state.seats + 1)]
    alive = [seat for seat in order if state.out[seat] is None]
    for seat in order:
        if seat not in alive or len(alive) == 1:
            continue
        if ships[seat * SPACES : (seat + 1) * SPACES].count(seat) <= 1:
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


def after(state: State, seat: Seat, action: Teleport | Build | Move) -> Iterator[Ships]:
    """The positions, equally likely, that an action of this seat leads to."""
    ships = state.ships
    match action:
        case Teleport(pad=pad, to=to):
            yield after_teleport(ships, pad, to)
        case Build(factory=factory):
            yield put(ships, (factory, seat))
        case Move(origin=origin, to=to) if ships[to] is None:
            yield put(ships, (origin, None), (to, seat))
        case Move(origin=origin, to=to):
            yield put(ships, (origin, None), (to, seat))
            yield put(ships, (to, None))
            defender = ships[to]
            stung = defender is not None and state.powers[defender] is Power.STINGING
            yield put(ships, (origin, None)) if stung else ships
