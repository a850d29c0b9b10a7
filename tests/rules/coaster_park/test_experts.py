from companion.rules.coaster_park import commands as c
from companion.rules.coaster_park import events as happened
from companion.rules.coaster_park.rules import RULES
from companion.rules.coaster_park.state import Answering, Forced, Peeking, Placing, Pricing
from companion.rules.contract import TABLE, Viewer
from companion.rules.hidden import Hidden, redact
from tests.rules.coaster_park.arranged import SECRETS, Table
from tests.rules.coaster_park.test_building import buying


def test_an_expert_that_is_not_there_is_not_used():
    table = Table()
    table.build(0, "harbour-drop", "ripple")
    table.build(0, "falcon-drop")
    for command in (
        c.Acquire(0, "jump"),
        c.Spy(0, 1),
        c.Insert(0, "ripple", 0, 1, stored=True),
        c.Move(0, 0, 1),
        c.Demolish(0, 0),
        c.Engineer(0, "standard"),
    ):
        assert table.refusal(command).code == "park.expert.none-ready"


def test_a_one_time_expert_is_turned_face_down_and_used_no_more():
    table = Table()
    (card,) = table.give(0, "demolitions")
    table.build(0, "harbour-drop", "ripple")
    table.enter(c.Demolish(0, 0))
    assert (table.player(0).experts, table.player(0).used) == ((), (card,))
    assert table.refusal(c.Demolish(0, 0)).code == "park.expert.none-ready"


def test_a_second_copy_is_used_on_its_own():
    table = Table()
    first, second = table.give(0, "demolitions", "demolitions")
    table.build(0, "harbour-drop", "ripple")
    table.enter(c.Demolish(0, 0))
    assert (table.player(0).experts, table.player(0).used) == ((second,), (first,))
    table.enter(c.Demolish(0, 0))
    assert table.player(0).coasters == ()


def test_each_financier_collects_a_dollar_at_the_beginning_of_each_own_turn():
    """CP23"""
    table = Table()
    table.give(1, "financier", "financier")
    table.give(2, "financier")
    bank = table.state.bank
    table.quick_turn()
    assert (table.player(1).money, table.state.bank) == (26, bank - 2)
    assert table.player(2).money == 24


def test_a_financier_pays_in_the_last_turn_too():
    """CP23"""
    table = Table()
    table.give(0, "financier")
    table.empty("standard")
    for _ in range(3):
        table.hire_nothing()
    assert table.player(0).money == 23
    assert (table.state.active, table.state.last) == (0, ())


def test_the_bank_pays_financiers_even_when_it_is_empty():
    """CP23, CP48"""
    table = Table()
    table.give(1, "financier", "financier")
    table.money(0, table.player(0).money + table.state.bank - 1)
    assert table.state.bank == 1
    table.quick_turn()
    assert table.state.bank == -1
    assert sum(player.money for player in table.state.players) == 322


def test_the_spy_sees_one_secret_card_of_another_player_and_nobody_else_does():
    """CP24"""
    table = Table(2)
    table.give(0, "spy")
    assert table.options(name="spy") == [c.Spy(0, 1, 0), c.Spy(0, 1, 1)]
    table.enter(c.Spy(0, 1, 1))
    seen = redact(table.state, Viewer(0)).players[1].secrets
    assert (seen[0].card.value, seen[1].card.value) == (None, SECRETS[3])
    assert redact(table.state, TABLE).players[1].secrets[1].card.value is None
    assert table.names() == ["sell", "hire"]


def test_a_spy_has_no_look_at_its_own_card_or_at_one_that_is_not_there():
    """CP24"""
    table = Table()
    table.give(0, "spy")
    assert table.refusal(c.Spy(0, 0)).code == "park.spy.no-secret"
    assert table.refusal(c.Spy(0, 1, 1)).code == "park.spy.no-secret"


def test_a_spy_may_enter_a_card_that_was_left_unseen():
    """CP24"""
    table = Table()
    table.give(0, "spy")
    table.forget_secret(1)
    table.enter(c.Spy(0, 1))
    assert table.stage == Peeking(0, 1, 0)
    assert c.Peek(0, Hidden((1, 0))) in table.options(name="peek")
    assert table.refusal(c.Peek(0, Hidden((0,)))).code == "park.secret.viewers"
    table.enter(c.Peek(0, Hidden((1, 0), "grand-park")))
    assert redact(table.state, Viewer(1)).players[1].secrets[0].card.value == "grand-park"
    assert redact(table.state, Viewer(2)).players[1].secrets[0].card.value is None


def test_the_foreman_inserts_a_bought_hill_between_two_others():
    """CP25"""
    table = Table()
    table.give(1, "foreman")
    table.build(1, "harbour-drop", "ripple", "camelback")
    buying("jump", table)
    assert table.options(name="insert") == [c.Insert(1, "jump", 0, 1), c.Insert(1, "jump", 0, 2)]
    table.enter(c.Insert(1, "jump", 0, 1))
    assert table.player(1).coasters == (("harbour-drop", "jump", "ripple", "camelback"),)
    assert table.player(1).built == 4


