"""What follows by itself from an entry, until somebody has to enter something again."""

from companion.rules.blast_track import events as e
from companion.rules.blast_track.asks import next_to_stand, site_options
from companion.rules.blast_track.folding import evolve
from companion.rules.blast_track.scoring import losable, lowered, raised
from companion.rules.blast_track.state import (
    Choosing,
    Closing,
    Drawing,
    Due,
    Ending,
    Laying,
    Pile,
    Refilling,
    Relocating,
    Scoring,
    SettingUp,
    State,
    StuckHand,
    Taking,
    clockwise,
    row,
    tiles_held,
)


def with_consequences(state: State, events: tuple[e.Event, ...]) -> tuple[e.Event, ...]:
    """The events, and all that follow from them by themselves."""
    for event in events:
        state = evolve(state, event)
    found = [*events]
    while (event_then := following(state)) is not None:
        found.append(event_then)
        state = evolve(state, event_then)
    return tuple(found)


def following(state: State) -> e.Event | None:
    """The event that nobody need enter, or None while an entry is awaited."""
    stage, seat = state.stage, state.active
    match stage:
        case Scoring(due, again):
            if due:
                return _made(state, due[0])
            playing = not state.players[seat].left
            return e.PileAwaited(seat) if again and playing and _full(state) else e.TurnEnded(seat)
        case Closing():
            return _put_back(state) or _next_turn(state)
        case Laying() | Taking():
            over = state.players[seat].left or (
                isinstance(stage, Laying) and not tiles_held(state.players[seat])
            )
            return e.TurnEnded(seat) if over else None
        case Refilling(slot):
            known = _known(state.piles[slot])
            return e.TurnedUp(slot, known, put_back=True) if known else None
        case Choosing():
            full = _full(state)
            return e.PileChosen(seat, full[0]) if len(full) == 1 else None
        case Drawing(pile):
            known = _known(state.piles[pile])
            return e.BlindDrawn(seat, pile, known, put_back=True) if known else None
        case Relocating():
            stays = state.options.stuck is StuckHand.KEEP or not site_options(state)
            return e.TurnEnded(seat) if stays else None
        case SettingUp():
            return _first_turn(state)
        case _:
            return None


def _made(state: State, due: Due) -> e.Event | None:
    """The next change of a row; None where its owner chooses what is lost (BT24)."""
    player = state.players[due.seat]
    if due.track is not None:
        after = raised(row(player, due.track), due.track, state.options)
        return e.Gained(due.seat, due.track, after.value, after.arrow)
    tracks = losable(player)
    if not tracks:
        return e.NothingToLose(due.seat)
    if len(tracks) == 1:
        return e.Lost(due.seat, tracks[0], lowered(row(player, tracks[0])).value)
    return None


def _full(state: State) -> list[int]:
    """The piles that are not empty."""
    return [number for number, pile in enumerate(state.piles) if pile.unseen or pile.under]


def _known(pile: Pile) -> str:
    """The top tile of a pile that is left of those put under it; empty if it is not known."""
    return pile.under[0] if pile.under and not pile.unseen else ""


def _put_back(state: State) -> e.TurnedUp | None:
    """A tile put under an empty pile is turned up into its empty slot at once (BT40)."""
    for slot, (tile, pile) in enumerate(zip(state.market, state.piles, strict=True)):
        if tile is None and _known(pile):
            return e.TurnedUp(slot, pile.under[0], put_back=True)
    return None


def _next_turn(state: State) -> e.TurnBegan | e.Ended:
    """The next seat that has a tile to lay or to take; without one the game is over (BT2)."""
    for seat in clockwise(state, state.active + 1):
        if any(state.market) or tiles_held(state.players[seat]):
            return e.TurnBegan(seat, state.turn + 1)
    return e.Ended(Ending.LAST_TILE)


def _first_turn(state: State) -> e.TurnBegan | None:
    ready = (
        None not in state.market
        and all(player.dealt or player.left for player in state.players)
        and next_to_stand(state) is None
    )
    return e.TurnBegan(clockwise(state, state.first)[0], 1) if ready else None
