"""End of the Game: the theme bonus, and every kind of layout condition (CC16-CC29, CC34-CC36)."""

import pytest

from companion.rules.coaster_clash.components import Condition, house, index
from companion.rules.coaster_clash.scoring import condition_points, layout_bonuses, longest_run, theme_bonuses
from companion.rules.coaster_clash.state import Coaster, Laid, Toggles
from tests.rules.coaster_clash.arranged import Table, box

EASY = {
    card.id: {"speed": 0, "perfect": None, "vomit": []}
    for card in house().elements
}  # fmt: skip
"""Every element fits everywhere; themes and icons are those of the house set."""

J, P, T = "jungle", "pirate", "temple"
SINGLES = (
    "ejector-hill",
    "airtime-hill",
    "vertical-loop",
    "heartline-roll",
    "helix",
    "s-curve",
    "long-train",
)


def run_of(theme, count, start=0):
    return tuple(f"{theme}-{name}" for name in SINGLES[start : start + count])


def table_with(*rows, seats=3):
    """A table with these rows, as (area, place, cards)."""
    table = Table(seats, components=box(EASY))
    for area, place, cards in rows:
        table.build(area, place, *cards)
    return table


def bonuses(table):
    return {place: bonus.points for place, bonus in theme_bonuses(table.state).items()}


# Theme Bonus


def test_the_longest_run_of_the_whole_table_gets_five_and_gets_it_once():
    table = table_with((0, "upper", run_of(J, 3)), (1, "lower", run_of(P, 2)), (2, "upper", run_of(T, 2)))
    assert bonuses(table) == {(0, "upper"): 5}


def test_a_tie_pays_two_to_every_coaster_that_shares_it_and_five_to_none():
    """Two in the same area and one in another, of two themes."""
    table = table_with(
        (0, "upper", run_of(J, 2)),
        (0, "lower", run_of(P, 2)),
        (2, "lower", run_of(J, 2, 2)),
        (1, "upper", run_of(T, 1)),
    )
    assert bonuses(table) == {(0, "upper"): 2, (0, "lower"): 2, (2, "lower"): 2}
    assert {bonus.tied for bonus in theme_bonuses(table.state).values()} == {3}


def test_only_neighbouring_cards_are_connected():
    broken = (*run_of(J, 2), *run_of(P, 1), *run_of(J, 2, 2))
    assert longest_run(index(house()), _row(*broken)) == (2, J)
    table = table_with((0, "upper", broken), (1, "upper", run_of(T, 3)))
    assert bonuses(table) == {(1, "upper"): 5}


def test_two_runs_as_long_in_one_coaster_are_no_tie():
    table = table_with((0, "upper", (*run_of(J, 2), *run_of(P, 2))), (1, "upper", run_of(T, 1)))
    assert bonuses(table) == {(0, "upper"): 5}
    assert longest_run(index(house()), _row(*run_of(J, 2), *run_of(P, 2))) == (2, J)


def test_a_run_of_one_card_is_enough_and_no_card_is_not():
    assert bonuses(table_with()) == {}
    assert bonuses(table_with((2, "lower", run_of(J, 1)))) == {(2, "lower"): 5}


def test_the_theme_bonus_needs_no_three_elements():
    table = table_with((0, "upper", run_of(J, 2)))
    assert bonuses(table) == {(0, "upper"): 5}
    assert layout_bonuses(table.state, table.coaster(0, "upper")) == (0, 0)


def test_the_layout_card_has_no_theme_and_is_no_card_of_the_row():
    table = table_with((0, "upper", run_of(J, 2)))
    assert longest_run(index(house()), table.coaster(0, "upper")).cards == 2
    assert longest_run(index(house()), table.coaster(1, "upper")) == (0, None)


# Layout Card Bonus Excitement


def _row(*cards):
    return Coaster("monsoon", 5, 0, tuple(Laid(card, 5, 5, 0, 0) for card in cards))


def points(condition, *cards, crossed="one-missing"):
    return condition_points(index(house()), Toggles(crossed=crossed), _row(*cards), condition)


PLAIN = ("jungle-long-train", "pirate-long-train", "temple-long-train")
"""Three cards with one capacity icon each."""

TWICE = "jungle-double-helix"
"""One card with two helix icons."""

MIXED = "pirate-double-helix"
"""One card with a helix and an s-curve icon."""


def test_fewer_than_three_elements_score_no_condition_and_launches_are_elements():
    layouts = {"conditions": [{"kind": "at-most-cards", "count": 9, "points": 4}]}
    table = Table(components=box(EASY, thunder_ridge=layouts))
    table.build(0, "upper", "jungle-launch", "pirate-launch")
    assert layout_bonuses(table.state, table.coaster(0, "upper")) == (0,)
    table.build(0, "upper", "temple-launch")
    assert layout_bonuses(table.state, table.coaster(0, "upper")) == (4,)


def test_x_or_more_icons_counts_icons_and_a_card_with_two_counts_twice():
    condition = Condition("at-least-icons", 5, ("helix",), count=3)
    assert points(condition, TWICE, PLAIN[0], PLAIN[1]) == 0
    assert points(condition, TWICE, MIXED, PLAIN[0]) == 5


