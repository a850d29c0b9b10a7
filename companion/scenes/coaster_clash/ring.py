"""Where the shared areas lie around the table, where the players sit between them, and the middle."""

from msgspec import Struct

from companion.scenes.coaster_clash.labels import Area
from companion.scenes.shapes import Point

GAP = 22.0
"""Between two areas side by side, where a player sits, in dp."""

MIDDLE = 42.0
"""The height of the middle of the table, in dp."""

NARROW = 30.0
"""The same where only players sit there."""

EDGE = 5.0

STANDING = 0.95
"""Up to this width in heights, six areas stand in two columns."""


class Ring(Struct, frozen=True):
    """The areas clockwise from the first, each player's seat between the area before and the own.

    Round tracker and piles lie in the `middle`, or, with an odd number of areas, in the two `corners`.
    """

    areas: tuple[Area, ...]
    seats: tuple[Point, ...]
    middle: Area
    corners: tuple[Area, ...] = ()


def ring(count: int, width: float, height: float) -> Ring:
    """As many areas as players, as large as they can be, with the round and the piles in the middle."""
    whole = Area(0, 0, width, height).inset(EDGE)
    if count >= 5 and width < height * STANDING:
        return _standing(count, whole)
    above = (count + 1) // 2
    rows = (above, count - above)
    most = max(rows)
    wide = (whole.width - GAP * (most - 1)) / most
    between = NARROW if count % 2 else MIDDLE
    tall = (whole.height - between) / 2
    areas = []
    for row, many in enumerate(rows):
        top = whole.top if row == 0 else whole.bottom - tall
        start = whole.left + (whole.width - many * wide - (many - 1) * GAP) / 2
        found = [Area(start + place * (wide + GAP), top, wide, tall) for place in range(many)]
        areas += found if row == 0 else list(reversed(found))
    middle = Area(whole.left, whole.top + tall, whole.width, between)
    corners: tuple[Area, ...] = ()
    if count % 2:
        room = min(area.left for area in areas[above:]) - GAP - whole.left
        top = whole.bottom - tall
        corners = (Area(whole.left, top, room, tall), Area(whole.right - room, top, room, tall))
    return Ring(tuple(areas), _seats(areas), middle, corners)


def _standing(count: int, whole: Area) -> Ring:
    """Two columns: down on the right, up on the left; the middle lies below the first row."""
    wide = (whole.width - GAP) / 2
    rows = (count + 1) // 2
    tall = (whole.height - MIDDLE - GAP * (rows - 2)) / rows
    tops = [whole.top + row * (tall + GAP) + (MIDDLE - GAP if row else 0) for row in range(rows)]
    right, left = whole.right - wide, whole.left
    areas = [Area(right, top, wide, tall) for top in tops]
    areas += [Area(left, top, wide, tall) for top in reversed(tops[: count - rows])]
    middle = Area(whole.left, whole.top + tall, whole.width, MIDDLE)
    return Ring(tuple(areas), _seats(areas), middle)


def _seats(areas: list[Area]) -> tuple[Point, ...]:
    """Each player sits where the two areas next to each other meet."""
    found = []
    for number, area in enumerate(areas):
        before = areas[number - 1]
        if abs(area.top - before.top) < 1:
            x = (min(area.right, before.right) + max(area.left, before.left)) / 2
            found.append((x, area.centre[1]))
        else:
            x = (max(area.left, before.left) + min(area.right, before.right)) / 2
            low, high = sorted((area, before), key=lambda each: each.top)
            found.append((x, (low.bottom + high.top) / 2))
    return tuple(found)
