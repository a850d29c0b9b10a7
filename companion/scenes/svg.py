"""A scene as an SVG picture, for tablets and for print."""

from html import escape

from companion.scenes.lettering import fit
from companion.scenes.palette import colour
from companion.scenes.shapes import Box, Circle, Point, Polygon, Polyline, Scene, Shape, Target, Text

MIDDLE = 0.36
"""How far below the middle of the capitals the baseline lies, as a part of the type's size; in both faces."""


def svg(scene: Scene, dark: bool = True, ground: str = "") -> str:
    """The scene as one SVG element; `ground` names a colour to lay behind it."""
    width, height = _number(scene.width), _number(scene.height)
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" {size}>']
    if ground:
        parts.append(f'<rect width="100%" height="100%" fill="{colour(ground, dark)}"/>')
    parts.extend(_element(shape, dark) for shape in scene.shapes)
    parts.append("</svg>")
    return "\n".join(parts)


def _element(shape: Shape, dark: bool) -> str:
    name = f' data-id="{escape(shape.id)}"' if shape.id else ""
    match shape:
        case Polyline(points, stroke, width, dash, closed):
            tag = "polygon" if closed else "polyline"
            dashes = f' stroke-dasharray="{_number(dash)}"' if dash else ""
            return (
                f'<{tag}{name} points="{_points(points)}" fill="none" stroke="{colour(stroke, dark)}" '
                f'stroke-width="{_number(width)}" stroke-linecap="round" stroke-linejoin="round"{dashes}/>'
            )
        case Polygon(points):
            paint = _paint(shape.fill, shape.stroke, shape.stroke_width, dark)
            return f'<polygon{name} points="{_points(points)}" {paint}/>'
        case Circle((x, y), radius):
            paint = _paint(shape.fill, shape.stroke, shape.stroke_width, dark)
            return f'<circle{name} cx="{_number(x)}" cy="{_number(y)}" r="{_number(radius)}" {paint}/>'
        case Box():
            paint = _paint(shape.fill, shape.stroke, shape.stroke_width, dark)
            return f'<rect{name} {_area(shape)} rx="{_number(shape.radius)}" {paint}/>'
        case Text():
            return _text(shape, name, dark)
        case Target():
            return f'<rect{name} {_area(shape)} fill="transparent"/>'


def _text(text: Text, name: str, dark: bool) -> str:
    x, y = text.at
    face = "Fredoka One" if text.display else "Roboto"
    weight = ' font-weight="700"' if text.bold and not text.display else ""
    return (
        f'<text{name} x="{_number(x)}" y="{_number(y + MIDDLE * text.size)}" font-family="{face}"{weight} '
        f'font-size="{_number(text.size)}" text-anchor="{text.anchor}" fill="{colour(text.colour, dark)}">'
        f"{escape(_words(text))}</text>"
    )


def _words(text: Text) -> str:
    return fit(text.text, text.width, text.size, text.display, text.bold) if text.width else text.text


def _paint(fill: str, stroke: str, stroke_width: float, dark: bool) -> str:
    inside = f'fill="{colour(fill, dark)}"' if fill else 'fill="none"'
    if not stroke:
        return inside
    line = f'stroke="{colour(stroke, dark)}" stroke-width="{_number(stroke_width)}" stroke-linejoin="round"'
    return f"{inside} {line}"


def _area(shape: Box | Target) -> str:
    x, y = shape.corner
    size = f'width="{_number(shape.width)}" height="{_number(shape.height)}"'
    return f'x="{_number(x)}" y="{_number(y)}" {size}'


def _points(points: tuple[Point, ...]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
