"""What can be taught of each game's components, and how it is kept."""

import pytest

from companion.rules import game, games
from companion.table import ComponentStore
from companion.table.teachable import Number, OneOf, Rows, Texts, items
from companion.table.teaching import Teaching, plain


@pytest.fixture
def store(tmp_path):
    return ComponentStore(tmp_path / "components")


def item(teaching, values, key):
    return next(each for each in items(teaching.rules, values) if each.key == key)


@pytest.mark.parametrize("name", sorted(games()))
def test_an_item_of_every_table_of_every_game_can_be_taught_and_has_no_house_value_then(store, name):
    teaching = Teaching(store, game(name))
    kept = teaching.read()
    tables = {each.table: place for place, each in enumerate(items(teaching.rules, kept.values))}
    known = teaching.count()[0]
    for place in tables.values():
        before = items(teaching.rules, kept.values)[place]
        kept = teaching.teach(kept.values, before, {})
        after = items(teaching.rules, kept.values)[place]
        assert (kept.problem, after.taught) == ("", True)
        known += not before.taught
    assert store.read(teaching.rules).values == kept.values
    assert teaching.count()[0] == known


def test_fields_are_asked_by_their_types(store):
    teaching = Teaching(store, game("coaster_park"))
    values = teaching.read().values
    hill = {field.name: field.kind for field in item(teaching, values, "loop").fields}
    assert hill["flags"] == Number(0, 9)
    assert isinstance(hill["colour"], OneOf)
    assert [choice.value for choice in hill["colour"].choices] == values["colours"]
    assert "id" not in hill
    card = {field.name: field.kind for field in item(teaching, values, "launch-01").fields}
    assert {choice.value for choice in card["hill"].choices} == {row["id"] for row in values["hills"]}
    bonus = {field.name: field.kind for field in item(teaching, values, values["bonuses"][0]["id"]).fields}
    assert isinstance(bonus["terms"], Rows)
    box = items(teaching.rules, values)[-1]
    assert [field.kind for field in box.fields] == [Texts(), Texts()]


def test_a_value_that_was_looked_at_is_the_tables_and_what_the_rulebook_says_stays_the_rulebooks(store):
    teaching = Teaching(store, game("coaster_park"))
    values = teaching.read().values
    kept = teaching.teach(values, item(teaching, values, "loop"), {"flags": 4})
    loop = item(teaching, kept.values, "loop")
    assert (loop.values["flags"], loop.sources["flags"], loop.sources["size"]) == (4, "table", "table")
    assert loop.sources["name"] == "rulebook"
    assert values == plain(game("coaster_park").house())


def test_a_card_that_brings_another_hill_takes_it_from_a_card_that_is_not_known_yet(store):
    teaching = Teaching(store, game("coaster_park"))
    values = teaching.read().values
    first, other = item(teaching, values, "launch-01"), item(teaching, values, "launch-02")
    kept = teaching.teach(values, first, {"hill": other.values["hill"]})
    assert kept.problem == ""
    assert item(teaching, kept.values, "launch-01").values["hill"] == other.values["hill"]
    hills = sorted(row["hill"] for row in kept.values["cards"])
    assert hills == sorted(row["hill"] for row in values["cards"])
    assert store.read(teaching.rules).values == kept.values


def test_what_does_not_fit_yet_is_kept_as_a_draft_and_the_last_good_values_stay_in_use(store):
    teaching = Teaching(store, game("coaster_park"))
    values = teaching.read().values
    kept = teaching.teach(values, item(teaching, values, "loop"), {"special": "", "flags": 5})
    assert "special loop" in kept.problem
    assert store.read(teaching.rules).values == game("coaster_park").house()
    again = Teaching(store, game("coaster_park")).read()
    assert again == kept
    whole = teaching.teach(again.values, item(teaching, again.values, "loop"), {"special": "loop"})
    assert whole.problem == ""
    assert item(teaching, store.read(teaching.rules).values, "loop").values["flags"] == 5
    assert Teaching(store, game("coaster_park")).read().problem == ""


def test_a_renamed_colour_is_renamed_wherever_it_is_chosen(store):
    teaching = Teaching(store, game("coaster_park"))
    values = teaching.read().values
    box = items(teaching.rules, values)[-1]
    kept = teaching.teach(values, box, {"colours": ["crimson", *values["colours"][1:]]})
    assert kept.problem == ""
    red = [row["id"] for row in values["hills"] if row["colour"] == "red"]
    assert [row["id"] for row in kept.values["hills"] if row["colour"] == "crimson"] == red


@pytest.mark.parametrize("spoilt", [b"", b"\xff\xfe", b"[1]", b'{"hills": 7}', b'{"hills": [{"id": {}}]}'])
def test_a_spoilt_draft_costs_nothing_that_is_played_with(store, spoilt):
    teaching = Teaching(store, game("coaster_park"))
    store.write(teaching.rules, plain(game("coaster_park").house()))
    store.path("coaster_park").with_suffix(".draft").write_bytes(spoilt)
    kept = teaching.read()
    assert kept.problem
    assert len(items(teaching.rules, kept.values)) == len(items(teaching.rules, teaching.rules.house()))
