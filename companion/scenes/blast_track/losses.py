"""Which track loses a point at a construction site: five cards, large enough for a finger."""

from companion.rules.blast_track.state import TRACKS, State
from companion.rules.contract import Seat
from companion.scenes.blast_track.hexes import Area
from companion.scenes.blast_track.signs import back_arrow, sign
from companion.scenes.blast_track.words import TRACK_NAMES, track_id
from companion.scenes.lettering import fit
from companion.scenes.marks import Shapes, arrow, seat_mark
from companion.scenes.palette import RADIUS, SPACE, TYPE, seat_colour
from companion.scenes.shapes import Box, Shape, Target, Text
from companion.scenes.speaking import possessive
from companion.scenes.telling import Look

HEAD = 30.0
LOSS = "track."


def losing(look: Look) -> bool:
    """Whether a track has to be chosen now."""
    return any(id_.startswith(LOSS) for id_ in look.lit)


def losses(state: State, look: Look, area: Area) -> Shapes:
    """The tracks of whoever went through the site; those at 0 are pale."""
    seat = next(int(id_.split(".")[1]) for id_ in look.lit if id_.startswith(LOSS))
    title = f"{possessive(look.names[seat])} tracks"
    shapes: list[Shape] = [
        *seat_mark(seat, area.left + 12, area.top + HEAD / 2, 18),
        Text(
            (area.left + 28, area.top + HEAD / 2),
            fit(title, area.width - 32, TYPE["body"], bold=True),
            TYPE["body"],
            "text",
            "start",
            bold=True,
        ),
    ]
    columns = 3
    wide = (area.width - SPACE * (columns - 1)) / columns
    tall = min(170.0, (area.height - HEAD - SPACE) / 2)
    for place, track in enumerate(TRACKS):
        left = area.left + place % columns * (wide + SPACE)
        top = area.top + HEAD + place // columns * (tall + SPACE)
        row = state.players[seat].rows[place]
        id_ = track_id(seat, track)
        shapes += _card(
            TRACK_NAMES[track],
            track.value,
            row.value,
            row.arrow,
            seat,
            Area(left, top, wide, tall),
            id_ if id_ in look.lit else "",
        )
    return tuple(shapes)


def _card(title: str, track: str, value: int, turned_back: bool, seat: Seat, area: Area, id_: str) -> Shapes:
    x = area.middle[0]
    lit = bool(id_)
    size = min(44.0, area.height * 0.34)
    ink = "text" if lit else "faint"
    shapes: list[Shape] = [
        Box(
            (area.left, area.top),
            area.width,
            area.height,
            RADIUS,
            fill="raised",
            stroke="accent" if lit else "",
            stroke_width=2.5,
        ),
        *sign(track, x, area.top + area.height * 0.24, size),
        Text((x, area.top + area.height * 0.52), title, TYPE["body"], ink, bold=True),
    ]
    y = area.top + area.height * 0.77
    shapes += _numbers(value, lit, x, y, seat)
    if turned_back:
        shapes += back_arrow(area.right - 18, area.top + 18, 20)
    if id_:
        shapes.append(Target((area.left, area.top), area.width, area.height, id_))
    return tuple(shapes)


def _numbers(value: int, lit: bool, x: float, y: float, seat: Seat) -> Shapes:
    """The value, and what is left of it; Roboto has no arrow, so it is drawn."""
    size = TYPE["title"]
    if not lit:
        return (Text((x, y), str(value), size, "faint", display=True),)
    return (
        Text((x - 26, y), str(value), size, "text", display=True),
        *arrow((x - 12, y), (x + 12, y), seat_colour(seat), 2.5),
        Text((x + 26, y), str(value - 1), size, "text", display=True),
    )
