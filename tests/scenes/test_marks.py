"""Drawn things stay within the size they are asked for, around their middle."""

from collections.abc import Callable

import pytest

from companion.scenes import marks
from companion.scenes.palette import SEAT_MARKS, colour
from companion.scenes.shapes import Circle, Polygon, Polyline, Shape, Text
from companion.scenes.touching import bounds

THINGS: dict[str, Callable[[float, float, float], marks.Shapes]] = {
    **{f"seat {seat}": lambda x, y, size, seat=seat: marks.seat_mark(seat, x, y, size) for seat in range(6)},
    **{f"die {pips}": lambda x, y, size, pips=pips: marks.die(pips, x, y, size) for pips in range(1, 7)},
    **{
        kind: lambda x, y, size, kind=kind: marks.hand(kind, x, y, size)
        for kind in ("rock", "paper", "scissors")
    },
    "flag": marks.flag,
    "coin of five": lambda x, y, size: marks.coin(5, x, y, size),
    "coin of one": lambda x, y, size: marks.coin(1, x, y, size),
    "lock": marks.lock,
    "tick": marks.tick,
    "cross": marks.cross,
    "badge": lambda x, y, size: marks.badge(0, "3", x, y, size),
}


@pytest.mark.parametrize("name", THINGS)
@pytest.mark.parametrize("size", [14.0, 40.0, 120.0])
def test_a_thing_stays_within_its_size(name: str, size: float):
    shapes = THINGS[name](100.0, 200.0, size)
    boxes = [bounds(shape) for shape in shapes if not isinstance(shape, Text)]
    half = size * 0.62
    assert min(box[0] for box in boxes) >= 100 - half
    assert max(box[2] for box in boxes) <= 100 + half
    assert min(box[1] for box in boxes) >= 200 - half
    assert max(box[3] for box in boxes) <= 200 + half
    assert max(box[3] for box in boxes) - min(box[1] for box in boxes) >= size * 0.5


@pytest.mark.parametrize("name", THINGS)
def test_a_thing_is_drawn_in_colours_that_both_themes_know(name: str):
    for shape in THINGS[name](0.0, 0.0, 40.0):
        for key in ("fill", "stroke", "colour"):
            used = getattr(shape, key, "")
            assert not used or (colour(used, dark=True) and colour(used, dark=False))


def outline(shape: Shape) -> tuple[str, int]:
    return type(shape).__name__, len(shape.points) if isinstance(shape, Polygon) else 0


def test_seats_have_outlines_of_their_own_and_their_colours():
    drawn = [marks.seat_mark(seat, 0, 0, 40)[0] for seat in range(6)]
    assert [outline(shape) for shape in drawn[:2]] == [("Circle", 0), ("Polygon", 3)]
    shapes = {getattr(shape, "points", "round") for shape in drawn}
    assert len(shapes) == len(SEAT_MARKS)
    assert [shape.fill for shape in drawn if isinstance(shape, Circle | Polygon)] == [
        f"seat{n}" for n in range(6)
    ]


@pytest.mark.parametrize("pips", range(1, 7))
def test_a_die_shows_its_number(pips: int):
    assert sum(isinstance(shape, Circle) for shape in marks.die(pips, 0, 0, 40)) == pips


def test_an_arrow_points_where_it_leads_and_vanishes_when_there_is_no_way():
    shaft, head = marks.arrow((0, 0), (100, 0), "accent", 4, trim=10)
    assert isinstance(shaft, Polyline)
    assert isinstance(head, Polygon)
    assert head.points[0] == (90, 0)
    assert shaft.points[0] == (10, 0)
    assert marks.arrow((0, 0), (15, 0), "accent", 4, trim=10) == ()


def test_as_many_flags_are_drawn_as_are_asked_for():
    assert len(marks.flags(3, 0, 0, 20)) == 3 * len(marks.flag(0, 0, 20))
    assert marks.flags(0, 0, 0, 20) == ()


def test_a_hand_is_one_of_three():
    with pytest.raises(ValueError, match="lizard"):
        marks.hand("lizard", 0, 0, 20)
