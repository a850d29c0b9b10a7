"""Slopes: the extra turn, its blind tile, and what becomes of one that can't be laid."""

from companion.rules.blast_track.board import Spot
from companion.rules.blast_track.commands import ChoosePile, DrawBlind, Lay, LayExit, PutUnder, Take, TurnUp
from companion.rules.blast_track.events import BlindDrawn, Ended, Slid, TurnedUp
from companion.rules.blast_track.state import Choosing, Drawing, Exiting, Extra, Over, Taking
from tests.rules.blast_track.arranged import UP, asked, enter, park, refused, told, values
from tests.rules.blast_track.test_tunnels import walled_in

SLOPE = Lay(0, "slope-star", UP[0], 0)


def drawn(tile, *laid, **more):
    """Seat 0 has laid a Slope on its way up and drawn this tile for the extra turn."""
    state = park(*laid, hand=("slope-star",), **more)
    (lay,) = [lay for lay in asked(state, "lay") if lay.turn == 0]
    return enter(state, lay, ChoosePile(0, 0), DrawBlind(tile))


def test_a_slope_scores_for_its_placer_and_gives_an_extra_turn_with_a_blind_tile():
    state = enter(park(hand=("slope-star", "rail-cross")), SLOPE)
    assert values(state, 0) == [0, 1, 0, 0, 0]
    assert isinstance(state.stage, Choosing)
    refused(state, ChoosePile(1, 0), "track.turn.not-yours")
    refused(state, ChoosePile(0, 3), "track.pile.empty", "BT13")
    state = enter(state, ChoosePile(0, 1))
    assert (state.stage, state.piles[1].unseen) == (Drawing(1), 1)
    refused(state, DrawBlind("slope-star"), "track.tile.none-left")
    state = enter(state, DrawBlind("rail-spine"))
    assert (state.stage, state.piles[1].unseen) == (Extra("rail-spine"), 0)
    assert state.players[0].hand == ("rail-cross",)
    state = enter(state, Lay(0, "rail-spine", UP[1], 0))
    assert (state.active, state.players[0].hand) == (1, ("rail-cross",))


def test_the_extra_tile_is_laid_if_any_turn_is_legal():
    state = drawn("rail-star")
    assert refused(state, PutUnder(0, 0), "track.extra.must-lay", "BT40").repairs[0].tile == "rail-star"
    assert asked(state, "under") == ()


def test_a_second_slope_in_one_turn_is_a_plain_rail_and_gives_no_third_tile():
    state = drawn("slope-spine")
    after = enter(state, Lay(0, "slope-spine", UP[1], 0))
    assert values(after, 0) == [0, 1, 0, 0, 0]
    assert (after.active, type(after.stage)) == (1, Taking)


def test_a_second_slope_counts_for_help_connection_and_the_ride():
    """Up over three tiles, the last one the extra Slope: a connection of 3, no second Slope point."""
    tiles = [("rail-star", UP[2]), ("rail-star", UP[3])]
    state = drawn("slope-spine", *tiles)
    (slid,) = told(state, Lay(0, "slope-spine", UP[1], 0), Slid)
    assert len(slid.passages) == 3
    assert values(enter(state, Lay(0, "slope-spine", UP[1], 0)), 0) == [0, 1, 0, 0, 1]


def test_a_second_slope_is_a_slope_from_the_next_slide_on():
    """Seat 1 comes over it later and scores."""
    state = drawn("slope-spine", active=0)
    state = enter(state, Lay(0, "slope-spine", UP[1], 2), Take(1, 0))
    assert state.board[-1].cell == UP[1]
    old = park(("slope-spine", (2, -2), 0), active=1, hand=("rail-star",))
    after = enter(old, Lay(1, "rail-star", (1, -1), 2))
    assert values(after, 1) == [0, 1, 0, 0, 0]


def test_passing_an_old_slope_scores_but_gives_no_extra_turn():
    state = park(("slope-spine", UP[1]), hand=("rail-star",))
    after = enter(state, Lay(0, "rail-star", UP[0], 0))
    assert values(after, 0) == [0, 1, 0, 0, 0]
    assert (after.active, type(after.stage)) == (1, Taking)


