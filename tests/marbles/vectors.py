"""The facts that both sides of the protocol are held to, as the Python tests read them."""

import re
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

FILE = Path(__file__).parents[2] / "firmware" / "vectors.txt"

STORIES = ("filter", "dialogue")
"""Those whose facts come in many lines, one after the other."""


class Story(Struct, frozen=True):
    """A filter's or a dialogue's lines, each split into its first word and the rest."""

    kind: str
    title: str
    lines: tuple[tuple[str, str], ...]


def facts(kind: str) -> list[str]:
    """What follows the word `kind` on each of its lines."""
    return [rest for word, rest in _outside_stories() if word == kind]


def stories(kind: str) -> list[Story]:
    """All stories of a kind."""
    return [story for story in _stories() if story.kind == kind]


def raw(text: str) -> bytes:
    """The bytes that are meant, each `\\xNN` for one."""
    return re.sub(rb"\\x([0-9A-F]{2})", lambda match: bytes([int(match[1], 16)]), text.encode("ascii"))


def _lines() -> Iterator[tuple[str, str]]:
    for line in FILE.read_text("ascii").split("\n"):
        if line and not line.startswith("#"):
            word, _, rest = line.partition(" ")
            yield word, rest


def _outside_stories() -> Iterator[tuple[str, str]]:
    for word, rest in _lines():
        if word in STORIES:
            return
        yield word, rest


def _stories() -> Iterator[Story]:
    begun: tuple[str, str] | None = None
    lines: list[tuple[str, str]] = []
    for word, rest in _lines():
        if word in STORIES:
            if begun:
                yield Story(*begun, tuple(lines))
            begun, lines = (word, rest), []
        elif begun:
            lines.append((word, rest))
    if begun:
        yield Story(*begun, tuple(lines))