def test_the_foreman_never_inserts_at_the_end_before_the_launch_or_alone():
    """CP25"""
    table = Table()
    table.give(1, "foreman")
    table.build(1, "harbour-drop", "ripple")
    buying("jump", table)
    for coaster, place in ((0, 0), (0, 2), (0, -1), (1, 1)):
        assert table.refusal(c.Insert(1, "jump", coaster, place)).code == "park.insert.not-between"


def test_the_foreman_never_inserts_a_launch():
    """CP25"""
    table = Table()
    table.give(1, "foreman")
    table.build(1, "harbour-drop", "ripple")
    buying("meadow-drop", table)
    assert "insert" not in table.names()
    assert table.refusal(c.Insert(1, "meadow-drop", 0, 1)).code == "park.insert.launch"


def test_the_foreman_inserts_a_stored_hill_outside_a_purchase_and_opens_no_other_build():
    """CP25"""
    table = Table()
    table.give(0, "foreman", "manager")
    table.build(0, "harbour-drop", "ripple")
    table.store(0, "jump", "camelback")
    table.enter(c.Insert(0, "jump", 0, 1, stored=True))
    assert table.player(0).coasters == (("harbour-drop", "jump", "ripple"),)
    assert table.names() == ["sell", "hire"]
    assert table.refusal(c.Build(0, "camelback", 0, stored=True)).code == "park.build.no-purchase"


def test_the_foreman_s_use_of_a_bought_hill_opens_the_stored_ones():
    """CP25, CP18"""
    table = Table()
    table.give(1, "foreman")
    table.build(1, "harbour-drop", "ripple")
    table.store(1, "camelback")
    buying("jump", table)
    table.enter(c.Insert(1, "jump", 0, 1))
    assert table.options(name="place") == [c.Build(1, "camelback", 0, stored=True), c.Done(1)]


def test_the_crane_moves_a_last_hill_between_own_coasters_and_builds_nothing():
    """CP26, CP4"""
    table = Table()
    table.give(0, "crane")
    table.build(0, "harbour-drop", "ripple")
    table.build(0, "falcon-drop")
    table.build(1, "comet-drop")
    assert table.options(name="move") == [c.Move(0, 0, 1)]
    built = table.player(0).built
    table.enter(c.Move(0, 0, 1))
    assert table.player(0).coasters == (("harbour-drop",), ("falcon-drop", "ripple"))
    assert table.player(0).built == built


def test_the_crane_moves_no_launch_and_not_to_the_same_coaster():
    """CP26"""
    table = Table()
    table.give(0, "crane")
    table.build(0, "harbour-drop", "ripple")
    table.build(0, "falcon-drop")
    assert table.refusal(c.Move(0, 1, 0)).code == "park.move.launch"
    assert table.refusal(c.Move(0, 0, 0)).code == "park.move.same-coaster"
    assert table.refusal(c.Move(0, 0, 2)).code == "park.move.no-coaster"


def test_what_is_demolished_leaves_the_game():
    """CP27"""
    table = Table()
    table.give(0, "demolitions")
    table.build(0, "harbour-drop", "camelback")
    table.enter(c.Demolish(0, 0))
    assert table.player(0).coasters == (("harbour-drop",),)
    assert table.player(0).warehouse == ()
    assert "camelback" in table.state.removed


def test_a_lone_launch_may_be_demolished_and_its_coaster_is_gone():
    """CP27"""
    table = Table()
    table.give(0, "demolitions")
    table.build(0, "harbour-drop")
    table.build(0, "falcon-drop", "ripple")
    table.enter(c.Demolish(0, 0))
    assert table.player(0).coasters == (("falcon-drop", "ripple"),)


def test_nobody_demolishes_a_coaster_that_is_not_there():
    """CP27"""
    table = Table()
    table.give(0, "demolitions")
    table.build(1, "harbour-drop")
    assert "demolish" not in table.names()
    assert table.refusal(c.Demolish(0, 0)).code == "park.demolish.no-coaster"


def test_an_acquisition_on_sale_is_a_purchase_at_five_dollars_with_the_seller_s_choice():
    """CP21"""
    table = Table()
    (card,) = table.give(1, "acquisitions")
    table.sell("jump", 20)
    told = table.enter(c.Acquire(1, "jump", sold=True))
    assert told == (happened.Bought(1, "jump", 5, "seller", sold=True, expert=card),)
    table.enter(c.Store(1), c.TakeMoney(0))
    assert (table.player(0).money, table.player(1).money) == (29, 19)
    assert table.state.active == 1


def test_another_pool_hill_is_acquired_from_the_bank_and_uses_up_no_action():
    """CP21"""
    table = Table()
    table.give(1, "acquisitions")
    table.sell("jump", 5)
    bank = table.state.bank
    table.enter(c.Acquire(1, "bump"), c.Store(1))
    assert (table.player(1).money, table.state.bank) == (19, bank + 5)
    assert table.stage == Answering(1)
    table.enter(c.Pass(1))
    assert table.stage == Answering(2)


