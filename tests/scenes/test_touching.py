"""A finger meets the topmost thing under it."""

import pytest

from companion.scenes.shapes import Box, Circle, Polygon, Polyline, Scene, Shape, Target, Text
from companion.scenes.touching import covers, spot, touched


@pytest.mark.parametrize(
    ("shape", "inside", "outside"),
    [
        (Circle((50, 50), 10, id="a"), (57, 57), (58, 58)),
        (Polygon(((0, 0), (100, 0), (0, 100)), id="a"), (40, 40), (60, 60)),
        (Box((10, 10), 20, 30, id="a"), (30, 40), (31, 40)),
        (Target((10, 10), 20, 30, "a"), (10, 10), (9, 10)),
        (Polyline(((0, 0), (100, 0)), "edge", id="a"), (50, 11), (50, 13)),
        (Polyline(((0, 0), (100, 0), (100, 100)), "edge", closed=True, id="a"), (50, 50), (20, 80)),
        (Text((50, 50), "Hello", 20, width=100, id="a"), (1, 50), (50, 61)),
        (Text((50, 50), "Hello", 20, anchor="start", width=100, id="a"), (149, 50), (49, 50)),
        (Text((50, 50), "Hello", 20, anchor="end", width=100, id="a"), (-49, 50), (51, 50)),
    ],
)
def test_a_shape_covers_its_own_area(shape: Shape, inside: tuple[float, float], outside: tuple[float, float]):
    assert covers(shape, *inside)
    assert not covers(shape, *outside)


def test_the_topmost_shape_that_has_an_id_is_touched():
    scene = Scene(
        100, 100, (Target((0, 0), 100, 100, "low"), Circle((50, 50), 20, id="high"), Box((0, 0), 100, 100))
    )
    assert touched(scene, 50, 50) == "high"
    assert touched(scene, 5, 5) == "low"
    assert touched(scene, 150, 5) == ""


def test_a_spot_is_found_beside_what_covers_the_middle():
    scene = Scene(100, 100, (Target((0, 0), 100, 100, "low"), Circle((50, 50), 20, id="high")))
    point = spot(scene, "low")
    assert point is not None
    assert touched(scene, *point) == "low"
    assert spot(scene, "high") == (50, 50)


def test_there_is_no_spot_for_what_is_covered_or_not_there():
    scene = Scene(100, 100, (Target((10, 10), 50, 50, "low"), Box((0, 0), 100, 100, id="high")))
    assert spot(scene, "low") is None
    assert spot(scene, "nothing") is None
