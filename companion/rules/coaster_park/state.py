"""Where everything lies in a game of Coaster Park, and what the table is waiting for."""

from typing import Literal

from msgspec import Struct

from companion.rules.coaster_park.coins import Purses
from companion.rules.coaster_park.components import Components, Deck
from companion.rules.contract import Seat
from companion.rules.hidden import Hidden

Coaster = tuple[str, ...]
"""A coaster's types of hill from the launch downhill."""


class Toggles(Struct, frozen=True, omit_defaults=True):
    """The table's choices among the most arguable rulings: CP3, CP20, CP21, CP35."""

    seventh: Literal["standing", "lifetime"] = "standing"
    engineer: Literal["hill", "no-hill"] = "hill"
    acquisitions: Literal["pool", "sale"] = "pool"
    loops: Literal["x4", "x3", "x2"] = "x4"


class Attempt(Struct, frozen=True, omit_defaults=True):
    """How far a marble ran: leading hills passed completely, and whether it rests on the Bump behind them."""

    passed: int
    rest: bool = False


class Secret(Struct, frozen=True, omit_defaults=True):
    """A secret bonus card before a seat: whether its name was entered is open, the name is not."""

    card: Hidden[str]
    known: bool = False
    shown: str = ""


class Grant(Struct, frozen=True, omit_defaults=True):
    """A ruling of the table that the engine can't know; 0 points where a component or money moved."""

    label: Literal["points", "money", "hill", "card"]
    amount: int = 0
    what: str = ""
    reason: str = ""


class Player(Struct, frozen=True, omit_defaults=True):
    """What lies before a seat; `runs`, `chosen` and `lengths` are filled by the final tests.

    `experts` are cards face up, `used` face down. `built` counts every build of the game (CP3).
    `runs[i]` is None until coaster i has been tested; `chosen[i]` is the attempt that counts, -1 for none.
    `counted` are points the table counted itself, by bonus card. `lengths` are mm, longest first;
    at the places in `compared` they only say how many coasters beside it are shorter, counted from 1.
    """

    money: int
    experts: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    warehouse: tuple[str, ...] = ()
    coasters: tuple[Coaster, ...] = ()
    secrets: tuple[Secret, ...] = ()
    built: int = 0
    left: bool = False
    grants: tuple[Grant, ...] = ()
    runs: tuple[tuple[Attempt, ...] | None, ...] = ()
    chosen: tuple[int, ...] = ()
    overridden: tuple[int, ...] = ()
    counted: tuple[tuple[str, int], ...] = ()
    lengths: tuple[int, ...] = ()
    compared: tuple[int, ...] = ()


class Sale(Struct, frozen=True, omit_defaults=True):
    """The hill up for sale; `card` was drawn for it, `price` is None until named.

    `paid` waits here until the seller has chosen (CP41); the hill stays in the pool until it is bought.
    """

    hill: str
    card: str = ""
    price: int | None = None
    buyer: Seat | None = None
    paid: int = 0


class SettingUp(Struct, frozen=True, tag=True):
    """The card row, the global card's side and the secret cards are being entered, in any order."""


class Acting(Struct, frozen=True, tag=True):
    """The active player chooses a sale or an expert to hire."""


class Drawing(Struct, frozen=True, tag=True):
    """The card drawn from a deck is awaited, to be sold or to fill the row after hiring."""

    deck: Deck
    purpose: Literal["sale", "hire"]


class Pricing(Struct, frozen=True, tag=True):
    """The active player names a price."""


class Answering(Struct, frozen=True, omit_defaults=True, tag=True):
    """A seat buys, tests or passes; once it has tested, only its experts and `Done` are left."""

    seat: Seat
    tested: bool = False


class Running(Struct, frozen=True, omit_defaults=True, tag=True):
    """A seat's marble runs down one of its coasters, up to three times."""

    seat: Seat
    coaster: int
    attempts: tuple[Attempt, ...] = ()
    final: bool = False


class Forced(Struct, frozen=True, tag=True):
    """Nobody bought: the active player must, and may first use an expert."""