def test_the_active_player_acquires_before_the_price_is_named_and_keeps_its_turn():
    """CP21"""
    table = Table()
    table.give(0, "acquisitions", "acquisitions")
    table.enter(c.Acquire(0, "bump"), c.Store(0))
    table.enter(c.Offer(0, "jump"))
    assert table.stage == Pricing()
    assert c.Acquire(0, "jump") not in table.options(name="acquire")
    assert table.refusal(c.Acquire(0, "jump")).code == "park.acquire.not-in-pool"
    table.enter(c.Acquire(0, "double-dipper"), c.Store(0, "bump"))
    assert table.ask("price").high == 14


def test_an_acquisition_may_replace_the_price_of_a_forced_purchase():
    """CP21"""
    table = Table()
    table.give(0, "acquisitions", "attorney")
    bank = table.state.bank
    table.sell("jump", 20)
    table.pass_round()
    assert table.stage == Forced()
    assert table.options() == [c.Buy(0), c.Acquire(0, "jump", sold=True)]
    assert table.refusal(c.Acquire(0, "bump")).code == "park.acquire.priced"
    table.enter(c.Acquire(0, "jump", sold=True))
    assert (table.player(0).money, table.state.bank) == (20, bank + 4)
    assert table.stage == Placing(0, "jump", sold=True)


def test_a_forced_purchase_may_still_be_made_at_the_named_price():
    table = Table()
    table.give(0, "acquisitions")
    table.sell("jump", 2)
    table.pass_round()
    table.enter(c.Buy(0))
    assert table.player(0).money == 22


def test_attorneys_apply_to_acquisitions():
    """CP21, CP8"""
    table = Table()
    table.give(0, "acquisitions", "attorney", "attorney")
    table.money(0, 3)
    table.enter(c.Acquire(0, "bump"))
    assert table.player(0).money == 0


def test_an_acquisition_must_be_paid():
    """CP21"""
    table = Table()
    table.give(0, "acquisitions")
    table.money(0, 4)
    assert "acquire" not in table.names()
    violation = table.refusal(c.Acquire(0, "bump"))
    assert (violation.code, violation.facts) == ("park.acquire.beyond-means", {"have": 4, "cost": 5})


def test_only_the_hill_on_sale_is_acquired_as_a_purchase_of_the_sale():
    """CP21"""
    table = Table()
    table.give(1, "acquisitions")
    table.sell("jump", 5)
    assert table.refusal(c.Acquire(1, "bump", sold=True)).code == "park.acquire.not-on-sale"


def test_the_seller_does_not_acquire_its_own_hill_before_the_others_have_answered():
    """CP14, CP21"""
    table = Table()
    table.give(0, "acquisitions")
    table.enter(c.Offer(0, "jump"))
    violation = table.refusal(c.Acquire(0, "jump", sold=True))
    assert (violation.code, violation.section) == ("park.answer.own-sale", "CP14")


def test_who_has_tested_does_not_acquire_the_hill_on_sale_any_more():
    """CP14, CP21"""
    table = Table()
    table.give(1, "acquisitions")
    table.build(1, "harbour-drop")
    table.sell("jump", 5)
    table.enter(c.Test(1, 0), c.Stop(1))
    assert c.Acquire(1, "bump") in table.options(name="acquire")
    violation = table.refusal(c.Acquire(1, "jump", sold=True))
    assert (violation.code, violation.section) == ("park.answer.tested", "CP14")
    assert violation.repairs == (c.Done(1),)


def test_a_table_may_limit_acquisitions_to_the_hill_on_sale():
    """CP21"""
    table = Table(acquisitions="sale")
    table.give(0, "acquisitions")
    table.give(1, "acquisitions")
    assert "acquire" not in table.names()
    assert table.refusal(c.Acquire(0, "bump")).code == "park.acquire.sale-only"
    table.sell("jump", 5)
    assert table.options(name="acquire") == [c.Acquire(1, "jump", sold=True)]


def test_ongoing_experts_stay_face_up():
    table = Table()
    cards = table.give(1, "attorney", "financier", "mechanic", "manager")
    buying("jump", table)
    table.enter(c.Store(1), c.TakeMoney(0))
    assert (table.player(1).experts, table.player(1).used) == (cards, ())


def test_experts_and_stored_hills_lie_open_for_everybody():
    """CP44"""
    table = Table()
    cards = table.give(1, "crane")
    table.store(1, "ripple")
    seen = redact(table.state, TABLE)
    assert (seen.players[1].experts, seen.players[1].warehouse) == (cards, ("ripple",))
    assert seen.removed == table.state.removed
    assert (len(seen.launch), len(seen.standard)) == (len(table.state.launch), len(table.state.standard))
    assert RULES.asks(seen, TABLE) == RULES.asks(table.state, TABLE)
