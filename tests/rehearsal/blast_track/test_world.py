"""The pretend table of Blast Track: what lies face down is what comes up, however often it is asked."""

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from companion.rehearsal import chance, pretend
from companion.rules.blast_track.commands import DrawBlind, EnterFirst, TurnUp
from companion.rules.blast_track.state import Drawing, Pile, drawn_tiles
from companion.rules.contract import Observe, Sensed
from tests.rehearsal.bare import begin, moves


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_all_tiles_are_dealt_or_piled_once(seats):
    table, rehearsal = begin("blast_track", seats, 1)
    world, state = rehearsal.world, table.state
    tiles = [*world.dealt(state), *[tile for pile in range(3) for tile in world.pile(state, pile)]]
    counts = drawn_tiles(state.components, seats)
    assert Counter(tiles) == {tile: count for tile, count in counts.items() if count}
    assert [len(world.pile(state, pile)) for pile in range(3)] == [pile.unseen for pile in state.piles]


def test_what_comes_up_is_the_top_of_its_pile_as_it_was_shuffled():
    table, rehearsal = begin("blast_track", 3, 1)
    piles = [list(rehearsal.world.pile(table.state, number)) for number in range(3)]
    drawn = 0
    for move in moves(table, rehearsal):
        match move.command:
            case TurnUp(slot=slot, tile=tile):
                assert tile == piles[slot].pop(0)
                drawn += 1
            case DrawBlind(tile=tile):
                stage = table.state.stage
                assert isinstance(stage, Drawing)
                assert tile == piles[stage.pile].pop(0)
                drawn += 1
    assert drawn == 40 - 3
    assert piles == [[], [], []]


def test_a_first_tile_is_known_to_its_seat_alone_until_it_is_shown():
    table, rehearsal = begin("blast_track", 4, 2)
    world, shown = rehearsal.world, 0
    dealt = world.dealt(table.state)
    for _ in moves(table, rehearsal):
        for seat, player in enumerate(table.state.players):
            hidden = not player.dealt or player.first is not None
            assert world.secrets(table.state, seat) == ((dealt[seat],) if hidden else ())
            shown += not hidden
    assert shown


def test_who_has_a_phone_enters_the_first_tile_on_it_and_others_leave_it_unseen():
    told = set()
    for seed in range(6):
        table, rehearsal = begin("blast_track", 4, seed)
        dealt = rehearsal.world.dealt(table.state)
        for move in moves(table, rehearsal):
            if isinstance(move.command, EnterFirst):
                value = move.command.tile.value
                assert value in (None, dealt[move.command.seat])
                assert move.by.seat == (None if value is None else move.command.seat)
                told.add(value is None)
    assert told == {True, False}


def test_how_a_tile_is_laid_is_left_to_the_players():
    table, rehearsal = begin("blast_track", 2, 1)
    for move in moves(table, rehearsal):
        if isinstance(move.ask, Observe) and move.ask.sensed is Sensed.TURN:
            assert rehearsal.world.tell(table.state, move.ask, chance(1)) is None
            break
    else:
        raise AssertionError("nobody laid a tile")


def test_if_people_drew_other_tiles_the_table_says_one_that_is_possible():
    table, rehearsal = begin("blast_track", 2, 1)
    state = replace(table.state, piles=(Pile(99), Pile(0), Pile(0)))
    ask = Observe("market", None, Sensed.CARD, (TurnUp(0, "rail-star"),), ("rail-star",), ("pile-0",))
    assert rehearsal.world.tell(state, ask, Random(1)) == TurnUp(0, "rail-star")


def test_colours_are_chosen_on_some_evenings_side_by_side():
    table, rehearsal = begin("blast_track", 4, 3)
    for _ in moves(table, rehearsal):
        pass
    points = sorted(player.point for player in table.state.players)
    gaps = [(later - point) % 6 for point, later in zip(points, (*points[1:], points[0]), strict=True)]
    assert sorted(gaps) == [1, 1, 1, 3]
    assert pretend("blast_track", 1).setting(4).options == {}
