"""The moons, as printed: their spaces, what is connected with what, and each one's special power.

A space is a whole number. The moon of seat `k` has the spaces from `9 * k` on: its ring, clockwise, then
its Teleport Pad.
"""

from collections.abc import Callable, Iterator
from enum import StrEnum
from functools import cache
from itertools import combinations
from operator import itemgetter
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from companion.rules.contract import Seat

Space = int
"""A place for one ship, counted over all moons."""

Ships = tuple[Seat | None, ...]
"""Whose ship stands on each space."""

RING = 8
"""Spaces around a moon; the Teleport Pad in its middle follows them."""

SPACES = RING + 1
"""Spaces of one moon."""

FLEET = 7
"""Ships of each player."""

CONTROL = 2
"""Control Points that give control of a Teleport Pad, and that flank a Factory."""

AT_HOME = 2
"""Ships that a seat needs on its home moon to stay in the game (CO15)."""

Kind = Literal["factory", "control-point", "pad"]
"""What is printed on a space."""


class Power(StrEnum):
    """What only the player of one moon can do."""

    INHIBITOR = "teleport-inhibitor"
    TRANSIT = "rapid-transit"
    WARNING = "warning-system"
    STINGING = "stinging-defense"


Provenance = Literal["rulebook", "house", "table"]
"""Where a value is known from."""


class Board(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """One moon's graph; all moons have the same."""

    ring: tuple[Kind, ...]
    spokes: Kind
    provenance: Provenance = "table"


class Moon(Struct, frozen=True, forbid_unknown_fields=True):
    """A moon's name and the power that goes with it (CO26)."""

    name: str
    power: Power
    provenance: Provenance = "table"


class Components(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything printed that the rules need to know."""

    board: Board
    moons: tuple[Moon, ...]


def spaces_of(moon: Seat) -> range:
    """The spaces of one moon."""
    return range(moon * SPACES, (moon + 1) * SPACES)


def complaints(components: Components) -> Iterator[str]:
    """What keeps these components from being played with, a line each; nothing when all is well."""
    ring = components.board.ring
    if len(ring) != RING or any(one == two for one, two in zip(ring, (*ring[1:], *ring[:1]), strict=True)):
        yield "board.ring: four factories and four control points in turn are expected"
    if "pad" in ring:
        yield "board.ring: the pad lies in the middle, not in the ring"
    if components.board.spokes == "pad":
        yield "board.spokes: either factory or control-point is expected"
    for what, values in (
        ("name", [moon.name for moon in components.moons]),
        ("power", [moon.power for moon in components.moons]),
    ):
        if len(values) != len(Power) or len(set(values)) != len(values) or "" in values:
            yield f"moons: four moons are expected, each with a {what} of its own"


@cache
def house() -> Components:
    """The components that ship with the game."""
    text = Path(__file__).with_name("components.toml").read_text(encoding="utf-8")
    return msgspec.toml.decode(text, type=Components)


def plain(components: Components) -> dict[str, Any]:
    """The components as plain values, such as a components file holds."""
    values: dict[str, Any] = msgspec.to_builtins(components)
    return values


class Chart:
    """The spaces of all moons in play, with all that follows from how they are connected.

    `holders` gives for each moon what picks the holders of its Control Points out of all ships.
    """

    def __init__(self, board: Board, seats: int) -> None:
        self.seats = seats
        self.spaces = SPACES * seats
        self.kinds: tuple[Kind, ...] = (*board.ring, "pad") * seats
        self.neighbours = tuple(
            tuple(sorted(moon * SPACES + place for place in _joined(board, space)))
            for moon in range(seats)
            for space in range(SPACES)
        )
        self.pads = self._every("pad")
        self.factories = self._every("factory")
        points = self._every("control-point")
        self.points = tuple(tuple(p for p in points if p // SPACES == moon) for moon in range(seats))
        self.holders: tuple[Callable[[Ships], Ships], ...] = tuple(
            itemgetter(*around) for around in self.points
        )
        self.flanks = {
            factory: tuple(space for space in self.neighbours[factory] if space in points)
            for factory in self.factories
        }
        self.pairs = tuple(
            tuple(combinations([f for f in self.factories if f // SPACES == moon], 2))
            for moon in range(seats)
        )

    def _every(self, kind: Kind) -> tuple[Space, ...]:
        return tuple(space for space in range(self.spaces) if self.kinds[space] == kind)


def _joined(board: Board, space: int) -> set[int]:
    """The spaces of its moon that one of them is connected with, all counted within the moon."""
    spokes = {place for place in range(RING) if board.ring[place] == board.spokes}
    if space == RING:
        return spokes
    around = {(space + 1) % RING, (space - 1) % RING}
    return around | {RING} if space in spokes else around


@cache
def chart(board: Board, seats: int) -> Chart:
    """The chart of so many moons, made once."""
    return Chart(board, seats)
