"""The steps of taps that lead to each command."""

from functools import lru_cache
from typing import assert_never

from companion.rules.blast_track import commands as c
from companion.rules.blast_track.board import Cell, neighbours
from companion.rules.blast_track.placing import Prospect, prospect
from companion.rules.blast_track.state import TRACKS, Exiting, Extra, State, Variant
from companion.rules.contract import Seat, Violation
from companion.scenes.blast_track.host_paths import host_path
from companion.scenes.blast_track.parts import bearings, parts
from companion.scenes.blast_track.preview import Preview, preview, signed, told
from companion.scenes.blast_track.refusals import refusal
from companion.scenes.blast_track.tiles import button
from companion.scenes.blast_track.words import (
    AROUND,
    CORNERS,
    DISCARD,
    FIRST,
    LAY,
    SLOTS,
    TRACK_NAMES,
    UNSEEN,
    cell_id,
    hand_id,
    loop_id,
    market_id,
    part_id,
    pile_id,
    pile_name,
    point_id,
    site_id,
    site_name,
    tile_id,
    tile_name,
    track_id,
    turn_id,
)
from companion.scenes.shapes import Shape
from companion.scenes.speaking import plural
from companion.scenes.telling import Step

Path = tuple[Step, ...]
Names = tuple[str, ...]


def path(state: State, command: c.Command, names: Names) -> Path:
    """The steps that lead to a command; an Amount's path ends before its number."""
    match command:
        case c.Stand() | c.EnterFirst() | c.TurnUp() | c.DrawBlind():
            return _told(state, command)
        case c.Take():
            return (_market(state, command),)
        case c.Lay():
            return _lay(state, command, names)
        case c.LayExit():
            return _exit(state, command, names)
        case c.ChoosePile() | c.PutUnder():
            return _pile(state, command)
        case c.Discard() | c.UseSite() | c.Pass() | c.Lose():
            return _stuck(state, command)
        case (
            c.TeachDrawn()
            | c.TeachPlus()
            | c.TeachOpenings()
            | c.AdjustRow()
            | c.AdjustPoints()
            | c.AdjustTile()
            | c.AdjustPile()
            | c.Leave()
            | c.Abandon()
        ):
            return host_path(state, command, names)
        case _:
            assert_never(command)


def _told(state: State, command: c.Stand | c.EnterFirst | c.TurnUp | c.DrawBlind) -> Path:
    match command:
        case c.Stand():
            colour = state.components.board.colours[command.point]
            return (Step(point_id(command.point), colour.capitalize(), "this cart, this starting point"),)
        case c.EnterFirst():
            tile = command.tile.value
            if tile is None:
                return (Step(UNSEEN, "Leave it face down", "it is named when it is laid", "eye-off"),)
            return (_type(state, tile),)
        case c.TurnUp():
            pile = pile_name(command.slot)
            top = Step(market_id(command.slot), f"Top of the {pile} pile", symbol="cards")
            return (top, _type(state, command.tile))
        case c.DrawBlind():
            return (_type(state, command.tile),)


def _type(state: State, tile: str) -> Step:
    return Step(tile_id(tile), tile_name(state.components, tile), art=_art(state, tile))


def _art(state: State, tile: str) -> tuple[Shape, ...]:
    """A tile as it is drawn on a button."""
    return button(state.plan.tiles[tile], state.plan.ends) if tile in state.plan.tiles else ()


def _market(state: State, command: c.Take) -> Step:
    tile = state.market[command.slot] or ""
    where = SLOTS[command.slot]
    detail = where if prospect(state).lays(tile) else f"{where}, fits nowhere now"
    return Step(
        market_id(command.slot),
        tile_name(state.components, tile),
        detail,
        "hand-back-left",
        art=_art(state, tile),
    )


def tile_steps(state: State, seat: Seat, tile: str, verb: str = "") -> Path:
    """The tile in a hand; one that nobody has seen is named as it is turned up."""
    name = tile_name(state.components, tile)
    player = state.players[seat]
    extra = isinstance(state.stage, Extra)
    first = player.first
    seen = extra or tile in player.hand or (first is not None and first.tile.value == tile)
    label = f"{verb} {name}" if verb else name
    if seen:
        return (Step(hand_id(tile), label, art=_art(state, tile)),)
    first_tile = Step(FIRST, "My first tile", "turn it up", "eye")
    return (first_tile, Step(tile_id(tile), label, art=_art(state, tile)))


def _lay(state: State, command: c.Lay, names: Names) -> Path:
    steps = tile_steps(state, command.seat, command.tile)
    kind = state.plan.kinds[command.tile]
    if kind == "entrance":
        turned = opening(state, command.tile, command.turn, command.seat)
        lay = Step(LAY, "Lay it here", "then comes its exit", "check-bold")
        return (*steps, Step(cell_id(command.cell), "Ahead of the cart"), turned, lay)
    brief, full = _does(state, command, names)
    lay = Step(LAY, "Lay it here", full, "check-bold")
    if kind == "symbol":
        where = Step(loop_id(command.cell, command.turn), _position(state, command), brief)
        return (*steps, where, lay)
    turn = Step(turn_id(command.turn), f"Turn {command.turn + 1}", brief)
    return (*steps, Step(cell_id(command.cell), "Ahead of the cart"), turn, lay)


