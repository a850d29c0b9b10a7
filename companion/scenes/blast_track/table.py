"""The page of the whole table: the board, and beside it what lies in hand, in the market and in the piles."""

from msgspec.structs import replace

from companion.rules.blast_track.board import TURNS, Cell, Laid
from companion.rules.blast_track.placing import prospect
from companion.rules.blast_track.state import State
from companion.scenes.blast_track.beside import beside
from companion.scenes.blast_track.board import FINGER, Picture, Place, draw, places, view
from companion.scenes.blast_track.catalogue import catalogue, wanted
from companion.scenes.blast_track.hexes import Area, ring
from companion.scenes.blast_track.labels import badges
from companion.scenes.blast_track.losses import losing, losses
from companion.scenes.blast_track.paths import exit_parts
from companion.scenes.blast_track.preview import Preview
from companion.scenes.blast_track.regions import regions
from companion.scenes.blast_track.starting import choosing_colours, starting
from companion.scenes.blast_track.view import aheads, picture
from companion.scenes.blast_track.way import Way, chosen, numbers, previewed
from companion.scenes.blast_track.words import cell_id
from companion.scenes.marks import Shapes
from companion.scenes.palette import SPACE
from companion.scenes.telling import Look

ROOMY = 450.0
"""The height, in dp, from which there is room for everything at once."""

BESIDE, BESIDE_ROOMY = 142.0, 216.0
"""How wide what lies beside the board is, in dp."""

LEGIBLE = 24.0
"""The radius of a cell, in dp, from which a preview can be read."""


def table_page(state: State, look: Look) -> Shapes:
    """The board and what lies beside it; or what has to be chosen from in its place."""
    area = Area(SPACE, SPACE, look.width - 2 * SPACE, look.height - 2 * SPACE)
    if choosing_colours(look):
        return starting(state, look, area)
    if wanted(look):
        return catalogue(state, look, area)
    if losing(look):
        return losses(state, look, area)
    way = chosen(state, look.chosen)
    if way.exit and way.cell is None:
        return _where(state, look, area)
    wide = BESIDE_ROOMY if look.height >= ROOMY and look.width >= 2.6 * BESIDE_ROOMY else BESIDE
    left = Area(area.left, area.top, wide, area.height)
    right = Area(area.left + wide + SPACE, area.top, area.width - wide - SPACE, area.height)
    return (*_board(state, way, right), *beside(state, look, way, left))


def _where(state: State, look: Look, area: Area) -> Shapes:
    """Where an exit may lie: the parts of the board, or the cells of one."""
    shown = picture(state)
    divided = exit_parts(state)
    lit = [numbers(id_.removeprefix("cell.")) for id_ in look.lit if id_.startswith("cell.")]
    if not lit:
        whole = view(shown, area, [cell for part in divided for cell in part])
        return (*draw(shown, whole), *regions(divided, whole, look))
    order = next((part for part in divided if lit[0] in part), tuple(lit))
    found = [Place((cell,), cell_id(cell), lit=True, word=str(order.index(cell) + 1)) for cell in lit]
    zoomed = view(shown, area, lit, order, FINGER, 1.12 * FINGER)
    return (*draw(shown, zoomed), *places(found, zoomed))


def _board(state: State, way: Way, area: Area) -> Shapes:
    """The board, near to where a tile is being laid; else as a whole."""
    found = previewed(state, way)
    shown = picture(state, found)
    if found is None and way.tile and way.cell is not None and way.turn is not None:
        shown = _laid(shown, way, way.cell, way.turn)
    cells = aheads(state)
    covered = set(shown.cells)
    frames = [Place((cell,), seat=seat) for seat, cell in cells.items() if cell not in covered]
    if way.tile and way.cell is not None and way.cell not in covered:
        frames = [frame for frame in frames if frame.cells != (way.cell,)]
        frames.append(Place((way.cell,), chosen=True))
    zoomed = view(shown, area, cells.values(), _near(state, way), LEGIBLE, 1.35 * LEGIBLE)
    shapes = (*places(frames, zoomed), *draw(shown, zoomed))
    return (*shapes, *badges(found, shown, zoomed, shapes))


def _laid(shown: Picture, way: Way, cell: Cell, turn: int) -> Picture:
    """The picture with an entrance that is being turned, before its exit is chosen."""
    return replace(shown, tiles=(*shown.tiles, Laid(way.tile, cell, turn)), new=(len(shown.tiles),))


def _near(state: State, way: Way) -> tuple[Cell, ...]:
    """What should be seen while a tile is laid: its cell, those around, all that may be ridden.

    It stays the same from turn to turn, so that the picture does not jump.
    """
    if not way.tile:
        return ()
    centre = way.cell if way.exit and way.cell is not None else prospect(state).cell
    cells = [centre, *ring(centre)]
    for then in _every(state, way):
        for effect in then.effects:
            cells.append(effect.to.cell)
            cells += [spot.cell for each in effect.passages for spot in (each.enters, each.leaves)]
    return tuple(dict.fromkeys(cells))


def _every(state: State, way: Way) -> list[Preview]:
    """The placement in all its turns."""
    if way.tile and state.plan.kinds[way.tile] == "symbol":
        lays = prospect(state).lays(way.tile)
        ways = [Way(way.tile, lay.cell, lay.turn) for lay in lays]
    else:
        ways = [Way(way.tile, way.cell, turn, way.part, way.site, way.exit) for turn in TURNS]
    return [found for each in ways if (found := previewed(state, each)) is not None]
