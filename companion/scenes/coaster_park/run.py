"""A marble's run as a picture: the coaster in profile, its beams, the marble, and what it is worth so far."""

from math import hypot

from msgspec import Struct

from companion.scenes.coaster_park.coaster import NAME_GAP, Paint, names, profile_with_names, structure
from companion.scenes.coaster_park.fair import horizon
from companion.scenes.coaster_park.labels import BODY, SMALL, shortest_that_fits
from companion.scenes.coaster_park.profile import Hill, Profile, beam_points, track_point
from companion.scenes.labels import label, largest
from companion.scenes.lettering import width as text_width
from companion.scenes.palette import RADIUS, SPACE, TYPE
from companion.scenes.shapes import Box, Circle, Point, Polyline, Scene, Shape, Text

LIT, UNLIT, AWAITED, DEAD, NONE = "lit", "unlit", "awaited", "dead", ""
"""How a beam stands: the marble broke it, not yet, it is the next, it gives no light, it is not there."""


class Run(Struct, frozen=True, omit_defaults=True):
    """What a marble's run looks like at a moment.

    `passed` are the hills behind the marble, `marble` its place (hill, fraction of its track) while it can
    be told, `beams` how each stands in the order of `profile.beam_places`, `speeds` what is known of each
    hill, `attempts` a short text for each of the three, of which `attempt` is on its way.
    `short` is a title for narrow pictures.
    """

    title: str
    subtitle: str
    hills: tuple[Hill, ...]
    colour: str
    passed: int = 0
    marble: tuple[int, float] | None = None
    beams: tuple[str, ...] = ()
    speeds: tuple[str, ...] = ()
    worth: str = ""
    worth_lines: tuple[str, ...] = ()
    attempts: tuple[str, ...] = ()
    attempt: int = 0
    short: str = ""


HEAD = 64.0
FOOT = 40.0
SIDE = 24.0


def run_scene(run: Run, width: float, height: float) -> Scene:
    """The whole picture in this area."""
    drawn = run_profile(run, width, height)
    paint = Paint(run.colour)
    return Scene(
        width,
        height,
        (
            *horizon(0.0, drawn.base, width, min(drawn.height, 260.0) * 0.9),
            Polyline(((0.0, drawn.base), (width, drawn.base)), "edge@40", 1.4),
            *_head(run, width),
            *structure(drawn, paint, float(run.passed)),
            *_beams(drawn, run.beams),
            *names(drawn, drawn.base + NAME_GAP, paint, float(run.passed)),
            *_speeds(drawn, run, height),
            *_attempts(run, width, height),
            *(marble(drawn, *run.marble) if run.marble else ()),
        ),
    )


def run_profile(run: Run, width: float, height: float) -> Profile:
    """Where the track lies in the picture of this size, so that a marble can be moved over it."""
    foot = (FOOT if run.attempts else 0.0) + (SMALL + 8 if run.speeds else 0.0) + SPACE
    across, top = width - 2 * SIDE, HEAD + SPACE * 2
    drawn, _ = profile_with_names(run.hills, (SIDE, top), across, height - top, foot)
    spare = (across - drawn.width) / 2
    return profile_with_names(run.hills, (SIDE + spare, top), drawn.width, height - top, foot)[0]


def marble(drawn: Profile, hill: int, fraction: float) -> tuple[Shape, ...]:
    """A shiny marble that rolls on the track at this place."""
    radius = max(6.0, min(11.0, drawn.height * 0.06))
    x, y = resting(drawn, hill, fraction, radius)
    return (
        Circle((x, y), radius + 3.5, fill="#DCEBFF@25"),
        Circle((x, y), radius, fill="#BFD6F7", stroke="#6E86B5", stroke_width=1.0),
        Circle((x - radius * 0.12, y - radius * 0.14), radius * 0.72, fill="#E9F2FF"),
        Circle((x - radius * 0.32, y - radius * 0.38), radius * 0.26, fill="#FFFFFF"),
    )


def resting(drawn: Profile, hill: int, fraction: float, radius: float) -> Point:
    """The middle of a marble of this radius upon the track; inside the ring of a Loop."""
    x, y = track_point(drawn, hill, fraction)
    x0, y0 = track_point(drawn, hill, fraction - 0.01)
    x1, y1 = track_point(drawn, hill, fraction + 0.01)
    length = hypot(x1 - x0, y1 - y0) or 1.0
    lift = radius + 2.0
    return (x + (y1 - y0) / length * lift, y - (x1 - x0) / length * lift)


