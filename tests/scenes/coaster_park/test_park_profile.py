"""Coasters in profile: the line a marble follows, and where the beams cross it."""

from itertools import pairwise
from math import hypot

import pytest

from companion.marbles.beams import Role, layout
from companion.scenes.coaster_park.coaster import Paint, names, profile_with_names, structure
from companion.scenes.coaster_park.profile import (
    Form,
    Hill,
    beam_places,
    beam_points,
    profile,
    track_point,
)
from companion.scenes.coaster_park.run import resting
from companion.scenes.shapes import Polyline, Scene, Text
from companion.scenes.touching import bounds
from tests.scenes.checking import ink, problems

HILLS = (
    Hill("Thunder Drop", Form.LAUNCH, 9, 3, "red", "steel"),
    Hill("Jump", Form.JUMP, 6, 1, "yellow", "steel"),
    Hill("Bump", Form.BUMP, 4, 2, "blue", "wood"),
    Hill("Plateau", Form.PLATEAU, 5, 1, "green", "steel"),
    Hill("Loop", Form.LOOP, 9, 3, "yellow", "steel"),
    Hill("Double Dipper", Form.DOUBLE_DIPPER, 7, 2, "red", "wood"),
    Hill("Ripple", Form.PLAIN, 1, 1, "blue", "wood"),
    Hill("Rolling Crest", Form.PLAIN, 5, 4, "purple", "wood"),
    Hill("Skyline", Form.PLAIN, 8, 5, "orange", "steel"),
)


def test_the_track_runs_without_a_gap_from_the_launch_to_the_last_valley():
    drawn = profile(HILLS, (10.0, 10.0), 950.0, 200.0)
    start = track_point(drawn, 0, 0.0)
    assert start[0] == 10.0
    assert start[1] == min(y for line in drawn.lines for _, y in line)
    for hill in range(len(HILLS) - 1):
        end, start = track_point(drawn, hill, 1.0), track_point(drawn, hill + 1, 0.0)
        assert end == pytest.approx(start)
        assert end[1] == pytest.approx(drawn.base)
    assert track_point(drawn, len(HILLS) - 1, 1.0) == pytest.approx((960.0, 210.0))


def test_equal_fractions_of_a_hill_are_equal_lengths_of_its_track():
    drawn = profile(HILLS, (0.0, 0.0), 900.0, 200.0)
    for hill in range(len(HILLS)):
        points = [track_point(drawn, hill, step / 200) for step in range(201)]
        steps = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points)]
        assert max(steps) < 1.35 * sum(steps) / len(steps)


def test_a_loop_turns_the_marble_over_and_lets_it_out_downhill():
    drawn = profile((HILLS[0], HILLS[4]), (0.0, 0.0), 400.0, 200.0)
    points = [track_point(drawn, 1, step / 100) for step in range(101)]
    backwards = [b[0] - a[0] for a, b in pairwise(points) if b[0] < a[0]]
    assert len(backwards) > 20
    highest = min(points, key=lambda point: point[1])
    inside = resting(drawn, 1, points.index(highest) / 100, 6.0)
    assert inside[1] > highest[1]


def test_a_bump_has_two_tops_and_a_valley_between_them():
    drawn = profile((HILLS[0], HILLS[2]), (0.0, 0.0), 400.0, 200.0)
    heights = [drawn.base - y for _, y in drawn.lines[1]]
    middle = len(heights) // 2
    assert heights[middle] < 0.5 * max(heights[:middle])
    assert max(heights[:middle]) == pytest.approx(max(heights[middle:]), rel=0.02)


def test_a_larger_hill_is_drawn_higher_and_the_launch_highest():
    heights = []
    for size in (1, 4, 8):
        drawn = profile((HILLS[0], Hill("Plain", Form.PLAIN, size)), (0.0, 0.0), 400.0, 200.0)
        heights.append(max(drawn.base - y for _, y in drawn.lines[1]))
    assert heights == sorted(heights)
    assert len(set(heights)) == 3
    assert heights[-1] < max(drawn.base - y for _, y in drawn.lines[0])


