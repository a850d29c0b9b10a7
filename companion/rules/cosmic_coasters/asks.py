"""All that may be entered now.

A seat's commands are made once for all games on moons of the same shape; each ask picks the legal ones.
"""

from collections.abc import Iterator
from functools import cache
from typing import assert_never

from companion.rules.contract import Observe, Pick, Seat, Sensed, Viewer
from companion.rules.cosmic_coasters.commands import (
    Abandon,
    Adjust,
    Approach,
    Build,
    Command,
    Deploy,
    Draw,
    Escape,
    Inhibit,
    Land,
    Leave,
    Move,
    Pass,
    Report,
    Retreat,
    Roll,
    Settle,
    Teleport,
    Throw,
)
from companion.rules.cosmic_coasters.components import AT_HOME, FLEET, Board, Power, Space, chart, spaces_of
from companion.rules.cosmic_coasters.state import (
    Acting,
    Alarm,
    Attack,
    Challenge,
    Combat,
    Deploying,
    Inhibition,
    Landing,
    Moons,
    Over,
    Passing,
    Reason,
    Retreating,
    Round,
    Settling,
    Sign,
    State,
    Verdict,
    controls,
    empty_spaces,
    escapes,
    guarded,
    home_after,
    opponent,
    spare,
)
from companion.rules.hidden import Hidden

Ask = Pick[Command] | Observe[Command]
"""No number is ever asked for in this game."""

Asks = tuple[Ask, ...]

PIPS = range(1, 7)


def asks(state: State, viewer: Viewer) -> Asks:
    """All that this viewer may enter."""
    everybody = table_asks(state)
    if viewer.host:
        return (*everybody, *host_asks(state))
    if viewer.seat is None:
        return everybody
    return tuple(ask for ask in everybody if ask.seat in (viewer.seat, None))


def offered(state: State, viewer: Viewer) -> Iterator[Command]:
    """Every command that this viewer may enter."""
    for ask in asks(state, viewer):
        yield from ask.options


def table_asks(state: State) -> Asks:
    """All that the players may enter."""
    match state.pending:
        case Acting():
            return _action(state)
        case Attack() | Challenge() as played:
            return _round(state, played)
        case Inhibition(_, moon):
            answers = (Inhibit(moon, repel=True), Inhibit(moon, repel=False))
            return (Pick("inhibit", moon, answers),)
        case Landing(_, moon, empty):
            spaces = empty_spaces(state, moon) if empty else spaces_of(moon)
            lands = tuple(Land(state.active, space) for space in spaces)
            return (Pick("land", state.active, lands),)
        case Alarm(seat, _, to):
            ways = (*escapes(state, to), None)
            return (Pick("escape", seat, tuple(Escape(seat, way) for way in ways)),)
        case Retreating(origin, via):
            stays = (Retreat(state.active, origin), Retreat(state.active, via))
            return (Pick("retreat", state.active, stays),)
        case Settling(seat):
            return (_moon(state, seat),)
        case Deploying(seats):
            return tuple(_empty(state, seat) for seat in seats)
        case Over():
            return ()
        case _:
            assert_never(state.pending)


class Repertoire:
    """Every action one seat could ever enter, found by the spaces and moons it starts from."""

    def __init__(self, board: Board, seats: int, seat: Seat) -> None:
        spaces = chart(board, seats)
        self.moves = tuple(
            tuple((Move(seat, origin, to), to) for to in spaces.neighbours[origin])
            for origin in range(spaces.spaces)
        )
        self.leaps = tuple(
            tuple(
                (Move(seat, origin, to, via), via, to)
                for via in spaces.neighbours[origin]
                for to in spaces.neighbours[via]
                if to != origin
            )
            for origin in range(spaces.spaces)
        )
        self.teleports = tuple(
            tuple(tuple(Teleport(seat, pad, space) for space in spaces_of(moon)) for moon in range(seats))
            for pad in spaces.pads
        )
        self.away = tuple(Teleport(seat, pad, None) for pad in spaces.pads)
        self.builds = tuple(
            (Build(seat, factory), factory, one, two) for factory, (one, two) in spaces.flanks.items()
        )
        self.passing = Pick[Command]("pass", seat, (Pass(seat),))
        self.throws = Observe[Command](
            "hand",
            seat,
            Sensed.HAND,
            tuple(Throw(seat, Hidden((seat,), sign)) for sign in Sign),
            tuple(Sign),
        )
        self.rolls = Observe[Command](
            "die", seat, Sensed.DIE, tuple(Roll(seat, pips) for pips in PIPS), tuple(map(str, PIPS))
        )


@cache
def repertoire(board: Board, seats: int, seat: Seat) -> Repertoire:
    """A seat's repertoire, made once."""
    return Repertoire(board, seats, seat)


