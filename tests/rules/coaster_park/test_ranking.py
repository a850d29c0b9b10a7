from companion.rules.coaster_park import commands as c
from companion.rules.coaster_park.rules import RULES
from companion.rules.coaster_park.state import Over
from tests.rules.coaster_park.arranged import Table
from tests.rules.coaster_park.test_scoring import scored, settle

TWO = [(("harbour-drop", "ripple"), [(2,)])]
SAME = [(("falcon-drop", "ripple"), [(2,)])]

TWIN = [(("meadow-drop", "rabbit-hop"), [(2,)])]
BOTH = [*SAME, (("lantern-drop", "swan-neck"), [(2,)])]
THREE = [*BOTH, *TWIN]


def ranks(table):
    return [(standing.seat, standing.rank, standing.total) for standing in settle(table).ranking]


def tied(*players):
    """A finished game whose players have the same points: their money is evened out first."""
    table = scored(*players, side="special-rides")
    while "settle" in table.names():
        table.enter(table.options(name="settle")[0])
    return table


def test_the_most_points_win_and_nobody_measures_without_need():
    table = scored(TWO, [(("comet-drop", "skyline"), [(2,)])], [], side="special-rides")
    assert table.stage == Over("scored")
    assert [seat for seat, _, _ in ranks(table)] == [1, 0, 2]


def test_tied_players_measure_their_longest_coasters():
    """CP38"""
    table = tied(SAME, SAME, [])
    assert table.names() == ["length", "order"]
    ask = table.ask("length")
    assert (ask.command, ask.field, ask.low) == (c.Measure(None, 0, 1), "length", 1)
    table.enter(c.Measure(None, 0, 900), c.Measure(None, 1, 905))
    assert ranks(table) == [(1, 1, 3), (0, 2, 3), (2, 3, 0)]


def test_equal_longest_coasters_send_the_tie_to_the_second_longest():
    """CP38"""
    table = tied(BOTH, BOTH, [])
    table.enter(c.Measure(None, 0, 900), c.Measure(None, 1, 900))
    assert table.ask("length").high == 900
    table.enter(c.Measure(None, 0, 700), c.Measure(None, 1, 650))
    assert ranks(table)[:2] == [(0, 1, 6), (1, 2, 6)]


def test_a_missing_coaster_has_no_length():
    """CP38"""
    one = [(("thunder-drop", "rabbit-hop"), [(2,)])]
    two = [(("falcon-drop", "ripple"), [(2,)]), (("lantern-drop", "ripple"), [(2,)])]
    table = tied(one, two, [])
    table.enter(c.Measure(None, 0, 900), c.Measure(None, 1, 900), c.Measure(None, 1, 10))
    assert ranks(table)[:2] == [(1, 1, 5), (0, 2, 5)]


def test_players_who_are_equal_in_all_share_their_place():
    """CP38, CP46"""
    table = tied(SAME, SAME, [], [])
    table.enter(c.Measure(None, 0, 900), c.Measure(None, 1, 900))
    assert [(rank, total) for _, rank, total in ranks(table)] == [(1, 3), (1, 3), (3, 0), (3, 0)]


def test_every_tie_is_broken_not_only_the_first_place():
    """CP46"""
    table = tied([(("comet-drop", "skyline"), [(2,)])], SAME, SAME)
    table.enter(c.Measure(None, 1, 500), c.Measure(None, 2, 600))
    assert [(seat, rank) for seat, rank, _ in ranks(table)] == [(0, 1), (2, 2), (1, 3)]


def test_two_who_share_the_second_place_leave_the_third_empty():
    """CP46"""
    table = tied([(("comet-drop", "skyline"), [(2,)])], SAME, SAME, [])
    table.enter(c.Measure(None, 1, 500), c.Measure(None, 2, 500))
    assert [(seat, rank) for seat, rank, _ in ranks(table)] == [(0, 1), (1, 2), (2, 2), (3, 4)]


def test_only_surviving_coasters_are_measured():
    """CP38, CP31"""
    fallen = [*SAME, (("comet-drop", "skyline"), [(1,)])]
    table = tied(fallen, SAME, [])
    table.enter(c.Measure(None, 0, 900), c.Measure(None, 1, 900))
    assert table.stage == Over("scored")


def test_lengths_are_positive_and_fall_and_come_in_turn():
    """CP38"""
    table = tied(BOTH, BOTH, [])
    assert table.refusal(c.Measure(None, 1, 900)).code == "park.length.other-player"
    assert table.refusal(c.Measure(None, 0, 0)).repairs == (c.Measure(None, 0, 1),)
    table.enter(c.Measure(None, 0, 900), c.Measure(None, 1, 900))
    violation = table.refusal(c.Measure(None, 0, 901))
    assert (violation.code, violation.facts["most"]) == ("park.length.out-of-range", 900)


def test_tied_players_may_lay_their_coasters_side_by_side_instead():
    """CP38"""
    table = tied(BOTH, BOTH, [])
    assert table.options(name="order") == [
        c.Compare(None, ((0,), (1,))),
        c.Compare(None, ((1,), (0,))),
        c.Compare(None, ((0, 1),)),
    ]
    table.enter(c.Compare(None, ((0, 1),)))
    assert table.ask("length").high == 9999
    table.enter(c.Compare(None, ((1,), (0,))))
    assert ranks(table)[:2] == [(1, 1, 6), (0, 2, 6)]
    lines = RULES.outcome(table.state).ranking[0].lines
    assert [(line.label, line.facts) for line in lines if line.group == "tie"] == [
        ("compared", {"place": 1, "shorter": 0}),
        ("compared", {"place": 2, "shorter": 1}),
    ]


def test_three_coasters_side_by_side_may_be_equal_in_every_way():
    """CP38"""
    table = tied(SAME, SAME, TWIN)
    assert len(table.options(name="order")) == 13
    table.enter(c.Compare(None, ((2,), (0, 1))))
    assert ranks(table) == [(2, 1, 3), (0, 2, 3), (1, 2, 3)]


def test_coasters_are_compared_by_all_who_are_tied_or_measured():
    """CP38"""
    table = tied(BOTH, BOTH, [])
    for order in (((0,),), ((0,), (1,), (2,)), ((1, 0),), ()):
        violation = table.refusal(c.Compare(None, order))
        assert (violation.code, violation.section) == ("park.order.other-coasters", "CP38")
    table.enter(c.Measure(None, 0, 900))
    assert table.names() == ["length"]
    assert table.refusal(c.Compare(None, ((0,), (1,)))).code == "park.order.other-coasters"
    table.enter(c.Measure(None, 1, 900))
    table.enter(c.Compare(None, ((0,), (1,))))
    assert ranks(table)[:2] == [(0, 1, 6), (1, 2, 6)]


def test_a_coaster_measured_after_a_comparison_is_bounded_by_those_that_were_measured():
    """CP38"""
    table = tied(THREE, THREE, [])
    table.enter(c.Measure(None, 0, 900), c.Measure(None, 1, 900), c.Compare(None, ((0, 1),)))
    assert table.ask("length").high == 900


def test_lengths_stand_in_the_score():
    """CP38"""
    table = tied(SAME, SAME, [])
    table.enter(c.Measure(None, 0, 900), c.Measure(None, 1, 905))
    winner = settle(table).ranking[0]
    assert [(line.points, line.facts) for line in winner.lines if line.label == "length"] == [
        (0, {"place": 1, "mm": 905})
    ]


def test_there_is_no_outcome_before_the_end():
    assert RULES.outcome(Table().state) is None
