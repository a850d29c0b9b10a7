"""Big Loops: the symbol's exchange, three cells, and twelve outer ends."""

from companion.rules.blast_track.board import Laid, Spot
from companion.rules.blast_track.commands import Lay
from companion.rules.blast_track.events import Slid
from companion.rules.blast_track.scoring import ride
from companion.rules.blast_track.state import unseen_tiles
from tests.rules.blast_track.arranged import UP, asked, enter, park, refused, told, values

SYMBOL = "loop-symbol"


def test_the_symbol_goes_out_and_a_loop_lies_on_the_board_in_its_place():
    state = park(hand=(SYMBOL,))
    after = enter(state, Lay(0, SYMBOL, UP[0], 0))
    assert after.board == (Laid("loop", UP[0], 0),)
    assert after.discarded == (SYMBOL,)
    assert after.spare.count("loop") == state.spare.count("loop") - 1 == 2
    # Seat 1 faces (1, -1), which the Loop covers, too: a help besides.
    assert values(after, 0) == [0, 0, 1, 1, 0]


def test_there_is_a_loop_for_every_symbol():
    laid = [("loop", (4, -9), 0), ("loop", (4, -6), 0)]
    state = enter(park(*laid, hand=(SYMBOL,)), Lay(0, SYMBOL, UP[0], 0))
    assert state.spare.count("loop") == 0
    assert state.discarded.count(SYMBOL) == 3
    assert SYMBOL not in unseen_tiles(state)


def test_a_cart_leaves_a_loop_by_the_end_opposite_to_where_it_came_in():
    """a = (0, -1), b = (1, -2), c = (1, -1): in at a's side 3 (end 1), out at b's side 1 (end 7)."""
    state = park(hand=(SYMBOL,), seats=2, active=0)
    (slid,) = told(state, Lay(0, SYMBOL, (0, -1), 0), Slid)[:1]
    assert slid.to == Spot((1, -2), 1)


def test_any_outer_end_of_the_loop_may_meet_the_cart():
    """A Loop lies in two ways; a cart that comes from one side meets two outer ends of each."""
    met = set()
    for seat in range(6):
        state = park(("rail-star", seat_cell(seat)), active=seat, seats=6, hand=(SYMBOL,))
        lays = asked(state, "lay")
        assert len(lays) == 4
        for lay in lays:
            spot = told(state, lay, Slid)[0].passages[0].enters
            cells = state.plan.cells(Laid("loop", lay.cell, lay.turn))
            met.add((lay.turn, cells.index(spot.cell), (spot.end - lay.turn) % 6))
    outer = [(0, 3), (0, 4), (0, 5), (0, 0), (1, 5), (1, 0), (1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (2, 4)]
    assert met == {(turn, *end) for turn in (0, 1) for end in outer}


def seat_cell(seat):
    """The cell before a seat's starting point."""
    return [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)][seat]


def test_all_three_cells_of_a_loop_must_be_empty_and_one_is_ahead():
    state = park(("rail-star", (1, -2)), hand=(SYMBOL,))
    answer = refused(state, Lay(0, SYMBOL, (0, -1), 0), "track.loop.no-room", "BT36")
    assert (answer.facts["q"], answer.facts["r"]) == (1, -2)
    refused(state, Lay(0, SYMBOL, (0, -4), 0), "track.lay.not-ahead", "BT3")
    refused(state, Lay(0, SYMBOL, (-1, 0), 0), "track.loop.no-room")


def test_a_loop_in_the_same_place_is_said_in_one_way_only():
    state = park(*[("rail-star", cell) for cell in UP[:3]], hand=(SYMBOL,))
    twin, same = Lay(0, SYMBOL, (0, -5), 2), Lay(0, SYMBOL, (-1, -4), 0)
    assert refused(state, twin, "track.loop.same-place", "BT36").repairs == (same,)
    covered = [set(state.plan.cells(Laid("loop", lay.cell, lay.turn))) for lay in (twin, same)]
    assert covered[0] == covered[1] == {(-1, -4), (0, -5), (0, -4)}


def test_every_cart_that_faces_any_of_the_three_cells_slides():
    """(0, -1), (1, -2) and (1, -1): seat 1 faces the third from starting point 1, over its side 4."""
    state = park(hand=(SYMBOL,))
    slides = told(state, Lay(0, SYMBOL, (0, -1), 0), Slid)
    # c's side 4 is end 12, which leads to end 6: b's side 0.
    assert [(slid.seat, slid.to) for slid in slides] == [(0, Spot((1, -2), 1)), (1, Spot((1, -2), 0))]
    after = enter(state, Lay(0, SYMBOL, (0, -1), 0))
    assert (values(after, 0), values(after, 1)) == ([0, 0, 1, 1, 0], [0, 0, 1, 0, 0])


def test_a_loop_that_would_lead_a_helped_cart_wrong_is_refused():
    """Seat 1 faces c over its side 4 and would leave b over its side 0, where an exit lies."""
    state = park(hand=(SYMBOL,))
    lays = asked(state, "lay")
    assert Lay(0, SYMBOL, (0, -1), 0) in lays
    blocked = park(("rock-entrance", (3, -6)), ("rock-exit", (1, -3)), hand=(SYMBOL,))
    answer = refused(blocked, Lay(0, SYMBOL, (0, -1), 0), "track.slide.exit", "BT6")
    assert answer.facts["cart"] == 1


def test_a_loop_is_one_tile_for_the_ride_and_the_connection():
    state = park(("rail-star", (2, -3)), hand=(SYMBOL,))
    (slid, *_) = told(state, Lay(0, SYMBOL, (0, -1), 0), Slid)
    assert [passage.tile for passage in slid.passages] == [1, 0]
    after = enter(state, Lay(0, SYMBOL, (0, -1), 0))
    assert ride(after, 0) == 2
    assert values(after, 0)[4] == 0


def test_the_table_may_play_loops_of_one_cell():
    """Six straight rails through one cell: in over side 3, out over side 0."""
    state = park(hand=(SYMBOL,), loop="one-cell")
    assert [(lay.cell, lay.turn) for lay in asked(state, "lay")] == [(UP[0], 0)]
    assert enter(state, Lay(0, SYMBOL, UP[0], 0)).players[0].cart == Spot(UP[0], 0)
    refused(state, Lay(0, SYMBOL, UP[0], 3), "track.loop.same-place")


def test_a_symbol_without_room_for_a_loop_is_not_laid():
    around = [("rail-star", (-1, -1)), ("rail-star", (0, -2)), ("rail-star", (1, -2))]
    state = park(*around, hand=(SYMBOL,), seats=2)
    assert asked(state, "lay") == ()
    assert {option.tile for option in asked(state, "discard")} == {SYMBOL}
