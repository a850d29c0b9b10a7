from companion.rules.coaster_park import commands as c
from companion.rules.coaster_park.rules import RULES
from companion.rules.coaster_park.state import Over
from tests.rules.coaster_park.arranged import Table
from tests.rules.coaster_park.test_scoring import scored, settle

TWO = [(("harbour-drop", "ripple"), [(2,)])]
SAME = [(("falcon-drop", "ripple"), [(2,)])]

BOTH = [*SAME, (("lantern-drop", "swan-neck"), [(2,)])]


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
    assert table.names() == ["length"]
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
