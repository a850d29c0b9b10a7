import pytest
from msgspec.structs import replace

from companion.rules.coaster_park import commands as c
from companion.rules.coaster_park.components import Bonus, Term, house, index
from companion.rules.coaster_park.rules import RULES
from companion.rules.coaster_park.scoring import Ride, amount, best_attempts, matches, points, ride
from companion.rules.coaster_park.state import Attempt, Player, Toggles
from tests.rules.coaster_park.arranged import Table

WHERE = index(house())
FIVE = ("harbour-drop", "jump", "plateau", "loop", "bump")
"""2, 2, 1, 3 and 2 flags."""


def score(*hills, rest=False, loops="x4"):
    return points(WHERE, Toggles(loops=loops), Ride(hills, rest)).total()


def scored(*players, side="full-till", **options):
    """The outcome of a game in which each seat has these (coaster, attempts), all tested to the end."""
    table = Table(len(players), side=side, **options)
    for seat, coasters in enumerate(players):
        for hills, _ in coasters:
            table.build(seat, *hills)
    table.to_the_finals()
    tested = [0] * len(players)
    while table.names() and table.names()[0] in ("run", "coaster"):
        if table.names()[0] == "coaster":
            table.enter(table.options(name="coaster")[0])
        seat = table.stage.seat
        for attempt in players[seat][tested[seat]][1]:
            table.enter(c.Run(seat, *attempt))
        tested[seat] += 1
        if table.names() and table.names()[0] == "run" and table.stage.seat == seat:
            table.enter(c.Stop(seat))
    return table


def settle(table):
    while "settle" in table.names():
        table.enter(table.options(name="settle")[0])
    return RULES.outcome(table.state)


def lines(table, seat):
    standing = next(s for s in settle(table).ranking if s.seat == seat)
    return {(line.group, line.label): line.points for line in standing.lines}


def test_a_coaster_with_a_loop_scores_26_when_all_is_cleared():
    """CP32, CP33, CP36"""
    assert score(*FIVE) == 26


def test_a_marble_at_rest_between_the_bumps_makes_it_30():
    """CP30, CP36"""
    left = ride(FIVE, Attempt(4, rest=True))
    assert left == Ride(FIVE, rest=True)
    assert points(WHERE, Toggles(), left).total() == 30


def test_a_coaster_scores_its_flags_on_one_side():
    assert score("harbour-drop", "ripple", "camelback") == 2 + 1 + 3


def test_every_hill_passed_counts_and_the_others_are_removed():
    """CP29"""
    coaster = ("harbour-drop", "ripple", "camelback")
    assert ride(coaster, Attempt(2)) == Ride(("harbour-drop", "ripple"))
    assert ride(coaster, Attempt(3)) == Ride(coaster)


def test_a_coaster_with_fewer_than_two_hills_left_is_removed():
    """CP31"""
    assert ride(("harbour-drop", "ripple"), Attempt(1)) == Ride(())
    assert ride(("harbour-drop", "ripple"), Attempt(0)) == Ride(())
    assert score() == 0


def test_a_bump_that_was_rolled_over_scores_its_flags_only():
    """CP30"""
    assert score("harbour-drop", "bump") == 4
    assert score("harbour-drop", "bump", "ripple") == 5


def test_a_rest_on_a_bump_keeps_the_bump_and_loses_what_follows():
    """CP30"""
    left = ride(("harbour-drop", "bump", "ripple"), Attempt(1, rest=True))
    assert left == Ride(("harbour-drop", "bump"), rest=True)
    assert points(WHERE, Toggles(), left).total() == 6


def test_a_jump_counts_each_hill_before_it_with_the_launch():
    """CP32"""
    assert score("harbour-drop", "jump") == 4 + 1
    assert score("harbour-drop", "ripple", "ripple", "jump") == 6 + 3


def test_a_plateau_counts_the_surviving_hills_behind_it():
    """CP33"""
    coaster = ("harbour-drop", "plateau", "ripple", "ripple")
    assert score(*coaster) == 5 + 2
    left = ride(coaster, Attempt(3))
    assert points(WHERE, Toggles(), left).total() == 4 + 1


