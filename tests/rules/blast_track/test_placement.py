"""Laying tiles: ahead of the own cart only, and never so that any cart meets what it must not."""

from msgspec.structs import replace

from companion.rules.blast_track.board import Spot
from companion.rules.blast_track.commands import Lay, Leave, Take
from companion.rules.blast_track.events import Slid, TileLaid
from companion.rules.blast_track.rules import RULES
from companion.rules.blast_track.state import Extra
from companion.rules.contract import TABLE
from tests.rules.blast_track.arranged import UP, asked, enter, park, refused, told, values

SHARED = (("rail-curves", (0, -1), 0), ("rail-curves", (1, 0), 1))
"""Seats 0, 1 and 2 all face the cell (1, -1), over its sides 5, 4 and 3."""


def test_a_tile_is_laid_in_the_cell_ahead_of_the_own_cart_only():
    state = park(("rail-star", UP[0]), hand=("rail-star",))
    for cell in (UP[0], UP[2], (1, -1), (40, 0)):
        answer = refused(state, Lay(0, "rail-star", cell, 0), "track.lay.not-ahead", "BT3")
        assert (answer.facts["ahead_q"], answer.facts["ahead_r"]) == UP[1]
    assert enter(state, Lay(0, "rail-star", UP[1], 0)).players[0].cart == Spot(UP[1], 0)


def test_a_tile_has_six_turns():
    state = park(hand=("rail-star",))
    refused(state, Lay(0, "rail-star", UP[0], 6), "track.lay.turn", "BT32")
    refused(state, Lay(0, "rail-star", UP[0], -1), "track.lay.turn", "BT32")
    assert [lay.turn for lay in asked(state, "lay")] == [0, 1, 2, 3, 4, 5]


def test_only_a_tile_of_the_own_hand_is_laid():
    state = park(hand=("rail-star", "rail-cross"))
    refused(state, Lay(0, "rail-lanes", UP[0], 0), "track.hand.not-held")
    refused(state, Lay(0, "exit-1", UP[0], 0), "track.tile.unknown")
    refused(state, Lay(1, "rail-star", (1, -1), 0), "track.turn.not-yours")


def test_a_first_tile_that_nobody_saw_may_be_any_that_was_not_seen_yet():
    state = park(hand=("rail-star",), first=0)
    assert {lay.tile for lay in asked(state, "lay")} == {"rail-star"}
    assert "tunnel-1" in {lay.tile for lay in asked(state, "lay-first")}
    refused(state, Lay(0, "tunnel-4", UP[0], 0), "track.tile.unknown")
    seen = park(("slope-star", (5, 5)), hand=("rail-star",), first=0)
    refused(seen, Lay(0, "slope-star", UP[0], 0), "track.tile.none-left")


def test_one_of_the_two_tiles_is_laid_and_the_turn_goes_on_clockwise():
    state = enter(park(hand=("rail-star", "rail-cross"), seats=3), Lay(0, "rail-cross", UP[0], 0))
    assert state.players[0].hand == ("rail-star",)
    assert (state.active, state.turn) == (1, 10)


def test_a_slide_goes_over_old_track_to_the_end_of_the_path():
    """Up, right over a curve, and down the two tiles that lay there already."""
    state = park(("rail-star", (1, -3)), ("rail-star", (2, -3)), ("rail-star", UP[0]), hand=("rail-lanes",))
    (slid,) = told(state, Lay(0, "rail-lanes", UP[1], 1), Slid)
    # The arcs of `lanes` turned once join 2-0, 3-5 and 4-1: in over side 3, out over side 5.
    assert slid.to == Spot(UP[1], 5)
    (slid,) = told(state, Lay(0, "rail-lanes", UP[1], 2), Slid)
    # Turned twice they join 3-1, 4-0 and 2-5: out over side 1, into (1, -3) over side 4.
    assert [passage.tile for passage in slid.passages] == [3, 0]
    assert slid.to == Spot((1, -3), 1)


