"""Money in the coins that the rules say lie on the table: purses, the bank, what is handed over, in words."""

from companion.rules.coaster_park.coins import BANK, SALE, Coins, follow
from companion.rules.coaster_park.common import money_by_place
from companion.rules.coaster_park.common import purses as all_purses
from companion.rules.coaster_park.state import State
from companion.rules.contract import Seat


def purses(state: State) -> tuple[Coins, ...]:
    """Every seat's coins."""
    return all_purses(state)[:BANK]


def bank(state: State) -> Coins:
    """The coins in the bank."""
    return all_purses(state)[BANK]


def payment(state: State, seat: Seat, dollars: int, *, to_bank: bool) -> Coins:
    """What a seat hands over for so many dollars; silver below 0 is change that it gets back.

    Coins for a sale wait beside the hill, so change for them comes from the bank.
    """
    before = all_purses(state)
    money = list(money_by_place(state))
    money[seat] -= dollars
    money[BANK if to_bank else SALE] += dollars
    after = follow(before, tuple(money))
    return Coins(before[seat].gold - after[seat].gold, before[seat].silver - after[seat].silver)


def words(coins: Coins) -> str:
    """Coins in words: `2 gold, 1 silver`."""
    parts = [f"{count} {metal}" for count, metal in zip(coins, ("gold", "silver"), strict=True) if count]
    return ", ".join(parts) or "nothing"


def payment_words(paid: Coins) -> str:
    """What is handed over, and the change, in words."""
    if paid.silver >= 0:
        return words(paid)
    return f"{words(Coins(paid.gold))}; {words(Coins(silver=-paid.silver))} back"