def test_the_beams_are_those_that_a_fully_equipped_coaster_has():
    kinds = tuple("Bump" if hill.form is Form.BUMP else "Plain" for hill in HILLS)
    assert beam_places(HILLS) == tuple((beam.hill, beam.role is Role.REST) for beam in layout(kinds))


def test_beams_cross_the_track_in_each_valley_and_between_the_bumps():
    drawn = profile(HILLS, (0.0, 0.0), 900.0, 200.0)
    points = beam_points(drawn)
    assert [x for x, _ in points] == sorted(x for x, _ in points)
    for (hill, valley), (x, y) in zip(beam_places(HILLS), points, strict=True):
        assert (x, y) in drawn.lines[hill]
        assert (y < drawn.base) is valley


@pytest.mark.parametrize("count", range(1, 10))
@pytest.mark.parametrize("width", [250.0, 520.0, 900.0, 1200.0])
def test_a_coaster_of_any_length_keeps_to_its_area_and_its_names_apart(count: int, width: float):
    drawn, below = profile_with_names(HILLS[:count], (8.0, 8.0), width - 16, 180.0)
    paint = Paint("seat0")
    shapes = (*structure(drawn, paint), *names(drawn, drawn.base + 4, paint))
    assert problems(Scene(width, 200.0, shapes)) == []
    assert drawn.base + below <= 188.0 + 1
    for shape in shapes:
        left, top, right, bottom = ink(shape) if isinstance(shape, Text) else bounds(shape)
        assert left >= 3.0
        assert top >= 0
        assert right <= width - 3.0
        assert bottom <= 196.0


def test_what_the_marble_has_not_reached_is_grey():
    drawn = profile(HILLS, (0.0, 0.0), 900.0, 200.0)
    rails = [
        shape
        for shape in structure(drawn, Paint("seat2"), passed=3.0)
        if isinstance(shape, Polyline) and shape.colour == "seat2" and not shape.dash
    ]
    reached = max(x for rail in rails for x, _ in rail.points)
    assert reached == pytest.approx(drawn.edges[3])


def test_a_jump_is_flown_over_where_no_track_is():
    drawn = profile(HILLS[:2], (0.0, 0.0), 500.0, 200.0)
    dashed = [s for s in structure(drawn, Paint("seat0")) if isinstance(s, Polyline) and s.dash]
    assert len(dashed) == 1
    air = dashed[0].points
    solid = [
        point
        for shape in structure(drawn, Paint("seat0"))
        if isinstance(shape, Polyline) and shape.colour == "seat0" and not shape.dash
        for point in shape.points
    ]
    assert not any(air[0][0] + 1 < x < air[-1][0] - 1 for x, _ in solid)


@pytest.mark.parametrize("across", [120.0, 300.0, 900.0])
def test_supports_begin_on_the_track_and_end_on_the_ground(across: float):
    drawn = profile(HILLS, (0.0, 10.0), across, 200.0)
    paint = Paint("seat0", lattice="lattice")
    top = min(y for line in drawn.lines for _, y in line)
    supports = [s for s in structure(drawn, paint) if isinstance(s, Polyline) and s.colour == "lattice"]
    assert supports
    for support in supports:
        assert all(top <= y <= drawn.base for _, y in support.points)
        for before, corner, after in zip(
            support.points, support.points[1:], support.points[2:], strict=False
        ):
            a = (before[0] - corner[0], before[1] - corner[1])
            b = (after[0] - corner[0], after[1] - corner[1])
            bend = (a[0] * b[0] + a[1] * b[1]) / (hypot(*a) * hypot(*b))
            assert bend < 0.1, "the corner of a sharper turn sticks out"


def test_no_post_stands_in_the_gap_of_a_jump():
    drawn = profile(HILLS[:2], (0.0, 0.0), 500.0, 200.0)
    left, right = track_point(drawn, 1, 0.4)[0], track_point(drawn, 1, 0.6)[0]
    supports = [s for s in structure(drawn, Paint("seat0")) if isinstance(s, Polyline) and s.width == 1.2]
    assert not [x for support in supports for x, _ in support.points if left + 0.01 < x < right - 0.01]
