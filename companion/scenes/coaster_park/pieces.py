"""What lies on the table beside cards and coasters: single hills, coins, secret cards, hired experts."""

from collections.abc import Sequence

from companion.rules.coaster_park.coins import Coins
from companion.scenes.coaster_park.cards import Place, glow, small_hill, touch
from companion.scenes.coaster_park.coaster import flags
from companion.scenes.coaster_park.labels import BODY, SMALL
from companion.scenes.coaster_park.profile import Hill
from companion.scenes.coaster_park.symbols import FACES, lasting, symbol
from companion.scenes.labels import label
from companion.scenes.lettering import width as text_width
from companion.scenes.lettering import wrap
from companion.scenes.marks import coin
from companion.scenes.palette import RADIUS
from companion.scenes.shapes import Box, Circle, Polygon, Polyline, Shape, Text

INNER = RADIUS - 4
HEADING = SMALL + 7

LETTERED = 26.0
"""The least size of a coin whose number can be read."""


def hill_tile(place: Place, hill: Hill, count: int = 1, *, fill: str = "raised") -> tuple[Shape, ...]:
    """A hill by itself: its profile over its name, flags beside the name where there is room."""
    if place.width >= 104 and place.height < 72:
        return _wide_tile(place, hill, count, fill)
    lines = wrap(hill.name, place.width - 8, SMALL, 2)
    base = place.top + place.height - 15.0 * len(lines) - 6
    tall = base - place.top - 6
    flag_room = 15.0 if tall > 56 else 0.0
    shapes: list[Shape] = [
        Box((place.left, place.top), place.width, place.height, INNER, fill=fill),
        *small_hill(hill, place.middle, base - flag_room, place.width - 16, tall - flag_room),
    ]
    if flag_room:
        shapes += flags(hill, (place.middle, base - flag_room * 0.45))
    for row, line in enumerate(lines):
        shapes.append(label((place.middle, base + 9 + 15 * row), line, place.width - 6))
    return (*shapes, *_times(place, count, place.top + 12), *glow(place, INNER), *touch(place))


def _wide_tile(place: Place, hill: Hill, count: int, fill: str) -> tuple[Shape, ...]:
    """The name above, profile and flags below it."""
    bottom = place.top + place.height - 6
    tall = place.height - 30
    picture = min(52.0, place.width * 0.45)
    left = place.left + picture + 12
    return (
        Box((place.left, place.top), place.width, place.height, INNER, fill=fill),
        label((place.left + 8, place.top + 14), hill.name, place.width - 12, anchor="start"),
        *small_hill(hill, place.left + 6 + picture / 2, bottom, picture, tall),
        *_flags(
            hill, left, bottom - tall / 2 + 2, place.left + place.width - left - (6 if count < 2 else 34)
        ),
        *_times(place, count, bottom - 8),
        *glow(place, INNER),
        *touch(place),
    )


def _flags(hill: Hill, left: float, middle: float, room: float) -> tuple[Shape, ...]:
    """Flags from this left edge, as large as their room lets them be."""
    size = min(11.0, room / max(1, hill.flags) - 2)
    return flags(hill, (left + (size + 2) * hill.flags / 2, middle), "", size)


def _times(place: Place, count: int, middle: float) -> tuple[Shape, ...]:
    """How many copies of a hill there are, at the right of its tile."""
    if count < 2:
        return ()
    x, y = place.left + place.width - 16, middle
    return (
        Box((x - 13, y - 9), 26.0, 18.0, 9.0, fill="accent"),
        Text((x, y), f"×{count}", SMALL, "ink", bold=True),
    )


