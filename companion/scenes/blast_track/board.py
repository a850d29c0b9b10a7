"""The growing board: tiles where they lie, every ride in its seat's colour and shape, and the carts."""

from collections.abc import Iterable

from msgspec import Struct

from companion.rules.blast_track.board import START, Cell, End, Laid, Plan, Spot
from companion.rules.contract import Seat
from companion.scenes.blast_track.hexes import APOTHEM, Area, Grid, corners, extent, fitted
from companion.scenes.blast_track.loops import Rail, loop, way
from companion.scenes.blast_track.rails import arc, placed
from companion.scenes.blast_track.tiles import start_tile, tile, turned
from companion.scenes.marks import Shapes, seat_mark
from companion.scenes.palette import TOUCH, TYPE, seat_colour
from companion.scenes.shapes import Point, Polygon, Polyline, Shape, Target, Text

At = tuple[Cell, End]
"""A rail end of a cell."""

Stretch = tuple[At, At, tuple[Point, ...]]
"""A rail with its two ends, as it is drawn."""

LARGEST = 58.0
"""The largest radius of a cell, in dp."""

FINGER = TOUCH / (2 * APOTHEM)
"""The radius of a cell that a finger meets safely, in dp."""

BEADED = 9.0
"""From this radius on, in dp, a ride bears beads of its seat's shape."""

SMALL = TYPE["small"]


class Cart(Struct, frozen=True):
    """Where a cart stands."""

    seat: Seat
    spot: Spot


class Picture(Struct, frozen=True):
    """All that lies on the table's middle.

    `passed` says whose ride goes through a rail end, `fresh` whose would by the move that is previewed;
    `new` are the numbers of the tiles it would lay, `ghosts` the carts where they still stand.
    """

    plan: Plan
    tiles: tuple[Laid, ...]
    carts: tuple[Cart, ...]
    starts: dict[End, Seat]
    passed: dict[At, Seat]
    fresh: dict[At, Seat] = {}
    new: tuple[int, ...] = ()
    ghosts: tuple[Cart, ...] = ()

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Every cell that is covered."""
        return (START, *(cell for laid in self.tiles for cell in self.plan.cells(laid)))


class Place(Struct, frozen=True):
    """Empty cells that matter together: whose cart looks at them, or what a finger chooses by them."""

    cells: tuple[Cell, ...]
    id: str = ""
    lit: bool = False
    chosen: bool = False
    seat: Seat | None = None
    word: str = ""


class View(Struct, frozen=True):
    """Which part of the board is shown, where, and how large."""

    grid: Grid
    area: Area

    @property
    def radius(self) -> float:
        """A cell, from its middle to a corner, in dp."""
        return self.grid.radius

    def shows(self, cell: Cell) -> bool:
        """Whether a cell is wholly in the picture."""
        return self.area.holds(self.grid.at(cell), (self.radius, self.radius * APOTHEM))


def view(
    picture: Picture,
    area: Area,
    wanted: Iterable[Cell],
    near: tuple[Cell, ...] = (),
    least: float = 0.0,
    enough: float = 0.0,
) -> View:
    """The whole board and the wanted cells; where they would be smaller than `least`, what is near.

    That is shown as large as it can be up to `enough`, so that what lies around is seen as well.
    """
    every = (*picture.cells, *wanted, *near)
    whole = fitted(every, area, LARGEST)
    if whole.radius >= least or not near:
        return View(whole, area)
    return View(_filled(fitted(near, area, max(enough, whole.radius)), every, area), area)


def _filled(grid: Grid, cells: tuple[Cell, ...], area: Area) -> Grid:
    """The grid moved so that the board fills the area, where it ended before the area does."""
    left, top, right, bottom = (side * grid.radius for side in extent(cells))
    return Grid(
        _moved(grid.x, left, right, area.left, area.right),
        _moved(grid.y, top, bottom, area.top, area.bottom),
        grid.radius,
    )


def _moved(at: float, low: float, high: float, start: float, end: float) -> float:
    """Where the middle comes to lie along one axis."""
    if high - low <= end - start:
        return (start + end - low - high) / 2
    return min(max(at, end - high), start - low)


def draw(picture: Picture, shown: View, focus: Seat | None = None) -> Shapes:
    """The board; with a focus, the other seats' rides step back."""
    grid, radius = shown.grid, shown.radius
    plan, colours = picture.plan, _colours(picture, focus)
    shapes: list[Shape] = []
    for laid in picture.tiles:
        cells = plan.cells(laid)
        if not all(shown.shows(cell) for cell in cells):
            continue
        if laid.tile == plan.loop:
            shapes += loop(grid, loop_rails(plan, laid), cells, colours, plan.ends)
        else:
            own = {
                end: colours[laid.cell, end] for end in range(plan.all_ends) if (laid.cell, end) in colours
            }
            shapes += tile(plan.tiles[laid.tile], laid.turn, *grid.at(laid.cell), radius, own, plan.ends)
    if shown.shows(START):
        points = tuple(spot.end for spot in plan.starts)
        shapes += start_tile(grid, points, picture.starts, plan.ends)
    stretched = stretches(picture, shown)
    shapes += _beads(picture, shown, stretched, focus)
    shapes += _fresh(picture, shown, stretched)
    return (*shapes, *_carts(picture, shown, focus))


