"""The rules in our own words, which a touch on a cited section opens: a game's `explanations.toml`."""

from collections.abc import Mapping
from functools import cache
from importlib import resources

import msgspec
from msgspec import Struct


class Explanation(Struct, frozen=True):
    """A rule in our own words; `heading` is the part of the rulebook that a ruling belongs to."""

    text: str
    heading: str = ""


Explanations = Mapping[str, Explanation]
"""A game's explanations by heading or ruling."""


@cache
def explanations(package: str) -> Explanations:
    """All explanations of the game that is told in this package."""
    text = (resources.files(package) / "explanations.toml").read_bytes()
    return msgspec.toml.decode(text, type=dict[str, Explanation])


def cited(found: Explanations, section: str) -> str:
    """A section as it is shown: a ruling with the heading it belongs to."""
    rule = found.get(section)
    return f"{rule.heading} · {section}" if rule is not None and rule.heading else section


def explained(found: Explanations, section: str) -> str:
    """What a heading or ruling says, also as it is shown; nothing for what this game does not cite."""
    rule = found.get(section.rpartition(" · ")[2])
    return "" if rule is None else rule.text