def test_a_double_dipper_scores_after_a_strictly_smaller_hill():
    """CP34"""
    assert score("harbour-drop", "jump", "double-dipper") == 6 + 1 + 1
    assert score("harbour-drop", "camelback", "double-dipper") == 7
    assert score("harbour-drop", "double-dipper") == 4
    assert score("meadow-drop", "double-dipper") == 3 + 1


def test_a_hill_without_a_size_is_never_smaller():
    """CP34"""
    hills = tuple([replace(hill, size=0) if hill.id == "jump" else hill for hill in house().hills])
    where = index(replace(house(), hills=hills))
    assert points(where, Toggles(), Ride(("harbour-drop", "jump", "double-dipper"))).dipper == 0


def test_the_order_at_the_end_decides_what_precedes_a_double_dipper():
    """CP34"""
    assert score("harbour-drop", "ripple", "double-dipper") == 2 + 1 + 2 + 1
    assert score("harbour-drop", "ripple", "whaleback", "double-dipper") == 2 + 1 + 4 + 2


@pytest.mark.parametrize(("loops", "factor"), [("x4", 4), ("x3", 3), ("x2", 2)])
def test_two_loops_multiply_the_whole_coaster_as_the_table_plays_it(loops, factor):
    """CP35"""
    assert score("harbour-drop", "loop", "loop", loops=loops) == 8 * factor
    assert score("harbour-drop", "loop", loops=loops) == 5 * 2
    assert score("harbour-drop", "ripple", loops=loops) == 3


def test_only_surviving_loops_double():
    """CP36"""
    left = ride(("harbour-drop", "ripple", "loop"), Attempt(2))
    assert points(WHERE, Toggles(), left).total() == 3


def test_bonus_cards_are_never_doubled():
    """CP36"""
    table = scored(
        [(("comet-drop", "loop", "skyline"), [(3,)])],
        [(("harbour-drop", "ripple"), [(2,)])],
        [],
        side="special-rides",
    )
    assert lines(table, 0) == {
        ("coaster:0", "flags"): 11,
        ("coaster:0", "loop"): 11,
        ("bonus", "secret"): 0,
        ("bonus", "global"): 1,
    }


def test_the_best_of_three_attempts_is_the_one_with_most_points():
    """CP28"""
    table = scored([(("harbour-drop", "bump", "ripple"), [(1, True), (3,), (0,)])], [], [])
    assert table.player(0).chosen == (0,)
    assert lines(table, 0)[("coaster:0", "flags")] == 4
    assert lines(table, 0)[("coaster:0", "bump")] == 2


def test_equal_points_go_to_the_attempt_that_leaves_more_hills():
    """CP28"""
    hills = tuple([replace(hill, flags=2) if hill.id == "ripple" else hill for hill in house().hills])
    table = scored([(("falcon-drop", "bump", "ripple"), [(1, True), (3,)])], [], [])
    assert table.player(0).chosen == (0,)
    table.state = replace(table.state, components=replace(house(), hills=hills))
    assert best_attempts(table.state, 0) == (1,)


def test_the_choice_is_made_jointly_with_the_cards_that_depend_on_the_player_alone():
    """CP28"""
    coaster = ("falcon-drop", "bump", "whaleback")
    table = scored([(coaster, [(1, True), (3,)])], [], [])
    assert lines(table, 0)[("bonus", "secret")] == 2
    assert table.player(0).chosen == (1,)


def test_most_and_least_cards_are_left_out_of_the_choice():
    """CP28"""
    table = Table()
    table.remember_secret(0, "grand-park")
    table.build(0, "harbour-drop", "bump", "ripple")
    table.build(1, "falcon-drop", "camelback", "camelback")
    table.to_the_finals()
    table.enter(c.Run(1, 2), c.Stop(1), c.Run(0, 1, rest=True), c.Run(0, 3), c.Stop(0))
    assert table.player(0).chosen == (0,)


