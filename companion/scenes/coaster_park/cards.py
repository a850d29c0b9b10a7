"""The cards' faces and backs: a coloured band, an expert with its sign, and the hill it brings."""

from msgspec import Struct

from companion.scenes.coaster_park.coaster import Paint, structure
from companion.scenes.coaster_park.labels import BODY, SMALL
from companion.scenes.coaster_park.profile import Hill, profile
from companion.scenes.coaster_park.symbols import FACES, lasting, symbol
from companion.scenes.labels import label
from companion.scenes.lettering import width as text_width
from companion.scenes.lettering import wrap
from companion.scenes.palette import RADIUS
from companion.scenes.shapes import Box, Polyline, Shape, Target

INK = "ink"
BAND = 24.0
LINE = 14.0
WHITE = "#FFFFFF"


class Place(Struct, frozen=True):
    """Where something lies, and whether it can be touched (`lit`) or was touched on the way (`chosen`)."""

    left: float
    top: float
    width: float
    height: float
    id: str = ""
    lit: bool = False
    chosen: bool = False

    @property
    def middle(self) -> float:
        """The x of its middle."""
        return self.left + self.width / 2


def glow(place: Place, radius: float = RADIUS) -> tuple[Shape, ...]:
    """The light around what can be touched, and the firm ring around what was."""
    if place.chosen:
        return (_ring(place, 2.5, radius, "accent", 3.0),)
    if place.lit:
        return (
            _ring(place, 3.0, radius, "accent@35", 3.0),
            _ring(place, 1.0, radius, "accent", 2.0),
        )
    return ()


def _ring(place: Place, out: float, radius: float, colour: str, width: float) -> Box:
    corner = (place.left - out, place.top - out)
    size = (place.width + 2 * out, place.height + 2 * out)
    return Box(corner, *size, radius + out, stroke=colour, stroke_width=width)


def touch(place: Place) -> tuple[Shape, ...]:
    """The area a finger may touch for a place that has an id."""
    return (Target((place.left, place.top), place.width, place.height, place.id),) if place.id else ()


def card(place: Place, expert: str, hill: Hill, *, launch: bool) -> tuple[Shape, ...]:
    """A card's face; its hill is left out where there is no room for it."""
    face = FACES[expert]
    x, width = place.middle, place.width
    roomy = place.height >= 112
    big = place.height >= 150
    disc = min(width * 0.5, place.height * (0.25 if roomy and not big else 0.3 if big else 0.36))
    y = place.top + BAND + disc / 2 + 4
    text = BODY if big and text_width(face.ability, BODY) <= width - 10 else SMALL
    ability_y = y + disc / 2 + text * 0.5 + 4
    shapes: list[Shape] = [
        *_sheet(place, launch),
        label((x, place.top + BAND / 2 + 0.5), face.short, width - 8, colour=WHITE, bold=True),
        *symbol(expert, x, y, disc),
        *lasting(
            place.left + width - 13, place.top + BAND + 12, 13.0, ongoing=face.ongoing, colour=f"{INK}@60"
        ),
    ]
    bottom = place.top + place.height
    lines = wrap(face.ability, width - 6, text, 2 if roomy else 1)
    for row, line in enumerate(lines):
        shapes.append(label((x, ability_y + LINE * row), line, width - 6, text, colour=INK))
    if roomy:
        shapes += _hill(place, hill, ability_y + LINE * (len(lines) - 1) + text * 0.5 + 5)
    else:
        shapes.append(label((x, bottom - 11), hill.name, width - 8, colour=INK, bold=True))
    return (*shapes, *glow(place), *touch(place))


def _sheet(place: Place, launch: bool) -> tuple[Shape, ...]:
    """Cream paper under a red or blue band."""
    band = "launch" if launch else "standard"
    corner, size = (place.left, place.top), (place.width, place.height)
    return (
        Box((corner[0], corner[1] + 2), *size, RADIUS, fill="ink@35"),
        Box(corner, *size, RADIUS, fill=band),
        Box((corner[0], corner[1] + BAND), size[0], size[1] - BAND, RADIUS, fill="#FFF4DF"),
        Box((corner[0], corner[1] + BAND), size[0], RADIUS, 0.0, fill="#FFF4DF"),
    )


def _hill(place: Place, hill: Hill, top: float) -> tuple[Shape, ...]:
    """The hill's little profile over its name."""
    bottom = place.top + place.height
    lines = wrap(hill.name, place.width - 8, SMALL, 2, bold=True)
    name_y = bottom - SMALL * 0.5 - 5 - LINE * (len(lines) - 1)
    tall = name_y - SMALL * 0.5 - top - 4
    shapes: list[Shape] = [
        Polyline(((place.left + 8, top), (place.left + place.width - 8, top)), "#D9CBB2", 1.0)
    ]
    if tall >= 12:
        shapes += small_hill(
            hill, place.middle, name_y - SMALL * 0.5 - 3, place.width * 0.62, tall - 2, on_paper=True
        )
    for row, line in enumerate(lines):
        at = (place.middle, name_y + LINE * row)
        shapes.append(label(at, line, place.width - 8, colour=INK, bold=True))
    return tuple(shapes)


def small_hill(
    hill: Hill, x: float, base: float, width: float, height: float, *, on_paper: bool = False
) -> tuple[Shape, ...]:
    """A hill by itself, standing on `base`, as large as this room takes."""
    drawn = profile((hill,), (0.0, base - height), width, height)
    left = x - drawn.width / 2
    paint = Paint("#C93D4E", "#FFF4DF", "#B9AB92") if on_paper else Paint("muted", "panel", "lattice")
    return structure(profile((hill,), (left, base - height), drawn.width, height), paint)


def back(place: Place, count: int, *, launch: bool) -> tuple[Shape, ...]:
    """A deck, face down: how many cards are left shows on its back."""
    colour = "launch" if launch else "standard"
    layers = min(3, count)
    shapes: list[Shape] = []
    for layer in reversed(range(layers)):
        corner = (place.left + 2.0 * layer, place.top + 2.0 * layer)
        size = (place.width - 2.0 * (layers - 1), place.height - 2.0 * (layers - 1))
        shapes.append(Box(corner, *size, RADIUS - 3, fill=colour, stroke="night", stroke_width=1.0))
    if not layers:
        shapes.append(
            Box((place.left, place.top), place.width, place.height, RADIUS, stroke="edge", stroke_width=1.5)
        )
    inner_width = place.width - 2.0 * max(0, layers - 1)
    x = place.left + inner_width / 2
    y = place.top + (place.height - 2.0 * max(0, layers - 1)) / 2
    ink = WHITE if layers else "faint"
    name = "launch" if launch else "standard"
    shapes += (
        label((x, y - 9), str(count), inner_width - 6, 20.0, colour=ink, display=True),
        label((x, y + 11), name, inner_width - 4, colour=ink),
    )
    return (*shapes, *glow(place, RADIUS - 3), *touch(place))
