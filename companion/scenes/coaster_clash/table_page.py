"""The whole table: the ring of areas with both coasters of each, the players between them, the middle."""

from companion.rules.coaster_clash.state import (
    ROUNDS,
    Assigning,
    Committing,
    Flipping,
    Over,
    Redrawing,
    State,
    area_of_flip,
    sides_in_order,
)
from companion.rules.contract import Seat
from companion.scenes.coaster_clash.element_card import back, pile
from companion.scenes.coaster_clash.labels import SMALL, Area
from companion.scenes.coaster_clash.panel import brief
from companion.scenes.coaster_clash.ring import Ring, ring
from companion.scenes.coaster_clash.symbols import theme_colour, theme_sign
from companion.scenes.coaster_clash.view import card_up, rides
from companion.scenes.labels import label
from companion.scenes.marks import Shapes, arrow, seat_mark, tick
from companion.scenes.palette import seat_colour
from companion.scenes.shapes import Circle, Point, Polyline, Shape, Text
from companion.scenes.telling import Look

HEAD = 22.0
MARK = 20.0


def table_page(state: State, look: Look) -> Shapes:
    """All areas at once."""
    laid_out = ring(len(state.players), look.width, look.height)
    shapes: list[Shape] = [*_rail(laid_out)]
    for number, place in enumerate(laid_out.areas):
        shapes += _area(state, look, number, place)
    shapes += _middle(state, laid_out)
    for seat, at in enumerate(laid_out.seats):
        shapes += _seat(state, seat, at)
    return tuple(shapes)


def _rail(laid_out: Ring) -> Shapes:
    """The track that runs around the table through all areas and seats."""
    points: list[Point] = []
    for at, area in zip(laid_out.seats, laid_out.areas, strict=True):
        points += [at, area.centre]
    return (
        Polyline(tuple(points), "edge", 7.0, closed=True),
        Polyline(tuple(points), "panel", 2.4, closed=True),
    )


def _area(state: State, look: Look, number: int, place: Area) -> Shapes:
    """An area's two coasters, one above the other, with the cards that lie face down for it."""
    head, rest = place.cut_top(HEAD, 2)
    tall = (rest.height - 4) / 2
    shapes: list[Shape] = [place.box("panel", "edge", 1.5), *_head(state, look, number, head)]
    for index, ride in enumerate(rides(state, number)):
        spot = Area(rest.left + 3, rest.top + index * (tall + 3), rest.width - 6, tall - 1)
        if ride is None:
            shapes.append(label(spot.centre, "no coaster", spot.width, colour="faint"))
            continue
        shapes += brief(spot, ride, ride.id in look.lit, ride.id in look.chosen)
    return tuple(shapes)


def _head(state: State, look: Look, number: int, head: Area) -> Shapes:
    """Whose area it is, and what lies there face down or was just turned up."""
    one, other = number, (number + 1) % len(state.players)
    y = head.top + head.height / 2 + 1
    shapes: list[Shape] = [
        *_owner(state, one, head.left + 5, y),
        *_owner(state, other, head.right - 5 - 16, y),
    ]
    cards = waiting_cards(state, number)
    wide = 17.0
    x = head.left + head.width / 2 - (len(cards) * (wide + 6) - 6) / 2
    for seat, shown in cards:
        spot = Area(x, head.top + 2, wide, HEAD - 2)
        shapes += _flipped(state, spot, seat) if shown else back(spot, seat)
        x += wide + 6
    room = (head.width - len(cards) * (wide + 6)) / 2 - 34
    if room > 60:
        for seat, at, anchor in ((one, head.left + 25, "start"), (other, head.right - 25, "end")):
            shapes.append(label((at, y), look.names[seat], room, colour="muted", anchor=anchor, bold=True))
    return tuple(shapes)


def _owner(state: State, seat: Seat, left: float, y: float) -> Shapes:
    if state.players[seat].left:
        return (Circle((left + 8, y), 6.0, stroke="faint", stroke_width=1.5),)
    return seat_mark(seat, left + 8, y, 16)


def waiting_cards(state: State, number: int) -> tuple[tuple[Seat, bool], ...]:
    """The cards that lie in an area and are not placed yet: whose, and whether it is turned up."""
    count = len(state.players)
    found: list[tuple[Seat, bool]] = []
    stage = state.stage
    for seat, side in ((number, "left"), ((number + 1) % count, "right")):
        player = state.players[seat]
        if isinstance(stage, Committing | Redrawing):
            order = sides_in_order(state.turn)
            if len(player.down) > order.index(side):
                found.append((seat, False))
        elif isinstance(stage, Flipping):
            if area_of_flip(state, seat, stage.flip) == number and player.up is not None:
                found.append((seat, bool(player.up)))
            elif stage.flip == 1 and area_of_flip(state, seat, 2) == number and player.down:
                found.append((seat, False))
    return tuple(found)


