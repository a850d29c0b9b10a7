"""Tunnels: numbers, where an exit may lie, who may go through, and no way back."""

from companion.rules.blast_track.board import Laid, Spot
from companion.rules.blast_track.commands import Lay, LayExit
from companion.rules.blast_track.components import house, plain
from companion.rules.blast_track.events import Slid, TunnelLaid
from companion.rules.blast_track.state import Exiting
from tests.rules.blast_track.arranged import UP, asked, enter, park, refused, told, values

NO_PLUS = {**plain(house()), "tiles": [{**tile, "plus": 0} for tile in plain(house())["tiles"]]}


def dug(*laid, seats=2, active=0, turn=0, tile="tunnel-1", **more):
    """The active seat has just laid an entrance ahead."""
    state = park(*laid, seats=seats, active=active, hand=(tile,), **more)
    (cell,) = {lay.cell for lay in asked(state, "lay")}
    return enter(state, Lay(active, tile, cell, turn))


def test_an_entrance_calls_for_its_matching_exit_and_nobody_moves_before():
    state = dug()
    assert state.stage == Exiting("tunnel-1", UP[0], 0)
    assert state.board == ()
    assert state.players[0].cart == Spot((0, 0), 0)
    (laid,) = told(state, LayExit(0, (0, 1), 0), TunnelLaid)
    assert laid.exit == "exit-1"
    after = enter(state, LayExit(0, (0, 1), 0))
    assert after.board == (Laid("tunnel-1", UP[0], 0), Laid("exit-1", (0, 1), 0))
    assert "exit-1" not in after.spare


def test_a_cart_leaves_by_the_number_it_entered_by():
    """In over side 3: number 4 unturned, 3 turned once. The exit's turn then says on which side that is."""
    assert enter(dug(), LayExit(0, (0, 1), 0)).players[0].cart == Spot((0, 1), 3)
    assert enter(dug(turn=1), LayExit(0, (0, 1), 0)).players[0].cart == Spot((0, 1), 2)
    assert enter(dug(), LayExit(0, (0, 1), 2)).players[0].cart == Spot((0, 1), 5)


def test_numbers_that_run_against_the_clock_are_followed():
    values = plain(house())
    for tile in values["tiles"]:
        if tile["id"] == "exit-1":
            tile["openings"] = [1, 6, 5, 4, 3, 2]
    # Turned once, the entrance has number 3 at side 3; the exit has it at side 4.
    state = enter(dug(turn=1, components=values), LayExit(0, (0, 1), 0))
    assert state.players[0].cart == Spot((0, 1), 4)


def test_an_exit_lies_on_an_empty_cell_that_touches_the_board_with_one_side():
    state = dug(seats=4, active=3)
    assert state.stage.cell == (0, 1)
    refused(state, LayExit(3, (0, 0), 0), "track.exit.occupied", "BT10")
    refused(state, LayExit(3, (0, 1), 0), "track.exit.occupied", "BT10")
    assert refused(state, LayExit(3, (5, 5), 0), "track.exit.touches-nothing", "BT10").facts["sides"] == 0
    assert refused(state, LayExit(3, (-1, 1), 0), "track.exit.touches-more", "BT10").facts["sides"] == 2
    enter(state, LayExit(3, (-1, 0), 0))


def test_an_exit_may_touch_its_own_entrance():
    state = dug()
    # Out over side 3 it would go down into its own entrance again, over side 0: number 1, side 0.
    (slid,) = told(state, LayExit(0, UP[1], 0), Slid)
    assert [passage.tile for passage in slid.passages] == [0, 0]
    assert slid.to == Spot(UP[1], 0)


def test_an_exit_does_not_lie_ahead_of_another_cart():
    state = dug(seats=4, active=3)
    answer = refused(state, LayExit(3, (0, -1), 0), "track.exit.ahead-of-cart", "BT10")
    assert answer.facts["other"] == 0


def test_an_exit_touches_no_other_exit_of_either_kind():
    for opens, leads_to in (("tunnel-2", "exit-2"), ("rock-entrance", "rock-exit")):
        # Seat 0 came out on (0, 1), and went on over side 3 to stand before (0, 3).
        state = dug((opens, UP[0]), (leads_to, (0, 1)), ("rail-star", (0, 2)), active=1)
        refused(state, LayExit(1, (1, 1), 0), "track.exit.touches-more", "BT10")
        lone = dug((opens, UP[0]), (leads_to, (0, 1)), active=1)
        refused(lone, LayExit(1, (1, 1), 0), "track.exit.beside-exit", "BT10")


def test_a_big_loop_is_counted_side_by_side():
    """The Loop lies on (0, -1), (1, -2) and (1, -1); (0, -2) touches two of its sides."""
    state = park(("loop", (0, -1), 0), seats=1 + 2, active=2, hand=("tunnel-1",))
    state = enter(state, Lay(2, "tunnel-1", (1, 0), 0))
    assert refused(state, LayExit(2, (0, -2), 0), "track.exit.touches-more").facts["sides"] == 2


