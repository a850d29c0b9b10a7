from msgspec.structs import replace

from companion.rules.cosmic_coasters.commands import Adjust, Leave, Move, Settle
from companion.rules.cosmic_coasters.state import Adjustment, Reason, spare
from tests.rules.cosmic_coasters.moons import at, begun, enter, offered, position, refused, stands
from tests.rules.cosmic_coasters.test_setup import just_begun

MISPLACED = Reason.MISPLACED


def adjusted(ship, origin, to, reason=MISPLACED):
    return Adjust(ship, at(origin) if origin else None, at(to) if to else None, reason)


def test_the_host_moves_adds_and_takes_away_ships_without_using_up_the_turn():
    state = position("0F0 0F1 0C0", "1F0 1F1 1C0")
    state = enter(state, adjusted(1, "1C0", "0P"), adjusted(0, None, "1P"), adjusted(1, "0P", None))
    assert stands(state, 0) == {"0F0", "0F1", "0C0", "1P"}
    assert stands(state, 1) == {"1F0", "1F1"}
    assert (spare(state, 1), state.active, state.turn) == (5, 0, 1)


def test_every_adjustment_is_kept_with_its_reason_and_turn():
    state = enter(begun(2), adjusted(0, "0P", "0F1", Reason.TABLE_RULING))
    assert state.adjustments == (Adjustment(0, at("0P"), at("0F1"), Reason.TABLE_RULING, 1),)


def test_a_ship_that_is_adjusted_must_stand_where_it_is_said_to():
    refused(begun(2), adjusted(0, "1P", "0F1"), "cosmic.adjust.no-such-ship", "Setup", seat=0)


def test_a_ship_is_put_on_an_empty_space_only():
    """CO1"""
    refused(begun(2), adjusted(0, "0P", "1P"), "cosmic.adjust.occupied", "CO1", space=at("1P"))


def test_an_adjustment_changes_something():
    for origin, to in ((None, None), ("0P", "0P")):
        refused(begun(2), adjusted(0, origin, to), "cosmic.adjust.nothing", "Setup")


def test_nobody_gets_an_eighth_ship():
    refused(begun(2), adjusted(0, None, "0F1"), "cosmic.adjust.no-spare-parts", "Setup", fleet=7)
    six = enter(begun(2), adjusted(0, "0P", None))
    assert spare(enter(six, adjusted(0, None, "0F1")), 0) == 0


def test_an_adjustment_strands_no_fleet():
    """CO15"""
    state = position("0F0 0F1 0C0", "1F0 1F1")
    code = "cosmic.adjust.strands-fleet"
    refused(state, adjusted(1, "1F0", None), code, "CO15", home=2, left=1, needed=2)
    refused(state, adjusted(1, "1F0", "0P"), code, "CO15", home=2, left=1, needed=2)
    assert enter(state, adjusted(1, "1F0", "1P")).survivors == (0, 1)


def test_ships_of_those_who_are_out_are_not_adjusted():
    """CO18"""
    state = enter(begun(3), Leave(2))
    refused(state, adjusted(2, None, "2F0"), "cosmic.adjust.not-playing", "CO18", seat=2)


def test_moons_out_of_play_and_spaces_of_no_moon_hold_no_ship():
    """CO19"""
    state = begun(3)
    state = replace(enter(state, Leave(2)), moons=(*state.moons[:2], ""))
    refused(state, adjusted(0, "0P", "2F0"), "cosmic.adjust.moon-not-in-play", "CO19", space=at("2F0"))
    refused(state, adjusted(0, "0P", "3F0"), "cosmic.space.unknown", "Symbols", space=at("3F0"))


def test_ships_are_adjusted_between_actions_only():
    state = enter(just_begun(2), Settle(0, "Io"))
    refused(state, adjusted(0, "0P", "0F1"), "cosmic.action.not-now", "CO31")
    fighting = enter(position("0F0 0F1 1F0", "1C0 1F2 1F3"), Move(0, at("1F0"), at("1C0")))
    refused(fighting, adjusted(0, "0F0", "0P"), "cosmic.action.not-now", "Movement and Combat")
    assert offered(fighting, "adjust", None) == ()
