"""How words fit an area: broken into lines at spaces and hyphens, made smaller where they must be."""

import re

from msgspec import Struct

from companion.kiosk.theme import SIZES, sizes_down_from
from companion.scenes import lettering

LEADING = 1.28
"""The distance of lines, as a part of the type's size."""


class Fitted(Struct, frozen=True):
    """Text in lines of one size, and whether some of it had to be left out."""

    lines: tuple[str, ...] = ()
    size: float = 0.0
    clipped: bool = False

    @property
    def height(self) -> float:
        """The height that the lines take."""
        return len(self.lines) * self.size * LEADING

    def width(self, display: bool = False, bold: bool = False) -> float:
        """The width of the longest line."""
        return max((lettering.width(line, self.size, display, bold) for line in self.lines), default=0.0)


def fitted(
    text: str,
    width: float,
    height: float,
    style: str = "body",
    display: bool = False,
    bold: bool = False,
) -> Fitted:
    """The text in the largest size from this style down at which it fits; cut in the smallest at worst."""
    if not text:
        return Fitted()
    sizes = sizes_down_from(style)
    for size in sizes:
        lines = broken(text, width, size, display, bold)
        if lines is not None and len(lines) * size * LEADING <= height + 0.5:
            return Fitted(lines, size)
    rows = max(int((height + 0.5) / (sizes[-1] * LEADING)), 1)
    cut = lettering.wrap(text.replace("\n", " "), width, sizes[-1], rows, display, bold)
    return Fitted(cut, sizes[-1], clipped=True)


def labelled(
    text: str,
    width: float,
    height: float,
    style: str = "button",
    display: bool = False,
    bold: bool = False,
) -> Fitted:
    """As `fitted`, but rather a little smaller on one line than broken into two."""
    for size in sizes_down_from(style):
        if size < SIZES["body"]:
            break
        if size * LEADING <= height + 0.5 and lettering.width(text, size, display, bold) <= width:
            return Fitted((text,), size)
    return fitted(text, width, height, style, display, bold)


def broken(
    text: str, width: float, size: float, display: bool = False, bold: bool = False
) -> tuple[str, ...] | None:
    """The text in lines of this width; None where a single word is wider."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in _WORDS.findall(paragraph):
            if lettering.width(line + word.rstrip(), size, display, bold) <= width:
                line += word
                continue
            if line:
                lines.append(line.rstrip())
            line = word
            if lettering.width(line.rstrip(), size, display, bold) > width:
                return None
        lines.append(line.rstrip())
    return tuple(lines)


def height_of(text: str, width: float, style: str, display: bool = False, bold: bool = False) -> float:
    """The height of the text at this width, in its style's own size if its words allow."""
    return fitted(text, width, 1e9, style, display, bold).height


_WORDS = re.compile(r"[^\s-]*-\s*|[^\s-]+\s*|\s+")
