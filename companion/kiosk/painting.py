"""Shapes drawn as Kivy instructions, kept and changed rather than made anew."""

from bisect import bisect_left
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from typing import Any, assert_never

from kivy.core.text import Label
from kivy.graphics import (
    Color,
    InstructionGroup,
    Mesh,
    Rectangle,
    SmoothEllipse,
    SmoothLine,
    SmoothRoundedRectangle,
)
from kivy.graphics.tesselator import Tesselator
from msgspec import Struct
from msgspec.structs import replace

from companion.kiosk.theme import Theme, faces, symbol
from companion.scenes.lettering import fit
from companion.scenes.shapes import Box, Circle, Point, Polygon, Polyline, Shape, Target, Text

KEPT_TEXTURES = 800
"""How many textures of text are kept."""

KEPT_BRUSHES = 30
"""How many sets of instructions of one kind wait to be used again."""

CIRCLE_SEGMENTS = 64


class Symbol(Struct, frozen=True):
    """A Material Design icon by its name, its middle at `at`; beside the shapes that scenes are made of."""

    at: Point
    name: str
    size: float
    colour: str = "text"
    id: str = ""


Drawable = Shape | Symbol


def moved(shapes: Iterable[Shape], dx: float, dy: float) -> Iterable[Shape]:
    """The same shapes elsewhere."""
    for shape in shapes:
        match shape:
            case Polyline(points) | Polygon(points):
                yield replace(shape, points=tuple((x + dx, y + dy) for x, y in points))
            case Box((x, y)) | Target((x, y)):
                yield replace(shape, corner=(x + dx, y + dy))
            case Circle((x, y)):
                yield replace(shape, centre=(x + dx, y + dy))
            case Text((x, y)):
                yield replace(shape, at=(x + dx, y + dy))
            case _:
                assert_never(shape)


class Painter:
    """Draws shapes into a canvas; what did not change since the last time is left as it is.

    Shapes count in dp from the upper left corner; `height` is that of their area.
    """

    def __init__(self, canvas: Any, theme: Theme, scale: float) -> None:
        self.theme = theme
        self._scale = scale
        self._height = 0.0
        self._group = InstructionGroup()
        self._shapes: tuple[Drawable, ...] = ()
        self._brushes: list[_Brush] = []
        self._spare: dict[tuple[Any, ...], list[_Brush]] = {}
        canvas.add(self._group)

    @property
    def shown(self) -> tuple[Drawable, ...]:
        """The shapes that are drawn."""
        return self._shapes

    @property
    def groups(self) -> list[Any]:
        """The instructions of each shape, as they stand on the canvas."""
        return list(self._group.children)

    @property
    def kinds(self) -> list[tuple[str, ...]]:
        """Which instructions each shape has."""
        return [tuple(type(part).__name__ for part in group.children) for group in self.groups]

    def dress(self, theme: Theme) -> None:
        """Take the colours of another theme from the next drawing on."""
        self.theme = theme
        self._height = -1.0

    def draw(self, shapes: Iterable[Drawable], height: float) -> None:
        """Show these shapes in place of those before."""
        new = tuple(shape for shape in shapes if not isinstance(shape, Target))
        old = self._shapes
        if height != self._height:  # every shape has another place now, and is painted again
            self._height, old = height, (Symbol((-1.0, -1.0), "", 0.0),) * len(old)
        before, after = self._brushes, list[_Brush]()
        done = 0
        for start, end in [*kept(old, new), (len(old), len(new))]:
            after += self._changed(before[done:start], new[len(after) : end], len(after))
            if start < len(old):
                after.append(before[start])
            done = start + 1
        self._brushes, self._shapes = after, new

    def _changed(self, before: list["_Brush"], shapes: tuple[Drawable, ...], first: int) -> list["_Brush"]:
        """The brushes of these shapes, which stand in the place of those before."""
        after = [
            self._brush(shape, first + index, before[index] if index < len(before) else None)
            for index, shape in enumerate(shapes)
        ]
        for brush in before[len(after) :]:
            self._put_away(brush)
        return after

    def _brush(self, shape: Drawable, index: int, present: "_Brush | None") -> "_Brush":
        kind = _kind(shape)
        if present is not None and present.kind == kind:
            brush = present
        else:
            if present is not None:
                self._put_away(present)
            spare = self._spare.get(kind)
            brush = spare.pop() if spare else _Brush(kind)
            self._group.insert(index, brush.group)
        brush.paint(shape, self.theme, self._scale, self._height)
        return brush

    def _put_away(self, brush: "_Brush") -> None:
        self._group.remove(brush.group)
        spare = self._spare.setdefault(brush.kind, [])
        if len(spare) < KEPT_BRUSHES:
            spare.append(brush)


