"""The outlines of letters, for a renderer that is given no fonts: of the same faces that the screens use."""

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import cairo
from font_fredoka_one import FredokaOne
from fontTools.pens.cairoPen import CairoPen
from fontTools.ttLib import TTFont

REGULAR, BOLD, DISPLAY = "roboto", "roboto_bold", "fredoka"


def face_of(*, display: bool, bold: bool) -> str:
    """The name of the face that a text is set in."""
    return DISPLAY if display else BOLD if bold else REGULAR


def write(context: Any, words: str, face: str, size: float) -> None:
    """Put the outlines of these words into a cairo context's path, from its origin as their baseline."""
    x = 0.0
    for letter in words:
        advance, unit, outline = _glyph(face, letter)
        context.save()
        context.translate(x, 0.0)
        context.scale(size * unit, -size * unit)
        context.append_path(outline)
        context.restore()
        x += advance * size


def length(words: str, face: str, size: float) -> float:
    """How far these words reach."""
    return sum(_glyph(face, letter)[0] for letter in words) * size


def letters(face: str) -> frozenset[str]:
    """The letters that a face has."""
    return frozenset(map(chr, _font(face).getBestCmap()))


@cache
def _glyph(face: str, letter: str) -> tuple[float, float, Any]:
    """A letter's advance at size 1, its unit and its outline; what the fairground face lacks is Roboto's."""
    font = _font(face)
    name = font.getBestCmap().get(ord(letter), "")
    if not name and face == DISPLAY:
        return _glyph(BOLD, letter)
    glyphs, unit = font.getGlyphSet(), 1.0 / font["head"].unitsPerEm
    scratch = cairo.Context(cairo.RecordingSurface(cairo.CONTENT_ALPHA, None))
    glyphs[name or ".notdef"].draw(CairoPen(glyphs, scratch))
    return glyphs[name or ".notdef"].width * unit, unit, scratch.copy_path()


@cache
def _font(face: str) -> Any:
    return TTFont(_file(face), lazy=True)


def _file(face: str) -> str:
    if face == DISPLAY:
        return str(FredokaOne)
    kivy = find_spec("kivy")  # asked for its files only: importing it would take the command line over
    if kivy is None or not kivy.submodule_search_locations:
        raise FileNotFoundError("Roboto comes with Kivy, which is not installed: run deploy/run")
    weight = "Bold" if face == BOLD else "Regular"
    return str(Path(kivy.submodule_search_locations[0], "data", "fonts", f"Roboto-{weight}.ttf"))
