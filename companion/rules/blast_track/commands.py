"""Everything that can be entered in Blast Track; `seat` is who makes it, None the table."""

from msgspec import Struct

from companion.rules.blast_track.board import Cell
from companion.rules.blast_track.state import Track
from companion.rules.contract import Seat
from companion.rules.hidden import Hidden


class Stand(Struct, frozen=True, omit_defaults=True, tag=True):
    """A seat chooses the starting point of its colour, counted clockwise from 0."""

    seat: Seat
    point: int


class EnterFirst(Struct, frozen=True, omit_defaults=True, tag=True):
    """A seat enters its first tile, or leaves it unseen (BT42)."""

    seat: Seat
    tile: Hidden[str]


class TurnUp(Struct, frozen=True, omit_defaults=True, tag=True):
    """The top tile of a pile was turned up into its slot of the market."""

    slot: int
    tile: str
    seat: None = None


class Take(Struct, frozen=True, omit_defaults=True, tag=True):
    """A seat takes the tile in this slot of the market."""

    seat: Seat
    slot: int


class Lay(Struct, frozen=True, omit_defaults=True, tag=True):
    """A seat lays a tile ahead of its cart; for a Loop Symbol the cell is that of the Loop's first cell."""

    seat: Seat
    tile: str
    cell: Cell
    turn: int


class LayExit(Struct, frozen=True, omit_defaults=True, tag=True):
    """A seat lays the exit that belongs to the entrance just laid (BT10)."""

    seat: Seat
    cell: Cell
    turn: int


class ChoosePile(Struct, frozen=True, omit_defaults=True, tag=True):
    """A seat draws its extra turn's tile from this pile (BT13)."""

    seat: Seat
    pile: int


class DrawBlind(Struct, frozen=True, omit_defaults=True, tag=True):
    """The extra turn's tile is this one."""

    tile: str
    seat: None = None


class PutUnder(Struct, frozen=True, omit_defaults=True, tag=True):
    """A seat can't lay its extra turn's tile and puts it under a pile (BT14)."""

    seat: Seat
    pile: int


class Discard(Struct, frozen=True, omit_defaults=True, tag=True):
    """A stuck seat shows one of its tiles and puts it out of the game (BT23)."""

    seat: Seat
    tile: str


class UseSite(Struct, frozen=True, omit_defaults=True, tag=True):
    """A stuck seat lays this construction site's entrance ahead of its cart (BT24)."""

    seat: Seat
    site: str
    turn: int


class Pass(Struct, frozen=True, omit_defaults=True, tag=True):
    """A stuck seat uses no construction site (BT26)."""

    seat: Seat


class Lose(Struct, frozen=True, omit_defaults=True, tag=True):
    """A seat that went through a construction site chooses the row that loses a point (BT24)."""

    seat: Seat
    track: Track


class TeachDrawn(Struct, frozen=True, omit_defaults=True, tag=True):
    """Host: a tile came up that no copy is left of; the box has one more of it, and one less of `instead`."""

    tile: str
    instead: str
    seat: None = None


class TeachPlus(Struct, frozen=True, omit_defaults=True, tag=True):
    """Host: so many copies of this tile show the + symbol (BT31)."""

    tile: str
    plus: int
    seat: None = None


class TeachOpenings(Struct, frozen=True, omit_defaults=True, tag=True):
    """Host: the numbers of this entrance or exit run clockwise, or against the clock (BT35)."""

    tile: str
    clockwise: bool
    seat: None = None


class AdjustRow(Struct, frozen=True, omit_defaults=True, tag=True):
    """Host: a player's row stands at this value, its arrow as it is."""

    player: Seat
    track: Track
    value: int
    reason: str = ""
    seat: None = None


class AdjustPoints(Struct, frozen=True, omit_defaults=True, tag=True):
    """Host: a player scores so many points more, or fewer."""

    player: Seat
    points: int
    reason: str = ""
    seat: None = None


class AdjustTile(Struct, frozen=True, omit_defaults=True, tag=True):
    """Host: an open tile moves between `hand:SEAT` and `discarded`."""

    tile: str
    source: str
    target: str
    seat: None = None


class AdjustPile(Struct, frozen=True, omit_defaults=True, tag=True):
    """Host: a face-down tile goes from one pile to another."""

    source: int
    target: int
    seat: None = None


class Leave(Struct, frozen=True, omit_defaults=True, tag=True):
    """Host: a player leaves the game (BT47)."""

    player: Seat
    seat: None = None


class Abandon(Struct, frozen=True, omit_defaults=True, tag=True):
    """Host: the table gives the game up."""

    seat: None = None


Command = (
    Stand
    | EnterFirst
    | TurnUp
    | Take
    | Lay
    | LayExit
    | ChoosePile
    | DrawBlind
    | PutUnder
    | Discard
    | UseSite
    | Pass
    | Lose
    | TeachDrawn
    | TeachPlus
    | TeachOpenings
    | AdjustRow
    | AdjustPoints
    | AdjustTile
    | AdjustPile
    | Leave
    | Abandon
)

HOST_COMMANDS: tuple[type, ...] = (
    TeachDrawn,
    TeachPlus,
    TeachOpenings,
    AdjustRow,
    AdjustPoints,
    AdjustTile,
    AdjustPile,
    Leave,
    Abandon,
)
