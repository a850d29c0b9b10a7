"""The moons as a picture that is the control: every space is tapped where it lies."""

from itertools import pairwise

from companion.rules.contract import Seat
from companion.rules.cosmic_coasters.components import SPACES, Kind, Space
from companion.rules.cosmic_coasters.state import (
    Alarm,
    Attack,
    Challenge,
    Deploying,
    Inhibition,
    Landing,
    Retreating,
    State,
    controls,
    spare,
)
from companion.scenes.cosmic_coasters.moon import body, unknown
from companion.scenes.cosmic_coasters.places import Label, Place, places
from companion.scenes.cosmic_coasters.words import POWERS, home_id, moon_id, space_id, welcome
from companion.scenes.lettering import fit, width, wrap
from companion.scenes.marks import Shapes, arrow, seat_mark, shape_mark
from companion.scenes.palette import SEAT_MARKS, TYPE, seat_colour
from companion.scenes.shapes import Box, Circle, Point, Polygon, Polyline, Scene, Shape, Target, Text
from companion.scenes.telling import Look

STARS = 110


def scene(state: State, look: Look) -> Scene:
    """All moons in play with what stands on them, and what is under way between them."""
    arranged = places(state.seats, look.width, look.height)
    picture = _Picture(state, look, arranged)
    shapes: list[Shape] = [*_stars(look.width, look.height)]
    for moon in range(state.seats):
        shapes += picture.moon(moon)
    shapes += picture.under_way()
    for moon in range(state.seats):
        shapes += picture.label(moon)
    for space in range(len(state.ships)):
        shapes += picture.target(space)
    shapes += picture.moon_targets()
    return Scene(look.width, look.height, tuple(shapes))


def _stars(across: float, down: float) -> Shapes:
    """The same sky every night: scattered, but never elsewhere after a touch."""
    found = []
    seed = 12345
    for _ in range(STARS):
        draws = []
        for _ in range(3):
            seed = (seed * 1103515245 + 12345) % 2**31
            draws.append(seed / 2**31)
        found.append(Circle((draws[0] * across, draws[1] * down), 0.7 + draws[2], fill="star@55"))
    return tuple(found)


