"""Plain shapes: a picture of a table as data, drawn alike on the kiosk and as SVG on a tablet.

Coordinates are in density-independent pixels of the area the scene was drawn for, x to the right,
y downward. Colours are the names that `palette.colour` resolves for dark or light when drawn.
A shape with an `id` can be tapped.
"""

from msgspec import Struct

Point = tuple[float, float]


class Polyline(Struct, frozen=True, omit_defaults=True, tag=True):
    """A line through points; `dash` is the length of dashes and gaps, 0 for a solid line."""

    points: tuple[Point, ...]
    colour: str
    width: float = 1.0
    dash: float = 0.0
    closed: bool = False
    id: str = ""


class Polygon(Struct, frozen=True, omit_defaults=True, tag=True):
    """A filled shape; an empty `fill` or `stroke` is left out."""

    points: tuple[Point, ...]
    fill: str = ""
    stroke: str = ""
    stroke_width: float = 1.0
    id: str = ""


class Circle(Struct, frozen=True, omit_defaults=True, tag=True):
    """A disc or a ring."""

    centre: Point
    radius: float
    fill: str = ""
    stroke: str = ""
    stroke_width: float = 1.0
    id: str = ""


class Box(Struct, frozen=True, omit_defaults=True, tag=True):
    """A rectangle with rounded corners, by its top left corner."""

    corner: Point
    width: float
    height: float
    radius: float = 0.0
    fill: str = ""
    stroke: str = ""
    stroke_width: float = 1.0
    id: str = ""


class Text(Struct, frozen=True, omit_defaults=True, tag=True):
    """One line of text; `at` is its anchor at the middle of its height, `width` the most it may take.

    `anchor` is start, middle or end; `display` chooses the fairground face instead of Roboto.
    The middle of the line's box and of its capitals are the same in both faces, to a hair: a renderer may
    centre either on `at`. Text wider than a `width` above 0 ends in an ellipsis.
    """

    at: Point
    text: str
    size: float
    colour: str = "text"
    anchor: str = "middle"
    display: bool = False
    bold: bool = False
    width: float = 0.0
    id: str = ""


class Target(Struct, frozen=True, tag=True):
    """An invisible area that a finger may touch for `id`, where the drawn shape is too small."""

    corner: Point
    width: float
    height: float
    id: str


Shape = Polyline | Polygon | Circle | Box | Text | Target


class Scene(Struct, frozen=True):
    """A picture of one size; later shapes lie on top, and are touched first."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
