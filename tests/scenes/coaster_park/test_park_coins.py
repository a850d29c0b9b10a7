"""Money as coins: a purse, what is handed over, and what change comes back, as they lie on the table."""

import pytest
from msgspec.structs import replace

from companion.rules.coaster_park.coins import Coins
from companion.rules.coaster_park.commands import Buy, NamePrice, Offer
from companion.rules.coaster_park.state import Sale, State
from companion.scenes.coaster_park.coins import bank, payment, payment_words, purses, words
from tests.scenes.coaster_park.parks import begin, entered, evening, laid_out


def with_purse(gold: int, silver: int, in_bank: Coins) -> State:
    """A table for two at which seat 0 has these coins, and seat 1 what is left of 48 and 81."""
    held, rest = Coins(gold, silver), Coins(48 - gold - in_bank.gold, 81 - silver - in_bank.silver)
    state = laid_out(2, money=held.dollars, sale=Sale("jump", price=3))
    players = (state.players[0], replace(state.players[1], money=rest.dollars))
    return replace(state, players=players, bank=in_bank.dollars, purses=(held, rest, in_bank, Coins()))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_purses_and_bank_are_all_the_coins_of_the_box(seats: int):
    state = begin(seats)
    assert purses(state) == (Coins(3, 9),) * seats
    assert sum(coins.gold for coins in purses(state)) + bank(state).gold == 48
    assert sum(coins.silver for coins in purses(state)) + bank(state).silver == 81
    assert bank(state).dollars == state.bank


def test_purses_and_bank_show_the_coins_that_the_rules_have_followed_there():
    for step in evening(3, 4):
        after = step.after
        assert (*purses(after), bank(after)) == after.purses[:-1]


def test_a_payment_that_waits_in_a_sale_lies_in_no_bank():
    state = laid_out(sale=Sale("jump", price=9, buyer=1, paid=9))
    paid = replace(state, bank=state.bank - 9)
    assert bank(paid).dollars == 321 - sum(player.money for player in state.players) - 9


@pytest.mark.parametrize("to_bank", [True, False])
@pytest.mark.parametrize("money", range(0, 41, 3))
def test_what_is_handed_over_less_the_change_is_the_price_and_is_there(money: int, to_bank: bool):
    state = laid_out(money=money)
    have = purses(state)[0]
    for price in range(money + 1):
        paid = payment(state, 0, price, to_bank=to_bank)
        assert paid.dollars == price
        assert 0 <= paid.gold <= have.gold
        assert -bank(state).silver <= paid.silver <= have.silver


def test_what_is_said_to_be_handed_over_is_what_leaves_the_purse():
    state = begin(3)
    for step in evening(3, 7):
        state = step.after
        if isinstance(step.command, NamePrice):
            break
    seat, sale = state.stages[-1].seat, state.sale
    said = payment(state, seat, sale.price, to_bank=False)
    before = purses(state)[seat]
    left = purses(entered(state, Buy(seat)))[seat]
    assert said == Coins(before.gold - left.gold, before.silver - left.silver)


def test_no_change_is_promised_that_neither_purse_nor_bank_holds():
    state = with_purse(2, 0, Coins(30, 1))
    assert payment(state, 0, 4, to_bank=True) == Coins(1, -1)
    assert payment(state, 0, 3, to_bank=True) == Coins(1, -2)
    exchanged = with_purse(2, 0, Coins(30, 0))
    assert payment(exchanged, 0, 3, to_bank=True) == Coins(1, -2)


def test_coins_are_said_in_words():
    assert words(Coins(2, 1)) == "2 gold, 1 silver"
    assert words(Coins(0, 0)) == "nothing"
    assert payment_words(Coins(1, -4)) == "1 gold; 4 silver back"
    assert payment_words(Coins(1, 1)) == "1 gold, 1 silver"
    assert payment_words(Coins(0, 0)) == "nothing"


def test_an_offer_of_a_hill_moves_no_coin():
    state = begin(2)
    for step in evening(2, 3):
        if isinstance(step.command, Offer):
            assert step.before.purses == step.after.purses
            return
    pytest.fail(f"nothing was offered after {state.turn} turns")
