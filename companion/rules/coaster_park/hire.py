"""Hire an Expert: $2 for a card of the row, which is refilled from a deck."""

from msgspec.structs import replace

from companion.rules.coaster_park.commands import Hire, Pass
from companion.rules.coaster_park.common import HIRE, Asks, Judged, on_top, refused, with_player, without
from companion.rules.coaster_park.components import Deck
from companion.rules.coaster_park.events import Hired
from companion.rules.coaster_park.sale import asks_to_sell, can_sell
from companion.rules.coaster_park.state import Closing, Drawing, State
from companion.rules.contract import Pick, Seat

SECTION = "Hire an Expert"


def decks(state: State) -> tuple[Deck | None, ...]:
    """The decks that may refill the row; nothing when both are empty (CP6)."""
    if state.standard:
        return ("standard", "launch") if state.launch else ("standard",)
    return ("launch",) if state.launch else (None,)


def can_hire(state: State) -> bool:
    """Whether the active player has $2 and a card to take (CP13)."""
    return bool(state.row) and state.players[state.active].money >= HIRE


def acting_asks(state: State) -> Asks:
    """A sale or an expert to hire; a pass only where neither is possible (CP13)."""
    seat = state.active
    selling = asks_to_sell(state)
    if can_hire(state):
        refills = decks(state)
        options = tuple([Hire(seat, card, deck) for card in state.row for deck in refills])
        return (*selling, Pick("hire", seat, options))
    return selling or (Pick("pass", seat, (Pass(seat),)),)


def decide_hire(state: State, command: Hire, seat: Seat) -> Judged:
    """An expert is hired."""
    refills = decks(state)
    affordable = can_hire(state)
    if command.card not in state.row:
        repairs = [Hire(seat, card, refills[0]) for card in state.row if affordable][:3]
        return refused("park.hire.not-in-row", "CP13", repairs, card=command.card, row=len(state.row))
    if not affordable:
        money = state.players[seat].money
        return refused("park.hire.beyond-means", "CP13", have=money, cost=HIRE)
    if command.deck not in refills:
        repairs = [Hire(seat, command.card, deck) for deck in refills]
        return refused("park.hire.refill", "CP6", repairs, deck=command.deck or "")
    return (Hired(seat, command.card, command.deck),)


def decide_forced_pass(state: State) -> Judged | None:
    """The refusal of a pass where a sale or a hire is possible; None where it must be passed."""
    if can_sell(state) or can_hire(state):
        options = asks_to_sell(state)
        repairs = options[0].options[:2] if options and isinstance(options[0], Pick) else ()
        pool = len(state.pool)
        return refused("park.pass.can-act", "CP13", repairs, pool=pool, row=len(state.row))
    return None


def hired(state: State, event: Hired) -> State:
    """The card lies before the player; the row's new card is awaited."""
    player = state.players[event.seat]
    changed = replace(player, money=player.money - HIRE, experts=(*player.experts, event.card))
    return replace(
        state,
        players=with_player(state, event.seat, changed),
        bank=state.bank + HIRE,
        row=without(state.row, event.card),
        stages=on_top(state, Drawing(event.deck, "hire") if event.deck else Closing()),
    )
