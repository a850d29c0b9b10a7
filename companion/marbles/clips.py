"""Clips by name, so that their order on a coaster is known again whatever the boards are plugged into.

A clip's name is the board's identity and its beam there, `00C0FFEE:3`; beams without a board of that kind
go by their number, or by their pin, alone.
"""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from companion.marbles.beams import BeamSource

ABSENT = -1
"""The place of a clip whose board has not been found: no edge has this beam, so it counts as silent."""


@runtime_checkable
class Named(Protocol):
    """A source that knows what its beams are called, in the order of their numbers."""

    def names(self) -> tuple[str, ...]:
        """The names of the beams that are there now."""


def names(source: BeamSource) -> tuple[str, ...]:
    """What the beams of a source are called."""
    if isinstance(source, Named):
        return source.names()
    return tuple(str(beam + 1) for beam in range(source.beams))


def ordered(clips: Sequence[str], source: BeamSource) -> tuple[int, ...]:
    """The beams of these clips; every beam in the order of its number where no clips are named.

    A clip that is not there keeps its place, as those behind it watch the same hills as before.
    """
    there = names(source)
    if not clips:
        return tuple(range(len(there)))
    return tuple(there.index(clip) if clip in there else ABSENT for clip in clips)
