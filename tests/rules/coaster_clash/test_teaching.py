"""Teaching a box's own values as you play."""

import pytest

from companion.rules.coaster_clash import commands as c
from companion.rules.coaster_clash.components import (
    Bound,
    Condition,
    condition_fault,
    index,
    provenance,
    read,
    values,
)
from companion.rules.coaster_clash.events import ElementTaught, TurnedUp
from companion.rules.coaster_clash.teaching import of_kind
from companion.rules.contract import HOST, Amount
from tests.rules.coaster_clash.arranged import Table, begun, box, cards_of

J = cards_of("jungle", 16)
CARD = "jungle-helix"
LAYOUT = "thunder-ridge"


def flipped():
    table = Table()
    table.flip(CARD, J[0], J[1])
    return table


def element(table, card=CARD):
    return index(table.state.components).element[card]


def layout(table):
    return index(table.state.components).layout[LAYOUT]


def named(table, name):
    return [ask for ask in table.asks(HOST) if ask.name == name]


@pytest.mark.parametrize(
    ("command", "field", "value"),
    [
        (c.TeachTheme(CARD, "space"), "theme", "space"),
        (c.TeachSpeed(CARD, 4), "speed", 4),
        (c.TeachExcitement(CARD, 7), "excitement", 7),
        (c.TeachPerfect(CARD, 0), "perfect", 0),
        (c.TeachPerfect(CARD, None), "perfect", None),
        (c.TeachVomit(CARD, 9, 2), "vomit", (Bound("gt", 9), Bound("lt", 2))),
        (c.TeachVomit(CARD, None, 2), "vomit", (Bound("lt", 2),)),
        (c.TeachVomit(CARD, None, None), "vomit", ()),
        (c.TeachIcons(CARD, "launch"), "icons", ("launch",)),
        (c.TeachIcons(CARD, "helix", "helix"), "icons", ("helix", "helix")),
    ],
)
def test_a_flipped_card_is_taught_field_by_field_and_each_once(command, field, value):
    table = flipped()
    assert provenance(element(table), field) == "house"
    table.enter(command)
    assert getattr(element(table), field) == value
    assert provenance(element(table), field) == "table"
    assert table.refusal(command).code == "clash.teach.not-open"
    assert read(values(table.state.components)) == table.state.components


def test_what_was_taught_counts_for_the_placement_that_waits():
    table = flipped()
    table.enter(c.TeachSpeed(CARD, -4), c.TeachExcitement(CARD, 9), c.TeachPerfect(CARD, 9))
    table.enter(c.PlaceElement(0, "upper"))
    assert table.tracks(0, "upper") == (5, 11)


def test_a_card_that_does_not_lie_face_up_is_not_taught():
    table = flipped()
    assert table.refusal(c.TeachSpeed(J[5], 3)).code == "clash.teach.not-open"
    table.enter(c.PlaceElement(0, "upper"))
    assert table.refusal(c.TeachSpeed(CARD, 3)).code == "clash.teach.not-open"
    assert Table().refusal(c.TeachSpeed(CARD, 3)).code == "clash.teach.not-open"
    unnamed = Table()
    unnamed.flip()
    assert unnamed.refusal(c.TeachSpeed("", 3)).code == "clash.teach.not-open"
    assert unnamed.refusal(c.TeachStart("", 3)).code == "clash.teach.not-open"


def test_a_value_beyond_what_can_be_taught_is_refused_with_the_nearest_one():
    answer = flipped().refusal(c.TeachSpeed(CARD, 50))
    assert answer.code == "clash.teach.out-of-bounds"
    assert answer.repairs[0] == c.TeachSpeed(CARD, 20)


def test_a_drawn_card_that_nobody_knows_takes_the_place_of_a_house_card_and_is_turned_up():
    table = Table()
    table.flip()
    taught, turned = table.enter(c.TeachDrawn("space"))
    assert isinstance(taught, ElementTaught)
    assert turned == TurnedUp(0, taught.element.id)
    assert taught.element.theme == "space"
    assert provenance(taught.element, "theme") == "table"
    table.enter(c.TeachSpeed(taught.element.id, -1))


def test_once_all_cards_of_a_theme_are_taught_a_house_card_of_another_theme_makes_room():
    table = Table()
    table.discard(*cards_of("space", 16))
    table.flip()
    taught, _ = table.enter(c.TeachDrawn("space"))
    assert not taught.element.id.startswith("space")
    assert taught.element.theme == "space"


def test_a_drawn_card_is_taught_only_while_one_must_be_named():
    assert flipped().refusal(c.TeachDrawn("space")).code == "clash.teach.not-open"


def test_a_starting_speed_is_taught_until_the_first_element_is_placed():
    table = Table()
    table.enter(c.TeachStart(LAYOUT, 12))
    assert table.tracks(0, "upper") == (12, 0)
    assert layout(table).table == ("speed",)
    assert table.refusal(c.TeachStart(LAYOUT, 11)).code == "clash.teach.not-open"
    table = Table()
    table.build(0, "upper", CARD)
    assert table.refusal(c.TeachStart(LAYOUT, 12)).code == "clash.teach.not-open"