def kept(old: tuple[Drawable, ...], new: tuple[Drawable, ...]) -> list[tuple[int, int]]:
    """The places (old, new) of the shapes that can stay as they are: the most that keep their order."""
    places: dict[Drawable, list[int]] = {}
    for place in reversed(range(len(old))):
        places.setdefault(old[place], []).append(place)
    matches = [(places[shape].pop(), place) for place, shape in enumerate(new) if places.get(shape)]
    ends: list[int] = []
    chains: list[tuple[tuple[int, int], Any]] = []
    for match in matches:
        length = bisect_left(ends, match[0])
        chain = (match, chains[length - 1] if length else None)
        ends[length : length + 1] = [match[0]]
        chains[length : length + 1] = [chain]
    found: list[tuple[int, int]] = []
    link: Any = chains[-1] if chains else None
    while link is not None:
        match, link = link
        found.append(match)
    return found[::-1]


def _kind(shape: Drawable) -> tuple[Any, ...]:
    """What decides which instructions a shape needs."""
    match shape:
        case Polyline():
            return (Polyline, len(_dashes(shape.points, shape.dash, shape.closed)) if shape.dash else 0)
        case Polygon() | Circle() | Box():
            return type(shape), bool(shape.fill), bool(shape.stroke)
        case Text() | Symbol():
            return (Text,)
        case Target():
            raise ValueError("a target is invisible")
        case _:
            assert_never(shape)


class _Brush:
    """The instructions of one shape."""

    def __init__(self, kind: tuple[Any, ...]) -> None:
        self.kind = kind
        self.group = InstructionGroup()
        self._colours: list[Color] = []
        self._parts: list[Any] = []
        self._fan: Mesh | None = None
        match kind:
            case (first, int(dashes)) if first is Polyline:
                self._add(*(SmoothLine() for _ in range(max(dashes, 1))))
            case (first, bool(fill), bool(stroke)):
                if fill and first is Polygon:
                    self._add(Mesh(mode="triangles"), SmoothLine(close=True))
                elif fill:
                    self._add(SmoothEllipse() if first is Circle else SmoothRoundedRectangle())
                if stroke:
                    self._add(SmoothLine(close=first is Polygon))
            case _:
                self._add(Rectangle())

    def _add(self, *parts: Any) -> None:
        tint = Color()
        self._colours.append(tint)
        self.group.add(tint)
        for part in parts:
            self._parts.append(part)
            self.group.add(part)

    def paint(self, shape: Drawable, theme: Theme, scale: float, height: float) -> None:
        """Give the instructions this shape's place, size and colours."""
        match shape:
            case Polyline():
                self._paint_polyline(shape, theme, scale, height)
            case Polygon():
                self._paint_polygon(shape, theme, scale, height)
            case Circle((x, y), radius):
                centre = (x * scale, (height - y) * scale)
                self._paint_round(shape, theme, scale, centre, radius * scale)
            case Box():
                self._paint_box(shape, theme, scale, height)
            case Text() | Symbol():
                self._paint_text(shape, theme, scale, height)
            case Target():
                raise ValueError("a target is invisible")
            case _:
                assert_never(shape)

    def _tint(self, theme: Theme, *names: str) -> None:
        for tint, name in zip(self._colours, [name for name in names if name], strict=True):
            tint.rgba = theme.rgba(name)

    def _paint_polyline(self, line: Polyline, theme: Theme, scale: float, height: float) -> None:
        self._tint(theme, line.colour)
        strokes = (
            _dashes(line.points, line.dash, line.closed)
            if line.dash
            else (line.points + line.points[: 1 if line.closed else 0],)
        )
        for part, points in zip(self._parts, strokes, strict=False):
            part.width = max(line.width * scale / 2, 0.5)
            part.points = _flat(points, scale, height)

    def _paint_polygon(self, polygon: Polygon, theme: Theme, scale: float, height: float) -> None:
        self._tint(theme, polygon.fill, polygon.stroke)
        parts = list(self._parts)
        outline = _flat(polygon.points, scale, height)
        if polygon.fill:
            mesh, edge = parts.pop(0), parts.pop(0)
            vertices, indices = _triangles(tuple(outline))
            mesh.vertices = list(vertices)
            mesh.indices = list(indices)
            edge.width = 0.6
            edge.points = outline
        if polygon.stroke:
            parts[0].width = max(polygon.stroke_width * scale / 2, 0.5)
            parts[0].points = outline

    def _paint_round(
        self, circle: Circle, theme: Theme, scale: float, centre: tuple[float, float], radius: float
    ) -> None:
        self._tint(theme, circle.fill, circle.stroke)
        parts = list(self._parts)
        if circle.fill:
            disc = parts.pop(0)
            disc.pos = (centre[0] - radius, centre[1] - radius)
            disc.size = (2 * radius, 2 * radius)
        if circle.stroke:
            parts[0].width = max(circle.stroke_width * scale / 2, 0.5)
            parts[0].circle = (*centre, radius, 0, 360, CIRCLE_SEGMENTS)

    def _paint_box(self, box: Box, theme: Theme, scale: float, height: float) -> None:
        self._tint(theme, box.fill, box.stroke)
        parts = list(self._parts)
        x, y = box.corner[0] * scale, (height - box.corner[1] - box.height) * scale
        wide, high = box.width * scale, box.height * scale
        radius = min(box.radius * scale, wide / 2, high / 2)
        if box.fill:
            plate = parts.pop(0)
            plate.pos, plate.size = (x, y), (wide, high)
            plate.radius = [radius or 0.01] * 4
        if box.stroke:
            line = max(box.stroke_width * scale / 2, 0.5)
            parts[0].width = line
            parts[0].rounded_rectangle = (x, y, wide, high, max(radius, 0.5), 24)

    def _paint_text(self, text: Text | Symbol, theme: Theme, scale: float, height: float) -> None:
        self._tint(theme, text.colour)
        texture = _text_texture(text, scale)
        (picture,) = self._parts
        picture.texture = texture
        wide, high = texture.size
        x = text.at[0] * scale
        anchor = "middle" if isinstance(text, Symbol) else text.anchor
        left = {"start": x, "middle": x - wide / 2, "end": x - wide}[anchor]
        picture.pos = (round(left), round((height - text.at[1]) * scale - high / 2))
        picture.size = (wide, high)


