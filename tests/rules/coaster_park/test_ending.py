from companion.rules.coaster_park import commands as c
from companion.rules.coaster_park import events as happened
from companion.rules.coaster_park.rules import RULES
from companion.rules.coaster_park.state import Acting, Over
from companion.rules.contract import HOST
from companion.rules.hidden import Hidden
from tests.rules.coaster_park.arranged import Table

SIX = ("harbour-drop", "ripple", "ripple", "camelback", "camelback", "swan-neck")


def triggers(told):
    return [event.cause for event in told if isinstance(event, happened.EndTriggered)]


def turns(told):
    return [(event.seat, event.last) for event in told if isinstance(event, happened.TurnBegan)]


def test_the_seventh_hill_that_stands_triggers_the_end():
    """CP3"""
    table = Table()
    table.build(1, *SIX)
    table.sell("jump", 0)
    table.enter(c.Buy(1))
    assert triggers(table.enter(c.Build(1, "jump", 0))) == ["seventh-hill"]
    assert table.state.ending == "seventh-hill"


def test_launches_count_towards_the_seventh_hill_and_stored_hills_do_not():
    """CP3"""
    table = Table()
    table.build(1, *SIX[:5])
    table.store(1, "rolling-crest")
    table.give(1, "manager")
    table.sell("jump", 0)
    table.enter(c.Buy(1), c.Store(1))
    assert table.state.ending == ""
    table.enter(c.TakeMoney(0))
    table.sell("meadow-drop", 0)
    table.pass_round()
    assert triggers(table.enter(c.Build(1, "meadow-drop", 1))) == []
    assert triggers(table.enter(c.Build(1, "jump", 1, stored=True))) == ["seventh-hill"]


def test_a_hill_built_from_the_warehouse_counts_as_a_build():
    """CP4"""
    table = Table()
    table.build(1, *SIX[:5])
    table.store(1, "rolling-crest")
    table.sell("jump", 0)
    table.enter(c.Buy(1), c.Build(1, "jump", 0))
    assert triggers(table.enter(c.Build(1, "rolling-crest", 0, stored=True))) == ["seventh-hill"]
    assert table.player(1).built == 7


def test_a_foreman_s_insertion_counts_as_a_build():
    """CP25, CP3"""
    table = Table()
    table.build(0, *SIX)
    table.store(0, "rolling-crest")
    table.give(0, "foreman")
    assert triggers(table.enter(c.Insert(0, "rolling-crest", 0, 1, stored=True))) == ["seventh-hill"]


def test_once_triggered_a_demolition_does_not_undo_the_end():
    """CP3"""
    table = Table()
    table.build(0, *SIX)
    table.store(0, "rolling-crest")
    table.give(0, "foreman", "demolitions")
    table.enter(c.Insert(0, "rolling-crest", 0, 1, stored=True), c.Demolish(0, 0))
    assert table.state.ending == "seventh-hill"


def test_hills_that_no_longer_stand_do_not_count():
    """CP3"""
    for seventh, ending in (("standing", ""), ("lifetime", "seventh-hill")):
        table = Table(seventh=seventh)
        table.build(1, *SIX)
        table.give(1, "demolitions")
        table.sell("jump", 0)
        table.enter(c.Demolish(1, 0), c.Buy(1), c.Build(1, "jump", 0))
        assert table.state.ending == ending


def test_everybody_gets_one_more_turn_also_who_triggered_the_end():
    """CP1"""
    table = Table(4, first=2)
    table.build(3, *SIX)
    table.sell("jump", 0)
    table.enter(c.Buy(3), c.Build(3, "jump", 0))
    assert turns(table.enter(c.TakeMoney(2))) == [(3, True)]
    assert turns([*after(table, 3)]) == [(0, True), (1, True), (2, True)]
    assert happened.FinalsBegan((3, 0, 1, 2)) in after(table, 1)


def after(table, turns_played):
    """All that happens in so many turns that only pass time."""
    told = []
    for _ in range(turns_played):
        table.sell(table.state.pool[0], 0)
        while table.stage != Acting() and table.names()[0] == "answer":
            told += table.enter(c.Pass(table.stage.seat))
        told += table.enter(table.options(name="place")[-1])
    return told