def described_tile(place: Place, hill: Hill, remarks: tuple[str, ...]) -> tuple[Shape, ...]:
    """A hill with what is printed on it: the first of these remarks that there is room for."""
    remark = next((words for words in remarks if text_width(words, SMALL) <= place.width - 8), "")
    if place.height < 112 or not remark:
        return hill_tile(place, hill)
    lower = 38.0
    bottom = place.top + place.height
    base = bottom - lower - 20
    return (
        Box((place.left, place.top), place.width, place.height, INNER, fill="raised"),
        *small_hill(hill, place.middle, base, place.width - 16, base - place.top - 8),
        *flags(hill, (place.middle, base + 12), "", min(11.0, (place.width - 12) / max(1, hill.flags) - 2)),
        label((place.middle, bottom - 27), hill.name, place.width - 6, bold=True),
        label((place.middle, bottom - 11), remark, place.width - 6, colour="muted"),
        *glow(place, INNER),
        *touch(place),
    )


def sale_tile(place: Place, hill: Hill, price: str, title: str) -> tuple[Shape, ...]:
    """The hill that is up for sale, on a stage of its own with its price on a tag."""
    tag = max(30.0, text_width(price, 18.0, display=True) + 18) if price else 0.0
    picture = max(30.0, min(64.0, place.width * 0.22))
    middle = place.top + place.height / 2
    left = place.left + picture + 14
    room = place.width - picture - tag - 22
    lines = wrap(hill.name, room, BODY, 2, bold=True)
    shapes: list[Shape] = [
        Box(
            (place.left, place.top),
            place.width,
            place.height,
            INNER,
            fill="control",
            stroke="accent",
            stroke_width=2.0,
        ),
        *small_hill(
            hill, place.left + 8 + picture / 2, middle + place.height * 0.34, picture, place.height * 0.66
        ),
    ]
    if len(lines) == 1:
        shapes.append(label((left, middle - 17), title, room, colour="muted", anchor="start"))
        shapes += _flags(hill, left, middle + 18, room)
    top = middle - 8.5 * (len(lines) - 1)
    for row, line in enumerate(lines):
        shapes.append(label((left, top + 17 * row), line, room, BODY, anchor="start", bold=True))
    if price:
        shapes += price_tag(place.left + place.width - tag - 6, middle, tag, price)
    return (*shapes, *glow(place, INNER), *touch(place))


def price_tag(left: float, middle: float, width: float, price: str) -> tuple[Shape, ...]:
    """A price on a paper tag with its hole."""
    half = 15.0
    body = (
        (left, middle),
        (left + 10, middle - half),
        (left + width, middle - half),
        (left + width, middle + half),
        (left + 10, middle + half),
    )
    return (
        Polygon(body, fill="accent"),
        Circle((left + 9, middle), 2.6, fill="control"),
        Text((left + width / 2 + 5, middle), price, 18.0, "ink", display=True),
    )


def slot(place: Place, title: str) -> tuple[Shape, ...]:
    """A free place, waiting for something."""
    edge = ((place.left, place.top), (place.left + place.width, place.top))
    bottom = ((place.left + place.width, place.top + place.height), (place.left, place.top + place.height))
    return (
        Polyline((*edge, *bottom), "edge", 1.5, dash=5.0, closed=True),
        label((place.middle, place.top + place.height / 2), title, place.width - 8, colour="faint"),
        *glow(place, 2.0),
        *touch(place),
    )


def more(place: Place, count: int) -> tuple[Shape, ...]:
    """How many are not shown here, and lie on the page of the pool."""
    middle = place.top + place.height / 2
    return (
        Box((place.left, place.top), place.width, place.height, INNER, fill="raised"),
        label((place.middle, middle - 8), f"+{count}", place.width - 6, BODY, display=True),
        label((place.middle, middle + 11), "more", place.width - 6, colour="muted"),
    )


def expert_tile(place: Place, expert: str, count: int = 1, *, used: bool = False) -> tuple[Shape, ...]:
    """A hired expert; greyed and crossed out once it has been used."""
    face = FACES[expert]
    disc = min(34.0, place.height - 26)
    y = place.top + disc / 2 + 5
    ink = "faint" if used else "text"
    shapes: list[Shape] = [
        Box((place.left, place.top), place.width, place.height, INNER, fill="panel" if used else "raised"),
        *symbol(expert, place.middle, y, disc, used=used),
        label((place.middle, place.top + place.height - 11), face.short, place.width - 4, colour=ink),
    ]
    if used:
        reach = disc / 2
        shapes.append(
            Polyline(((place.middle - reach, y + reach), (place.middle + reach, y - reach)), "faint", 2.0)
        )
    else:
        shapes += lasting(
            place.left + place.width - 11, place.top + 11, 11.0, ongoing=face.ongoing, colour="muted"
        )
    if count > 1:
        shapes.append(Text((place.left + 13, place.top + 12), f"×{count}", SMALL, "accent", bold=True))
    return (*shapes, *glow(place, INNER), *touch(place))


