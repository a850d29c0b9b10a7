"""A player of Cosmic Coasters who aims home from an opponent's pad, and keeps the own moon manned."""

from collections.abc import Iterable
from random import Random
from typing import Any, assert_never

from companion.rehearsal.cosmic_coasters.thinking import (
    LOST,
    NEXT_WINS,
    WON,
    Ships,
    after,
    after_teleport,
    put,
    worth,
)
from companion.rules.contract import Ask, Pick, Seat
from companion.rules.cosmic_coasters import commands as c
from companion.rules.cosmic_coasters.components import SPACES, Space
from companion.rules.cosmic_coasters.state import State, empty_spaces

WHIM = 60
"""How much better something must be for a player never to choose the other."""

PASSING = -400
"""A turn that goes by is a turn lost."""


class CosmicPlayer:
    """Chooses the action whose outcome stands best on average."""

    def choose(
        self,
        state: State,
        seat: Seat,
        asks: tuple[Ask[c.Command], ...],
        secrets: tuple[str, ...],  # noqa: ARG002  # nothing lies face down in this game
        random: Random,
    ) -> Any:
        """The best option of all picks; rounds are left to the table, where they are thrown."""
        options = [option for ask in asks if isinstance(ask, Pick) for option in ask.options]
        if not options:
            return None
        return max(options, key=lambda option: _value(state, seat, option) + random.uniform(0, WHIM))


PLAYER = CosmicPlayer()


def _value(state: State, seat: Seat, command: c.Command) -> float:
    """How good a choice is for the seat that makes it."""
    match command:
        case c.Settle() | c.Deploy():
            return 0
        case c.Teleport(pad=pad, to=to):
            return _teleport(state, seat, pad, to)
        case c.Build() | c.Move():
            return _average(state, seat, after(state, seat, command))
        case c.Approach(pad=pad, moon=moon):
            return _approach(state, seat, pad, moon)
        case c.Pass():
            return worth(state, state.ships, seat) + PASSING
        case c.Inhibit(repel=repel):
            return _inhibit(state, seat, repel)
        case c.Land(to=to):
            return _landed(state, seat, to)
        case c.Escape(to=to):
            return _escaped(state, seat, to)
        case c.Retreat(to=to):
            return _retreated(state, seat, to)
        case c.Throw() | c.Roll() | c.Report():
            return 0
        case c.Adjust() | c.Leave() | c.Draw() | c.Abandon():
            return LOST + NEXT_WINS
        case _:
            assert_never(command)


def _average(state: State, seat: Seat, positions: Iterable[Ships]) -> float:
    values = [worth(state, ships, seat) for ships in positions]
    return sum(values) / len(values)


def _teleport(state: State, seat: Seat, pad: Space, to: Space | None) -> float:
    if to is not None and state.ships[pad] == seat and to // SPACES == seat:
        return WON
    return worth(state, after_teleport(state.ships, pad, to), seat)


def _approach(state: State, seat: Seat, pad: Space, moon: Seat) -> float:
    """The owner is expected to play the round: it is won, tied or lost, all as likely."""
    anywhere = _best_landing(state, seat, pad, _spaces(moon))
    empty = _best_landing(state, seat, pad, empty_spaces(state, moon))
    return _average(state, seat, (anywhere, empty, state.ships))


def _inhibit(state: State, seat: Seat, repel: bool) -> float:  # the command's own field
    """What is left of the landing that suits the one who teleports best."""
    pending: Any = state.pending
    anywhere = _best_landing(state, state.active, pending.pad, _spaces(pending.moon))
    if not repel:
        return worth(state, anywhere, seat)
    empty = _best_landing(state, state.active, pending.pad, empty_spaces(state, pending.moon))
    return _average(state, seat, (anywhere, empty, state.ships))


def _best_landing(state: State, mover: Seat, pad: Space, spaces: Iterable[Space]) -> Ships:
    """The position after the landing that is best for the mover; the present one if there is no space."""
    landings = [after_teleport(state.ships, pad, to) for to in spaces]
    return max(landings, key=lambda ships: worth(state, ships, mover), default=state.ships)


def _spaces(moon: Seat) -> range:
    return range(moon * SPACES, (moon + 1) * SPACES)


def _landed(state: State, seat: Seat, to: Space) -> float:
    pending: Any = state.pending
    return worth(state, after_teleport(state.ships, pending.pad, to), seat)


def _escaped(state: State, seat: Seat, to: Space | None) -> float:
    pending: Any = state.pending
    ships = state.ships if to is None else put(state.ships, (pending.to, None), (to, seat))
    return worth(state, after_teleport(ships, pending.pad, pending.to), seat)


def _retreated(state: State, seat: Seat, to: Space) -> float:
    pending: Any = state.pending
    return worth(state, put(state.ships, (pending.origin, None), (pending.via, None), (to, seat)), seat)
