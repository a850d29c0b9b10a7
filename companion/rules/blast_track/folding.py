"""From one state to the next: what each event changes. Nothing is judged here."""

from typing import TypeVar, assert_never

from msgspec.structs import replace

from companion.rules.blast_track import events as e
from companion.rules.blast_track import teaching
from companion.rules.blast_track.board import Laid
from companion.rules.blast_track.components import DRAWN, Components, in_play
from companion.rules.blast_track.state import (
    PILES,
    TRACKS,
    Choosing,
    Closing,
    Colours,
    Drawing,
    Exiting,
    Extra,
    First,
    Laying,
    Over,
    Pile,
    Player,
    Refilling,
    Relocating,
    Row,
    Ruling,
    Scoring,
    Sliding,
    Stage,
    State,
    Taking,
    Track,
    drawn_tiles,
    tiles_held,
)
from companion.rules.contract import Seat

Value = TypeVar("Value")


def evolve(state: State | None, event: e.Event) -> State:
    """The state after an event."""
    if state is None:
        if isinstance(event, e.Began):
            return began(event)
        raise ValueError(f"a game starts with Began, not with {type(event).__name__}")
    match event:
        case e.Gained(seat, track, value, arrow):
            return _row(_paid(state), seat, track, Row(value, arrow))
        case e.Slid(seat, _, to):
            return _player(state, seat, replace(state.players[seat], cart=to))
        case e.TurnBegan(seat, turn):
            after = replace(state, active=seat, turn=turn)
            takes = any(state.market) and tiles_held(state.players[seat]) < 2
            return replace(after, stage=Taking() if takes else Laying())
        case e.Taken() | e.TurnedUp() | e.Stood() | e.FirstDealt() | e.FirstRevealed():
            return _drawn(state, event)
        case e.EntranceLaid() | e.TileLaid() | e.TunnelLaid():
            return _laid(state, event)
        case e.Tallied(due, again):
            return replace(state, stage=Scoring(due, again))
        case e.Lost(seat, track, value):
            arrow = state.players[seat].rows[TRACKS.index(track)].arrow
            return _row(_paid(state), seat, track, Row(value, arrow))
        case e.NothingToLose():
            return _paid(state)
        case e.TurnEnded():
            return replace(state, stage=Closing())
        case e.PileAwaited() | e.PileChosen() | e.BlindDrawn() | e.PutBack() | e.Discarded():
            return _aside(state, event)
        case e.Ended(ending):
            return replace(_out_of_hand(state), stage=Over(ending))
        case e.Began():
            return began(event)
        case _:
            return _hosted(state, event)


def began(event: e.Began) -> State:
    """The table before the first entry: piles as high as they can be alike (BT31, BT48)."""
    components = event.components
    drawn = sum(drawn_tiles(components, event.seats).values())
    in_order = event.options.colours is Colours.IN_ORDER
    state = State(
        components=components,
        options=event.options,
        first=event.first,
        players=(Player(-1),) * event.seats,
        piles=piles(drawn - event.seats),
        spare=_spare(components, event.seats),
        active=event.first,
    )
    if in_order:
        starts = state.plan.starts
        seated = tuple(Player(seat, starts[seat]) for seat in range(event.seats))
        return replace(state, players=seated)
    return state


