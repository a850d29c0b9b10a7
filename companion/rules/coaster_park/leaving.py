"""A seat leaves in mid-game (CP50)."""

from msgspec.structs import replace

from companion.rules.coaster_park.commands import Leave
from companion.rules.coaster_park.common import Judged, refused, with_player
from companion.rules.coaster_park.events import Ended, Left
from companion.rules.coaster_park.sale import answerer_after
from companion.rules.coaster_park.state import (
    Acting,
    Answering,
    Choosing,
    Closing,
    Drawing,
    Engineering,
    Finals,
    Forced,
    Peeking,
    Placing,
    Player,
    Pricing,
    Proceeds,
    Returning,
    Running,
    Stage,
    State,
    seats_in_play,
)
from companion.rules.contract import Seat

SECTION = "CP50"
ALONE = 1
TURN = (Acting, Drawing, Pricing, Answering, Forced, Proceeds, Closing)
"""The stages of a turn; before the first and after the last one there is no active player to replace."""


def decide_leave(state: State, command: Leave) -> Judged:
    """A player who is still in play leaves."""
    seats = seats_in_play(state)
    if command.player not in seats:
        return refused("park.leave.not-in-play", SECTION, [Leave(None, seat) for seat in seats])
    if len(seats) == ALONE + 1:
        return (Left(command.player), Ended("last-seat"))
    return (Left(command.player),)


def unplaced(stages: tuple[Stage, ...], seat: Seat | None = None) -> tuple[str, ...]:
    """The bought hills that wait to be placed, by this seat or by anybody."""
    return tuple(
        [
            stage.hill
            for stage in stages
            if isinstance(stage, Placing) and stage.hill and seat in (None, stage.seat)
        ]
    )


def left(state: State, event: Left) -> State:
    """The player's cash is in the bank, its things are out of the game, its slots are skipped."""
    seat = event.player
    player = state.players[seat]
    hills = [hill for coaster in player.coasters for hill in coaster]
    if seat == state.active and _in_turn(state):
        state = _without_sale(state)
    state = replace(
        state,
        players=with_player(state, seat, Player(0, left=True, grants=player.grants)),
        bank=state.bank + player.money,
        removed=(*state.removed, *hills, *player.warehouse, *unplaced(state.stages, seat)),
        discarded=(*state.discarded, *player.experts, *player.used),
        last=None if state.last is None else tuple([other for other in state.last if other != seat]),
    )
    stages = tuple([stage for stage in state.stages if not _is_of(stage, seat)])
    return replace(state, stages=_with_base(state, stages, seat))


def _in_turn(state: State) -> bool:
    return isinstance(state.stages[0], TURN)


def _without_sale(state: State) -> State:
    """The sale is off: a payment returns to the buyer unless the hill is placed, then the bank has it."""
    sale = state.sale
    if sale is None:
        return state
    waiting = [stage for stage in state.stages if isinstance(stage, Placing) and stage.sold and stage.hill]
    undone = bool(waiting) and sale.buyer is not None and sale.buyer != state.active
    if undone and sale.buyer is not None:
        buyer = state.players[sale.buyer]
        return replace(
            state,
            players=with_player(state, sale.buyer, replace(buyer, money=buyer.money + sale.paid)),
            pool=(*state.pool, sale.hill),
            sale=None,
            stages=tuple([stage for stage in state.stages if stage not in waiting]),
        )
    return replace(state, bank=state.bank + sale.paid, sale=None)


def _is_of(stage: Stage, seat: Seat) -> bool:
    """Whether a stage above the turn's own is this seat's, or a look at its secret card, and goes with it."""
    if isinstance(stage, Peeking) and stage.target == seat:
        return True
    return isinstance(stage, Running | Placing | Engineering | Returning | Peeking) and stage.seat == seat


def _with_base(state: State, stages: tuple[Stage, ...], seat: Seat) -> tuple[Stage, ...]:
    base = stages[0]
    match base:
        case Finals():
            base = Finals(tuple([other for other in base.seats if other != seat]))
        case Choosing():
            base = Choosing(tuple([other for other in base.seats if other != seat]))
        case Answering() if base.seat == seat:
            base = answerer_after(state, seat)
        case _ if seat == state.active and _in_turn(state):
            base = Closing()
        case _:
            pass
    return (base, *stages[1:])