def test_a_layout_taught_before_it_is_built_on_keeps_what_the_host_moved():
    table = Table()
    table.enter(c.AdjustSpeed(0, "upper", 4), c.TeachStart(LAYOUT, 12))
    assert table.tracks(0, "upper") == (7, 0)


def test_a_starting_speed_that_would_put_the_tracker_below_zero_is_not_taught():
    """Nine printed, and the host has moved the tracker down by six: it can start at six or more."""
    table = Table()
    table.enter(c.AdjustSpeed(0, "upper", 3))
    answer = table.refusal(c.TeachStart(LAYOUT, 5))
    assert answer.code == "clash.teach.out-of-bounds"
    assert answer.repairs[0] == c.TeachStart(LAYOUT, 6)
    table.enter(c.TeachStart(LAYOUT, 6))
    assert table.tracks(0, "upper") == (0, 0)


def test_a_starting_speed_is_not_taught_where_only_a_higher_one_than_can_be_would_do():
    table = Table(components=box(thunder_ridge={"speed": 30}))
    table.enter(c.AdjustSpeed(0, "upper", 0))
    assert not [ask for ask in named(table, "teach-start") if ask.command.layout == LAYOUT]
    assert table.refusal(c.TeachStart(LAYOUT, 20)).code == "clash.teach.not-open"


def test_conditions_are_taught_one_value_after_the_other():
    table = Table()
    table.enter(c.TeachConditions(LAYOUT, 1), c.TeachKind(LAYOUT, 0, "at-least-icons"))
    table.enter(c.TeachConditionIcons(LAYOUT, 0, "helix", "launch", either=True))
    table.enter(c.TeachCount(LAYOUT, 0, 4), c.TeachBonus(LAYOUT, 0, 6))
    assert layout(table).conditions == (
        Condition("at-least-icons", 6, ("helix", "launch"), either=True, count=4),
    )
    table.enter(c.TeachKind(LAYOUT, 0, "per-icon"), c.TeachCap(LAYOUT, 0, 12))
    assert layout(table).conditions == (Condition("per-icon", 6, ("helix", "launch"), either=True, cap=12),)
    assert provenance(layout(table), "conditions") == "table"


def test_a_new_condition_is_counted_by_the_table_until_it_is_taught():
    table = Table()
    table.enter(c.TeachConditions(LAYOUT, 3))
    assert layout(table).conditions[2] == Condition("counted")
    table.enter(c.TeachConditions(LAYOUT, 0))
    assert layout(table).conditions == ()


def test_every_kind_turns_into_every_other_one_that_can_be_played_with():
    kinds = named(Table(), "teach-kind")[0].options
    for old in (
        Condition("pair", 3, ("helix",)),
        Condition("at-most-cards", 4, count=5),
        Condition("counted"),
    ):
        for option in kinds:
            new = of_kind(old, option.kind)
            assert condition_fault(new) == "", (old, new)
            for other in kinds:
                assert condition_fault(of_kind(new, other.kind)) == ""


def test_a_condition_offers_what_its_kind_has_room_for():
    table = Table()
    for kind, lessons in (
        ("counted", set()),
        ("row", {"teach-condition-icons", "teach-bonus"}),
        ("exactly-cards", {"teach-count", "teach-bonus"}),
        ("per-icon", {"teach-condition-icons", "teach-bonus", "teach-cap"}),
        ("at-least-icons", {"teach-condition-icons", "teach-bonus", "teach-count"}),
    ):
        table.enter(c.TeachConditions(LAYOUT, 1), c.TeachKind(LAYOUT, 0, kind))
        found = {
            ask.name
            for ask in table.asks(HOST)
            if ask.name.startswith("teach-")
            and getattr(ask.command if isinstance(ask, Amount) else ask.options[0], "number", None) == 0
            and (ask.command if isinstance(ask, Amount) else ask.options[0]).layout == LAYOUT
        }
        assert found - {"teach-kind"} == lessons


def test_nothing_is_taught_before_the_layouts_lie_there_or_when_the_coasters_are_counted():
    table = Table.__new__(Table)
    table.state = begun()
    assert table.refusal(c.TeachStart(LAYOUT, 3)).code == "clash.teach.not-open"
    table = Table()
    table.enter(c.TeachConditions(LAYOUT, 1), c.TeachKind(LAYOUT, 0, "counted"))
    table.build(0, "upper", "jungle-launch", "pirate-launch", "space-launch")
    table.to_round(6)
    table.finish_round()
    assert [ask.name for ask in table.asks()] == ["count"]
    assert table.refusal(c.TeachConditions(LAYOUT, 0)).code == "clash.teach.not-open"
    assert table.refusal(c.AdjustPoints(0, 1)).code == "clash.adjust.not-now"
