"""The facts that follow from what was entered."""

from msgspec import Struct

from companion.rules.blast_track.board import Cell, Passage, Spot
from companion.rules.blast_track.components import Components
from companion.rules.blast_track.state import Due, Ending, Options, Track
from companion.rules.contract import Seat
from companion.rules.hidden import Hidden


class Began(Struct, frozen=True, omit_defaults=True, tag=True):
    """A game for so many seats began, with these options and components."""

    seats: int
    first: Seat
    options: Options
    components: Components


class Stood(Struct, frozen=True, omit_defaults=True, tag=True):
    """A seat's cart stands on its starting point."""

    seat: Seat
    point: int


class FirstDealt(Struct, frozen=True, omit_defaults=True, tag=True):
    """A seat holds its first tile; `known`: it was entered."""

    seat: Seat
    tile: Hidden[str]
    known: bool = False


class TurnedUp(Struct, frozen=True, omit_defaults=True, tag=True):
    """A tile lies in a slot of the market; `put_back`: it is one that was put under the pile (BT40)."""

    slot: int
    tile: str
    put_back: bool = False


class TurnBegan(Struct, frozen=True, omit_defaults=True, tag=True):
    """A seat is on turn."""

    seat: Seat
    turn: int


class Taken(Struct, frozen=True, omit_defaults=True, tag=True):
    """A seat took a tile of the market."""

    seat: Seat
    slot: int
    tile: str


class FirstRevealed(Struct, frozen=True, omit_defaults=True, tag=True):
    """A seat's first tile is shown: all see what it is."""

    seat: Seat
    tile: str


class EntranceLaid(Struct, frozen=True, omit_defaults=True, tag=True):
    """A seat laid the entrance of a tunnel or construction site; its exit follows."""

    seat: Seat
    tile: str
    cell: Cell
    turn: int


class TileLaid(Struct, frozen=True, omit_defaults=True, tag=True):
    """A tile is on the board; a Loop took the place of its symbol (BT17)."""

    seat: Seat
    tile: str
    cell: Cell
    turn: int


class TunnelLaid(Struct, frozen=True, omit_defaults=True, tag=True):
    """An entrance and its exit are on the board."""

    seat: Seat
    entrance: str
    cell: Cell
    turn: int
    exit: str
    exit_cell: Cell
    exit_turn: int


class Slid(Struct, frozen=True, omit_defaults=True, tag=True):
    """A cart went to the end of its path, over these tiles; `helped`: by another seat's tile."""

    seat: Seat
    passages: tuple[Passage, ...]
    to: Spot
    helped: bool = False


class Gained(Struct, frozen=True, omit_defaults=True, tag=True):
    """A row moved by one passage, one help or one connection; `value` and `arrow` are what it shows now."""

    seat: Seat
    track: Track
    value: int
    arrow: bool = False


class Tallied(Struct, frozen=True, omit_defaults=True, tag=True):
    """What slides change in the rows, in this order (BT41); `again`: then follows an extra turn (BT13)."""

    due: tuple[Due, ...]
    again: bool = False


class Lost(Struct, frozen=True, omit_defaults=True, tag=True):
    """A row lost a point at a construction site."""

    seat: Seat
    track: Track
    value: int


class NothingToLose(Struct, frozen=True, omit_defaults=True, tag=True):
    """A seat went through a construction site with all rows at 0 (BT24)."""

    seat: Seat


class PileAwaited(Struct, frozen=True, omit_defaults=True, tag=True):
    """A Slope gives the active seat an extra turn: it chooses a pile (BT13)."""

    seat: Seat


class PileChosen(Struct, frozen=True, omit_defaults=True, tag=True):
    """The extra turn's tile comes from this pile."""

    seat: Seat
    pile: int


class BlindDrawn(Struct, frozen=True, omit_defaults=True, tag=True):
    """The extra turn's tile; `put_back`: it is one that was put under the pile before (BT40)."""

    seat: Seat
    pile: int
    tile: str
    put_back: bool = False


class PutBack(Struct, frozen=True, omit_defaults=True, tag=True):
    """The extra turn's tile can't be laid and lies under a pile (BT14)."""

    seat: Seat
    tile: str
    pile: int


class Discarded(Struct, frozen=True, omit_defaults=True, tag=True):
    """A stuck seat put one of its tiles out of the game (BT23)."""

    seat: Seat
    tile: str


class TurnEnded(Struct, frozen=True, omit_defaults=True, tag=True):
    """The active seat is done."""

    seat: Seat


class TileTaught(Struct, frozen=True, omit_defaults=True, tag=True):
    """The box has one more copy of a tile, and one less of another."""

    tile: str
    instead: str


class PlusTaught(Struct, frozen=True, omit_defaults=True, tag=True):
    """So many copies of a tile show the + symbol."""

    tile: str
    plus: int


class OpeningsTaught(Struct, frozen=True, omit_defaults=True, tag=True):
    """The numbers of an entrance or exit run clockwise, or against the clock."""

    tile: str
    clockwise: bool


class RowAdjusted(Struct, frozen=True, omit_defaults=True, tag=True):
    """The host set a row."""

    player: Seat
    track: Track
    value: int
    reason: str = ""


class PointsAdjusted(Struct, frozen=True, omit_defaults=True, tag=True):
    """The host gave or took points."""

    player: Seat
    points: int
    reason: str = ""


class TileAdjusted(Struct, frozen=True, omit_defaults=True, tag=True):
    """The host moved an open tile."""

    tile: str
    source: str
    target: str


class PileAdjusted(Struct, frozen=True, omit_defaults=True, tag=True):
    """The host moved a face-down tile to another pile."""

    source: int
    target: int


class Left(Struct, frozen=True, omit_defaults=True, tag=True):
    """A seat left: its tiles are out of the game, its cart off the board (BT47)."""

    seat: Seat


class Ended(Struct, frozen=True, omit_defaults=True, tag=True):
    """The game is over."""

    ending: Ending


Event = (
    Began
    | Stood
    | FirstDealt
    | TurnedUp
    | TurnBegan
    | Taken
    | FirstRevealed
    | EntranceLaid
    | TileLaid
    | TunnelLaid
    | Slid
    | Gained
    | Tallied
    | Lost
    | NothingToLose
    | PileAwaited
    | PileChosen
    | BlindDrawn
    | PutBack
    | Discarded
    | TurnEnded
    | TileTaught
    | PlusTaught
    | OpeningsTaught
    | RowAdjusted
    | PointsAdjusted
    | TileAdjusted
    | PileAdjusted
    | Left
    | Ended
)
