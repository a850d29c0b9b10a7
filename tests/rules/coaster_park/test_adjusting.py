from companion.rules.coaster_park import commands as c
from companion.rules.coaster_park.rules import RULES
from companion.rules.coaster_park.state import Forced, Grant
from companion.rules.contract import HOST, TABLE
from tests.rules.coaster_park.arranged import Table


def finished(table):
    table.to_the_finals()
    while table.names():
        table.enter(table.options()[-1] if table.names() != ["length"] else table.ask("length").option(1))
    return RULES.outcome(table.state)


def lines(outcome, seat, label):
    standing = next(standing for standing in outcome.ranking if standing.seat == seat)
    return [(line.points, line.facts) for line in standing.lines if line.label == label]


def test_the_host_moves_money_against_the_bank_and_the_score_says_so():
    table = Table()
    bank = table.state.bank
    table.enter(c.AdjustMoney(None, 1, -4, "paid twice"), c.AdjustMoney(None, 2, 3, "a lost coin"))
    assert [player.money for player in table.state.players] == [24, 20, 27]
    assert table.state.bank == bank + 1
    outcome = finished(table)
    assert lines(outcome, 1, "table-money") == [(0, {"reason": "paid twice", "what": "", "amount": -4})]


def test_nobody_is_adjusted_below_nothing_nor_the_bank():
    table = Table()
    violation = table.refusal(c.AdjustMoney(None, 1, -25))
    assert (violation.code, violation.facts) == (
        "park.adjust.money",
        {"least": -24, "most": 249, "named": -25},
    )
    assert violation.repairs == (c.AdjustMoney(None, 1, -24),)
    assert table.refusal(c.AdjustMoney(None, 1, 250)).repairs == (c.AdjustMoney(None, 1, 249),)


def test_a_named_price_stays_payable():
    """CP22"""
    table = Table()
    table.give(0, "acquisitions")
    table.sell("jump", 20)
    assert table.refusal(c.AdjustMoney(None, 0, -5)).facts["least"] == -4
    table.enter(c.AdjustMoney(None, 0, -4))
    table.pass_round()
    assert table.stage == Forced()
    table.enter(c.Buy(0))
    assert table.player(0).money == 0


def test_the_host_gives_and_takes_points_with_a_reason():
    table = Table()
    table.enter(c.AdjustPoints(None, 1, 7, "won the quiz"), c.AdjustPoints(None, 1, -2, "late"))
    assert table.player(1).grants == (
        Grant("points", 7, reason="won the quiz"),
        Grant("points", -2, reason="late"),
    )
    outcome = finished(table)
    assert [points for points, _ in lines(outcome, 1, "table-points")] == [7, -2]
    assert outcome.ranking[0].seat == 1
    assert table.refusal(c.AdjustPoints(None, 1, 3)).code == "park.game.over"


def test_points_are_adjusted_in_range_for_those_in_play():
    table = Table()
    assert table.refusal(c.AdjustPoints(None, 1, 100)).repairs == (c.AdjustPoints(None, 1, 99),)
    assert table.refusal(c.AdjustPoints(None, 1, -100)).code == "park.adjust.points"
    assert table.refusal(c.AdjustPoints(None, 3, 1)).code == "park.adjust.not-now"
    assert table.refusal(c.AdjustMoney(None, 3, 1)).code == "park.adjust.not-now"


def test_nothing_is_adjusted_once_the_best_attempts_are_chosen():
    table = Table()
    table.build(1, "harbour-drop", "ripple")
    table.to_the_finals()
    table.enter(c.Run(1, 2), c.Run(1, 0), c.Stop(1))
    assert table.refusal(c.AdjustMoney(None, 1, 1)).code == "park.adjust.not-now"
    assert table.refusal(c.AdjustPoints(None, 1, 1)).code == "park.adjust.not-now"


