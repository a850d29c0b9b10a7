"""What follows from each command of a player, or why it is refused."""

from typing import assert_never

from companion.rules.blast_track import asks, hosting, scoring, setting_up
from companion.rules.blast_track import commands as c
from companion.rules.blast_track import events as e
from companion.rules.blast_track.board import TURNS, Laid, Slide, Ways
from companion.rules.blast_track.placing import Prospect, new_ways, prospect
from companion.rules.blast_track.refusal import (
    Answer,
    Refusal,
    exit_wrong,
    not_now,
    not_yours,
    refuse,
    slid_wrong,
)
from companion.rules.blast_track.scoring import lowered
from companion.rules.blast_track.state import (
    PILES,
    TRACKS,
    Choosing,
    Drawing,
    Exiting,
    Extra,
    Laying,
    Refilling,
    Relocating,
    Scoring,
    SettingUp,
    Sites,
    State,
    StuckHand,
    Taking,
    drawn_tiles,
    unseen_tiles,
)
from companion.rules.contract import Seat


def judge(state: State, command: c.Command) -> Answer:
    """The events of a command before what follows by itself, or why it is refused."""
    match command:
        case c.Lay():
            return _lay(state, command)
        case c.Take():
            return _take(state, command)
        case c.TurnUp():
            return _turn_up(state, command)
        case c.LayExit():
            return _lay_exit(state, command)
        case c.Lose():
            return _lose(state, command)
        case c.Discard():
            return _discard(state, command)
        case c.UseSite():
            return _use_site(state, command)
        case c.Pass():
            return _pass(state, command)
        case c.ChoosePile():
            return _choose_pile(state, command)
        case c.DrawBlind():
            return _draw_blind(state, command)
        case c.PutUnder():
            return _put_under(state, command)
        case c.Stand():
            return setting_up.stand(state, command)
        case c.EnterFirst():
            return setting_up.enter_first(state, command)
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
            return hosting.judge(state, command)
        case _:
            assert_never(command)


def _unawaited(state: State, command: c.Command, *stages: type) -> Refusal | None:
    """Why the active seat's command can't be entered now, if it can't."""
    if not isinstance(state.stage, stages):
        return not_now(state, command)
    return None if command.seat == state.active else not_yours(state, command, state.active)


def _take(state: State, command: c.Take) -> Answer:
    fault = _unawaited(state, command, Taking)
    if fault:
        return fault
    tile = state.market[command.slot] if 0 <= command.slot < PILES else None
    if tile is None:
        return refuse(state, command, "track.market.empty-slot", "BT1", slot=command.slot)
    return (e.Taken(command.seat, command.slot, tile),)


def _turn_up(state: State, command: c.TurnUp) -> Answer:
    """The top tile of a pile: one that may still be there (BT1)."""
    match state.stage:
        case Refilling(slot):
            awaited = slot
        case SettingUp() if None in state.market:
            awaited = state.market.index(None)
        case _:
            return not_now(state, command)
    if command.slot != awaited:
        return refuse(state, command, "track.market.other-slot", "BT1", slot=command.slot, awaited=awaited)
    return _impossible(state, command, command.tile) or (e.TurnedUp(command.slot, command.tile),)


def _draw_blind(state: State, command: c.DrawBlind) -> Answer:
    stage = state.stage
    if not isinstance(stage, Drawing):
        return not_now(state, command)
    drawn = e.BlindDrawn(state.active, stage.pile, command.tile)
    return _impossible(state, command, command.tile) or (drawn,)


def _impossible(state: State, command: c.Command, tile: str) -> Refusal | None:
    """Why a tile can't come up: it is none of the purple ones in play, or all its copies have been seen."""
    if tile in unseen_tiles(state):
        return None
    drawn = drawn_tiles(state.components, state.seats)
    if not drawn.get(tile):
        return refuse(state, command, "track.tile.unknown", "Components", tile=tile)
    return refuse(
        state,
        command,
        "track.tile.none-left",
        "Components",
        tile=tile,
        copies=drawn[tile],
        board=sum(laid.tile == tile for laid in state.board),
        market=state.market.count(tile),
        hands=sum(player.hand.count(tile) for player in state.players),
        discarded=state.discarded.count(tile),
    )


def _lay(state: State, command: c.Lay) -> Answer:
    """A tile ahead of the cart, so that all carts that face it slide without a fault (BT3-BT6)."""
    fault = _unawaited(state, command, Laying, Extra) or _unheld(state, command, command.tile)
    if fault:
        return fault
    ready = prospect(state)
    if command not in ready.lays(command.tile):
        return _unlaid(state, command, ready)
    shown = _shown(state, command.seat, command.tile)
    kind = state.plan.kinds[command.tile]
    if kind == "entrance":
        return (*shown, e.EntranceLaid(command.seat, command.tile, command.cell, command.turn))
    extra = isinstance(state.stage, Extra)
    number = len(state.board)
    on_board = state.plan.loop if kind == "symbol" else command.tile
    return (
        *shown,
        e.TileLaid(command.seat, command.tile, command.cell, command.turn),
        *_ridden(
            state,
            ready,
            new_ways(state, command.tile, command.cell, command.turn),
            (Laid(on_board, command.cell, command.turn),),
            plain=number if extra else -1,
            again=kind == "slope" and not extra,
        ),
    )


