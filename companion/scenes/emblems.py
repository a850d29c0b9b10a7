"""A small picture for each game, and a plain coaster for a game that has none yet."""

from math import cos, pi, sin

from companion.scenes.marks import flag
from companion.scenes.shapes import Circle, Point, Polygon, Polyline, Shape


def emblem(game: str, wide: float, high: float, colours: tuple[str, str]) -> tuple[Shape, ...]:
    """The game's picture in an area of this size, in its pair of colours."""
    match game:
        case "cosmic_coasters":
            return _moons(wide, high, colours)
        case "blast_track":
            return _hexagons(wide, high, colours)
        case "coaster_clash":
            return _ring(wide, high, colours)
        case _:
            return _coaster(wide, high, colours)


def _coaster(wide: float, high: float, colours: tuple[str, str]) -> tuple[Shape, ...]:
    rail, accent = colours
    steps = 60
    points: list[Point] = []
    for step in range(steps + 1):
        part = step / steps
        fall = 0.5 + 0.5 * cos(part * 5 * pi)
        points.append((wide * part, high * (0.92 - (0.78 - 0.5 * part) * fall)))
    posts = [
        Polyline(((x, y), (x, high * 0.95)), f"{rail}@40", 1.5) for x, y in points[::3] if high * 0.95 - y > 6
    ]
    braces = [
        Polyline(((left[0], left[1]), (right[0], high * 0.95)), f"{rail}@25", 1.0)
        for left, right in zip(points[::3], points[3::3], strict=False)
    ]
    top = points[24]
    return (
        *posts,
        *braces,
        Polyline(tuple(points), rail, 6.0),
        Polyline(tuple(points), "cream", 1.6),
        *flag(top[0], top[1] - high * 0.11, high * 0.2, accent, "cream"),
        Circle((points[8][0], points[8][1] - 7), 7, fill="cream", stroke="silver"),
    )


def _moons(wide: float, high: float, colours: tuple[str, str]) -> tuple[Shape, ...]:
    shapes: list[Shape] = [
        Circle(
            (wide * (0.07 + 0.61803 * star % 0.9), high * (0.08 + 0.41421 * star % 0.85)), 1.2, fill="muted"
        )
        for star in range(16)
    ]
    for x, y, radius, colour in (
        (wide * 0.36, high * 0.55, high * 0.38, colours[0]),
        (wide * 0.72, high * 0.4, high * 0.24, colours[1]),
    ):
        rim = [(x + radius * 0.8 * sin(t * pi / 4), y + radius * 0.8 * cos(t * pi / 4)) for t in range(8)]
        shapes += [
            Circle((x, y), radius, fill=f"{colour}@30", stroke=colour, stroke_width=3),
            Polyline(tuple(rim), f"{colour}@80", 1.5, closed=True),
            *(Polyline(((x, y), point), f"{colour}@60", 1.5) for point in rim[::2]),
            *(Circle(point, radius * 0.11, fill=colour) for point in rim),
            Circle((x, y), radius * 0.22, fill="ink", stroke="cream", stroke_width=2),
        ]
    return tuple(shapes)


def _hexagons(wide: float, high: float, colours: tuple[str, str]) -> tuple[Shape, ...]:
    radius = min(high * 0.31, wide * 0.15)
    step = radius * 3**0.5
    shapes: list[Shape] = []
    for column, row in ((0, 0), (1, 0), (2, 0), (0.5, 1), (1.5, 1)):
        x = wide / 2 + (column - 1) * step
        y = high * 0.34 + row * radius * 1.5
        corners = tuple(
            (x + radius * 0.95 * sin(t * pi / 3), y + radius * 0.95 * cos(t * pi / 3)) for t in range(6)
        )
        shapes.append(Polygon(corners, fill=f"{colours[0]}@25", stroke=f"{colours[0]}@70", stroke_width=1.5))
    left, middle = wide / 2 - 1.5 * step, high * 0.34
    track = tuple(
        (left + 3 * step * t / 40, middle + radius * 0.75 * (1 - cos(t / 40 * 4 * pi)) / 1) for t in range(41)
    )
    return (*shapes, Polyline(track, colours[0], 6.0), Polyline(track, "cream", 1.6, dash=5.0))


def _ring(wide: float, high: float, colours: tuple[str, str]) -> tuple[Shape, ...]:
    x, y, radius = wide / 2, high * 0.52, high * 0.36
    shapes: list[Shape] = [Circle((x, y), radius, stroke=f"{colours[0]}@40", stroke_width=10)]
    for area in range(6):
        turn = area * pi / 3
        spot = (x + radius * sin(turn), y - radius * cos(turn))
        shapes.append(
            Circle(
                spot,
                radius * 0.3,
                fill=colours[area % 2],
                stroke="cream" if area == 0 else "",
                stroke_width=2,
            )
        )
    loop = tuple(
        (x + radius * 0.45 * sin(t * pi / 12), y - radius * 0.45 * cos(t * pi / 12)) for t in range(25)
    )
    return (*shapes, Polyline(loop, "cream", 3.0))