def piles(tiles: int) -> tuple[Pile, ...]:
    """Three piles that differ by one tile at most, the first ones the higher."""
    return tuple(Pile(tiles // PILES + (number < tiles % PILES)) for number in range(PILES))


def _spare(components: Components, seats: int) -> tuple[str, ...]:
    counts = in_play(components, seats)
    yellow = [tile.id for tile in components.tiles if tile.kind not in DRAWN]
    return tuple(tile for tile in yellow for _ in range(counts[tile]))


def _drawn(state: State, event: e.Taken | e.TurnedUp | e.Stood | e.FirstDealt | e.FirstRevealed) -> State:
    match event:
        case e.Taken(seat, slot, tile):
            player = state.players[seat]
            stage: Stage = Refilling(slot) if _height(state.piles[slot]) else Laying()
            after = _player(state, seat, replace(player, hand=(*player.hand, tile)))
            return replace(after, market=_with(state.market, slot, None), stage=stage)
        case e.TurnedUp(slot, tile):
            stage = Laying() if isinstance(state.stage, Refilling) else state.stage
            drawn = _drawn_from(state, slot)
            return replace(drawn, market=_with(state.market, slot, tile), stage=stage)
        case e.Stood(seat, point):
            player = replace(state.players[seat], point=point, cart=state.plan.starts[point])
            return _player(state, seat, player)
        case e.FirstDealt(seat, hidden, known):
            player = replace(state.players[seat], dealt=True, first=First(hidden, known))
            return _player(state, seat, player)
        case e.FirstRevealed(seat, tile):
            player = state.players[seat]
            return _player(state, seat, replace(player, first=None, hand=(tile, *player.hand)))
        case _:
            assert_never(event)


def _laid(state: State, event: e.EntranceLaid | e.TileLaid | e.TunnelLaid) -> State:
    match event:
        case e.EntranceLaid(seat, tile, cell, turn):
            stage = Exiting(tile, cell, turn, isinstance(state.stage, Extra))
            return replace(_given_up(state, seat, tile), stage=stage)
        case e.TileLaid(seat, tile, cell, turn):
            after = replace(_given_up(state, seat, tile), stage=Sliding())
            plan = state.plan
            if tile != plan.symbol:
                return replace(after, board=(*state.board, Laid(tile, cell, turn)))
            return replace(
                after,
                board=(*state.board, Laid(plan.loop, cell, turn)),
                discarded=(*after.discarded, tile),
                spare=_without(after.spare, plan.loop),
            )
        case e.TunnelLaid():
            opens = Laid(event.entrance, event.cell, event.turn)
            leads_to = Laid(event.exit, event.exit_cell, event.exit_turn)
            spare = _without(state.spare, event.exit)
            return replace(state, board=(*state.board, opens, leads_to), spare=spare, stage=Sliding())
        case _:
            assert_never(event)


def _given_up(state: State, seat: Seat, tile: str) -> State:
    """The tile has left the extra turn, the hand, or its place beside the board."""
    if isinstance(state.stage, Extra):
        return replace(state, stage=Closing())
    player = state.players[seat]
    if tile in player.hand:
        return _player(state, seat, replace(player, hand=_without(player.hand, tile)))
    return replace(state, spare=_without(state.spare, tile))


def _aside(
    state: State, event: e.PileAwaited | e.PileChosen | e.BlindDrawn | e.PutBack | e.Discarded
) -> State:
    match event:
        case e.PileAwaited():
            return replace(state, stage=Choosing())
        case e.PileChosen(_, pile):
            return replace(state, stage=Drawing(pile))
        case e.BlindDrawn(_, pile, tile):
            return replace(_drawn_from(state, pile), stage=Extra(tile))
        case e.PutBack(_, tile, number):
            old = state.piles[number]
            under = replace(old, under=(*old.under, tile))
            return replace(state, piles=_with(state.piles, number, under), stage=Closing())
        case e.Discarded(seat, tile):
            player = state.players[seat]
            after = _player(state, seat, replace(player, hand=_without(player.hand, tile)))
            return replace(after, discarded=(*state.discarded, tile), stage=Relocating())
        case _:
            assert_never(event)


def _hosted(
    state: State,
    event: e.TileTaught
    | e.PlusTaught
    | e.OpeningsTaught
    | e.RowAdjusted
    | e.PointsAdjusted
    | e.TileAdjusted
    | e.PileAdjusted
    | e.Left,
) -> State:
    match event:
        case e.TileTaught() | e.OpeningsTaught():
            return replace(state, components=teaching.taught(state.components, event))
        case e.PlusTaught():
            components = teaching.taught(state.components, event)
            drawn = sum(drawn_tiles(components, state.seats).values())
            spare = _spare(components, state.seats)
            return replace(state, components=components, piles=piles(drawn - state.seats), spare=spare)
        case e.RowAdjusted(seat, track, value):
            old = state.players[seat].rows[TRACKS.index(track)]
            return _row(state, seat, track, replace(old, value=value))
        case e.PointsAdjusted(seat, points, reason):
            player = state.players[seat]
            rulings = (*player.rulings, Ruling(points, state.turn, reason))
            return _player(state, seat, replace(player, rulings=rulings))
        case e.TileAdjusted(tile, source, target):
            return _put(_put(state, source, tile, take=True), target, tile, take=False)
        case e.PileAdjusted(source, target):
            one, two = state.piles[source], state.piles[target]
            lower = _with(state.piles, source, replace(one, unseen=one.unseen - 1))
            return replace(state, piles=_with(lower, target, replace(two, unseen=two.unseen + 1)))
        case e.Left(seat):
            return _left(state, seat)
        case _:
            assert_never(event)


def _put(state: State, place: str, tile: str, *, take: bool) -> State:
    """Take an open tile away from a place, or put it there."""
    what, _, number = place.partition(":")
    if what == "hand":
        player = state.players[int(number)]
        hand = _without(player.hand, tile) if take else (*player.hand, tile)
        return _player(state, int(number), replace(player, hand=hand))
    discarded = _without(state.discarded, tile) if take else (*state.discarded, tile)
    return replace(state, discarded=discarded)


def _left(state: State, seat: Seat) -> State:
    """A seat's tiles are out of the game, its half-made turn too; its first tile stays unseen (BT47)."""
    player = state.players[seat]
    after = _player(state, seat, replace(player, cart=None, hand=(), left=True))
    after = replace(after, discarded=(*state.discarded, *player.hand))
    match state.stage:
        case Scoring(due, again):
            kept = tuple([each for each in due if each.seat != seat])
            return replace(after, stage=Scoring(kept, again))
        case Taking() | Laying() | Exiting() | Choosing() | Drawing() | Extra() | Relocating():
            return replace(_out_of_hand(after), stage=Closing()) if seat == state.active else after
        case _:
            return after


def _out_of_hand(state: State) -> State:
    """A tile that was drawn or held out to be laid is out of the game, a site back beside the board."""
    match state.stage:
        case Extra(tile):
            return replace(state, discarded=(*state.discarded, tile))
        case Exiting(entrance) if state.plan.kinds[entrance] == "entrance":
            return replace(state, discarded=(*state.discarded, entrance))
        case Exiting(entrance):
            return replace(state, spare=(*state.spare, entrance))
        case _:
            return state


def _paid(state: State) -> State:
    """The next due is made."""
    stage = state.stage
    if isinstance(stage, Scoring):
        return replace(state, stage=Scoring(stage.due[1:], stage.again))
    return state


def _row(state: State, seat: Seat, track: Track, row: Row) -> State:
    player = state.players[seat]
    rows = list(player.rows)
    rows[TRACKS.index(track)] = row
    tunnel, slope, loop, help_, connection = rows
    return _player(state, seat, replace(player, rows=(tunnel, slope, loop, help_, connection)))


def _player(state: State, seat: Seat, player: Player) -> State:
    return replace(state, players=_with(state.players, seat, player))


def _height(pile: Pile) -> int:
    return pile.unseen + len(pile.under)


def _drawn_from(state: State, number: int) -> State:
    """A pile without its top tile; those put back under it come last."""
    pile = state.piles[number]
    left = replace(pile, unseen=pile.unseen - 1) if pile.unseen else replace(pile, under=pile.under[1:])
    return replace(state, piles=_with(state.piles, number, left))


def _with(values: tuple[Value, ...], place: int, value: Value) -> tuple[Value, ...]:
    return (*values[:place], value, *values[place + 1 :])


def _without(values: tuple[str, ...], value: str) -> tuple[str, ...]:
    if value not in values:
        return values
    place = values.index(value)
    return (*values[:place], *values[place + 1 :])
