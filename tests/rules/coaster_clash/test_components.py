"""The house set has the rulebook's counts and is balanced; a file that is not right is refused by line."""

from collections import Counter

import pytest

from companion.rules.coaster_clash.components import (
    ICONS,
    KINDS,
    LEAST_SCORED,
    THEMES,
    house,
    house_text,
    load,
    on_house_values,
    provenance,
    read,
    remarks,
    sick,
    values,
)
from companion.rules.faults import ComponentsError
from tests.rules.coaster_clash.arranged import box


def test_there_are_eighty_elements_in_five_themes_and_eighteen_layouts():
    assert Counter(card.theme for card in house().elements) == dict.fromkeys(THEMES, 16)
    assert len(house().layouts) == 18


def test_each_of_the_eight_icons_is_as_frequent_as_the_others_in_every_theme():
    for theme in THEMES:
        icons = Counter(icon for card in house().elements if card.theme == theme for icon in card.icons)
        assert icons == dict.fromkeys(ICONS, 3)


def test_every_kind_of_condition_is_on_some_layout():
    kinds = {condition.kind for layout in house().layouts for condition in layout.conditions}
    assert kinds == set(KINDS) - {"counted"}


def test_every_card_can_be_played_at_its_perfect_speed_and_nobody_is_sick_then():
    for card in house().elements:
        if card.perfect is not None:
            assert card.perfect + card.speed >= 0, card.id
            assert not sick(card.vomit, card.perfect), card.id


def test_dearer_elements_are_more_exciting():
    by_cost = {
        cost: [card.excitement for card in house().elements if card.speed == -cost] for cost in range(1, 5)
    }
    means = [sum(found) / len(found) for found in by_cost.values()]
    assert means == sorted(means)


def test_launches_are_those_that_add_speed_and_they_alone_have_launch_as_first_icon():
    for card in house().elements:
        assert card.launches == (card.icons[0] == "launch")


def test_every_value_is_ours_until_the_table_teaches_its_own():
    assert on_house_values(house())
    assert provenance(house().elements[0], "speed") == "house"
    taught = [
        each | {"table": ["theme", "speed", "excitement", "icons", "perfect", "vomit"]}
        for each in values(house())["elements"]
    ]
    layouts = [each | {"table": ["speed", "conditions"]} for each in values(house())["layouts"]]
    assert not on_house_values(read({"elements": taught, "layouts": layouts}))


def test_values_are_read_back_as_they_were():
    assert read(values(house())) == house()


@pytest.mark.parametrize(
    ("old", "new", "field", "line"),
    [
        ('theme = "jungle"', 'theme = "desert"', "elements[0].theme", 12),
        ("speed = -1", "speed = true", "elements[0].speed", 13),
        ('icons = ["ejector"]', "icons = []", "elements[0].icons", 15),
        ('op = "gt"', 'op = "ge"', "elements[0].vomit[0].op", 0),
        ('id = "pirate-helix"', 'id = "jungle-helix"', "elements[20].id", 0),
        ('kind = "row"', 'kind = "pear"', "layouts[0].conditions[0].kind", 0),
        ("speed = -1", 'rulebook = ["price"]\nspeed = -1', "elements[0].rulebook", 13),
    ],
)
def test_a_file_that_is_not_right_is_refused_by_line_field_and_what_was_expected(old, new, field, line):
    with pytest.raises(ComponentsError) as caught:
        load(house_text().replace(old.encode(), new.encode(), 1), "box.toml")
    assert caught.value.field == field
    assert caught.value.expected
    assert str(caught.value).startswith("box.toml:")
    if line:
        assert caught.value.line == line


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ({"kind": "at-least-icons", "icons": ["helix"]}, "a count and icons"),
        ({"kind": "at-least-cards", "count": 3, "icons": ["helix"]}, "a count and no icons"),
        ({"kind": "row", "icons": ["helix", "launch"]}, "one icon and no count"),
        ({"kind": "per-icon", "icons": ["helix"], "count": 2}, "icons and no count"),
        ({"kind": "counted", "count": 2}, "neither a count nor icons"),
        ({"kind": "per-icon", "icons": ["helix", "helix"]}, "each icon once"),
        ({"kind": "per-icon", "icons": ["helix"], "either": True}, "at least two icons with either"),
        ({"kind": "without-icons", "icons": ["helix"], "cap": 2}, "a cap with kind per-icon only"),
    ],
)
def test_a_condition_that_says_nothing_is_refused(condition, expected):
    with pytest.raises(ComponentsError) as caught:
        box({}, monsoon={"conditions": [condition]})
    assert caught.value.field == "layouts[1].conditions[0]"
    assert expected in caught.value.expected


def test_a_card_has_one_bound_in_each_direction():
    with pytest.raises(ComponentsError, match="at most one gt and one lt"):
        box({"jungle-helix": {"vomit": [{"op": "gt", "value": 3}, {"op": "gt", "value": 5}]}})


def test_conditions_that_never_score_are_legal_and_remarked():
    components = read(
        box(
            {},
            monsoon={
                "conditions": [{"kind": "at-most-cards", "count": 2}, {"kind": "exactly-cards", "count": 1}]
            },
        )
    )
    told = list(remarks(components))
    assert len(told) == 2
    assert f"a coaster needs {LEAST_SCORED} elements" in told[0]
    assert "Monsoon" in told[1]
    assert list(remarks(house())) == []


def test_a_perfect_speed_that_makes_guests_sick_is_remarked():
    components = read(box({"jungle-helix": {"perfect": 5, "vomit": [{"op": "gt", "value": 3}]}}))
    assert len(list(remarks(components))) == 1
