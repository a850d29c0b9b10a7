"""The conservation laws: every dollar, hill and card is in exactly one place."""

from collections import Counter
from collections.abc import Iterator

from companion.rules.coaster_park.coins import GOLD_COINS, SILVER_COINS, at_start
from companion.rules.coaster_park.common import DOLLARS, ROW, money_by_place, room
from companion.rules.coaster_park.components import COPIES, index
from companion.rules.coaster_park.leaving import unplaced
from companion.rules.coaster_park.state import State


def audit(state: State) -> Iterator[str]:
    """Each law that is broken."""
    yield from _money(state)
    yield from _coins(state)
    yield from _hills(state)
    yield from _cards(state)
    yield from _parks(state)


def _money(state: State) -> Iterator[str]:
    waiting = state.sale.paid if state.sale else 0
    total = sum(player.money for player in state.players) + state.bank + waiting
    if total != DOLLARS:
        yield f"players, bank and sale hold ${total}, not ${DOLLARS}"
    for seat, player in enumerate(state.players):
        if player.money < 0:
            yield f"seat {seat} has ${player.money}"


def _coins(state: State) -> Iterator[str]:
    held = state.purses or at_start(len(state.players))
    gold, silver = (sum(coins) for coins in zip(*held, strict=True))
    if (gold, silver) != (GOLD_COINS, SILVER_COINS) or min(map(min, held)) < 0:
        yield f"{gold} gold and {silver} silver coins lie on the table"
    owed = max(0, -state.bank)
    for place, (coins, dollars) in enumerate(zip(held, money_by_place(state), strict=True)):
        if not dollars - owed <= coins.dollars <= max(0, dollars):
            yield f"the coins at place {place} are worth ${coins.dollars}, not ${dollars}"


def _hills(state: State) -> Iterator[str]:
    found = Counter((*state.supply, *state.pool, *state.removed, *unplaced(state.stages)))
    for player in state.players:
        found.update(player.warehouse)
        for coaster in player.coasters:
            found.update(coaster)
    for hill in state.components.hills:
        if found.pop(hill.id, 0) != COPIES:
            yield f"{hill.name} is not there {COPIES} times"
    yield from (f"{hill} is no hill of this box" for hill in found)
    brings = index(state.components).brings
    expected = Counter(brings[card] for card in (*state.launch, *state.standard, *state.unbrought))
    if Counter(state.supply) != expected:
        yield "the hills in the supply are not those of the cards still in the decks (CP20)"


def _cards(state: State) -> Iterator[str]:
    found = Counter((*state.launch, *state.standard, *state.row, *state.discarded))
    for player in state.players:
        found.update(player.experts)
        found.update(player.used)
    for card in state.components.cards:
        if found.pop(card.id, 0) != 1:
            yield f"card {card.id} is not in exactly one place"
    yield from (f"{card} is no card of this box" for card in found)
    if len(state.row) > ROW:
        yield f"{len(state.row)} cards lie in the row"


def _parks(state: State) -> Iterator[str]:
    launches = index(state.components).launches
    for seat, player in enumerate(state.players):
        if len(player.warehouse) > room(state, seat):
            yield f"seat {seat} stores {len(player.warehouse)} hills"
        for coaster in player.coasters:
            if not coaster or coaster[0] not in launches or any(hill in launches for hill in coaster[1:]):
                yield f"a coaster of seat {seat} is not a launch with standard hills behind it"
