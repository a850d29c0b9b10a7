import pytest

from companion.rules.coaster_park import commands as c
from companion.rules.coaster_park import events as happened
from companion.rules.coaster_park.rules import RULES
from companion.rules.coaster_park.state import (
    Acting,
    Answering,
    Attempt,
    Finals,
    Forced,
    Measuring,
    Over,
    Placing,
    Proceeds,
    Revealing,
)
from companion.rules.contract import HOST, TABLE
from companion.rules.hidden import Hidden
from tests.rules.coaster_park.arranged import ROW, Table, empty


def test_a_leaving_player_s_money_goes_to_the_bank_and_its_things_out_of_the_game():
    """CP50"""
    table = Table(4)
    cards = table.give(2, "crane", "attorney")
    table.build(2, "harbour-drop", "ripple")
    table.store(2, "camelback")
    bank = table.state.bank
    table.enter(c.Leave(None, 2))
    player = table.player(2)
    assert (player.left, player.money, player.coasters, player.experts, player.secrets) == (
        True, 0, (), (), ()
    )  # fmt: skip
    assert table.state.bank == bank + 24
    assert {"harbour-drop", "ripple", "camelback"} <= set(table.state.removed)
    assert set(cards) <= set(table.state.discarded)


def test_a_leaving_player_s_slots_are_skipped():
    """CP50"""
    table = Table(4)
    table.enter(c.Leave(None, 1))
    table.sell("jump", 3)
    assert table.stage == Answering(2)
    table.pass_round()
    assert table.enter(c.Store(0))[-1] == happened.TurnBegan(2)


def test_a_leaving_player_s_last_turn_is_skipped():
    """CP50"""
    table = Table(4)
    table.empty("standard")
    table.hire_nothing()
    assert table.state.last == (2, 3, 0)
    table.enter(c.Leave(None, 3))
    assert table.state.last == (2, 0)


def test_when_the_answering_seat_leaves_the_next_one_answers():
    """CP50"""
    table = Table(4)
    table.build(1, "harbour-drop")
    table.sell("jump", 3)
    table.enter(c.Test(1, 0), c.Leave(None, 1))
    assert table.state.stages == (Answering(2),)


def test_when_the_last_answerer_leaves_the_seller_must_buy():
    """CP50"""
    table = Table(3)
    table.give(0, "acquisitions")
    table.sell("jump", 3)
    table.enter(c.Pass(1), c.Leave(None, 2))
    assert table.stage == Forced()


def test_when_the_seller_leaves_the_sale_is_off_and_the_hill_stays():
    """CP50"""
    table = Table(3)
    table.sell("jump", 3)
    told = table.enter(c.Leave(None, 0))
    assert told == (happened.Left(0), happened.TurnBegan(1))
    assert "jump" in table.state.pool
    assert table.state.sale is None


def test_a_payment_returns_to_the_buyer_while_the_hill_is_unplaced():
    """CP50"""
    table = Table(3)
    table.sell("jump", 3)
    table.enter(c.Buy(1), c.Leave(None, 0))
    assert table.player(1).money == 24
    assert "jump" in table.state.pool
    assert table.stage == Acting()


def test_a_payment_for_a_placed_hill_goes_to_the_bank():
    """CP50"""
    table = Table(3)
    table.build(1, "harbour-drop")
    table.store(1, "camelback")
    table.sell("jump", 3)
    table.enter(c.Buy(1), c.Build(1, "jump", 0))
    bank = table.state.bank
    table.enter(c.Leave(None, 0))
    assert table.player(1).money == 21
    assert table.state.bank == bank + 24 + 3
    table.enter(c.Done(1))
    assert table.state.active == 1
    table = Table(3)
    table.sell("jump", 3)
    table.enter(c.Buy(1), c.Store(1), c.Leave(None, 0))
    assert table.player(1).money == 21


def test_when_the_buyer_leaves_its_hill_is_gone_and_the_seller_has_its_choice():
    """CP50"""
    table = Table(3)
    table.sell("jump", 3)
    table.enter(c.Buy(1), c.Leave(None, 1))
    assert table.stage == Proceeds()
    assert "jump" in table.state.removed
    table.enter(c.TakeMoney(0))
    assert table.player(0).money == 27


def test_a_purchase_of_its_own_is_finished_when_the_seller_leaves():
    """CP50"""
    table = Table(3)
    table.give(1, "acquisitions")
    table.sell("jump", 3)
    table.enter(c.Acquire(1, "bump"), c.Leave(None, 0))
    assert table.stage == Placing(1, "bump")
    table.enter(c.Store(1))
    assert (table.stage, table.state.active) == (Acting(), 1)


def test_an_engineer_who_leaves_keeps_nothing():
    """CP50"""
    table = Table(3)
    table.give(1, "engineer")
    table.sell("jump", 3)
    deck = table.state.launch
    table.enter(c.Engineer(1, "launch"), c.Leave(None, 1))
    assert table.state.launch == deck
    assert table.stage == Answering(2)


