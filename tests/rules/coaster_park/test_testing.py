from companion.rules.coaster_park import commands as c
from companion.rules.coaster_park import events as happened
from companion.rules.coaster_park.state import Answering, Attempt, Finals, Running
from tests.rules.coaster_park.arranged import Table


def at_test(*hills, experts=(), money=24):
    """A table at which seat 1 may test its only coaster."""
    table = Table()
    table.give(1, *experts)
    table.build(1, *hills)
    table.money(1, money)
    table.sell("lantern-drop", 3)
    return table


def test_a_test_costs_a_dollar_and_gives_three_attempts():
    table = at_test("harbour-drop", "ripple")
    bank = table.state.bank
    table.enter(c.Test(1, 0))
    assert (table.player(1).money, table.state.bank) == (23, bank + 1)
    table.enter(c.Run(1, 0), c.Run(1, 2))
    assert table.stage == Running(1, 0, (Attempt(0), Attempt(2)))
    assert table.enter(c.Run(1, 1))[1] == happened.TestEnded(1, 0)
    assert table.stage == Answering(2)


def test_a_test_may_be_stopped_after_any_attempt():
    """CP43"""
    for attempts in range(3):
        table = at_test("harbour-drop", "ripple")
        table.enter(c.Test(1, 0), *[c.Run(1, 0)] * attempts)
        assert table.options(name="stop") == [c.Stop(1)]
        table.enter(c.Stop(1))
        assert table.stage == Answering(2)


def test_a_launch_alone_may_be_tested():
    """CP15"""
    table = at_test("harbour-drop")
    table.enter(c.Test(1, 0))
    assert table.ask("run").readings == ("0", "1")


def test_a_test_needs_a_coaster_and_a_dollar():
    """CP15"""
    table = at_test("harbour-drop", money=0)
    assert table.ask("answer").refused == (c.Buy(1), c.Test(1, 0))
    violation = table.refusal(c.Test(1, 0))
    assert (violation.code, violation.facts) == ("park.test.beyond-means", {"have": 0, "cost": 1})
    table = at_test("harbour-drop")
    violation = table.refusal(c.Test(1, 1))
    assert (violation.code, violation.repairs) == ("park.test.no-coaster", (c.Test(1, 0),))
    table.enter(c.Pass(1))
    violation = table.refusal(c.Test(2, 0))
    assert (violation.code, violation.repairs) == ("park.test.no-coaster", (c.Pass(2),))


def test_an_attempt_is_so_many_leading_hills_passed():
    """CP29"""
    table = at_test("harbour-drop", "ripple", "jump")
    table.enter(c.Test(1, 0))
    ask = table.ask("run")
    assert (ask.sensed, ask.subject) == ("run", ("harbour-drop", "ripple", "jump"))
    assert ask.readings == ("0", "1", "2", "3")
    assert ask.options == tuple(c.Run(1, passed) for passed in range(4))
    violation = table.refusal(c.Run(1, 4))
    assert (violation.code, violation.repairs) == ("park.run.no-such-hill", (c.Run(1, 3),))
    assert table.refusal(c.Run(1, -1)).repairs == (c.Run(1, 0),)


def test_a_marble_rests_on_the_first_hill_it_does_not_pass_and_only_if_that_is_a_bump():
    """CP29"""
    table = at_test("harbour-drop", "bump", "jump")
    table.enter(c.Test(1, 0))
    ask = table.ask("run")
    assert ask.readings == ("0", "1", "1+rest", "2", "3")
    assert ask.options[2] == c.Run(1, 1, rest=True)
    for passed in (0, 2, 3):
        violation = table.refusal(c.Run(1, passed, rest=True))
        assert (violation.code, violation.section) == ("park.run.no-bump", "CP29")
        assert violation.repairs == (c.Run(1, passed),)


def test_a_mechanic_gets_the_dollar_back_after_three_failures():
    """CP16"""
    table = at_test("harbour-drop", "ripple", experts=("mechanic",))
    table.enter(c.Test(1, 0))
    assert table.player(1).money == 23
    table.enter(c.Run(1, 0), c.Run(1, 1), c.Run(1, 1))
    assert table.player(1).money == 24


def test_a_mechanic_needs_the_dollar_first():
    """CP16"""
    table = at_test("harbour-drop", "ripple", experts=("mechanic",), money=0)
    assert table.refusal(c.Test(1, 0)).code == "park.test.beyond-means"


def test_a_second_mechanic_gives_nothing_more():
    """CP16"""
    table = at_test("harbour-drop", "ripple", experts=("mechanic", "mechanic"))
    table.enter(c.Test(1, 0), c.Run(1, 0), c.Run(1, 0), c.Run(1, 0))
    assert table.player(1).money == 24


