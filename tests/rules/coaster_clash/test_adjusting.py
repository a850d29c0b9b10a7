"""What the host enters that the rules can't know; it is shown in the score and breaks no law."""

import pytest

from companion.rules.coaster_clash import commands as c
from companion.rules.coaster_clash.events import ElementPutOn, ElementTakenOff, SpeedAdjusted
from companion.rules.coaster_clash.rules import RULES
from companion.rules.contract import HOST
from tests.rules.coaster_clash.arranged import Table, box, cards_of

J = cards_of("jungle", 16)
CHEAP, DEAR = "jungle-long-train", "jungle-cobra-roll"
PRICES = {
    CHEAP: {"speed": -1, "excitement": 2, "perfect": None, "vomit": []},
    DEAR: {"speed": -9, "excitement": 6, "perfect": None, "vomit": []},
}


def lines(table, seat=0):
    table.to_round(6)
    table.finish_round()
    outcome = RULES.outcome(table.state)
    assert outcome is not None
    return next(standing for standing in outcome.ranking if standing.seat == seat).lines


def test_points_are_given_and_taken_with_a_reason():
    table = Table()
    table.enter(c.AdjustPoints(0, 3, "found a card on the floor"), c.AdjustPoints(0, -1, "talked"))
    granted = [line for line in lines(table) if line.group == "table"]
    assert [(line.points, line.facts["reason"]) for line in granted] == [
        (3, "found a card on the floor"),
        (-1, "talked"),
    ]


def test_points_stay_within_their_bounds():
    answer = Table().refusal(c.AdjustPoints(0, 100, "why not"))
    assert (answer.code, answer.facts) == (
        "clash.adjust.out-of-bounds", {"low": -99, "high": 99, "entered": 100}
    )  # fmt: skip
    assert answer.repairs[0] == c.AdjustPoints(0, 99, "why not")


def test_a_tracker_is_moved_and_the_score_says_so():
    table = Table()
    assert table.enter(c.AdjustSpeed(0, "upper", 5, "bumped")) == (SpeedAdjusted(0, "upper", -4, "bumped"),)
    table.enter(c.AdjustExcitement(0, "upper", 4, "forgotten"))
    assert table.tracks(0, "upper") == (5, 4)
    told = [(line.label, line.points, line.facts["what"]) for line in lines(table) if "table-" in line.label]
    assert told == [("table-speed", 0, "bumped"), ("table-excitement", 4, "forgotten")]


@pytest.mark.parametrize(
    "command",
    [c.AdjustSpeed(0, "upper", -1), c.AdjustSpeed(0, "upper", 100), c.AdjustExcitement(0, "lower", -1)],
)
def test_a_tracker_stays_on_its_track(command):
    assert Table().refusal(command).code == "clash.adjust.out-of-bounds"


def test_excitement_below_zero_can_be_set_where_the_table_plays_so():
    table = Table(floor="none")
    table.enter(c.AdjustExcitement(0, "lower", -3))
    assert table.tracks(0, "lower") == (7, -3)


def test_an_element_moved_to_another_coaster_undoes_what_it_did_and_does_what_it_does_there():
    table = Table(components=box(PRICES))
    table.build(0, "upper", CHEAP)
    told = table.enter(c.AdjustElement(CHEAP, 1, "lower"))
    assert [type(event) for event in told] == [ElementTakenOff, ElementPutOn]
    assert table.tracks(0, "upper") == (9, 0)
    assert table.tracks(1, "lower") == (8 - 1, 2)
    assert [line.facts["what"] for line in lines(table) if line.label == "table-taken-off"] == [CHEAP]


def test_an_element_goes_to_the_discards_and_comes_back_from_there():
    table = Table(components=box(PRICES))
    table.build(0, "upper", CHEAP)
    table.enter(c.AdjustElement(CHEAP))
    assert table.state.discards == (CHEAP,)
    table.enter(c.AdjustElement(CHEAP, 0, "lower"))
    assert (table.state.discards, table.tracks(0, "lower")) == ((), (6, 2))


@pytest.mark.parametrize(
    "command",
    [
        c.AdjustElement(CHEAP, 0, "lower"),
        c.AdjustElement(DEAR, 0, "lower"),
        c.AdjustElement(DEAR, 0, "upper"),
        c.AdjustElement("helix"),
        c.AdjustElement(DEAR, -1, "upper"),
        c.AdjustElement(DEAR, None, "upper"),
    ],
)
def test_only_the_last_element_moves_and_only_where_it_fits(command):
    """The dear one is last, costs 9, and the lower coaster has 7."""
    table = Table(components=box(PRICES))
    table.enter(c.AdjustSpeed(0, "upper", 10))
    table.build(0, "upper", CHEAP, DEAR)
    assert table.refusal(command).code == "clash.adjust.element"


def test_an_element_is_not_taken_off_where_a_tracker_would_leave_its_track():
    table = Table(components=box(PRICES))
    table.build(0, "upper", CHEAP)
    table.enter(c.AdjustExcitement(0, "upper", 1))
    assert table.refusal(c.AdjustElement(CHEAP)).code == "clash.adjust.element"


def test_elements_move_between_rounds_only_and_trackers_until_the_coasters_are_scored():
    table = Table(components=box(PRICES))
    table.build(0, "upper", CHEAP)
    table.enter(c.AllKeep())
    assert table.refusal(c.AdjustElement(CHEAP)).code == "clash.adjust.element"
    table.enter(c.AdjustSpeed(0, "upper", 3), c.AdjustPoints(1, 1))


def test_discards_go_to_coasters_only_while_enough_cards_are_left_to_deal():
    """Six players need 18 cards in the last round: at most 62 of the 80 may lie in coasters by then."""
    flat = {card: {"speed": 0, "perfect": None, "vomit": []} for card in (*J, *_others())}
    table = Table(6, components=box(flat))
    table.discard("volcano-helix")
    table.build(0, "upper", *_others()[:1])
    assert c.AdjustElement("volcano-helix", 0, "upper") in table.options(HOST)
    table.build(0, "upper", *_others()[1:3])
    assert c.AdjustElement("volcano-helix", 0, "upper") not in table.options(HOST)


def _others():
    return (*cards_of("pirate", 16), *cards_of("space", 16))


def test_before_the_first_round_and_for_those_who_left_nothing_is_adjusted():
    table = Table(4)
    table.enter(c.Leave(2))
    for command in (c.AdjustPoints(2, 1), c.AdjustSpeed(4, "upper", 3), c.AdjustExcitement(-1, "upper", 3)):
        assert table.refusal(command).code == "clash.adjust.not-now"


def test_a_game_may_be_given_up_at_any_time():
    table = Table()
    table.flip(*J[:2])
    table.enter(c.Abandon())
    outcome = RULES.outcome(table.state)
    assert outcome is not None
    assert outcome.reason == "abandoned"
