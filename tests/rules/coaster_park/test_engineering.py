from companion.rules.coaster_park import commands as c
from companion.rules.coaster_park import events as happened
from companion.rules.contract import Viewer
from companion.rules.hidden import Hidden, redact
from tests.rules.coaster_park.arranged import Table


def test_the_engineer_keeps_one_card_of_a_deck_and_its_hill_comes_with_it():
    """CP19, CP20"""
    table = Table()
    table.give(0, "engineer")
    pool = table.state.pool
    table.enter(c.Engineer(0, "launch"))
    table.enter(c.Keep(0, "launch-03"))
    assert table.player(0).experts == ("launch-03",)
    assert table.state.pool == (*pool, "harbour-drop")
    assert table.names() == ["return"]
    table.enter(c.Return(0, Hidden((0,), "launch-05")))
    assert "launch-05" in table.state.launch
    assert len(table.state.launch) == 9


def test_without_its_hill_the_kept_card_leaves_the_hill_in_the_supply():
    """CP20"""
    table = Table(engineer="no-hill")
    table.give(0, "engineer")
    pool, supply = table.state.pool, table.state.supply
    table.enter(c.Engineer(0, "launch"), c.Keep(0, "launch-03"), c.Return(0, Hidden((0,))))
    assert (table.state.pool, table.state.supply) == (pool, supply)
    assert table.state.unbrought == ("launch-03",)


def test_the_returned_card_is_its_player_s_own_and_may_stay_unseen():
    """CP44"""
    table = Table()
    table.give(0, "engineer")
    table.enter(c.Engineer(0, "launch"), c.Keep(0, "launch-03"))
    assert table.options(name="return")[0] == c.Return(0, Hidden((0,)))
    assert table.refusal(c.Return(0, Hidden((0, 1), "launch-05"))).code == "park.return.viewers"
    assert table.refusal(c.Return(0, Hidden((0,), "launch-03"))).code == "park.return.not-in-deck"
    (told,) = table.enter(c.Return(0, Hidden((0,), "launch-05")))
    assert redact(told, Viewer(1)) == happened.Returned(0, Hidden((0,)))


def test_the_engineer_keeps_a_deck_s_only_card():
    """CP19"""
    table = Table()
    table.give(0, "engineer")
    table.empty("launch", leaving=1)
    (card,) = table.state.launch
    table.enter(c.Engineer(0, "launch"))
    assert table.refusal(c.Keep(0, "launch-01")).repairs == (c.Keep(0, card),)
    table.enter(c.Keep(0, card))
    assert table.names()[0] == "sell"


def test_the_engineer_needs_a_deck_with_a_card():
    """CP19"""
    table = Table()
    table.give(0, "engineer")
    table.empty("launch")
    violation = table.refusal(c.Engineer(0, "launch"))
    assert (violation.code, violation.repairs) == ("park.engineer.empty-deck", (c.Engineer(0, "standard"),))


def test_the_engineer_keeps_a_card_of_its_deck_only():
    """CP19"""
    table = Table()
    table.give(0, "engineer")
    table.enter(c.Engineer(0, "launch"))
    assert table.refusal(c.Keep(0, "standard-09")).code == "park.card.wrong-deck"
    assert table.refusal(c.Keep(0, "joker")).code == "park.card.unknown"


def test_a_card_kept_with_the_engineer_works_at_once():
    """CP22"""
    table = Table()
    table.give(0, "engineer")
    table.enter(c.Engineer(0, "launch"), c.Keep(0, "launch-05"), c.Return(0, Hidden((0,))))
    assert "acquire" in table.names()
