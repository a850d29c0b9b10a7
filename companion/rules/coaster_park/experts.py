"""Abilities of the Experts: what each does, and the windows in which it may be used (CP22)."""

from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from companion.rules.coaster_park.building import added, hill_fault, seventh
from companion.rules.coaster_park.commands import Acquire, Demolish, Engineer, Insert, Move, Spy
from companion.rules.coaster_park.common import (
    ACQUISITION,
    Asks,
    Judged,
    Refusal,
    due,
    flipped,
    on_top,
    ready,
    refused,
    with_coaster,
    with_player,
    without,
)
from companion.rules.coaster_park.components import Components, Deck, Expert, index
from companion.rules.coaster_park.events import Bought, Demolished, EngineerCalled, Inserted, Moved, Spied
from companion.rules.coaster_park.sale import own_sale, tested_already
from companion.rules.coaster_park.state import (
    Acting,
    Answering,
    Engineering,
    Forced,
    Peeking,
    Placing,
    Pricing,
    State,
)
from companion.rules.contract import Ask, Pick, Seat
from companion.rules.hidden import Hidden

SECTION = "Abilities of the Experts"
NAMES: tuple[tuple[Expert, str], ...] = (
    ("acquisitions", "acquire"),
    ("spy", "spy"),
    ("foreman", "insert"),
    ("crane", "move"),
    ("demolitions", "demolish"),
    ("engineer", "engineer"),
)
"""The experts that are used, and what their asks are called."""

ACTIVE_WINDOW = (Acting, Pricing, Forced)
"""The stages in which the active player's window is open."""


def window(state: State) -> Seat | None:
    """The seat that may use its experts now."""
    stage = state.stages[-1]
    if isinstance(stage, Answering):
        return stage.seat
    if isinstance(stage, ACTIVE_WINDOW):
        return state.active
    if isinstance(stage, Placing) and stage.hill:
        return stage.seat
    return None


def window_asks(state: State) -> Asks:
    """One ask for each kind of expert that the seat whose window it is could use."""
    seat = window(state)
    if seat is None or not state.players[seat].experts:
        return ()
    found: list[Ask[Any]] = []
    for expert, name in usable(state.components, state.players[seat].experts):
        options = uses(state, seat, expert)
        if options:
            found.append(Pick(name, seat, options))
    return tuple(found)


@lru_cache(maxsize=4096)
def usable(components: Components, experts: tuple[str, ...]) -> tuple[tuple[Expert, str], ...]:
    """The kinds of expert among these cards that are used, and what their asks are called."""
    kinds = index(components).expert
    have = {kinds[card] for card in experts}
    return tuple([(expert, name) for expert, name in NAMES if expert in have])


def uses(state: State, seat: Seat, expert: Expert) -> tuple[Any, ...]:
    """Every use of an expert that is possible in the window that is open."""
    match expert:
        case "acquisitions":
            return acquisitions(state, seat)
        case "spy":
            return spyings(state, seat)
        case "foreman":
            return insertions(state, seat)
        case "crane":
            return moves(state, seat)
        case "demolitions":
            return tuple([Demolish(seat, number) for number in range(len(state.players[seat].coasters))])
        case "engineer":
            return engineers(state, seat)
        case _:
            return ()


def acquisitions(state: State, seat: Seat) -> tuple[Acquire, ...]:
    """The hills an Acquisitions Expert may buy: the one on sale, or another of the pool (CP21)."""
    if due(state, seat, ACQUISITION) > state.players[seat].money:
        return ()
    stage = state.stages[-1]
    sale = state.sale
    answering = isinstance(stage, Answering) and not stage.tested
    on_sale = (
        (Acquire(seat, sale.hill, sold=True),) if sale and (answering or isinstance(stage, Forced)) else ()
    )
    if state.toggles.acquisitions == "sale" or not may_acquire_others(state, seat):
        return on_sale
    return on_sale + tuple([Acquire(seat, hill) for hill in dict.fromkeys(others(state))])


def may_acquire_others(state: State, seat: Seat) -> bool:
    """The active player only before the price is named, others in their windows (CP21)."""
    sale = state.sale
    return seat != state.active or sale is None or sale.price is None


def hill_on_sale(state: State) -> str:
    """The hill on sale that nobody has bought yet; empty if there is none."""
    sale = state.sale
    return sale.hill if sale and sale.buyer is None else ""


def others(state: State) -> tuple[str, ...]:
    """The hills of the pool that are not on sale."""
    return without(state.pool, hill_on_sale(state))


def spyings(state: State, seat: Seat) -> tuple[Spy, ...]:
    """Each secret card of each other player."""
    return tuple(
        [
            Spy(seat, target, slot)
            for target, player in enumerate(state.players)
            if target != seat
            for slot in range(len(player.secrets))
        ]
    )