def test_the_turn_in_which_the_end_is_triggered_is_nobody_s_last():
    """CP2"""
    table = Table()
    table.build(0, *SIX)
    table.store(0, "rolling-crest")
    table.give(0, "foreman")
    table.enter(c.Insert(0, "rolling-crest", 0, 1, stored=True))
    assert (table.state.active, table.state.last) == (0, None)
    assert turns(after(table, 3)) == [(1, True), (2, True), (0, True)]
    assert happened.FinalsBegan((1, 2, 0)) in after(table, 1)


def test_a_second_trigger_changes_nothing():
    """CP2"""
    table = Table()
    table.build(0, *SIX)
    table.store(0, "rolling-crest")
    table.give(0, "foreman")
    table.enter(c.Insert(0, "rolling-crest", 0, 1, stored=True))
    after(table, 1)
    assert table.state.last == (2, 0)
    table.empty("standard", leaving=1)
    told = table.enter(c.Hire(1, "launch-01", "standard"), c.TurnUp(1, table.state.standard[0]))
    assert triggers(told) == []
    assert turns(told) == [(2, True)]
    assert table.state.ending == "seventh-hill"


def test_the_last_standard_card_triggers_the_end_when_its_effect_is_over():
    """CP5"""
    table = Table()
    table.empty("standard", leaving=1)
    (card,) = table.state.standard
    table.enter(c.Draw(0, "standard"))
    told = table.enter(c.TurnUp(0, card))
    assert [type(event).__name__ for event in told] == ["TurnedUp", "Offered", "EndTriggered"]
    assert triggers(told) == ["standard-deck"]


def test_a_card_the_engineer_returns_keeps_the_deck_from_being_empty():
    """CP5"""
    table = Table()
    table.give(0, "engineer")
    table.empty("standard", leaving=2)
    kept, back = table.state.standard
    told = table.enter(c.Engineer(0, "standard"), c.Keep(0, kept), c.Return(0, Hidden((0,), back)))
    assert triggers(told) == []
    assert table.state.standard == (back,)


def test_an_engineer_who_keeps_the_last_card_triggers_the_end():
    """CP5, CP19"""
    table = Table()
    table.give(0, "engineer")
    table.empty("standard", leaving=1)
    told = table.enter(c.Engineer(0, "standard"), c.Keep(0, table.state.standard[0]))
    assert triggers(told) == ["standard-deck"]


def test_an_empty_launch_deck_triggers_nothing():
    """CP6"""
    table = Table()
    table.empty("launch", leaving=1)
    table.enter(c.Draw(0, "launch"))
    assert triggers(table.enter(c.TurnUp(0, table.state.launch[0]))) == []


def test_after_the_last_turns_the_coasters_are_tested_and_nothing_else_is_entered():
    table = Table()
    table.build(1, "harbour-drop", "ripple")
    table.to_the_finals()
    assert table.names() == ["run", "stop"]
    assert table.refusal(c.Offer(1, "jump")).code == "park.entry.not-now"


def test_a_game_that_is_over_takes_no_further_entry():
    table = Table()
    table.build(1, "harbour-drop", "ripple")
    table.to_the_finals()
    table.enter(c.Run(1, 2), c.Stop(1))
    assert table.stage == Over("scored")
    assert table.refusal(c.Offer(0, "jump")).code == "park.game.over"
    assert RULES.asks(table.state, HOST) == ()


def test_a_game_may_be_abandoned_and_has_no_winner():
    table = Table()
    table.enter(c.Abandon())
    outcome = RULES.outcome(table.state)
    assert outcome.reason == "abandoned"
    assert [(standing.rank, standing.total) for standing in outcome.ranking] == [(1, 0)] * 3


def test_who_had_left_an_abandoned_game_is_behind_those_who_stayed():
    """CP50"""
    table = Table()
    table.enter(c.Leave(None, 0), c.Abandon())
    ranking = RULES.outcome(table.state).ranking
    assert [(standing.seat, standing.rank, standing.left) for standing in ranking] == [
        (1, 1, False),
        (2, 1, False),
        (0, 3, True),
    ]


def test_money_and_hills_in_an_open_sale_are_accounted_for_when_a_game_is_abandoned():
    table = Table()
    table.sell("jump", 5)
    table.enter(c.Buy(1), c.Abandon())
    assert "jump" in table.state.removed
    assert table.state.sale is None
