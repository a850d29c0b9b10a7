from random import Random

from companion.rules.coaster_park import commands as c
from companion.rules.coaster_park.coins import Coins, Handover, at_start, follow, hand_over, payment
from companion.rules.coaster_park.rules import RULES
from companion.rules.contract import TABLE, Amount
from tests.rules.coaster_park.arranged import Table, empty


def test_purses_start_with_three_gold_and_nine_silver_coins():
    purses = at_start(4)
    assert [purses.coins[seat] for seat in range(4)] == [Coins(3, 9)] * 4
    assert purses.coins["bank"] == Coins(36, 45)
    assert purses.coins["bank"].dollars == 225


def test_a_price_is_paid_with_the_fewest_coins():
    assert payment(Coins(3, 9), Coins(0, 0), 6) == (Coins(1, 1), Coins())
    assert payment(Coins(3, 9), Coins(0, 9), 4) == (Coins(1, 0), Coins(0, 1))
    assert payment(Coins(0, 9), Coins(0, 0), 6) == (Coins(0, 6), Coins())


def test_change_comes_from_coins_that_are_really_there():
    assert payment(Coins(2, 0), Coins(5, 1), 4) == (Coins(1, 0), Coins(0, 1))
    assert payment(Coins(2, 0), Coins(5, 1), 3) is None


def test_where_nobody_of_the_two_has_change_the_bank_exchanges_a_gold_coin():
    coins = {0: Coins(2, 0), 1: Coins(3, 1), "bank": Coins(43, 80)}
    made = hand_over(coins, 0, 1, 3)
    assert made == [
        Handover(0, "bank", Coins(1, 0), Coins(0, 5)),
        Handover(0, 1, Coins(0, 3)),
    ]
    assert coins == {0: Coins(1, 2), 1: Coins(3, 4), "bank": Coins(44, 75)}


def test_where_the_bank_has_no_silver_another_player_exchanges():
    coins = {0: Coins(2, 0), "bank": Coins(40, 1), 1: Coins(3, 60), 2: Coins(3, 20)}
    made = hand_over(coins, 0, "bank", 2)
    assert made[0] == Handover(0, 1, Coins(1, 0), Coins(0, 5))
    assert made[1] == Handover(0, "bank", Coins(0, 2))


def test_a_sale_is_followed_from_the_buyer_to_the_seller():
    table = Table()
    purses = at_start(3)
    table.sell("jump", 6)
    table.enter(c.Buy(1))
    purses, made = follow(purses, table.state)
    assert made == (Handover(1, "sale", Coins(1, 1)),)
    table.enter(c.Store(1), c.TakeMoney(0))
    purses, made = follow(purses, table.state)
    assert made == (Handover("sale", 0, Coins(1, 1)),)
    assert purses.coins[0] == Coins(4, 10)


def test_an_empty_bank_owes_a_financier_until_it_has_coins():
    """CP23"""
    table = Table()
    table.give(1, "financier", "financier")
    purses = at_start(3)
    table.money(0, table.player(0).money + table.state.bank - 1)
    purses, _ = follow(purses, table.state)
    table.quick_turn()
    purses, _ = follow(purses, table.state)
    assert (table.state.bank, purses.coins["bank"], purses.owed[1]) == (-1, Coins(), 1)
    table.enter(c.Hire(1, "standard-01", "standard"))
    purses, _ = follow(purses, table.state)
    assert (table.state.bank, purses.owed[1]) == (1, 0)


def test_coins_stay_129_and_agree_with_the_money_in_any_game():
    """CP48"""
    for seed in range(12):
        dice = Random(seed)
        seats = 2 + seed % 3
        state, purses = empty(seats), at_start(seats)
        while asks := RULES.asks(state, TABLE):
            ask = dice.choice(asks)
            command = (
                ask.option(dice.randint(ask.low, ask.high))
                if isinstance(ask, Amount)
                else dice.choice(ask.options)
            )
            for event in RULES.decide(state, command):
                state = RULES.evolve(state, event)
                purses, _ = follow(purses, state)
                held = purses.coins.values()
                assert (sum(coins.gold for coins in held), sum(coins.silver for coins in held)) == (48, 81)
                assert all(min(coins) >= 0 for coins in held)
                for seat, player in enumerate(state.players):
                    assert purses.coins[seat].dollars + purses.owed[seat] == player.money