def test_every_cart_that_faces_the_new_tile_goes_as_far_as_its_rail():
    state = park(*SHARED, seats=3)
    slides = told(state, Lay(0, "rail-star", (1, -1), 0), Slid)
    assert [(slid.seat, slid.to, slid.helped) for slid in slides] == [
        (0, Spot((1, -1), 2), False),
        (1, Spot((1, -1), 1), True),
        (2, Spot((1, -1), 0), True),
    ]


def test_carts_that_do_not_face_the_new_tile_stay():
    state = park(*SHARED, seats=6)
    after = enter(state, Lay(0, "rail-star", (1, -1), 0))
    assert [after.players[seat].cart for seat in (3, 4, 5)] == [
        state.players[seat].cart for seat in (3, 4, 5)
    ]


def test_the_placer_slides_first_then_the_others_clockwise():
    state = park(*SHARED, seats=3, active=2)
    slides = told(state, Lay(2, "rail-star", (1, -1), 0), Slid)
    assert [slid.seat for slid in slides] == [2, 0, 1]


def test_two_carts_may_share_a_tile_on_different_rails():
    state = park(*SHARED, seats=2, hand=("rail-star", "rail-cross"))
    assert {lay.tile for lay in asked(state, "lay")} == {"rail-star", "rail-cross"}


def test_a_collision_of_both_is_refused_whoever_lays():
    """Joining sides 5 and 4 of the shared cell would lead each of them to the other's end."""
    for active, cart, other in ((0, 0, 1), (1, 1, 0)):
        state = park(*SHARED, seats=2, active=active, hand=("rail-curves",))
        answer = refused(state, Lay(active, "rail-curves", (1, -1), 0), "track.slide.collision", "BT4")
        assert (answer.facts["cart"], answer.facts["other"]) == (cart, other)


def test_a_collision_that_spares_the_placer_and_hits_only_two_others_is_refused():
    """Side 5 leads out over side 0, but 3 and 4 are joined: seats 1 and 2 would meet."""
    state = park(*SHARED, seats=3, hand=("rail-curves",))
    answer = refused(state, Lay(0, "rail-curves", (1, -1), 1), "track.slide.collision", "BT4")
    assert (answer.facts["cart"], answer.facts["other"]) == (1, 2)
    spared = park(SHARED[0], seats=2, hand=("rail-curves",))
    enter(spared, Lay(0, "rail-curves", (1, -1), 1))


def test_no_cart_comes_back_to_the_starting_tile():
    """Seat 0 went round to (-1, 0); joining its sides 1 and 2 leads to starting point 5."""
    lead = ("rail-curves", (0, -1), 1)
    state = park(lead, hand=("rail-curves",))
    assert refused(state, Lay(0, "rail-curves", (-1, 0), 1), "track.slide.start", "BT5").facts["cart"] == 0
    six = park(lead, seats=6, hand=("rail-curves",))
    answer = refused(six, Lay(0, "rail-curves", (-1, 0), 1), "track.slide.collision", "BT4")
    assert answer.facts["other"] == 5


def test_a_helped_cart_must_not_come_back_to_the_starting_tile_either():
    """Seat 2 lays; seat 0 faces the same cell, and its rail would lead it to starting point 1."""
    state = park(*SHARED, seats=3, active=2, hand=("rail-lanes",))
    state = enter(state, Leave(1))
    answer = refused(state, Lay(2, "rail-spine", (1, -1), 0), "track.hand.not-held")
    assert answer.facts["tile"] == "rail-spine"
    state = replace(state, active=2)
    # `lanes` turned once joins 2-0, 3-5, 4-1: seat 2 would come to seat 0's end.
    assert refused(state, Lay(2, "rail-lanes", (1, -1), 1), "track.slide.collision").facts["other"] == 0
    again = park(*SHARED, seats=3, active=2, hand=("rail-curves",))
    again = enter(again, Leave(1))
    # `curves` joins 4 and 5: seat 2 leaves over side 2, seat 0 would come to the point that is unused now.
    assert refused(again, Lay(2, "rail-curves", (1, -1), 0), "track.slide.start", "BT5").facts["cart"] == 0


