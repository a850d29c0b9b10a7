from companion.rules.coaster_park import commands as c
from companion.rules.coaster_park import events as happened
from companion.rules.coaster_park.state import Acting, Answering, Forced, Placing, Pricing, Proceeds
from companion.rules.contract import TABLE, Viewer
from companion.rules.hidden import redact
from tests.rules.coaster_park.arranged import POOL, Table


def test_the_active_player_sells_or_hires_and_nothing_else():
    table = Table()
    assert table.names() == ["sell", "hire"]
    violation = table.refusal(c.Pass(0))
    assert (violation.code, violation.section) == ("park.pass.can-act", "CP13")
    assert table.refusal(c.NamePrice(0, 3)).code == "park.entry.not-now"


def test_any_hill_of_the_pool_may_be_sold_launch_or_standard():
    table = Table()
    offers = [option.hill for option in table.options(name="sell") if isinstance(option, c.Offer)]
    assert offers == list(POOL)
    table.enter(c.Offer(0, "meadow-drop"))
    assert table.state.sale.hill == "meadow-drop"
    assert "meadow-drop" in table.state.pool


def test_a_hill_that_is_not_in_the_pool_is_not_sold():
    violation = Table().refusal(c.Offer(0, "skyline"))
    assert violation.code == "park.offer.not-in-pool"
    assert violation.repairs == (c.Offer(0, "bump"), c.Offer(0, "double-dipper"), c.Offer(0, "jump"))


def test_a_drawn_card_goes_to_the_right_end_and_its_hill_must_be_the_one_sold():
    """CP11"""
    table = Table()
    table.enter(c.Draw(0, "standard"))
    assert len(table.options(name="card")) == 21
    told = table.enter(c.TurnUp(0, "standard-04"))
    assert told == (
        happened.TurnedUp("standard-04", "loop", "standard-01"),
        happened.Offered(0, "loop", "standard-04"),
    )
    assert table.state.row == ("standard-02", "standard-03", "launch-01", "launch-02", "standard-04")
    assert table.state.sale.hill == "loop"
    assert table.stage == Pricing()
    assert table.refusal(c.Offer(0, "bump")).code == "park.entry.not-now"


def test_a_sixth_card_sends_the_leftmost_away_but_its_hill_stays():
    """CP12"""
    table = Table()
    table.enter(c.Draw(0, "launch"), c.TurnUp(0, "launch-03"))
    assert table.state.discarded == ("standard-01",)
    assert table.state.pool == (*POOL, "harbour-drop")


def test_a_drawn_card_must_come_from_the_chosen_deck():
    table = Table()
    table.enter(c.Draw(0, "launch"))
    assert table.refusal(c.TurnUp(0, "standard-04")).code == "park.card.wrong-deck"
    assert table.refusal(c.TurnUp(0, "launch-01")).facts["lies"] == "row"
    assert table.refusal(c.TurnUp(1, "launch-03")).repairs == (c.TurnUp(0, "launch-03"),)


def test_a_card_before_a_player_is_refused_with_its_place():
    table = Table()
    (card,) = table.give(1, "mechanic")
    table.enter(c.Draw(0, "standard"))
    assert table.refusal(c.TurnUp(0, card)).facts["lies"] == "seat:1"
    table.enter(c.TurnUp(0, "standard-04"), c.NamePrice(0, 0))
    table.pass_round()
    table.enter(c.Store(0))
    table.enter(c.Draw(1, "standard"))
    assert table.refusal(c.TurnUp(1, "standard-01")).facts["lies"] == "discarded"


def test_no_card_is_drawn_from_an_empty_deck():
    """CP6"""
    table = Table()
    table.empty("launch")
    violation = table.refusal(c.Draw(0, "launch"))
    assert (violation.code, violation.section) == ("park.draw.empty-deck", "CP6")
    assert violation.repairs == (c.Draw(0, "standard"),)


def test_the_price_may_be_anything_from_nothing_to_all_the_money():
    """CP7"""
    table = Table()
    table.enter(c.Offer(0, "jump"))
    ask = table.ask("price")
    assert (ask.low, ask.high) == (0, 24)
    table.enter(ask.option(0))
    assert table.state.sale.price == 0


def test_the_price_may_use_attorney_discounts():
    """CP7"""
    table = Table()
    table.give(0, "attorney", "attorney")
    table.money(0, 6)
    table.enter(c.Offer(0, "jump"))
    assert table.ask("price").high == 8
    violation = table.refusal(c.NamePrice(0, 9))
    assert violation.code == "park.price.beyond-means"
    assert violation.facts == {"named": 9, "have": 6, "discount": 2, "most": 8}
    assert violation.repairs == (c.NamePrice(0, 8),)


