"""A layout card: its coaster's name, the speed it starts with, and its conditions as signs."""

from companion.rules.coaster_clash.components import Condition, Layout
from companion.scenes.coaster_clash.labels import BODY, SMALL, Area, label, largest
from companion.scenes.coaster_clash.symbols import excitement_sign, icon_sign, speed_sign
from companion.scenes.lettering import width
from companion.scenes.marks import Shapes, tick
from companion.scenes.shapes import Box, Polyline, Shape, Text

PAPER, INK, GREY = "#FFF4DF", "#17172B", "#5B5670"
GOLD, RED, GREEN = "#B97F12", "#A51C10", "#067A64"
ROW = 19.0
HEAD = 21.0

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
        shapes.append(label((inner.left + start + 5, y), "at the start", inner.width - start, colour=GREY, anchor="start"))
    return tuple(shapes)


def _start(left: float, y: float, number: str) -> Shapes:
    """The speed that the coaster starts with."""
    return (*speed_sign(left + 8, y, 14, INK), Text((left + 20, y), number, BODY, INK, "start", display=True))


def condition_row(area: Area, condition: Condition, score: int) -> Shapes:
    """A condition at the left, what it brings at the right, with a tick where it brings it now."""
    y = area.top + area.height / 2
    points = _points(condition)
    across = width(points, SMALL, bold=True)
    right = area.right
    shapes: list[Shape] = [Polyline(((area.left, area.top), (area.right, area.top)), "#D9CBB2", 1.0)]
    shapes.append(Text((right, y), points, SMALL, GREEN if score else INK, "end", bold=True))
    if score:
        shapes += tick(right - across - 9, y, 12, GREEN)
    else:
        shapes += excitement_sign(right - across - 8, y, 11, GOLD)
    return (*shapes, *_signs(area.left, y, area.width - across - 20, condition))


def _points(condition: Condition) -> str:
    sign = "+" if condition.points >= 0 else "−"
    each = " each" if condition.kind == "per-icon" else ""
    return f"{sign}{abs(condition.points)}{each}"


def _signs(left: float, y: float, room: float, condition: Condition) -> Shapes:
    """What must be there, from this left edge on."""
    match condition.kind:
        case "at-least-cards":
            return _cards(left, y, f"{condition.count}+")
        case "at-most-cards":
            return _cards(left, y, f"{condition.count}−")
        case "exactly-cards":
            return _cards(left, y, f"{condition.count}=")
        case "counted":
            return (label((left, y), "as printed", room, colour=GREY, anchor="start"),)
        case "at-least-icons":
            before = f"{condition.count}+"
        case "row":
            return _icons(left, y, room, condition.icons * 3, joint="")
        case "pair":
            return _icons(left, y, room, condition.icons * 2)
        case _:
            before = ""
    start = left
    shapes: list[Shape] = []
    if before:
        shapes.append(Text((left, y), before, SMALL, INK, "start", bold=True))
        start += width(before, SMALL, bold=True) + 3
    after = f"≤{condition.cap}" if condition.cap else ""
    taken = start - left + (width(after, SMALL) + 3 if after else 0)
    icons = _icons(
        start, y, room - taken, condition.icons, "/" if condition.either else "", condition.kind == "without-icons"
    )
    if after:
        shapes.append(Text((left + room, y), after, SMALL, GREY, "end"))
    return (*shapes, *icons)


def _icons(
    left: float, y: float, room: float, icons: tuple[str, ...], joint: str = "", crossed: bool = False
) -> Shapes:
    between = 7.0 if joint else 2.0
    size = min(15.0, (room + between) / max(len(icons), 1) - between)
    shapes: list[Shape] = []
    x = left
    for place, icon in enumerate(icons):
        if place and joint:
            shapes.append(Polyline(((x - 5.5, y + 5), (x - 1.5, y - 5)), INK, 1.3))
        shapes += icon_sign(icon, x + size / 2, y, size * 0.94, INK)
        if crossed:
            shapes += (
                Polyline(((x, y + size / 2), (x + size, y - size / 2)), PAPER, 3.4),
                Polyline(((x, y + size / 2), (x + size, y - size / 2)), RED, 2.0),
            )
        x += size + between
    return tuple(shapes)


def _cards(left: float, y: float, count: str) -> Shapes:
    """A number and two cards, one behind the other."""
    x = left + width(count, SMALL, bold=True) + 5
    return (
        Text((left, y), count, SMALL, INK, "start", bold=True),
        Box((x + 4, y - 8), 9.0, 13.0, 2.0, fill=GREY),
        Box((x, y - 5), 9.0, 13.0, 2.0, fill=INK, stroke=PAPER, stroke_width=1.0),
    )
