"""Stuck players and construction sites."""

from companion.rules.blast_track.board import Spot
from companion.rules.blast_track.commands import Discard, Lay, LayExit, Lose, Pass, UseSite
from companion.rules.blast_track.events import Gained, Lost, NothingToLose, Slid
from companion.rules.blast_track.state import Exiting, Laying, Over, Relocating, Scoring, Taking, Track
from tests.rules.blast_track.arranged import UP, asked, enter, park, refused, row, told, values
from tests.rules.blast_track.test_tunnels import walled_in

FACED = (("rail-lanes", (1, -1), 5), ("rail-lanes", (1, -2), 1), ("rail-curves", (0, -2), 0))
"""Seat 1 has come round to face seat 0 over the cell (0, -1): a Star would always lead to a collision."""

LOSSES = {0: {"tunnel": (2, False), "help": (3, False)}}


def stuck(*more, hand=("rail-star",), **changes):
    return park(*FACED, *more, hand=hand, **changes)


def moved(*more, exit_cell=(0, 1), exit_turn=1, **changes):
    """Seat 0 was stuck, discarded its Star, and uses the Rock site."""
    state = enter(stuck(*more, **changes), Discard(0, "rail-star"), UseSite(0, "rock-entrance", 0))
    return state, LayExit(0, exit_cell, exit_turn)


def test_a_player_is_stuck_when_no_tile_can_be_laid_in_any_turn():
    state = stuck()
    for turn in range(6):
        refused(state, Lay(0, "rail-star", UP[0], turn), "track.slide.collision")
    assert asked(state, "lay") == ()
    assert asked(state, "discard") == (Discard(0, "rail-star"),)


def test_who_can_lay_one_of_two_tiles_is_not_stuck():
    state = stuck(hand=("rail-star", "rail-curves"))
    assert asked(state, "discard") == ()
    for tile in ("rail-star", "rail-curves"):
        answer = refused(state, Discard(0, tile), "track.stuck.not-stuck", "BT22")
        assert {lay.tile for lay in answer.repairs} == {"rail-curves"}
    refused(state, UseSite(0, "rock-entrance", 0), "track.action.not-now")
    refused(state, Pass(0), "track.action.not-now")


def test_a_stuck_player_shows_and_discards_one_tile_then_uses_a_site_or_passes():
    state = enter(stuck(hand=("rail-star", "rail-star")), Discard(0, "rail-star"))
    assert state.players[0].hand == ("rail-star",)
    assert state.discarded == ("rail-star",)
    assert isinstance(state.stage, Relocating)
    passed = enter(state, Pass(0))
    assert (passed.active, values(passed, 0)) == (1, [0] * 5)
    used = enter(state, UseSite(0, "ground-entrance", 2))
    assert used.stage == Exiting("ground-entrance", UP[0], 2)
    assert "ground-entrance" not in used.spare


def test_a_first_tile_that_nobody_saw_may_be_claimed_unplaceable_if_it_can_be():
    """A Star in the hand can't be laid; a first tile may be another Star, or a Slope of one."""
    state = stuck(first=0)
    assert {option.tile for option in asked(state, "discard")} == {"rail-star", "slope-star"}
    kept = enter(state, Discard(0, "rail-star"))
    assert kept.players[0].first is not None
    shown = enter(state, Discard(0, "slope-star"))
    assert (shown.players[0].first, shown.players[0].hand) == (None, ("rail-star",))
    refused(state, Discard(0, "rail-curves"), "track.stuck.not-stuck")
    # Where no tile that is left could be in the way, the first one can be laid, whatever it is.
    open_field = park(hand=(), first=0)
    assert asked(open_field, "discard") == ()


def test_both_carts_go_through_the_site_by_their_numbers():
    state, leads_to = moved()
    slides = told(state, leads_to, Slid)
    # Seat 0 came in by number 4, seat 1 by number 1; the exit is turned once.
    assert [(slid.seat, slid.to) for slid in slides] == [(0, Spot((0, 1), 4)), (1, Spot((0, 1), 1))]


