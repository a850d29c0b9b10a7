"""What the host alone may do: teach, set rows, give points, move tiles, let a seat leave, abandon."""

from msgspec.structs import replace

from companion.rules.blast_track import adjusting, teaching
from companion.rules.blast_track import events as e
from companion.rules.blast_track.commands import (
    Abandon,
    AdjustPile,
    AdjustPoints,
    AdjustRow,
    AdjustTile,
    Leave,
    TeachDrawn,
    TeachOpenings,
    TeachPlus,
)
from companion.rules.blast_track.folding import evolve
from companion.rules.blast_track.refusal import Answer, not_now, refuse
from companion.rules.blast_track.state import (
    TOP,
    Drawing,
    Ending,
    Refilling,
    State,
    Variant,
    playing,
)

Host = (
    TeachDrawn
    | TeachPlus
    | TeachOpenings
    | AdjustRow
    | AdjustPoints
    | AdjustTile
    | AdjustPile
    | Leave
    | Abandon
)


def judge(state: State, command: Host) -> Answer:
    """The events of a host's command, or why it is refused."""
    match command:
        case TeachDrawn():
            return _teach_drawn(state, command)
        case TeachPlus():
            return _teach_plus(state, command)
        case TeachOpenings(tile, clockwise):
            if command not in tuple(teaching.openings_lessons(state)):
                return refuse(state, command, "track.teach.openings", teaching.SECTION, tile=tile)
            return (e.OpeningsTaught(tile, clockwise),)
        case AdjustRow():
            return _adjust_row(state, command)
        case AdjustPoints():
            return _adjust_points(state, command)
        case AdjustTile(tile, source, target):
            if not adjusting.may_adjust(state):
                return not_now(state, command)
            if command not in tuple(adjusting.tile_moves(state)):
                return refuse(
                    state, command, "track.adjust.tile", adjusting.SECTION, tile=tile, source=source
                )
            return (e.TileAdjusted(tile, source, target),)
        case AdjustPile(source, target):
            if not adjusting.may_adjust(state):
                return not_now(state, command)
            if command not in tuple(adjusting.pile_moves(state)):
                return refuse(
                    state, command, "track.adjust.pile", adjusting.SECTION, source=source, target=target
                )
            return (e.PileAdjusted(source, target),)
        case Leave(player):
            return _leave(state, command, player)
        case Abandon():
            return (e.Ended(Ending.ABANDONED),)


def _teach_drawn(state: State, command: TeachDrawn) -> Answer:
    """The tile is taught and entered in one."""
    if command not in tuple(teaching.drawn_lessons(state)):
        tile, instead = command.tile, command.instead
        return refuse(state, command, "track.teach.drawn", teaching.SECTION, tile=tile, instead=instead)
    taught = e.TileTaught(command.tile, command.instead)
    match state.stage:
        case Drawing(pile):
            return (taught, e.BlindDrawn(state.active, pile, command.tile))
        case Refilling(slot):
            return (taught, e.TurnedUp(slot, command.tile))
        case _:
            return (taught, e.TurnedUp(state.market.index(None), command.tile))


def _teach_plus(state: State, command: TeachPlus) -> Answer:
    tile = next((tile for tile in teaching.plus_lessons(state) if tile.id == command.tile), None)
    if tile is None:
        return refuse(state, command, "track.teach.plus", "BT31", tile=command.tile)
    most = teaching.most_plus(state, tile)
    if not 0 <= command.plus <= most:
        nearest = replace(command, plus=0 if command.plus < 0 else most)
        return refuse(state, command, "track.teach.plus", "BT31", repairs=(nearest,), tile=tile.id, most=most)
    return (e.PlusTaught(command.tile, command.plus),)


def _adjust_row(state: State, command: AdjustRow) -> Answer:
    if not adjusting.may_adjust(state):
        return not_now(state, command)
    if command.player not in playing(state) or state.options.variant is Variant.RIDE_ONLY:
        return refuse(state, command, "track.adjust.no-row", adjusting.SECTION, player=command.player)
    if not 0 <= command.value <= TOP:
        nearest = replace(command, value=0 if command.value < 0 else TOP)
        facts = {"most": TOP, "named": command.value}
        return refuse(state, command, "track.adjust.value", adjusting.SECTION, repairs=(nearest,), **facts)
    return (e.RowAdjusted(command.player, command.track, command.value, command.reason),)


def _adjust_points(state: State, command: AdjustPoints) -> Answer:
    if not adjusting.may_adjust(state):
        return not_now(state, command)
    if command.player not in playing(state):
        return refuse(state, command, "track.adjust.not-playing", adjusting.SECTION, player=command.player)
    most = adjusting.MOST_POINTS
    if not -most <= command.points <= most:
        nearest = replace(command, points=most if command.points > 0 else -most)
        facts = {"most": most, "named": command.points}
        return refuse(state, command, "track.adjust.points", adjusting.SECTION, repairs=(nearest,), **facts)
    return (e.PointsAdjusted(command.player, command.points, command.reason),)


def _leave(state: State, command: Leave, player: int) -> Answer:
    """A seat leaves; with one seat left the game ends (BT47)."""
    if player not in playing(state):
        return refuse(state, command, "track.leave.not-playing", "BT47", player=player)
    left = e.Left(player)
    if len(playing(evolve(state, left))) == 1:
        return (left, e.Ended(Ending.LAST_SEAT))
    return (left,)
