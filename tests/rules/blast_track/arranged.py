"""Boards arranged tile by tile, so that each rule can be met where it bites.

Seat k stands before the cell over side k of the Starting Tile. `UP` names the cells over side 0.
"""

from msgspec.structs import replace

from companion.rules.blast_track.board import Laid, Spot, follow
from companion.rules.blast_track.components import DRAWN
from companion.rules.blast_track.rules import RULES
from companion.rules.blast_track.state import (
    TRACKS,
    First,
    Laying,
    Pile,
    Row,
    State,
    Track,
    drawn_tiles,
    open_tiles,
)
from companion.rules.contract import TABLE, Setup, Violation
from companion.rules.hidden import Hidden

NAMES = ("Ann", "Benedikt", "Chiara", "Dov", "Eun-ji", "Fatoumata")

UP = [(0, -1), (0, -2), (0, -3), (0, -4), (0, -5), (0, -6), (0, -7), (0, -8)]
"""The cells on the way up from seat 0's starting point."""

MARKET = ("rail-lanes", "rail-lanes", "rail-lanes")


def began(seats=2, first=0, components=None, **options):
    events = RULES.start(Setup(RULES.name, NAMES[:seats], first, options, components or {}))
    assert not isinstance(events, Violation), events
    state = RULES.evolve(None, events[0])
    assert list(RULES.audit(state)) == []
    return state


def park(
    *laid, seats=2, hand=("rail-star",), hands=None, active=0, first=None, market=MARKET, stage=None,
    rows=None, piles=None, discarded=(), components=None, **options,
) -> State:  # fmt: skip
    """A game in which these tiles lie, given as (tile, cell) or (tile, cell, turn), and a seat is to lay.

    `first` is a seat whose first tile is still unseen; all other tiles are in piles.
    """
    state = began(seats, components=components, **options)
    board = tuple(Laid(*tile) for tile in laid)
    plan = state.plan
    loops = sum(tile.tile == plan.loop for tile in board)
    spare = list(state.spare)
    for tile in board:
        if plan.kinds[tile.tile] not in DRAWN:
            spare.remove(tile.tile)
    state = replace(
        state, board=board, spare=tuple(spare), discarded=(*discarded, *(plan.symbol,) * loops), turn=9,
        market=market, active=active, stage=stage or Laying(),
    )  # fmt: skip
    players = []
    for seat, player in enumerate(state.players):
        cart = follow(state.grid, {}, {}, seat, plan.starts[player.point])
        assert isinstance(cart, Spot), (seat, cart)
        held = (hands or {}).get(seat, hand if seat == active else ())
        unseen = First(Hidden((seat,))) if first == seat else None
        told = {Track(name): Row(*value) for name, value in (rows or {}).get(seat, {}).items()}
        player = replace(player, cart=cart, dealt=True, hand=held, first=unseen)
        players.append(replace(player, rows=tuple(told.get(track, Row()) for track in TRACKS)))
    state = replace(state, players=tuple(players))
    return _with_piles(state, piles)


def _with_piles(state, piles):
    """The tiles that lie nowhere else are in the piles; what `piles` leave over is discarded."""
    drawn = drawn_tiles(state.components, state.seats)
    state = replace(state, piles=tuple(Pile(*pile) for pile in piles or [(0,), (0,), (0,)]))
    seen = open_tiles(state)
    unseen = sum(drawn.values()) - sum(seen.get(tile, 0) for tile in drawn)
    unseen -= sum(player.first is not None for player in state.players)
    if piles is None:
        state = replace(state, piles=(Pile(unseen - 2), Pile(1), Pile(1)))
    else:
        spare = unseen - sum(pile.unseen for pile in state.piles)
        rest = [tile for tile, count in drawn.items() for _ in range(count - seen.get(tile, 0))]
        keep = sorted(rest, key=lambda tile: tile in KEPT)
        state = replace(state, discarded=(*state.discarded, *keep[:spare]))
    assert list(RULES.audit(state)) == []
    return state


KEPT = ("rail-star", "slope-star", "rail-curves", "rail-cross", "tunnel-1")
"""What stays face down longest when a pile is made low."""


def enter(state, *commands):
    """The state after some commands, each of them legal, its audit silent after every event."""
    for command in commands:
        events = RULES.decide(state, command)
        assert not isinstance(events, Violation), (command, events)
        for event in events:
            state = RULES.evolve(state, event)
            assert list(RULES.audit(state)) == [], event
    return state


def told(state, command, kind=None):
    """The events of a legal command, or those of one kind."""
    events = RULES.decide(state, command)
    assert not isinstance(events, Violation), (command, events)
    return [event for event in events if kind is None or isinstance(event, kind)]


def refused(state, command, code, section=None):
    """The facts of a refusal, which has this code, and whose repairs are accepted."""
    answer = RULES.decide(state, command)
    assert isinstance(answer, Violation), (command, answer)
    assert answer.code == code, answer
    assert section in (None, answer.section), answer
    for repair in answer.repairs:
        assert not isinstance(RULES.decide(state, repair), Violation), repair
    return answer


def row(state, seat, track):
    """A row as (value, arrow)."""
    found = state.players[seat].rows[TRACKS.index(Track(track))]
    return found.value, found.arrow


def values(state, seat):
    """All five rows' values, in order: tunnel, slope, loop, help, connection."""
    return [found.value for found in state.players[seat].rows]


def asked(state, name, viewer=TABLE):
    """The options of all asks of this name; nothing if it is not asked."""
    return tuple(
        option
        for ask in RULES.asks(state, viewer)
        if ask.name == name
        for option in getattr(ask, "options", (None,))
    )
