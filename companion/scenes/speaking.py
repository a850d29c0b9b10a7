"""Names, numbers and lists as sentences need them, the same in every game."""

import re

from companion.rules.contract import Seat

NAME = 14
"""The most letters of a player's name in a sentence."""


def called(names: tuple[str, ...], seat: Seat) -> str:
    """A player's name, short enough for a sentence: the first of several if that is clear, or cut."""
    name = names[seat]
    if len(name) <= NAME:
        return name
    firsts = [_first(other) for other in names]
    if firsts.count(firsts[seat]) == 1 and len(firsts[seat]) <= NAME:
        return firsts[seat]
    last = name.split()[-1]
    return f"{firsts[seat][: NAME - 3]} {last[0]}." if last != firsts[seat] else f"{name[: NAME - 1]}…"


def possessive(name: str) -> str:
    """Whose something is."""
    return f"{name}’" if name.endswith(("s", "x", "z")) else f"{name}’s"


def plural(count: int, thing: str) -> str:
    """So many of a thing: `1 hill`, `3 hills`."""
    return f"{count} {thing}" if abs(count) == 1 else f"{count} {thing}s"


def listed(words: list[str], joint: str = "and") -> str:
    """Words in a row: `a, b and c`."""
    return f" {joint} ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else "".join(words)


def _first(name: str) -> str:
    return re.split(r"[\s-]", name, maxsplit=1)[0]
