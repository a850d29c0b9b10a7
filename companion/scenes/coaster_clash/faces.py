"""Coaster Clash's cards as we print them: elements with their track, layouts with their conditions."""

from typing import Any

from companion.rules.coaster_clash import components as box
from companion.rules.coaster_clash.components import Element, Layout
from companion.scenes.coaster_clash.conditions import condition_words
from companion.scenes.coaster_clash.element_card import speed_words, vomit_words
from companion.scenes.coaster_clash.labels import Area
from companion.scenes.coaster_clash.layout_card import condition_row
from companion.scenes.coaster_clash.structure import Paint, structure
from companion.scenes.coaster_clash.symbols import (
    excitement_sign,
    icon_sign,
    perfect_sign,
    speed_sign,
    theme_colour,
    theme_sign,
    vomit_sign,
)
from companion.scenes.coaster_clash.track import alone, line
from companion.scenes.coaster_clash.words import ICONS, THEMES
from companion.scenes.confetti import confetti, ground, rays
from companion.scenes.faces import CARD_MM, DP, Face, Printed
from companion.scenes.labels import label, largest
from companion.scenes.lettering import wrap
from companion.scenes.marks import Shapes
from companion.scenes.shapes import Box, Circle, Polygon, Scene, Shape, Text

WIDTH, HEIGHT = CARD_MM[0] * DP, CARD_MM[1] * DP
MIDDLE = WIDTH / 2
EDGE = 12.0
INNER = WIDTH - 2 * EDGE
INK, PAPER, GOLD, WHITE = "#17172B", "#FFF4DF", "#B97F12", "#FFFFFF"
GREEN, RED, GREY = "#067A64", "#A51C10", "#5B5670"

PIECES = {
    "jungle": ("#9BE36B", "#0B3B24", "#FFC145", "#E8FFE0", "#062213"),
    "pirate": ("#8FCBFF", "#122C52", "#FFC145", "#E6F2FF", "#0A1930"),
    "temple": ("#FFD98A", "#4A3304", "#FF8A3D", "#FFF6E0", "#2B1D00"),
    "space": ("#D9C4FF", "#2E1866", "#FF9AD5", "#F4EEFF", "#190B3D"),
    "volcano": ("#FFC145", "#5C130A", "#FF9B7A", "#FFEDE0", "#360803"),
}
"""The confetti of each theme: light and dark enough to show in a poor light."""

LAYOUT_GROUND = "#2C5A66"
LAYOUT_PIECES = ("#8FE0E8", "#0F2A33", "#FFC145", "#EAFBFF", "#FF8FB8")
BACKS = {
    "element": ("#5A1F45", ("#FF4FA0", "#FFC145", "#2C0A20", "#FFD6EA")),
    "layout": ("#1F3F4A", ("#6CC4FF", "#FFC145", "#0B1D24", "#DDF3FF")),
}


def printed(components: dict[str, Any]) -> Printed:
    """All cards of a box: each element and each layout once."""
    have = box.read(components) if components else box.house()
    elements = tuple(element_face(element) for element in have.elements)
    layouts = tuple(layout_face(layout) for layout in have.layouts)
    return Printed((*elements, *layouts), {name: back(name) for name in BACKS})


def back(name: str) -> Scene:
    """The back of the elements or of the layouts."""
    fill, pieces = BACKS[name]
    drawn = line([("floater",), ("inversion",)], MIDDLE - 62, HEIGHT / 2 + 26, 124.0, 74.0)
    shapes: tuple[Shape, ...] = (
        ground(WIDTH, HEIGHT, fill),
        *rays(f"back {name}", (MIDDLE, HEIGHT / 2), 420.0, f"{WHITE}@14"),
        *confetti(f"back {name}", WIDTH, HEIGHT, pieces, (4.0, 9.0)),
        Box((EDGE, EDGE), INNER, HEIGHT - 2 * EDGE, 12.0, stroke=PAPER, stroke_width=4.0),
        Circle((MIDDLE, HEIGHT / 2), 90.0, fill=INK, stroke=PAPER, stroke_width=4.0),
        *structure(drawn, ("", ""), paint=Paint(PAPER, INK, "#6C6C94", PAPER)),
        label((MIDDLE, HEIGHT / 2 + 48), name, 130.0, 24.0, colour=PAPER, display=True),
    )
    return Scene(WIDTH, HEIGHT, shapes)


def element_face(element: Element) -> Face:
    """An element: its name, its track on paper, its icons by name, and its four values."""
    shapes = (*_head(element), *_picture(element), *_icons(element), *_values(element))
    name = f"{element.name} · {THEMES.get(element.theme, element.theme)}"
    return Face(element.id, name, "card", CARD_MM, Scene(WIDTH, HEIGHT, shapes), "element")


def _head(element: Element) -> Shapes:
    fill = theme_colour(element.theme)
    size = largest(element.name, INNER - 60, (26.0, 24.0, 22.0, 20.0, 18.0, 16.0, 13.0), display=True)
    return (
        ground(WIDTH, HEIGHT, fill),
        *rays(element.id, (MIDDLE, 150.0), 460.0, f"{WHITE}@16"),
        *confetti(element.id, WIDTH, HEIGHT, PIECES[element.theme]),
        Box((EDGE, EDGE), INNER, 42.0, 12.0, fill=INK),
        *theme_sign(element.theme, EDGE + 24, EDGE + 21, 26, PAPER),
        label((MIDDLE + 18, EDGE + 21.5), element.name, INNER - 60, size, colour=PAPER, display=True),
    )


PICTURE = Area(EDGE + 22, 74.0, INNER - 44, 106.0)


