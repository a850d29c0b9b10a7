"""How a rehearsal's player of Cosmic Coasters sees a position, and what it does there."""

from functools import reduce
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.rehearsal import player, pretend
from companion.rehearsal.cosmic_coasters.foresight import actions
from companion.rehearsal.cosmic_coasters.thinking import (
    LOST,
    WON,
    controlled,
    exchange,
    field,
    goes_home,
    put,
    survivors,
    worth,
)
from companion.rehearsal.playing import Seen
from companion.rules import game
from companion.rules.contract import Setup, Viewer
from companion.rules.cosmic_coasters.commands import Move, Settle, Teleport
from companion.rules.cosmic_coasters.components import Power
from companion.rules.cosmic_coasters.state import Acting, State

RULES = game("cosmic_coasters")
FLEET = (0, 0, 0, 0, 0, 0, None, 0, None)
"""Ships around a moon in the order of its spaces, the pad last."""


@pytest.fixture
def state() -> State:
    """Two players on turn: seat 0, then seat 1; without powers."""
    setup = Setup("cosmic_coasters", ("A", "B"), options={"powers": "off"})
    start = reduce(RULES.evolve, RULES.start(setup), None)
    moons = (moon.name for moon in start.components.moons)
    for seat, moon in zip(range(2), moons, strict=False):
        start = reduce(RULES.evolve, RULES.decide(start, Settle(seat, moon)), start)
    return replace(start, pending=Acting(), active=0, out=(None, None))


def at(state: State, first: str, second: str) -> State:
    """The state with these ships on the moons of seats 0 and 1."""
    ships = tuple(None if sign == "." else int(sign) for sign in first + second)
    return replace(state, ships=ships)


def chosen(state: State, seat: int = 0) -> Any:
    asks = tuple(ask for ask in RULES.asks(state, Viewer(seat=seat)) if ask.seat == seat)
    seen = Seen(seat, state, asks, (), tuple, lambda: Random(0))
    return player("cosmic_coasters").choose(seen, Random(1))


def test_it_goes_home_when_it_can(state):
    ready = at(state, "000.0....", "101.1...0")
    assert goes_home(field(ready), put(ready.ships, (12, 0)), 0)
    ready = replace(ready, ships=put(ready.ships, (10, 0), (12, 0)))
    assert controlled(field(ready), ready.ships, 0, 1)
    move = chosen(ready)
    assert isinstance(move, Teleport)
    assert move.pad == 17
    assert move.to is not None
    assert move.to < 9


def test_it_does_not_let_the_other_go_home_when_it_can_be_helped(state):
    """Seat 1 stands on seat 0's pad and holds two of its Control Points; one of them can be attacked."""
    threatened = at(state, ".101000.1", "1.1.1....")
    assert goes_home(field(threatened), threatened.ships, 1)
    move = chosen(threatened)
    outcomes = [ships for ships in _outcomes(threatened, move) if not goes_home(field(threatened), ships, 1)]
    assert outcomes


def _outcomes(state: State, move: Any) -> list[tuple[int | None, ...]]:
    match move:
        case Move(origin=origin, to=to):
            return list(exchange(field(state), state.ships, 0, origin, to))
        case Teleport(pad=pad, to=to):
            gone = put(state.ships, (pad, None))
            return [gone if to is None else put(gone, (to, state.ships[pad]))]
        case _:
            return [state.ships]


def test_two_control_points_control_a_pad_unless_another_holds_two(state):
    on = field(state)
    ours = at(state, "000000000", ".0.0.....").ships
    assert controlled(on, ours, 0, 1)
    assert not controlled(on, put(ours, (14, 1), (16, 1)), 0, 1)
    assert not controlled(on, put(ours, (10, None)), 0, 1)


def test_one_ship_at_home_is_a_loss_and_the_last_one_wins(state):
    lone = at(state, "0........", "11.......").ships
    left = survivors(field(state), lone, 1)
    assert 0 not in left
    assert worth(field(state), left, 1, 0) == WON
    assert worth(field(state), left, 0, 0) == LOST


def test_an_attack_wins_ties_or_loses_and_may_be_stung(state):
    ships = at(state, "01.......", "11.......").ships
    won, tied, lost = exchange(field(state), ships, 0, 0, 1)
    assert (won[0], won[1]) == (None, 0)
    assert (tied[0], tied[1]) == (0, None)
    assert lost == ships
    stinging = field(replace(state, powers=(None, Power.STINGING)))
    assert exchange(stinging, ships, 0, 0, 1)[2] == put(ships, (0, None))


def test_the_answers_it_thinks_of_are_those_the_rules_offer(state):
    """As many as the rules offer without powers: every teleport, build and move, each once."""
    for first, second in (("000.0.00.", "11111.1.."), ("00000000.", "1.1.11.11"), (".0.0.0.00", "11111111.")):
        here = at(state, first, second)
        asks = [ask for ask in RULES.asks(here, Viewer(seat=0)) if ask.seat == 0 and ask.name != "pass"]
        offered = sum(len(ask.options) for ask in asks)
        assert len(list(actions(field(here), here.ships, 0))) == offered


def test_worlds_take_turns_with_hands_results_and_dice():
    combats = [
        pretend("cosmic_coasters", seed).setting(2).options.get("combat", "hands") for seed in range(6)
    ]
    assert combats == ["hands", "result", "dice"] * 2