def test_a_helped_cart_scores_the_slope_but_gets_no_extra_turn():
    state = park(("rail-curves", UP[0], 0), hand=("slope-star",))
    after = enter(state, Lay(0, "slope-star", (1, -1), 0))
    assert (values(after, 0), values(after, 1)) == ([0, 1, 0, 1, 0], [0, 1, 0, 0, 0])
    assert isinstance(after.stage, Choosing)
    assert after.active == 0


def test_without_face_down_tiles_a_slope_gives_nothing_more():
    state = park(
        hand=("slope-star",), market=(None,) * 3, piles=[(0,), (0,), (0,)], hands={1: ("rail-cross",)}
    )
    after = enter(state, SLOPE)
    assert (after.active, values(after, 0)) == (1, [0, 1, 0, 0, 0])


def test_the_only_pile_left_is_chosen_by_itself():
    state = park(hand=("slope-star",), piles=[(0,), (0,), (2,)])
    assert enter(state, SLOPE).stage == Drawing(2)


def test_an_entrance_may_come_up_blind():
    state = enter(drawn("tunnel-1"), Lay(0, "tunnel-1", UP[1], 0))
    assert state.stage == Exiting("tunnel-1", UP[1], 0, extra=True)
    after = enter(state, LayExit(0, (0, 1), 0))
    assert (after.active, values(after, 0)) == (1, [1, 1, 0, 0, 0])


def unplaceable(**more):
    """The extra turn's tile is an entrance, and no exit can lie anywhere."""
    return walled_in(stage=Extra("tunnel-4"), hand=(), **more)


def test_a_tile_that_can_not_be_laid_goes_under_a_pile_and_nobody_is_stuck():
    state = unplaceable()
    assert asked(state, "discard") == ()
    refused(state, Lay(0, "tunnel-4", UP[0], 0), "track.exit.nowhere")
    refused(state, PutUnder(0, 3), "track.pile.unknown", "BT14")
    refused(state, PutUnder(1, 0), "track.turn.not-yours")
    state = enter(state, PutUnder(0, 1))
    assert state.piles[1].under == ("tunnel-4",)
    assert state.active == 1


def test_a_tile_put_under_an_empty_pile_is_that_pile_and_is_turned_up_into_an_empty_slot():
    state = unplaceable(market=("rail-lanes", None, "rail-lanes"), piles=[(1,), (0,), (0,)])
    events = told(state, PutUnder(0, 1), TurnedUp)
    assert [(event.slot, event.tile, event.put_back) for event in events] == [(1, "tunnel-4", True)]
    assert enter(state, PutUnder(0, 1)).market[1] == "tunnel-4"
    filled = enter(state, PutUnder(0, 2))
    assert (filled.market[1], filled.piles[2].under) == (None, ("tunnel-4",))


def test_what_was_put_back_comes_up_by_itself_when_the_pile_above_it_is_gone():
    state = park(hand=(), piles=[(0, ("rail-curves",)), (1,), (1,)], stage=Taking())
    (event,) = told(state, Take(0, 0), TurnedUp)
    assert (event.tile, event.put_back) == ("rail-curves", True)
    state = park(hand=(), piles=[(1, ("rail-curves",)), (1,), (1,)], stage=Taking())
    state = enter(state, Take(0, 0))
    state = enter(state, TurnUp(0, asked(state, "market")[0].tile))
    assert state.piles[0].under == ("rail-curves",)
    blind = park(hand=("slope-star",), piles=[(0, ("rail-curves",)), (1,), (1,)])
    (event,) = told(enter(blind, SLOPE), ChoosePile(0, 0), BlindDrawn)
    assert (event.tile, event.put_back) == ("rail-curves", True)


def test_only_the_first_tile_of_the_active_seat_gives_an_extra_turn():
    after = enter(drawn("slope-spine"), Lay(0, "slope-spine", UP[1], 0))
    assert asked(after, "pile") == ()
    assert after.players[0].cart == Spot(UP[1], 0)


def test_a_slope_as_the_very_last_tile_ends_the_game():
    state = park(hand=("slope-star",), market=(None,) * 3, piles=[(0,), (0,), (0,)])
    assert isinstance(told(state, SLOPE)[-1], Ended)
    assert isinstance(enter(state, SLOPE).stage, Over)
