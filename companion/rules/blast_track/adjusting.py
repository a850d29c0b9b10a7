"""Table rulings that the engine can't know: what the host may set, give, move and end."""

from collections.abc import Iterator

from companion.rules.blast_track.commands import (
    Abandon,
    AdjustPile,
    AdjustPoints,
    AdjustRow,
    AdjustTile,
    Command,
    Leave,
)
from companion.rules.blast_track.state import (
    PILES,
    TOP,
    TRACKS,
    Laying,
    Over,
    Row,
    State,
    Taking,
    Track,
    Variant,
    playing,
)
from companion.rules.contract import Amount, Ask, Pick, Seat

SECTION = "Table ruling"
MOST_POINTS = 99


def asks(state: State) -> tuple[Ask[Command], ...]:
    """What only the host may enter besides teaching."""
    if isinstance(state.stage, Over):
        return ()
    found: list[Ask[Command]] = []
    if may_adjust(state):
        for seat in playing(state):
            if state.options.variant is not Variant.RIDE_ONLY:
                for track in TRACKS:
                    order = AdjustRow(seat, track, row_of(state, seat, track).value)
                    found.append(Amount("adjust-row", None, order, "value", 0, TOP, "reason"))
            points = AdjustPoints(seat, 0)
            found.append(Amount("adjust-points", None, points, "points", -MOST_POINTS, MOST_POINTS, "reason"))
        tiles, piles = tuple(tile_moves(state)), tuple(pile_moves(state))
        if tiles:
            found.append(Pick("adjust-tile", None, tiles))
        if piles:
            found.append(Pick("adjust-pile", None, piles))
    found.append(Pick("leave", None, tuple([Leave(seat) for seat in playing(state)])))
    found.append(Pick("abandon", None, (Abandon(),)))
    return tuple(found)


def row_of(state: State, seat: Seat, track: Track) -> Row:
    """A seat's row."""
    return state.players[seat].rows[TRACKS.index(track)]


def may_adjust(state: State) -> bool:
    """Between two entries of a turn that leave nothing half made."""
    return isinstance(state.stage, Taking | Laying)


def tile_moves(state: State) -> Iterator[AdjustTile]:
    """Every move of an open tile between hands and the discards."""
    hands = {f"hand:{seat}": state.players[seat].hand for seat in playing(state)}
    places = {**hands, "discarded": tuple(dict.fromkeys(_returnable(state)))}
    for source, tiles in places.items():
        for tile in dict.fromkeys(tiles):
            for target in places:
                if target != source:
                    yield AdjustTile(tile, source, target)


def _returnable(state: State) -> Iterator[str]:
    """The discards that may come back: not the symbols whose Loops are on the board (BT17)."""
    symbol, loop = state.plan.symbol, state.plan.loop
    loops = sum(laid.tile == loop for laid in state.board)
    for tile in state.discarded:
        if tile != symbol or state.discarded.count(symbol) > loops:
            yield tile


def pile_moves(state: State) -> Iterator[AdjustPile]:
    """Every move of a face-down tile to another pile whose slot of the market is filled."""
    for source in range(PILES):
        for target in range(PILES):
            filled = state.market[target] is not None
            if source != target and state.piles[source].unseen and filled:
                yield AdjustPile(source, target)
