"""What a moon looks like: its body and what marks it, the colour of its owner around it."""

from math import cos, pi, sin

from companion.scenes.shapes import Circle, Point, Polyline, Shape

Shapes = tuple[Shape, ...]

_CRATERS: dict[str, tuple[tuple[float, float, float], ...]] = {
    "Ganymede": (
        (0.32, -0.3, 0.15),
        (-0.36, 0.3, 0.1),
        (-0.3, -0.42, 0.07),
        (0.42, 0.36, 0.06),
        (-0.6, 0.08, 0.05),
    ),
    "Callisto": (
        *(
            (-0.34, -0.32, 0.13),
            (0.36, 0.34, 0.12),
            (0.3, -0.42, 0.06),
            (0.46, -0.22, 0.08),
            (-0.28, 0.42, 0.08),
        ),
        *(
            (-0.48, 0.22, 0.06),
            (0.62, 0.1, 0.045),
            (-0.62, -0.12, 0.05),
            (0.12, 0.62, 0.045),
            (0.16, -0.64, 0.05),
        ),
    ),
    "Europa": ((0.36, -0.34, 0.06), (-0.4, 0.32, 0.05)),
    "Io": ((0.34, -0.33, 0.11), (-0.36, 0.33, 0.13), (0.34, 0.4, 0.06), (-0.4, -0.3, 0.07)),
}
_PLAIN = ((0.33, -0.32, 0.13), (-0.36, 0.34, 0.11), (0.38, 0.4, 0.07), (-0.34, -0.4, 0.06))

_TINT = {"Ganymede": "#B98B5E", "Callisto": "#7E93A8", "Europa": "#9AD9FF", "Io": "#FFC145"}

_CRACKS: tuple[tuple[Point, ...], ...] = (
    ((-0.78, -0.3), (-0.4, -0.22), (-0.1, -0.34), (0.28, -0.22), (0.74, -0.34)),
    ((-0.66, 0.5), (-0.3, 0.3), (0.1, 0.36), (0.36, 0.2), (0.8, 0.26)),
    ((-0.24, -0.8), (-0.3, -0.4), (-0.16, 0.06), (-0.28, 0.4), (-0.18, 0.8)),
    ((0.3, -0.78), (0.24, -0.3), (0.34, 0.1), (0.22, 0.5), (0.3, 0.8)),
)


def body(name: str, centre: Point, radius: float, colour: str) -> Shapes:
    """The moon of this name, lit from the upper left, with its owner's colour glowing around it."""
    x, y = centre
    glow = tuple(
        Circle(centre, radius + far, fill=f"{colour}@{strength}") for far, strength in ((8, 9), (5, 16))
    )
    light = tuple(
        Circle((x - radius * shift, y - radius * shift), radius * (1 - 1.5 * shift), fill=fill)
        for shift, fill in ((0.0, "moon"), (0.07, "moon_lit"), (0.17, "moon_bright"))
    )
    tint = _TINT.get(name)
    wash = (Circle(centre, radius, fill=f"{tint}@9"),) if tint else ()
    craters = tuple(
        part
        for dx, dy, size in _CRATERS.get(name, _PLAIN)
        for part in _crater(x + dx * radius, y + dy * radius, size * radius)
    )
    cracks = _cracks(centre, radius) if name == "Europa" else ()
    ash = _plumes(centre, radius) if name == "Io" else ()
    return (
        *glow,
        *light,
        *wash,
        *ash,
        *cracks,
        *craters,
        Circle(centre, radius, stroke=colour, stroke_width=3.0),
    )


def unknown(centre: Point, radius: float, colour: str) -> Shapes:
    """A place that waits for its moon."""
    turns = 48
    around = tuple(
        (centre[0] + radius * cos(2 * pi * turn / turns), centre[1] + radius * sin(2 * pi * turn / turns))
        for turn in range(turns)
    )
    return (
        Circle(centre, radius, fill="moon@25"),
        Polyline(around, f"{colour}@70", 2.5, dash=7.0, closed=True),
    )


def _crater(x: float, y: float, size: float) -> Shapes:
    """A hollow whose far wall is lit."""
    return (
        Circle((x, y), size, fill="crater"),
        Circle((x - size * 0.16, y - size * 0.16), size * 0.8, fill="#000000@12"),
    )


def _plumes(centre: Point, radius: float) -> Shapes:
    """Sulphur fallen around Io's volcanoes."""
    return tuple(
        Circle((centre[0] + dx * radius, centre[1] + dy * radius), size * radius, fill=f"#FF8A3D@{strength}")
        for dx, dy, size, strength in (
            (0.34, -0.33, 0.24, 12),
            (-0.36, 0.33, 0.28, 12),
            (-0.4, -0.3, 0.16, 10),
        )
    )


def _cracks(centre: Point, radius: float) -> Shapes:
    """The lines in Europa's ice."""
    return tuple(
        Polyline(
            tuple((centre[0] + dx * radius, centre[1] + dy * radius) for dx, dy in crack), "#9AD9FF@22", 1.5
        )
        for crack in _CRACKS
    )
