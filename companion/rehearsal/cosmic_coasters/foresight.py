"""What the others may answer: an action is as good as it still is after the next player's best one."""

from collections.abc import Iterable, Iterator

from companion.rehearsal.cosmic_coasters.thinking import (
    Field,
    Ships,
    after_teleport,
    controlled,
    exchange,
    goes_home,
    put,
    survivors,
    worth,
)
from companion.rules.contract import Seat
from companion.rules.cosmic_coasters.components import FLEET, SPACES, Power, Space

Outlook = tuple[Ships, ...]
"""The positions, equally likely, that an action leads to."""


def actions(on: Field, ships: Ships, seat: Seat) -> Iterator[Outlook]:
    """What each action of a seat leads to, near enough: without escapes and rounds against landings."""
    for moon, pad in enumerate(on.chart.pads):
        if ships[pad] is not None and controlled(on, ships, seat, moon):
            for to in (*range(on.chart.spaces), None):
                if to is None or to // SPACES != moon:
                    yield (after_teleport(ships, pad, to),)
    if ships.count(seat) < FLEET:
        for factory, flanks in on.chart.flanks.items():
            if ships[factory] is None and all(ships[point] == seat for point in flanks):
                yield (put(ships, (factory, seat)),)
    for origin in range(on.chart.spaces):
        if ships[origin] == seat:
            for to in _reach(on, ships, seat, origin):
                if ships[to] != seat:
                    yield exchange(on, ships, seat, origin, to)


def _reach(on: Field, ships: Ships, seat: Seat, origin: Space) -> Iterable[Space]:
    near = on.chart.neighbours[origin]
    if on.powers[seat] is not Power.TRANSIT:
        return near
    free = (via for via in near if ships[via] is None)
    return {*near, *(to for via in free for to in on.chart.neighbours[via])} - {origin}


def foreseen(on: Field, outlook: Outlook, seat: Seat) -> float:
    """What an action of this seat is worth on average, once the next player has answered it."""
    return sum(_answered(on, ships, seat) for ships in outlook) / len(outlook)


def _answered(on: Field, ships: Ships, seat: Seat) -> float:
    ships = survivors(on, ships, seat)
    mover = on.following(seat)
    if seat not in ships or mover not in ships or goes_home(on, ships, mover):
        return worth(on, ships, seat, mover)
    answers = actions(on, ships, mover)
    behind = on.following(mover)
    reply = max(answers, key=lambda outlook: average(on, outlook, mover, behind), default=(ships,))
    return average(on, reply, seat, behind)


def average(on: Field, outlook: Outlook, seat: Seat, mover: Seat) -> float:
    """What positions are worth for a seat on average, when `mover` is on turn."""
    acted = seat if mover != seat else on.following(seat)
    return sum(worth(on, survivors(on, ships, acted), seat, mover) for ships in outlook) / len(outlook)
