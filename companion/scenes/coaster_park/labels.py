"""Texts that keep to their room."""

from companion.scenes.lettering import width
from companion.scenes.palette import TYPE

SMALL = TYPE["small"]
BODY = TYPE["body"]


def shortest_that_fits(texts: tuple[str, ...], most: float, size: float, *, display: bool = False) -> str:
    """The first of these texts, longest first, that fits; else the last."""
    return next((text for text in texts if width(text, size, display) <= most), texts[-1])
