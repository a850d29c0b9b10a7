"""What lies on the board, in the market and in the hands, and what the table waits for."""

from enum import StrEnum
from functools import lru_cache

from msgspec import Struct

from companion.rules.blast_track.board import Board, Cell, Grid, Plan, Spot, grid_of, plan_of
from companion.rules.blast_track.components import DRAWN, Components, in_play
from companion.rules.contract import Seat
from companion.rules.hidden import Hidden

PILES = 3

TOP = 5
"""The highest value of a row (BT18, BT19)."""

BONUS = 3
"""Points of the longest ride."""


class Track(StrEnum):
    """A row of the player board."""

    TUNNEL = "tunnel"
    SLOPE = "slope"
    LOOP = "loop"
    HELP = "help"
    CONNECTION = "connection"


class Overboard(StrEnum):
    """What the sixth point of a row does to its value (BT18)."""

    TURN_BACK = "turn-back"
    STAYS = "stays"


class StuckHand(StrEnum):
    """What happens to the hand of a stuck player who uses a site (BT23)."""

    DISCARD = "discard"
    KEEP = "keep"


class Sites(StrEnum):
    """Whether a stuck player may or must use a construction site (BT26)."""

    MAY = "may"
    MUST = "must"


class RideLength(StrEnum):
    """How tiles passed more than once count for the longest ride (BT28)."""

    PASSAGES = "passages"
    DISTINCT = "distinct"


class LoopSize(StrEnum):
    """The big Loop's footprint (BT36)."""

    THREE = "three-cells"
    ONE = "one-cell"


class LossOrder(StrEnum):
    """When points are lost at sites: after all gains, or as the carts pass (BT41)."""

    LAST = "last"
    IN_PASSING = "in-passing"


class Variant(StrEnum):
    """The full game, or a variant for younger players (BT30)."""

    FULL = "full"
    NO_ARROW = "no-arrow"
    RIDE_ONLY = "ride-only"


class Colours(StrEnum):
    """Whether seats stand at the starting points in their order, or each chooses its colour."""

    IN_ORDER = "in-order"
    CHOSEN = "chosen"