class _Picture:
    """One state, looked at in one way."""

    def __init__(self, state: State, look: Look, arranged: tuple[Place, ...]) -> None:
        self.state, self.look, self.arranged = state, look, arranged
        self.lit, self.chosen = frozenset(look.lit), frozenset(look.chosen)
        self.aiming = bool(look.chosen) or isinstance(state.pending, Landing | Alarm | Retreating | Deploying)
        self.homes = {
            space_id(welcome(state, seat)): home_id(pad)
            for pad in state.chart.pads
            for seat in (state.ships[pad],)
            if seat is not None and home_id(pad) in self.lit and space_id(pad) in self.chosen
        }

    def at(self, space: Space) -> Point:
        return self.arranged[space // SPACES].space(space)

    def colour(self, moon: Seat) -> str:
        return seat_colour(moon) if self.state.out[moon] is None else "faint"

    def moon(self, moon: Seat) -> Shapes:
        """A moon with its ways, its spaces and the ships on them."""
        place = self.arranged[moon]
        name = self.state.moons[moon]
        if not name:
            question = Text(place.centre, "?", place.radius * 0.7, f"{self.colour(moon)}@70", display=True)
            return (*unknown(place.centre, place.radius, self.colour(moon)), question)
        shapes: list[Shape] = [*body(name, place.centre, place.radius, self.colour(moon))]
        spaces = range(moon * SPACES, (moon + 1) * SPACES)
        shapes += [
            Polyline((self.at(space), self.at(near)), "lattice", max(2.0, place.radius / 40))
            for space in spaces
            for near in self.state.chart.neighbours[space]
            if near > space
        ]
        for space in spaces:
            shapes += self._space(space)
        return tuple(shapes)

    def _space(self, space: Space) -> Shapes:
        place = self.arranged[space // SPACES]
        (x, y), size = self.at(space), place.mark
        kind, ship = self.state.chart.kinds[space], self.state.ships[space]
        id_ = self.homes.get(space_id(space), space_id(space))
        lit, chosen = id_ in self.lit, space_id(space) in self.chosen
        # The first touch is quietly offered; what it leads to shines.
        hostile = lit and ship is not None and not isinstance(self.state.pending, Retreating)
        glow = "text" if not (self.aiming or chosen) else "bad" if hostile else "accent"
        shapes: list[Shape] = []
        if chosen or (lit and self.aiming):
            shapes.append(
                Circle((x, y), size * 0.92, fill=f"{glow}@{55 if chosen else 18 if hostile else 30}")
            )
        edge = glow if lit or chosen else self._pad_edge(space) if kind == "pad" else "faint"
        thick = 4.0 if chosen else 3.0 if lit or edge != "faint" else 2.0
        shapes += _outline(kind, x, y, size, edge, thick)
        low = size * 0.09 if kind == "control-point" else 0.0
        scale = 0.64 if kind == "control-point" else 0.74
        if ship is not None:
            shapes += seat_mark(ship, x, y + low, size * scale * (1.15 if chosen else 1.0))
        elif space // SPACES in self._deploying() and not chosen:
            shapes += _ghost(space // SPACES, x, y + low, size * scale)
        elif lit and self.aiming:
            shapes.append(Circle((x, y + low), size * 0.13, fill="accent"))
        return tuple(shapes)

    def _pad_edge(self, space: Space) -> str:
        """A pad shines in the colour of the player who controls it."""
        moon = space // SPACES
        holders = [seat for seat in self.state.survivors if controls(self.state, seat, moon)]
        return seat_colour(holders[0]) if holders else "faint"

    def _deploying(self) -> tuple[Seat, ...]:
        """The seats whose fleets are being placed."""
        waiting = self.state.pending
        return waiting.open if isinstance(waiting, Deploying) else ()

    def under_way(self) -> Shapes:
        """The attack or the flight that waits for an answer."""
        match self.state.pending:
            case Attack(_, origin, to, via):
                return self._flight((origin, *((via,) if via is not None else ()), to), "bad")
            case Inhibition(pad, moon) | Challenge(pad, moon) | Landing(pad, moon):
                return self._approach(pad, moon)
            case Alarm(_, pad, to):
                return self._flight((pad, to), "bad", dash=9.0)
            case Retreating(origin, via):
                return self._flight((via, origin), "accent", dash=9.0)
            case _:
                return ()

    def _flight(self, spaces: tuple[Space, ...], colour: str, dash: float = 0.0) -> Shapes:
        trim = self.arranged[0].mark * 0.55
        points = [self.at(space) for space in spaces]
        first = tuple(Polyline(leg, colour, 4.0, dash) for leg in pairwise(points[:-1]))
        return (*first, *arrow(points[-2], points[-1], colour, 4.5, trim, dash))

    def _approach(self, pad: Space, moon: Seat) -> Shapes:
        """A flight that ends at the edge of a moon, as its space is not named yet."""
        (x0, y0), (x1, y1) = self.at(pad), self.arranged[moon].centre
        length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
        share = 1 - (self.arranged[moon].radius + 2) / length
        return arrow((x0, y0), (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share), "accent", 4.5, dash=9.0)

    def label(self, moon: Seat) -> Shapes:
        """The moon's name and power, and whose home it is."""
        place = self.arranged[moon]
        name = self.look.names[moon]
        power = self.state.powers[moon]
        last = "out of the game" if self.state.out[moon] is not None else POWERS[power] if power else ""
        words = (self.state.moons[moon] or "No moon", name, last)
        return _beside(place.label, moon, *words) if place.label.stacked else self._under(moon, *words)

    def _under(self, moon: Seat, title: str, name: str, power: str) -> Shapes:
        """Both on one line where they fit, and spare parts below; else a line each."""
        label = self.arranged[moon].label
        (x, top), scale, size = label.at, label.scale, TYPE["small"] * label.scale
        large = TYPE["title"] * scale
        if width(title, large, display=True) > label.width:
            large = TYPE["body"]
        head = Text((x, top + 11 * scale), fit(title, label.width, large, display=True), large, display=True)
        line = f"{name} · {power}" if power else name
        room = label.width - 20 * scale
        if width(line, size, bold=True) <= room:
            return (
                head,
                *_owner(moon, line, x, top + 33 * scale, scale),
                *self._spare(moon, x, top + 52 * scale),
            )
        return (
            head,
            *_owner(moon, fit(name, room, size, bold=True), x, top + 33 * scale, scale),
            Text((x, top + 51 * scale), fit(power, label.width, size), size, "muted"),
        )

    def _spare(self, moon: Seat, x: float, y: float) -> Shapes:
        """The destroyed ships that can be built again."""
        if not self.state.moons[moon] or self.state.out[moon] is not None or moon in self._deploying():
            return ()
        parts = spare(self.state, moon)
        left = x - 18 * (parts - 1) / 2
        return tuple(shape for part in range(parts) for shape in _ghost(moon, left + 18 * part, y, 12))

    def target(self, space: Space) -> Shapes:
        """Room for a finger around a space."""
        if not self.state.moons[space // SPACES]:
            return ()
        side = self.arranged[space // SPACES].touch
        x, y = self.at(space)
        id_ = self.homes.get(space_id(space), space_id(space))
        return (Target((x - side / 2, y - side / 2), side, side, id_),)

    def moon_targets(self) -> Shapes:
        """The moons that can be tapped as a whole, such as the one that the Inhibitor guards."""
        found: list[Shape] = []
        for moon, place in enumerate(self.arranged):
            if moon_id(moon) in self.lit:
                (x, y), reach = place.centre, place.radius + 6
                found.append(Circle(place.centre, reach, stroke="accent", stroke_width=4.0))
                found.append(Target((x - reach, y - reach), 2 * reach, 2 * reach, moon_id(moon)))
        return tuple(found)


def _owner(moon: Seat, line: str, x: float, y: float, scale: float) -> Shapes:
    """A seat's mark and words, centred together."""
    size = TYPE["small"] * scale
    left = x - (width(line, size, bold=True) + 20 * scale) / 2
    return (
        *seat_mark(moon, left + 7 * scale, y, 14 * scale),
        Text((left + 20 * scale, y), line, size, "muted", "start", bold=True),
    )


def _beside(label: Label, moon: Seat, title: str, name: str, power: str) -> Shapes:
    """A moon's words below each other, from the outer edge of the picture."""
    (x, top), scale, size = label.at, label.scale, TYPE["small"] * label.scale
    head = 16 * scale
    inward = scale if label.anchor == "start" else -scale
    owner = fit(name, label.width - 20 * scale, size, bold=True)
    rows = wrap(power, label.width, size, 2)
    return (
        Text(
            (x, top + 9 * scale),
            fit(title, label.width, head, display=True),
            head,
            "text",
            label.anchor,
            display=True,
        ),
        *seat_mark(moon, x + 7 * inward, top + 31 * scale, 14 * scale),
        Text((x + 20 * inward, top + 31 * scale), owner, size, "text", label.anchor, bold=True),
        *(
            Text(
                (x, top + (50 + 16 * line) * scale), fit(row, label.width, size), size, "muted", label.anchor
            )
            for line, row in enumerate(rows)
        ),
    )


def _ghost(seat: Seat, x: float, y: float, size: float) -> Shapes:
    """A ship that is not there, or not yet."""
    return shape_mark(SEAT_MARKS[seat].shape, x, y, size, f"{seat_colour(seat)}@30", edge=seat_colour(seat))


def _outline(kind: Kind, x: float, y: float, size: float, edge: str, thick: float) -> Shapes:
    """A Factory's square, a Control Point's triangle, a Teleport Pad's circle."""
    half = size / 2
    match kind:
        case "factory":
            return (
                Box(
                    (x - half, y - half),
                    size,
                    size,
                    size * 0.16,
                    fill="hollow",
                    stroke=edge,
                    stroke_width=thick,
                ),
            )
        case "control-point":
            tip, low, wide = y - size * 0.64, y + size * 0.46, size * 0.66
            corners = ((x, tip), (x + wide, low), (x - wide, low))
            return (Polygon(corners, fill="hollow", stroke=edge, stroke_width=thick),)
        case "pad":
            return (
                Circle((x, y), size * 0.6, fill="hollow", stroke=edge, stroke_width=thick),
                Circle((x, y), size * 0.46, stroke=f"{edge}@60", stroke_width=1.5),
            )