RESULT = Observe[Command](
    "result", None, Sensed.RESULT, tuple(Report(verdict) for verdict in Verdict), tuple(Verdict)
)


def _own(state: State, seat: Seat) -> Repertoire:
    return repertoire(state.components.board, state.seats, seat)


def _action(state: State) -> Asks:
    """The active seat's action: one ask for each kind of it that is possible."""
    seat = state.active
    own = _own(state, seat)
    ready = _builds(state, seat, own)
    possible = spare(state, seat) > 0
    kinds: tuple[tuple[str, tuple[Command, ...]], ...] = (
        ("teleport", _teleports(state, seat, own)),
        ("build", ready if possible else ()),
        ("move", _moves(state, seat, own)),
    )
    found: list[Pick[Command]] = [Pick(name, seat, options) for name, options in kinds if options]
    if state.options.passing is Passing.ALLOWED:
        found.append(own.passing)
    if ready and not possible:
        # An ask has options, so builds that only lack spare parts are shown beside the last one's.
        last = found.pop()
        found.append(Pick(last.name, seat, last.options, ready))
    return tuple(found)


def _teleports(state: State, seat: Seat, own: Repertoire) -> tuple[Command, ...]:
    """What can be done with the ships on the pads that a seat controls."""
    found: list[Command] = []
    for here, pad in enumerate(state.chart.pads):
        if state.ships[pad] is None or not controls(state, seat, here):
            continue
        for there, moon in enumerate(state.moons):
            if there == here or not moon:
                continue
            if guarded(state, seat, there):
                found.append(Approach(seat, pad, there))
            else:
                found += own.teleports[here][there]
        found.append(own.away[here])
    return tuple(found)


def _builds(state: State, seat: Seat, own: Repertoire) -> tuple[Command, ...]:
    """The ships a seat can build if it has the parts."""
    ships = state.ships
    return tuple(
        [
            build
            for build, factory, one, two in own.builds
            if ships[one] == seat and ships[two] == seat and ships[factory] is None
        ]
    )


def _moves(state: State, seat: Seat, own: Repertoire) -> tuple[Command, ...]:
    """Where a seat's ships can move or attack."""
    ships = state.ships
    origins = [space for space, ship in enumerate(ships) if ship == seat]
    found = [move for origin in origins for move, to in own.moves[origin] if ships[to] != seat]
    if state.powers[seat] is Power.TRANSIT:
        found += [
            leap
            for origin in origins
            for leap, via, to in own.leaps[origin]
            if ships[via] is None and ships[to] != seat
        ]
    return tuple(found)


def _round(state: State, played: Round) -> Asks:
    match state.options.combat:
        case Combat.RESULT:
            return (RESULT,)
        case Combat.DICE:
            return (_own(state, state.active).rolls,)
        case Combat.HANDS:
            players = (state.active, opponent(played))
            return tuple(
                _own(state, seat).throws
                for seat, hand in zip(players, played.hands, strict=True)
                if hand is None
            )


def _moon(state: State, seat: Seat) -> Ask:
    """The moons that nobody has yet (CO31)."""
    names = tuple(moon.name for moon in state.components.moons if moon.name not in state.moons)
    options = tuple(Settle(seat, name) for name in names)
    if state.options.moons is Moons.CHOSEN:
        return Pick("moon", seat, options)
    return Observe("moon", seat, Sensed.CARD, options, names, ("moons",))


def _empty(state: State, seat: Seat) -> Ask:
    """Two Factories to leave empty (CO9)."""
    return Pick("empty", seat, tuple(Deploy(seat, pair) for pair in state.chart.pairs[seat]))


def host_asks(state: State) -> Asks:
    """All that only the host may enter."""
    match state.pending:
        case Over():
            return ()
        case Settling() | Deploying():
            return _ways_out(state)
        case Acting():
            adjustments = tuple(_adjustments(state))
            return (Pick("adjust", None, adjustments), *_ways_out(state), Pick("draw", None, (Draw(),)))
        case _:
            return (*_ways_out(state), Pick("draw", None, (Draw(),)))


def _ways_out(state: State) -> Asks:
    leaves = tuple(Leave(seat) for seat in state.survivors)
    return (Pick("leave", None, leaves), Pick("abandon", None, (Abandon(),)))


def _adjustments(state: State) -> Iterator[Adjust]:
    """Every ship moved, added or taken away that breaks no law."""
    free: list[Space | None] = [
        space for seat, moon in enumerate(state.moons) if moon for space in empty_spaces(state, seat)
    ]
    for ship in state.survivors:
        origins: list[Space | None] = [space for space, seat in enumerate(state.ships) if seat == ship]
        if len(origins) < FLEET:
            origins.append(None)
        for origin in origins:
            for to in (*free, None):
                if origin != to and home_after(state, ship, origin, to) >= AT_HOME:
                    for reason in Reason:
                        yield Adjust(ship, origin, to, reason)