def insertions(state: State, seat: Seat) -> tuple[Insert, ...]:
    """Each place between two hills for the bought hill and each stored one, standard hills only (CP25)."""
    player = state.players[seat]
    launches = index(state.components).launches
    stage = state.stages[-1]
    hills = [(hill, True) for hill in dict.fromkeys(player.warehouse) if hill not in launches]
    if isinstance(stage, Placing) and stage.hill not in launches:
        hills.insert(0, (stage.hill, False))
    return tuple(
        [
            Insert(seat, hill, number, place, stored)
            for hill, stored in hills
            for number, coaster in enumerate(player.coasters)
            for place in range(1, len(coaster))
        ]
    )


def moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """Each last standard hill to the end of each other own coaster (CP26)."""
    coasters = state.players[seat].coasters
    return tuple(
        [
            Move(seat, source, target)
            for source, coaster in enumerate(coasters)
            if len(coaster) > 1
            for target in range(len(coasters))
            if target != source
        ]
    )


def engineers(state: State, seat: Seat) -> tuple[Engineer, ...]:
    """Each deck that has a card (CP19)."""
    decks: tuple[tuple[Deck, tuple[str, ...]], ...] = (("standard", state.standard), ("launch", state.launch))
    return tuple([Engineer(seat, deck) for deck, cards in decks if cards])


def decide_use(
    state: State, command: Acquire | Spy | Insert | Move | Demolish | Engineer, seat: Seat
) -> Judged:
    """An expert is used in its window."""
    match command:
        case Acquire():
            return decide_acquire(state, command, seat)
        case Spy():
            return decide_spy(state, command, seat)
        case Insert():
            return decide_insert(state, command, seat)
        case Move():
            return decide_move(state, command, seat)
        case Demolish():
            return decide_demolish(state, command, seat)
        case Engineer():
            return decide_engineer(state, command, seat)


def no_expert(expert: Expert) -> Judged:
    """The refusal where no such expert lies face up before the seat."""
    return refused("park.expert.none-ready", SECTION, (), expert=expert)


def decide_acquire(state: State, command: Acquire, seat: Seat) -> Judged:
    """A hill is bought for $5; the hill on sale from its seller (CP21)."""
    card = ready(state, seat, "acquisitions")
    if not card:
        return no_expert("acquisitions")
    pays = due(state, seat, ACQUISITION)
    money = state.players[seat].money
    if pays > money:
        return refused("park.acquire.beyond-means", "CP21", (), have=money, cost=pays)
    ways = acquisitions(state, seat)
    if command not in ways:
        return _not_acquired(state, command, seat, ways[:3])
    forced = isinstance(state.stages[-1], Forced)
    to_seller = command.sold and not forced
    receiver = "seller" if to_seller else "bank"
    return (Bought(seat, command.hill, pays, receiver, command.sold, card, forced),)  # type: ignore[arg-type]  # a conditional loses the literals


def _not_acquired(state: State, command: Acquire, seat: Seat, ways: tuple[Acquire, ...]) -> Refusal:
    """Why this hill can't be acquired now, or not as what it is called."""
    if command.sold:
        if command.hill != hill_on_sale(state):
            return refused("park.acquire.not-on-sale", "CP21", ways, hill=command.hill)
        return own_sale(state) if seat == state.active else tested_already(seat)
    if state.toggles.acquisitions == "sale":
        return refused("park.acquire.sale-only", "CP21", ways, hill=command.hill)
    if not may_acquire_others(state, seat):
        return refused("park.acquire.priced", "CP22", ways, hill=command.hill)
    return refused("park.acquire.not-in-pool", "CP21", ways, hill=command.hill)


def decide_spy(state: State, command: Spy, seat: Seat) -> Judged:
    """A secret card is looked at (CP24)."""
    card = ready(state, seat, "spy")
    if not card:
        return no_expert("spy")
    ways = spyings(state, seat)
    if command not in ways:
        return refused("park.spy.no-secret", "CP24", ways[:3], target=command.target, slot=command.slot)
    return (Spied(seat, command.target, command.slot, card),)


def decide_insert(state: State, command: Insert, seat: Seat) -> Judged:
    """A hill goes in between two others (CP25)."""
    card = ready(state, seat, "foreman")
    if not card:
        return no_expert("foreman")
    stage = state.stages[-1]
    placing = stage if isinstance(stage, Placing) else None
    fault = hill_fault(state, placing, command.hill, seat, stored=command.stored)
    if fault:
        return fault
    if command.hill in index(state.components).launches:
        return refused("park.insert.launch", "CP25", (), hill=command.hill)
    coasters = state.players[seat].coasters
    length = len(coasters[command.coaster]) if 0 <= command.coaster < len(coasters) else 0
    if not 1 <= command.place < length:
        ways = insertions(state, seat)[:3]
        return refused("park.insert.not-between", "CP25", ways, place=command.place, hills=length)
    inserted = Inserted(seat, command.hill, command.coaster, command.place, card, command.stored)
    return (inserted, *seventh(state, seat))


