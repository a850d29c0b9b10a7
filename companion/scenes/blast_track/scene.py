"""Blast Track's table as a picture, page by page."""

from companion.rules.blast_track.scoring import journey
from companion.rules.blast_track.state import State
from companion.rules.contract import Seat
from companion.scenes.blast_track.board import Place, draw, places, view
from companion.scenes.blast_track.boards import board, boards
from companion.scenes.blast_track.hexes import Area
from companion.scenes.blast_track.secrecy import faces, seen
from companion.scenes.blast_track.table import table_page
from companion.scenes.blast_track.view import aheads, picture, sheet
from companion.scenes.lettering import fit
from companion.scenes.marks import Shapes, seat_mark
from companion.scenes.palette import SPACE, TYPE
from companion.scenes.shapes import Scene, Text
from companion.scenes.speaking import plural, possessive
from companion.scenes.telling import Look

TABLE, BOARD, BOARDS, RIDE = "table", "board", "boards", "ride:"

HEAD = 24.0
SHEET = 196.0
"""The width of a player board beside its ride, in dp."""

WIDE = 420.0


def pages(state: State, names: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """The table, the board alone, all player boards, and each seat's ride."""
    rides = ((f"{RIDE}{seat}", f"{possessive(names[seat])} ride") for seat in range(state.seats))
    return ((TABLE, "Table"), (BOARD, "Board"), (BOARDS, "Player boards"), *rides)


def scene(state: State, look: Look) -> Scene:
    """One page in its area; an unknown page is the table. Who peeks sees their first tile instead."""
    area = Area(SPACE, SPACE, look.width - 2 * SPACE, look.height - 2 * SPACE)
    if seen(state, look.viewer):
        shapes = faces(state, look, area)
    elif look.page == BOARD:
        shapes = _whole(state, area, None)
    elif look.page == BOARDS:
        shapes = boards(tuple(sheet(state, seat, look.names) for seat in range(state.seats)), area)
    elif look.page.startswith(RIDE):
        shapes = _ride(state, look, int(look.page.removeprefix(RIDE)), area)
    else:
        shapes = table_page(state, look)
    return Scene(look.width, look.height, shapes)


def _whole(state: State, area: Area, focus: Seat | None) -> Shapes:
    shown = picture(state)
    cells = aheads(state)
    frames = [Place((cell,), seat=seat) for seat, cell in cells.items() if focus in (None, seat)]
    zoomed = view(shown, area, cells.values())
    return (*places(frames, zoomed), *draw(shown, zoomed, focus))


def _ride(state: State, look: Look, seat: Seat, area: Area) -> Shapes:
    """A seat's ride on the board, the others pale, and its player board beside it."""
    seat = min(seat, state.seats - 1)
    upright = area.width < WIDE or area.width < area.height
    whose = f"{possessive(look.names[seat])} ride · {plural(len(journey(state, seat)), 'tile')}"
    size = TYPE["small"]
    head = (
        *seat_mark(seat, area.left + 8, area.top + 9, 15),
        Text(
            (area.left + 22, area.top + 9),
            fit(whose, area.width - 24, size, bold=True),
            size,
            "text",
            "start",
            bold=True,
        ),
    )
    body = Area(area.left, area.top + HEAD, area.width, area.height - HEAD)
    if upright:
        tall = min(220.0, body.height * 0.42)
        below = Area(body.left, body.bottom - tall, body.width, tall)
        left = Area(body.left, body.top, body.width, body.height - tall - SPACE)
    else:
        below = Area(body.right - SHEET, body.top, SHEET, min(body.height, 230.0))
        left = Area(body.left, body.top, body.width - SHEET - SPACE, body.height)
    return (*head, *_whole(state, left, seat), *board(sheet(state, seat, look.names), below))
