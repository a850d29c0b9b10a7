"""Element cards: a face with all that is printed on it, a tile under its stretch of track, a back."""

from companion.rules.coaster_clash.components import Element
from companion.rules.contract import Seat
from companion.scenes.coaster_clash.labels import BODY, INNER, SMALL, Area
from companion.scenes.coaster_clash.symbols import (
    excitement_sign,
    icon_sign,
    perfect_sign,
    speed_sign,
    theme_colour,
    theme_sign,
    vomit_sign,
)
from companion.scenes.labels import label, largest
from companion.scenes.lettering import width
from companion.scenes.marks import Shapes, seat_mark
from companion.scenes.shapes import Box, Polyline, Shape, Text

CREAM, GOLD = "#FFF4DF", "#FFC145"
GREEN, ROSE = "#7BF0D4", "#FFC2B8"
BACK, STRIPE = "#5A1F45", "#FF4FA0"


def speed_words(element: Element) -> str:
    """What an element does to the speed, with its sign."""
    if not element.speed:
        return "0"
    return f"+{element.speed}" if element.speed > 0 else f"−{-element.speed}"


def vomit_words(element: Element) -> str:
    """The speeds at which one feels sick: `>9 <3`."""
    return " ".join(f"{'>' if bound.op == 'gt' else '<'}{bound.value}" for bound in element.vomit)


def tile(area: Area, element: Element) -> Shapes:
    """A card as it lies in its coaster: theme and icons as far as there is room."""
    x, y = area.centre
    icons = element.icons
    size = min(area.height * 0.8, 16.0, area.width - 2)
    shapes: list[Shape] = [area.box(theme_colour(element.theme), radius=min(5.0, area.width / 4))]
    room = area.width - 4
    if room >= (1 + len(icons)) * (size + 2) and size >= 10:
        left = x - ((1 + len(icons)) * (size + 2) - 2) / 2 + size / 2
        shapes += theme_sign(element.theme, left, y, size, CREAM)
        for place, icon in enumerate(icons):
            shapes += icon_sign(icon, left + (place + 1) * (size + 2), y, size, GOLD)
    elif size >= 8:
        shapes += theme_sign(element.theme, x, y, size, CREAM)
    return tuple(shapes)


def strip(area: Area, element: Element, seat: Seat) -> Shapes:
    """A seat's card on one line: theme, name, icons, and its four values."""
    mark, area = area.cut_left(area.height, 2)
    y = area.top + area.height / 2
    left = area.left + area.height / 2 + 2
    values = _values(element)
    across = sum(20 + width(words, BODY, bold=True) + 8 for _, words in values)
    icons = 20.0 * len(element.icons)
    room = area.width - area.height - across - icons - 8
    shapes: list[Shape] = [
        *seat_mark(seat, *mark.centre, mark.height * 0.72),
        area.box(theme_colour(element.theme)),
        *theme_sign(element.theme, left, y, area.height * 0.62, CREAM),
    ]
    x = area.left + area.height + 2
    size = largest(element.name, room, (18.0, BODY, SMALL), display=True)
    if room > 40:
        shapes.append(label((x, y), element.name, room, size, colour=CREAM, anchor="start", display=True))
        x += min(room, width(element.name, size, display=True)) + 8
    for place, icon in enumerate(element.icons):
        shapes += icon_sign(icon, x + 8 + 20 * place, y, 17, GOLD)
    x = area.right - across
    for kind, words in values:
        shapes += _sign(kind, x + 8, y, 15)
        shapes.append(Text((x + 19, y), words, BODY, CREAM, "start", bold=True))
        x += 20 + width(words, BODY, bold=True) + 8
    return tuple(shapes)


def face(area: Area, element: Element, note: str = "") -> Shapes:
    """A card's face: name, icons large, its values below; `note` stands in its upper corner."""
    ground = theme_colour(element.theme)
    inner = area.inset(6, 4)
    values = _values(element)
    shapes: list[Shape] = [area.box(ground)]
    head = 18.0
    middle = inner.top + head / 2
    taken = width(note, SMALL, bold=True) + 4 if note else 0.0
    room = inner.width - taken
    start = inner.left
    if width(element.name, SMALL, bold=True) <= room - 20:
        shapes += theme_sign(element.theme, start + 8, middle, 16, CREAM)
        start, room = start + 20, room - 20
    shapes.append(label((start, middle), element.name, room, colour=CREAM, anchor="start", bold=True))
    if note:
        shapes.append(Text((inner.right, middle), note, SMALL, CREAM, "end", bold=True))
    foot, body = inner.cut_top(head, 2)[1].cut_bottom(18.0, 2)
    if _across(values) > inner.width:  # the vomit speeds stand beside the icons
        aside, body = body.cut_right(_across(values[3:]), 4)
        shapes += _row(aside, values[3:])
        values = values[:3]
    size = min(body.height, 34.0, body.width / len(element.icons) - 4)
    for place, icon in enumerate(element.icons):
        x = body.centre[0] + (place - (len(element.icons) - 1) / 2) * (size + 5)
        shapes += icon_sign(icon, x, body.centre[1], size * 0.94, GOLD)
    return (*shapes, *_row(foot, values))