def _unheld(state: State, command: c.Lay | c.Discard, tile: str) -> Refusal | None:
    """Why the active seat does not hold this tile."""
    if tile not in drawn_tiles(state.components, state.seats):
        return refuse(state, command, "track.tile.unknown", "Components", tile=tile)
    if isinstance(state.stage, Extra):
        if tile == state.stage.tile:
            return None
        return refuse(state, command, "track.extra.other-tile", "BT13", tile=tile, drawn=state.stage.tile)
    player = state.players[state.active]
    if tile in player.hand:
        return None
    if player.first is None:
        return refuse(state, command, "track.hand.not-held", "How to Play Blast Track", tile=tile)
    return _impossible(state, command, tile)


def _shown(state: State, seat: Seat, tile: str) -> tuple[e.FirstRevealed, ...]:
    """The first tile is turned up when it is not one of the tiles that all have seen (BT42)."""
    if isinstance(state.stage, Extra) or tile in state.players[seat].hand:
        return ()
    return (e.FirstRevealed(seat, tile),)


def _unlaid(state: State, command: c.Lay, ready: Prospect) -> Refusal:
    """Why a tile can't lie there, by the first fault that is met (BT45)."""
    tile, cell, turn = command.tile, command.cell, command.turn
    if turn not in TURNS:
        return refuse(state, command, "track.lay.turn", "BT32", turn=turn, most=TURNS[-1])
    plan = state.plan
    if plan.kinds[tile] == "symbol":
        return _unlooped(state, command, ready)
    if cell != ready.cell:
        return _not_ahead(state, command, ready)
    if plan.kinds[tile] == "entrance":
        return refuse(state, command, "track.exit.nowhere", "BT11", tile=tile)
    fault = ready.rail_fault(tile, turn)
    return _not_ahead(state, command, ready) if fault is None else slid_wrong(state, command, fault)


def _not_ahead(state: State, command: c.Lay, ready: Prospect) -> Refusal:
    q, r = ready.cell
    return refuse(
        state,
        command,
        "track.lay.not-ahead",
        "BT3",
        q=command.cell[0],
        r=command.cell[1],
        ahead_q=q,
        ahead_r=r,
    )


def _unlooped(state: State, command: c.Lay, ready: Prospect) -> Refusal:
    """Why the big Loop can't lie there (BT17, BT36)."""
    cells = ready.loop_cells(command.cell, command.turn)
    if ready.cell not in cells:
        return _not_ahead(state, command, ready)
    taken = next((cell for cell in cells if state.grid.taken(cell)), None)
    if taken is not None:
        return refuse(state, command, "track.loop.no-room", "BT36", q=taken[0], r=taken[1])
    fault = ready.loop_fault(command.cell, command.turn)
    if fault is not None:
        return slid_wrong(state, command, fault)
    same = tuple([lay for lay in ready.lays(command.tile) if _same_loop(state, lay, command)])
    return refuse(state, command, "track.loop.same-place", "BT36", repairs=same, turn=command.turn)


def _same_loop(state: State, one: c.Lay, two: c.Lay) -> bool:
    """Whether two ways to say it put the Loop on the same cells with the same rails."""
    return new_ways(state, one.tile, one.cell, one.turn) == new_ways(state, two.tile, two.cell, two.turn)


def _lay_exit(state: State, command: c.LayExit) -> Answer:
    """The exit on its cell, and all slides through it (BT10)."""
    fault = _unawaited(state, command, Exiting)
    if fault:
        return fault
    stage, ready = state.stage, prospect(state)
    if not isinstance(stage, Exiting):
        return not_now(state, command)
    if command.turn not in TURNS:
        return refuse(state, command, "track.lay.turn", "BT32", turn=command.turn, most=TURNS[-1])
    wrong = ready.exit_fault(command.cell)
    if wrong is not None:
        return exit_wrong(state, command, wrong)
    met = ready.tunnel_fault(stage.entrance, stage.turn, command.cell, command.turn)
    if met is not None:
        return slid_wrong(state, command, met)
    leads_to = state.plan.exits[stage.entrance]
    return (
        e.TunnelLaid(
            command.seat, stage.entrance, stage.cell, stage.turn, leads_to, command.cell, command.turn
        ),
        *_ridden(
            state,
            ready,
            ready.tunnel_ways(stage.entrance, stage.turn, command.cell, command.turn),
            (Laid(stage.entrance, stage.cell, stage.turn), Laid(leads_to, command.cell, command.turn)),
        ),
    )