def test_several_icons_without_a_slash_need_x_of_each():
    condition = Condition("at-least-icons", 5, ("helix", "capacity"), count=2)
    assert points(condition, TWICE, PLAIN[0], "jungle-s-curve") == 0
    assert points(condition, TWICE, PLAIN[0], PLAIN[1]) == 5


def test_with_a_slash_the_best_single_icon_counts_and_no_sum():
    condition = Condition("at-least-icons", 5, ("helix", "capacity"), either=True, count=3)
    assert points(condition, TWICE, PLAIN[0], PLAIN[1]) == 0
    assert points(condition, *PLAIN) == 5


def test_a_crossed_out_icon_must_not_be_there():
    condition = Condition("without-icons", 3, ("helix",))
    assert points(condition, *PLAIN) == 3
    assert points(condition, *PLAIN, MIXED) == 0


def test_of_several_crossed_out_icons_without_a_slash_none_may_be_there():
    condition = Condition("without-icons", 3, ("helix", "launch"))
    assert points(condition, *PLAIN) == 3
    assert points(condition, *PLAIN, "jungle-launch") == 0


def test_with_a_slash_between_crossed_out_icons_one_that_is_missing_suffices():
    condition = Condition("without-icons", 3, ("helix", "launch"), either=True)
    assert points(condition, *PLAIN, "jungle-launch") == 3
    assert points(condition, *PLAIN, "jungle-launch", TWICE) == 0


def test_the_table_may_want_all_crossed_out_icons_missing_with_a_slash_too():
    condition = Condition("without-icons", 3, ("helix", "launch"), either=True)
    assert points(condition, *PLAIN, "jungle-launch", crossed="all-missing") == 0
    assert points(condition, *PLAIN, crossed="all-missing") == 3


@pytest.mark.parametrize(
    ("kind", "scored"),
    [("at-least-cards", [0, 4, 4]), ("at-most-cards", [4, 4, 0]), ("exactly-cards", [0, 4, 0])],
)
def test_the_number_of_cards_is_at_least_at_most_or_exactly_x(kind, scored):
    condition = Condition(kind, 4, count=4)
    cards = (*PLAIN, *run_of(J, 2))
    assert [points(condition, *cards[:count]) for count in (3, 4, 5)] == scored


def test_per_icon_scores_each_icon_without_a_limit_and_a_double_icon_twice():
    condition = Condition("per-icon", 2, ("helix",))
    assert points(condition, *PLAIN) == 0
    assert points(condition, TWICE, MIXED, "jungle-helix", *PLAIN) == 8


def test_per_icon_adds_several_icons_up_and_takes_the_best_one_with_a_slash():
    cards = (TWICE, MIXED, *PLAIN)
    assert points(Condition("per-icon", 2, ("helix", "capacity")), *cards) == 12
    assert points(Condition("per-icon", 2, ("helix", "capacity"), either=True), *cards) == 6


def test_per_icon_may_carry_a_cap():
    condition = Condition("per-icon", 2, ("capacity",), cap=5)
    assert points(condition, *PLAIN[:2]) == 4
    assert points(condition, *PLAIN) == 5


def test_three_in_a_row_counts_neighbouring_cards_that_show_the_icon():
    condition = Condition("row", 7, ("helix",))
    helices = ("jungle-helix", TWICE, MIXED)
    assert points(condition, PLAIN[0], *helices) == 7
    assert points(condition, *helices[:2], PLAIN[0], helices[2]) == 0
    assert points(condition, TWICE, "jungle-helix", PLAIN[0]) == 0, "a double icon is one card"


def test_three_in_a_row_scores_once_however_long_the_row_is():
    condition = Condition("row", 7, ("capacity",))
    cards = (*PLAIN, "space-long-train", "volcano-long-train", "jungle-twin-station")
    assert points(condition, *cards) == 7


def test_a_pair_is_two_of_the_icon_anywhere_or_twice_on_one_card():
    condition = Condition("pair", 3, ("helix",))
    assert points(condition, "jungle-helix", *PLAIN) == 0
    assert points(condition, "jungle-helix", *PLAIN, "pirate-helix") == 3
    assert points(condition, TWICE, *PLAIN) == 3
    assert points(condition, TWICE, *PLAIN, "jungle-helix", "pirate-helix") == 3


def test_all_conditions_of_a_layout_score_independently():
    """Twin Peaks: two pairs, and exactly six cards."""
    table = Table(components=box(EASY, thunder_ridge={
        "conditions": [
            {"kind": "pair", "icons": ["floater"], "points": 3},
            {"kind": "pair", "icons": ["ejector"], "points": 2},
            {"kind": "at-most-cards", "count": 4, "points": 5},
        ]
    }))  # fmt: skip
    table.build(0, "upper", "jungle-camelback", *PLAIN)
    assert layout_bonuses(table.state, table.coaster(0, "upper")) == (3, 0, 5)
    table.build(0, "upper", "jungle-bunny-hops")
    assert layout_bonuses(table.state, table.coaster(0, "upper")) == (3, 2, 0)


def test_at_most_and_exactly_below_three_cards_never_score():
    for kind in ("at-most-cards", "exactly-cards"):
        layout = {"conditions": [{"kind": kind, "count": 2, "points": 9}]}
        table = Table(components=box(EASY, thunder_ridge=layout))
        for cards in PLAIN:
            table.build(0, "upper", cards)
            assert layout_bonuses(table.state, table.coaster(0, "upper")) == (0,)
