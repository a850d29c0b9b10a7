"""Everything that can happen in Coaster Park."""

from typing import Literal

from msgspec import Struct

from companion.rules.coaster_park.components import Components, Deck, Expert
from companion.rules.coaster_park.state import Attempt, Toggles
from companion.rules.contract import Seat
from companion.rules.hidden import Hidden


class Started(Struct, frozen=True, omit_defaults=True, tag=True):
    """The game is set up for so many seats; everything that is printed comes with it."""

    seats: int
    first: Seat
    components: Components
    toggles: Toggles = Toggles()


class TurnedUp(Struct, frozen=True, omit_defaults=True, tag=True):
    """A card of a deck lies in the row, its hill in the pool; the leftmost card may have had to go."""

    card: str
    hill: str
    discarded: str = ""


class SideShown(Struct, frozen=True, omit_defaults=True, tag=True):
    """A side of the global card lies up."""

    side: str


class SecretDealt(Struct, frozen=True, omit_defaults=True, tag=True):
    """A seat has its next secret card; `known` says whether it was entered."""

    seat: Seat
    card: Hidden[str]
    known: bool = False


class TurnBegan(Struct, frozen=True, omit_defaults=True, tag=True):
    """A seat is active, and its Financiers have paid (CP23); `last` marks a last turn."""

    seat: Seat
    income: int = 0
    last: bool = False


class Offered(Struct, frozen=True, omit_defaults=True, tag=True):
    """A hill is up for sale; `card` was drawn for it."""

    seat: Seat
    hill: str
    card: str = ""


class DeckChosen(Struct, frozen=True, omit_defaults=True, tag=True):
    """The active player draws from a deck for a sale."""

    seat: Seat
    deck: Deck


class PriceNamed(Struct, frozen=True, omit_defaults=True, tag=True):
    """The price of the hill on sale."""

    seat: Seat
    price: int


class Hired(Struct, frozen=True, omit_defaults=True, tag=True):
    """An expert was hired for $2; `deck` refills the row."""

    seat: Seat
    card: str
    deck: Deck | None = None


class Passed(Struct, frozen=True, omit_defaults=True, tag=True):
    """A seat passed."""

    seat: Seat


class Answered(Struct, frozen=True, omit_defaults=True, tag=True):
    """A seat has ended its answer after a test."""

    seat: Seat


class Bought(Struct, frozen=True, omit_defaults=True, tag=True):
    """A hill was bought, `sold` from the sale or acquired with an `expert`; `forced`: nobody else did."""

    seat: Seat
    hill: str
    paid: int
    to: Literal["seller", "bank"]
    sold: bool = False
    expert: str = ""
    forced: bool = False


class TestPaid(Struct, frozen=True, omit_defaults=True, tag=True):
    """A seat tests a coaster for $1."""

    seat: Seat
    coaster: int


class Ran(Struct, frozen=True, omit_defaults=True, tag=True):
    """An attempt was made."""

    seat: Seat
    coaster: int
    attempt: Attempt


class TestEnded(Struct, frozen=True, omit_defaults=True, tag=True):
    """A test is over; a Ride Mechanic may have got the $1 back (CP16)."""

    seat: Seat
    coaster: int
    refund: int = 0


class Built(Struct, frozen=True, omit_defaults=True, tag=True):
    """A hill was built at the end of a coaster, or as a new one."""

    seat: Seat
    hill: str
    coaster: int
    stored: bool = False
    owed: bool = False


class Inserted(Struct, frozen=True, omit_defaults=True, tag=True):
    """A Construction Foreman put a hill between two others."""

    seat: Seat
    hill: str
    coaster: int
    place: int
    expert: str
    stored: bool = False


class StoredAway(Struct, frozen=True, omit_defaults=True, tag=True):
    """The bought hill lies in the warehouse; another may have been discarded for it."""

    seat: Seat
    hill: str
    discarded: str = ""


class Placed(Struct, frozen=True, omit_defaults=True, tag=True):
    """A purchase is placed, and no further stored hill is built."""

    seat: Seat


class MoneyTaken(Struct, frozen=True, omit_defaults=True, tag=True):
    """The seller collected the buyer's money."""

    seat: Seat
    dollars: int


class ExpertTaken(Struct, frozen=True, omit_defaults=True, tag=True):
    """The seller took an expert, and the buyer's money went to the bank."""

    seat: Seat
    card: str
    dollars: int


class Spied(Struct, frozen=True, omit_defaults=True, tag=True):
    """A Corporate Spy looked at a secret card."""

    seat: Seat
    target: Seat
    slot: int
    expert: str


class Peeked(Struct, frozen=True, omit_defaults=True, tag=True):
    """A spy entered the card it saw, or did not."""

    seat: Seat
    target: Seat
    slot: int
    card: Hidden[str]
    known: bool = False


class Moved(Struct, frozen=True, omit_defaults=True, tag=True):
    """A Crane Operator moved a last hill."""

    seat: Seat
    hill: str
    source: int
    target: int
    expert: str


class Demolished(Struct, frozen=True, omit_defaults=True, tag=True):
    """A Demolitions Expert removed a last hill."""

    seat: Seat
    hill: str
    coaster: int
    expert: str


