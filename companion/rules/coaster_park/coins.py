"""Money as the coins on the table: 48 gold ones of $5 and 81 silver ones of $1, and how they change hands.

The rules count dollars. This follows the coins, from purses as the set-up fills them, and says of
every payment what to hand over and what comes back, out of coins that are really there.
"""

from typing import NamedTuple

from companion.rules.coaster_park.state import State
from companion.rules.contract import Seat

GOLD, SILVER = 5, 1
"""What a coin is worth, in dollars."""

GOLD_COINS, SILVER_COINS = 48, 81

Place = Seat | str
"""Where coins lie: before a seat, in the `bank`, or waiting in the `sale` (CP41)."""

BANK, SALE = "bank", "sale"


class Coins(NamedTuple):
    """So many gold and silver coins."""

    gold: int = 0
    silver: int = 0

    @property
    def dollars(self) -> int:
        """What they are worth."""
        return GOLD * self.gold + SILVER * self.silver

    def plus(self, more: "Coins") -> "Coins":
        """These and more."""
        return Coins(self.gold + more.gold, self.silver + more.silver)

    def less(self, fewer: "Coins") -> "Coins":
        """These without some."""
        return Coins(self.gold - fewer.gold, self.silver - fewer.silver)


START = Coins(3, 9)
"""The $24 of the set-up, as its example counts them out."""


class Handover(NamedTuple):
    """Coins that change hands: `given` goes over, `change` comes back; a pure exchange has equal worth."""

    giver: Place
    taker: Place
    given: Coins
    change: Coins = Coins()


class Purses(NamedTuple):
    """All coins by where they lie; `owed` is what the bank, out of coins, still has to pay (CP23)."""

    coins: dict[Place, Coins]
    owed: dict[Seat, int]


def at_start(seats: int) -> Purses:
    """The purses of the set-up, and the rest in the bank."""
    coins: dict[Place, Coins] = dict.fromkeys(range(seats), START)
    coins[BANK] = Coins(GOLD_COINS - START.gold * seats, SILVER_COINS - START.silver * seats)
    coins[SALE] = Coins()
    return Purses(coins, dict.fromkeys(range(seats), 0))


def follow(purses: Purses, after: State) -> tuple[Purses, tuple[Handover, ...]]:
    """The purses once they hold the money of a state, and every handover on the way there."""
    wanted: dict[Place, int] = {seat: player.money for seat, player in enumerate(after.players)}
    wanted[BANK] = after.bank
    wanted[SALE] = after.sale.paid if after.sale else 0
    coins = dict(purses.coins)
    handovers: list[Handover] = []
    short = {place: money - coins[place].dollars for place, money in wanted.items()}
    for giver in sorted((place for place in short if short[place] < 0), key=str):
        for taker in sorted((place for place in short if short[place] > 0), key=str):
            dollars = min(-short[giver], short[taker], coins[giver].dollars)
            if dollars > 0:
                handovers += hand_over(coins, giver, taker, dollars)
                short[giver] += dollars
                short[taker] -= dollars
    owed = {seat: max(0, short[seat]) for seat in purses.owed}
    return Purses(coins, owed), tuple(handovers)


def hand_over(coins: dict[Place, Coins], giver: Place, taker: Place, dollars: int) -> list[Handover]:
    """Move so many dollars between two places that hold them, and say how; `coins` is changed.

    Where neither has the small coins for it, somebody who has exchanges one gold coin first. There
    always is somebody: the silver coins are too many to be spread so thinly.
    """
    way = payment(coins[giver], coins[taker], dollars)
    made: list[Handover] = []
    if way is None:
        changer = next(place for place in _changers(coins) if place not in (giver, taker))
        exchange = Handover(giver, changer, Coins(gold=1), Coins(silver=GOLD))
        _carry_out(coins, exchange)
        made.append(exchange)
        way = payment(coins[giver], coins[taker], dollars) or (Coins(), Coins())
    last = Handover(giver, taker, *way)
    _carry_out(coins, last)
    return [*made, last]


def payment(giver: Coins, taker: Coins, dollars: int) -> tuple[Coins, Coins] | None:
    """The fewest coins that pay so many dollars: what is given, and the change from the taker's own coins."""
    ways: list[tuple[Coins, Coins]] = []
    for gold in range(min(giver.gold, -(-dollars // GOLD)) + 1):
        rest = dollars - GOLD * gold
        if 0 <= rest <= giver.silver:
            ways.append((Coins(gold, rest), Coins()))
        elif rest < 0 and -rest <= taker.silver:
            ways.append((Coins(gold), Coins(silver=-rest)))
    return min(ways, key=lambda way: sum(way[0]) + sum(way[1]), default=None)


def _changers(coins: dict[Place, Coins]) -> list[Place]:
    """Who could exchange a gold coin: the bank first, then who has most silver."""
    able = [place for place, held in coins.items() if held.silver >= GOLD]
    return sorted(able, key=lambda place: (place != BANK, -coins[place].silver, str(place)))


def _carry_out(coins: dict[Place, Coins], handover: Handover) -> None:
    giver, taker = handover.giver, handover.taker
    coins[giver] = coins[giver].less(handover.given).plus(handover.change)
    coins[taker] = coins[taker].plus(handover.given).less(handover.change)
