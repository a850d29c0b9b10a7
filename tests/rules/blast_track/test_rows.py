"""Rows of the player boards: what moves them, how far, and in which order."""

import pytest

from companion.rules.blast_track.commands import Lay, LayExit
from companion.rules.blast_track.components import house, plain
from companion.rules.blast_track.events import Gained
from companion.rules.blast_track.scoring import lowered, raised
from companion.rules.blast_track.state import Options, Overboard, Row, Track, Variant
from tests.rules.blast_track.arranged import UP, enter, park, row, told, values
from tests.rules.blast_track.test_placement import SHARED

FULL = Options()


def passed(track, times, options=FULL):
    found = [Row()]
    for _ in range(times):
        found.append(raised(found[-1], track, options))
    return [each.value for each in found], found[-1].arrow


@pytest.mark.parametrize("track", [Track.TUNNEL, Track.SLOPE, Track.LOOP, Track.HELP])
def test_the_sixth_passage_turns_a_row_back_and_each_further_one_takes_a_point(track):
    """min(c, 10 - c), at least 0; seven loops are worth 3."""
    worth, arrow = passed(track, 12)
    assert worth == [0, 1, 2, 3, 4, 5, 4, 3, 2, 1, 0, 0, 0]
    assert worth == [max(min(count, 10 - count), 0) for count in range(13)]
    assert arrow
    assert passed(track, 5)[1] is False
    assert passed(track, 6)[1] is True


def test_the_table_may_let_the_sixth_passage_only_bring_the_arrow():
    options = Options(overboard=Overboard.STAYS)
    assert passed(Track.LOOP, 8, options) == ([0, 1, 2, 3, 4, 5, 5, 4, 3], True)


def test_connections_stop_at_five_without_an_arrow_and_rise_again_after_a_loss():
    assert passed(Track.CONNECTION, 7) == ([0, 1, 2, 3, 4, 5, 5, 5], False)
    assert raised(lowered(Row(5)), Track.CONNECTION, FULL) == Row(5)


def test_younger_players_ignore_the_arrow():
    options = Options(variant=Variant.NO_ARROW)
    assert passed(Track.TUNNEL, 7, options) == ([0, 1, 2, 3, 4, 5, 5, 5], False)


def test_a_loss_takes_a_point_and_leaves_the_arrow_as_it_is():
    assert lowered(Row(5)) == Row(4)
    assert lowered(Row(4, arrow=True)) == Row(3, arrow=True)
    assert raised(Row(4), Track.SLOPE, FULL) == Row(5)


def test_by_ride_length_alone_no_row_moves():
    state = park(("slope-spine", UP[1]), hand=("rail-star",), variant="ride-only")
    after = enter(state, Lay(0, "rail-star", UP[0], 0))
    assert values(after, 0) == [0, 0, 0, 0, 0]


def test_help_is_one_for_the_tile_however_many_carts_it_moves():
    after = enter(park(*SHARED, seats=3), Lay(0, "rail-star", (1, -1), 0))
    assert [values(after, seat)[3] for seat in range(3)] == [1, 0, 0]


def test_a_bonus_is_not_added_twice_when_two_carts_are_helped_over_a_connection():
    """The placer helps two carts and connects three tiles: exactly one Help and one Connection."""
    state = park(*SHARED, ("rail-star", (2, -1)), ("rail-star", (3, -1)), seats=3)
    gained = told(state, Lay(0, "rail-star", (1, -1), 0), Gained)
    assert [(event.seat, event.track) for event in gained] == [(0, Track.HELP), (0, Track.CONNECTION)]
    after = enter(state, Lay(0, "rail-star", (1, -1), 0))
    assert [values(after, seat) for seat in range(3)] == [[0, 0, 0, 1, 1], [0] * 5, [0] * 5]


def test_helped_carts_score_tunnels_slopes_and_loops_but_no_connection_and_no_help():
    """Seat 1 is led over two old tiles, one a Slope: +1 Slope and no Connection."""
    state = park(SHARED[0], ("slope-star", (2, -2)), ("rail-star", (3, -3)))
    after = enter(state, Lay(0, "rail-star", (1, -1), 0))
    # Seat 1 goes from side 4 to side 1, over (2, -2) and (3, -3).
    assert values(after, 1) == [0, 1, 0, 0, 0]
    assert values(after, 0) == [0, 0, 0, 1, 0]


