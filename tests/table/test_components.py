import os
import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules import games
from companion.rules.contract import HOST
from companion.table import ComponentsRefusedError, ComponentStore, Table
from companion.table.components import checked
from companion.table.plain import changed, in_words, line_of, to_toml
from companion.table.spreadsheet import SheetError, from_csv, to_csv
from tests.journal.counting_game import RULES, Teach
from tests.journal.evening import begun, entered, named, opened

GAMES = list(games().values())


@pytest.fixture
def store(tmp_path):
    return ComponentStore(tmp_path / "components")


def taught(values, card, worth):
    cards = [
        {**each, "worth": worth, "provenance": "table"} if each["id"] == card else each
        for each in values["cards"]
    ]
    return {**values, "cards": cards}


# The store


def test_a_box_that_was_not_taught_is_played_with_house_values(store):
    assert store.read(RULES).values == RULES.house()
    assert store.read(RULES).fault == ""


def test_taught_components_replace_the_house_values(store):
    own = taught(RULES.house(), "card-2", 7)
    store.write(RULES, own)
    assert store.read(RULES).values == own


def test_the_first_entry_of_an_evening_carries_the_taught_components(store, journal):
    own = taught(RULES.house(), "card-2", 7)
    store.write(RULES, own)
    table = begun(journal, store=store)
    assert journal.entries(table.evening)[0].command.components == own


def test_what_is_taught_in_a_game_is_kept_for_the_next_with_its_provenance(store, journal):
    table = begun(journal, store=store)
    entered(table.submit(Teach("card-2", 7), HOST))
    assert store.read(RULES).values == taught(RULES.house(), "card-2", 7)
    assert begun(journal, store=store).setup.components == taught(RULES.house(), "card-2", 7)


def test_teaching_changes_no_evening_begun_before(store, journal):
    first, second = begun(journal, store=store), begun(journal, store=store)
    entered(second.submit(Teach("card-2", 7), HOST))
    assert Table.resume(journal, first.evening).setup.components == RULES.house()


def test_what_two_evenings_teach_is_both_kept(store, journal):
    first, second = begun(journal, store=store), begun(journal, store=store)
    entered(first.submit(Teach("card-2", 7), HOST))
    entered(second.submit(Teach("card-3", 8), HOST))
    assert store.read(RULES).values == taught(taught(RULES.house(), "card-2", 7), "card-3", 8)


def test_a_card_taught_stays_taught_when_the_entry_is_taken_back(store, journal):
    table = begun(journal, store=store)
    entered(table.submit(Teach("card-2", 7), HOST))
    entered(table.take_back(0))
    assert store.read(RULES).values == taught(RULES.house(), "card-2", 7)


def test_a_table_without_a_store_keeps_nothing(store, journal):
    entered(named(journal).submit(Teach("card-2", 7), HOST))
    assert not store.path("counting_game").exists()


def test_a_store_that_cannot_be_written_stops_no_entry_and_is_reported(tmp_path, memory, caplog):
    (tmp_path / "file").touch()
    with opened(memory) as journal:
        table = begun(journal, store=ComponentStore(tmp_path / "file"))
        entered(table.submit(Teach("card-2", 7), HOST))
    assert "what was taught can't be kept" in caplog.text


def test_a_spoilt_file_is_told_and_the_last_good_one_stays_in_use(store, journal):
    own = taught(RULES.house(), "card-2", 7)
    store.write(RULES, own)
    path = store.path("counting_game")
    path.write_text(path.read_text().replace("worth = 7", 'worth = "seven"'))
    found = store.read(RULES)
    assert found.values == own
    problem = "expected a whole number, found a text; the last good components stay in use"
    assert found.fault == f"{path}, line 10, field cards[1].worth: {problem}"
    assert begun(journal, store=store).setup.components == own


def test_a_file_edited_well_is_the_new_last_good_one(store):
    store.write(RULES, RULES.house())
    path = store.path("counting_game")
    path.write_text(path.read_text().replace("goal = 40", "goal = 50"))
    assert store.read(RULES).values["goal"] == 50
    path.write_bytes(b"\xff")
    assert store.read(RULES).values["goal"] == 50


def test_components_that_are_not_right_are_not_written(store):
    store.write(RULES, RULES.house())
    before = store.path("counting_game").read_bytes()
    with pytest.raises(ComponentsRefusedError):
        store.write(RULES, {"goal": "far"})
    assert store.path("counting_game").read_bytes() == before


