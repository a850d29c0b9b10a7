"""Symbols as small SVG pictures, out of the icon font that the touchscreen uses too."""

from functools import cache
from importlib.util import find_spec
from pathlib import Path

from fontTools.misc.transform import Transform
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont
from markupsafe import Markup

UNKNOWN = "circle-small"


def kivymd_fonts() -> Path:
    """The folder of faces in the package that brings them; it is found without starting it."""
    spec = find_spec("kivymd")
    if spec is None or not spec.submodule_search_locations:
        raise FileNotFoundError("the package kivymd is missing: run deploy/run, it installs it")
    return Path(next(iter(spec.submodule_search_locations))) / "fonts"


@cache
def _font() -> TTFont:
    return TTFont(kivymd_fonts() / "materialdesignicons-webfont.ttf", lazy=True)


@cache
def path(name: str) -> str:
    """The outline of a Material Design icon in a square of 24; an unknown name is a plain dot."""
    glyphs = _font().getGlyphSet()
    units = _font()["head"].unitsPerEm
    top = _font()["hhea"].ascent
    scale = 24 / units
    pen = SVGPathPen(glyphs, ntos=lambda value: f"{value:.2f}".rstrip("0").rstrip("."))
    glyphs[name if name in glyphs else UNKNOWN].draw(
        TransformPen(pen, Transform(scale, 0, 0, -scale, 0, top * scale))
    )
    return str(pen.getCommands())


@cache
def icon(name: str) -> Markup:
    """An icon to stand before words that say the same."""
    if not name:
        return Markup("")
    return Markup('<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="{}"/></svg>').format(
        path(name)
    )
