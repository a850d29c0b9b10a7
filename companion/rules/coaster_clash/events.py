"""The facts that follow from what is entered, tagged with their names."""

from typing import Literal

from msgspec import Struct

from companion.rules.coaster_clash.components import Components, Element, Layout
from companion.rules.coaster_clash.state import Place, Side, Toggles
from companion.rules.contract import Seat
from companion.rules.hidden import Hidden


class Began(Struct, frozen=True, omit_defaults=True, tag=True):
    """A game for so many seats began, with these toggles and components."""

    seats: int
    first: Seat
    toggles: Toggles
    components: Components


class Assigned(Struct, frozen=True, omit_defaults=True, tag=True):
    """A seat has put its layouts down."""

    seat: Seat
    left: Hidden[str]
    right: Hidden[str]


class LayoutsRevealed(Struct, frozen=True, omit_defaults=True, tag=True):
    """All layouts are turned up: by seat, its left and its right; empty where nobody has named it yet."""

    left: tuple[str, ...]
    right: tuple[str, ...]


class LayoutNamed(Struct, frozen=True, omit_defaults=True, tag=True):
    """The layout that this owner laid on that side is this one."""

    owner: Seat
    side: Side
    layout: str


class RoundBegan(Struct, frozen=True, omit_defaults=True, tag=True):
    """The round token is on this space."""

    turn: int


class Renewed(Struct, frozen=True, omit_defaults=True, tag=True):
    """The draw pile was empty: so many discards are shuffled and are the pile again (CC7)."""

    cards: int


class Dealt(Struct, frozen=True, omit_defaults=True, tag=True):
    """A seat has drawn so many cards; a hand that the renewed pile completes comes in two parts."""

    seat: Seat
    cards: int


class RedrawChosen(Struct, frozen=True, omit_defaults=True, tag=True):
    """A seat has said whether it redraws."""

    seat: Seat
    redraw: Hidden[bool]


class RedrawsRevealed(Struct, frozen=True, omit_defaults=True, tag=True):
    """Everybody has said so: these seats discard their hands, face down (CC30)."""

    seats: tuple[Seat, ...]


class Committed(Struct, frozen=True, omit_defaults=True, tag=True):
    """A seat has a card face down in the area on that side."""

    seat: Seat
    side: Side
    card: Hidden[str]


class FlipRevealed(Struct, frozen=True, omit_defaults=True, tag=True):
    """The first or second cards are turned up, by seat; empty where it is not known yet, or nobody sits."""

    flip: Literal[1, 2]
    cards: tuple[str, ...]


class TurnedUp(Struct, frozen=True, omit_defaults=True, tag=True):
    """The card that a seat flipped is this one."""

    seat: Seat
    card: str


class Placed(Struct, frozen=True, omit_defaults=True, tag=True):
    """An element is at the right end of a coaster, and did this to its tracks (see `state.Laid`)."""

    seat: Seat
    area: int
    place: Place
    card: str
    before: int
    after: int
    printed: int
    gained: int
    perfect: bool = False
    vomit: bool = False


class Discarded(Struct, frozen=True, omit_defaults=True, tag=True):
    """A flipped card is on the discard pile, face up; `forced` when it fitted neither coaster (CC5)."""

    seat: Seat
    card: str
    forced: bool = False


class RoundEnded(Struct, frozen=True, omit_defaults=True, tag=True):
    """All cards are placed; so many were left in hands and are discarded, face down."""

    turn: int
    cards: int


class CountingBegan(Struct, frozen=True, omit_defaults=True, tag=True):
    """Some conditions must be counted by the table."""


class Counted(Struct, frozen=True, omit_defaults=True, tag=True):
    """The table counted so much excitement for a condition of a coaster."""

    area: int
    place: Place
    condition: int
    points: int


class ElementTaught(Struct, frozen=True, omit_defaults=True, tag=True):
    """The element of this id is like this: one `field` of it was taught."""

    element: Element
    field: Literal["theme", "speed", "excitement", "perfect", "vomit", "icons"]


class LayoutTaught(Struct, frozen=True, omit_defaults=True, tag=True):
    """The layout of this id is like this: one `field` of it was taught."""

    layout: Layout
    field: Literal["speed", "conditions"]


class PointsAdjusted(Struct, frozen=True, omit_defaults=True, tag=True):
    """The host gave a player points, or took some."""

    player: Seat
    points: int
    reason: str = ""


class SpeedAdjusted(Struct, frozen=True, omit_defaults=True, tag=True):
    """The host moved a speed tracker by so much."""

    area: int
    place: Place
    by: int
    reason: str = ""


class ExcitementAdjusted(Struct, frozen=True, omit_defaults=True, tag=True):
    """The host moved an excitement tracker by so much."""

    area: int
    place: Place
    by: int
    reason: str = ""


class ElementTakenOff(Struct, frozen=True, omit_defaults=True, tag=True):
    """The host took the last element off a coaster; what it did to the tracks is undone."""

    area: int
    place: Place
    card: str


class ElementPutOn(Struct, frozen=True, omit_defaults=True, tag=True):
    """The host put a face-up discard at the end of a coaster (see `state.Laid`)."""

    area: int
    place: Place
    card: str
    before: int
    after: int
    printed: int
    gained: int
    perfect: bool = False
    vomit: bool = False


class Left(Struct, frozen=True, omit_defaults=True, tag=True):
    """A player has left; so many cards of the hand and face down are discarded (CC38)."""

    player: Seat
    cards: int


class Ended(Struct, frozen=True, omit_defaults=True, tag=True):
    """The game is over."""

    reason: Literal["scored", "last-seat", "abandoned"]


Event = (
    Began
    | Assigned
    | LayoutsRevealed
    | LayoutNamed
    | RoundBegan
    | Renewed
    | Dealt
    | RedrawChosen
    | RedrawsRevealed
    | Committed
    | FlipRevealed
    | TurnedUp
    | Placed
    | Discarded
    | RoundEnded
    | CountingBegan
    | Counted
    | ElementTaught
    | LayoutTaught
    | PointsAdjusted
    | SpeedAdjusted
    | ExcitementAdjusted
    | ElementTakenOff
    | ElementPutOn
    | Left
    | Ended
)