def test_later_tiles_may_touch_an_exit_on_any_side():
    state = park(("tunnel-1", UP[0]), ("exit-1", (0, 1)), active=0, hand=("rail-lanes",))
    after = enter(state, Lay(0, "rail-lanes", (0, 2), 2))
    assert after.board[-1].cell == (0, 2)


def test_a_cart_that_leaves_the_exit_slides_on_over_old_track():
    state = dug(("rail-star", (0, 3)), ("rail-star", (0, 4)))
    (slid,) = told(state, LayExit(0, (0, 2), 0), Slid)
    assert [passage.tile for passage in slid.passages] == [2, 0, 1]
    assert slid.to == Spot((0, 4), 3)


def test_the_placer_scores_the_tunnel_once():
    """Putting it into play and going through it is one passage, entrance and exit one tunnel."""
    assert values(enter(dug(), LayExit(0, (0, 1), 0)), 0) == [1, 0, 0, 0, 0]


def test_who_comes_to_an_entrance_later_leaves_by_the_same_number_and_scores():
    """Seat 1 reaches the tunnel over side 2 of (0, -1): number 3, out of the exit over side 2."""
    state = park(("tunnel-1", UP[0]), ("exit-1", (0, 1)), active=1, hand=("rail-curves",))
    # From (1, -1) over side 5 into (0, -1): joined with side 4, where seat 1 comes in.
    (slid,) = told(state, Lay(1, "rail-curves", (1, -1), 0), Slid)
    assert [passage.tile for passage in slid.passages] == [2, 0]
    assert slid.to == Spot((0, 1), 2)
    assert values(enter(state, Lay(1, "rail-curves", (1, -1), 0)), 1) == [1, 0, 0, 0, 0]


def test_a_cart_led_back_through_a_tunnel_scores_each_passage_and_must_not_enter_the_exit():
    """The exit beside its own entrance sends the cart down again; out of the exit there is no way in."""
    state = dug()
    after = enter(state, LayExit(0, UP[1], 0))
    assert values(after, 0) == [2, 0, 0, 0, 0]
    assert after.players[0].cart == Spot(UP[1], 0)
    back = park(("tunnel-1", UP[0]), ("exit-1", (0, 1)), ("rail-curves", (0, 2)), hand=("rail-curves",))
    refused(back, Lay(0, "rail-curves", (1, 1), 0), "track.slide.exit", "BT6")


def test_all_carts_that_entered_are_judged_at_the_exit():
    """Seats 0 and 1 face (1, -1); the exit before seat 0's number 6 leads it into a tile, seat 1 out."""
    shared = ("rail-curves", (0, -1), 0)
    state = dug(shared, active=1, hands=None)
    assert state.stage.cell == (1, -1)
    slides = told(state, LayExit(1, (0, 1), 0), Slid)
    assert [(slid.seat, slid.to) for slid in slides] == [(1, Spot((0, 1), 4)), (0, Spot((0, 1), 5))]
    # Turned once, number 6 is at the exit's side 0: seat 0 would come to starting point 3.
    assert refused(state, LayExit(1, (0, 1), 1), "track.slide.start", "BT5").facts["cart"] == 0


CORNERS = [(0, 2), (-2, 2), (-2, 0), (0, -2), (2, -2)]
BETWEEN = [(1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2), (2, -1), (0, 1), (-1, 1), (-1, 0)]
PAIRS = [
    ("tunnel-1", "exit-1"), ("tunnel-2", "exit-2"), ("tunnel-3", "exit-3"),
    ("rock-entrance", "rock-exit"), ("ground-entrance", "ground-exit"),
]  # fmt: skip


def walled_in(**more):
    """A full hexagon whose corners are exits but for one, which has a cart before it.

    Only the six cells beyond the corners touch the board with one side: nowhere can an exit lie.
    """
    laid = [("rail-star", (1, 0)), ("rail-star", (2, 0))]
    for (opens, leads_to), corner, cell in zip(PAIRS, CORNERS, BETWEEN, strict=False):
        laid += [(opens, cell), (leads_to, corner)]
    laid += [("rail-cross", cell) for cell in BETWEEN[5:]]
    return park(*laid, seats=3, components=NO_PLUS, **more)


def test_an_entrance_without_a_legal_cell_for_its_exit_is_not_laid():
    state = walled_in(hand=("tunnel-4", "rail-star"))
    for turn in range(6):
        refused(state, Lay(0, "tunnel-4", UP[0], turn), "track.exit.nowhere", "BT11")
    assert "tunnel-4" not in {lay.tile for lay in asked(state, "lay")}


def test_an_exit_has_six_turns_and_is_laid_after_its_entrance_only():
    refused(dug(), LayExit(0, (0, 1), 6), "track.lay.turn")
    refused(park(), LayExit(0, (0, 1), 0), "track.action.not-now")
    refused(dug(), LayExit(1, (0, 1), 0), "track.turn.not-yours")
    assert len(asked(dug(), "exit")) > 6
