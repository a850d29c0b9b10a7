"""Shapes on the canvas: drawn where they say, and left alone when they did not change."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from kivy.graphics import Canvas

from companion.kiosk.painting import Painter, kept
from companion.kiosk.theme import Theme
from companion.scenes.shapes import Box, Circle, Polygon, Polyline, Target, Text


def boxes(*sides: int) -> tuple[Box, ...]:
    return tuple(Box((side, side), 10, 10, fill="good") for side in sides)


@given(st.lists(st.integers(0, 6), max_size=12), st.lists(st.integers(0, 6), max_size=12))
def test_what_is_kept_is_equal_and_in_order(old, new):
    before, after = boxes(*old), boxes(*new)
    pairs = kept(before, after)
    assert all(before[left] == after[right] for left, right in pairs)
    assert all(one[0] < two[0] and one[1] < two[1] for one, two in pairwise(pairs))


def test_all_that_stays_is_kept_when_something_comes_between():
    assert kept(boxes(1, 2, 3, 4), boxes(1, 2, 9, 3, 4)) == [(0, 0), (1, 1), (2, 3), (3, 4)]
    assert kept(boxes(1, 2, 3, 4), boxes(1, 4)) == [(0, 0), (3, 1)]


SHAPES = (
    Box((0, 0), 20, 10, 3, "panel", "edge"),
    Polyline(((0, 0), (9, 9)), "accent", 2.0),
    Polyline(((0, 0), (40, 0)), "accent", 2.0, dash=4.0),
    Polygon(((0, 0), (10, 0), (5, 5)), "good"),
    Circle((5, 5), 4, "seat0", "ink"),
    Text((5, 5), "Loop", 13),
    Target((0, 0), 56, 56, "here"),
)


@given(st.lists(st.lists(st.sampled_from(SHAPES), max_size=8), min_size=1, max_size=5))
def test_after_any_changes_the_canvas_holds_the_shapes_in_their_order(pictures):
    painter = Painter(Canvas(), Theme(), 1.0)
    for picture in pictures:
        painter.draw(picture, 100.0)
        visible = [shape for shape in picture if not isinstance(shape, Target)]
        assert painter.shown == tuple(visible)
        fresh = Painter(Canvas(), Theme(), 1.0)
        fresh.draw(picture, 100.0)
        assert painter.kinds == fresh.kinds


def test_an_unchanged_shape_keeps_its_instructions():
    painter = Painter(Canvas(), Theme(), 1.0)
    painter.draw(SHAPES[:4], 100.0)
    before = painter.groups
    painter.draw((*SHAPES[:2], SHAPES[4], *SHAPES[2:4]), 100.0)
    after = painter.groups
    assert [after[0], after[1], after[3], after[4]] == before