def test_one_success_or_a_missing_attempt_keeps_the_mechanic_s_dollar():
    """CP16"""
    table = at_test("harbour-drop", "ripple", experts=("mechanic",))
    table.enter(c.Test(1, 0), c.Run(1, 0), c.Run(1, 2), c.Run(1, 0))
    assert table.player(1).money == 23
    table = at_test("harbour-drop", "ripple", experts=("mechanic",))
    table.enter(c.Test(1, 0), c.Run(1, 0), c.Run(1, 0), c.Stop(1))
    assert table.player(1).money == 23


def test_a_rest_on_the_bump_is_no_success_for_the_mechanic():
    """CP16"""
    table = at_test("harbour-drop", "bump", experts=("mechanic",))
    table.enter(c.Test(1, 0), *[c.Run(1, 1, rest=True)] * 3)
    assert table.player(1).money == 24


def test_failed_tests_remove_no_hills():
    """CP16"""
    table = at_test("harbour-drop", "ripple")
    table.enter(c.Test(1, 0), *[c.Run(1, 0)] * 3)
    assert table.player(1).coasters == (("harbour-drop", "ripple"),)


def test_the_final_tests_go_clockwise_from_the_left_of_the_last_active_player():
    """CP47"""
    table = Table(4)
    for seat, launch in enumerate(("harbour-drop", "falcon-drop", "comet-drop", "thunder-drop")):
        table.build(seat, launch, ("ripple", "camelback", "skyline", "swan-neck")[seat])
    table.quick_turn()
    table.to_the_finals()
    assert table.state.stages[0] == Finals((2, 3, 0, 1))
    for seat in (2, 3, 0, 1):
        assert table.stage.seat == seat
        table.enter(c.Stop(seat))


def test_a_player_tests_its_coasters_in_the_order_it_likes():
    """CP47"""
    table = Table()
    for launch, hill in (("harbour-drop", "ripple"), ("falcon-drop", "camelback"), ("comet-drop", "skyline")):
        table.build(1, launch, hill)
    table.to_the_finals()
    assert table.options() == [c.Try(1, 0), c.Try(1, 1), c.Try(1, 2)]
    table.enter(c.Try(1, 2), c.Stop(1))
    violation = table.refusal(c.Try(1, 2))
    assert (violation.code, violation.repairs) == ("park.try.tested", (c.Try(1, 0), c.Try(1, 1)))
    table.enter(c.Try(1, 1), c.Stop(1))
    assert table.stage == Running(1, 0, final=True)


def test_each_coaster_has_three_free_attempts_at_the_end_and_may_stop_after_any():
    """CP43"""
    table = Table()
    table.build(1, "harbour-drop", "ripple")
    table.build(1, "falcon-drop", "camelback")
    table.to_the_finals()
    money = table.player(1).money
    table.enter(c.Try(1, 0), c.Run(1, 0), c.Run(1, 1))
    told = table.enter(c.Run(1, 2))
    assert told[1] == happened.CoasterTested(1, 0)
    table.enter(c.Stop(1))
    assert table.player(1).runs == ((Attempt(0), Attempt(1), Attempt(2)), ())
    assert table.player(1).money == money


def test_secret_cards_are_turned_up_after_the_last_coaster():
    """CP47"""
    table = Table()
    table.build(1, "harbour-drop", "ripple")
    table.to_the_finals()
    assert [player.secrets[0].shown for player in table.state.players] == ["", "", ""]
    told = table.enter(c.Stop(1))
    revealed = [event for event in told if isinstance(event, happened.Revealed)]
    assert [event.card for event in revealed] == ["blue-steel", "long-ride", "full-staff"]


def test_an_unseen_secret_card_is_named_as_it_is_turned_up():
    table = Table()
    table.build(1, "harbour-drop", "ripple")
    table.to_the_finals()
    table.forget_secret(2)
    table.enter(c.Stop(1))
    cards = [option.card for option in table.options(name="reveal")]
    assert cards == ["yellow-steel", "red-timber", "full-staff", "grand-park"]
    assert table.refusal(c.Reveal(2, 0, "long-ride")).code == "park.reveal.open"
    assert table.refusal(c.Reveal(2, 0, "full-till")).code == "park.reveal.other-card"
    table.enter(c.Reveal(2, 0, "grand-park"))
    assert table.player(2).secrets[0].shown == "grand-park"


def test_a_card_that_two_seats_entered_is_asked_for_when_it_is_turned_up():
    table = Table()
    table.build(1, "harbour-drop", "ripple")
    table.remember_secret(2, "long-ride")
    table.to_the_finals()
    table.enter(c.Stop(1))
    assert table.ask("reveal").seat == 1
    table.enter(c.Reveal(1, 0, "grand-park"), c.Reveal(2, 0, "long-ride"))
    assert [player.secrets[0].shown for player in table.state.players] == [
        "blue-steel",
        "grand-park",
        "long-ride",
    ]