def test_a_site_keeps_the_rules_of_a_tunnel():
    state, _ = moved()
    refused(state, LayExit(0, (5, 5), 0), "track.exit.touches-nothing")
    refused(state, LayExit(0, (0, 1), 0), "track.slide.start", "BT5")
    lone = stuck(("tunnel-1", (6, 0)), ("exit-1", (6, 2)))
    lone = enter(lone, Discard(0, "rail-star"), UseSite(0, "rock-entrance", 0))
    refused(lone, LayExit(0, (6, 3), 0), "track.exit.beside-exit")


def test_who_goes_through_loses_a_point_of_a_row_of_the_own_choice():
    state, leads_to = moved(rows=LOSSES)
    state = enter(state, leads_to)
    assert isinstance(state.stage, Scoring)
    assert {option.track for option in asked(state, "loss")} == {Track.TUNNEL, Track.HELP}
    refused(state, Lose(0, Track.LOOP), "track.loss.row-empty", "BT24")
    refused(state, Lose(1, Track.HELP), "track.turn.not-yours")
    after = enter(state, Lose(0, Track.TUNNEL))
    # Seat 1 was moved, too: Help counts, and came before the loss; seat 1 had nothing to lose.
    assert values(after, 0) == [1, 0, 0, 4, 0]
    assert values(after, 1) == [0] * 5
    assert after.active == 1


def test_losses_come_after_all_gains_in_seat_order_from_the_placer():
    state, leads_to = moved(rows={0: {"help": (3, False), "loop": (1, False)}, 1: {"slope": (2, True)}})
    first = told(state, leads_to)
    assert [type(event) for event in first if isinstance(event, Gained | Lost)] == [Gained]
    state = enter(state, leads_to)
    assert asked(state, "loss")[0].seat == 0
    events = told(state, Lose(0, Track.LOOP), Lost)
    # Seat 1's only row is lowered by itself, its arrow stays.
    assert [(event.seat, event.track, event.value) for event in events] == [(0, "loop", 0), (1, "slope", 1)]
    assert row(enter(state, Lose(0, Track.LOOP)), 1, "slope") == (1, True)


def test_all_rows_at_nothing_lose_nothing():
    state, leads_to = moved()
    events = told(state, leads_to, NothingToLose)
    # Seat 0 loses the Help it has just gained, its only point.
    assert [event.seat for event in events] == [1]
    assert values(enter(state, leads_to), 0) == [0] * 5


BEHIND = (("slope-spine", (0, 4)), ("tunnel-1", (0, 5)), ("exit-1", (3, 3)))
"""Below (0, 3): a Slope, and a tunnel whose exit lies aside."""


def test_behind_a_site_tunnels_do_not_count_slopes_do_and_there_is_no_connection():
    state, leads_to = moved(*BEHIND, exit_cell=(0, 3), exit_turn=0)
    slid = told(state, leads_to, Slid)[0]
    assert len({passage.tile for passage in slid.passages}) == 3
    gained = told(state, leads_to, Gained)
    assert [(event.seat, event.track) for event in gained] == [(0, "slope"), (0, "help")]


def test_later_passages_through_a_site_lose_a_point_as_well_tunnels_before_it_count():
    """Up a Star, into an old tunnel, and from its exit into an old site."""
    old = (
        ("tunnel-1", UP[1]), ("exit-1", (4, 3)), ("rock-entrance", (4, 4)), ("rock-exit", (9, 9)),
    )  # fmt: skip
    state = park(*old, hand=("rail-star",), rows={0: {"loop": (4, True)}})
    state = enter(state, Lay(0, "rail-star", UP[0], 0))
    assert {option.track for option in asked(state, "loss")} == {Track.TUNNEL, Track.LOOP}
    after = enter(state, Lose(0, Track.LOOP))
    assert values(after, 0) == [1, 0, 3, 0, 0]
    assert row(after, 0, "loop") == (3, True)


def test_a_helped_cart_that_is_led_through_a_site_loses_its_own_choice():
    state = park(
        ("rail-curves", UP[0], 0), ("rock-entrance", (2, -2)), ("rock-exit", (9, 9)), hand=("rail-star",),
        rows={1: {"tunnel": (1, False), "loop": (5, False)}},
    )  # fmt: skip
    state = enter(state, Lay(0, "rail-star", (1, -1), 0))
    assert {(option.seat, option.track) for option in asked(state, "loss")} == {
        (1, Track.TUNNEL),
        (1, Track.LOOP),
    }
    after = enter(state, Lose(1, Track.LOOP))
    assert (values(after, 1), values(after, 0), after.active) == ([1, 0, 4, 0, 0], [0, 0, 0, 1, 0], 1)