class Options(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What the table chose before the game."""

    overboard: Overboard = Overboard.TURN_BACK
    stuck: StuckHand = StuckHand.DISCARD
    sites: Sites = Sites.MAY
    ride: RideLength = RideLength.PASSAGES
    loop: LoopSize = LoopSize.THREE
    losses: LossOrder = LossOrder.LAST
    variant: Variant = Variant.FULL
    colours: Colours = Colours.IN_ORDER


class Row(Struct, frozen=True, omit_defaults=True):
    """A row's value, and whether its arrow token lies there (BT43)."""

    value: int = 0
    arrow: bool = False


class First(Struct, frozen=True, omit_defaults=True):
    """The first tile of a seat, while nobody else has seen it; `known`: its owner entered it (BT42)."""

    tile: Hidden[str]
    known: bool = False


class Pile(Struct, frozen=True, omit_defaults=True):
    """A pile: face-down tiles, and below them those put back under it, the next to be drawn first."""

    unseen: int
    under: tuple[str, ...] = ()


class Ruling(Struct, frozen=True, omit_defaults=True):
    """Points that the host gave or took, with the reason."""

    points: int
    turn: int
    reason: str = ""


class Player(Struct, frozen=True, omit_defaults=True):
    """A seat: its starting point (-1: not chosen yet), its cart, its tiles, its rows in Track's order.

    `dealt` says whether the first tile was entered or left unseen; `hand` are the tiles that all have seen.
    """

    point: int
    cart: Spot | None = None
    dealt: bool = False
    first: First | None = None
    hand: tuple[str, ...] = ()
    rows: tuple[Row, Row, Row, Row, Row] = (Row(), Row(), Row(), Row(), Row())
    rulings: tuple[Ruling, ...] = ()
    left: bool = False


class Due(Struct, frozen=True, omit_defaults=True):
    """A change of a seat's row that is still to be made; without a row it is a loss at a site (BT41)."""

    seat: Seat
    track: Track | None = None


class SettingUp(Struct, frozen=True, omit_defaults=True, tag=True):
    """First tiles, the market's first tiles and colours are still to be entered."""


class Taking(Struct, frozen=True, omit_defaults=True, tag=True):
    """The active seat takes a tile of the market."""


class Refilling(Struct, frozen=True, omit_defaults=True, tag=True):
    """The top tile of this slot's pile is turned up (BT1)."""

    slot: int


class Laying(Struct, frozen=True, omit_defaults=True, tag=True):
    """The active seat lays one of its tiles, or is stuck (BT22)."""


class Exiting(Struct, frozen=True, omit_defaults=True, tag=True):
    """An entrance lies ahead of the active cart, and its exit is still to be laid (BT10).

    `extra` says that it is the tile of a Slope's extra turn.
    """

    entrance: str
    cell: Cell
    turn: int
    extra: bool = False


class Sliding(Struct, frozen=True, omit_defaults=True, tag=True):
    """A tile is on the board; the carts that face it are about to slide. Nothing is awaited."""


class Scoring(Struct, frozen=True, omit_defaults=True, tag=True):
    """Changes of rows that are still due, the next one first; `again`: then follows a Slope's extra turn.

    What is awaited is a loss whose owner chooses the row.
    """

    due: tuple[Due, ...]
    again: bool = False


class Choosing(Struct, frozen=True, omit_defaults=True, tag=True):
    """A Slope gives an extra turn: the active seat chooses a pile (BT13)."""


class Drawing(Struct, frozen=True, omit_defaults=True, tag=True):
    """The extra turn's tile is drawn blind from this pile."""

    pile: int


class Extra(Struct, frozen=True, omit_defaults=True, tag=True):
    """The extra turn's tile must be laid, or put under a pile if it can't be (BT14, BT40)."""

    tile: str


class Relocating(Struct, frozen=True, omit_defaults=True, tag=True):
    """A stuck player has discarded a tile, and may use a construction site (BT24, BT26)."""


class Closing(Struct, frozen=True, omit_defaults=True, tag=True):
    """A turn is over; who is next follows."""


class Ending(StrEnum):
    """How a game can end."""

    LAST_TILE = "last-tile"
    LAST_SEAT = "last-seat"
    ABANDONED = "abandoned"


class Over(Struct, frozen=True, omit_defaults=True, tag=True):
    """The game has ended."""

    ending: Ending


Stage = (
    SettingUp
    | Taking
    | Refilling
    | Laying
    | Exiting
    | Sliding
    | Scoring
    | Choosing
    | Drawing
    | Extra
    | Relocating
    | Closing
    | Over
)


class State(Struct, frozen=True, omit_defaults=True):
    """A game of Blast Track. `market[k]` is what pile k turned up; `discarded` is out of the game.

    `spare` are the face-up tiles with a yellow back that are still beside the board.
    """

    components: Components
    options: Options
    first: Seat
    players: tuple[Player, ...]
    piles: tuple[Pile, ...]
    spare: tuple[str, ...]
    market: tuple[str | None, ...] = (None,) * PILES
    board: Board = ()
    discarded: tuple[str, ...] = ()
    active: Seat = 0
    turn: int = 1
    stage: Stage = SettingUp()

    @property
    def seats(self) -> int:
        """How many have begun to play."""
        return len(self.players)

    @property
    def plan(self) -> Plan:
        """What the tiles say about ways over the board."""
        return plan_of(self.components, self.options.loop)

    @property
    def grid(self) -> Grid:
        """The board, ready to slide over."""
        return grid_of(self.plan, self.board)

    @property
    def carts(self) -> tuple[Spot | None, ...]:
        """Where each seat's cart stands."""
        return tuple([player.cart for player in self.players])


def playing(state: State) -> tuple[Seat, ...]:
    """The seats that have not left, clockwise from seat 0."""
    return tuple([seat for seat, player in enumerate(state.players) if not player.left])


def clockwise(state: State, seat: Seat) -> tuple[Seat, ...]:
    """The seats in play from this one on, clockwise."""
    seats = state.seats
    return tuple([other for step in range(seats) if not state.players[other := (seat + step) % seats].left])


def row(player: Player, track: Track) -> Row:
    """A row of a player board."""
    return player.rows[TRACKS.index(track)]


TRACKS = tuple(Track)


def tiles_held(player: Player) -> int:
    """The tiles in a seat's hand, its first one included."""
    return len(player.hand) + (player.first is not None)


def open_tiles(state: State) -> dict[str, int]:
    """How many copies of each drawn tile lie where all have seen them, put-back ones included."""
    found: dict[str, int] = {}
    seen = [laid.tile for laid in state.board]
    seen += state.discarded
    for player in state.players:
        seen += player.hand
    for pile in state.piles:
        seen += pile.under
    seen += [tile for tile in state.market if tile is not None]
    if isinstance(state.stage, Extra):
        seen.append(state.stage.tile)
    elif isinstance(state.stage, Exiting):
        seen.append(state.stage.entrance)
    for tile in seen:
        found[tile] = found.get(tile, 0) + 1
    return found


def unseen_tiles(state: State) -> dict[str, int]:
    """How many copies of each drawn tile may still come up: face down in piles, or first tiles (BT42)."""
    seen = open_tiles(state)
    from_box = drawn_tiles(state.components, state.seats)
    return {tile: count - seen.get(tile, 0) for tile, count in from_box.items() if count > seen.get(tile, 0)}


@lru_cache(maxsize=64)
def drawn_tiles(components: Components, seats: int) -> dict[str, int]:
    """The purple tiles that so many play with."""
    counts = in_play(components, seats)
    return {tile.id: counts[tile.id] for tile in components.tiles if tile.kind in DRAWN}
