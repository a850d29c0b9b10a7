"""Players of Blast Track: they lay what is worth most, finish their evenings, and beat chance."""

import random

import pytest
from msgspec.structs import replace

from companion.rehearsal import chance, player
from companion.rehearsal.playing import Seen
from companion.rules.blast_track.commands import Discard, Lay, Lose, Stand, UseSite
from companion.rules.blast_track.rules import RULES
from companion.rules.blast_track.state import Due, Scoring, Track
from companion.rules.contract import TABLE, Observe
from tests.rehearsal.bare import begin, evening, moves
from tests.rules.blast_track.arranged import began, enter, park
from tests.rules.blast_track.test_placement import SHARED
from tests.rules.blast_track.test_sites import FACED


def chosen(state, seat=0, secrets=()):
    asks = tuple(ask for ask in RULES.asks(state, TABLE) if ask.seat == seat)
    seen = Seen(seat, state, asks, secrets, lambda: (), lambda: random.Random(1))
    return player("blast_track").choose(seen, random.Random(1))


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_evenings_are_played_to_the_last_tile(seats):
    table = evening("blast_track", seats, 1)
    outcome = table.view(TABLE).outcome
    assert outcome.reason == "last-tile"
    assert sorted(standing.seat for standing in outcome.ranking) == list(range(seats))
    assert 30 <= table.state.turn <= 60


def test_the_same_seed_plays_the_same_evening():
    assert evening("blast_track", 3, 5).state == evening("blast_track", 3, 5).state
    assert evening("blast_track", 3, 5).state != evening("blast_track", 3, 6).state


def test_an_evening_goes_on_alike_from_wherever_it_stopped():
    whole = evening("blast_track", 3, 4)
    for stop in (0, 3, 40, whole.n - 2):
        table, rehearsal = begin("blast_track", 3, 4)
        for entry in whole.timeline.line[1 : stop + 1]:
            table.enter(entry.command, entry.by)
        for _ in moves(table, rehearsal):
            pass
        assert table.state == whole.state


def test_a_connection_is_preferred_to_a_lonely_tile():
    state = park(("rail-star", (1, -2)), ("rail-star", (2, -3)), hand=("rail-curves", "rail-cross"))
    lay = chosen(state)
    after = enter(state, lay)
    assert isinstance(lay, Lay)
    assert after.players[0].rows[4].value == 1


def test_a_rivals_row_that_would_turn_back_is_moved():
    state = park(*SHARED[:1], hand=("slope-star", "rail-star"), rows={1: {"slope": (5, False)}})
    assert chosen(state).tile == "slope-star"


def test_only_the_own_first_tile_is_laid_and_discarded():
    state = park(hand=(), first=0)
    assert chosen(state, secrets=("rail-lanes",)).tile == "rail-lanes"
    stuck = park(*FACED, hand=("rail-star",), first=0)
    assert chosen(stuck, secrets=("slope-star",)) in (Discard(0, "rail-star"), Discard(0, "slope-star"))
    assert isinstance(chosen(stuck, secrets=("rail-curves",)), Lay)


def test_stuck_players_get_away_while_there_is_something_to_lay():
    state = enter(park(*FACED, hand=("rail-star",)), Discard(0, "rail-star"))
    assert isinstance(chosen(state), UseSite)


def test_a_full_row_is_lowered_first():
    state = park(*FACED, hand=(), rows={0: {"tunnel": (5, False), "help": (3, True), "loop": (2, False)}})
    state = replace(state, stage=Scoring((Due(0),)))
    assert chosen(state) == Lose(0, Track.TUNNEL)


def test_colours_are_chosen_beside_those_that_are_taken():
    state = enter(began(3, colours="chosen"), Stand(0, 2))
    assert chosen(state, 1).point in (1, 3)


def test_players_score_more_than_chance_does():
    """The same four seats, with the same piles, once by thought and once at random."""
    thought = drawn = 0
    for seed in (1, 2, 3):
        thought += _total(evening("blast_track", 4, seed))
        table, rehearsal = begin("blast_track", 4, seed)
        while (move := _by_chance(table, rehearsal, seed)) is not None:
            table.enter(move, TABLE)
        drawn += _total(table)
    assert thought > 1.5 * drawn


def _total(table):
    return sum(standing.total for standing in table.view(TABLE).outcome.ranking)


def _by_chance(table, rehearsal, seed):
    asks = table.view(TABLE).asks
    if not asks:
        return None
    ask = asks[0]
    if isinstance(ask, Observe):
        told = rehearsal.world.tell(table.state, ask, chance(seed, table.n))
        if told is not None:
            return told
    return chance(seed, "chance", table.n).choice(ask.options)
