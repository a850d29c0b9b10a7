"""What every scene must keep, whatever it shows; measured with the real faces."""

from functools import cache
from importlib.util import find_spec
from itertools import combinations
from pathlib import Path

import font_fredoka_one
from PIL import ImageFont

from companion.scenes.palette import TYPE
from companion.scenes.shapes import Box, Scene, Text
from companion.scenes.svg import MIDDLE
from companion.scenes.touching import Bounds, bounds, spot

SLACK = 0.75
"""How far ink may reach beyond, in dp: less than anybody sees."""


def problems(scene: Scene) -> list[str]:
    """All that is wrong with where a scene's words and tappable shapes lie, a line each."""
    found = [*_outside_scene(scene), *_outside_panels(scene), *_too_small(scene), *_overlaps(scene)]
    found += [f"no finger can meet {id_!r}" for id_ in sorted(ids(scene)) if spot(scene, id_) is None]
    return found


def ids(scene: Scene) -> set[str]:
    return {shape.id for shape in scene.shapes if shape.id}


def words(scene: Scene) -> str:
    return " ".join(shape.text for shape in scene.shapes if isinstance(shape, Text))


def narrow_targets(scene: Scene, least: float) -> list[str]:
    """The ids of which no shape is this wide and high."""
    large = set()
    for shape in scene.shapes:
        left, top, right, bottom = bounds(shape)
        if shape.id and min(right - left, bottom - top) >= least - 0.01:
            large.add(shape.id)
    return sorted(ids(scene) - large)


@cache
def ink(text: Text) -> Bounds:
    """Where a text's ink lies."""
    face = _face(text.display, text.bold)
    left, top, right, bottom = face.getbbox(text.text, anchor="ls")
    scale = text.size / 200
    wide = face.getlength(text.text) * scale
    x = text.at[0] - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor]
    y = text.at[1] + MIDDLE * text.size
    return x + left * scale, y + top * scale, x + right * scale, y + bottom * scale


def _outside_scene(scene: Scene) -> list[str]:
    return [
        f"{text.text!r} leaves the scene: {_rounded(ink(text))}"
        for text in _texts(scene)
        if not _within(ink(text), (0, 0, scene.width, scene.height))
    ]


def _outside_panels(scene: Scene) -> list[str]:
    """Words that leave the smallest box their middle lies on."""
    found = []
    for place, text in enumerate(scene.shapes):
        if not isinstance(text, Text) or not text.text:
            continue
        left, top, right, bottom = ink(text)
        middle = ((left + right) / 2, (top + bottom) / 2)
        panels = [
            bounds(shape)
            for shape in scene.shapes[:place]
            if isinstance(shape, Box) and _within((*middle, *middle), bounds(shape))
        ]
        if panels:
            panel = min(panels, key=lambda box: (box[2] - box[0]) * (box[3] - box[1]))
            if not _within((left, top, right, bottom), panel):
                found.append(f"{text.text!r} leaves its panel {_rounded(panel)}: {_rounded(ink(text))}")
    return found


def _too_small(scene: Scene) -> list[str]:
    found = [
        f"{text.text!r} is too small: {text.size}"
        for text in _texts(scene)
        if text.size < TYPE["small"] - 0.01
    ]
    for text in _texts(scene):
        left, _, right, _ = ink(text)
        if text.width and right - left > text.width + SLACK:
            found.append(f"{text.text!r} is clipped: {right - left:.0f} of {text.width:.0f}")
    return found


def _overlaps(scene: Scene) -> list[str]:
    return [
        f"{one.text!r} lies on {other.text!r}"
        for one, other in combinations(_texts(scene), 2)
        if _meet(ink(one), ink(other))
    ]


def _texts(scene: Scene) -> list[Text]:
    return [shape for shape in scene.shapes if isinstance(shape, Text) and shape.text.strip()]


def _within(inner: Bounds, outer: Bounds) -> bool:
    return (
        inner[0] >= outer[0] - SLACK
        and inner[1] >= outer[1] - SLACK
        and inner[2] <= outer[2] + SLACK
        and inner[3] <= outer[3] + SLACK
    )


def _meet(one: Bounds, other: Bounds) -> bool:
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across > SLACK and down > SLACK


def _rounded(area: Bounds) -> tuple[int, ...]:
    return tuple(round(side) for side in area)


@cache
def _face(display: bool, bold: bool) -> ImageFont.FreeTypeFont:
    if display:
        return ImageFont.truetype(str(font_fredoka_one.FredokaOne), 200)
    kivy = find_spec("kivy")
    assert kivy is not None
    assert kivy.submodule_search_locations
    fonts = Path(kivy.submodule_search_locations[0]) / "data" / "fonts"
    return ImageFont.truetype(str(fonts / ("Roboto-Bold.ttf" if bold else "Roboto-Regular.ttf")), 200)