def decide_move(state: State, command: Move, seat: Seat) -> Judged:
    """A last hill goes to the end of another coaster (CP26)."""
    card = ready(state, seat, "crane")
    if not card:
        return no_expert("crane")
    coasters = state.players[seat].coasters
    if not (0 <= command.source < len(coasters) and 0 <= command.target < len(coasters)):
        return refused("park.move.no-coaster", "CP26", moves(state, seat)[:3], coasters=len(coasters))
    if command.source == command.target:
        return refused("park.move.same-coaster", "CP26", moves(state, seat)[:3])
    source = coasters[command.source]
    if len(source) < 2:
        return refused("park.move.launch", "CP26", moves(state, seat)[:3], hill=source[0])
    return (Moved(seat, source[-1], command.source, command.target, card),)


def decide_demolish(state: State, command: Demolish, seat: Seat) -> Judged:
    """A last hill leaves the game (CP27)."""
    card = ready(state, seat, "demolitions")
    if not card:
        return no_expert("demolitions")
    coasters = state.players[seat].coasters
    if not 0 <= command.coaster < len(coasters):
        ways = uses(state, seat, "demolitions")[:3]
        return refused("park.demolish.no-coaster", "CP27", ways, coasters=len(coasters))
    return (Demolished(seat, coasters[command.coaster][-1], command.coaster, card),)


def decide_engineer(state: State, command: Engineer, seat: Seat) -> Judged:
    """Two cards of a deck are drawn (CP19)."""
    card = ready(state, seat, "engineer")
    if not card:
        return no_expert("engineer")
    ways = engineers(state, seat)
    if command not in ways:
        return refused("park.engineer.empty-deck", "CP19", ways, deck=command.deck)
    return (EngineerCalled(seat, command.deck, card),)


def spied(state: State, event: Spied) -> State:
    """The spy may see the card; if it was never entered, the spy may enter it."""
    player = state.players[event.seat]
    players = with_player(state, event.seat, replace(player, **flipped(player, event.expert)))
    target = players[event.target]
    secret = target.secrets[event.slot]
    viewers = secret.card.viewers
    if event.seat not in viewers:
        seen = replace(secret, card=Hidden((*viewers, event.seat), secret.card.value))
        secrets = (*target.secrets[: event.slot], seen, *target.secrets[event.slot + 1 :])
        changed = replace(target, secrets=secrets)
        players = (*players[: event.target], changed, *players[event.target + 1 :])
    stages = state.stages if secret.known else (*state.stages, Peeking(event.seat, event.target, event.slot))
    return replace(state, players=players, stages=stages)


def inserted(state: State, event: Inserted) -> State:
    """The hill stands between two others."""
    player = state.players[event.seat]
    changed = added(player, event.hill, event.coaster, event.place, stored=event.stored)
    changed = replace(changed, **flipped(player, event.expert))
    stages = state.stages
    stage = stages[-1]
    if isinstance(stage, Placing):
        hill = stage.hill if event.stored else ""
        stages = on_top(state, replace(stage, hill=hill, opened=True))
    return replace(state, players=with_player(state, event.seat, changed), stages=stages)


def moved(state: State, event: Moved) -> State:
    """The hill stands at the end of the other coaster."""
    player = state.players[event.seat]
    coasters = player.coasters
    coasters = with_coaster(coasters, event.source, coasters[event.source][:-1])
    coasters = with_coaster(coasters, event.target, (*coasters[event.target], event.hill))
    changed = replace(player, coasters=coasters, **flipped(player, event.expert))
    return replace(state, players=with_player(state, event.seat, changed))


def demolished(state: State, event: Demolished) -> State:
    """The hill is out of the game; a coaster that loses its launch is gone."""
    player = state.players[event.seat]
    coasters = with_coaster(player.coasters, event.coaster, player.coasters[event.coaster][:-1])
    changed = replace(player, coasters=coasters, **flipped(player, event.expert))
    players = with_player(state, event.seat, changed)
    return replace(state, players=players, removed=(*state.removed, event.hill))


def engineer_called(state: State, event: EngineerCalled) -> State:
    """The card to be kept is awaited."""
    player = state.players[event.seat]
    players = with_player(state, event.seat, replace(player, **flipped(player, event.expert)))
    return replace(state, players=players, stages=(*state.stages, Engineering(event.seat, event.deck)))