def test_the_host_moves_a_hill_between_turns_to_where_it_fits():
    table = Table()
    table.build(0, "harbour-drop", "ripple")
    table.build(1, "falcon-drop")
    for move, place in (
        (c.AdjustHill(None, "jump", "pool", "coaster:0:0"), lambda: table.player(0).coasters[0]),
        (c.AdjustHill(None, "jump", "coaster:0:0", "coaster:1:0"), lambda: table.player(1).coasters[0]),
        (c.AdjustHill(None, "jump", "coaster:1:0", "warehouse:2"), lambda: table.player(2).warehouse),
        (c.AdjustHill(None, "jump", "warehouse:2", "removed"), lambda: table.state.removed),
        (c.AdjustHill(None, "jump", "removed", "pool"), lambda: table.state.pool),
    ):
        table.enter(move)
        assert "jump" in place()


def test_a_launch_is_moved_as_a_new_coaster():
    table = Table()
    table.build(1, "falcon-drop")
    table.enter(c.AdjustHill(None, "falcon-drop", "coaster:1:0", "coaster:0:0"))
    assert (table.player(0).coasters, table.player(1).coasters) == ((("falcon-drop",),), ())


def test_a_hill_does_not_move_where_it_does_not_fit():
    table = Table()
    table.build(1, "falcon-drop", "ripple")
    table.store(2, "camelback")
    for move in (
        c.AdjustHill(None, "jump", "pool", "warehouse:2"),
        c.AdjustHill(None, "jump", "pool", "coaster:1:1"),
        c.AdjustHill(None, "falcon-drop", "coaster:1:0", "pool"),
        c.AdjustHill(None, "meadow-drop", "pool", "coaster:1:0"),
        c.AdjustHill(None, "skyline", "pool", "removed"),
    ):
        assert table.refusal(move).code == "park.adjust.hill"
    table.sell("jump", 3)
    assert table.refusal(c.AdjustHill(None, "bump", "pool", "removed")).code == "park.adjust.hill"


def test_the_host_moves_a_card_between_turns():
    table = Table()
    for move, place in (
        (c.AdjustCard(None, "standard-03", "row", "experts:1"), lambda: table.player(1).experts),
        (c.AdjustCard(None, "standard-03", "experts:1", "used:1"), lambda: table.player(1).used),
        (c.AdjustCard(None, "standard-03", "used:1", "discarded"), lambda: table.state.discarded),
        (c.AdjustCard(None, "standard-03", "discarded", "row"), lambda: table.state.row),
    ):
        table.enter(move)
        assert "standard-03" in place()


def test_a_card_does_not_move_where_there_is_no_room():
    table = Table()
    (card,) = table.give(1, "crane")
    assert table.refusal(c.AdjustCard(None, card, "experts:1", "row")).code == "park.adjust.card"
    (manager,) = table.give(2, "manager")
    table.store(2, "camelback", "ripple")
    assert table.refusal(c.AdjustCard(None, manager, "experts:2", "used:2")).code == "park.adjust.card"


def test_moved_hills_and_cards_stand_in_the_score_of_those_they_touched():
    table = Table()
    table.enter(c.AdjustHill(None, "jump", "pool", "warehouse:1"))
    table.enter(c.AdjustCard(None, "standard-03", "row", "experts:2"))
    outcome = finished(table)
    assert [facts["what"] for _, facts in lines(outcome, 1, "table-hill")] == ["jump"]
    assert [facts["what"] for _, facts in lines(outcome, 2, "table-card")] == ["standard-03"]
    assert lines(outcome, 0, "table-hill") == []


def test_only_the_host_is_offered_adjustments():
    table = Table()
    adjustments = {"adjust-money", "adjust-points", "adjust-hill", "adjust-card", "abandon"}
    assert adjustments <= set(table.names(HOST))
    assert not adjustments & set(table.names(TABLE))
    assert table.refusal(c.AdjustMoney(1, 1, 3)).code == "park.seat.not-awaited"
