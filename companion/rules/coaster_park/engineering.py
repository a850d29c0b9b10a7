"""What the Engineer and the Corporate Spy look at: the card kept, the one returned, the secret one."""

from msgspec.structs import replace

from companion.rules.coaster_park.commands import Keep, Peek, Return
from companion.rules.coaster_park.common import Asks, Judged, refused, with_player, without
from companion.rules.coaster_park.components import index
from companion.rules.coaster_park.events import Kept, Peeked, Returned
from companion.rules.coaster_park.setting_up import place_of, secret_fault
from companion.rules.coaster_park.state import Engineering, Peeking, Returning, State
from companion.rules.contract import Observe, Sensed
from companion.rules.hidden import Hidden


def keep_asks(state: State, stage: Engineering) -> Asks:
    """The kept card: any of the deck."""
    cards = cards_of(state, stage)
    options = tuple([Keep(stage.seat, card) for card in cards])
    return (Observe("keep", stage.seat, Sensed.CARD, options, cards, (stage.deck,)),)


def return_asks(state: State, stage: Returning) -> Asks:
    """The returned card: any of the deck, or unseen by the companion."""
    cards = cards_of(state, stage)
    seat = stage.seat
    options = (Return(seat, Hidden((seat,))), *[Return(seat, Hidden((seat,), card)) for card in cards])
    return (Observe("return", seat, Sensed.CARD, options, ("", *cards), (stage.deck,)),)


def peek_asks(state: State, stage: Peeking) -> Asks:
    """The secret card that the spy sees: any, or unseen by the companion."""
    secrets = index(state.components).secrets
    seat = stage.seat
    viewers = viewers_of(state, stage)
    options = (Peek(seat, Hidden(viewers)), *[Peek(seat, Hidden(viewers, card)) for card in secrets])
    return (Observe("peek", seat, Sensed.CARD, options, ("", *secrets), ("secret",)),)


def cards_of(state: State, stage: Engineering | Returning) -> tuple[str, ...]:
    """The cards still in the Engineer's deck."""
    return state.launch if stage.deck == "launch" else state.standard


def viewers_of(state: State, stage: Peeking) -> tuple[int, ...]:
    """Who may see the secret card that the spy looks at."""
    return state.players[stage.target].secrets[stage.slot].card.viewers


def decide_keep(state: State, stage: Engineering, command: Keep) -> Judged:
    """The kept card, and whether its hill comes with it (CP20)."""
    cards = cards_of(state, stage)
    where = index(state.components)
    if command.card not in cards:
        if command.card not in where.card:
            return refused("park.card.unknown", "Components", (), card=command.card)
        repairs = (Keep(stage.seat, cards[0]),) if len(cards) == 1 else ()
        if where.card[command.card].deck != stage.deck:
            return refused("park.card.wrong-deck", "CP19", repairs, card=command.card, deck=stage.deck)
        lies = place_of(state, command.card)
        return refused("park.card.elsewhere", "Components", repairs, card=command.card, lies=lies)
    brought = state.toggles.engineer == "hill"
    return (Kept(stage.seat, command.card, where.brings[command.card], brought),)


def decide_return(state: State, stage: Returning, command: Return) -> Judged:
    """The returned card, which only its player knows."""
    unseen = (Return(stage.seat, Hidden((stage.seat,))),)
    if command.card.viewers != (stage.seat,):
        return refused("park.return.viewers", "CP44", unseen)
    card = command.card.value
    if card is not None and card not in cards_of(state, stage):
        return refused("park.return.not-in-deck", "CP19", unseen, deck=stage.deck)
    return (Returned(stage.seat, command.card),)


def decide_peek(state: State, stage: Peeking, command: Peek) -> Judged:
    """The card the spy saw."""
    viewers = viewers_of(state, stage)
    fault = secret_fault(state, command.card, viewers, (Peek(stage.seat, Hidden(viewers)),))
    known = command.card.value is not None
    return fault or (Peeked(stage.seat, stage.target, stage.slot, command.card, known),)


def kept(state: State, event: Kept) -> State:
    """The card lies face up before its player; the other is shuffled back if there was one."""
    stage = state.stages[-1]
    player = state.players[event.seat]
    launch, standard = without(state.launch, event.card), without(state.standard, event.card)
    back: tuple[Returning, ...] = ()
    if isinstance(stage, Engineering) and (launch if stage.deck == "launch" else standard):
        back = (Returning(event.seat, stage.deck),)
    return replace(
        state,
        players=with_player(state, event.seat, replace(player, experts=(*player.experts, event.card))),
        launch=launch,
        standard=standard,
        supply=without(state.supply, event.hill) if event.brought else state.supply,
        pool=(*state.pool, event.hill) if event.brought else state.pool,
        unbrought=state.unbrought if event.brought else (*state.unbrought, event.card),
        stages=(*state.stages[:-1], *back),
    )


def peeked(state: State, event: Peeked) -> State:
    """The secret card is known to its seat and the spy, or still unknown."""
    target = state.players[event.target]
    secret = replace(target.secrets[event.slot], card=event.card, known=event.known)
    secrets = (*target.secrets[: event.slot], secret, *target.secrets[event.slot + 1 :])
    players = with_player(state, event.target, replace(target, secrets=secrets))
    return replace(state, players=players, stages=state.stages[:-1])
