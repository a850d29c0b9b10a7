"""The page's own icon, drawn from the same shapes as the touchscreen's pictures."""

from functools import cache
from io import BytesIO

import cairo

from companion.scenes.emblems import emblem
from companion.scenes.palette import colour
from companion.scenes.shapes import Box, Circle, Point, Polygon, Polyline, Target, Text

SIZES = (32, 180, 192, 512)

MARGIN = 0.17
"""How much stays free at each side, so that a phone may cut the corners off."""


@cache
def app_icon(size: int) -> bytes:
    """A coaster by night as a PNG of this many pixels."""
    surface = cairo.ImageSurface(cairo.FORMAT_RGB24, size, size)
    paint = cairo.Context(surface)
    _ink(paint, colour("night"))
    paint.paint()
    paint.translate(size * MARGIN, size * MARGIN)
    paint.scale(size / 200, size / 200)
    paint.set_line_cap(cairo.LINE_CAP_ROUND)
    paint.set_line_join(cairo.LINE_JOIN_ROUND)
    room = 200 * (1 - 2 * MARGIN)
    for shape in emblem("", room, room, (colour("bad"), colour("accent"))):
        match shape:
            case Polyline(points, stroke, width):
                _way(paint, points)
                _stroke(paint, stroke, width * 1.6)
            case Polygon(points, fill):
                _way(paint, points)
                paint.close_path()
                _fill(paint, fill)
            case Circle((x, y), radius, fill):
                paint.arc(x, y, radius * 1.5, 0, 7)
                _fill(paint, fill)
            case Box() | Text() | Target():
                pass  # emblems have none
    packed = BytesIO()
    surface.write_to_png(packed)
    return packed.getvalue()


def _way(paint: "cairo.Context[cairo.ImageSurface]", points: tuple[Point, ...]) -> None:
    paint.new_path()
    for x, y in points:
        paint.line_to(x, y)


def _stroke(paint: "cairo.Context[cairo.ImageSurface]", name: str, width: float) -> None:
    _ink(paint, colour(name))
    paint.set_line_width(width)
    paint.stroke()


def _fill(paint: "cairo.Context[cairo.ImageSurface]", name: str) -> None:
    if name:
        _ink(paint, colour(name))
        paint.fill()


def _ink(paint: "cairo.Context[cairo.ImageSurface]", hex_colour: str) -> None:
    parts = [int(hex_colour[start : start + 2], 16) / 255 for start in range(1, len(hex_colour), 2)]
    red, green, blue, alpha = (*parts, 1.0)[:4]
    paint.set_source_rgba(red, green, blue, alpha)