def test_an_owner_may_choose_another_attempt_before_scores_are_final():
    """CP28"""
    table = scored([(("harbour-drop", "bump", "ripple"), [(1, True), (3,), (0,)])], [], [])
    assert table.options(name="attempt") == [c.Choose(0, 0, 1), c.Choose(0, 0, 2)]
    table.enter(c.Choose(0, 0, 1))
    assert table.player(0).chosen == (1,)
    assert table.refusal(c.Choose(0, 0, 0)).code == "park.attempt.no-choice"
    assert table.refusal(c.Settle(1)).code == "park.seat.not-awaited"
    table.enter(c.Settle(0))
    assert lines(table, 0)[("coaster:0", "flags")] == 5


def test_before_the_reveal_no_state_holds_a_choice():
    """CP28"""
    table = scored([(("harbour-drop", "bump", "ripple"), [(1, True), (3,)])], [], [])
    assert table.player(0).chosen
    table = Table()
    table.build(0, "harbour-drop", "ripple")
    table.to_the_finals()
    table.enter(c.Run(0, 2))
    assert all(player.chosen == () for player in table.state.players)


def test_no_attempt_at_the_end_clears_no_hill():
    """CP43"""
    table = scored([(("harbour-drop", "ripple"), [])], [(("falcon-drop", "camelback"), [(2,)])], [])
    assert lines(table, 0)[("coaster:0", "removed")] == 0


def test_both_secret_cards_of_two_players_score():
    """CP37"""
    table = scored([(("harbour-drop", "bump"), [(2,)])], [(("falcon-drop", "camelback"), [(2,)])])
    standing = next(s for s in settle(table).ranking if s.seat == 0)
    assert [line.facts["card"] for line in standing.lines if line.label == "secret"] == [
        "blue-steel",
        "full-staff",
    ]


def test_a_secret_card_scores_for_its_player_alone_and_the_global_one_for_all():
    coaster = ("harbour-drop", "bump")
    table = scored([(coaster, [(2,)])], [(coaster, [(2,)])], [], side="special-rides")
    assert lines(table, 0)[("bonus", "secret")] == 2
    assert lines(table, 1)[("bonus", "secret")] == 0
    assert [lines(table, seat)[("bonus", "global")] for seat in range(3)] == [1, 1, 0]


def test_a_point_for_every_three_dollars():
    table = Table()
    table.build(0, "harbour-drop", "ripple")
    table.to_the_finals()
    for seat, dollars in enumerate((11, 12, 2)):
        table.money(seat, dollars)
    table.enter(c.Run(0, 2), c.Stop(0))
    assert [lines(table, seat)[("bonus", "global")] for seat in range(3)] == [3, 4, 0]


def test_stored_hills_score_nothing_and_count_for_no_card():
    """CP45"""
    table = Table(side="special-rides")
    table.build(0, "harbour-drop", "ripple")
    table.store(0, "bump")
    table.to_the_finals()
    table.enter(c.Run(0, 2), c.Stop(0))
    assert lines(table, 0) == {
        ("coaster:0", "flags"): 3,
        ("bonus", "secret"): 1,
        ("bonus", "global"): 0,
    }


def test_removed_hills_and_coasters_count_for_no_card():
    """CP31"""
    table = scored(
        [(("harbour-drop", "bump"), [(1,)]), (("falcon-drop", "whaleback", "bump"), [(2,)])],
        [],
        [],
        side="special-rides",
    )
    assert lines(table, 0)[("bonus", "secret")] == 1
    assert lines(table, 0)[("bonus", "global")] == 0


PARK = (Ride(("comet-drop", "loop", "skyline")), Ride(()), Ride(("falcon-drop", "ripple")))
"""8 yellow steel, 7 yellow steel, 8 yellow steel; 7 red wood, 1 yellow wood."""