def _does(state: State, command: c.Lay | c.LayExit, names: Names) -> tuple[str, str]:
    """What a placement would do, in brief and in full; or the rule that is in its way."""
    found = preview(state, command)
    if isinstance(found, Violation):
        why = refusal(state, found, names).title
        return why, why
    return _brief(found), told(found, names)


def _brief(found: Preview) -> str:
    """What a placement is worth to the placer, and who rides along."""
    if not found.effects:
        return ""
    own, *others = found.effects
    words = f"{signed(own.points)} · {plural(len(own.passages), 'tile')}"
    return f"{words} · {plural(len(others), 'cart')} more" if others else words


def _position(state: State, command: c.Lay) -> str:
    """A Loop's position by the corner of the cell ahead that its other cells lie around, else by its turn."""
    ready = prospect(state, command.seat)
    covered = set(ready.loop_cells(command.cell, command.turn)) - {ready.cell}
    around = tuple(neighbours(ready.cell))
    corner = next((side for side in range(6) if {around[side], around[(side + 1) % 6]} == covered), None)
    return f"Turn {command.turn + 1}" if corner is None else CORNERS[corner]


def opening(state: State, entrance: str, turn: int, seat: Seat) -> Step:
    """An entrance in one of its turns, by the number the cart goes into."""
    return Step(turn_id(turn), f"Into {entered(state, entrance, turn, seat)}")


def entered(state: State, entrance: str, turn: int, seat: Seat) -> int:
    """The number of the opening that a seat's cart comes to, if an entrance lies so ahead of it (BT35)."""
    spot = state.players[seat].cart
    if spot is None:
        return 0
    _, end = state.plan.over(spot.cell, spot.end)
    return state.plan.number(entrance, turn, end)


def _exit(state: State, command: c.LayExit, names: Names) -> Path:
    brief, full = _does(state, command, names)
    lay = Step(LAY, "Lay it here", full, "check-bold")
    direction = AROUND[left_by(state, command.turn) // state.plan.ends]
    turn = Step(turn_id(command.turn), direction.capitalize(), brief)
    for place, cells in enumerate(exit_parts(state)):
        if command.cell in cells:
            where = _bearings(exit_parts(state))[place]
            part = Step(part_id(place), f"{place + 1}: {where}", plural(len(cells), "place"))
            return (part, Step(cell_id(command.cell), f"Place {cells.index(command.cell) + 1}"), turn, lay)
    return (Step(cell_id(command.cell), "There"), turn, lay)


def left_by(state: State, turn: int) -> int:
    """The end at which the active cart leaves the exit that waits, turned so."""
    stage = state.stage
    if not isinstance(stage, Exiting):
        return 0
    number = entered(state, stage.entrance, stage.turn, state.active)
    return state.plan.opening(state.plan.exits[stage.entrance], turn, number)


def exit_parts(state: State) -> tuple[tuple[Cell, ...], ...]:
    """Where the exit that waits may lie, in parts of the board that a finger can choose from."""
    stage = state.stage
    if not isinstance(stage, Exiting):
        return ()
    return _exit_parts(prospect(state), stage.entrance, stage.turn)


@lru_cache(maxsize=8)
def _bearings(divided: tuple[tuple[Cell, ...], ...]) -> tuple[str, ...]:
    return bearings(divided)


@lru_cache(maxsize=8)
def _exit_parts(found: Prospect, entrance: str, turn: int) -> tuple[tuple[Cell, ...], ...]:
    return parts(cell for cell, _ in found.exits(entrance, turn))


def _pile(state: State, command: c.ChoosePile | c.PutUnder) -> Path:
    pile = state.piles[command.pile]
    count = pile.unseen + len(pile.under)
    name = pile_name(command.pile)
    match command:
        case c.ChoosePile():
            return (Step(pile_id(command.pile), f"The {name} pile", plural(count, "tile"), "cards"),)
        case c.PutUnder():
            return (Step(pile_id(command.pile), f"Under the {name} pile", plural(count, "tile"), "cards"),)


def _stuck(state: State, command: c.Discard | c.UseSite | c.Pass | c.Lose) -> Path:
    match command:
        case c.Discard():
            steps = tile_steps(state, command.seat, command.tile)
            return (Step(DISCARD, "Discard a tile", "nothing fits", "delete"), *steps)
        case c.UseSite():
            costs = "" if state.options.variant is Variant.RIDE_ONLY else "costs a point"
            name = site_name(state.components, command.site)
            site = Step(site_id(command.site), name, costs, "sign-caution")
            turn = opening(state, command.site, command.turn, command.seat)
            return (site, turn, Step(LAY, "Lay it here", "then comes its exit", "check-bold"))
        case c.Pass():
            return (Step("pass", "Stay where I am", "no construction site", "close"),)
        case c.Lose():
            row = state.players[command.seat].rows[TRACKS.index(command.track)]
            detail = f"from {row.value} to {row.value - 1}"
            return (Step(track_id(command.seat, command.track), TRACK_NAMES[command.track], detail),)
