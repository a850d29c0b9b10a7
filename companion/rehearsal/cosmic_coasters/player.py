"""A player of Cosmic Coasters who aims home from an opponent's pad, and keeps the own moon manned."""

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any, assert_never

from companion.rehearsal.cosmic_coasters.foresight import Outlook, average, foreseen
from companion.rehearsal.cosmic_coasters.thinking import (
    Field,
    Ships,
    after_teleport,
    exchange,
    field,
    put,
    worth,
)
from companion.rehearsal.playing import Seen
from companion.rules.contract import Pick, Seat
from companion.rules.cosmic_coasters import commands as c
from companion.rules.cosmic_coasters.components import SPACES, Space

WHIM = 120
"""How much better something must be for a player never to choose the other."""

IDLING = 4
"""What a turn costs that goes by without a threat, for each hundredth of boldness."""

AGAIN = 250
"""What it costs to bring about a position once more that has stood before."""

CONSIDERED = 7
"""Actions that look best at first sight, whose answers are thought through."""

Action = c.Teleport | c.Approach | c.Build | c.Move | c.Pass


class CosmicPlayer:
    """Chooses the action that still stands best after the next player's answer."""

    def choose(self, seen: Seen, random: Random) -> Any:
        """The best option of all picks; rounds are left to the table, where they are thrown."""
        options = [option for ask in seen.asks if isinstance(ask, Pick) for option in ask.options]
        if not options:
            return None
        whims = {option: random.uniform(0, WHIM) for option in options}
        acting = [option for option in options if isinstance(option, Action)]
        if acting:
            return _act(seen, acting, whims)
        on = field(seen.state)
        return max(options, key=lambda option: _reaction(on, seen, option) + whims[option])


PLAYER = CosmicPlayer()

WINS: Outlook = ()
"""The outlook of an action that ends the game."""


def _act(seen: Seen, options: list[Action], whims: dict[Action, float]) -> Action:
    """The winning action if there is one, else the one that is best after the best answer to it."""
    on, seat, ships = field(seen.state), seen.seat, seen.state.ships
    outlooks = {option: _outlook(on, seat, ships, option) for option in options}
    for option in options:
        if outlooks[option] == WINS:
            return option
    stood = Counter(after.ships for told in seen.history() for _, _, after in told.steps[-1:])
    worths = {
        option: whims[option] - _dithering(stood, outlooks[option]) - _idling(on, seat, ships, option)
        for option in options
    }
    mover = on.following(seat)
    glances = {option: worths[option] + average(on, outlooks[option], seat, mover) for option in options}
    considered = sorted(options, key=lambda option: -glances[option])[:CONSIDERED]
    return max(considered, key=lambda option: worths[option] + foreseen(on, outlooks[option], seat))


def _dithering(stood: Counter[Ships], outlook: Outlook) -> float:
    """What it costs to bring about what has stood before, more each time."""
    return AGAIN * sum(stood[ships] for ships in outlook) / len(outlook)


def _idling(on: Field, seat: Seat, ships: Ships, action: Action) -> int:
    """What it costs to pass, or to move about at home without loading the pad."""
    match action:
        case c.Pass():
            idle = True
        case c.Move(to=to):
            idle = ships[to] is None and to // SPACES == seat and to not in on.chart.pads
        case _:
            idle = False
    return IDLING * on.boldness if idle else 0


def _outlook(on: Field, seat: Seat, ships: Ships, action: Action) -> Outlook:
    """Where an action may lead."""
    match action:
        case c.Teleport(pad=pad, to=to):
            goes_home = to is not None and ships[pad] == seat == to // SPACES
            return WINS if goes_home else (after_teleport(ships, pad, to),)
        case c.Approach(pad=pad, moon=moon):
            return _approached(on, ships, seat, pad, moon)
        case c.Build(factory=factory):
            return (put(ships, (factory, seat)),)
        case c.Move(origin=origin, to=to):
            return exchange(on, ships, seat, origin, to)
        case c.Pass():
            return (ships,)
        case _:
            assert_never(action)


def _approached(on: Field, ships: Ships, mover: Seat, pad: Space, moon: Seat) -> Outlook:
    """The owner is expected to play the round: it is won, tied or lost, all as likely."""
    spaces = range(moon * SPACES, (moon + 1) * SPACES)
    empty = [space for space in spaces if ships[space] is None]
    return _best_landing(on, ships, mover, pad, spaces), _best_landing(on, ships, mover, pad, empty), ships


def _best_landing(on: Field, ships: Ships, mover: Seat, pad: Space, spaces: Iterable[Space]) -> Ships:
    """The position after the landing that is best for the mover; the present one if there is no space."""
    landings = [after_teleport(ships, pad, to) for to in spaces]
    behind = on.following(mover)
    return max(landings, key=lambda landed: worth(on, landed, mover, behind), default=ships)


def _reaction(on: Field, seen: Seen, command: Any) -> float:
    """How good it is to answer, or to finish an action, like this."""
    pending, ships, active = seen.state.pending, seen.state.ships, seen.state.active
    match command:
        case c.Inhibit(repel=True):
            outlook = _approached(on, ships, active, pending.pad, pending.moon)
        case c.Inhibit():
            outlook = _approached(on, ships, active, pending.pad, pending.moon)[:1]
        case c.Land(to=to):
            outlook = (after_teleport(ships, pending.pad, to),)
        case c.Escape(to=to):
            fled = ships if to is None else put(ships, (pending.to, None), (to, seen.seat))
            outlook = (after_teleport(fled, pending.pad, pending.to),)
        case c.Retreat(to=to):
            outlook = (put(ships, (pending.origin, None), (pending.via, None), (to, seen.seat)),)
        case _:
            return 0.0
    return average(on, outlook, seen.seat, on.following(active))
