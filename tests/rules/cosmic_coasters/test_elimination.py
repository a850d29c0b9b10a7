import pytest

from companion.rules.cosmic_coasters.commands import (
    Approach,
    Deploy,
    Eliminated,
    Ended,
    Inhibit,
    Land,
    Leave,
    Left,
    Move,
    Pass,
    Report,
    Retreat,
    Settle,
    Teleport,
    TurnBegan,
)
from companion.rules.cosmic_coasters.components import house
from companion.rules.cosmic_coasters.rules import RULES
from companion.rules.cosmic_coasters.state import Acting, Ending, Landing, Over, Retreating
from tests.rules.cosmic_coasters.moons import (
    DRAW,
    LOSE,
    WIN,
    asked,
    at,
    begun,
    enter,
    happened,
    offered,
    position,
    refused,
    stands,
)
from tests.rules.cosmic_coasters.test_setup import just_begun


def test_a_player_with_one_ship_left_at_home_loses_at_once_and_all_ships_are_destroyed():
    """CO15"""
    state = position("0F0 0F1 1C0", "1F0 1F2 2P 0C2", "2F0 2F1 2C0")
    state = enter(state, Move(0, at("1C0"), at("1F0")), Report(WIN))
    assert state.survivors == (0, 2)
    assert stands(state, 1) == set()
    assert state.active == 2


def test_two_ships_at_home_are_enough():
    """CO15"""
    state = position("0F0 0F1 1C0", "1F0 1F2 1F3", "2F0 2F1")
    assert enter(state, Move(0, at("1C0"), at("1F0")), Report(WIN)).survivors == (0, 1, 2)


def test_an_own_action_can_eliminate_its_player():
    """CO15"""
    # Stung while attacking at home: one ship is left there.
    state = position("0F0 0F1", "1F0 1F1 0C0", "2F0 2F1", powers="on", moons=("Europa", "Io", "Callisto"))
    state = enter(state, Move(0, at("0F0"), at("0C0")), Report(LOSE))
    assert state.survivors == (1, 2)
    assert state.active == 1


def test_a_player_may_send_the_own_home_down_to_one_by_landing_another_ship_on_it():
    """CO16"""
    state = position("0F0 0F1 1C0 1C1", "1F0 1F2 1C2 1P", "2F0 2F1")
    state = enter(state, Teleport(0, at("1P"), at("0F0")))
    assert state.survivors == (1, 2)
    assert stands(state, 1) == {"1F0", "1F2", "1C2", "0F0"}


def test_when_both_fall_to_one_ship_the_opponent_goes_out_first_and_the_last_survivor_wins():
    """CO16"""
    state = position("0F0 0F1 1C0 1C1", "1F0 1P")
    events = happened(state, Teleport(0, at("1P"), at("0F0")))
    assert events[1:] == (Eliminated((1,)), Ended(Ending.SURVIVOR, (0,)))


def test_of_several_who_fall_opponents_go_out_in_turn_order_before_the_active_player():
    """CO16"""
    # Dov sends the ship on Benedikt's pad onto Ann's home: both have one ship left there.
    state = position("0F0 0F1", "1F0 1P", "2F0 2F1", "3F0 3F1 1C0 1C1", active=3)
    events = happened(state, Teleport(3, at("1P"), at("0F0")))
    assert events[1:] == (Eliminated((0, 1)), TurnBegan(2, 2))


def test_several_go_out_by_one_action_together():
    """CO16"""
    state = position("0F0 0F1 1C0 1C1", "1F0 1P", "2F0 2F1", "3F0 3F1")
    events = happened(state, Teleport(0, at("1P"), at("0F0")))
    assert events[1:] == (Eliminated((1, 0)), TurnBegan(2, 2))


def test_the_whole_action_is_done_before_anybody_goes_out():
    """CO16"""
    moons = ("Callisto", "Europa", "Io")
    state = position("0F0 0F1 1F3", "1F1 1F2", "2F0 2F1", powers="on", moons=moons)
    state = enter(state, Move(0, at("1F3"), at("1F2"), at("1C2")), Report(DRAW))
    assert state.pending == Retreating(at("1F3"), at("1C2"))
    assert state.survivors == (0, 1, 2)
    assert enter(state, Retreat(0, at("1C2"))).survivors == (0, 2)


