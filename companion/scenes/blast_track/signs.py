"""The signs of the five score tracks, of the ride, and of what befalls a track."""

from math import cos, pi, sin

from companion.scenes.blast_track.hexes import corners
from companion.scenes.blast_track.rails import placed
from companion.scenes.blast_track.tiles import LOOPING, slope_sign
from companion.scenes.marks import Shapes
from companion.scenes.shapes import Circle, Polygon, Polyline

TRACKS = ("tunnel", "slope", "loop", "help", "connection")

TITLES = {
    "tunnel": "Tunnel",
    "slope": "Slope",
    "loop": "Loop",
    "help": "Help",
    "connection": "Connection",
    "ride": "Ride",
}


def sign(track: str, x: float, y: float, size: float) -> Shapes:
    """The sign of a track, in a square of this side."""
    match track:
        case "tunnel":
            return _arch(x, y, size)
        case "slope":
            return slope_sign(x, y, size)
        case "loop":
            return (
                Circle((x, y), size / 2, fill="accent", stroke="ink", stroke_width=max(1.0, size * 0.05)),
                Polyline(placed(LOOPING, x, y, size), "ink", max(1.2, size * 0.1)),
            )
        case "help":
            return _couple(x, y, size)
        case "connection":
            return _chain(x, y, size)
        case _:
            return crown(x, y, size)


def _arch(x: float, y: float, size: float) -> Shapes:
    def bow(radius: float) -> tuple[tuple[float, float], ...]:
        arch = tuple((-radius * cos(pi * t / 8), 0.05 - radius * sin(pi * t / 8)) for t in range(9))
        return placed(((-radius, 0.42), *arch, (radius, 0.42)), x, y, size)

    return Polygon(bow(0.48), fill="tunnel_in"), Polygon(bow(0.28), fill="ink")


def _couple(x: float, y: float, size: float) -> Shapes:
    """Two carts coupled together."""
    shapes: Shapes = (Polyline(((x - size * 0.2, y), (x + size * 0.2, y)), "text", max(1.5, size * 0.1)),)
    for side in (-1, 1):
        left, right = sorted((x + side * size * 0.08, x + side * size * 0.5))
        body = (
            (left, y - size * 0.22),
            (right, y - size * 0.22),
            (right - size * 0.05, y + size * 0.16),
            (left + size * 0.05, y + size * 0.16),
        )
        shapes += (
            Polygon(body, fill="good", stroke="ink", stroke_width=max(1.0, size * 0.05)),
            Circle(((left + right) / 2, y + size * 0.24), size * 0.1, fill="text"),
        )
    return shapes


def _chain(x: float, y: float, size: float) -> Shapes:
    """Three hexagons on one rail."""
    line = max(1.0, size * 0.05)
    return (
        *(
            Polygon(
                corners(x + size * dx, y + size * dy, size * 0.27),
                fill="control",
                stroke="text",
                stroke_width=line,
            )
            for dx, dy in ((-0.24, 0.18), (0.24, 0.18), (0.0, -0.2))
        ),
        Polyline(
            ((x - size * 0.4, y + size * 0.2), (x, y - size * 0.14), (x + size * 0.4, y + size * 0.2)),
            "accent",
            max(1.5, size * 0.1),
        ),
    )


def crown(x: float, y: float, size: float) -> Shapes:
    """The longest ride."""
    points = (
        (-0.42, 0.3),
        (-0.48, -0.24),
        (-0.2, 0.02),
        (0.0, -0.4),
        (0.2, 0.02),
        (0.48, -0.24),
        (0.42, 0.3),
    )
    return (
        Polygon(
            placed(points, x, y, size), fill="accent", stroke="ink@60", stroke_width=max(1.0, size * 0.05)
        ),
    )


def back_arrow(x: float, y: float, size: float) -> Shapes:
    """The red Arrow Token: from here on the track runs backwards."""
    head = ((-0.3, 0.0), (0.02, -0.28), (0.02, -0.1), (0.3, -0.1), (0.3, 0.1), (0.02, 0.1), (0.02, 0.28))
    return (
        Circle((x, y), size / 2, fill="speed", stroke="cream", stroke_width=max(1.0, size * 0.06)),
        Polygon(placed(head, x, y, size), fill="cream"),
    )