def _colours(picture: Picture, focus: Seat | None) -> dict[At, str]:
    """The colour of every rail end that a ride goes through."""
    return {
        at: seat_colour(seat) if focus in (None, seat) else f"{seat_colour(seat)}@45"
        for at, seat in {**picture.passed, **picture.fresh}.items()
    }


def loop_rails(plan: Plan, laid: Laid) -> tuple[Rail, ...]:
    """The rails of a Loop as it lies."""
    cells, leads = plan.cells(laid), plan.poses[laid.turn].leads
    found = [
        ((cells[place], end), (cells[to], out))
        for place, ways in enumerate(leads)
        for end, (to, out) in ways.items()
    ]
    return tuple(rail for rail in found if rail[0] < rail[1])


def stretches(picture: Picture, shown: View) -> list[Stretch]:
    """Every rail in the picture with its two ends, as it is drawn."""
    plan, grid = picture.plan, shown.grid
    found: list[Stretch] = []
    for laid in picture.tiles:
        if not all(shown.shows(cell) for cell in plan.cells(laid)):
            continue
        if laid.tile == plan.loop:
            found += [(one, two, way(grid, one, two, plan.ends)) for one, two in loop_rails(plan, laid)]
            continue
        x, y = grid.at(laid.cell)
        for rail in plan.tiles[laid.tile].rails:
            a, b = (turned(end, laid.turn, plan.ends) for end in rail)
            points = placed(arc(a, b, plan.ends), x, y, grid.radius)
            found.append(((laid.cell, a), (laid.cell, b), points))
    return found


def _beads(picture: Picture, shown: View, stretched: list[Stretch], focus: Seat | None) -> Shapes:
    """A small mark of its seat's shape on every tile of a ride, so that colour is not all that tells it."""
    if shown.radius < BEADED:
        return ()
    size = max(6.5, shown.radius * 0.2)
    seats = {**picture.passed, **picture.fresh}
    shapes: list[Shape] = []
    for one, two, points in stretched:
        seat = seats.get(one)
        if seat is not None and seats.get(two) == seat and focus in (None, seat):
            shapes += seat_mark(seat, *points[3], size, edge="ink")
    return tuple(shapes)


def _fresh(picture: Picture, shown: View, stretched: list[Stretch]) -> Shapes:
    """What would be ridden now shines, and what would be laid is framed."""
    radius = shown.radius
    shapes: list[Shape] = [
        Polygon(corners(*shown.grid.at(cell), radius), stroke="accent", stroke_width=max(2.0, radius * 0.07))
        for number in picture.new
        for cell in picture.plan.cells(picture.tiles[number])
        if shown.shows(cell)
    ]
    for one, two, points in stretched:
        if one in picture.fresh and two in picture.fresh:
            shapes.append(Polyline(points, "cream", max(2.0, radius * 0.07)))
    return tuple(shapes)


def _carts(picture: Picture, shown: View, focus: Seat | None) -> Shapes:
    """The carts, and faintly where they come from."""
    size = max(11.0, min(26.0, shown.radius * 0.55))
    shapes: list[Shape] = []
    for ghost in picture.ghosts:
        at = _spot(picture, shown, ghost.spot)
        if shown.area.holds(at, (size / 2, size / 2)):
            shapes += seat_mark(ghost.seat, *at, size * 0.7, edge="cream@60")
    for cart in sorted(picture.carts, key=lambda each: each.seat == focus):
        at = _spot(picture, shown, cart.spot)
        if shown.area.holds(at, (size / 2, size / 2)):
            shapes += seat_mark(cart.seat, *at, size * (1.2 if cart.seat == focus else 1.0), edge="cream")
    return tuple(shapes)


def _spot(picture: Picture, shown: View, spot: Spot) -> Point:
    return shown.grid.end(spot.cell, spot.end, picture.plan.ends)


def places(found: Iterable[Place], shown: View) -> Shapes:
    """The empty cells that matter, and room for a finger on those that can be tapped."""
    grid, radius = shown.grid, shown.radius
    shapes: list[Shape] = []
    for place in found:
        if not all(shown.shows(cell) for cell in place.cells):
            continue
        middles = [grid.at(cell) for cell in place.cells]
        x = sum(point[0] for point in middles) / len(middles)
        y = sum(point[1] for point in middles) / len(middles)
        for point in middles:
            shapes += _cell(place, point, radius)
        if place.word and radius >= SMALL:
            size = SMALL if radius < 30 else TYPE["title"]
            shapes.append(Text((x, y), place.word, size, "text", display=True))
        if place.id:
            side = max(TOUCH, radius * 2 * APOTHEM)
            shapes.append(_target(place.id, x, y, side, shown.area))
    return tuple(shapes)


def _target(id_: str, x: float, y: float, side: float, area: Area) -> Target:
    """Room for a finger around a point, pushed in where it would leave the area."""
    left = min(max(x - side / 2, area.left), area.right - side)
    top = min(max(y - side / 2, area.top), area.bottom - side)
    return Target((left, top), side, side, id_)


def _cell(place: Place, at: Point, radius: float) -> Shapes:
    border = corners(*at, radius * 0.93)
    if place.chosen:
        return (Polygon(border, fill="accent@30", stroke="accent", stroke_width=3.0),)
    if place.lit:
        return (Polygon(border, fill="accent@18", stroke="accent", stroke_width=2.0),)
    colour = "faint" if place.seat is None else seat_colour(place.seat)
    return (Polyline(border, colour, 2.0, dash=max(3.0, radius * 0.16), closed=True),)