def test_the_last_survivor_wins():
    """CO17"""
    state = position("0F0 0F1 1C0", "1F0 1F2")
    state = enter(state, Move(0, at("1C0"), at("1F0")), Report(DRAW))
    assert state.pending == Over(Ending.SURVIVOR, (0,))
    assert RULES.outcome(state).section == "CO17"


def test_the_eliminated_are_out_for_good_and_their_moon_stays_open():
    """CO18"""
    state = position("0F0 0F1 0C0 0C1 0P 1C0", "1F0 1F1", "2F0 2F1 2C0")
    state = enter(state, Move(0, at("1C0"), at("1F0")), Report(WIN), Pass(2))
    assert ("move", 1) not in asked(state)
    state = enter(state, Teleport(0, at("0P"), at("1C0")), Pass(2))
    assert {"1C0", "1F0"} <= stands(state, 0)
    assert state.active == 0


def test_the_next_surviving_player_clockwise_is_on_turn_after_an_elimination():
    """CO29"""
    state = position("0F0 0F1 1C0", "1F0 1F1", "2F0 2F1", "3F0 3F1")
    state = enter(state, Move(0, at("1C0"), at("1F0")), Report(WIN))
    assert (state.active, state.turn) == (2, 2)
    state = enter(state, Pass(2), Pass(3), Pass(0))
    assert (state.active, state.turn) == (2, 5)


def test_the_next_player_is_on_turn_when_the_active_one_went_out():
    """CO29"""
    state = position("0F0 0F1 1C0 1C1", "1F0 1F2 1C2 1P", "2F0 2F1")
    assert enter(state, Teleport(0, at("1P"), at("0F0"))).active == 1


def test_answers_of_others_use_up_no_turn():
    """CO29"""
    moons = ("Callisto", "Ganymede", "Europa")
    state = begun(3, powers="on", moons=moons)
    state = enter(state, Approach(0, at("0P"), 1), Inhibit(1, repel=True), Report(LOSE))
    assert (state.active, state.turn) == (1, 2)


# A seat leaves


def test_who_leaves_is_out_and_its_moon_stays():
    """CO34"""
    state = begun(3)
    events = happened(state, Leave(2))
    assert events == (Left(2),)
    state = enter(state, Leave(2))
    assert (state.survivors, stands(state, 2), state.active) == ((0, 1), set(), 0)
    assert Teleport(0, at("0P"), at("2F0")) in offered(state, "teleport")


def test_the_next_player_is_on_turn_when_the_active_one_leaves():
    """CO34"""
    state = enter(begun(3), Leave(0))
    assert (state.active, state.turn) == (1, 2)


def test_the_last_one_who_stays_wins():
    """CO34"""
    state = enter(begun(2), Leave(0))
    assert state.pending == Over(Ending.SURVIVOR, (1,))
    ranking = RULES.outcome(state).ranking
    assert [(standing.seat, standing.rank, standing.left) for standing in ranking] == [
        (1, 1, False),
        (0, 2, True),
    ]


@pytest.mark.parametrize("leaver", [1, 2])
def test_an_open_round_is_dropped_and_the_action_is_not_spent(leaver):
    """CO34"""
    state = position("0F0 0F1 1F0", "1C0 1F2 1F3", "2F0 2F1")
    state = enter(state, Move(0, at("1F0"), at("1C0")), Leave(leaver))
    assert (state.pending, state.active, state.turn) == (Acting(), 0, 1)


def test_an_open_escape_is_dropped_and_the_action_is_not_spent():
    """CO34"""
    state = begun(3, powers="on", moons=("Callisto", "Europa", "Io"))
    state = enter(state, Teleport(0, at("0P"), at("1C0")))
    assert asked(state) == [("escape", 1)]
    state = enter(state, Leave(1))
    assert (state.pending, state.active, state.turn) == (Acting(), 0, 1)
    assert "0P" in stands(state, 0)


