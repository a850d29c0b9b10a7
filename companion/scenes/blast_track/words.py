"""The names that this game's words and pictures share: of players, tiles, tracks, and what is tapped."""

from companion.rules.blast_track.board import Cell
from companion.rules.blast_track.components import Components, tiles_of
from companion.rules.blast_track.state import State, Track
from companion.rules.contract import Seat

TRACK_NAMES = {
    Track.TUNNEL: "Tunnel",
    Track.SLOPE: "Slope",
    Track.LOOP: "Loop",
    Track.HELP: "Help",
    Track.CONNECTION: "Connection",
}

AROUND = ("up", "up right", "down right", "down", "down left", "up left")
"""Where the sides of a tile look."""

CORNERS = ("Upper right", "Right", "Lower right", "Lower left", "Left", "Upper left")
"""Where the corners of a tile look, each between the side of its number and the next."""

PILES = ("left", "middle", "right")

SLOTS = ("on the left", "in the middle", "on the right")
"""Where the tiles of the market lie."""


def tile_name(components: Components, tile: str) -> str:
    """A type of tile as it is called."""
    found = tiles_of(components).get(tile)
    return found.name if found else tile


def site_name(components: Components, tile: str) -> str:
    """A construction site's set as it is called: its entrance without the word."""
    return tile_name(components, tile).removesuffix(" Entrance").removesuffix(" Exit")


def pile_name(pile: int) -> str:
    """A pile by where it lies."""
    return PILES[pile] if 0 <= pile < len(PILES) else f"{pile + 1}th"


def colour_of(state: State, seat: Seat) -> str:
    """The colour of a seat's starting point and cart, as the box names it; empty until it is chosen."""
    point = state.players[seat].point
    return state.components.board.colours[point] if point >= 0 else ""


def tile_id(tile: str) -> str:
    """The id to tap for a type of tile in the catalogue."""
    return f"tile.{tile}"


def hand_id(tile: str) -> str:
    """The id to tap for a tile in the hand of whoever is asked."""
    return f"hand.{tile}"


def market_id(slot: int) -> str:
    """The id to tap for a tile of the market."""
    return f"market.{slot}"


def pile_id(pile: int) -> str:
    """The id to tap for a pile."""
    return f"pile.{pile}"


def cell_id(cell: Cell) -> str:
    """The id to tap for an empty cell."""
    return f"cell.{cell[0]}.{cell[1]}"


def part_id(part: int) -> str:
    """The id to tap for a part of a large board."""
    return f"part.{part}"


def turn_id(turn: int) -> str:
    """The id to tap for a tile turned clockwise by so many sides."""
    return f"turn.{turn}"


def site_id(site: str) -> str:
    """The id to tap for a construction site."""
    return f"site.{site}"


def loop_id(cell: Cell, turn: int) -> str:
    """The id to tap for a position of a Loop."""
    return f"loop.{cell[0]}.{cell[1]}.{turn}"


def track_id(seat: Seat, track: Track) -> str:
    """The id to tap for a track of a player board."""
    return f"track.{seat}.{track.value}"


def point_id(point: int) -> str:
    """The id to tap for a starting point."""
    return f"point.{point}"


LAY = "lay"
"""The id of the last step of a placement, which enters what is previewed."""

FIRST = "first"
"""The id of a first tile that nobody has seen yet."""

UNSEEN = "unseen"
"""The id of leaving a first tile face down."""

DISCARD = "discard"
"""The id of the way to discard a tile."""
