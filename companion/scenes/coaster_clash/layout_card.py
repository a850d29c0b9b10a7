"""A layout card: its coaster's name, the speed it starts with, and its conditions as signs."""

from typing import assert_never

from companion.rules.coaster_clash.components import Condition, Layout
from companion.scenes.coaster_clash.labels import BODY, SMALL, Area
from companion.scenes.coaster_clash.symbols import excitement_sign, icon_sign, speed_sign
from companion.scenes.labels import label, largest
from companion.scenes.lettering import width
from companion.scenes.marks import Shapes, cross, tick
from companion.scenes.shapes import Box, Polyline, Shape, Text

PAPER, INK, GREY = "#FFF4DF", "#17172B", "#5B5670"
GOLD, RED, GREEN = "#B97F12", "#A51C10", "#067A64"
ROW = 19.0
HEAD = 21.0

ROOMY = 24.0
"""From this height on, in dp, a condition is drawn larger."""

LARGE = 150.0
"""From this width and height on, in dp, the name is written larger."""


def layout_card(area: Area, layout: Layout, scores: tuple[int, ...] = ()) -> Shapes:
    """The whole card; `scores` is what each condition brings as the coaster stands."""
    inner = area.inset(7, 4)
    large = area.height >= LARGE and area.width >= LARGE
    sizes = (18.0, BODY, SMALL) if large else (BODY, SMALL)
    number = str(layout.speed)
    start = width(number, BODY, display=True) + 20
    beside = width(layout.name, SMALL, display=True) <= inner.width - start - 4
    room = inner.width - start - 4 if beside else inner.width
    title = largest(layout.name, room, sizes, display=True)
    middle = inner.top + HEAD / 2 + (2 if large else 0)
    shapes: list[Shape] = [
        area.box(PAPER, "#B9AB92"),
        label((inner.left, middle), layout.name, room, title, colour=INK, anchor="start", display=True),
    ]
    if beside:
        shapes += _start(inner.right - start, middle, number)
    top = inner.top + HEAD + (4 if large else 1)
    rows = len(layout.conditions) + (0 if beside else 1)
    row = min(ROW * 1.5, (inner.bottom - top) / max(rows, 1))
    if not layout.conditions:
        shapes.append(label((inner.left, top + 9), "no bonus", inner.width, colour=GREY, anchor="start"))
    for place, condition in enumerate(layout.conditions):
        score = scores[place] if place < len(scores) else 0
        shapes += condition_row(Area(inner.left, top + place * row, inner.width, row), condition, score)
    if not beside:
        y = top + (rows - 0.5) * row
        shapes += _start(inner.left, y, number)
        shapes.append(
            label(
                (inner.left + start + 5, y), "at the start", inner.width - start, colour=GREY, anchor="start"
            )
        )
    return tuple(shapes)


def _start(left: float, y: float, number: str) -> Shapes:
    """The speed that the coaster starts with."""
    return (*speed_sign(left + 8, y, 14, INK), Text((left + 20, y), number, BODY, INK, "start", display=True))


def condition_row(area: Area, condition: Condition, score: int) -> Shapes:
    """A condition at the left, what it brings at the right, with a tick where it brings it now."""
    y = area.top + area.height / 2
    size = BODY if area.height >= ROOMY and area.width >= LARGE else SMALL
    points = _points(condition)
    across = width(points, size, bold=True)
    right = area.right
    shapes: list[Shape] = [Polyline(((area.left, area.top), (area.right, area.top)), "#D9CBB2", 1.0)]
    shapes.append(Text((right, y), points, size, GREEN if score else INK, "end", bold=True))
    if score:
        shapes += tick(right - across - 9, y, size - 1, GREEN)
    else:
        shapes += excitement_sign(right - across - 8, y, size - 2, GOLD)
    signs = _Signs(area.left, y, area.width - across - 20, size, min(area.height * 0.78, size * 1.25))
    return (*shapes, *signs.of(condition))


def _points(condition: Condition) -> str:
    sign = "+" if condition.points >= 0 else "−"
    each = " each" if condition.kind == "per-icon" else ""
    return f"{sign}{abs(condition.points)}{each}"


class _Signs:
    """What must be there, from a left edge on within its room."""

    def __init__(self, left: float, y: float, room: float, size: float, icon: float) -> None:
        self.left, self.y, self.room, self.size, self.icon = left, y, room, size, icon

    def of(self, condition: Condition) -> Shapes:
        match condition.kind:
            case "at-least-cards":
                return self._cards(f"{condition.count}+")
            case "at-most-cards":
                return self._cards(f"{condition.count}−")
            case "exactly-cards":
                return self._cards(f"{condition.count}=")
            case "counted":
                return (label((self.left, self.y), "as printed", self.room, colour=GREY, anchor="start"),)
            case "at-least-icons":
                before = Text((self.left, self.y), f"{condition.count}+", self.size, INK, "start", bold=True)
                taken = width(before.text, self.size, bold=True) + 3
                return (before, *self._icons(condition.icons, taken, 0.0, either=condition.either))
            case "without-icons":
                mark = cross(self.left + 6, self.y, self.size - 1, RED)
                return (*mark, *self._icons(condition.icons, self.size + 2, 0.0, either=condition.either))
            case "row":
                return self._icons(condition.icons * 3, 0.0, 0.0)
            case "pair":
                return self._icons(condition.icons * 2, 0.0, 0.0)
            case "per-icon":
                most = f"max {condition.cap}" if condition.cap else ""
                after = width(most, SMALL) + 3 if most else 0.0
                end = Text((self.left + self.room, self.y), most, SMALL, GREY, "end")
                icons = self._icons(condition.icons, 0.0, after, either=condition.either)
                return (*icons, end) if most else icons
            case _:
                assert_never(condition.kind)

    def _icons(self, icons: tuple[str, ...], before: float, after: float, *, either: bool = False) -> Shapes:
        between = 7.0 if either else 2.0
        room = self.room - before - after
        size = min(self.icon, (room + between) / max(len(icons), 1) - between)
        x = self.left + before
        shapes: list[Shape] = []
        for place, icon in enumerate(icons):
            if place and either:
                shapes.append(Polyline(((x - 5.5, self.y + 5), (x - 1.5, self.y - 5)), INK, 1.3))
            shapes += icon_sign(icon, x + size / 2, self.y, size * 0.94, INK)
            x += size + between
        return tuple(shapes)

    def _cards(self, count: str) -> Shapes:
        """A number and two cards, one behind the other."""
        x = self.left + width(count, self.size, bold=True) + 5
        return (
            Text((self.left, self.y), count, self.size, INK, "start", bold=True),
            Box((x + 4, self.y - 8), 9.0, 13.0, 2.0, fill=GREY),
            Box((x, self.y - 5), 9.0, 13.0, 2.0, fill=INK, stroke=PAPER, stroke_width=1.0),
        )