def test_a_round_that_was_played_stands_when_somebody_else_leaves():
    """CO34"""
    moons = ("Callisto", "Ganymede", "Io")
    state = enter(begun(3, powers="on", moons=moons), Approach(0, at("0P"), 1), Inhibit(1, repel=True))
    state = enter(state, Report(DRAW), Leave(2))
    assert state.pending == Landing(at("0P"), 1, empty=True)
    assert enter(state, Land(0, at("1F1"))).active == 1


def test_a_landing_is_dropped_when_the_ship_on_the_pad_left_with_its_player():
    """CO34"""
    moons = ("Callisto", "Ganymede", "Io")
    state = position("0F0 0F1 0C0 0C1", "1F0 1F1", "2F0 2F1 0P", powers="on", moons=moons)
    state = enter(state, Approach(0, at("0P"), 1), Inhibit(1, repel=False), Leave(2))
    assert (state.pending, state.active) == (Acting(), 0)


def test_what_an_attack_did_before_its_player_left_counts():
    """CO34"""
    moons = ("Callisto", "Europa", "Io")
    state = position("0F0 0F1 1F3", "1F1 1F2", "2F0 2F1", powers="on", moons=moons)
    state = enter(state, Move(0, at("1F3"), at("1F2"), at("1C2")), Report(DRAW), Leave(0))
    assert state.pending == Over(Ending.SURVIVOR, (2,))


def test_nobody_leaves_twice():
    """CO34"""
    state = enter(begun(3), Leave(2))
    refused(state, Leave(2), "cosmic.leave.not-playing", "CO34", seat=2)
    refused(state, Leave(7), "cosmic.leave.not-playing", "CO34", seat=7)


def test_the_moon_of_somebody_who_left_before_taking_one_is_not_in_play():
    """CO19, CO34"""
    state = enter(just_begun(3, powers="off"), Settle(0, "Io"), Leave(1))
    assert asked(state) == [("moon", 2)]
    state = enter(state, Settle(2, "Europa"), *[Deploy(seat, (9 * seat, 9 * seat + 2)) for seat in (0, 2)])
    assert state.moons == ("Io", "", "Europa")
    assert {option.to for option in offered(state, "teleport")} == {*range(18, 27), None}
    code = "cosmic.teleport.moon-not-in-play"
    refused(state, Teleport(0, at("0P"), at("1F0")), code, "CO19", moon=1)


def test_the_set_up_goes_on_without_who_leaves():
    """CO34"""
    state = just_begun(3)
    state = enter(state, Leave(0))
    assert asked(state) == [("moon", 1)]
    assert happened(just_begun(3), Leave(2)) == (Left(2),)
    state = enter(state, *[Settle(seat, house().moons[seat].name) for seat in (1, 2)])
    assert asked(state) == [("empty", 1), ("empty", 2)]
    state = enter(state, Deploy(2, (at("2F0"), at("2F1"))), Deploy(1, (at("1F0"), at("1F1"))))
    assert (state.pending, state.active, state.turn) == (Acting(), 1, 1)


def test_the_first_turn_begins_when_the_last_open_fleet_leaves():
    """CO34"""
    state = just_begun(3)
    state = enter(state, *[Settle(seat, house().moons[seat].name) for seat in range(3)])
    for seat in (0, 1):
        state = enter(state, Deploy(seat, (9 * seat, 9 * seat + 2)))
    assert asked(enter(state, Leave(1))) == [("empty", 2)]
    state = enter(state, Leave(2))
    assert (state.pending, state.active, state.turn) == (Acting(), 0, 1)


def test_a_fleet_that_is_open_beside_another_is_still_placed_after_a_leave():
    """CO34"""
    state = just_begun(3)
    state = enter(state, *[Settle(seat, house().moons[seat].name) for seat in range(3)], Leave(1))
    assert asked(state) == [("empty", 0), ("empty", 2)]
    assert enter(begun(3), Leave(1), Pass(0)).active == 2
