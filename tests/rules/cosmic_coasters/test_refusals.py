"""What every refusal has in common: the rule it cites, and the repairs it offers."""

import pytest

from companion.rules.cosmic_coasters.commands import (
    Approach,
    Deploy,
    Escape,
    Inhibit,
    Land,
    Leave,
    Move,
    Pass,
    Report,
    Retreat,
    Roll,
    Settle,
    Teleport,
    Throw,
)
from companion.rules.cosmic_coasters.components import SPACES
from companion.rules.cosmic_coasters.state import Sign
from companion.rules.hidden import Hidden
from tests.rules.cosmic_coasters.moons import LOSE, WIN, at, begun, enter, fleet, offered, position, refused
from tests.rules.cosmic_coasters.test_setup import just_begun, settled

MOONS = ("Callisto", "Ganymede", "Europa")
HOME = "0F0 0F1 0C0 0C1 0P"


def approached(**options):
    """Ann, who has Callisto, wants to Ganymede."""
    return enter(begun(3, powers="on", moons=MOONS, **options), Approach(0, at("0P"), 1))


def attacked(**options):
    state = position("0F0 0F1 0C2 1F0", "1C0 1F2 1F3", "2F0 2F1", powers="on", moons=MOONS, **options)
    return enter(state, Move(0, at("1F0"), at("1C0")))


def challenged(**options):
    return enter(approached(**options), Inhibit(1, repel=True))


def landing():
    return enter(approached(), Inhibit(1, repel=False))


def warned():
    return enter(begun(3, powers="on", moons=MOONS), Teleport(0, at("0P"), at("2C0")))


def retreating():
    state = position("0F0 0F1 0C2 1F0", "1F1 1F2 1F3", "2F0 2F1", powers="on", moons=MOONS)
    return enter(state, Move(0, at("1F0"), at("1F1"), at("1C0")), Report(LOSE))


AWAITED = {
    "settling": (just_begun, "CO31"),
    "deploying": (settled, "Setup"),
    "acting": (begun, "Turn Options"),
    "attack": (attacked, "Movement and Combat"),
    "inhibition": (approached, "CO20"),
    "challenge": (challenged, "CO20"),
    "landing": (landing, "CO20"),
    "alarm": (warned, "CO24"),
    "retreating": (retreating, "CO23"),
}


@pytest.mark.parametrize("awaited", list(AWAITED))
def test_what_is_out_of_place_is_refused_by_the_rule_that_says_what_is_awaited(awaited):
    reached, section = AWAITED[awaited]
    entry = Pass(0) if awaited != "acting" else Escape(0, None)
    refused(reached(), entry, "cosmic.action.not-now", section, awaited=awaited)


@pytest.mark.parametrize(
    ("reached", "entry", "section", "awaited"),
    [
        (just_begun, Settle(1, "Io"), "CO31", 0),
        (begun, Pass(1), "Turn Options", 0),
        (approached, Inhibit(0, repel=True), "CO20", 1),
        (landing, Land(1, at("1F1")), "CO20", 0),
        (warned, Escape(0, None), "CO24", 2),
        (retreating, Retreat(1, at("1F0")), "CO23", 0),
        (lambda: attacked(combat="dice"), Roll(1, 3), "Movement and Combat", 0),
        (lambda: challenged(combat="dice"), Roll(1, 3), "CO21", 0),
    ],
)
def test_who_is_not_awaited_is_refused_by_the_rule_that_says_who_is(reached, entry, section, awaited):
    refused(reached(), entry, "cosmic.turn.not-yours", section, awaited=awaited)


def test_a_round_against_the_inhibitor_is_not_refused_as_a_fight():
    """CO20, CO21"""
    rock = {seat: Throw(seat, Hidden((seat,), Sign.ROCK)) for seat in range(3)}
    hands = enter(challenged(combat="hands"), rock[0])
    refused(hands, rock[0], "cosmic.round.hand-is-in", "CO20", seat=0)
    refused(hands, rock[2], "cosmic.round.not-in-it", "CO20", seat=2)
    refused(challenged(combat="dice"), Roll(0, 7), "cosmic.round.no-such-die", "CO21", pips=7)


# Repairs