def secret_back(place: Place, title: str) -> tuple[Shape, ...]:
    """A secret bonus card, face down: stripes and a star."""
    shapes: list[Shape] = [
        Box(
            (place.left, place.top),
            place.width,
            place.height,
            INNER,
            fill="#5B3F8C",
            stroke="#A58BFF",
            stroke_width=1.5,
        )
    ]
    for stripe in range(1, 6):
        x = place.left + place.width * stripe / 6
        reach = place.height * 0.16
        shapes.append(
            Polyline(
                ((x - reach, place.top + place.height - 8), (x + reach, place.top + 8)), "#A58BFF@25", 3.0
            )
        )
    shapes.append(
        label((place.middle, place.top + place.height / 2), title, place.width - 6, colour="#FFF4DF")
    )
    return (*shapes, *glow(place, INNER), *touch(place))


def open_secret(place: Place, name: str) -> tuple[Shape, ...]:
    """A secret bonus card that has been turned up."""
    lines = wrap(name, place.width - 10, SMALL, 2, bold=True)
    first = place.top + place.height / 2 - 8 * (len(lines) - 1)
    return (
        Box((place.left, place.top), place.width, place.height, INNER, fill="#FFF4DF"),
        Box((place.left, place.top), place.width, place.height, INNER, stroke="#A58BFF", stroke_width=2.0),
        *(
            label((place.middle, first + 16 * row), line, place.width - 10, colour="ink", bold=True)
            for row, line in enumerate(lines)
        ),
        *glow(place, INNER),
        *touch(place),
    )


def coin_pile(coins: Coins, left: float, middle: float, size: float, width: float) -> tuple[Shape, ...]:
    """Coins in a row that overlap as far as they must to stay within this width; gold first."""
    values = [5] * coins.gold + [1] * coins.silver
    if not values:
        return ()
    step = min(size * 0.86, (width - size) / max(1, len(values) - 1))
    lettered = step > size * 0.8 and size >= LETTERED
    if step < size * 0.3:
        return _counted_coins(coins, left, middle, size)
    shapes: list[Shape] = []
    for place, value in enumerate(values):
        x = left + size / 2 + step * place
        shapes += [part for part in coin(value, x, middle, size) if lettered or not isinstance(part, Text)]
    return tuple(shapes)


def _counted_coins(coins: Coins, left: float, middle: float, size: float) -> tuple[Shape, ...]:
    """One coin of each metal with how many there are."""
    shapes: list[Shape] = []
    x = left
    for value, count in ((5, coins.gold), (1, coins.silver)):
        if not count:
            continue
        disc = coin(value, x + size / 2, middle, size)
        shapes += [part for part in disc if size >= LETTERED or not isinstance(part, Text)]
        text = f"×{count}"
        shapes.append(Text((x + size + 4, middle), text, BODY, "text", "start", display=True))
        x += size + 14 + text_width(text, BODY, display=True)
    return tuple(shapes)


def heading(left: float, top: float, width: float, text: str) -> Text:
    """What a part of the table is, in small letters over it."""
    return label((left, top + SMALL / 2 + 1), text, width, colour="muted", anchor="start")


def flow(left: float, width: float, sizes: Sequence[float], gap: float) -> list[tuple[float, int]]:
    """The left edge and row of each of these widths, wrapped into rows no wider than this."""
    places = []
    x, row = left, 0
    for size in sizes:
        if x > left and x + size > left + width:
            x, row = left, row + 1
        places.append((x, row))
        x += size + gap
    return places