def _text_texture(text: Text | Symbol, scale: float) -> Any:
    if isinstance(text, Symbol):
        return _texture(symbol(text.name), faces().symbol, text.size * scale)
    words = fit(text.text, text.width, text.size, text.display, text.bold) if text.width else text.text
    face = faces().display if text.display else faces().bold if text.bold else faces().text
    return _texture(words, face, text.size * scale)


@lru_cache(maxsize=KEPT_TEXTURES)
def _texture(words: str, face: str, size: float) -> Any:
    """White letters, to be tinted; kept, since most of what a screen says it says again."""
    label = Label(text=words or " ", font_name=face, font_size=size)
    label.refresh()
    return label.texture


def _flat(points: tuple[Point, ...], scale: float, height: float) -> list[float]:
    return [value for x, y in points for value in (x * scale, (height - y) * scale)]


@lru_cache(maxsize=600)
def _triangles(outline: tuple[float, ...]) -> tuple[tuple[float, ...], tuple[int, ...]]:
    """A polygon as triangles: vertices of x, y, u, v and the indices of their corners."""
    tesselator = Tesselator()
    tesselator.add_contour(list(outline))
    vertices: list[float] = []
    indices: list[int] = []
    if tesselator.tesselate():
        for points, _mode in tesselator.meshes:
            first = len(vertices) // 4
            count = len(points) // 4
            vertices.extend(points)
            for corner in range(1, count - 1):
                indices.extend((first, first + corner, first + corner + 1))
    return tuple(vertices), tuple(indices)


@lru_cache(maxsize=200)
def _dashes(points: tuple[Point, ...], dash: float, closed: bool) -> tuple[tuple[Point, ...], ...]:
    """The dashes of a line as lines of their own."""
    corners = points + points[:1] if closed else points
    strokes: list[tuple[Point, ...]] = []
    current: list[Point] = [corners[0]]
    drawn, left = True, dash
    for start, end in pairwise(corners):
        length = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5
        done = 0.0
        while length - done >= left and length > 0:
            done += left
            part = done / length
            at = (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)
            if drawn:
                strokes.append((*current, at))
            current, drawn, left = [at], not drawn, dash
        left -= length - done
        current.append(end)
    if drawn and len(current) > 1:
        strokes.append(tuple(current))
    return tuple(strokes)