def _ridden(
    state: State,
    ready: Prospect,
    ways: Ways,
    laid: tuple[Laid, ...],
    *,
    plain: int = -1,
    again: bool = False,
) -> tuple[e.Event, ...]:
    """One slide for each cart that faces the new tile, and what they change in the rows (BT41)."""
    slides: tuple[Slide, ...] = ready.slides(ways)
    board = (*state.board, *laid)
    due = scoring.dues(state.plan, board, state.options, ready.seat, slides, plain)
    slid = [e.Slid(each.seat, each.passages, each.to, each.seat != ready.seat) for each in slides]
    return (*slid, e.Tallied(due, again))


def _discard(state: State, command: c.Discard) -> Answer:
    """A stuck player shows a tile and puts it out of the game (BT22, BT23, BT42)."""
    fault = _unawaited(state, command, Laying) or _unheld(state, command, command.tile)
    if fault:
        return fault
    idle = asks.stuck_with(state)
    if command.tile not in idle:
        lays = prospect(state).lays(command.tile)
        tiles = (command.tile, *state.players[state.active].hand)
        repairs = lays or tuple([lay for tile in tiles for lay in prospect(state).lays(tile)])
        return refuse(state, command, "track.stuck.not-stuck", "BT22", repairs=repairs[:3], tile=command.tile)
    kept = state.options.stuck is StuckHand.KEEP and state.options.sites is Sites.MUST
    if kept and asks.site_options(state):
        return refuse(state, command, "track.site.must", "BT26", repairs=asks.site_options(state)[:3])
    return (*_shown(state, command.seat, command.tile), e.Discarded(command.seat, command.tile))


def _use_site(state: State, command: c.UseSite) -> Answer:
    """The entrance of a construction site ahead of the cart of a stuck player (BT24, BT26)."""
    keeps = state.options.stuck is StuckHand.KEEP
    fault = _unawaited(state, command, Laying if keeps else Relocating)
    if fault:
        return fault
    if keeps and not asks.stuck_with(state):
        return refuse(state, command, "track.stuck.not-stuck", "BT22", repairs=_any_lay(state))
    if state.plan.kinds.get(command.site) != "site-entrance":
        return refuse(state, command, "track.site.unknown", "Construction Tiles", site=command.site)
    if command.site not in state.spare:
        return refuse(state, command, "track.site.used", "BT26", site=command.site)
    if command.turn not in TURNS:
        return refuse(state, command, "track.lay.turn", "BT32", turn=command.turn, most=TURNS[-1])
    ready = prospect(state)
    if not ready.has_exit(command.site, command.turn):
        return refuse(state, command, "track.exit.nowhere", "BT11", tile=command.site)
    return (e.EntranceLaid(command.seat, command.site, ready.cell, command.turn),)


def _any_lay(state: State) -> tuple[c.Command, ...]:
    tiles = (*state.players[state.active].hand, *asks.first_candidates(state))
    return tuple([lay for tile in tiles for lay in prospect(state).lays(tile)])[:3]


def _pass(state: State, command: c.Pass) -> Answer:
    fault = _unawaited(state, command, Relocating)
    if fault:
        return fault
    if state.options.sites is Sites.MUST:
        return refuse(state, command, "track.site.must", "BT26", repairs=asks.site_options(state)[:3])
    return (e.TurnEnded(command.seat),)


def _choose_pile(state: State, command: c.ChoosePile) -> Answer:
    fault = _unawaited(state, command, Choosing)
    if fault:
        return fault
    pile = state.piles[command.pile] if 0 <= command.pile < PILES else None
    if pile is None or not (pile.unseen or pile.under):
        return refuse(state, command, "track.pile.empty", "BT13", pile=command.pile)
    return (e.PileChosen(command.seat, command.pile),)


def _put_under(state: State, command: c.PutUnder) -> Answer:
    """Only a tile that can't be laid goes under a pile (BT14, BT40)."""
    fault = _unawaited(state, command, Extra)
    if fault:
        return fault
    stage = state.stage
    tile = stage.tile if isinstance(stage, Extra) else ""
    lays = prospect(state).lays(tile)
    if lays:
        return refuse(state, command, "track.extra.must-lay", "BT40", repairs=lays[:3], tile=tile)
    if not 0 <= command.pile < PILES:
        return refuse(state, command, "track.pile.unknown", "BT14", pile=command.pile)
    return (e.PutBack(command.seat, tile, command.pile),)


def _lose(state: State, command: c.Lose) -> Answer:
    """The owner's choice among the rows that have a point to lose (BT24)."""
    stage = state.stage
    if not isinstance(stage, Scoring):
        return not_now(state, command)
    loser = stage.due[0].seat
    if command.seat != loser:
        return not_yours(state, command, loser)
    row = state.players[loser].rows[TRACKS.index(command.track)]
    if row.value < 1:
        return refuse(state, command, "track.loss.row-empty", "BT24", track=command.track.value)
    return (e.Lost(loser, command.track, lowered(row).value),)