def test_an_acquisitions_expert_does_not_raise_the_price_cap():
    """CP7"""
    table = Table()
    table.give(0, "acquisitions")
    table.money(0, 6)
    table.enter(c.Offer(0, "jump"))
    assert table.ask("price").high == 6


def test_a_price_is_never_negative():
    table = Table()
    table.enter(c.Offer(0, "jump"))
    assert table.refusal(c.NamePrice(0, -1)).code == "park.price.negative"


def test_the_others_answer_clockwise_until_somebody_buys():
    """CP14"""
    table = Table(4, first=1)
    table.sell("jump", 5)
    assert table.stage == Answering(2)
    table.enter(c.Pass(2))
    assert table.stage == Answering(3)
    table.enter(c.Buy(3))
    assert isinstance(table.stage, Placing)
    assert table.refusal(c.Pass(0)).code == "park.entry.not-now"


def test_the_seller_neither_tests_nor_buys_before_the_others():
    """CP14"""
    table = Table()
    table.build(0, "harbour-drop", "ripple")
    table.sell("jump", 5)
    for command in (c.Buy(0), c.Test(0, 0)):
        violation = table.refusal(command)
        assert (violation.code, violation.section) == ("park.answer.own-sale", "CP14")
    table.give(0, "acquisitions")
    table.pass_round()
    assert isinstance(table.stage, Forced)
    violation = table.refusal(c.Test(0, 0))
    assert (violation.code, violation.section) == ("park.answer.own-sale", "CP14")
    assert violation.repairs == (c.Buy(0),)
    assert table.refusal(c.Test(1, 0)).code == "park.entry.not-now"


def test_who_was_active_last_has_no_sale_of_its_own_in_the_final_tests():
    table = Table()
    for seat, hills in enumerate((("comet-drop", "skyline"), ("harbour-drop", "ripple"))):
        table.build(seat, *hills)
    table.to_the_finals()
    assert table.state.active == 0
    assert table.refusal(c.Test(0, 0)).code == "park.entry.not-now"


def test_another_seats_answer_is_refused_with_whose_it_is():
    table = Table()
    table.sell("jump", 5)
    violation = table.refusal(c.Pass(2))
    assert (violation.code, violation.facts["awaited"]) == ("park.seat.not-awaited", 1)
    assert violation.repairs == (c.Pass(1),)


def test_the_buyer_pays_the_named_price_into_the_sale_and_the_seller_collects_it():
    """CP41"""
    table = Table()
    table.sell("jump", 5)
    table.enter(c.Buy(1))
    assert table.player(1).money == 19
    assert table.state.sale.paid == 5
    assert "jump" not in table.state.pool
    table.enter(c.Store(1))
    assert table.stage == Proceeds()
    table.enter(c.TakeMoney(0))
    assert table.player(0).money == 29
    assert table.state.active == 1


def test_an_attorney_saves_its_buyer_a_dollar_but_never_pays_one():
    """CP8"""
    table = Table()
    table.give(1, "attorney", "attorney")
    table.sell("jump", 5)
    table.enter(c.Buy(1))
    assert table.player(1).money == 21
    table.enter(c.Store(1), c.TakeMoney(0))
    table = Table()
    table.give(1, "attorney", "attorney")
    table.sell("jump", 1)
    table.enter(c.Buy(1))
    assert table.player(1).money == 24


def test_an_attorney_saves_nothing_on_a_hire_or_a_test():
    """CP8"""
    table = Table()
    table.give(0, "attorney")
    table.enter(c.Hire(0, "standard-01", "standard"))
    assert table.player(0).money == 22
    table = Table()
    table.give(1, "attorney")
    table.build(1, "harbour-drop")
    table.sell("jump", 5)
    table.enter(c.Test(1, 0))
    assert table.player(1).money == 23


def test_the_seller_collects_what_was_paid_and_not_the_price():
    """CP9"""
    table = Table()
    table.give(1, "attorney")
    table.sell("jump", 5)
    table.enter(c.Buy(1), c.Store(1))
    assert table.enter(c.TakeMoney(0))[0] == happened.MoneyTaken(0, 4)
    assert table.player(0).money == 28