def test_the_table_may_let_points_be_lost_in_passing():
    """The site comes before the Slope: nothing to lose yet, and the Slope's point stays."""
    changes = {"exit_cell": (0, 3), "exit_turn": 0}
    last, leads_to = moved(*BEHIND, **changes)
    # By default the Slope and the Help come first: two rows to choose from.
    assert {option.track for option in asked(enter(last, leads_to), "loss")} == {Track.SLOPE, Track.HELP}
    passing, leads_to = moved(*BEHIND, **changes, losses="in-passing")
    assert values(enter(passing, leads_to), 0) == [0, 1, 0, 1, 0]


def test_each_set_is_used_once_and_named_by_its_entrance():
    state = stuck(("rock-entrance", (6, 0)), ("rock-exit", (6, 2)))
    state = enter(state, Discard(0, "rail-star"))
    refused(state, UseSite(0, "rock-entrance", 0), "track.site.used", "BT26")
    refused(state, UseSite(0, "rock-exit", 0), "track.site.unknown")
    refused(state, UseSite(0, "tunnel-1", 0), "track.site.unknown")
    refused(state, UseSite(0, "ground-entrance", 6), "track.lay.turn")
    assert {use.site for use in asked(state, "site")} == {"ground-entrance"}


def test_the_table_may_oblige_stuck_players_to_use_a_site():
    state = enter(stuck(sites="must"), Discard(0, "rail-star"))
    assert asked(state, "pass") == ()
    answer = refused(state, Pass(0), "track.site.must", "BT26")
    assert answer.repairs[0].site == "rock-entrance"
    kept = stuck(sites="must", stuck="keep")
    refused(kept, Discard(0, "rail-star"), "track.site.must", "BT26")


def test_the_table_may_let_who_uses_a_site_keep_both_tiles():
    """Nothing is discarded; with two tiles in hand no third is taken in the next turn."""
    state = stuck(hand=("rail-star", "rail-star"), stuck="keep", seats=2)
    assert asked(state, "discard") == (Discard(0, "rail-star"),)
    used = enter(state, UseSite(0, "rock-entrance", 0), LayExit(0, (0, 1), 1))
    assert used.players[0].hand == ("rail-star", "rail-star")
    assert (used.active, type(used.stage)) == (1, Taking)
    refused(
        stuck(hand=("rail-curves",), stuck="keep"), UseSite(0, "rock-entrance", 0), "track.stuck.not-stuck"
    )
    passed = enter(state, Discard(0, "rail-star"))
    assert (passed.active, passed.players[0].hand) == (1, ("rail-star",))
    again = enter(park(*FACED, active=1, hands={1: ("rail-curves",), 0: ("rail-star",) * 2}), _first_lay())
    assert (again.active, type(again.stage)) == (0, Laying)


def _first_lay():
    """Seat 1 goes round: side 0 of (0, -1) joined with side 5, seat 0 from side 3 to side 4."""
    return Lay(1, "rail-curves", UP[0], 1)


def test_sites_that_can_not_be_laid_leave_only_the_discard():
    state = walled_in(hand=("tunnel-4",), hands={0: ("tunnel-4",), 1: ("rail-star",)})
    events = told(state, Discard(0, "tunnel-4"))
    after = enter(state, Discard(0, "tunnel-4"))
    assert "TurnEnded" in [type(event).__name__ for event in events]
    assert (after.active, after.players[0].hand) == (1, ())


def test_the_last_tile_that_can_not_be_laid_is_discarded_and_the_game_ends():
    state = stuck(market=(None,) * 3, piles=[(0,), (0,), (0,)])
    assert asked(state, "discard") == (Discard(0, "rail-star"),)
    state = enter(state, Discard(0, "rail-star"))
    assert isinstance(enter(state, Pass(0)).stage, Over)
    moved_away = enter(state, UseSite(0, "rock-entrance", 0), LayExit(0, (0, 1), 1))
    assert isinstance(moved_away.stage, Over)
