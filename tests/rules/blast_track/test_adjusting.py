from companion.rules.blast_track.commands import AdjustPile, AdjustPoints, AdjustRow, AdjustTile, Lay, Leave
from companion.rules.blast_track.rules import RULES
from companion.rules.blast_track.state import Ending, Over, Taking, Track
from companion.rules.contract import HOST, TABLE
from tests.rules.blast_track.arranged import UP, asked, began, enter, park, refused, row


def test_the_host_sets_a_row_and_its_arrow_stays():
    state = park(rows={1: {"loop": (4, True)}})
    after = enter(state, AdjustRow(1, Track.LOOP, 2, "miscounted"))
    assert row(after, 1, "loop") == (2, True)
    for value, nearest in ((6, 5), (-1, 0)):
        assert (
            refused(state, AdjustRow(1, Track.LOOP, value), "track.adjust.value").repairs[0].value == nearest
        )
    refused(state, AdjustRow(2, Track.LOOP, 2), "track.adjust.no-row")
    refused(park(variant="ride-only"), AdjustRow(0, Track.LOOP, 2), "track.adjust.no-row")


def test_points_by_a_table_ruling_are_shown_in_the_score():
    state = enter(park(), AdjustPoints(0, -2, "shook the table"))
    refused(state, AdjustPoints(0, 100), "track.adjust.points")
    refused(state, AdjustPoints(2, 1), "track.adjust.not-playing")
    outcome = RULES.outcome(enter(state, Leave(1)))
    (line,) = [line for line in outcome.ranking[0].lines if line.label == "adjusted"]
    assert (line.points, line.facts) == (-2, {"turn": 9, "reason": "shook the table"})
    assert outcome.ranking[0].total == -2 + 3


def test_an_open_tile_moves_between_hands_and_discards():
    state = park(hands={0: ("rail-star", "rail-cross"), 1: ()}, active=0)
    after = enter(
        state, AdjustTile("rail-star", "hand:0", "hand:1"), AdjustTile("rail-cross", "hand:0", "discarded")
    )
    assert (after.players[1].hand, after.discarded) == (("rail-star",), ("rail-cross",))
    # The active seat has nothing left to lay: its turn is over.
    assert after.active == 1
    refused(state, AdjustTile("rail-lanes", "hand:0", "hand:1"), "track.adjust.tile")
    refused(state, AdjustTile("rail-star", "hand:0", "market:1"), "track.adjust.tile")


def test_a_symbol_whose_loop_is_on_the_board_does_not_come_back():
    state = enter(park(hand=("loop-symbol", "rail-star")), Lay(0, "loop-symbol", UP[0], 0))
    state = park(("loop", (5, 5), 0), hand=("rail-star",))
    refused(state, AdjustTile("loop-symbol", "discarded", "hand:0"), "track.adjust.tile")
    unused = park(("loop", (5, 5), 0), hand=("rail-star",), discarded=("loop-symbol",))
    enter(unused, AdjustTile("loop-symbol", "discarded", "hand:0"))


def test_a_face_down_tile_moves_to_another_pile():
    state = park()
    high = [pile.unseen for pile in state.piles]
    after = enter(state, AdjustPile(0, 2))
    assert [pile.unseen for pile in after.piles] == [high[0] - 1, high[1], high[2] + 1]
    refused(state, AdjustPile(0, 0), "track.adjust.pile")
    refused(park(piles=[(0,), (1,), (1,)]), AdjustPile(0, 1), "track.adjust.pile")


def test_nothing_is_adjusted_in_the_middle_of_an_entry_or_before_the_first_turn():
    for state in (began(2), enter(park(hand=("tunnel-1",)), Lay(0, "tunnel-1", UP[0], 0))):
        for command in (
            AdjustRow(0, Track.HELP, 1),
            AdjustPoints(0, 1),
            AdjustTile("rail-star", "hand:0", "hand:1"),
            AdjustPile(0, 1),
        ):
            refused(state, command, "track.action.not-now")


def test_only_the_host_is_offered_to_adjust_and_nobody_after_the_end():
    state = park(stage=Taking())
    table = {ask.name for ask in RULES.asks(state, TABLE)}
    host = {ask.name for ask in RULES.asks(state, HOST)}
    assert table == {"take"}
    assert host > {"adjust-row", "adjust-points", "adjust-pile", "leave", "abandon"}
    assert RULES.asks(park(stage=Over(Ending.LAST_TILE)), HOST) == ()
    assert asked(state, "adjust-row") == ()