class Placing(Struct, frozen=True, omit_defaults=True, tag=True):
    """A seat builds or stores the hill it bought; `hill` is empty once that is done (CP18).

    `opened`: a build was made, which opens further ones. `owed`: a stored hill was built without
    need for room, so the bought one must be built too. `sold`: it is the hill of the sale.
    """

    seat: Seat
    hill: str
    opened: bool = False
    owed: bool = False
    sold: bool = False


class Proceeds(Struct, frozen=True, tag=True):
    """The seller chooses the money or an expert of the row."""


class Engineering(Struct, frozen=True, tag=True):
    """The card that a seat keeps with its Engineer is awaited."""

    seat: Seat
    deck: Deck


class Returning(Struct, frozen=True, tag=True):
    """The card that the Engineer's seat shuffles back is awaited; only that seat knows it."""

    seat: Seat
    deck: Deck


class Peeking(Struct, frozen=True, tag=True):
    """The secret card that a Corporate Spy looks at was never entered; the spy may enter it."""

    seat: Seat
    target: Seat
    slot: int


class Closing(Struct, frozen=True, tag=True):
    """The turn is over as soon as nothing above this waits."""


class Finals(Struct, frozen=True, tag=True):
    """The final tests: the first of these seats tests its coasters, in the order it likes."""

    seats: tuple[Seat, ...]


class Revealing(Struct, frozen=True, tag=True):
    """The secret cards are turned up."""


class Choosing(Struct, frozen=True, tag=True):
    """Owners may choose another attempt than their best; these seats have not agreed yet."""

    seats: tuple[Seat, ...]


class Counting(Struct, frozen=True, tag=True):
    """Points of bonus cards that no data can express are counted by the table."""


class Measuring(Struct, frozen=True, tag=True):
    """Tied players' coasters are measured."""


class Over(Struct, frozen=True, tag=True):
    """The game has ended: it was scored, only one seat is left, or it was abandoned."""

    reason: Literal["scored", "last-seat", "abandoned"]


Stage = (
    SettingUp
    | Acting
    | Drawing
    | Pricing
    | Answering
    | Running
    | Forced
    | Placing
    | Proceeds
    | Engineering
    | Returning
    | Peeking
    | Closing
    | Finals
    | Revealing
    | Choosing
    | Counting
    | Measuring
    | Over
)


class State(Struct, frozen=True, omit_defaults=True):
    """A game of Coaster Park; `stages[-1]` is what is awaited now, those below it go on afterwards.

    `launch` and `standard` are the cards still in the decks, `supply` the types of hill still in
    the general supply, `unbrought` the cards that an Engineer kept without their hill (CP20).
    `ending` names what triggered the end, `last` the seats that still get their last turn, in order.
    `purses` are the coins that the money is, by where they lie; empty for those of the set-up.
    """

    components: Components
    toggles: Toggles
    players: tuple[Player, ...]
    bank: int
    active: Seat
    turn: int
    stages: tuple[Stage, ...]
    launch: tuple[str, ...]
    standard: tuple[str, ...]
    supply: tuple[str, ...]
    row: tuple[str, ...] = ()
    pool: tuple[str, ...] = ()
    discarded: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    unbrought: tuple[str, ...] = ()
    side: str = ""
    sale: Sale | None = None
    ending: Literal["", "seventh-hill", "standard-deck"] = ""
    last: tuple[Seat, ...] | None = None
    purses: Purses = ()


def stage_of(state: State) -> Stage:
    """What the table is waiting for."""
    return state.stages[-1]


def seats_in_play(state: State) -> tuple[Seat, ...]:
    """The seats that have not left, clockwise from seat 0."""
    return tuple(seat for seat, player in enumerate(state.players) if not player.left)


def next_seat(state: State, seat: Seat) -> Seat:
    """The seat in play that follows clockwise; the seat itself if it is alone."""
    count = len(state.players)
    for step in range(1, count):
        following = (seat + step) % count
        if not state.players[following].left:
            return following
    return seat


def standing(player: Player) -> int:
    """The hills standing in a player's coasters, launches included."""
    return sum(map(len, player.coasters))
