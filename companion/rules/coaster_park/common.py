"""What every room of Coaster Park's rules uses: refusals, moves of money and pieces, experts' worth."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from companion.rules.coaster_park.coins import Purses, at_start, follow
from companion.rules.coaster_park.commands import Command
from companion.rules.coaster_park.components import Expert, index
from companion.rules.coaster_park.events import Event
from companion.rules.coaster_park.state import Coaster, Player, Stage, State
from companion.rules.contract import Ask, Fact, Seat, Violation

Refusal = Violation[Command]
Judged = tuple[Event, ...] | Refusal
Asks = tuple[Ask[Command], ...]

ROW = 5
HIRE = 2
TEST = 1
ACQUISITION = 5
ATTEMPTS = 3
SEVENTH = 7
DOLLARS = 321


def refused(code: str, section: str, repairs: Sequence[Command] = (), **facts: Fact) -> Refusal:
    """A violation of this code."""
    return Violation(code, section, facts, tuple(repairs))


def without(pieces: tuple[str, ...], piece: str) -> tuple[str, ...]:
    """The pieces less one of this kind; all of them if there is none."""
    try:
        at = pieces.index(piece)
    except ValueError:
        return pieces
    return pieces[:at] + pieces[at + 1 :]


def with_player(state: State, seat: Seat, player: Player) -> tuple[Player, ...]:
    """All players, this seat's changed."""
    return (*state.players[:seat], player, *state.players[seat + 1 :])


def with_coaster(coasters: tuple[Coaster, ...], number: int, coaster: Coaster) -> tuple[Coaster, ...]:
    """A player's coasters with one changed, added as the next one, or gone when it has no hill left."""
    changed = (coaster,) if coaster else ()
    return coasters[:number] + changed + coasters[number + 1 :]


def on_top(state: State, stage: Stage) -> tuple[Stage, ...]:
    """The stages with this one in place of the one that is awaited now."""
    return (*state.stages[:-1], stage)


def flipped(player: Player, card: str) -> dict[str, Any]:
    """The changes of a player who has used a one-time expert."""
    if not card:
        return {}
    return {"experts": without(player.experts, card), "used": (*player.used, card)}


def copies(state: State, seat: Seat, expert: Expert) -> int:
    """How many face-up experts of this kind lie before a seat; their abilities stack."""
    count = 0
    experts = state.players[seat].experts
    if experts:
        kinds = index(state.components).expert
        for card in experts:
            if kinds[card] == expert:
                count += 1
    return count


def ready(state: State, seat: Seat, expert: Expert) -> str:
    """The card of this kind that a seat would use first; empty if it has none face up."""
    experts = state.players[seat].experts
    if experts:
        kinds = index(state.components).expert
        for card in experts:
            if kinds[card] == expert:
                return card
    return ""


def due(state: State, seat: Seat, price: int) -> int:
    """What a seat pays for a hill of this price: $1 less for each Contract Attorney, never below $0 (CP8)."""
    return max(0, price - copies(state, seat, "attorney"))


def means(state: State, seat: Seat) -> int:
    """The highest price a seat could pay (CP7)."""
    return state.players[seat].money + copies(state, seat, "attorney")


def room(state: State, seat: Seat) -> int:
    """How many hills a seat's warehouse holds at most."""
    return 1 + copies(state, seat, "manager")


def paid_to_bank(state: State, seat: Seat, dollars: int) -> State:
    """The state after a seat has paid the bank, or was paid by it where negative."""
    player = state.players[seat]
    changed = replace(player, money=player.money - dollars)
    return replace(state, players=with_player(state, seat, changed), bank=state.bank + dollars)


def money_by_place(state: State) -> tuple[int, ...]:
    """The money before each seat, in the bank and in the sale, in the order of the purses."""
    paid = state.sale.paid if state.sale else 0
    return (*[player.money for player in state.players], state.bank, paid)


def purses(state: State) -> Purses:
    """The coins that the money is, by where they lie."""
    return follow(state.purses or at_start(len(state.players)), money_by_place(state))


def with_coins_moved(state: State) -> State:
    """The state once the coins have followed the money."""
    held = purses(state)
    return state if held is state.purses else replace(state, purses=held)
