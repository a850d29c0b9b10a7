from companion.rules.coaster_park import commands as c
from companion.rules.coaster_park import events as happened
from companion.rules.coaster_park.state import Drawing
from tests.rules.coaster_park.arranged import POOL, ROW, Table


def test_a_hired_expert_costs_two_dollars_and_the_row_is_refilled_with_its_hill():
    table = Table()
    bank = table.state.bank
    table.enter(c.Hire(0, "standard-02", "launch"))
    assert table.stage == Drawing("launch", "hire")
    told = table.enter(c.TurnUp(0, "launch-03"))
    assert told == (happened.TurnedUp("launch-03", "harbour-drop"), happened.TurnBegan(1))
    assert table.player(0).experts == ("standard-02",)
    assert (table.player(0).money, table.state.bank) == (22, bank + 2)
    assert table.state.row == ("standard-01", "standard-03", "launch-01", "launch-02", "launch-03")
    assert table.state.pool == (*POOL, "harbour-drop")
    assert table.state.discarded == ()


def test_any_card_of_the_row_may_be_hired_and_either_deck_refills_it():
    options = Table().options(name="hire")
    assert len(options) == 10
    assert {option.card for option in options} == set(ROW)
    assert {option.deck for option in options} == {"standard", "launch"}


def test_a_card_that_is_not_in_the_row_is_not_hired():
    violation = Table().refusal(c.Hire(0, "standard-09", "standard"))
    assert (violation.code, violation.section) == ("park.hire.not-in-row", "CP13")
    assert violation.repairs[0] == c.Hire(0, "standard-01", "standard")


def test_hiring_needs_two_dollars():
    """CP13"""
    table = Table()
    table.money(0, 1)
    assert "hire" not in table.names()
    assert table.ask("sell").refused == (c.Hire(0, "standard-01", "standard"),)
    violation = table.refusal(c.Hire(0, "standard-01", "standard"))
    assert (violation.code, violation.facts) == ("park.hire.beyond-means", {"have": 1, "cost": 2})


def test_nobody_is_hired_from_an_empty_row():
    """CP13"""
    table = Table()
    table.clear_row()
    assert table.names() == ["sell"]
    assert table.refusal(c.Hire(0, "standard-01", "standard")).facts["row"] == 0


def test_an_empty_launch_deck_has_no_effect_but_that_the_other_refills():
    """CP6"""
    table = Table()
    table.empty("launch")
    assert {option.deck for option in table.options(name="hire")} == {"standard"}
    violation = table.refusal(c.Hire(0, "standard-01", "launch"))
    assert (violation.code, violation.section) == ("park.hire.refill", "CP6")
    assert violation.repairs == (c.Hire(0, "standard-01", "standard"),)
    table.enter(c.Hire(0, "standard-01", "standard"), c.TurnUp(0, "standard-09"))
    assert table.state.ending == ""


def test_with_both_decks_empty_a_hire_leaves_the_row_shorter():
    """CP6"""
    table = Table()
    table.empty("launch")
    table.empty("standard")
    told = table.enter(c.Hire(0, "standard-01"))
    assert table.state.row == ROW[1:]
    assert isinstance(told[-1], happened.TurnBegan)


def test_a_hire_fills_a_shortened_row_by_one_card_only():
    """CP12"""
    table = Table()
    table.sell("jump", 0)
    table.enter(c.Buy(1), c.Store(1), c.TakeExpert(0, "standard-02"))
    table.enter(c.Hire(1, "standard-01", "standard"), c.TurnUp(1, "standard-09"))
    assert table.state.row == ("standard-03", "launch-01", "launch-02", "standard-09")
    assert table.state.discarded == ()


def test_nobody_else_acts_on_a_hire():
    """CP22"""
    table = Table()
    table.give(1, "acquisitions")
    table.enter(c.Hire(0, "standard-01", "standard"))
    violation = table.refusal(c.Acquire(1, "jump"))
    assert (violation.code, violation.section) == ("park.expert.no-window", "CP22")
