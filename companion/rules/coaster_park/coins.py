"""Money as the coins on the table: 48 gold ones of $5 and 81 silver ones of $1, and how they change hands.

The rules count dollars. This follows the coins from purses as the set-up fills them, so that every
payment and its change is made of coins that are really there.
"""

from typing import NamedTuple

GOLD, SILVER = 5, 1
"""What a coin is worth, in dollars."""

GOLD_COINS, SILVER_COINS = 48, 81


class Coins(NamedTuple):
    """So many gold and silver coins; as a payment, silver below 0 is change that comes back."""

    gold: int = 0
    silver: int = 0

    @property
    def dollars(self) -> int:
        """What they are worth."""
        return GOLD * self.gold + SILVER * self.silver


START = Coins(3, 9)
"""The $24 of the set-up, as its example counts them out."""

Purses = tuple[Coins, ...]
"""All coins by where they lie: before each seat, then in the bank, then waiting in the sale (CP41)."""

BANK, SALE = -2, -1
"""Where the bank's coins and those of the sale stand among the purses."""


def at_start(seats: int) -> Purses:
    """The purses of the set-up, and the rest in the bank."""
    bank = Coins(GOLD_COINS - START.gold * seats, SILVER_COINS - START.silver * seats)
    return (*(START,) * seats, bank, Coins())


def follow(purses: Purses, money: tuple[int, ...]) -> Purses:
    """The purses once they hold this money, place by place.

    A bank without coins owes what it can't pay (CP23), so a purse may then be worth less than its money.
    """
    short = [money[place] - GOLD * gold - silver for place, (gold, silver) in enumerate(purses)]
    if min(short) >= 0:
        return purses
    coins = list(purses)
    givers = [place for place, dollars in enumerate(short) if dollars < 0]
    takers = [place for place, dollars in enumerate(short) if dollars > 0]
    for giver in givers:
        for taker in takers:
            dollars = min(-short[giver], short[taker], coins[giver].dollars)
            if dollars > 0:
                hand_over(coins, giver, taker, dollars)
                short[giver] += dollars
                short[taker] -= dollars
    return tuple(coins)


def hand_over(coins: list[Coins], giver: int, taker: int, dollars: int) -> None:
    """Move so many dollars between two of the places.

    Where neither has the small coins for it, somebody who has exchanges one gold coin first. There
    always is somebody: the silver coins are too many to be spread so thinly.
    """
    paid = payment(coins[giver], coins[taker], dollars)
    if paid is None:
        changer = next(place for place in _changers(coins) if place not in (giver, taker))
        _move(coins, giver, changer, Coins(1, -GOLD))
        paid = payment(coins[giver], coins[taker], dollars) or Coins()
    _move(coins, giver, taker, paid)


def payment(giver: Coins, taker: Coins, dollars: int) -> Coins | None:
    """The fewest coins that pay so many dollars, with change from the taker's own coins; None if none do."""
    gold = min(giver.gold, dollars // GOLD)
    silver = dollars - GOLD * gold
    change = GOLD - silver
    one_more = gold < giver.gold and change <= taker.silver
    if one_more and (silver > giver.silver or 1 + change < silver):
        return Coins(gold + 1, -change)
    return Coins(gold, silver) if silver <= giver.silver else None


def _changers(coins: list[Coins]) -> list[int]:
    """Who could exchange a gold coin: the bank first, then who has most silver."""
    bank = len(coins) + BANK
    able = [place for place, held in enumerate(coins) if held.silver >= GOLD]
    return sorted(able, key=lambda place: (place != bank, -coins[place].silver, place))


def _move(coins: list[Coins], giver: int, taker: int, paid: Coins) -> None:
    gold, silver = paid
    left, held = coins[giver], coins[taker]
    coins[giver] = Coins(left.gold - gold, left.silver - silver)
    coins[taker] = Coins(held.gold + gold, held.silver + silver)
