"""All types of tile at once, to name the one that was drawn or turned up."""

from companion.rules.blast_track.state import State, unseen_tiles
from companion.scenes.blast_track.hexes import Area
from companion.scenes.blast_track.panel import Slot, slots
from companion.scenes.blast_track.words import tile_id
from companion.scenes.marks import Shapes
from companion.scenes.telling import Look

CATALOGUE = "tile."

LARGEST = 74.0
"""The largest radius of a tile to name, in dp."""


def wanted(look: Look) -> bool:
    """Whether a type of tile is to be named now."""
    return any(id_.startswith(CATALOGUE) for id_ in look.lit)


def catalogue(state: State, look: Look, area: Area) -> Shapes:
    """Every type that can come up, with how many are left; the others are left out."""
    lit = [id_.removeprefix(CATALOGUE) for id_ in look.lit if id_.startswith(CATALOGUE)]
    left = unseen_tiles(state)
    tiles = [tile.id for tile in state.components.tiles if tile.id in lit]
    columns = max(range(1, len(tiles) + 1), key=lambda across: _size(across, len(tiles), area))
    found = tuple(
        Slot(tile, id=tile_id(tile), lit=True, caption=f"{left[tile]} left" if left.get(tile) else "")
        for tile in tiles
    )
    return slots(found, area, columns, state.plan, LARGEST)


def _size(columns: int, count: int, area: Area) -> float:
    rows = -(-count // columns)
    return min(area.width / columns, area.height / rows - 14)