def test_the_same_tile_twice_in_a_slide_scores_twice_but_is_one_tile_of_a_connection():
    """Up over the Slope's straight rail, round by three curves, and over another of its rails again."""
    bend = [("rail-curves", (0, -3), 1), ("rail-curves", (-1, -2), 0)]
    state = park(("slope-star", UP[1]), *bend, hand=("rail-star",))
    slid = told(state, Lay(0, "rail-star", UP[0], 0))[1]
    # (0, -3) joins 3 with 4, to (-1, -2) over its side 1, which is joined with 0: out over the top.
    assert [passage.tile for passage in slid.passages] == [3, 0, 1, 2]
    turned = [("rail-curves", (0, -3), 1), ("rail-curves", (-1, -2), 1)]
    state = park(("slope-star", UP[1]), *turned, hand=("rail-star",))
    slid = told(state, Lay(0, "rail-star", UP[0], 0))[1]
    # Now 1 is joined with 2: over side 2 into (0, -2) again, in over its side 5, straight out over side 2.
    assert [passage.tile for passage in slid.passages] == [3, 0, 1, 2, 0]
    assert values(enter(state, Lay(0, "rail-star", UP[0], 0)), 0) == [0, 2, 0, 0, 1]


def test_three_different_tiles_in_one_slide_are_a_connection_and_two_are_not():
    two = park(("rail-star", UP[1]), hand=("rail-star",))
    three = park(("rail-star", UP[1]), ("rail-star", UP[2]), hand=("rail-star",))
    four = park(
        *[("rail-star", cell) for cell in UP[1:3]], ("rail-spine", UP[3]), hand=("rail-curves", "rail-spine")
    )
    assert values(enter(two, Lay(0, "rail-star", UP[0], 0)), 0) == [0, 0, 0, 0, 0]
    assert values(enter(three, Lay(0, "rail-star", UP[0], 0)), 0) == [0, 0, 0, 0, 1]
    assert values(enter(four, Lay(0, "rail-spine", UP[0], 0)), 0) == [0, 0, 0, 0, 1]


def test_a_tunnel_counts_as_one_tile_of_a_connection():
    """The exit on (0, 3) sends the cart down over the tiles that lie there: with two of them, three."""
    for below, points in (([(0, 4)], 0), ([(0, 4), (0, 5)], 1)):
        state = park(*[("rail-star", cell) for cell in below], hand=("tunnel-1",))
        state = enter(state, Lay(0, "tunnel-1", UP[0], 0), LayExit(0, (0, 3), 0))
        assert values(state, 0) == [1, 0, 0, 0, points]


def test_slopes_count_on_the_rails_that_are_marked():
    components = plain(house())
    for tile in components["tiles"]:
        if tile["id"] == "slope-spine":
            tile["marked"] = [0]
    old = ("slope-spine", UP[1])
    straight = park(old, hand=("rail-star",), components=components)
    assert values(enter(straight, Lay(0, "rail-star", UP[0], 0)), 0) == [0, 1, 0, 0, 0]
    # Turned once, the straight rail joins 1 and 4; side 3 lies on a curve to side 2.
    curve = park(("slope-spine", UP[1], 1), hand=("rail-star",), components=components)
    assert values(enter(curve, Lay(0, "rail-star", UP[0], 0)), 0) == [0, 0, 0, 0, 0]
    anywhere = park(("slope-spine", UP[1], 1), hand=("rail-star",))
    assert values(enter(anywhere, Lay(0, "rail-star", UP[0], 0)), 0) == [0, 1, 0, 0, 0]


def test_gains_are_made_placer_first_then_clockwise_then_help_then_connection():
    """Seats 2, 0 and 1 slide, seat 1 over a Slope; the new Slope counts for all three."""
    state = park(*SHARED, ("slope-spine", (2, -2)), seats=3, active=2, hand=("slope-star",))
    gained = told(state, Lay(2, "slope-star", (1, -1), 0), Gained)
    assert [(event.seat, event.track.value) for event in gained] == [
        (2, "slope"),
        (0, "slope"),
        (1, "slope"),
        (1, "slope"),
        (2, "help"),
    ]
    assert [(event.value, event.arrow) for event in gained] == [
        (1, False),
        (1, False),
        (1, False),
        (2, False),
        (1, False),
    ]


def test_a_full_row_is_turned_back_by_a_helper():
    state = park(*SHARED, ("slope-spine", (2, -2)), seats=3, rows={1: {"slope": (5, False)}})
    after = enter(state, Lay(0, "rail-star", (1, -1), 0))
    assert row(after, 1, "slope") == (4, True)
