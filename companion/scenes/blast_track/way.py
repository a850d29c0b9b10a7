"""How far a finger has come on the way to a placement, read from the ids already tapped."""

from collections.abc import Iterable

from msgspec import Struct

from companion.rules.blast_track.board import Cell
from companion.rules.blast_track.commands import Lay, LayExit
from companion.rules.blast_track.placing import prospect
from companion.rules.blast_track.state import Exiting, Extra, State
from companion.scenes.blast_track.preview import Preview, preview


class Way(Struct, frozen=True):
    """The tile, cell and turn that were chosen so far; `site` and `exit` say what kind of placement it is."""

    tile: str = ""
    cell: Cell | None = None
    turn: int | None = None
    part: int | None = None
    site: bool = False
    exit: bool = False


def chosen(state: State, ids: Iterable[str]) -> Way:
    """The way that these ids lead."""
    stage = state.stage
    tile, cell, turn, part, site = "", None, None, None, False
    for id_ in ids:
        kind, _, rest = id_.partition(".")
        match kind:
            case "hand" | "tile":
                tile = rest
            case "site":
                tile, site = rest, True
            case "cell":
                cell = numbers(rest)
            case "turn":
                turn = int(rest)
            case "loop":
                q, r, last = rest.split(".")
                cell, turn = (int(q), int(r)), int(last)
            case "part":
                part = int(rest)
    if isinstance(stage, Exiting):
        return Way(state.plan.exits[stage.entrance], cell, turn, part, exit=True)
    if isinstance(stage, Extra):
        tile = stage.tile
    ahead = prospect(state).cell
    if tile and cell is None and (site or state.plan.kinds[tile] != "symbol"):
        cell = ahead
    return Way(tile, cell, turn, part, site)


def numbers(words: str) -> Cell:
    """A cell from the end of its id."""
    q, r = words.split(".")
    return int(q), int(r)


def previewed(state: State, way: Way) -> Preview | None:
    """What the placement would do, once tile, cell and turn are chosen; None before, or if it is illegal.

    Entrances move nobody before their exit lies.
    """
    if way.cell is None or way.turn is None or not way.tile:
        return None
    if way.site or state.plan.kinds[way.tile] == "entrance":
        return None
    if way.exit:
        found = preview(state, LayExit(state.active, way.cell, way.turn))
    else:
        found = preview(state, Lay(state.active, way.tile, way.cell, way.turn))
    return found if isinstance(found, Preview) else None


def in_turn(state: State, way: Way, turn: int) -> Preview | None:
    """What the placement would do in another turn."""
    return previewed(state, Way(way.tile, way.cell, turn, way.part, way.site, way.exit))
