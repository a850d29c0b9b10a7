"""Which shape a finger meets, and where to put it to meet a given one."""

from itertools import product
from math import hypot

from companion.scenes.shapes import Box, Circle, Point, Polygon, Polyline, Scene, Shape, Target, Text

Bounds = tuple[float, float, float, float]
"""Left, top, right, bottom."""

LINE = 12.0
"""How far from a line that can be tapped a finger may fall, in dp."""

_SHARES = (0.5, 0.35, 0.65, 0.2, 0.8, 0.08, 0.92)
_SPOTS = sorted(product(_SHARES, _SHARES), key=lambda spot: hypot(spot[0] - 0.5, spot[1] - 0.5))
"""Parts of a shape's width and height to try, from its middle outward."""


def touched(scene: Scene, x: float, y: float) -> str:
    """The id of the topmost shape at this point that has one; empty where there is none."""
    for shape in reversed(scene.shapes):
        if shape.id and covers(shape, x, y):
            return shape.id
    return ""


def spot(scene: Scene, id_: str) -> Point | None:
    """A point at which a finger meets this id, as near the middle of one of its shapes as can be."""
    for shape in reversed(scene.shapes):
        if shape.id == id_:
            left, top, right, bottom = bounds(shape)
            for across, down in _SPOTS:
                point = (left + across * (right - left), top + down * (bottom - top))
                if touched(scene, *point) == id_:
                    return point
    return None


def covers(shape: Shape, x: float, y: float) -> bool:
    """Whether a point lies on a shape; a line counts for a finger's breadth."""
    match shape:
        case Circle((cx, cy), radius):
            return hypot(x - cx, y - cy) <= radius
        case Polygon(points):
            return _inside(points, x, y)
        case Polyline(points, closed=closed):
            ends = (*points, points[0]) if closed else points
            return any(_distance(ends[n], ends[n + 1], x, y) <= LINE for n in range(len(ends) - 1))
        case Box() | Target() | Text():
            left, top, right, bottom = bounds(shape)
            return left <= x <= right and top <= y <= bottom


def bounds(shape: Shape) -> Bounds:
    """The rectangle around a shape; of a text, the room it was given."""
    match shape:
        case Circle((x, y), radius):
            return x - radius, y - radius, x + radius, y + radius
        case Polygon(points) | Polyline(points):
            across, down = [point[0] for point in points], [point[1] for point in points]
            return min(across), min(down), max(across), max(down)
        case Box((x, y), width, height) | Target((x, y), width, height):
            return x, y, x + width, y + height
        case Text((x, y), text, size):
            wide = shape.width or size * 0.5 * len(text)
            left = x - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[shape.anchor]
            return left, y - size / 2, left + wide, y + size / 2


def _inside(points: tuple[Point, ...], x: float, y: float) -> bool:
    """By the number of sides that a ray to the right crosses."""
    crossed = False
    for (x0, y0), (x1, y1) in zip(points, (*points[1:], points[0]), strict=True):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
            crossed = not crossed
    return crossed


def _distance(start: Point, end: Point, x: float, y: float) -> float:
    (x0, y0), (x1, y1) = start, end
    length = (x1 - x0) ** 2 + (y1 - y0) ** 2
    along = 0.0 if not length else max(0.0, min(1.0, ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length))
    return hypot(x - x0 - along * (x1 - x0), y - y0 - along * (y1 - y0))
