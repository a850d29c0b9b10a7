"""The score chart shows every point of every seat, for any number of seats and any names."""

from itertools import pairwise

import pytest

from companion.rules.contract import Line, Outcome, Standing
from companion.scenes.charts import part, parts, score_chart
from companion.scenes.shapes import Box, Scene, Text
from companion.scenes.touching import bounds, spot
from tests.scenes.checking import ids, problems, words

NAMES = ("Ann", "Benedikt", "Chiara Montgomery-Featherstonehaugh", "Dov", "Élodie-Marguerite", "Ōsaka Tarō")
SIZES = ((560.0, 350.0), (860.0, 520.0), (380.0, 560.0), (700.0, 480.0))


class Words:
    """Reasons are called by their labels, groups by their names."""

    def line(self, line: Line, names: tuple[str, ...]) -> str:  # noqa: ARG002  # as asked
        return f"for the {line.label}"

    def group(self, group: str, names: tuple[str, ...]) -> str:  # noqa: ARG002  # as asked
        return {"coaster": "first coaster"}.get(group, group)


def standing(seat: int, rank: int, *points: int) -> Standing:
    labels = (
        "flags",
        "jump",
        "secret card",
        "money bonus",
        "dropped marble",
        "a long reason nobody expected",
    )
    lines = tuple(
        Line(labels[place], points[place], "Scoring", group="coaster" if place < 2 else "")
        for place in range(len(points))
    )
    return Standing(seat, rank, sum(points), lines)


EVENING = Outcome(
    (
        standing(1, 1, 17, 9, 3, 8),
        standing(2, 2, 21, 4, 5, 3),
        standing(0, 3, 22, 0, 6, 4),
        standing(3, 4, 12, 0, 2, 4, -3, 1),
        standing(4, 5, 1, 0, 1, 1),
        standing(5, 6, 0, 0, 0, 0),
    ),
    "points",
    "End",
)


def chart(outcome: Outcome, size: tuple[float, float], chosen: str = "") -> Scene:
    return score_chart(Words(), outcome, NAMES, size, chosen)  # type: ignore[arg-type]  # only words are asked for


def boxes(scene: Scene) -> dict[str, Box]:
    return {shape.id: shape for shape in scene.shapes if isinstance(shape, Box) and shape.id}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", range(2, 7))
def test_all_words_fit_for_any_number_of_seats(size: tuple[float, float], seats: int):
    ranking = tuple(row for row in EVENING.ranking if row.seat < seats)
    scene = score_chart(Words(), Outcome(ranking, "", ""), NAMES[:seats], size)  # type: ignore[arg-type]
    assert problems(scene) == []


def test_lines_of_a_group_are_one_part_and_others_stand_alone():
    found = parts(EVENING.ranking[0])
    assert [(each.key, each.points) for each in found] == [
        ("coaster", 26),
        ("secret card", 3),
        ("money bonus", 8),
    ]
    assert [line.label for line in found[0].lines] == ["flags", "jump"]


@pytest.mark.parametrize("size", SIZES)
def test_bars_are_as_long_as_their_points(size: tuple[float, float]):
    drawn = boxes(chart(EVENING, size))
    long, short = drawn["part.1.coaster"], drawn["part.0.secret card"]
    assert (long.width + 2) / (short.width + 2) == pytest.approx(26 / 6)


def test_parts_of_a_bar_follow_each_other_without_overlap():
    drawn = [box for id_, box in boxes(chart(EVENING, SIZES[0])).items() if id_.startswith("part.3.")]
    edges = [(bounds(box)[0], bounds(box)[2]) for box in drawn]
    assert len(edges) == 5
    assert all(first[1] <= second[0] for first, second in pairwise(edges))


def test_every_part_with_points_can_be_tapped_and_gives_its_reasons():
    scene = chart(EVENING, SIZES[0])
    for row in EVENING.ranking:
        for each in parts(row):
            if each.points:
                assert spot(scene, each.id) is not None
                assert part(EVENING, each.id) == each
    assert part(EVENING, "bar.1") is None
    assert {f"bar.{seat}" for seat in range(6)} <= ids(scene)


def test_the_total_stands_behind_its_bar_and_lost_points_are_shown_as_such():
    scene = chart(EVENING, SIZES[0])
    total = next(shape for shape in scene.shapes if isinstance(shape, Text) and shape.text == "16")
    ends = [bounds(box)[2] for id_, box in boxes(scene).items() if id_.startswith("part.3.")]
    assert total.at[0] > max(ends)
    assert "−3" in words(scene)


def test_a_group_has_one_colour_for_all_seats_and_its_name_in_the_legend():
    scene = chart(EVENING, SIZES[0])
    fills = {box.fill for id_, box in boxes(scene).items() if id_.endswith(".coaster")}
    assert len(fills) == 1
    assert "first coaster" in words(scene)
    assert "for the secret card" in words(scene)


def test_the_part_that_was_tapped_is_marked():
    assert boxes(chart(EVENING, SIZES[0], "part.2.coaster"))["part.2.coaster"].stroke
    assert not boxes(chart(EVENING, SIZES[0]))["part.2.coaster"].stroke


@pytest.mark.parametrize("size", SIZES)
def test_a_game_without_points_shows_the_reasons_of_its_places(size: tuple[float, float]):
    ranking = (
        Standing(1, 1, 0, (Line("way home", 0, "CO7"),)),
        Standing(2, 2, 0, (Line("ships left", 0, "CO30"),)),
        Standing(0, 3, 0, (Line("fall in turn seven, alas, after a long fight", 0, "CO15"),)),
    )
    scene = score_chart(Words(), Outcome(ranking, "", ""), NAMES[:3], size)  # type: ignore[arg-type]
    assert problems(scene) == []
    assert "for the way home" in words(scene)
    assert " 0 " not in f" {words(scene)} "


def test_a_legend_that_would_leave_no_room_for_the_totals_is_left_out():
    def standing_of_many(seat: int) -> Standing:
        lines = tuple(Line(f"{seat} {place}", 5, "Scoring") for place in range(4))
        return Standing(seat, seat + 1, 20, lines)

    outcome = Outcome(tuple(standing_of_many(seat) for seat in range(6)), "points", "End")
    for size in ((560.0, 220.0), (560.0, 420.0)):
        scene = chart(outcome, size)
        assert problems(scene) == []
        totals = [shape for shape in scene.shapes if isinstance(shape, Text) and shape.text == "20"]
        assert len(totals) == 6
        assert all(second.at[1] - first.at[1] >= first.size for first, second in pairwise(totals))
    assert "for the 0 0" not in words(chart(outcome, (560.0, 220.0)))
    assert "for the 0 0" in words(chart(outcome, (560.0, 420.0)))
