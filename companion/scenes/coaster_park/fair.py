"""The fairground behind it all: a big wheel, tents and bunting, so faint that nothing on them suffers."""

from itertools import pairwise
from math import cos, pi, sin

from companion.scenes.shapes import Circle, Polygon, Polyline, Shape

FAINT = "edge@22"
FAINTER = "edge@14"

CABINS = 12


def horizon(left: float, base: float, width: float, height: float) -> tuple[Shape, ...]:
    """A fairground's outline that stands on `base` and is no higher than this."""
    wheel = min(height, width * 0.3) * 0.47
    return (
        *_tent(left + width * 0.06, base, height * 0.34),
        *_tent(left + width * 0.13, base, height * 0.24),
        *_wheel(left + width * 0.84, base - wheel * 1.12, wheel, base),
        *_tent(left + width * 0.66, base, height * 0.22),
    )


def _wheel(x: float, y: float, radius: float, base: float) -> tuple[Shape, ...]:
    spokes = []
    cabins: list[Shape] = []
    for cabin in range(CABINS):
        turn = 2 * pi * cabin / CABINS
        rim = (x + radius * cos(turn), y + radius * sin(turn))
        spokes += [(x, y), rim]
        cabins.append(Circle((rim[0], rim[1] + radius * 0.07), radius * 0.085, fill=FAINT))
    return (
        Polyline(((x - radius * 0.5, base), (x, y), (x + radius * 0.5, base)), FAINT, 3.0),
        Circle((x, y), radius, stroke=FAINT, stroke_width=2.0),
        Circle((x, y), radius * 0.86, stroke=FAINTER, stroke_width=1.0),
        Polyline(tuple(spokes), FAINTER, 1.0),
        *cabins,
    )


def _tent(x: float, base: float, height: float) -> tuple[Shape, ...]:
    half = height * 0.62
    wall, eaves = half * 0.82, base - height * 0.42
    peak = base - height
    roof = ((x, peak), (x + half, eaves), (x - half, eaves))
    stripe = ((x, peak), (x + half * 0.34, eaves), (x - half * 0.34, eaves))
    return (
        Polygon(((x - wall, eaves), (x + wall, eaves), (x + wall, base), (x - wall, base)), fill=FAINTER),
        Polygon(roof, fill=FAINT),
        Polygon(stripe, fill=FAINTER),
        Polyline(((x, peak), (x, peak - height * 0.16)), FAINT, 1.0),
        Polygon(
            ((x, peak - height * 0.18), (x + height * 0.14, peak - height * 0.13), (x, peak - height * 0.08)),
            fill=FAINT,
        ),
    )


def bunting(left: float, top: float, width: float, colours: tuple[str, ...]) -> tuple[Shape, ...]:
    """A string of small pennants that sags a little between the ends of its stretches."""
    stretches = max(1, round(width / 130))
    span = width / stretches
    cloths: list[Shape] = []
    string = []
    steps = 8
    for stretch in range(stretches):
        for step in range(steps + (stretch == stretches - 1)):
            share = step / steps
            string.append((left + span * (stretch + share), top + 7 * sin(pi * share)))
    for index, ((x0, y0), (x1, y1)) in enumerate(pairwise(string)):
        paint = colours[index % len(colours)]
        inset = (x1 - x0) * 0.18
        tip = ((x0 + x1) / 2, max(y0, y1) + 9)
        cloths.append(Polygon(((x0 + inset, y0), (x1 - inset, y1), tip), fill=paint))
    return (*cloths, Polyline(tuple(string), "edge@70", 1.0))