@pytest.mark.parametrize(
    ("term", "count"),
    [
        (Term(1, "hill"), 5),
        (Term(1, "hill", colour="yellow"), 4),
        (Term(1, "hill", colour="yellow", material="steel"), 3),
        (Term(1, "hill", hill="loop"), 1),
        (Term(1, "hill", kind="special"), 1),
        (Term(1, "hill", kind="plain"), 2),
        (Term(1, "hill", kind="launch"), 2),
        (Term(1, "hill", kind="standard"), 3),
        (Term(1, "hill", smallest=8), 2),
        (Term(1, "hill", largest=7), 3),
        (Term(1, "hill", hills=3), 3),
        (Term(1, "hill", different="colour"), 2),
        (Term(1, "hill", different="material"), 2),
        (Term(1, "hill", different="type"), 5),
        (Term(1, "coaster"), 2),
        (Term(1, "coaster", hills=3), 1),
        (Term(1, "coaster", colour="red"), 1),
        (Term(1, "flag"), 14),
        (Term(1, "flag", material="wood"), 3),
        (Term(1, "expert"), 3),
        (Term(1, "expert", expert="attorney"), 1),
        (Term(1, "dollar"), 17),
    ],
)
def test_bonus_cards_count_what_their_data_say(term, count):
    player = Player(17, experts=("launch-01", "launch-02"), used=("standard-02",))
    assert amount(WHERE, player, PARK, term) == count


def test_most_and_least_score_once_for_whoever_leads():
    for rank, tall, small in (("most", 4, 0), ("least", 0, 4)):
        table = with_bonus(Term(4, "hill", rank=rank))
        assert [lines(table, seat)[("bonus", "global")] for seat in (0, 1)] == [tall, small]


def test_whoever_shares_the_lead_scores_unless_the_card_says_otherwise():
    for ties, each in ((True, 4), (False, 0)):
        table = with_bonus(Term(4, "coaster", rank="most", ties=ties))
        assert [lines(table, seat)[("bonus", "global")] for seat in (0, 1)] == [each, each]


def test_nobody_leads_with_nothing():
    table = with_bonus(Term(4, "hill", rank="most", hill="loop"))
    assert [lines(table, seat)[("bonus", "global")] for seat in (0, 1)] == [0, 0]


def with_bonus(*terms):
    """Two players with three and two hills; the global card has these terms."""
    table = Table(2)
    bonuses = tuple(
        [replace(bonus, terms=terms) if bonus.id == "full-till" else bonus for bonus in house().bonuses]
    )
    table.state = replace(table.state, components=replace(table.state.components, bonuses=bonuses))
    table.build(0, "harbour-drop", "ripple", "camelback")
    table.build(1, "falcon-drop", "ripple")
    table.to_the_finals()
    table.enter(*[c.Run(1, 2)] * 3, *[c.Run(0, 3)] * 3)
    while table.names() == ["count"]:
        ask = table.ask("count")
        table.enter(ask.option(5 + ask.command.player))
    return table


def test_points_that_no_data_can_express_are_counted_by_the_table():
    table = with_bonus()
    assert [lines(table, seat)[("bonus", "global")] for seat in (0, 1)] == [5, 6]


def test_the_table_counts_each_card_in_turn_and_in_range():
    table = Table(2)
    bonuses = tuple(
        [Bonus("full-till", "Full Till", "front") if b.id == "full-till" else b for b in house().bonuses]
    )
    table.state = replace(table.state, components=replace(table.state.components, bonuses=bonuses))
    table.build(0, "harbour-drop", "ripple")
    table.to_the_finals()
    table.enter(c.Run(0, 2), c.Stop(0))
    assert table.refusal(c.Count(None, 1, "full-till", 5)).code == "park.count.other-card"
    assert table.refusal(c.Count(None, 0, "full-till", 100)).code == "park.count.out-of-range"
    table.enter(c.Count(None, 0, "full-till", 5))
    assert table.ask("count").command.player == 1


def test_a_hill_matches_every_filter_at_once():
    hill = WHERE.hill["skyline"]
    assert matches(hill, Term(1, "hill", colour="yellow", material="steel", kind="plain", smallest=8))
    assert not matches(hill, Term(1, "hill", colour="yellow", material="wood"))
