"""The end of the game, the longest ride, ties and variants."""

from msgspec.structs import replace

from companion.rules.blast_track.commands import Lay, Take
from companion.rules.blast_track.rules import RULES
from companion.rules.blast_track.scoring import loops_ridden, ride
from companion.rules.blast_track.state import Ending, Laying, Over, Taking
from tests.rules.blast_track.arranged import UP, enter, park, refused

LAST = {"market": (None,) * 3, "piles": [(0,), (0,), (0,)]}


def over(*laid, **more):
    """The standings of a game that ended on this board."""
    state = park(*laid, hand=(), **more)
    return RULES.outcome(replace(state, stage=Over(Ending.LAST_TILE)))


def ranks(outcome):
    return {standing.seat: (standing.rank, standing.total) for standing in outcome.ranking}


def bonus(outcome):
    return {
        standing.seat: line.points
        for standing in outcome.ranking
        for line in standing.lines
        if line.label == "longest-ride"
    }


def test_the_market_is_used_up_first_and_then_the_hands():
    state = park(
        hand=(),
        hands={0: ("rail-star",), 1: ("rail-cross",)},
        stage=Taking(),
        **{**LAST, "market": ("rail-lanes", None, None)},
    )
    state = enter(state, Take(0, 0), Lay(0, "rail-star", UP[0], 0))
    # Nothing is left to take: seat 1 lays its own tile, then seat 0 its last one, and that was a turn more.
    assert (state.active, type(state.stage)) == (1, Laying)
    state = enter(state, Lay(1, "rail-cross", (1, -1), 0))
    assert (state.active, type(state.stage)) == (0, Laying)
    state = enter(state, Lay(0, "rail-lanes", UP[1], 0))
    assert state.stage == Over(Ending.LAST_TILE)
    assert refused(state, Lay(0, "rail-lanes", UP[2], 0), "track.game.over").repairs == ()


def test_all_who_are_tied_for_the_longest_ride_get_the_bonus():
    outcome = over(
        ("rail-star", (0, -1)), ("rail-star", (1, -1)), ("rail-star", (1, 0)), ("rail-star", (0, 1)), seats=5
    )
    assert bonus(outcome) == {0: 3, 1: 3, 2: 3, 3: 3, 4: 0}
    assert ranks(outcome) == {0: (1, 3), 1: (1, 3), 2: (1, 3), 3: (1, 3), 4: (5, 0)}


def test_the_ride_counts_passages_from_the_start_tunnels_and_loops_as_one():
    state = park(
        ("rail-star", UP[0]),
        ("tunnel-1", UP[1]),
        ("exit-1", (5, 5)),
        ("loop", (5, 6), 1),
        ("rail-star", (9, 9)),
        seats=2,
    )
    # Out of the exit over side 3 into (5, 6); the Loop leads on. The Starting Tile counts nothing.
    assert ride(state, 0) == 3
    assert loops_ridden(state, 0) == 1
    assert ride(state, 1) == 0


BEND = (
    ("rail-star", UP[0]), ("slope-star", UP[1]), ("rail-curves", (0, -3), 1), ("rail-curves", (-1, -2), 1),
)  # fmt: skip
"""Up over (0, -2), round, and over it once more."""


def test_a_tile_passed_twice_counts_twice_unless_the_table_counts_tiles_once():
    assert ride(park(*BEND), 0) == 5
    assert ride(park(*BEND, ride="distinct"), 0) == 4


def test_rows_and_bonus_add_up_and_the_most_points_win():
    outcome = over(
        ("rail-star", UP[0]), rows={0: {"tunnel": (3, True), "help": (2, False)}, 1: {"loop": (5, False)}}
    )
    assert ranks(outcome) == {0: (1, 8), 1: (2, 5)}
    lines = {line.label: (line.points, line.facts) for line in outcome.ranking[0].lines}
    assert lines["tunnel"] == (3, {"arrow": "yes"})
    assert lines["longest-ride"] == (3, {"tiles": 1})
    assert outcome.reason == "last-tile"


def test_a_tie_of_points_goes_to_the_longer_ride_then_to_more_loops_then_it_is_shared():
    longer = over(("rail-star", UP[0]), rows={1: {"help": (3, False)}})
    assert ranks(longer) == {0: (1, 3), 1: (2, 3)}
    # Both rode one tile and got the bonus: seat 0 a Loop, seat 1 a rail.
    loops = over(("loop", (0, -2), 1), ("rail-star", (1, -1)))
    assert ranks(loops) == {0: (1, 3), 1: (2, 3)}
    shared = over(("rail-star", UP[0]), ("rail-star", (1, -1)), seats=3, rows={2: {"help": (2, False)}})
    assert ranks(shared) == {0: (1, 3), 1: (1, 3), 2: (3, 2)}


def test_ties_count_loops_really_ridden_and_not_the_turned_back_row():
    outcome = over(
        ("loop", (0, -2), 1), ("rail-star", (1, -1)), rows={0: {"loop": (0, True)}, 1: {"help": (0, False)}}
    )
    assert ranks(outcome) == {0: (1, 3), 1: (2, 3)}


def test_by_ride_length_alone_the_longest_ride_wins_and_equal_rides_share():
    outcome = over(
        ("loop", (0, -2), 1),
        ("rail-star", (1, -1)),
        seats=3,
        variant="ride-only",
        rows={2: {"help": (5, False)}},
    )
    assert ranks(outcome) == {0: (1, 1), 1: (1, 1), 2: (3, 0)}


def test_an_outcome_is_there_only_at_the_end():
    assert RULES.outcome(park()) is None


def test_the_bound_holds_for_the_longest_game():
    assert RULES.longest(2) < 400
    assert RULES.longest(6) >= 6 + 52 + 46 + 52
