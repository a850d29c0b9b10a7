"""What lies beside the board: hands, market and piles; and while a tile is being laid, all its turns."""

from msgspec import Struct

from companion.rules.blast_track.board import TURNS
from companion.rules.blast_track.placing import prospect
from companion.rules.blast_track.state import Exiting, Extra, State
from companion.rules.contract import Seat
from companion.scenes.blast_track.boards import board
from companion.scenes.blast_track.hexes import Area
from companion.scenes.blast_track.panel import CAPTION, Slot, heading, slots
from companion.scenes.blast_track.paths import entered, left_by
from companion.scenes.blast_track.preview import Preview, others, passages, summary
from companion.scenes.blast_track.view import UNSEEN, hand, sheet
from companion.scenes.blast_track.way import Way, in_turn, previewed
from companion.scenes.blast_track.words import FIRST, hand_id, loop_id, market_id, pile_id, site_id, turn_id
from companion.scenes.marks import Shapes
from companion.scenes.palette import SPACE
from companion.scenes.shapes import Shape
from companion.scenes.speaking import called, possessive
from companion.scenes.telling import Look

LEAST_ROW, MOST_ROW = 56.0, 84.0
BOARD = 176.0
"""The height of a player board beside the board, in dp."""


class Section(Struct, frozen=True):
    """Tiles that belong together, under a heading."""

    title: str
    slots: tuple[Slot, ...]
    columns: int

    @property
    def rows(self) -> int:
        """In how many rows they lie."""
        return -(-len(self.slots) // self.columns)

    @property
    def asked(self) -> bool:
        """Whether something here can be touched, or was."""
        return any(each.lit or each.chosen for each in self.slots)


def beside(state: State, look: Look, way: Way, area: Area) -> Shapes:
    """As many sections as there is room for, the most wanted ones first."""
    columns = 3 if area.width > 180 else 2
    chosen = _fitting([each for each in _sections(state, look, way, columns) if each.slots], area.height)
    rows = sum(each.rows for each in chosen)
    heads = len(chosen) * (CAPTION + SPACE / 2)
    spare_board = area.height - heads - rows * (LEAST_ROW + 14) >= BOARD
    below = BOARD + SPACE if spare_board else 0.0
    row = min(MOST_ROW, (area.height - heads - below) / max(1, rows))
    shapes: list[Shape] = []
    top = area.top
    for each in chosen:
        shapes += heading(each.title, Area(area.left, top, area.width, CAPTION))
        tall = row * each.rows
        within = Area(area.left, top + CAPTION, area.width, tall)
        shapes += slots(each.slots, within, each.columns, state.plan)
        top += CAPTION + tall + SPACE / 2
    if spare_board:
        under = Area(area.left, area.bottom - BOARD, area.width, BOARD)
        shapes += board(sheet(state, look.focus, look.names), under)
    return tuple(shapes)


def _fitting(sections: list[Section], height: float) -> list[Section]:
    """As many of these as fit, those first that lead on; in the order in which they were given."""
    kept: list[Section] = []
    for each in sorted(sections, key=lambda section: not section.asked):
        need = CAPTION + each.rows * LEAST_ROW + SPACE / 2
        if need <= height:
            kept.append(each)
            height -= need
    return [each for each in sections if each in kept]


def _sections(state: State, look: Look, way: Way, columns: int) -> tuple[Section, ...]:
    return (
        _held(state, look, way, columns),
        _sites(state, look, columns),
        _turns(state, look, way, columns),
        _market(state, look, columns),
    )


def whose(state: State, look: Look) -> Seat:
    """Whose hand is shown: that of whoever lays a tile, else of the seat in focus."""
    laying = any(id_.startswith(("hand.", FIRST)) for id_ in (*look.lit, *look.chosen))
    return state.active if laying else look.focus


def _held(state: State, look: Look, way: Way, columns: int) -> Section:
    if isinstance(state.stage, Extra):
        id_ = hand_id(state.stage.tile)
        drawn = Slot(state.stage.tile, id=id_, lit=id_ in look.lit, chosen=id_ in look.chosen)
        return Section("Drawn", (drawn,), columns)
    if isinstance(state.stage, Exiting):
        return Section("Exit", (Slot(way.tile),) if way.tile else (), columns)
    seat = whose(state, look)
    found = []
    for tile in hand(state, seat, look.viewer):
        id_ = FIRST if tile == UNSEEN else hand_id(tile)
        held = seat == state.active and (bool(way.tile) or FIRST in look.chosen)
        shown = id_ if held or id_ in look.lit or id_ in look.chosen else ""
        face = way.tile if tile == UNSEEN and FIRST in look.chosen and way.tile else tile
        found.append(
            Slot(face, id=shown, lit=id_ in look.lit, chosen=id_ in look.chosen, back=face == UNSEEN)
        )
    return Section(f"{possessive(called(look.names, seat))} hand", tuple(found), columns)


def _market(state: State, look: Look, columns: int) -> Section:
    found = []
    piles = [pile.unseen + len(pile.under) for pile in state.piles]
    choosing = any(id_.startswith("pile.") for id_ in look.lit)
    for slot, tile in enumerate(state.market):
        id_ = pile_id(slot) if choosing else market_id(slot)
        lit = id_ in look.lit
        count = f"{piles[slot]} left" if piles[slot] else "no pile"
        if choosing:
            found.append(Slot(id=id_ if lit else "", lit=lit, back=piles[slot] > 0, caption=count))
        else:
            found.append(
                Slot(tile or "", id=id_ if lit else "", lit=lit, chosen=id_ in look.chosen, caption=count)
            )
    return Section("Piles" if choosing else "Market", tuple(found), columns)


def _sites(state: State, look: Look, columns: int) -> Section:
    found = []
    for tile in state.spare:
        id_ = site_id(tile)
        if id_ in look.lit or id_ in look.chosen:
            found.append(Slot(tile, id=id_, lit=id_ in look.lit, chosen=id_ in look.chosen))
    return Section("Construction sites", tuple(found), columns)


def _turns(state: State, look: Look, way: Way, columns: int) -> Section:
    """The tile that was chosen, in all its turns, each with what it gives."""
    shown = (*look.lit, *look.chosen)
    if not way.tile or not any(id_.startswith(("turn.", "loop.")) for id_ in shown):
        return Section("", (), columns)
    if state.plan.kinds[way.tile] == "symbol":
        return Section("Where the Loop lies", _loops(state, look, way), columns)
    if way.cell is None:
        return Section("", (), columns)
    legal = _legal(state, way)
    entry = _entry(state, way)
    found = []
    for turn in TURNS:
        id_ = turn_id(turn)
        then = in_turn(state, way, turn) if turn in legal else None
        found.append(
            Slot(
                way.tile,
                turn,
                id=id_,
                caption=_caption(state, way, turn, then),
                lit=turn in legal,
                chosen=turn == way.turn,
                refused=turn not in legal,
                seat=state.active if entry is not None else None,
                entry=entry,
                ridden=_ridden(state, way, turn, then),
                helped=others(then) if then is not None else (),
            )
        )
    return Section("Turns", tuple(found), columns)


def _legal(state: State, way: Way) -> set[int]:
    ready = prospect(state)
    if isinstance(state.stage, Exiting):
        exits = ready.exits(state.stage.entrance, state.stage.turn)
        return {turn for cell, turn in exits if cell == way.cell}
    if way.site:
        return {use.turn for use in ready.sites(way.tile)}
    return {lay.turn for lay in ready.lays(way.tile)}


def _entry(state: State, way: Way) -> int | None:
    """Where the active cart comes in; into an exit it never does."""
    spot = state.carts[state.active]
    if way.exit or spot is None:
        return None
    return state.plan.over(spot.cell, spot.end)[1]


def _caption(state: State, way: Way, turn: int, then: Preview | None) -> str:
    if then is not None:
        return summary(then)
    kind = state.plan.kinds[way.tile]
    if kind in ("entrance", "site-entrance"):
        return f"in {entered(state, way.tile, turn, state.active)}"
    return ""


def _ridden(state: State, way: Way, turn: int, then: Preview | None) -> tuple[tuple[int, Seat], ...]:
    """The ends of this very tile that carts would pass."""
    if way.exit:
        return ((left_by(state, turn), state.active),)
    if then is None:
        return ()
    found = []
    for seat, passage in passages(then):
        if passage.tile >= then.new:
            found += [(spot.end, seat) for spot in (passage.enters, passage.leaves) if spot.cell == way.cell]
    return tuple(found)


def _loops(state: State, look: Look, way: Way) -> tuple[Slot, ...]:
    """Every position of a Loop that is legal."""
    found = []
    for lay in prospect(state).lays(way.tile):
        id_ = loop_id(lay.cell, lay.turn)
        here = Way(way.tile, lay.cell, lay.turn)
        then = previewed(state, here)
        caption = summary(then) if then is not None else ""
        helped = others(then) if then is not None else ()
        is_chosen = (lay.cell, lay.turn) == (way.cell, way.turn)
        found.append(Slot(state.plan.loop, lay.turn, id_, caption, id_ in look.lit, is_chosen, helped=helped))
    return tuple(found)
