"""A scene drawn without a window: as a picture of pixels, or into a PDF as curves."""

from math import pi
from typing import Any, assert_never

import cairo
import numpy as np
from numpy.typing import NDArray

from companion.scenes.glyphs import face_of, length, write
from companion.scenes.lettering import fit
from companion.scenes.palette import colour
from companion.scenes.shapes import Box, Circle, Point, Polygon, Polyline, Scene, Shape, Target, Text
from companion.scenes.svg import MIDDLE

Picture = NDArray[np.uint8]
"""Pixels as OpenCV has them: rows, columns, blue green red (and alpha)."""


def draw(context: Any, scene: Scene, *, dark: bool = False) -> None:
    """Draw a scene with a cairo context whose unit is a dp."""
    context.set_line_cap(cairo.LINE_CAP_ROUND)
    context.set_line_join(cairo.LINE_JOIN_ROUND)
    for shape in scene.shapes:
        context.new_path()
        _draw(context, shape, dark)


def picture(scene: Scene, scale: float, *, dark: bool = False, ground: str = "") -> Picture:
    """The scene at so many pixels a dp: blue, green, red and alpha, not premultiplied; or BGR on a ground."""
    width, height = max(1, round(scene.width * scale)), max(1, round(scene.height * scale))
    surface = cairo.ImageSurface(cairo.FORMAT_ARGB32, width, height)
    context = cairo.Context(surface)
    if ground:
        _ink(context, ground, dark)
        context.paint()
    context.scale(width / scene.width, height / scene.height)
    draw(context, scene, dark=dark)
    pixels = pixels_of(surface)
    return np.ascontiguousarray(pixels[:, :, :3]) if ground else _straight(pixels)


def pixels_of(surface: Any) -> Picture:
    """A copy of an image surface's pixels, alpha premultiplied."""
    surface.flush()
    width, height = surface.get_width(), surface.get_height()
    raw = np.frombuffer(surface.get_data(), np.uint8).reshape(height, surface.get_stride() // 4, 4)
    return raw[:, :width].copy()


def _straight(pixels: Picture) -> Picture:
    """Colours as they are where they are seen through, instead of dimmed by it."""
    alpha = pixels[:, :, 3:].astype(np.uint16)
    colours = pixels[:, :, :3].astype(np.uint16) * 255 // np.maximum(alpha, 1)
    return np.concatenate([np.minimum(colours, 255), alpha], axis=2).astype(np.uint8)


def outlined(context: Any, points: tuple[Point, ...]) -> None:
    """Put a closed path through these points."""
    for x, y in points:
        context.line_to(x, y)
    context.close_path()


def rounded(context: Any, corner: Point, width: float, height: float, radius: float) -> None:
    """Put a closed path around a rectangle with round corners."""
    (x, y), round_ = corner, min(radius, width / 2, height / 2)
    if round_ <= 0:
        context.rectangle(x, y, width, height)
        return
    context.new_sub_path()
    for turn, (cx, cy) in enumerate(
        (
            (x + width - round_, y + round_),
            (x + width - round_, y + height - round_),
            (x + round_, y + height - round_),
            (x + round_, y + round_),
        )
    ):
        context.arc(cx, cy, round_, (turn - 1) * pi / 2, turn * pi / 2)
    context.close_path()


def _draw(context: Any, shape: Shape, dark: bool) -> None:
    match shape:
        case Polyline(points, stroke, width, dash, closed):
            for x, y in points:
                context.line_to(x, y)
            if closed:
                context.close_path()
            context.set_dash([dash] if dash else [])
            context.set_line_cap(cairo.LINE_CAP_BUTT if dash else cairo.LINE_CAP_ROUND)
            _ink(context, stroke, dark)
            context.set_line_width(width)
            context.stroke()
            context.set_dash([])
        case Polygon(points):
            outlined(context, points)
            _paint(context, shape, dark)
        case Circle((x, y), radius):
            context.arc(x, y, radius, 0, 2 * pi)
            _paint(context, shape, dark)
        case Box(corner, width, height, radius):
            rounded(context, corner, width, height, radius)
            _paint(context, shape, dark)
        case Text():
            _write(context, shape, dark)
        case Target():
            pass
        case _:
            assert_never(shape)


def _paint(context: Any, shape: Polygon | Circle | Box, dark: bool) -> None:
    if shape.fill:
        _ink(context, shape.fill, dark)
        context.fill_preserve()
    if shape.stroke:
        _ink(context, shape.stroke, dark)
        context.set_line_width(shape.stroke_width)
        context.stroke_preserve()
    context.new_path()


def _write(context: Any, text: Text, dark: bool) -> None:
    words = fit(text.text, text.width, text.size, text.display, text.bold) if text.width else text.text
    face = face_of(display=text.display, bold=text.bold)
    wide = length(words, face, text.size)
    context.save()
    context.translate(
        text.at[0] - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor],
        text.at[1] + MIDDLE * text.size,
    )
    write(context, words, face, text.size)
    context.restore()
    _ink(context, text.colour, dark)
    context.fill()


def _ink(context: Any, name: str, dark: bool) -> None:
    value = colour(name, dark)
    red, green, blue = (int(value[at : at + 2], 16) / 255 for at in (1, 3, 5))
    context.set_source_rgba(red, green, blue, int(value[7:9] or "FF", 16) / 255)