def _picture(element: Element) -> Shapes:
    """The element's own stretch of track, without the drop before it."""
    room = PICTURE.inset(8, 8)
    drawn = alone(element.icons, room.left, room.bottom, room.width, room.height)
    rail = theme_colour(element.theme)
    under = _skyline(drawn.stretches[0].line)
    earth = ((under[0][0], drawn.base + 2), *under, (under[-1][0], drawn.base + 2))
    return (
        PICTURE.box(PAPER, INK, 2.0, 12.0),
        Polygon(earth, fill=f"{rail}@22"),
        *structure(drawn, (element.theme,), paint=Paint(rail, PAPER, "#8C7B5E", INK, GOLD)),
    )


def _skyline(points: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
    """The upper edge of a line that may turn back over itself."""
    best: dict[int, float] = {}
    for x, y in points:
        best[round(x)] = min(y, best.get(round(x), y))
    return tuple((float(x), y) for x, y in sorted(best.items()))


def _icons(element: Element) -> Shapes:
    """Each icon on a disc, with its name."""
    y, shapes = 214.0, list[Shape]()
    each = INNER / len(element.icons)
    for place, icon in enumerate(element.icons):
        x = EDGE + (place + 0.5) * each
        shapes.append(Circle((x, y), 26.0, fill=INK, stroke=PAPER, stroke_width=3.0))
        shapes += icon_sign(icon, x, y, 34.0, "#FFC145")
    names = [ICONS[icon] for icon in dict.fromkeys(element.icons)]
    rows = [words for name in names for words in wrap(name, INNER - 20, 14.0, 1)]
    text = " · ".join(rows) if len(rows) > 1 else rows[0]
    size = largest(text, INNER - 16, (15.0, 14.0, 13.0, 12.0, 11.0), bold=True)
    shapes.append(Box((EDGE, 246.0), INNER, 24.0, 8.0, fill=PAPER))
    shapes.append(label((MIDDLE, 258.0), text, INNER - 8, size, colour=INK, bold=True))
    return tuple(shapes)


def _values(element: Element) -> Shapes:
    """Speed, excitement, perfect and vomit speed, side by side on paper."""
    area = Area(EDGE, 278.0, INNER, HEIGHT - EDGE - 278.0)
    shapes: list[Shape] = [area.box(PAPER, INK, 2.0, 12.0)]
    vomit = vomit_words(element) or "–"
    perfect = "–" if element.perfect is None else str(element.perfect)
    values = (speed_words(element), str(element.excitement), perfect, vomit)
    shares = (0.22, 0.2, 0.2, 0.38)
    x = area.left + 3
    for place, (words, share) in enumerate(zip(values, shares, strict=True)):
        wide = (area.width - 6) * share
        middle = x + wide / 2
        shapes += _sign(place, middle, area.top + 18)
        size = largest(words, wide - 4, (24.0, 22.0, 20.0, 18.0, 16.0, 14.0), display=True)
        shapes.append(Text((middle, area.bottom - 18), words, size, INK, display=True))
        x += wide
    return tuple(shapes)


def _sign(place: int, x: float, y: float) -> Shapes:
    match place:
        case 0:
            return speed_sign(x, y, 24, INK)
        case 1:
            return excitement_sign(x, y, 24, GOLD)
        case 2:
            return perfect_sign(x, y, 24, GREEN)
        case _:
            return vomit_sign(x, y, 24, RED)


def layout_face(layout: Layout) -> Face:
    """A layout: the name and the starting speed over its conditions, each as signs and in words."""
    size = largest(layout.name, INNER - 16, (28.0, 26.0, 24.0, 22.0, 20.0, 16.0, 13.0), display=True)
    shapes: list[Shape] = [
        ground(WIDTH, HEIGHT, LAYOUT_GROUND),
        *rays(layout.id, (MIDDLE, 110.0), 460.0, f"{WHITE}@16"),
        *confetti(layout.id, WIDTH, HEIGHT, LAYOUT_PIECES),
        Box((EDGE, EDGE), INNER, 46.0, 12.0, fill=INK),
        label((MIDDLE, EDGE + 23.5), layout.name, INNER - 16, size, colour=PAPER, display=True),
        Circle((MIDDLE, 112.0), 44.0, fill=INK, stroke=PAPER, stroke_width=4.0),
        *speed_sign(MIDDLE, 94.0, 34, "#FFC145"),
        Text((MIDDLE, 126.0), str(layout.speed), 34.0, PAPER, display=True),
        *_conditions(layout),
    ]
    return Face(layout.id, layout.name, "card", CARD_MM, Scene(WIDTH, HEIGHT, tuple(shapes)), "layout")


def _conditions(layout: Layout) -> Shapes:
    rows = max(len(layout.conditions), 1)
    high = min(58.0, (HEIGHT - EDGE - 168.0) / rows)
    top = HEIGHT - EDGE - rows * high
    panel = Area(EDGE, top - 4, INNER, rows * high + 4)
    shapes: list[Shape] = [panel.box(PAPER, INK, 2.0, 12.0)]
    if not layout.conditions:
        shapes.append(label((MIDDLE, top + high / 2), "no bonus", INNER - 20, 18.0, colour=GREY))
    for place, condition in enumerate(layout.conditions):
        row = Area(EDGE + 12, top + place * high, INNER - 24, high)
        signs, words = row.cut_top(high * 0.5)
        shapes += condition_row(signs, condition, 0)
        lines = wrap(condition_words(condition), words.width, 13.0, 2)
        for number, text in enumerate(lines):
            at = (words.left, words.top + 4 + 13.5 * number)
            shapes.append(label(at, text, words.width, 13.0, colour=GREY, anchor="start"))
    return tuple(shapes)