def test_the_seller_may_take_an_expert_and_the_bank_gets_the_money():
    """CP10"""
    table = Table()
    bank = table.state.bank
    table.sell("jump", 5)
    table.enter(c.Buy(1), c.Store(1), c.TakeExpert(0, "standard-02"))
    assert table.player(0).experts == ("standard-02",)
    assert table.player(0).money == 24
    assert table.state.bank == bank + 5
    assert table.state.row == ("standard-01", "standard-03", "launch-01", "launch-02")
    assert len(table.state.standard) == 21


def test_an_expert_may_be_taken_though_nothing_was_paid():
    """CP10"""
    table = Table()
    table.sell("jump", 0)
    table.enter(c.Buy(1), c.Store(1), c.TakeExpert(0, "launch-02"))
    assert table.player(0).experts == ("launch-02",)


def test_the_seller_may_take_the_card_drawn_for_the_sale():
    """CP11"""
    table = Table()
    table.enter(c.Draw(0, "standard"), c.TurnUp(0, "standard-04"), c.NamePrice(0, 3))
    table.enter(c.Buy(1), c.Store(1), c.TakeExpert(0, "standard-04"))
    assert table.player(0).experts == ("standard-04",)


def test_an_expert_that_is_not_in_the_row_is_not_taken():
    table = Table()
    table.sell("jump", 5)
    table.enter(c.Buy(1), c.Store(1))
    violation = table.refusal(c.TakeExpert(0, "standard-04"))
    assert (violation.code, violation.repairs) == ("park.expert.not-in-row", (c.TakeMoney(0),))


def test_with_an_empty_row_the_seller_takes_the_money():
    """CP10"""
    table = Table()
    table.clear_row()
    table.sell("jump", 5)
    told = table.enter(c.Buy(1), c.Store(1))
    assert happened.MoneyTaken(0, 5) in told
    assert table.player(0).money == 29


def test_the_hill_is_placed_before_the_seller_chooses():
    """CP41"""
    table = Table()
    table.sell("jump", 5)
    table.enter(c.Buy(1))
    assert table.refusal(c.TakeMoney(0)).code == "park.entry.not-now"
    table.enter(c.Store(1))
    assert table.names() == ["proceeds"]


def test_what_nobody_buys_the_seller_must_buy_from_the_bank():
    table = Table()
    bank = table.state.bank
    table.sell("jump", 5)
    table.enter(c.Pass(1))
    told = table.enter(c.Pass(2))
    assert told == (happened.Passed(2), happened.Bought(0, "jump", 5, "bank", sold=True, forced=True))
    assert (table.player(0).money, table.state.bank) == (19, bank + 5)
    assert table.stage == Placing(0, "jump", sold=True)
    assert table.enter(c.Store(0))[-1] == happened.TurnBegan(1)


def test_a_hill_that_can_t_be_paid_is_not_bought_but_shown_greyed():
    table = Table()
    table.give(1, "attorney")
    table.money(1, 3)
    table.sell("jump", 9)
    ask = table.ask("answer")
    assert ask.options == (c.Pass(1),)
    assert ask.refused == (c.Buy(1),)
    violation = table.refusal(c.Buy(1))
    assert violation.code == "park.buy.beyond-means"
    assert violation.facts == {"price": 9, "have": 3, "discount": 1}
    assert violation.repairs == (c.Pass(1),)


def test_everybody_s_money_is_open():
    """CP39"""
    table = Table()
    table.money(0, 7)
    for viewer in (TABLE, Viewer(1), Viewer(2)):
        assert [player.money for player in redact(table.state, viewer).players] == [7, 24, 24]


def test_a_sale_at_nothing_is_legal_for_a_player_without_money():
    """CP13"""
    table = Table()
    table.money(0, 0)
    table.sell("jump", 0)
    table.pass_round()
    assert table.stage == Placing(0, "jump", sold=True)


def test_a_player_who_can_neither_sell_nor_hire_must_pass_and_that_is_a_turn():
    """CP13, CP49"""
    table = Table()
    table.give(0, "financier")
    table.give(1, "demolitions")
    table.build(1, "harbour-drop")
    table.empty("standard")
    table.empty("launch")
    table.clear_pool()
    table.clear_row()
    assert table.options(name="pass") == [c.Pass(0)]
    told = table.enter(c.Pass(0))
    assert told[0] == happened.Passed(0)
    assert happened.TurnBegan(1, last=True) in told
    assert table.stage == Acting()
    assert table.names() == ["pass", "demolish"]
    table.enter(c.Pass(1), c.Pass(2))
    told = table.enter(c.Pass(0))
    assert isinstance(told[1], happened.FinalsBegan)
    assert table.player(0).money == 25