class EngineerCalled(Struct, frozen=True, omit_defaults=True, tag=True):
    """An Engineer draws from a deck."""

    seat: Seat
    deck: Deck
    expert: str


class Kept(Struct, frozen=True, omit_defaults=True, tag=True):
    """A card was kept with the Engineer; `brought`: its hill lies in the pool (CP20)."""

    seat: Seat
    card: str
    hill: str
    brought: bool = True


class Returned(Struct, frozen=True, omit_defaults=True, tag=True):
    """The Engineer's other card went back into its deck."""

    seat: Seat
    card: Hidden[str]


class EndTriggered(Struct, frozen=True, omit_defaults=True, tag=True):
    """The end of the game was triggered; everybody gets one more turn after this one."""

    cause: Literal["seventh-hill", "standard-deck"]
    seat: Seat | None = None


class FinalsBegan(Struct, frozen=True, omit_defaults=True, tag=True):
    """The last turn is over; these seats test their coasters, in this order (CP47)."""

    seats: tuple[Seat, ...]


class Tried(Struct, frozen=True, omit_defaults=True, tag=True):
    """A seat tests this coaster next."""

    seat: Seat
    coaster: int


class CoasterTested(Struct, frozen=True, omit_defaults=True, tag=True):
    """A coaster's final attempts are made."""

    seat: Seat
    coaster: int


class TestsEnded(Struct, frozen=True, omit_defaults=True, tag=True):
    """Every coaster is tested; the secret cards are turned up."""


class Revealed(Struct, frozen=True, omit_defaults=True, tag=True):
    """A secret card lies open."""

    seat: Seat
    slot: int
    card: str


class BestChosen(Struct, frozen=True, omit_defaults=True, tag=True):
    """The attempts that score most, for each seat and coaster (CP28); `open` seats may choose others."""

    chosen: tuple[tuple[int, ...], ...]
    open: tuple[Seat, ...] = ()


class Overridden(Struct, frozen=True, omit_defaults=True, tag=True):
    """An owner chose another attempt."""

    seat: Seat
    coaster: int
    attempt: int


class Settled(Struct, frozen=True, omit_defaults=True, tag=True):
    """An owner agreed."""

    seat: Seat


class CountingBegan(Struct, frozen=True, omit_defaults=True, tag=True):
    """The attempts stand; what only the table can count is counted."""


class Counted(Struct, frozen=True, omit_defaults=True, tag=True):
    """The table counted a bonus card."""

    player: Seat
    card: str
    points: int


class MeasuringBegan(Struct, frozen=True, omit_defaults=True, tag=True):
    """Players are tied, so coasters are measured."""


class Measured(Struct, frozen=True, omit_defaults=True, tag=True):
    """A coaster's length."""

    player: Seat
    length: int


class Compared(Struct, frozen=True, omit_defaults=True, tag=True):
    """Coasters were laid side by side: whose was longest, and whose came behind, equal ones together."""

    order: tuple[tuple[Seat, ...], ...]


class Ended(Struct, frozen=True, omit_defaults=True, tag=True):
    """The game is over."""

    reason: Literal["scored", "last-seat", "abandoned"]


class CardTaught(Struct, frozen=True, omit_defaults=True, tag=True):
    """A card shows this expert or brings this hill; `swapped`, undrawn, brings `old` from now on."""

    card: str
    expert: Expert | None = None
    hill: str = ""
    old: str = ""
    swapped: str = ""


class HillTaught(Struct, frozen=True, omit_defaults=True, tag=True):
    """A type of hill has this value in one field."""

    hill: str
    field: Literal["flags", "size", "colour", "material"]
    value: int | str


class MoneyAdjusted(Struct, frozen=True, omit_defaults=True, tag=True):
    """The table moved money against the bank."""

    player: Seat
    dollars: int
    reason: str = ""


class PointsAdjusted(Struct, frozen=True, omit_defaults=True, tag=True):
    """The table gave or took points."""

    player: Seat
    points: int
    reason: str = ""


class HillAdjusted(Struct, frozen=True, omit_defaults=True, tag=True):
    """The table moved a hill."""

    hill: str
    source: str
    target: str


class CardAdjusted(Struct, frozen=True, omit_defaults=True, tag=True):
    """The table moved a card."""

    card: str
    source: str
    target: str


class Left(Struct, frozen=True, omit_defaults=True, tag=True):
    """A player left (CP50)."""

    player: Seat


Event = (
    Started | TurnedUp | SideShown | SecretDealt | TurnBegan | Offered | DeckChosen | PriceNamed | Hired
    | Passed | Answered | Bought | TestPaid | Ran | TestEnded | Built | Inserted | StoredAway | Placed
    | MoneyTaken | ExpertTaken | Spied | Peeked | Moved | Demolished | EngineerCalled | Kept | Returned
    | EndTriggered | FinalsBegan | Tried | CoasterTested | TestsEnded | Revealed | BestChosen | Overridden
    | Settled | CountingBegan | Counted | MeasuringBegan | Measured | Compared | Ended | CardTaught
    | HillTaught | MoneyAdjusted | PointsAdjusted | HillAdjusted | CardAdjusted | Left
)  # fmt: skip
