"""What may never get lost, whatever is entered: money, hills, cards, and each seat's last turn."""

from random import Random
from typing import get_args

import pytest
from hypothesis import given, settings, strategies
from msgspec.structs import replace

from companion.rules.coaster_park import commands as c
from companion.rules.coaster_park import events as happened
from companion.rules.coaster_park.coins import Coins
from companion.rules.coaster_park.commands import Command
from companion.rules.coaster_park.common import with_player
from companion.rules.coaster_park.evolving import AFTER
from companion.rules.coaster_park.flow import next_event
from companion.rules.coaster_park.judging import AWAITED, JUDGES
from companion.rules.coaster_park.rules import RULES
from companion.rules.coaster_park.state import Stage
from companion.rules.contract import HOST, TABLE, Amount, Setup, Violation
from tests.rules.coaster_park.arranged import NAMES, Table


def begun(dice):
    """A game whose seats, first player and options the dice choose."""
    seats = dice.choice(RULES.seats)
    options = {option.key: dice.choice(option.choices) for option in RULES.options}
    state = None
    for event in RULES.start(Setup("coaster_park", NAMES[:seats], dice.randrange(seats), options)):
        state = RULES.evolve(state, event)
    return state


def walked(seed, host=0.0):
    """Every (state, events) of a random game, in which the host now and then does something too."""
    dice = Random(seed)
    state = begun(dice)
    while asks := RULES.asks(state, TABLE):
        extra = RULES.asks(state, HOST)[len(asks) :] if dice.random() < host else ()
        names = sorted({ask.name for ask in extra} - {"abandon"})
        name = dice.choice(names) if names else ""
        ask = dice.choice([ask for ask in extra if ask.name == name] or asks)
        command = (
            ask.option(dice.randint(ask.low, ask.high), "so ruled")
            if isinstance(ask, Amount)
            else dice.choice(ask.options)
        )
        events = RULES.decide(state, command)
        assert not isinstance(events, Violation), (command, events)
        before = state
        for event in events:
            state = RULES.evolve(state, event)
            assert list(RULES.audit(state)) == [], (event, before.stages)
        yield command, events, state


def played(seed):
    """All events of a random game, and its last state."""
    steps = list(walked(seed))
    return [event for _, events, _ in steps for event in events], steps[-1][2]


@settings(max_examples=25, deadline=None)
@given(seed=strategies.integers(0, 10**6))
def test_money_hills_and_cards_are_conserved_whatever_the_table_and_its_host_enter(seed):
    for _, _, state in walked(seed, host=0.08):
        waiting = state.sale.paid if state.sale else 0
        assert sum(player.money for player in state.players) + state.bank + waiting == 321
    assert RULES.outcome(state) is not None


@settings(max_examples=20, deadline=None)
@given(seed=strategies.integers(0, 10**6))
def test_every_seat_has_exactly_one_last_turn(seed):
    """CP1"""
    told, state = played(seed)
    last = [event.seat for event in told if isinstance(event, happened.TurnBegan) and event.last]
    assert sorted(last) == list(range(len(state.players)))
    assert sum(isinstance(event, happened.EndTriggered) for event in told) == 1


@settings(max_examples=20, deadline=None)
@given(seed=strategies.integers(0, 10**6))
def test_a_purchase_is_always_placed(seed):
    """CP17"""
    told, state = played(seed)
    unplaced = 0
    for event in told:
        unplaced += isinstance(event, happened.Bought)
        unplaced -= isinstance(event, happened.StoredAway)
        unplaced -= isinstance(event, happened.Built | happened.Inserted) and not event.stored
        assert unplaced >= 0
    assert unplaced == 0
    assert state.sale is None


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (lambda s: replace(s, bank=s.bank + 1), "$322"),
        (lambda s: replace(s, pool=s.pool[1:]), "Bump"),
        (lambda s: replace(s, pool=(*s.pool, "moon")), "moon is no hill"),
        (lambda s: replace(s, row=s.row[1:]), "standard-01"),
        (lambda s: replace(s, row=(*s.row, "joker")), "joker is no card"),
        (lambda s: replace(s, standard=(*s.standard, "standard-01"), row=s.row[1:]), "(CP20)"),
        (lambda s: replace(s, launch=s.launch[1:], row=(*s.row, s.launch[0])), "6 cards lie in the row"),
        (lambda s: with_seat(s, warehouse=("bump", "jump"), pool=s.pool), "stores 2 hills"),
        (lambda s: with_seat(s, coasters=(("bump", "jump"),)), "not a launch"),
        (lambda s: with_seat(s, coasters=(("meadow-drop", "lantern-drop"),)), "not a launch"),
        (lambda s: with_seat(replace(s, bank=s.bank + 25), money=-1), "has $-1"),
        (lambda s: replace(s, purses=(Coins(3, 10), *s.purses[1:])), "82 silver coins"),
        (lambda s: replace(s, purses=(Coins(2, 14), *s.purses[1:])), "47 gold and 86 silver"),
        (lambda s: replace(s, purses=(Coins(2, 9), Coins(4, 9), *s.purses[2:])), "place 0 are worth $19"),
    ],
)
def test_the_audit_finds_what_is_lost_or_where_it_can_t_be(fault, said):
    state = Table().state
    assert list(RULES.audit(state)) == []
    assert any(said in line for line in RULES.audit(fault(state)))


def with_seat(state, pool=None, **changes):
    player = replace(state.players[0], **changes)
    return replace(state, players=with_player(state, 0, player), pool=pool or state.pool)


@settings(max_examples=15, deadline=None)
@given(seed=strategies.integers(0, 10**6))
def test_nothing_that_follows_by_itself_is_left_undone(seed):
    for command, _, state in walked(seed, host=0.08):
        assert next_event(state) is None, command


def test_every_event_command_and_stage_is_known_to_the_tables_that_look_them_up():
    assert set(AFTER) == set(get_args(happened.Event))
    assert set(JUDGES) == set(get_args(Command))
    assert set(AWAITED) == set(get_args(Stage))


def test_no_game_is_longer_than_stated():
    for seed in range(20):
        steps = list(walked(seed))
        assert len(steps) <= RULES.longest(len(steps[-1][2].players))


def test_a_refused_command_is_named_with_what_is_awaited():
    violation = Table().refusal(c.Run(0, 1))
    assert violation.code == "park.entry.not-now"
    assert violation.facts == {"entry": "Run", "awaited": "Acting"}
