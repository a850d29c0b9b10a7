"""Everything that can be entered in Coaster Park."""

from msgspec import Struct

from companion.rules.coaster_park.components import Deck, Expert
from companion.rules.contract import Seat
from companion.rules.hidden import Hidden


class TurnUp(Struct, frozen=True, omit_defaults=True, tag=True):
    """This card was drawn: for the row at set-up (no seat), or by the active player."""

    seat: Seat | None
    card: str


class ShowSide(Struct, frozen=True, omit_defaults=True, tag=True):
    """This side of the global bonus card lies up (CP42)."""

    seat: Seat | None
    side: str


class EnterSecret(Struct, frozen=True, omit_defaults=True, tag=True):
    """A seat enters its next secret bonus card, or leaves it unseen."""

    seat: Seat | None
    card: Hidden[str]


class Offer(Struct, frozen=True, omit_defaults=True, tag=True):
    """The active player puts a hill of the pool up for sale."""

    seat: Seat | None
    hill: str


class Draw(Struct, frozen=True, omit_defaults=True, tag=True):
    """The active player draws the hill to be sold from a deck."""

    seat: Seat | None
    deck: Deck


class NamePrice(Struct, frozen=True, omit_defaults=True, tag=True):
    """The active player names the price."""

    seat: Seat | None
    price: int


class Hire(Struct, frozen=True, omit_defaults=True, tag=True):
    """The active player hires a card of the row; `deck` refills it, empty when both decks are (CP6)."""

    seat: Seat | None
    card: str
    deck: Deck | None = None


class Buy(Struct, frozen=True, omit_defaults=True, tag=True):
    """A seat buys the hill on sale at the named price."""

    seat: Seat | None


class Test(Struct, frozen=True, omit_defaults=True, tag=True):
    """A seat pays $1 to test one of its coasters."""

    seat: Seat | None
    coaster: int


class Pass(Struct, frozen=True, omit_defaults=True, tag=True):
    """A seat does nothing about the sale; or the active player can neither sell nor hire (CP13)."""

    seat: Seat | None


class Run(Struct, frozen=True, omit_defaults=True, tag=True):
    """A marble passed so many leading hills completely, and perhaps rests on the Bump behind them (CP29)."""

    seat: Seat | None
    passed: int
    rest: bool = False


class Stop(Struct, frozen=True, omit_defaults=True, tag=True):
    """A seat makes no further attempt on this coaster (CP43)."""

    seat: Seat | None


class Build(Struct, frozen=True, omit_defaults=True, tag=True):
    """A hill is built: a launch opens the coaster of the next free number, a standard hill joins an end.

    `stored` tells the hill of the warehouse from the one just bought.
    """

    seat: Seat | None
    hill: str
    coaster: int
    stored: bool = False


class Store(Struct, frozen=True, omit_defaults=True, tag=True):
    """The bought hill goes into the warehouse, in the place of a stored one where that is full (CP17)."""

    seat: Seat | None
    discard: str = ""


class Done(Struct, frozen=True, omit_defaults=True, tag=True):
    """A seat builds no further stored hill, or ends its answer after a test."""

    seat: Seat | None


class TakeMoney(Struct, frozen=True, omit_defaults=True, tag=True):
    """The seller collects what the buyer paid (CP9)."""

    seat: Seat | None


class TakeExpert(Struct, frozen=True, omit_defaults=True, tag=True):
    """The seller takes a card of the row instead of the money (CP10)."""

    seat: Seat | None
    card: str


class Acquire(Struct, frozen=True, omit_defaults=True, tag=True):
    """Acquisitions Expert: a hill of the pool for $5; the hill on sale as a purchase of the sale (CP21)."""

    seat: Seat | None
    hill: str
    sold: bool = False


class Spy(Struct, frozen=True, omit_defaults=True, tag=True):
    """Corporate Spy: look at one secret card of another player (CP24)."""

    seat: Seat | None
    target: Seat
    slot: int = 0


class Peek(Struct, frozen=True, omit_defaults=True, tag=True):
    """The spy enters the card seen, or keeps it to itself."""

    seat: Seat | None
    card: Hidden[str]


class Insert(Struct, frozen=True, omit_defaults=True, tag=True):
    """Construction Foreman: a hill goes in before the one at `place`, counted from 0 (CP25)."""

    seat: Seat | None
    hill: str
    coaster: int
    place: int
    stored: bool = False


class Move(Struct, frozen=True, omit_defaults=True, tag=True):
    """Crane Operator: the last hill of one own coaster goes to the end of another (CP26)."""

    seat: Seat | None
    source: int
    target: int


class Demolish(Struct, frozen=True, omit_defaults=True, tag=True):
    """Demolitions Expert: the last hill of an own coaster leaves the game (CP27)."""

    seat: Seat | None
    coaster: int


class Engineer(Struct, frozen=True, omit_defaults=True, tag=True):
    """Engineer: draw two cards of one deck (CP19)."""

    seat: Seat | None
    deck: Deck


class Keep(Struct, frozen=True, omit_defaults=True, tag=True):
    """The card that the Engineer's player keeps, open for all (CP44)."""

    seat: Seat | None
    card: str


class Return(Struct, frozen=True, omit_defaults=True, tag=True):
    """The card shuffled back after an Engineer, seen by its player only, or left unseen (CP44)."""

    seat: Seat | None
    card: Hidden[str]