def test_the_owners_store_is_in_the_owners_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path))
    assert ComponentStore.own().path("a_game") == tmp_path / "components" / "a_game.toml"


# A components file


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (b"goal = 40\ncards = [", "line 2, field (the whole file): expected TOML: "),
        (b"goal = 40\n\n\xff", "line 3, field (the whole file): expected text in UTF-8, found the byte 0xff"),
        (b"goal = 40", "line 1, field (the whole file): expected the field cards"),
        (b"cards = []\ngoal = 'far'", "line 2, field goal: expected a whole number, found a text"),
        (b"goal = 4\n[[cards]]\nid = 'a'\nworth = 1\n\n[[cards]]\nid = 'b'", "line 6, field cards[1]: "),
        (b"goal = 4\n\n[[cards]]\nid = 'a'\nworth = '1'", "line 5, field cards[0].worth: "),
        (b"x = " + b"[" * 100_000, "line 1, field (the whole file): "),
    ],
)
def test_what_is_wrong_in_a_components_file_is_told_by_file_line_and_field(text, told):
    with pytest.raises(ComponentsRefusedError) as refused:
        checked(RULES, text, "mine.toml")
    assert str(refused.value).startswith(f"mine.toml, {told}")
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
@settings(max_examples=150)
@given(data=st.data())
def test_any_bytes_as_a_components_file_are_refused_or_played_with(rules, data):
    text = to_toml(rules.house()).encode()
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 200)))
    spoilt = text[:start] + data.draw(st.binary(max_size=30)) + text[end:]
    try:
        values = checked(rules, spoilt, "mine.toml")
    except ComponentsRefusedError as error:
        told = str(error)
    else:
        told = "mine.toml, line 1"
        assert values == tomllib.loads(spoilt.decode())
    assert told.startswith("mine.toml, line ")
    assert "\n" not in told


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_house_values_written_as_toml_read_back_as_they_are(rules):
    assert checked(rules, to_toml(rules.house()).encode(), "x") == tomllib.loads(to_toml(rules.house()))
    assert plain(tomllib.loads(to_toml(rules.house()))) == plain(rules.house())


TEXT = st.text(st.characters(max_codepoint=0x2FF), max_size=6)
SCALARS = st.one_of(TEXT, st.integers(-(2**62), 2**62), st.booleans())
ROWS = st.lists(
    st.dictionaries(TEXT, st.one_of(SCALARS, st.lists(SCALARS, max_size=3))), min_size=1, max_size=3
)


@settings(max_examples=60)
@given(st.dictionaries(TEXT, st.one_of(SCALARS, ROWS, st.dictionaries(TEXT, st.one_of(SCALARS, ROWS)))))
def test_any_plain_values_written_as_toml_read_back_as_they_are(values):
    assert tomllib.loads(to_toml(values)) == values


def test_the_line_of_a_field_is_found_or_else_of_what_holds_it():
    text = to_toml(RULES.house())
    assert text.splitlines()[line_of(text, "goal") - 1] == "goal = 40"
    assert text.splitlines()[line_of(text, "cards[2].worth") - 1] == "worth = 3"
    assert text.splitlines()[line_of(text, "cards[2].colour") - 1] == "[[cards]]"
    assert line_of(text, "cards[2].colour") == line_of(text, "cards[2].id") - 1
    assert line_of(text, "nothing[3].like.it") == 0


def test_changes_are_carried_over_without_touching_the_rest():
    stored = {"a": 1, "rows": [{"x": 1, "y": 9}, {"x": 2}], "own": True}
    before, after = {"a": 5, "rows": [{"x": 1}, {"x": 2}]}, {"a": 5, "rows": [{"x": 1}, {"x": 3, "z": 4}]}
    assert changed(stored, before, after) == {
        "a": 1,
        "rows": [{"x": 1, "y": 9}, {"x": 3, "z": 4}],
        "own": True,
    }


# A spreadsheet


def plain(values):
    """Values as a file holds them: lists for tuples."""
    match values:
        case dict():
            return {key: plain(value) for key, value in values.items()}
        case list() | tuple():
            return [plain(value) for value in values]
        case _:
            return values


