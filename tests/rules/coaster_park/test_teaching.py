import pytest

from companion.rules.coaster_park import commands as c
from companion.rules.coaster_park import events as happened
from companion.rules.coaster_park.components import house, index, on_house_values, provenance
from companion.rules.coaster_park.rules import RULES
from companion.rules.contract import HOST, TABLE
from companion.rules.hidden import Hidden
from tests.rules.coaster_park.arranged import ROW, Table, empty


def printed(table):
    return index(table.state.components)


def test_a_card_just_turned_up_can_be_taught_its_expert():
    table = Table()
    table.enter(c.TeachExpert(None, "standard-01", "engineer"))
    card = printed(table).card["standard-01"]
    assert (card.expert, provenance(card, "expert")) == ("engineer", "table")
    assert provenance(card, "hill") == "house"
    table.enter(c.Hire(0, "standard-01", "standard"), c.TurnUp(0, "standard-09"))
    table.sell("jump", 0)
    table.enter(c.Pass(2))
    assert "engineer" in table.names()


def test_teaching_changes_this_game_and_no_other():
    table = Table()
    before = table.state
    table.enter(c.TeachFlags(None, "jump", 6))
    assert printed(table).hill["jump"].flags == 6
    assert index(before.components).hill["jump"].flags == 2
    assert index(house()).hill["jump"].flags == 2


def test_a_taught_hill_takes_the_place_of_the_one_that_was_brought():
    table = Table()
    table.enter(c.TeachHill(None, "standard-01", "skyline"))
    assert table.state.pool == ("double-dipper", "jump", "meadow-drop", "lantern-drop", "skyline")
    assert table.state.supply.count("skyline") == 1
    assert table.state.supply.count("bump") == 2
    assert printed(table).card["standard-12"].hill == "bump"


def test_a_drawn_card_that_no_components_know_is_taught_and_entered_in_one():
    table = Table()
    table.enter(c.Draw(0, "standard"))
    lesson = c.TeachDrawn(None, "skyline", "engineer")
    assert lesson in table.options(HOST, "teach-drawn")
    assert "teach-drawn" not in table.names(TABLE)
    told = table.enter(lesson)
    card = printed(table).card["standard-12"]
    assert (card.hill, card.expert) == ("skyline", "engineer")
    assert (provenance(card, "hill"), provenance(card, "expert")) == ("table", "table")
    assert table.state.row[-1] == "standard-12"
    assert told[-1] == happened.Offered(0, "skyline", "standard-12")
    assert table.state.sale.hill == "skyline"


def test_a_card_of_the_first_row_and_one_kept_with_the_engineer_are_taught_as_they_are_drawn():
    table = Table()
    table.state = empty(2)
    table.enter(c.TeachDrawn(None, "loop", "manager"))
    assert [printed(table).card[card].expert for card in table.state.row] == ["manager"]
    assert table.state.pool == ("loop",)
    table = Table()
    table.give(0, "engineer")
    table.enter(c.Engineer(0, "launch"), c.TeachDrawn(None, "thunder-drop", "spy"))
    (card,) = table.player(0).experts
    assert (printed(table).card[card].hill, printed(table).card[card].expert) == ("thunder-drop", "spy")
    assert table.names() == ["return"]


def test_a_card_that_is_in_the_components_is_entered_and_not_taught():
    table = Table()
    table.enter(c.Draw(0, "standard"))
    known = printed(table).card["standard-12"]
    violation = table.refusal(c.TeachDrawn(None, known.hill, known.expert))
    assert (violation.code, violation.repairs) == ("park.teach.known", (c.TurnUp(0, "standard-12"),))


def test_a_drawn_card_brings_a_hill_of_its_deck_and_is_taught_only_when_drawn():
    table = Table()
    assert table.refusal(c.TeachDrawn(None, "skyline", "engineer")).code == "park.entry.not-now"
    table.enter(c.Draw(0, "standard"))
    assert table.refusal(c.TeachDrawn(None, "thunder-drop", "engineer")).code == "park.teach.hill-taken"
    assert table.refusal(c.TeachDrawn(0, "skyline", "engineer")).code == "park.seat.not-awaited"


def test_a_card_that_never_brought_its_hill_is_not_taught_another():
    """CP20"""
    table = Table(engineer="no-hill")
    table.give(0, "engineer")
    table.clear_row()
    table.enter(c.Engineer(0, "standard"), c.Keep(0, "standard-12"), c.Return(0, Hidden((0,))))
    table.put_in_pool("skyline")
    table.enter(c.AdjustCard(None, "standard-12", "experts:0", "row"))
    hill = printed(table).brings["standard-12"]
    assert hill in table.state.pool
    violation = table.refusal(c.TeachHill(None, "standard-12", "loop"))
    assert violation.code == "park.teach.hill-taken"