def _flipped(state: State, area: Area, seat: Seat) -> Shapes:
    element = card_up(state, seat)
    if element is None:
        return ()
    x, y = area.centre
    return (
        area.box(theme_colour(element.theme), "accent", 2.0, 4.0),
        *theme_sign(element.theme, x, y, 13),
    )


def _seat(state: State, seat: Seat, at: Point) -> Shapes:
    """Where a player sits, with a tick once nothing more is awaited of them."""
    x, y = at
    if state.players[seat].left:
        return (Circle(at, MARK * 0.5, fill="panel", stroke="faint", stroke_width=1.5),)
    shapes: list[Shape] = [
        Circle(at, MARK * 0.72, fill="panel", stroke=seat_colour(seat), stroke_width=1.5),
        *seat_mark(seat, x, y, MARK),
    ]
    if ready(state, seat):
        shapes += (
            Circle((x + 9, y + 9), 7.0, fill="night", stroke="good", stroke_width=1.5),
            *tick(x + 9, y + 9, 9),
        )
    return tuple(shapes)


def ready(state: State, seat: Seat) -> bool:
    """Whether a seat has done what everybody has to do now."""
    player = state.players[seat]
    match state.stage:
        case Assigning():
            return player.layouts is not None
        case Redrawing():
            return player.redraw is not None
        case Committing():
            return len(player.down) == 2
        case Flipping():
            return player.up is None
        case _:
            return False


def _middle(state: State, laid_out: Ring) -> Shapes:
    """The round tracker between the draw pile and the discards; in the corners where these are free."""
    if laid_out.corners:
        left, right = laid_out.corners
        high = min(74.0, right.height / 2 - 4)
        above = Area(right.left, right.centre[1] - high - 2, right.width, high)
        below = Area(right.left, right.centre[1] + 2, right.width, high)
        tracker = _within(left, min(3 * STEP + 8, left.width), 2 * TRACKER)
        return (*_tracker(state, tracker), *_piles(state, above, below))
    middle = laid_out.middle
    sides = [x for x, y in laid_out.seats if abs(y - middle.centre[1]) < 1]
    left_x = max([x for x in sides if x < middle.centre[0]], default=middle.left) + MARK
    right_x = min([x for x in sides if x > middle.centre[0]], default=middle.right) - MARK
    across = min(6 * STEP + 8, right_x - left_x - 2 * LEAST_PILE)
    wide = min((right_x - left_x - across) / 2 - 4, 92.0)
    draw = Area(left_x, middle.top + 3, wide, middle.height - 6)
    used = Area(right_x - wide, middle.top + 3, wide, middle.height - 6)
    return (*_tracker(state, _within(middle, across, TRACKER)), *_piles(state, draw, used))


def _piles(state: State, draw: Area, used: Area) -> Shapes:
    """What is left to draw, and all discards."""
    discards = state.face_down + len(state.discards)
    return (*pile(draw, state.pile, "to draw"), *pile(used, discards, "discards", face_up=True))


STEP, TRACKER = 26.0, 36.0
"""The room of a round on the tracker."""

LEAST_PILE = 38.0
"""The least width of a pile with its number."""


def _within(area: Area, wide: float, high: float) -> Area:
    """An area of this size in the middle of another."""
    x, y = area.centre
    return Area(x - wide / 2, y - high / 2, wide, high)


def _tracker(state: State, area: Area) -> Shapes:
    """The six rounds, each with the side on which it begins; the token lies on the present one."""
    rows = 1 if area.height < 2 * TRACKER else 2
    each = ROUNDS // rows
    step, high = (area.width - 8) / each, area.height / rows
    shapes: list[Shape] = [area.box("raised")]
    for number in range(1, ROUNDS + 1):
        row, column = divmod(number - 1, each)
        x, y = area.left + 4 + (column + 0.5) * step, area.top + row * high + 13
        now = number == state.turn and not isinstance(state.stage, Over)
        if now:
            shapes.append(Circle((x, y), 10.5, fill="accent"))
        shapes.append(Text((x, y), str(number), SMALL, "ink" if now else "muted", bold=now))
        way = -1 if number % 2 else 1
        reach, low = min(8.0, step * 0.36), y + 16
        shapes += arrow((x - way * reach, low), (x + way * reach, low), "accent" if now else "faint", 1.8)
    return tuple(shapes)