def test_who_leaves_in_the_final_tests_is_tested_no_more():
    """CP50"""
    table = Table(4)
    for seat, launch in enumerate(("harbour-drop", "falcon-drop", "comet-drop", "thunder-drop")):
        table.build(seat, launch, ("ripple", "camelback", "skyline", "swan-neck")[seat])
    table.to_the_finals()
    assert table.state.stages[0] == Finals((1, 2, 3, 0))
    table.enter(c.Leave(None, 1))
    assert table.state.stages[0] == Finals((2, 3, 0))
    table.enter(c.Stop(2), c.Leave(None, 0))
    assert table.stage.seat == 3


def test_who_leaves_while_choosing_need_not_agree():
    """CP50"""
    table = Table(3)
    table.build(1, "harbour-drop", "ripple")
    table.to_the_finals()
    table.enter(c.Run(1, 2), c.Run(1, 0), c.Stop(1))
    assert table.names() == ["attempt", "settle"]
    table.enter(c.Leave(None, 1))
    assert table.stage == Over("scored") or table.names() == ["length"]
    assert [standing.left for standing in RULES.outcome(table.state).ranking] == [False, False, True]


def test_a_look_at_a_secret_card_ends_when_its_owner_leaves():
    """CP24, CP50"""
    table = Table(3)
    table.give(0, "spy")
    table.forget_secret(1)
    table.enter(c.Spy(0, 1), c.Leave(None, 1))
    assert table.state.stages == (Acting(),)
    assert table.names()[0] == "sell"


def test_the_last_active_player_may_leave_while_the_secret_cards_are_turned_up():
    """CP50"""
    table = Table(3)
    table.build(1, "harbour-drop", "ripple")
    table.forget_secret(2)
    table.to_the_finals()
    table.enter(c.Run(1, 2), c.Stop(1))
    assert (table.stage, table.state.active) == (Revealing(), 0)
    assert table.enter(c.Leave(None, 0)) == (happened.Left(0),)
    assert table.names() == ["reveal"]
    assert table.player(1).runs == ((Attempt(2),),)


def test_the_last_active_player_may_leave_while_coasters_are_measured():
    """CP38, CP50"""
    table = Table(3)
    table.build(0, "comet-drop", "skyline")
    table.build(1, "harbour-drop", "ripple")
    table.build(2, "harbour-drop", "ripple")
    table.to_the_finals()
    table.enter(c.Run(1, 2), c.Stop(1), c.Run(2, 2), c.Stop(2), c.Run(0, 2), c.Stop(0))
    assert table.stage == Measuring()
    assert table.enter(c.Leave(None, 0)) == (happened.Left(0),)
    assert table.names() == ["length", "order"]


def test_who_has_left_is_ranked_last_and_not_among_the_others():
    """CP50"""
    table = Table(3)
    table.build(1, "harbour-drop", "ripple")
    table.enter(c.Leave(None, 2))
    table.to_the_finals()
    table.enter(c.Run(1, 2), c.Stop(1))
    ranking = RULES.outcome(table.state).ranking
    assert [(standing.seat, standing.rank, standing.left) for standing in ranking][-1] == (2, 3, True)


@pytest.mark.parametrize("enter", [(), (c.Offer(0, "jump"),), (c.Draw(0, "standard"),)])
def test_the_last_one_at_the_table_wins(enter):
    """CP50"""
    table = Table(2)
    table.enter(*enter, c.Leave(None, 0))
    assert table.stage == Over("last-seat")
    outcome = RULES.outcome(table.state)
    assert outcome.section == "CP50"
    assert [(standing.seat, standing.rank, standing.left) for standing in outcome.ranking] == [
        (1, 1, False),
        (0, 2, True),
    ]


def test_nobody_leaves_twice():
    """CP50"""
    table = Table(4)
    table.enter(c.Leave(None, 2))
    violation = table.refusal(c.Leave(None, 2))
    assert violation.code == "park.leave.not-in-play"
    assert violation.repairs == (c.Leave(None, 0), c.Leave(None, 1), c.Leave(None, 3))


def test_a_seat_may_leave_during_the_set_up():
    """CP50"""
    state = empty(3)
    for command in (
        *[c.TurnUp(None, card) for card in ROW],
        c.ShowSide(None, "full-till"),
        c.EnterSecret(1, Hidden((1,))),
        c.EnterSecret(2, Hidden((2,))),
        c.Leave(None, 0),
    ):
        for event in RULES.decide(state, command):
            state = RULES.evolve(state, event)
    assert (state.stages, state.active, state.turn) == ((Acting(),), 1, 1)


def test_only_the_host_is_offered_to_let_a_seat_leave():
    table = Table()
    assert "leave" in table.names(HOST)
    assert "leave" not in table.names(TABLE)
    assert c.Leave in RULES.host_commands