def _across(values: list[tuple[str, str]]) -> float:
    """The least width of these values side by side."""
    return sum(13 + width(words, SMALL, bold=True) for _, words in values) + 4 * (len(values) - 1)


def _row(area: Area, values: list[tuple[str, str]]) -> Shapes:
    """The values side by side."""
    gap = min(12.0, 4 + (area.width - _across(values)) / max(len(values) - 1, 1))
    x = area.left + (area.width - _across(values) - (gap - 4) * (len(values) - 1)) / 2
    y = area.centre[1]
    shapes: list[Shape] = []
    for kind, words in values:
        shapes += _sign(kind, x + 5.5, y, 11)
        shapes.append(Text((x + 13, y), words, SMALL, CREAM, "start", bold=True))
        x += 13 + width(words, SMALL, bold=True) + gap
    return tuple(shapes)


def _values(element: Element) -> list[tuple[str, str]]:
    values = [("speed", speed_words(element)), ("excitement", str(element.excitement))]
    values.append(("perfect", "–" if element.perfect is None else str(element.perfect)))
    if element.vomit:
        values.append(("vomit", vomit_words(element)))
    return values


def _sign(kind: str, x: float, y: float, size: float) -> Shapes:
    match kind:
        case "speed":
            return speed_sign(x, y, size, CREAM)
        case "excitement":
            return excitement_sign(x, y, size, GOLD)
        case "perfect":
            return perfect_sign(x, y, size, GREEN)
        case _:
            return vomit_sign(x, y, size, ROSE)


def back(area: Area, seat: Seat | None = None) -> Shapes:
    """A card face down, with the mark of whoever put it there."""
    x, y = area.centre
    shapes: list[Shape] = [area.box(BACK, STRIPE, 1.2, min(INNER, area.width / 5))]
    inner = area.inset(area.width * 0.16)
    shapes.append(
        Box((inner.left, inner.top), inner.width, inner.height, 2.0, stroke=f"{STRIPE}@50", stroke_width=1.0)
    )
    if seat is not None:
        shapes += seat_mark(seat, x, y, min(area.width, area.height) * 0.66)
    return tuple(shapes)


def pile(area: Area, count: int, title: str, face_up: bool = False) -> Shapes:
    """A pile with the number of its cards on it; its title beside or below it, where there is room."""
    words = width(title, SMALL)
    below = area.height >= BELOW and words <= area.width
    high = area.height - (16 if below else 0)
    wide = min(high * 0.78, area.width - 4)
    beside = not below and area.width - wide - 12 >= words
    left = area.left + (0.0 if beside else (area.width - wide) / 2 - 2)
    shapes: list[Shape] = []
    for layer in reversed(range(min(3, count))):
        spot = Area(left + 2.0 * layer, area.top + 2.0 - layer, wide, high - 3)
        fill, edge = ("control", "edge") if face_up else (BACK, STRIPE)
        shapes.append(spot.box(fill, edge, 1.2, 5.0))
    if not count:
        spot = Area(left, area.top + 1, wide, high - 3)
        top = ((spot.left, spot.top), (spot.right, spot.top))
        low = ((spot.right, spot.bottom), (spot.left, spot.bottom))
        shapes.append(Polyline((*top, *low), "edge", 1.5, dash=4.0, closed=True))
    ink = "text" if face_up or not count else CREAM
    shapes.append(Text((left + wide / 2, area.top + high / 2), str(count), BODY, ink, display=True))
    if beside:
        at = (left + wide + 9, area.top + high / 2)
        shapes.append(Text(at, title, SMALL, "muted", "start"))
    elif below:
        shapes.append(Text((area.centre[0], area.bottom - 7), title, SMALL, "muted"))
    return tuple(shapes)


BELOW = 58.0
"""From this height on, in dp, a pile's title stands below it."""
