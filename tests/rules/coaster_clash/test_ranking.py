"""Final Scoring: four coasters each, every point with its reason, ties shared (CC28, CC38)."""

from companion.rules.coaster_clash import commands as c
from companion.rules.coaster_clash.rules import RULES
from companion.rules.coaster_clash.scoring import coasters_of
from companion.rules.contract import Outcome
from tests.rules.coaster_clash.arranged import Table, box, cards_of


def played_out(table) -> Outcome:
    """The outcome once the sixth round is over; nothing more is placed."""
    table.to_round(6)
    table.finish_round()
    outcome = RULES.outcome(table.state)
    assert outcome is not None
    return outcome


def totals(outcome):
    return {standing.seat: standing.total for standing in outcome.ranking}


def bare(**changes):
    """A box without layout bonuses, in which every element costs nothing and brings 3."""
    plain = {"speed": 0, "excitement": 3, "perfect": None, "vomit": []}
    components = box(dict.fromkeys(cards_of("jungle", 16) + cards_of("space", 16), plain))
    components["layouts"] = [each | {"conditions": []} for each in components["layouts"]]
    return components | changes


J, S = cards_of("jungle", 16), cards_of("space", 16)


def test_a_seat_scores_the_two_coasters_of_each_of_its_two_areas():
    table = Table(4)
    places = [(area, place, coaster.layout) for area, place, coaster in coasters_of(table.state, 0)]
    assert places == [
        (0, "upper", "thunder-ridge"),
        (0, "lower", "black-flag-run"),
        (3, "upper", "comet-chaser"),
        (3, "lower", "monsoon"),
    ]


def test_a_coaster_counts_for_both_neighbours_and_for_nobody_else():
    """The only coaster has two cards of 3 and the theme bonus of 5: 11 for Ann and for Benedikt."""
    table = Table(4, components=bare())
    table.build(0, "upper", J[0], J[1])
    assert totals(played_out(table)) == {0: 11, 1: 11, 2: 0, 3: 0}


def test_equal_totals_share_a_rank_and_the_next_rank_is_left_out():
    table = Table(4, components=bare())
    table.build(0, "upper", J[0], J[1])
    table.build(1, "lower", S[0])
    outcome = played_out(table)
    ranks = [(standing.seat, standing.rank, standing.total) for standing in outcome.ranking]
    assert ranks == [(1, 1, 14), (0, 2, 11), (2, 3, 3), (3, 4, 0)]
    table = Table(4, components=bare())
    table.build(0, "upper", J[0], J[1])
    table.build(2, "lower", S[0])
    ranks = [(standing.seat, standing.rank, standing.total) for standing in played_out(table).ranking]
    assert ranks == [(0, 1, 11), (1, 1, 11), (2, 3, 3), (3, 3, 3)]


def test_the_first_place_is_shared():
    assert [standing.rank for standing in played_out(Table(5, components=bare())).ranking] == [1] * 5


def test_no_bonus_is_added_twice():
    """Ann builds 4 cards of 3 on the upper coaster: 12, 5 for their run, 4 for its condition."""
    layouts = {"conditions": [{"kind": "at-least-cards", "count": 4, "points": 4}]}
    components = bare()
    components["layouts"] = [
        each | (layouts if each["id"] == "thunder-ridge" else {}) for each in components["layouts"]
    ]
    table = Table(3, components=components)
    table.build(0, "upper", *J[:4])
    outcome = played_out(table)
    assert totals(outcome) == {0: 21, 1: 21, 2: 0}
    labels = [(line.label, line.points) for line in outcome.ranking[0].lines if line.points]
    assert labels == [("elements", 12), ("condition", 4), ("theme", 5)]
    assert table.tracks(0, "upper") == (9, 12), (
        "bonuses are not on the track, which scoring would count again"
    )
    assert RULES.outcome(table.state) == outcome, "asking again changes nothing"


def test_each_point_has_a_reason_and_unmet_conditions_are_told_too():
    components = box(
        {
            J[0]: {"speed": -1, "excitement": 4, "perfect": 9, "vomit": []},
            S[0]: {"speed": -1, "excitement": 1, "perfect": None, "vomit": [{"op": "gt", "value": 3}]},
        }
    )
    table = Table(3, components=components)
    table.build(0, "upper", J[0], S[0])
    table.build(0, "lower", S[1])
    lines = [line for line in played_out(table).ranking[0].lines if line.group == "coaster:0:upper"]
    assert [(line.label, line.points, line.section) for line in lines] == [
        ("elements", 5, "Coaster Element Cards"),
        ("perfect", 2, "Coaster Element Cards"),
        ("vomit", -2, "Coaster Element Cards"),
        ("condition-short", 0, "CC19"),
        ("condition-short", 0, "CC19"),
        ("theme", 2, "CC18"),
    ]
    assert lines[-1].facts == {"cards": 1, "theme": "jungle", "tied": 2}


def test_what_the_floor_of_the_track_forgave_is_a_line_of_its_own():
    components = box(
        {S[0]: {"speed": 0, "excitement": 0, "perfect": None, "vomit": [{"op": "gt", "value": 3}]}}
    )
    table = Table(3, components=components)
    table.build(0, "upper", S[0])
    lines = [line for line in played_out(table).ranking[0].lines if line.group == "coaster:0:upper"]
    assert [(line.label, line.points) for line in lines[:3]] == [("elements", 0), ("vomit", -2), ("floor", 2)]
    table = Table(3, components=components, floor="none")
    table.build(0, "upper", S[0])
    lines = [line for line in played_out(table).ranking[0].lines if line.group == "coaster:0:upper"]
    assert [(line.label, line.points) for line in lines[:2]] == [("elements", 0), ("vomit", -2)]
    assert lines[2].label != "floor"


def test_a_game_that_is_given_up_has_no_winner_and_no_points():
    table = Table(3, components=bare())
    table.build(0, "upper", J[0])
    table.enter(c.Abandon())
    outcome = RULES.outcome(table.state)
    assert outcome is not None
    assert outcome.reason == "abandoned"
    assert {(standing.rank, standing.total) for standing in outcome.ranking} == {(1, 0)}


def test_a_line_names_crossed_out_icons_as_the_table_reads_the_stroke():
    """With the stricter reading they are listed as those without a stroke; other strokes stay."""
    layout = {
        "conditions": [
            {"kind": "without-icons", "icons": ["helix", "launch"], "either": True, "points": 3},
            {"kind": "per-icon", "icons": ["helix", "launch"], "either": True, "points": 1},
        ]
    }
    told = {}
    for crossed in ("one-missing", "all-missing"):
        table = Table(3, components=box(thunder_ridge=layout), crossed=crossed)
        lines = [line for line in played_out(table).ranking[0].lines if line.group == "coaster:0:upper"]
        told[crossed] = [line.facts["icons"] for line in lines if line.label.startswith("condition")]
    assert told == {
        "one-missing": ["helix/launch", "helix/launch"],
        "all-missing": ["helix+launch", "helix/launch"],
    }
