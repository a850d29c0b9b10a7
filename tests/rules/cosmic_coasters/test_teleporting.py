from companion.rules.cosmic_coasters.commands import Ended, Move, Pass, Report, Teleport, Teleported
from companion.rules.cosmic_coasters.rules import RULES
from companion.rules.cosmic_coasters.state import Ending, Over, spare
from tests.rules.cosmic_coasters.moons import (
    WIN,
    at,
    begun,
    enter,
    fleet,
    happened,
    offered,
    position,
    refused,
    stands,
)

HOME = "0F0 0F1 0C0 0C1"


def targets(state, pad, seat=0):
    return [option.to for option in offered(state, "teleport", seat) if option.pad == at(pad)]


def test_who_alone_holds_two_control_points_may_teleport_the_ship_on_the_pad():
    """CO1"""
    state = begun(2)
    assert targets(state, "0P") == [*range(9, 18), None]
    assert stands(enter(state, Teleport(0, at("0P"), at("1F1"))), 0) >= {"1F1", "0F0"}


def test_one_control_point_is_not_enough():
    """CO1"""
    state = position("0F0 0F1 0C0 0P", fleet(1))
    refused(
        state, Teleport(0, at("0P"), None), "cosmic.teleport.no-control", "CO2", held=1, needed=2, rival=0
    )


def test_a_rivals_single_control_point_does_not_break_control():
    """CO2"""
    state = position("0F0 0F1 0C0 0C1 0P", "1F0 1F1 0C2")
    assert targets(state, "0P")


def test_nobody_controls_a_pad_with_two_points_each():
    """CO2"""
    for active in (0, 1):
        state = position("0F0 0F1 0C0 0C1 0P", "1F0 1F1 0C2 0C3", active=active)
        pad = at("0P")
        code = "cosmic.teleport.no-control"
        refused(state, Teleport(active, pad, None), code, "CO2", held=2, rival=2, tolerated=1)


def test_two_rivals_with_one_point_each_do_not_break_control():
    """CO2"""
    assert targets(position("0F0 0F1 0C0 0C1 0P", "1F0 1F1 0C2", "2F0 2F1 0C3"), "0P")


def test_the_table_may_want_no_rival_at_all_around_a_controlled_pad():
    """CO2"""
    alone = position("0F0 0F1 0C0 0C1 0P", "1F0 1F1", control="none")
    beside = position("0F0 0F1 0C0 0C1 0P", "1F0 1F1 0C2", control="none")
    assert targets(alone, "0P")
    code = "cosmic.teleport.no-control"
    refused(beside, Teleport(0, at("0P"), None), code, "CO2", held=2, rival=1, tolerated=0)


def test_control_counts_on_any_moon_and_for_any_ship_on_the_pad():
    """CO3"""
    state = position(f"{HOME} 1C0 1C1", "1F0 1F1 1P 1C2")
    state = enter(state, Teleport(0, at("1P"), at("0F2")))
    assert stands(state, 1) == {"1F0", "1F1", "1C2", "0F2"}


def test_a_ship_goes_to_any_space_of_another_moon_in_play_the_pad_too():
    """CO4"""
    state = begun(3)
    assert targets(state, "0P") == [*range(9, 27), None]
    assert stands(enter(state, Teleport(0, at("0P"), at("2P"))), 0) >= {"2P"}


def test_a_ship_never_goes_to_the_moon_it_leaves():
    """CO4"""
    refused(begun(2), Teleport(0, at("0P"), at("0F1")), "cosmic.teleport.same-moon", "CO4", moon=0)


def test_nothingness_destroys_any_ship_and_gives_its_owner_a_spare_part():
    """CO5"""
    own = enter(begun(2), Teleport(0, at("0P"), None))
    assert (spare(own, 0), "0P" in stands(own, 0)) == (1, False)
    enemy = position(f"{HOME} 1C0 1C1", "1F0 1F1 1P 1C2")
    assert spare(enemy, 1) == 3
    assert spare(enter(enemy, Teleport(0, at("1P"), None)), 1) == 4


def test_an_arriving_ship_destroys_the_ship_it_lands_on():
    state = enter(begun(2), Teleport(0, at("0P"), at("1C0")))
    assert state.ships[at("1C0")] == 0
    assert (spare(state, 0), spare(state, 1)) == (0, 1)


