"""First tiles, shown to nobody but their owner.

A scene whose viewer is a seat shows that seat's first tile: a screen that others can see asks for one only
while somebody holds to peek.
"""

from companion.rules.blast_track.state import State
from companion.rules.contract import Seat, Viewer
from companion.scenes.blast_track.hexes import APOTHEM, Area
from companion.scenes.blast_track.panel import back
from companion.scenes.blast_track.tiles import tile
from companion.scenes.blast_track.words import tile_name
from companion.scenes.lettering import fit
from companion.scenes.marks import Shapes
from companion.scenes.palette import TYPE
from companion.scenes.shapes import Text
from companion.scenes.telling import Look


def seen(state: State, viewer: Viewer) -> bool:
    """Whether this viewer holds a first tile that the others may not see."""
    return first_of(state, viewer.seat) is not None


def first_of(state: State, seat: Seat | None) -> str | None:
    """A seat's first tile, empty where it was not entered; None where it has none any more."""
    if seat is None or not 0 <= seat < state.seats:
        return None
    first = state.players[seat].first
    if first is None or seat not in first.tile.viewers:
        return None
    return first.tile.value or ""


def faces(state: State, look: Look, area: Area) -> Shapes:
    """The first tile of whoever looks, large."""
    found = first_of(state, look.viewer.seat) or ""
    x, y = area.middle
    radius = min(area.width / 2.4, (area.height - 60) / (2 * APOTHEM), 130.0)
    words = (
        f"Your first tile: {tile_name(state.components, found)}"
        if found
        else "Your first tile was not entered"
    )
    size = TYPE["body"]
    caption = Text(
        (x, area.bottom - 14), fit(words, area.width - 8, size, bold=True), size, "text", bold=True
    )
    if not found:
        return (*back(x, y - 16, radius), caption)
    return (*tile(state.plan.tiles[found], 0, x, y - 16, radius, {}, state.plan.ends), caption)
