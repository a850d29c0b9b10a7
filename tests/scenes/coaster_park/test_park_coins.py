"""Money as coins: a purse, what is handed over, and what change the bank gives."""

import pytest

from companion.rules.coaster_park.state import Sale
from companion.scenes.coaster_park.coins import Coins, bank, payment, payment_words, purse, purses, words
from tests.scenes.coaster_park.parks import begin, laid_out


def test_a_purse_of_24_dollars_is_the_set_ups():
    assert purse(24) == Coins(3, 9)


@pytest.mark.parametrize("money", range(322))
def test_a_purse_is_worth_its_money_and_can_pay_small_prices(money: int):
    coins = purse(money)
    assert coins.dollars == money
    assert coins.gold <= 48
    assert coins.silver >= min(money, 5)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_purses_and_bank_are_all_the_coins_of_the_box(seats: int):
    state = begin(seats)
    held = purses(state)
    assert sum(coins.gold for coins in held) + bank(state).gold == 48
    assert sum(coins.silver for coins in held) + bank(state).silver == 81
    assert bank(state).dollars == state.bank


def test_a_payment_that_waits_in_a_sale_lies_in_no_bank():
    state = laid_out(sale=Sale("jump", price=9, buyer=1, paid=9))
    assert bank(state).dollars == 321 - sum(player.money for player in state.players) - 9


@pytest.mark.parametrize("money", range(41))
def test_what_is_handed_over_less_the_change_is_the_price_and_is_there(money: int):
    state = laid_out(money=money)
    have = purses(state)[0]
    for price in range(money + 1):
        paid = payment(state, 0, price)
        assert paid.over.dollars - paid.change.dollars == price
        assert paid.over.gold <= have.gold
        assert paid.over.silver <= have.silver
        assert paid.change.gold == 0
        assert paid.change.silver <= bank(state).silver
        left = Coins(have.gold - paid.over.gold, have.silver - paid.over.silver + paid.change.silver)
        assert left == purse(money - price)


def test_coins_are_said_in_words():
    assert words(Coins(2, 1)) == "2 gold, 1 silver"
    assert words(Coins(0, 0)) == "nothing"
    assert payment_words(payment(laid_out(money=15), 0, 1)) == "1 gold; 4 silver back"
    assert payment_words(payment(laid_out(money=19), 0, 6)) == "1 gold, 1 silver"
