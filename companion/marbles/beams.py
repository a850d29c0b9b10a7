"""Edges of light beams, where the beams sit, and the address that opens a source of edges."""

import importlib
import importlib.util
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Protocol, cast

from msgspec import Struct, field

BUMP = "Bump"
"""The hill that has a valley of its own, and a beam in it: a marble may rest between its two bumps."""

MOST_BEAMS = 12
"""As many as one board carries, and one more than the longest coaster of six Bumps needs."""


class Edge(Struct, frozen=True):
    """A beam was broken, or became clear again; `t_us` was taken at the edge, in the source's own clock."""

    t_us: int
    beam: int
    broken: bool


class Role(StrEnum):
    """What a beam watches: the exit of a hill, or the valley between the bumps of a Bump."""

    EXIT = "exit"
    REST = "rest"


class Beam(Struct, frozen=True, omit_defaults=True):
    """A beam's place on the coaster; `at_mm` is its distance along the track, where somebody measured it."""

    hill: int
    role: Role
    at_mm: int | None = None


class Run(Struct, frozen=True):
    """One run of a marble: the coaster, its beams in the order of their numbers, and when it was."""

    name: str = field(name="run")
    hills: tuple[str, ...]
    beams: tuple[Beam, ...]
    launched_us: int
    ended_us: int


def layout(hills: Sequence[str]) -> tuple[Beam, ...]:
    """The beams of a coaster fully equipped: one at each hill's exit, one more inside every Bump."""
    beams: list[Beam] = []
    for index, hill in enumerate(hills):
        if hill == BUMP:
            beams.append(Beam(index, Role.REST))
        beams.append(Beam(index, Role.EXIT))
    return tuple(beams)


class LinkState(StrEnum):
    """How a source stands with its beams."""

    SEARCHING = "searching"
    HANDSHAKING = "handshaking"
    LIVE = "live"
    STALE = "stale"
    LOST = "lost"


class LinkStatus(Struct, frozen=True):
    """A source's link, in a word and a sentence, with each beam's level (True: broken) and edges so far.

    `gaps` grows whenever something may have been missed: a run in which it grew can't be certain.
    """

    state: LinkState
    detail: str = ""
    levels: tuple[bool, ...] = ()
    counts: tuple[int, ...] = ()
    overflowed: int = 0
    gaps: int = 0


Hear = Callable[[Edge], None]
Stop = Callable[[], None]


class BeamSource(Protocol):
    """Something that tells edges: a board, the Pi's pins, a pretend coaster or a recording.

    Edges reach every listener in order of time, on a thread of the source's own.
    """

    @property
    def address(self) -> str:
        """What opens this source again."""

    @property
    def beams(self) -> int:
        """How many beams it has."""

    def listen(self, hear: Hear) -> Stop:
        """Call `hear` with every edge from now on, until the returned function is called."""

    def status(self) -> LinkStatus:
        """How the link stands now."""

    def now_us(self) -> int:
        """The present moment in the clock of the edges."""

    def close(self) -> None:
        """Let go of the device; no edge is heard afterwards."""


class AddressError(ValueError):
    """An address that opens no source; the message says what would."""


SCHEMES = {"simulated": "simulated", "recording": "recording", "gpio": "gpio", "serial": "link"}
"""The module that opens each kind of address, with its `opened(rest of the address)`."""

EXAMPLES = "simulated:, recording:evening.jsonl, gpio:17,27,22 or serial:auto"


def open_source(address: str) -> BeamSource:
    """The source at an address such as `simulated:` or `recording:FILE`; AddressError where there is none."""
    scheme, colon, rest = address.partition(":")
    if not colon or scheme not in SCHEMES:
        raise AddressError(f"{address!r} is no address of beams: use {EXAMPLES}")
    module = f"companion.marbles.{SCHEMES[scheme]}"
    if importlib.util.find_spec(module) is None:
        raise AddressError(
            f"{scheme}: beams are not part of this installation; simulated: and recording: are"
        )
    return cast(BeamSource, importlib.import_module(module).opened(rest))
