"""From broken beams to how far the marble ran."""

from companion.marbles.beams import (
    BUMP,
    AddressError,
    Beam,
    BeamSource,
    Edge,
    LinkState,
    LinkStatus,
    Role,
    Run,
    layout,
    open_source,
)
from companion.marbles.reading import CERTAIN, Chance, Mark, Reading, Result
from companion.marbles.tracker import judge, judge_all

__all__ = [
    "BUMP",
    "CERTAIN",
    "AddressError",
    "Beam",
    "BeamSource",
    "Chance",
    "Edge",
    "LinkState",
    "LinkStatus",
    "Mark",
    "Reading",
    "Result",
    "Role",
    "Run",
    "judge",
    "judge_all",
    "layout",
    "open_source",
]
