"""Lines of text that keep to their room."""

from companion.scenes.lettering import fit, width
from companion.scenes.palette import TYPE
from companion.scenes.shapes import Point, Text


def label(
    at: Point,
    text: str,
    most: float,
    size: float = TYPE["small"],
    *,
    colour: str = "text",
    anchor: str = "middle",
    display: bool = False,
    bold: bool = False,
) -> Text:
    """One line of text, never wider than this."""
    return Text(at, fit(text, most, size, display, bold), size, colour, anchor, display, bold)


def largest(
    text: str, most: float, sizes: tuple[float, ...], *, display: bool = False, bold: bool = False
) -> float:
    """The first of these sizes, largest first, in which the text fits; else the last."""
    return next((size for size in sizes if width(text, size, display, bold) <= most), sizes[-1])