def test_repairs_are_the_nearest_commands_of_the_same_kind():
    violation = refused(begun(2), Move(0, at("0P"), at("0F0")), "cosmic.move.own-ship", "CO10")
    assert violation.repairs[:2] == (Move(0, at("0P"), at("0F1")), Move(0, at("0P"), at("0F3")))


def test_what_happens_on_the_same_moon_is_nearer_than_what_happens_elsewhere():
    state = position("0F0 0F1 1F0", "1C1 1F3")
    move = Move(0, at("1F2"), at("1P"))
    violation = refused(state, move, "cosmic.move.not-your-ship", "Movement and Combat")
    assert violation.repairs == (
        Move(0, at("1F0"), at("1P")),
        Move(0, at("1F0"), at("1C0")),
        Move(0, at("1F0"), at("1C3")),
    )


def test_a_needless_declaration_is_repaired_by_landings_on_the_moon_that_was_named():
    """CO6, CO20: never by one that destroys an own ship there"""
    state = position(f"{HOME} 2P 2F0", fleet(1), "2F1 2F2", powers="on", moons=MOONS)
    violation = refused(state, Approach(0, at("0P"), 2), "cosmic.teleport.not-inhibited", "CO20", moon=2)
    assert violation.repairs == tuple(Teleport(0, at("0P"), at(to)) for to in ("2C0", "2F1", "2C1"))


def test_no_repair_lands_on_an_own_ship():
    """CO6"""
    state = position(f"{HOME} 1F0 1C0", "1F1 1F2")
    same_moon = refused(state, Teleport(0, at("0P"), at("0F2")), "cosmic.teleport.same-moon", "CO4")
    assert same_moon.repairs == tuple(Teleport(0, at("0P"), at(to)) for to in ("1F1", "1C1", "1F2"))
    state = position(f"{HOME} 1F0 1C0", "1F1 1F2", powers="on", moons=MOONS)
    state = enter(state, Approach(0, at("0P"), 1), Inhibit(1, repel=True), Report(WIN))
    other_moon = refused(state, Land(0, at("0F2")), "cosmic.land.other-moon", "CO20")
    assert other_moon.repairs == tuple(Land(0, at(to)) for to in ("1F1", "1C1", "1F2"))


def test_no_repair_sends_an_own_ship_into_nothingness():
    """CO5"""
    state = position(HOME, "1F0 1F1", powers="on", moons=MOONS)
    assert Teleport(0, at("0P"), None) in offered(state, "teleport")
    same_moon = refused(state, Teleport(0, at("0P"), at("0F2")), "cosmic.teleport.same-moon", "CO4")
    assert same_moon.repairs == ()
    forced = position("0F0 0C0 0C3 0F3 0F1 0C1 0P", "1F0 1F1", powers="on", moons=MOONS, passing="forced")
    must_act = refused(forced, Pass(0), "cosmic.pass.must-act", "CO14", actions=len(acts(forced)))
    assert must_act.repairs == offered(forced, "move")[-3:]


def acts(state):
    return [option for kind in ("teleport", "build", "move") for option in offered(state, kind)]


def test_an_opponents_ship_may_be_sent_into_nothingness_as_a_repair():
    """CO5"""
    state = position("0F0 0F1 0C0 0C1", "1F0 1F1 0P", powers="on", moons=MOONS)
    same_moon = refused(state, Teleport(0, at("0P"), at("0F2")), "cosmic.teleport.same-moon", "CO4")
    assert same_moon.repairs == (Teleport(0, at("0P"), None),)


def test_no_repair_lets_a_warned_ship_be_destroyed():
    """CO24"""
    state = warned()
    elsewhere = refused(state, Escape(2, at("2F3")), "cosmic.escape.not-adjacent", "CO24")
    assert elsewhere.repairs == (Escape(2, at("2F1")),)
    assert Escape(2, None) in offered(state, "escape", 2)


def test_repairs_of_a_set_up_are_on_the_own_moon():
    """CO9"""
    violation = refused(settled(), Deploy(1, (0, 2)), "cosmic.deploy.not-two-factories", "Setup")
    assert len(violation.repairs) == 3
    assert {space // SPACES for repair in violation.repairs for space in repair.empty} == {1}


def test_who_left_is_offered_nothing():
    """CO34"""
    violation = refused(enter(begun(3), Leave(1)), Pass(1), "cosmic.turn.not-yours", "Turn Options", seat=1)
    assert violation.repairs == ()
