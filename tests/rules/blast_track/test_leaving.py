"""A seat leaves: its tiles and cart go, its rails stay."""

import pytest

from companion.rules.blast_track.commands import (
    Abandon,
    ChoosePile,
    Discard,
    DrawBlind,
    EnterFirst,
    Lay,
    LayExit,
    Leave,
    Lose,
    Take,
    TurnUp,
    UseSite,
)
from companion.rules.blast_track.rules import RULES
from companion.rules.blast_track.state import Ending, Laying, Over, Taking, Track
from companion.rules.hidden import Hidden
from tests.rules.blast_track.arranged import UP, asked, began, enter, park, refused, row
from tests.rules.blast_track.test_sites import FACED


def test_tiles_leave_the_game_the_cart_the_board_and_the_rails_stay():
    state = park(("rail-star", UP[0]), seats=3, active=1, hands={0: ("rail-cross",), 1: ("rail-star",)})
    after = enter(state, Leave(0))
    assert (after.players[0].cart, after.players[0].hand, after.players[0].left) == (None, (), True)
    assert after.discarded == ("rail-cross",)
    assert after.board == state.board
    assert after.active == 1
    refused(after, Leave(0), "track.leave.not-playing", "BT47")


def test_a_first_tile_that_nobody_saw_stays_unseen():
    state = park(seats=3, active=1, first=0)
    after = enter(state, Leave(0))
    assert after.players[0].first is not None


def test_the_active_seat_takes_its_half_made_turn_along():
    slope = enter(park(seats=3, hand=("slope-star",)), Lay(0, "slope-star", UP[0], 0))
    tunnel = enter(park(seats=3, hand=("tunnel-1",)), Lay(0, "tunnel-1", UP[0], 0))
    blind = enter(slope, ChoosePile(0, 0))
    extra = enter(blind, DrawBlind("rail-cross"))
    for state, gone in ((slope, ()), (tunnel, ("tunnel-1",)), (blind, ()), (extra, ("rail-cross",))):
        after = enter(state, Leave(0))
        assert (after.active, type(after.stage)) == (1, Taking)
        assert after.discarded == gone
    assert "exit-1" in enter(tunnel, Leave(0)).spare
    assert enter(blind, Leave(0)).piles == blind.piles


def test_a_half_made_site_goes_back_beside_the_board():
    state = enter(
        park(*FACED, seats=3, hand=("rail-star",)), Discard(0, "rail-star"), UseSite(0, "rock-entrance", 0)
    )
    after = enter(state, Leave(0))
    assert {"rock-entrance", "rock-exit"} <= set(after.spare)
    assert after.active == 1


def test_an_open_slot_is_refilled_before_the_next_seat_takes():
    state = enter(park(seats=3, hand=("rail-star",), stage=Taking()), Take(0, 1), Leave(0))
    assert {option.slot for option in asked(state, "market")} == {1}
    state = enter(state, TurnUp(1, "rail-curves"))
    assert (state.active, type(state.stage)) == (1, Taking)


def test_losses_of_who_left_are_dropped_and_those_of_others_stay():
    rows = {0: {"help": (2, False), "loop": (2, False)}, 1: {"tunnel": (2, False), "loop": (1, False)}}
    state = enter(park(*FACED, seats=3, hand=("rail-star",), rows=rows), Discard(0, "rail-star"))
    state = enter(state, UseSite(0, "rock-entrance", 0), LayExit(0, (0, 1), 1), Leave(0))
    assert {option.seat for option in asked(state, "loss")} == {1}
    after = enter(state, Lose(1, Track.LOOP))
    assert (row(after, 1, "loop"), after.active) == ((0, False), 1)


def test_seats_that_left_are_skipped_and_cause_no_collision():
    state = enter(park(seats=3, hand=("rail-star",)), Leave(1), Lay(0, "rail-star", UP[0], 0))
    assert state.active == 2


def test_a_seat_may_leave_while_the_game_is_set_up():
    state = began(3, first=1, colours="chosen")
    state = enter(state, Leave(1), EnterFirst(0, Hidden((0,))), EnterFirst(2, Hidden((2,))))
    for slot in range(3):
        state = enter(state, TurnUp(slot, "rail-cross"))
    assert {option.seat for option in asked(state, "colour")} == {2}
    state = enter(state, *[asked(state, "colour")[0]])
    state = enter(state, *[asked(state, "colour")[0]])
    assert (state.active, type(state.stage)) == (2, Taking)
    refused(began(3), EnterFirst(3, Hidden((3,))), "track.first.not-awaited")


def test_with_one_seat_left_the_game_ends_and_that_seat_wins():
    state = enter(park(rows={0: {"help": (5, False)}}), Leave(0))
    assert state.stage == Over(Ending.LAST_SEAT)
    outcome = RULES.outcome(state)
    assert [(standing.seat, standing.rank, standing.left) for standing in outcome.ranking] == [
        (1, 1, False),
        (0, 2, True),
    ]
    assert outcome.section == "BT47"


def test_a_game_may_be_abandoned_at_any_time():
    for state in (began(2), park(), park(stage=Taking())):
        assert enter(state, Abandon()).stage == Over(Ending.ABANDONED)


def test_a_game_that_ends_with_a_tile_half_laid_keeps_account_of_it():
    entrance = enter(park(hand=("tunnel-1",)), Lay(0, "tunnel-1", UP[0], 0))
    slope = enter(park(hand=("slope-star",)), Lay(0, "slope-star", UP[0], 0))
    blind = enter(slope, ChoosePile(0, 0), DrawBlind("rail-cross"))
    for end in (Leave(1), Leave(0), Abandon()):
        assert enter(entrance, end).discarded == ("tunnel-1",)
        assert enter(blind, end).discarded == ("rail-cross",)
    stuck = park(*FACED, hand=("rail-star",))
    site = enter(stuck, Discard(0, "rail-star"), UseSite(0, "rock-entrance", 0))
    for end in (Leave(1), Leave(0), Abandon()):
        assert {"rock-entrance", "rock-exit"} <= set(enter(site, end).spare)


@pytest.mark.parametrize("seat", [-1, 2, 7])
def test_only_who_plays_leaves(seat):
    refused(park(), Leave(seat), "track.leave.not-playing")


def test_the_game_goes_on_with_those_who_stay():
    state = enter(park(seats=3, hand=("rail-star", "rail-cross")), Leave(2))
    assert isinstance(state.stage, Laying)