def test_landing_on_an_own_ship_destroys_it():
    """CO6"""
    state = position(f"{HOME} 0P 1F3", fleet(1))
    state = enter(state, Teleport(0, at("0P"), at("1F3")))
    assert stands(state, 0) == {*HOME.split(), "1F3"}
    assert spare(state, 0) == 2


def test_teleporting_an_own_ship_home_from_an_opponents_pad_wins_at_once():
    """CO7"""
    state = position(f"{HOME} 1C0 1C1 1P", "1F0 1F1 1C2")
    arrival = Teleport(0, at("1P"), at("0F2"))
    assert happened(state, arrival) == (Teleported(0, at("1P"), at("0F2")), Ended(Ending.HOME, (0,)))
    outcome = RULES.outcome(enter(state, arrival))
    assert (outcome.reason, outcome.section) == ("home", "CO7")
    assert [(standing.seat, standing.rank) for standing in outcome.ranking] == [(0, 1), (1, 2)]


def test_a_ship_that_was_built_abroad_wins_as_well():
    """CO7"""
    state = position("0F0 0F1 1C0 1C1 1P", "1F0 1F2 1F3")
    state = enter(state, Teleport(0, at("1P"), at("0F2")))
    assert state.pending == Over(Ending.HOME, (0,))


def test_victory_is_checked_before_any_elimination():
    """CO7"""
    # No game comes this far with one ship at home; here the landing on it leaves one ship there as well.
    state = position("0F0 1C0 1C1 1P", "1F0 1F1 1C2")
    state = enter(state, Teleport(0, at("1P"), at("0F0")))
    assert state.pending == Over(Ending.HOME, (0,))


def test_being_sent_home_by_an_opponent_does_not_win():
    """CO7"""
    state = position(f"{HOME} 1P", "1F0 1F1 1C0 1C1", active=1)
    state = enter(state, Teleport(1, at("1P"), at("0F2")))
    assert (RULES.outcome(state), state.active) == (None, 0)


def test_an_own_pad_does_not_win():
    """CO7"""
    assert RULES.outcome(enter(begun(2), Teleport(0, at("0P"), at("1F1")))) is None


def test_sending_an_opponents_ship_to_ones_own_home_does_not_win():
    """CO7"""
    state = position(f"{HOME} 1C0 1C1", "1F0 1F1 1P 1C2")
    assert RULES.outcome(enter(state, Teleport(0, at("1P"), at("0F2")))) is None


def test_the_pad_of_an_eliminated_player_counts_as_an_opponents():
    """CO8"""
    state = position("0F0 0F1 1C0 1F3 1C2 1P", "1F0 1F1", "2F0 2F1 2C0")
    state = enter(state, Move(0, at("1C0"), at("1F0")), Report(WIN))
    assert state.survivors == (0, 2)
    state = enter(state, Pass(2), Move(0, at("1F0"), at("1C0")), Pass(2))
    state = enter(state, Teleport(0, at("1P"), at("0F3")))
    assert state.pending == Over(Ending.HOME, (0,))


def test_an_eliminated_players_moon_stays_a_destination():
    """CO8"""
    state = position("0F0 0F1 0C0 0C1 0P 1C0", "1F0 1F1", "2F0 2F1 2C0")
    state = enter(state, Move(0, at("1C0"), at("1F0")), Report(WIN), Pass(2))
    assert set(range(9, 18)) <= set(targets(state, "0P"))


def test_moons_that_nobody_has_are_no_destinations():
    """CO19"""
    refused(begun(3), Teleport(0, at("0P"), at("3F0")), "cosmic.space.unknown", "Symbols", last=26)


def test_only_a_pad_sends_ships_away():
    refused(begun(2), Teleport(0, at("0F0"), at("1F1")), "cosmic.teleport.not-a-pad", "Teleporting")
    empty = position(f"{HOME} 0C2", fleet(1))
    refused(empty, Teleport(0, at("0P"), at("1F1")), "cosmic.teleport.pad-empty", "Teleporting")


def test_a_landing_is_no_attack_and_is_answered_by_no_round():
    """CO32"""
    state = begun(2, powers="on", moons=("Callisto", "Io"))
    state = enter(state, Teleport(0, at("0P"), at("1C0")))
    assert state.ships[at("1C0")] == 0
    assert state.active == 1