def _beams(drawn: Profile, beams: tuple[str, ...]) -> tuple[Shape, ...]:
    shapes: list[Shape] = []
    lift = min(34.0, drawn.height * 0.24)
    for (x, y), stands in zip(beam_points(drawn), beams, strict=False):
        if stands == NONE:
            continue
        lamp = (x, y - lift)
        post = "good" if stands == LIT else "faint"
        shapes.append(Polyline(((x, y - 3), (x, lamp[1] + 6)), post, 2.0, dash=2.5))
        if stands == LIT:
            shapes += (Circle(lamp, 10.0, fill="good@25"), Circle(lamp, 6.0, fill="good"))
        elif stands == AWAITED:
            shapes += (Circle(lamp, 6.0, fill="panel", stroke="accent", stroke_width=2.5),)
        elif stands == DEAD:
            shapes += (
                Circle(lamp, 6.0, fill="panel", stroke="bad", stroke_width=2.0),
                Polyline(((x - 4, lamp[1] + 4), (x + 4, lamp[1] - 4)), "bad", 2.0),
            )
        else:
            shapes.append(Circle(lamp, 5.5, fill="panel", stroke="faint", stroke_width=2.0))
    return tuple(shapes)


def _head(run: Run, width: float) -> tuple[Shape, ...]:
    box = min(260.0, max(170.0, width * 0.36)) if run.worth else 0.0
    room = width - 2 * SIDE - box - SPACE * 2
    sizes = (TYPE["display"], TYPE["title"], TYPE["button"])
    title = shortest_that_fits((run.title, run.short or run.title), room, TYPE["button"], display=True)
    subtitle = shortest_that_fits((run.subtitle, run.subtitle.split(" · ")[-1]), room, BODY)
    size = largest(title, room, sizes, display=True)
    shapes: list[Shape] = [
        label((SIDE, 28), title, room, size, anchor="start", display=True),
        label((SIDE, 54), subtitle, room, BODY, colour="muted", anchor="start"),
    ]
    if run.worth:
        left = width - SIDE - box
        tall = 34 + 18 * len(run.worth_lines)
        shapes.append(Box((left, 12), box, tall, RADIUS, fill="raised"))
        worth = (run.worth, run.worth.removesuffix(" so far"))
        told = shortest_that_fits(worth, box - 24, TYPE["button"], display=True)
        big = largest(told, box - 24, (TYPE["button"], BODY), display=True)
        shapes.append(label((left + 12, 32), told, box - 24, big, anchor="start", display=True))
        for row, line in enumerate(run.worth_lines):
            shapes.append(
                label((left + 12, 53 + 17 * row), line, box - 24, SMALL, colour="muted", anchor="start")
            )
    return tuple(shapes)


def _speeds(drawn: Profile, run: Run, height: float) -> tuple[Shape, ...]:
    if not run.speeds:
        return ()
    y = height - (FOOT if run.attempts else 0.0) - SPACE * 2
    widest = max(text_width(speed, SMALL) for speed in run.speeds)
    short = widest > min(drawn.room(hill) for hill in range(len(drawn.hills))) - 6
    return tuple(
        Text((drawn.middle(hill), y), speed.split()[0] if short else speed, SMALL, "muted")
        for hill, speed in enumerate(run.speeds)
        if speed
    )


def _attempts(run: Run, width: float, height: float) -> tuple[Shape, ...]:
    """The three attempts as tickets: what was reached, what runs, what is left."""
    shapes: list[Shape] = []
    room = min(150.0, (width - 2 * SIDE - 2 * SPACE) / 3)
    for place, text in enumerate(run.attempts):
        left = SIDE + place * (room + SPACE)
        now, past = place == run.attempt, place < run.attempt
        fill = "accent" if now else "control" if past else "raised"
        ink = "ink" if now else "text" if past else "faint"
        shapes.append(Box((left, height - FOOT), room, 28.0, 14.0, fill=fill))
        shapes.append(
            label((left + room / 2, height - FOOT + 14), text, room - 16, SMALL, colour=ink, bold=now)
        )
    return tuple(shapes)
