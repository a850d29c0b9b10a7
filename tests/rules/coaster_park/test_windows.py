import pytest

from companion.rules.coaster_park import commands as c
from companion.rules.coaster_park import events as happened
from companion.rules.coaster_park.rules import RULES
from companion.rules.coaster_park.state import Answering, Forced, Placing
from companion.rules.contract import TABLE
from tests.rules.coaster_park.arranged import Table


@pytest.fixture
def table():
    """Everybody has a coaster to demolish and an expert for it."""
    table = Table()
    for seat in range(3):
        table.give(seat, "demolitions")
        table.build(seat, "comet-drop" if seat else "thunder-drop", "ripple" if seat else "skyline")
    return table


def may_demolish(table):
    return [ask.seat for ask in RULES.asks(table.state, TABLE) if ask.name == "demolish"]


def test_the_active_player_s_window_lasts_until_the_price_is_named(table):
    """CP22"""
    assert may_demolish(table) == [0]
    table.enter(c.Offer(0, "jump"))
    assert may_demolish(table) == [0]
    table.enter(c.NamePrice(0, 3))
    assert may_demolish(table) == [1]
    violation = table.refusal(c.Demolish(0, 0))
    assert (violation.code, violation.section) == ("park.expert.no-window", "CP22")
    assert c.Demolish(1, 0) not in violation.repairs


def test_there_is_no_window_while_a_card_is_drawn(table):
    """CP22"""
    table.enter(c.Draw(0, "standard"))
    assert may_demolish(table) == []
    assert table.refusal(c.Demolish(0, 0)).code == "park.expert.no-window"


def test_each_other_seat_s_window_is_its_slot_also_if_it_passes(table):
    """CP22"""
    table.sell("jump", 3)
    assert may_demolish(table) == [1]
    table.enter(c.Demolish(1, 0), c.Pass(1))
    assert may_demolish(table) == [2]


def test_experts_may_be_used_before_and_after_a_test_but_not_between_its_attempts(table):
    """CP22"""
    table.sell("jump", 3)
    table.enter(c.Test(1, 0))
    assert may_demolish(table) == []
    assert table.refusal(c.Demolish(1, 0)).code == "park.expert.no-window"
    table.enter(c.Run(1, 1))
    assert may_demolish(table) == []
    table.enter(c.Stop(1))
    assert table.stage == Answering(1, tested=True)
    assert may_demolish(table) == [1]
    table.enter(c.Demolish(1, 0))
    assert table.stage == Answering(2)


def test_a_seat_that_has_tested_may_only_use_experts_or_be_done(table):
    """CP14"""
    table.sell("jump", 3)
    table.enter(c.Test(1, 0), c.Stop(1))
    assert table.options(name="answer") == [c.Done(1)]
    for command in (c.Buy(1), c.Test(1, 0), c.Pass(1)):
        violation = table.refusal(command)
        assert (violation.code, violation.repairs) == ("park.answer.tested", (c.Done(1),))
    assert table.enter(c.Done(1)) == (happened.Answered(1),)
    assert table.stage == Answering(2)


def test_a_test_without_a_usable_expert_ends_the_slot_by_itself():
    table = Table()
    table.build(1, "harbour-drop")
    table.sell("jump", 3)
    table.enter(c.Test(1, 0))
    assert table.enter(c.Stop(1)) == (happened.TestEnded(1, 0), happened.Answered(1))


def test_the_buyer_s_window_lasts_until_the_hill_is_placed(table):
    """CP22"""
    table.store(1, "camelback")
    table.sell("jump", 3)
    table.enter(c.Buy(1))
    assert may_demolish(table) == [1]
    table.enter(c.Build(1, "jump", 0))
    assert isinstance(table.stage, Placing)
    assert may_demolish(table) == []
    assert table.refusal(c.Demolish(1, 0)).code == "park.expert.no-window"


def test_those_behind_the_buyer_have_no_window(table):
    """CP22"""
    table.sell("jump", 3)
    table.enter(c.Buy(1), c.Store(1))
    assert table.names() == ["proceeds"]
    assert table.refusal(c.Demolish(2, 0)).code == "park.expert.no-window"


def test_the_forced_purchase_opens_the_seller_s_window_again(table):
    """CP22"""
    table.give(0, "engineer")
    table.sell("jump", 3)
    table.pass_round()
    assert table.stage == Forced()
    assert may_demolish(table) == [0]
    table.enter(c.Buy(0))
    assert may_demolish(table) == [0]


def test_an_expert_hired_works_from_the_next_window_only():
    """CP22"""
    table = Table()
    table.build(0, "harbour-drop", "ripple")
    table.build(0, "falcon-drop")
    table.enter(c.Hire(0, "standard-03", "standard"))
    assert "move" not in table.names()
    table.enter(c.TurnUp(0, "standard-09"))
    table.sell("jump", 0)
    table.enter(c.Pass(2))
    assert table.options(name="move") == [c.Move(0, 0, 1)]


def test_an_expert_taken_as_seller_works_from_the_next_window_only():
    """CP22"""
    table = Table()
    table.build(0, "harbour-drop", "ripple")
    table.build(0, "falcon-drop")
    table.sell("jump", 0)
    table.enter(c.Buy(1), c.Store(1))
    told = table.enter(c.TakeExpert(0, "standard-03"))
    assert told[-1] == happened.TurnBegan(1)
    assert "move" not in table.names()


def test_there_is_no_window_in_the_final_tests(table):
    """CP22"""
    table.to_the_finals()
    assert "run" in table.names()
    assert may_demolish(table) == []


def test_the_window_is_open_in_a_forced_pass(table):
    """CP49"""
    table.empty("standard")
    table.empty("launch")
    table.clear_pool()
    table.clear_row()
    assert table.names() == ["pass", "demolish"]


def test_purchases_may_lie_within_one_another():
    """CP21, CP22"""
    table = Table()
    table.give(1, "acquisitions", "acquisitions")
    table.build(1, "harbour-drop")
    table.sell("jump", 3)
    table.enter(c.Acquire(1, "bump"))
    table.enter(c.Acquire(1, "double-dipper"))
    assert [type(stage).__name__ for stage in table.state.stages] == ["Answering", "Placing", "Placing"]
    table.enter(c.Build(1, "double-dipper", 0), c.Build(1, "bump", 0))
    assert table.player(1).coasters == (("harbour-drop", "double-dipper", "bump"),)
    assert table.stage == Answering(1)
