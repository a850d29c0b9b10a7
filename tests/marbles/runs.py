"""Runs written out by hand for the tests: pulses in milliseconds, beam by beam."""

from collections.abc import Sequence

from companion.marbles import Beam, Edge, Run, layout

Pulses = Sequence[tuple[float, int, float]]
"""When, at which beam, and for how long it was broken."""


def edges(pulses: Pulses) -> tuple[Edge, ...]:
    """The edges of these pulses, in order of time."""
    both = [
        edge
        for at, beam, ms in pulses
        for edge in (
            Edge(round(at * 1000), beam, broken=True),
            Edge(round((at + ms) * 1000), beam, broken=False),
        )
    ]
    return tuple(sorted(both, key=lambda edge: edge.t_us))


def run(hills: str, ended_ms: float, beams: Sequence[Beam] | None = None) -> Run:
    """A run on the coaster of these hills, its beams 260 mm apart, or 130 inside a Bump."""
    names = tuple(hills.split())
    places, at = [], 0
    for beam in layout(names):
        at += 130 if names[beam.hill] == "Bump" else 260
        places.append(Beam(beam.hill, beam.role, at))
    return Run("r1", names, tuple(places) if beams is None else tuple(beams), 0, round(ended_ms * 1000))
