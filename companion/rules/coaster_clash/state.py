"""Where everything lies in a game of Coaster Clash, and what the table is waiting for.

Seats are counted clockwise, and a seat's left neighbour is the next one. Area `k` lies between seat `k`
and the seat after it: it is the left one of seat `k` and the right one of its left neighbour.
"""

from typing import Literal

from msgspec import Struct

from companion.rules.coaster_clash.components import Components
from companion.rules.contract import Seat
from companion.rules.hidden import Hidden

Side = Literal["left", "right"]
Place = Literal["upper", "lower"]

SIDES: tuple[Side, ...] = ("left", "right")
PLACES: tuple[Place, ...] = ("upper", "lower")
ROUNDS = 6
HAND = 3
"""Cards dealt to each player in a round."""
REDRAWN = 2
"""Cards drawn for a discarded hand."""
CARDS_DOWN = 2
"""Cards put face down in a round, one for each area."""


class Toggles(Struct, frozen=True, omit_defaults=True, cache_hash=True):
    """The table's choices among the most arguable rulings: CC12, CC14, CC22."""

    vomit: Literal["printed-direction", "other-than-shown"] = "printed-direction"
    floor: Literal["zero", "none"] = "zero"
    crossed: Literal["one-missing", "all-missing"] = "one-missing"


class Laid(Struct, frozen=True, omit_defaults=True):
    """An element in a coaster's row, and what it did to the tracks when it was placed.

    `before` and `after` are speeds; `printed` is the card's excitement; `gained` is what the track really
    moved, which differs from the card's net only at its lower end (CC14).
    """

    card: str
    before: int
    after: int
    printed: int
    gained: int
    perfect: bool = False
    vomit: bool = False


class Move(Struct, frozen=True, omit_defaults=True):
    """What the host changed on a coaster: a tracker moved by so much and why, or a card by its id."""

    label: Literal["speed", "excitement", "taken-off", "put-on"]
    by: int = 0
    what: str = ""


class Coaster(Struct, frozen=True, omit_defaults=True):
    """A layout with its tracks and the elements to the right of it, the newest last (CC9).

    `layout` is empty until it was named. `counted` are the points that the table counted itself, by the
    condition's number.
    """

    layout: str = ""
    speed: int = 0
    excitement: int = 0
    row: tuple[Laid, ...] = ()
    moves: tuple[Move, ...] = ()
    counted: tuple[tuple[int, int], ...] = ()


class Area(Struct, frozen=True, omit_defaults=True):
    """The two coasters between two neighbours; None where a seat left before it laid its layout (CC38)."""

    upper: Coaster | None = None
    lower: Coaster | None = None

    def at(self, place: Place) -> Coaster | None:
        """The coaster at one of the two places."""
        return self.upper if place == "upper" else self.lower


class Grant(Struct, frozen=True, omit_defaults=True):
    """Points that the host gave or took, for a reason that the rules can't know."""

    points: int
    reason: str = ""


class Player(Struct, frozen=True, omit_defaults=True):
    """What lies before a seat.

    `layouts` are those assigned to its left and its right, `redraw` whether it wants a new hand; None until
    entered. `hand` counts the cards in hand, `down` are those face down, to be flipped first one first. `up`
    is the one turned up that still has to be placed, empty until it is named; None where there is none.
    `shown` are the cards that it turned up in this round.
    """

    layouts: tuple[Hidden[str], Hidden[str]] | None = None
    redraw: Hidden[bool] | None = None
    hand: int = 0
    down: tuple[Hidden[str], ...] = ()
    up: str | None = None
    shown: tuple[str, ...] = ()
    left: bool = False
    grants: tuple[Grant, ...] = ()


class Draw(Struct, frozen=True, omit_defaults=True, cache_hash=True):
    """Cards that a seat drew, from the pile as it was shuffled for the `shuffle`th time again."""

    seat: Seat
    cards: int
    shuffle: int = 0


class Assigning(Struct, frozen=True, tag=True):
    """Each seat puts a layout to its left, one to its right and one into the box, face down (CC2)."""


class Naming(Struct, frozen=True, tag=True):
    """The layouts are turned up; those that nobody entered are named, one after the other."""


class Redrawing(Struct, frozen=True, tag=True):
    """Each seat keeps its hand or wants a new one (CC30)."""


class Committing(Struct, frozen=True, tag=True):
    """Each seat puts a card face down in its first area of the round, then one in the other (CC3)."""


class Flipping(Struct, frozen=True, tag=True):
    """The first or the second cards are turned up, named where nobody entered them before, and placed."""

    flip: Literal[1, 2]