@pytest.mark.parametrize("rules", [RULES, *GAMES], ids=lambda rules: rules.name)
def test_components_written_as_a_spreadsheet_read_back_as_they_are(rules):
    values, _ = from_csv(to_csv(rules.house()).encode(), rules.house())
    assert plain(values) == plain(rules.house())


@pytest.mark.parametrize(
    "cell",
    ["plain", "12", " spaced ", "true", "TRUE", '"quoted"', "[1]", "null", "", "-", "NaN", "a,b", "é\n"],
)
def test_any_text_survives_its_cell(cell):
    house = {"cards": [{"id": cell, "n": 1, "list": [cell], "yes": True}]}
    assert from_csv(to_csv(house).encode(), house)[0] == house


def test_a_spreadsheet_saved_with_semicolons_and_a_byte_order_mark_is_read():
    text = "\ufefftable;goal\r\n.;40\r\n\r\ntable;id;worth;\r\ncards;a;3;\r\n;;;\r\ncards;b;4;\r\n"
    values, lines = from_csv(text.encode(), RULES.house())
    assert values == {"goal": 40, "cards": [{"id": "a", "worth": 3}, {"id": "b", "worth": 4}]}
    assert (lines["goal"], lines["cards[1].worth"]) == (2, 7)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (b"", "line 1, field table: expected a spreadsheet"),
        (b"cards,a,3", "line 1, field table: expected a line that begins with table"),
        (b"table,id\npoker,a", "line 2, field table: expected one of ., cards, not 'poker'"),
        (b"table,id\ncards,a,3", "line 2, field column 3: expected no value in a column without a name"),
        (b"table,id\ncards,\xff", "line 2, field table: expected text in UTF-8"),
    ],
)
def test_what_is_wrong_in_a_spreadsheet_is_told_by_line_and_field(text, told):
    with pytest.raises(SheetError) as refused:
        from_csv(text, RULES.house())
    assert str(refused.value).startswith(told)


@pytest.mark.parametrize("between", [",", ";", "\t"])
@pytest.mark.parametrize("quote", ["", '"'])
def test_a_spreadsheet_is_read_alike_whatever_stands_between_its_cells(between, quote):
    rows = (("", ""), ("table", "goal"), (".", "40"))
    lines = (between.join(f"{quote}{cell}{quote}" if cell else "" for cell in row) for row in rows)
    values, _ = from_csv("\r\n".join(lines).encode(), RULES.house())
    assert values == {"goal": 40}


@pytest.mark.parametrize(
    ("problem", "told"),
    [
        ("Expected `int`, got `str`", "expected a whole number, found a text"),
        ("expected `array`, got `bool`", "expected a list, found yes or no (true or false)"),
        ("Expected `object | null`, got `float`", "expected a table or nothing, found a number"),
        ("Expected `int` >= 0", "expected a whole number >= 0"),
        ("Invalid enum value 'x'", "'x' is none of the words that can stand here"),
        ("expected one of steel, wood", "expected one of steel, wood"),
    ],
)
def test_what_kind_of_value_is_wrong_is_told_in_words(problem, told):
    assert in_words(problem) == told


@settings(max_examples=200)
@given(st.binary(max_size=80))
def test_any_bytes_as_a_spreadsheet_are_refused_or_read(data):
    for prefix in (b"", b"table,id,worth\ncards,"):
        try:
            values, lines = from_csv(prefix + data, RULES.house())
        except SheetError as error:
            assert error.line >= 1  # noqa: PT017  # most are refused, some are not
        else:
            assert values
            assert lines


def test_a_components_file_is_replaced_as_a_whole(store, monkeypatch):
    store.write(RULES, RULES.house())

    def cut(_):
        raise OSError("no power")

    monkeypatch.setattr(os, "fsync", cut)
    with pytest.raises(OSError, match="no power"):
        store.write(RULES, taught(RULES.house(), "card-2", 7))
    monkeypatch.undo()
    assert store.read(RULES).values == RULES.house()


@pytest.mark.parametrize(
    "text", [b"a." * 20_000 + b"b = 1\n", b"# much\n" * 50_000], ids=["a line", "a file"]
)
def test_what_nobody_would_write_by_hand_is_refused_before_it_is_read(text):
    with pytest.raises(
        ComponentsRefusedError, match="expected at most 262,144 bytes in lines of at most 4,000"
    ):
        checked(RULES, text, "cards.toml")
