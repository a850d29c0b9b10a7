"""The Player Boards: five score tracks each, their red arrows, the ride, and the sum."""

from msgspec import Struct

from companion.rules.contract import Seat
from companion.scenes.blast_track.hexes import Area
from companion.scenes.blast_track.signs import TITLES, back_arrow, crown, sign
from companion.scenes.lettering import fit, width
from companion.scenes.marks import Shapes, seat_mark
from companion.scenes.palette import RADIUS, SPACE, TYPE, seat_colour
from companion.scenes.shapes import Box, Circle, Shape, Target, Text

SMALL, BODY, TITLE = TYPE["small"], TYPE["body"], TYPE["title"]

FULL = 5
"""The last place of a track."""

HEAD = 30.0
FOOT = 22.0
LEAST_ROW, MOST_ROW = 19.0, 40.0
WORDED = 230.0
"""From this width on, in dp, a board's tracks are named."""


class Row(Struct, frozen=True):
    """A score track: its cube, its arrow, whether it can be tapped, and what a choice would do to it."""

    track: str
    value: int
    arrow: bool = False
    id: str = ""
    lit: bool = False
    gain: int = 0


class Sheet(Struct, frozen=True):
    """A Player Board."""

    seat: Seat
    name: str
    rows: tuple[Row, ...]
    ride: int
    longest: bool
    total: int
    note: str = ""
    short: str = ""


def boards(sheets: tuple[Sheet, ...], area: Area) -> Shapes:
    """All boards, as large as the area lets them be."""
    count = len(sheets)
    columns = max(range(1, count + 1), key=lambda across: _size(across, count, area))
    rows = -(-count // columns)
    gap = SPACE * 0.75
    wide = (area.width - gap * (columns - 1)) / columns
    tall = min((area.height - gap * (rows - 1)) / rows, HEAD + FOOT + 5 * MOST_ROW + SPACE)
    shapes: list[Shape] = []
    top = area.top + (area.height - rows * (tall + gap) + gap) / 2
    for place, sheet in enumerate(sheets):
        left = area.left + place % columns * (wide + gap)
        shapes += board(sheet, Area(left, top + place // columns * (tall + gap), wide, tall))
    return tuple(shapes)


def _size(columns: int, count: int, area: Area) -> float:
    """How well a board would do in so many columns: the smaller of what its width and height allow."""
    rows = -(-count // columns)
    return min(area.width / columns / 190.0, area.height / rows / 165.0)


def board(sheet: Sheet, area: Area) -> Shapes:
    """One board in its panel."""
    shapes: list[Shape] = [
        Box(
            (area.left, area.top),
            area.width,
            area.height,
            RADIUS,
            fill="raised",
            stroke=seat_colour(sheet.seat),
            stroke_width=2.0,
        )
    ]
    shapes += _head(sheet, area)
    row = min(MOST_ROW, (area.height - HEAD - FOOT - SPACE / 2) / max(1, len(sheet.rows)))
    for place, track in enumerate(sheet.rows):
        strip = Area(area.left + SPACE, area.top + HEAD + place * row, area.width - 2 * SPACE, row)
        shapes += _row(track, strip, sheet.seat)
    shapes += _foot(sheet, area)
    return tuple(shapes)


def _head(sheet: Sheet, area: Area) -> Shapes:
    y = area.top + HEAD / 2 + 1
    total = str(sheet.total)
    room = area.width - 2 * SPACE - 22 - width(total, TITLE, display=True) - SPACE
    fits = width(sheet.name, SMALL, bold=True) <= room
    name = sheet.name if fits or not sheet.short else sheet.short
    return (
        *seat_mark(sheet.seat, area.left + SPACE + 8, y, 16),
        Text(
            (area.left + SPACE + 22, y),
            fit(name, room, SMALL, bold=True),
            SMALL,
            "text",
            "start",
            bold=True,
        ),
        Text((area.right - SPACE, y), total, TITLE, "text", "end", display=True),
    )


def _foot(sheet: Sheet, area: Area) -> Shapes:
    y = area.bottom - FOOT / 2 - 1
    left = area.left + SPACE
    shapes: Shapes = ()
    if sheet.longest:
        shapes = crown(left + 8, y, 16)
        left += 22
    words = f"ride {sheet.ride}" + (" · the longest" if sheet.longest else "")
    room = area.right - SPACE - left
    if width(words, SMALL) > room:
        words = f"ride {sheet.ride}"
    note = sheet.note
    if note and width(f"{words} · {note}", SMALL) <= room:
        words = f"{words} · {note}"
    return (*shapes, Text((left, y), fit(words, room, SMALL), SMALL, "muted", "start"))


def _row(row: Row, area: Area, seat: Seat) -> Shapes:
    y = area.top + area.height / 2
    size = min(24.0, area.height - 3)
    shapes: list[Shape] = []
    if row.lit:
        shapes.append(
            Box(
                (area.left - 4, area.top + 1),
                area.width + 8,
                area.height - 2,
                8,
                fill="accent@25",
                stroke="accent",
                stroke_width=2.0,
            )
        )
    shapes += sign(row.track, area.left + size / 2, y, size)
    left = area.left + size + 6
    if area.width >= WORDED and area.height >= BODY + 3:
        shapes.append(Text((left, y), TITLES[row.track], BODY, "text", "start"))
        left += width("Connection", BODY) + SPACE
    number, token = 26.0 if area.height >= SMALL else 0.0, size + 2
    right = area.right - number - token
    step = (right - left) / FULL
    for place in range(FULL):
        cube = min(step - 3, size * 0.8, 18.0)
        full = place < row.value
        at = (left + step * (place + 0.5) - cube / 2, y - cube / 2)
        shapes.append(
            Box(
                at,
                cube,
                cube,
                3,
                fill=seat_colour(seat) if full else "hollow",
                stroke="" if full else "edge",
                stroke_width=1.0,
            )
        )
    if row.arrow:
        shapes += back_arrow(right + token / 2, y, min(size, 20.0))
    elif row.value == FULL and row.track != "connection":
        shapes += _ghost(right + token / 2, y, min(size, 20.0))
    if area.height >= SMALL:
        figure = BODY if area.height >= BODY + 3 else SMALL
        shapes.append(Text((area.right, y), str(row.value), figure, "text", "end", display=True))
    if row.id:
        shapes.append(Target((area.left - 4, area.top), area.width + 8, area.height, row.id))
    return tuple(shapes)


def _ghost(x: float, y: float, size: float) -> Shapes:
    """Where the arrow will lie: one more, and the track turns back."""
    return (Circle((x, y), size / 2 - 1, stroke="bad", stroke_width=1.5),)