class Counting(Struct, frozen=True, tag=True):
    """Bonuses of layouts that no data can express are counted by the table."""


class Over(Struct, frozen=True, tag=True):
    """The game has ended: it was scored, fewer than two seats are left (CC38), or it was abandoned."""

    reason: Literal["scored", "last-seat", "abandoned"]


Stage = Assigning | Naming | Redrawing | Committing | Flipping | Counting | Over


class State(Struct, frozen=True, omit_defaults=True):
    """A game of Coaster Clash; `turn` is the round.

    `unseen` are the elements whose place nobody can see: in the pile, in hands, face down (sorted).
    `pile` and `face_down` count the draw pile and the face-down discards; `discards` are the face-up ones
    (sorted). `draws` are those of this round, in order, `shuffles` counts how often the pile was renewed.
    `returned` are the discards that everybody had seen before they came back into the pile in this round,
    with the shuffle of the number `returned_by` (CC32).
    """

    components: Components
    toggles: Toggles
    first: Seat
    players: tuple[Player, ...]
    areas: tuple[Area, ...]
    stage: Stage
    unseen: tuple[str, ...]
    pile: int
    turn: int = 1
    face_down: int = 0
    discards: tuple[str, ...] = ()
    returned: tuple[str, ...] = ()
    returned_by: int = 0
    draws: tuple[Draw, ...] = ()
    shuffles: int = 0


def area_of(seats: int, seat: Seat, side: Side) -> int:
    """The area to a seat's left or right."""
    return seat if side == "left" else (seat - 1) % seats


def place_of(side: Side) -> Place:
    """Where a seat's own layout lies in the area on that side: above in the left one (CC39)."""
    return "upper" if side == "left" else "lower"


def sides_in_order(turn: int) -> tuple[Side, Side]:
    """Where the first and the second card of a round go: left first in odd rounds, right first in even."""
    return ("left", "right") if turn % 2 else ("right", "left")


def area_of_flip(state: State, seat: Seat, flip: int) -> int:
    """The area that a seat's first or second card of this round belongs to."""
    return area_of(len(state.players), seat, sides_in_order(state.turn)[flip - 1])


def seats_in_play(state: State) -> tuple[Seat, ...]:
    """The seats that have not left, clockwise from seat 0."""
    return tuple([seat for seat, player in enumerate(state.players) if not player.left])


def from_first(state: State) -> tuple[Seat, ...]:
    """The seats that have not left, clockwise from the first one: the order of dealing (CC32)."""
    seats, count = state.players, len(state.players)
    around = [(state.first + step) % count for step in range(count)]
    return tuple([seat for seat in around if not seats[seat].left])


def coasters(state: State) -> tuple[tuple[int, Place, Coaster], ...]:
    """Every coaster on the table with its area and place."""
    found: list[tuple[int, Place, Coaster]] = []
    for number, area in enumerate(state.areas):
        if area.upper is not None:
            found.append((number, "upper", area.upper))
        if area.lower is not None:
            found.append((number, "lower", area.lower))
    return tuple(found)


def open_seats(state: State) -> tuple[Seat, ...]:
    """The seats that have still to assign, to say whether they redraw, or to put cards down."""
    match state.stage:
        case Assigning():
            return tuple([s for s, p in enumerate(state.players) if not p.left and p.layouts is None])
        case Redrawing():
            return tuple([s for s, p in enumerate(state.players) if not p.left and p.redraw is None])
        case Committing():
            return tuple([s for s, p in enumerate(state.players) if not p.left and len(p.down) < CARDS_DOWN])
        case _:
            return ()


def next_side(state: State, seat: Seat) -> Side | None:
    """Where a seat's next card goes face down; None once both are down."""
    down = len(state.players[seat].down)
    return sides_in_order(state.turn)[down] if down < CARDS_DOWN else None


def unnamed(state: State) -> tuple[Seat, ...]:
    """The seats whose card is turned up and was not named yet."""
    return tuple([seat for seat, player in enumerate(state.players) if player.up == ""])


def unnamed_layouts(state: State) -> tuple[tuple[Seat, Side], ...]:
    """The layouts on the table that nobody has named yet: whose they are, and on which side of that seat."""
    count = len(state.players)
    found: list[tuple[Seat, Side]] = []
    for number, area in enumerate(state.areas):
        if area.upper is not None and not area.upper.layout:
            found.append((number, "left"))
        if area.lower is not None and not area.lower.layout:
            found.append(((number + 1) % count, "right"))
    return tuple(found)
