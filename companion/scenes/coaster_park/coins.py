"""Money as the coins that lie on the table: what a purse holds, what is handed over, what comes back.

The companion counts dollars. So that its coins and the table's agree, a purse is always shown the way the
set-up fills it: as much gold as leaves at least five silver coins to pay with.
"""

from typing import NamedTuple

from companion.rules.coaster_park.state import State
from companion.rules.contract import Seat

GOLD, SILVER = 5, 1
"""What the coins are worth, in dollars."""

GOLD_COINS, SILVER_COINS = 48, 81


class Coins(NamedTuple):
    """So many gold and silver coins."""

    gold: int
    silver: int

    @property
    def dollars(self) -> int:
        """What they are worth."""
        return GOLD * self.gold + SILVER * self.silver


class Payment(NamedTuple):
    """The coins that are handed over, and those that the bank gives in change."""

    over: Coins
    change: Coins


def purse(money: int, gold_left: int = GOLD_COINS) -> Coins:
    """The coins of a purse: $24 are three gold and nine silver ones, as at set-up."""
    silver = money % GOLD + (GOLD if money >= GOLD else 0)
    gold = min((money - silver) // GOLD, max(0, gold_left))
    return Coins(gold, money - GOLD * gold)


def purses(state: State) -> tuple[Coins, ...]:
    """Every seat's coins; gold goes round from the first seat while there is any."""
    left = GOLD_COINS
    found = []
    for player in state.players:
        coins = purse(player.money, left)
        left -= coins.gold
        found.append(coins)
    return tuple(found)


def bank(state: State) -> Coins:
    """The coins in the bank: those that lie in no purse, and not in an open sale."""
    held = purses(state)
    paid = state.sale.paid if state.sale else 0
    gold = GOLD_COINS - sum(coins.gold for coins in held) - paid // GOLD
    silver = SILVER_COINS - sum(coins.silver for coins in held) - paid % GOLD
    return Coins(max(0, gold), max(0, silver))


def payment(state: State, seat: Seat, dollars: int) -> Payment:
    """What a seat hands over for so many dollars, and what change the bank gives from what it has."""
    have = purses(state)[seat]
    left = purse(have.dollars - dollars)
    gold, silver = have.gold - left.gold, have.silver - left.silver
    in_bank = bank(state)
    if gold >= 0 and -silver <= in_bank.silver and -silver < gold * GOLD:
        return Payment(Coins(gold, max(0, silver)), Coins(0, max(0, -silver)))
    gold = min(have.gold, dollars // GOLD)
    return Payment(Coins(gold, dollars - GOLD * gold), Coins(0, 0))


def words(coins: Coins) -> str:
    """Coins in words: `2 gold, 1 silver`."""
    parts = [f"{count} {metal}" for count, metal in zip(coins, ("gold", "silver"), strict=True) if count]
    return ", ".join(parts) or "nothing"


def payment_words(paid: Payment) -> str:
    """What is handed over, and the change, in words."""
    over = words(paid.over)
    return f"{over}; {words(paid.change)} back" if paid.change.dollars else over