def test_a_hill_may_be_confirmed_as_it_stands():
    table = Table()
    pool = table.state.pool
    table.enter(c.TeachHill(None, "standard-01", "bump"))
    assert table.state.pool == pool
    assert provenance(printed(table).card["standard-01"], "hill") == "table"


def test_a_hill_drawn_for_a_sale_is_taught_before_the_price_is_named():
    table = Table()
    table.enter(c.Draw(0, "standard"), c.TurnUp(0, "standard-09"))
    assert table.state.sale.hill == "rolling-crest"
    table.enter(c.TeachHill(None, "standard-09", "skyline"))
    assert table.state.sale.hill == "skyline"
    table.enter(c.NamePrice(0, 2))
    assert "skyline" in table.state.pool


def test_a_hill_that_is_being_sold_is_not_exchanged():
    table = Table()
    table.sell("bump", 2)
    assert table.refusal(c.TeachHill(None, "standard-01", "skyline")).code == "park.teach.hill-taken"


def test_a_hill_whose_cards_are_all_known_is_not_taught():
    table = Table()
    table.enter(c.TeachHill(None, "standard-01", "bump"))
    violation = table.refusal(c.TeachHill(None, "standard-02", "meadow-drop"))
    assert violation.code == "park.teach.hill-taken"
    assert all(repair.card == "standard-02" for repair in violation.repairs)


def test_each_value_is_taught_once():
    table = Table()
    lessons = (
        c.TeachExpert(None, "standard-01", "crane"),
        c.TeachFlags(None, "jump", 3),
        c.TeachSize(None, "jump", 0),
        c.TeachColour(None, "jump", "blue"),
        c.TeachMaterial(None, "jump", "wood"),
    )
    table.enter(*lessons)
    for lesson in lessons:
        assert table.refusal(lesson).code == "park.teach.not-open"
    hill = printed(table).hill["jump"]
    assert (hill.flags, hill.size, hill.colour, hill.material) == (3, 0, "blue", "wood")
    assert set(hill.table) == {"flags", "size", "colour", "material"}


def test_only_what_has_been_turned_up_is_taught():
    table = Table()
    assert table.refusal(c.TeachExpert(None, "standard-09", "crane")).code == "park.teach.not-open"
    assert table.refusal(c.TeachFlags(None, "skyline", 3)).code == "park.teach.not-open"
    assert table.refusal(c.TeachColour(None, "skyline", "red")).code == "park.teach.not-open"


@pytest.mark.parametrize(
    ("lesson", "code"),
    [
        (c.TeachFlags(None, "jump", 10), "park.teach.out-of-range"),
        (c.TeachSize(None, "jump", -1), "park.teach.out-of-range"),
        (c.TeachColour(None, "jump", "pink"), "park.teach.no-such-word"),
        (c.TeachMaterial(None, "jump", "straw"), "park.teach.no-such-word"),
    ],
)
def test_what_no_box_prints_is_not_taught(lesson, code):
    assert Table().refusal(lesson).code == code


def test_a_card_kept_with_the_engineer_is_taught_between_turns():
    table = Table()
    (card,) = table.give(1, "crane")
    table.enter(c.TeachExpert(None, card, "attorney"))
    table.sell("jump", 3)
    table.enter(c.Buy(1))
    assert table.player(1).money == 22


def test_a_manager_whose_warehouse_would_overflow_is_not_taught_away():
    table = Table()
    (card,) = table.give(1, "manager")
    table.store(1, "ripple", "camelback")
    assert table.refusal(c.TeachExpert(None, card, "crane")).code == "park.teach.not-open"


def test_the_first_card_can_be_taught_during_the_set_up():
    state = empty()
    for command in (c.TurnUp(None, ROW[0]), c.TeachHill(None, ROW[0], "loop")):
        for event in RULES.decide(state, command):
            state = RULES.evolve(state, event)
            assert list(RULES.audit(state)) == []
    assert state.pool == ("loop",)


def test_nothing_is_taught_once_the_best_attempts_are_chosen():
    table = Table()
    table.build(1, "harbour-drop", "ripple")
    table.to_the_finals()
    table.enter(c.TeachFlags(None, "ripple", 4), c.Run(1, 2), c.Run(1, 0), c.Stop(1))
    assert table.refusal(c.TeachFlags(None, "jump", 4)).code == "park.teach.too-late"


def test_only_the_host_is_offered_lessons():
    table = Table()
    names = {"teach-expert", "teach-hill", "teach-flags", "teach-size", "teach-colour", "teach-material"}
    assert names <= set(table.names(HOST))
    assert not names & set(table.names(TABLE))


def test_a_house_set_says_that_it_is_one():
    assert on_house_values(house())
