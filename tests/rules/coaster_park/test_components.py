from collections import Counter

import pytest
from hypothesis import example, given, settings, strategies

from companion.rules.coaster_park.components import (
    EXPERTS,
    SPECIALS,
    house,
    house_text,
    index,
    load,
    provenance,
    read,
    values,
)
from companion.rules.coaster_park.rules import RULES
from companion.rules.faults import ComponentsError

HOUSE = house_text().decode()


def fault(text):
    with pytest.raises(ComponentsError) as caught:
        load(text if isinstance(text, bytes) else text.encode(), "box.toml")
    return caught.value


def line(text):
    """The number of the only line that starts like this."""
    (number,) = [n for n, found in enumerate(HOUSE.split("\n"), 1) if found.startswith(text)]
    return number


def test_the_house_set_has_the_rulebook_s_counts():
    decks = Counter(hill.deck for hill in house().hills)
    assert decks == {"launch": 6, "standard": 12}
    assert Counter(card.deck for card in house().cards) == {"launch": 12, "standard": 24}
    assert Counter(bonus.side for bonus in house().bonuses) == {"secret": 6, "front": 1, "back": 1}
    assert set(Counter(card.hill for card in house().cards).values()) == {2}


def test_the_house_set_has_the_rulebook_s_named_parts():
    assert {hill.special for hill in house().hills} == {"", *SPECIALS}
    assert {card.expert for card in house().cards} == set(EXPERTS)
    (yellow,) = [bonus for bonus in house().bonuses if bonus.id == "yellow-steel"]
    assert [(t.points, t.of, t.colour, t.material) for t in yellow.terms] == [(1, "hill", "yellow", "steel")]
    (till,) = [bonus for bonus in house().bonuses if bonus.id == "full-till"]
    assert [(t.points, t.of, t.per) for t in till.terms] == [(1, "dollar", 3)]


def test_the_house_set_is_balanced():
    experts = Counter(card.expert for card in house().cards)
    assert set(experts.values()) == {3, 4}
    colours = Counter(hill.colour for hill in house().hills)
    assert max(colours.values()) - min(colours.values()) <= 1
    assert len({(card.expert, card.hill) for card in house().cards}) == 36


def test_each_value_says_where_it_comes_from():
    where = index(house())
    assert provenance(where.hill["jump"], "name") == "rulebook"
    assert provenance(where.hill["jump"], "flags") == "house"
    assert provenance(where.bonus["full-till"], "terms") == "rulebook"


def test_components_survive_the_way_through_plain_values():
    assert read(values(house())) == house()
    assert read(RULES.house()) == house()


@pytest.mark.parametrize(
    ("old", "new", "field", "expected"),
    [
        ("flags = 5", "flags = 50", "hills[17].flags", "`int` <= 9"),
        ('colour = "red"', 'colour = "pink"', "hills[3].colour", "one of red, yellow, blue, green"),
        ('material = "wood"', 'material = "straw"', "hills[0].material", "one of steel, wood"),
        ('expert = "spy"', 'expert = "agent"', "cards[8].expert", "something else"),
        ('hill = "skyline"', 'hill = "skylin"', "cards[35].hill", "the id of a hill"),
        ('special = "jump"', 'special = "loop"', "hills", "one type of hill with special jump"),
        ('id = "ripple"', 'id = "jump"', "hills[11].id", "an id of its own"),
        ('hill = "meadow-drop"', 'hill = "lantern-drop"', "cards[0].hill", "each hill on 2 cards"),
        ("per = 3", "per = 0", "bonuses[6].terms[0].per", "`int` >= 1"),
        ('side = "back"', 'side = "front"', "bonuses", "1 with side front"),
        ('rank = "most"', 'rank = "first"', "bonuses[5].terms[0].rank", "something else"),
        ('rulebook = ["terms"]', 'rulebook = ["words"]', "bonuses[0].rulebook", "names of fields"),
        ('deck = "launch"\nflags', 'deck = "standard"\nflags', "hills", "6 types of launch hills"),
        ('deck = "launch"\nexpert', 'deck = "standard"\nexpert', "cards[0].hill", "a standard hill"),
    ],
)
def test_a_wrong_value_is_refused_with_its_field_and_what_was_expected(old, new, field, expected):
    at = HOUSE.rindex(old) if field.startswith(("hills[17]", "cards[35]")) else HOUSE.index(old)
    found = fault(HOUSE[:at] + new + HOUSE[at + len(old) :])
    assert found.field == field
    assert expected in found.expected
    assert str(found).startswith("box.toml")


def test_a_fault_names_its_line():
    found = fault(HOUSE.replace('colour = "red"', 'colour = "pink"', 1))
    assert HOUSE.split("\n")[found.line - 1].startswith("colour")
    found = fault(HOUSE.replace("per = 3", "per = 0"))
    assert found.line == line("per = 3")
    found = fault(HOUSE.replace('name = "Skyline"', "name = Skyline"))
    assert found.line == line('name = "Skyline"')
    found = fault(HOUSE.replace("size = 8\n", "", 1))
    assert HOUSE.split("\n")[found.line - 1] == "[[hills]]"


def test_a_missing_table_and_an_unknown_field_are_named():
    assert "missing required field" in fault("colours = []").expected
    assert "unknown field `prize`" in fault("prize = 3\n" + HOUSE).expected


def test_bytes_that_are_no_text_are_refused_with_their_line():
    found = fault(HOUSE.encode() + b"\n\xff")
    assert (found.line, "UTF-8" in found.expected) == (HOUSE.count("\n") + 2, True)


@settings(max_examples=150, deadline=None)
@given(
    text=strategies.one_of(
        strategies.binary(max_size=60),
        strategies.text(max_size=60).map(str.encode),
        strategies.tuples(
            strategies.integers(0, len(HOUSE)), strategies.integers(0, 40), strategies.binary(max_size=6)
        ).map(lambda cut: HOUSE.encode()[: cut[0]] + cut[2] + HOUSE.encode()[cut[0] + cut[1] :]),
    )
)
@example(text=b"a = " + b"[" * 100_000)
@example(text=b"a = " + b"9" * 5_000)
@example(text=b"[[hills]]\nid = 1979-05-27T07:32:60Z\n")
@example(text=b"hills = 7\ncards = 'x'\n")
@example(text=b"")
def test_any_bytes_are_components_or_refused_with_what_was_expected(text):
    try:
        load(text, "box.toml")
    except ComponentsError as found:
        assert str(found).startswith("box.toml")  # noqa: PT017 - most bytes are refused, some are not
        assert found.expected  # noqa: PT017
