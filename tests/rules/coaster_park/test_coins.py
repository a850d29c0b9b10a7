from random import Random

from companion.rules.coaster_park import commands as c
from companion.rules.coaster_park.coins import BANK, SALE, Coins, at_start, follow, hand_over, payment
from companion.rules.coaster_park.rules import RULES
from companion.rules.contract import HOST, TABLE, Amount
from tests.rules.coaster_park.arranged import Table, empty


def test_purses_start_with_three_gold_and_nine_silver_coins():
    purses = at_start(4)
    assert purses[:4] == (Coins(3, 9),) * 4
    assert purses[BANK] == Coins(36, 45)
    assert purses[BANK].dollars == 225
    assert purses[SALE] == Coins()
    assert empty(4).purses == purses


def test_a_price_is_paid_with_the_fewest_coins():
    assert payment(Coins(3, 9), Coins(0, 0), 6) == Coins(1, 1)
    assert payment(Coins(3, 9), Coins(0, 9), 4) == Coins(1, -1)
    assert payment(Coins(0, 9), Coins(0, 0), 6) == Coins(0, 6)
    assert payment(Coins(3, 9), Coins(0, 9), 0) == Coins()


def test_equally_few_coins_are_handed_over_without_change():
    assert payment(Coins(3, 9), Coins(0, 9), 3) == Coins(0, 3)


def test_change_comes_from_coins_that_are_really_there():
    assert payment(Coins(2, 0), Coins(5, 1), 4) == Coins(1, -1)
    assert payment(Coins(2, 0), Coins(5, 1), 3) is None


def test_where_nobody_of_the_two_has_change_the_bank_exchanges_a_gold_coin():
    coins = [Coins(2, 0), Coins(3, 1), Coins(43, 80), Coins()]
    hand_over(coins, 0, 1, 3)
    assert coins == [Coins(1, 2), Coins(3, 4), Coins(44, 75), Coins()]


def test_where_the_bank_has_no_silver_who_has_most_exchanges():
    coins = [Coins(2, 0), Coins(3, 60), Coins(3, 20), Coins(40, 1), Coins()]
    hand_over(coins, 0, 3, 2)
    assert coins == [Coins(1, 3), Coins(4, 55), Coins(3, 20), Coins(40, 3), Coins()]


def test_coins_go_from_the_buyer_by_way_of_the_sale_to_the_seller():
    """CP41"""
    table = Table()
    table.sell("jump", 6)
    table.enter(c.Buy(1))
    assert table.state.purses == (Coins(3, 9), Coins(2, 8), Coins(3, 9), Coins(39, 54), Coins(1, 1))
    table.enter(c.Store(1), c.TakeMoney(0))
    assert table.state.purses == (Coins(4, 10), Coins(2, 8), Coins(3, 9), Coins(39, 54), Coins())


def test_what_a_purse_holds_depends_on_how_it_was_paid_and_not_on_its_sum():
    table = Table()
    table.money(0, 22)
    table.money(0, 20)
    table.money(1, 20)
    assert table.state.purses[:2] == (Coins(3, 5), Coins(2, 10))


def test_an_empty_bank_owes_a_financier_until_it_has_coins():
    """CP23"""
    table = Table()
    table.give(1, "financier", "financier")
    table.money(0, table.player(0).money + table.state.bank - 1)
    table.quick_turn()
    assert (table.state.bank, table.state.purses[BANK]) == (-1, Coins())
    assert (table.player(1).money, table.state.purses[1].dollars) == (26, 25)
    table.enter(c.Hire(1, "standard-01", "standard"))
    assert table.state.bank == 1
    assert (table.player(1).money, table.state.purses[1].dollars) == (24, 24)


def test_all_money_of_who_leaves_is_coins_of_the_bank():
    """CP50"""
    table = Table()
    table.enter(c.Leave(None, 2))
    assert (table.state.purses[2], table.state.purses[BANK]) == (Coins(), Coins(42, 63))


def test_money_moved_by_the_host_is_coins_too():
    table = Table()
    assert "adjust-money" in table.names(HOST)
    table.enter(c.AdjustMoney(None, 1, 7))
    assert table.state.purses[1] == Coins(4, 11)


def test_purses_that_hold_their_money_already_stay_as_they_are():
    purses = (Coins(0, 24), Coins(3, 9), Coins(45, 48), Coins())
    assert follow(purses, (24, 24, 273, 0)) is purses


def test_coins_stay_129_and_agree_with_the_money_in_any_game():
    """CP48"""
    for seed in range(12):
        dice = Random(seed)
        seats = 2 + seed % 3
        state = empty(seats)
        while asks := RULES.asks(state, TABLE):
            ask = dice.choice(asks)
            command = (
                ask.option(dice.randint(ask.low, ask.high))
                if isinstance(ask, Amount)
                else dice.choice(ask.options)
            )
            for event in RULES.decide(state, command):
                state = RULES.evolve(state, event)
                held = state.purses
                assert (sum(coins.gold for coins in held), sum(coins.silver for coins in held)) == (48, 81)
                assert all(min(coins) >= 0 for coins in held)
                if state.bank >= 0:
                    for seat, player in enumerate(state.players):
                        assert held[seat].dollars == player.money
