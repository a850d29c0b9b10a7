"""Every shape is drawn as SVG that a browser reads, with its id and in the theme's colours."""

from xml.etree import ElementTree

import pytest

from companion.scenes.lettering import width
from companion.scenes.palette import colour
from companion.scenes.shapes import Box, Circle, Polygon, Polyline, Scene, Shape, Target, Text
from companion.scenes.svg import svg

SHAPES: tuple[Shape, ...] = (
    Polyline(((0, 0), (10, 10)), "edge", 2, dash=4, id="line"),
    Polyline(((0, 0), (10, 10), (0, 10)), "edge", closed=True, id="loop"),
    Polygon(((0, 0), (10, 0), (5, 8)), fill="seat0", stroke="ink", id="triangle"),
    Circle((5, 5), 4, fill="accent", id="disc"),
    Circle((5, 5), 4, stroke="accent@50", id="ring"),
    Box((1, 2), 3, 4, 1, fill="panel", id="box"),
    Text((10, 10), "Ann & <Ben>", 15, id='quoted "id"'),
    Target((0, 0), 56, 56, "space"),
)


def drawn(*shapes: Shape, dark: bool = True) -> ElementTree.Element:
    return ElementTree.fromstring(svg(Scene(100, 50, shapes), dark))  # noqa: S314  # we wrote it


def test_each_shape_keeps_its_id():
    assert [part.get("data-id") for part in drawn(*SHAPES)] == [shape.id for shape in SHAPES]


def test_words_are_escaped():
    assert drawn(SHAPES[6])[0].text == "Ann & <Ben>"


@pytest.mark.parametrize("dark", [True, False])
def test_colours_are_those_of_the_theme(dark: bool):
    line, _, triangle, disc, ring, *_ = drawn(*SHAPES, dark=dark)
    assert line.get("stroke") == colour("edge", dark)
    assert triangle.get("fill") == colour("seat0", dark)
    assert disc.get("fill") == colour("accent", dark)
    assert ring.get("stroke") == colour("accent", dark) + "80"
    assert ring.get("fill") == "none"


def test_the_middle_of_capitals_lies_where_a_text_is_put():
    text = drawn(Text((10, 10), "H", 20))[0]
    assert float(text.get("y", "")) == pytest.approx(10 + 0.711 * 20 / 2, abs=0.15)
    assert text.get("text-anchor") == "middle"


def test_faces_are_named_for_the_page_that_holds_the_picture():
    plain, bold, display = drawn(
        Text((0, 0), "a", 9), Text((0, 0), "a", 9, bold=True), Text((0, 0), "a", 9, display=True)
    )
    assert (plain.get("font-family"), plain.get("font-weight")) == ("Roboto", None)
    assert (bold.get("font-family"), bold.get("font-weight")) == ("Roboto", "700")
    assert display.get("font-family") == "Fredoka One"


def test_a_text_too_wide_for_its_room_ends_in_an_ellipsis():
    shown = drawn(Text((0, 0), "Montgomery-Featherstonehaugh", 15, width=80))[0].text or ""
    assert shown.endswith("…")
    assert width(shown, 15) <= 80


def test_the_size_of_the_picture_is_the_scenes():
    picture = drawn()
    assert picture.get("viewBox") == "0 0 100 50"
    assert "rect" in svg(Scene(1, 1, ()), ground="panel")