class Try(Struct, frozen=True, omit_defaults=True, tag=True):
    """A seat tests this coaster next in the final tests (CP47)."""

    seat: Seat | None
    coaster: int


class Reveal(Struct, frozen=True, omit_defaults=True, tag=True):
    """A secret card that was never entered is turned up."""

    seat: Seat | None
    slot: int
    card: str


class Choose(Struct, frozen=True, omit_defaults=True, tag=True):
    """The owner lets another attempt on a coaster count than the best (CP28)."""

    seat: Seat | None
    coaster: int
    attempt: int


class Settle(Struct, frozen=True, omit_defaults=True, tag=True):
    """A seat agrees with the attempts that count."""

    seat: Seat | None


class Count(Struct, frozen=True, omit_defaults=True, tag=True):
    """The table counts a player's points of a bonus card that no data can express."""

    seat: Seat | None
    player: Seat
    card: str
    points: int


class Measure(Struct, frozen=True, omit_defaults=True, tag=True):
    """A tied player's next-longest coaster measures so many millimetres (CP38)."""

    seat: Seat | None
    player: Seat
    length: int


class Compare(Struct, frozen=True, omit_defaults=True, tag=True):
    """Tied players' next-longest coasters lie side by side: the longest first, equal ones together (CP38)."""

    seat: Seat | None
    order: tuple[tuple[Seat, ...], ...]


class TeachExpert(Struct, frozen=True, omit_defaults=True, tag=True):
    """Host: the card of the row shows this expert."""

    seat: Seat | None
    card: str
    expert: Expert


class TeachHill(Struct, frozen=True, omit_defaults=True, tag=True):
    """Host: the card of the row brings this hill; the undrawn card that had it takes the other."""

    seat: Seat | None
    card: str
    hill: str


class TeachDrawn(Struct, frozen=True, omit_defaults=True, tag=True):
    """Host: the card just drawn brings this hill and shows this expert, as no card of the components does."""

    seat: Seat | None
    hill: str
    expert: Expert


class TeachFlags(Struct, frozen=True, omit_defaults=True, tag=True):
    """Host: one side of this type of hill shows so many flags."""

    seat: Seat | None
    hill: str
    flags: int


class TeachSize(Struct, frozen=True, omit_defaults=True, tag=True):
    """Host: the size of this type of hill, 0 for none (CP34)."""

    seat: Seat | None
    hill: str
    size: int


class TeachColour(Struct, frozen=True, omit_defaults=True, tag=True):
    """Host: the colour of this type of hill."""

    seat: Seat | None
    hill: str
    colour: str


class TeachMaterial(Struct, frozen=True, omit_defaults=True, tag=True):
    """Host: the material of this type of hill."""

    seat: Seat | None
    hill: str
    material: str


class AdjustMoney(Struct, frozen=True, omit_defaults=True, tag=True):
    """Host: the bank pays a player so many dollars, or collects them where negative."""

    seat: Seat | None
    player: Seat
    dollars: int
    reason: str = ""


class AdjustPoints(Struct, frozen=True, omit_defaults=True, tag=True):
    """Host: a player scores so many points more, or fewer."""

    seat: Seat | None
    player: Seat
    points: int
    reason: str = ""


class AdjustHill(Struct, frozen=True, omit_defaults=True, tag=True):
    """Host: a hill moves between `pool`, `removed`, `warehouse:SEAT` and `coaster:SEAT:NUMBER`."""

    seat: Seat | None
    hill: str
    source: str
    target: str


class AdjustCard(Struct, frozen=True, omit_defaults=True, tag=True):
    """Host: a card moves between `row`, `discarded`, `experts:SEAT` and `used:SEAT`."""

    seat: Seat | None
    card: str
    source: str
    target: str


class Leave(Struct, frozen=True, omit_defaults=True, tag=True):
    """Host: a player leaves the game (CP50)."""

    seat: Seat | None
    player: Seat


class Abandon(Struct, frozen=True, omit_defaults=True, tag=True):
    """Host: the game ends here, without a score."""

    seat: Seat | None = None


Command = (
    TurnUp | ShowSide | EnterSecret
    | Offer | Draw | NamePrice | Hire
    | Buy | Test | Pass | Run | Stop
    | Build | Store | Done | TakeMoney | TakeExpert
    | Acquire | Spy | Peek | Insert | Move | Demolish | Engineer | Keep | Return
    | Try | Reveal | Choose | Settle | Count | Measure | Compare
    | TeachExpert | TeachHill | TeachDrawn | TeachFlags | TeachSize | TeachColour | TeachMaterial
    | AdjustMoney | AdjustPoints | AdjustHill | AdjustCard | Leave | Abandon
)  # fmt: skip

Act = (
    Offer | Draw | NamePrice | Hire | Buy | Test | Pass | Run | Stop | Build | Store | Done
    | TakeMoney | TakeExpert | Acquire | Spy | Peek | Insert | Move | Demolish | Engineer | Keep
    | Return | Try | Reveal | Choose | Settle
)  # fmt: skip
"""The commands that are always a seat's own."""

HOST_COMMANDS: tuple[type, ...] = (
    TeachExpert, TeachHill, TeachDrawn, TeachFlags, TeachSize, TeachColour, TeachMaterial,
    AdjustMoney, AdjustPoints, AdjustHill, AdjustCard, Leave, Abandon,
)  # fmt: skip