def test_no_cart_slides_into_an_exit():
    """Seat 0 came out of the exit on (0, 1) and went round: (1, 1) joins sides 4 and 5, back into it."""
    state = park(("tunnel-1", (0, -1)), ("exit-1", (0, 1)), ("rail-curves", (0, 2)), hand=("rail-curves",))
    assert state.players[0].cart == Spot((0, 2), 1)
    answer = refused(state, Lay(0, "rail-curves", (1, 1), 0), "track.slide.exit", "BT6")
    assert (answer.facts["q"], answer.facts["r"]) == (0, 1)
    enter(state, Lay(0, "rail-curves", (1, 1), 1))


def test_the_first_fault_is_the_placers_then_clockwise():
    """Seats 0 and 1 would meet; whoever of them comes first after the placer is named."""
    for active, cart in ((0, 0), (1, 1), (2, 0)):
        state = park(*SHARED, seats=3, active=active, hand=("rail-curves",))
        answer = refused(state, Lay(active, "rail-curves", (1, -1), 0), "track.slide.collision", "BT4")
        assert answer.facts["cart"] == cart


def test_a_placer_who_would_come_to_an_unused_start_is_told_so():
    """Seat 2 would come to an unused starting point, seat 0 to an own end; the placer's fault is told."""
    state = enter(park(*SHARED, seats=4, active=0, hand=("rail-curves",)), Leave(1))
    answer = refused(state, Lay(0, "rail-curves", (1, -1), 0), "track.slide.start", "BT5")
    assert answer.facts["cart"] == 0


def test_what_can_not_be_laid_is_shown_greyed_and_says_why():
    state = park(SHARED[0], seats=2, hand=("rail-curves",))
    (ask,) = [ask for ask in RULES.asks(state, TABLE) if ask.name == "lay"]
    assert {lay.turn for lay in ask.options} == {1, 3, 5}
    assert {lay.turn for lay in ask.refused} == {0, 2, 4}
    for lay in ask.refused:
        refused(state, lay, "track.slide.collision")
    assert (ask.subject, ask.readings) == (("rail-curves", "6"), ("1", "3", "5"))


def test_after_every_placement_the_cells_ahead_of_all_carts_are_empty():
    state = park(*SHARED, seats=3)
    after = enter(state, Lay(0, "rail-star", (1, -1), 0))
    for player in after.players:
        assert not after.grid.taken(after.plan.over(player.cart.cell, player.cart.end)[0])


def test_neighbouring_tiles_never_forbid_a_turn():
    state = park(("rail-star", (0, -3)), ("rail-curves", (1, -3)), ("rail-star", UP[0]), hand=("rail-star",))
    assert [lay.turn for lay in asked(state, "lay")] == [0, 1, 2, 3, 4, 5]


def test_repairs_are_the_nearest_turns_of_the_same_tile():
    state = park(SHARED[0], seats=2, hand=("rail-curves", "rail-star"))
    answer = refused(state, Lay(0, "rail-curves", (1, -1), 0), "track.slide.collision")
    assert [(lay.tile, lay.turn) for lay in answer.repairs] == [
        ("rail-curves", 1),
        ("rail-curves", 3),
        ("rail-curves", 5),
    ]


def test_a_double_tap_on_a_tile_is_refused_the_second_time():
    lay = Lay(0, "rail-star", UP[0], 0)
    state = enter(park(hand=("rail-star", "rail-star"), seats=2), lay)
    refused(state, lay, "track.action.not-now")
    assert values(state, 0) == [0, 0, 0, 0, 0]


def test_the_extra_turns_tile_is_laid_and_nothing_else():
    state = park(hand=("rail-cross",), stage=Extra("rail-star"))
    assert (
        refused(state, Lay(0, "rail-cross", UP[0], 0), "track.extra.other-tile").facts["drawn"] == "rail-star"
    )
    (laid,) = told(state, Lay(0, "rail-star", UP[0], 0), TileLaid)
    assert laid.tile == "rail-star"
    refused(state, Take(0, 0), "track.action.not-now")
