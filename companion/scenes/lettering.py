"""How wide letters are, so that a scene can fit its words without a window to ask.

Kerning is left out: a measured width is the true one or a little more.
"""

from collections.abc import Mapping
from functools import cache
from importlib import resources

import msgspec

ELLIPSIS = "…"

WIDEST = 1000
"""What a letter is taken for that no face of ours has: a full square."""


def width(text: str, size: float, display: bool = False, bold: bool = False) -> float:
    """The width of one line of text, in the unit of its size."""
    letters = _faces()["fredoka" if display else "roboto_bold" if bold else "roboto"]
    return sum(letters.get(letter, WIDEST) for letter in text) * size / 1000


def fit(text: str, most: float, size: float, display: bool = False, bold: bool = False) -> str:
    """The text, or as much of it as this width takes, ending in an ellipsis."""
    if width(text, size, display, bold) <= most:
        return text
    for end in range(len(text) - 1, 0, -1):
        short = text[:end].rstrip(" ·,:") + ELLIPSIS
        if width(short, size, display, bold) <= most:
            return short
    return ELLIPSIS


def wrap(
    text: str, most: float, size: float, lines: int, display: bool = False, bold: bool = False
) -> tuple[str, ...]:
    """The text in at most so many lines of this width; the last ends in an ellipsis where words are left."""
    rows: list[str] = []
    words = text.split()
    while words and len(rows) < lines:
        if len(rows) == lines - 1:
            rows.append(fit(" ".join(words), most, size, display, bold))
            break
        taken = 1
        while taken < len(words) and width(" ".join(words[: taken + 1]), size, display, bold) <= most:
            taken += 1
        rows.append(fit(" ".join(words[:taken]), most, size, display, bold))
        words = words[taken:]
    return tuple(rows)


@cache
def _faces() -> Mapping[str, Mapping[str, int]]:
    table = msgspec.toml.decode(
        (resources.files(__package__) / "lettering.toml").read_bytes(), type=dict[str, dict[str, str]]
    )
    return {
        face: {letter: int(thousandths) for thousandths, letters in rows.items() for letter in letters}
        for face, rows in table.items()
    }
