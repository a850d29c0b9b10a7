import pytest

from companion.rules.cosmic_coasters.commands import (
    Approach,
    Escape,
    Inhibit,
    Land,
    Move,
    Pass,
    Report,
    Retreat,
    Roll,
    Teleport,
    Throw,
)
from companion.rules.cosmic_coasters.state import Ending, Landing, Over, Sign, spare
from companion.rules.hidden import Hidden
from tests.rules.cosmic_coasters.moons import (
    DRAW,
    LOSE,
    WIN,
    asked,
    at,
    begun,
    enter,
    fleet,
    offered,
    position,
    refused,
    stands,
)

HOME = "0F0 0F1 0C0 0C1 0P"


def powered(*fleets, moons, **options):
    return position(*fleets, moons=moons, powers="on", **options)


# Teleport Inhibitor


def approached(ann=HOME, **options):
    """Ann has declared that the ship on her pad goes to Ganymede, Benedikt's home."""
    state = powered(ann, fleet(1), moons=("Callisto", "Ganymede"), **options)
    return enter(state, Approach(0, at("0P"), 1))


def test_pad_and_moon_are_declared_where_the_inhibitor_may_answer():
    """CO20"""
    state = powered(HOME, fleet(1), moons=("Callisto", "Ganymede"))
    assert offered(state, "teleport") == (Approach(0, at("0P"), 1), Teleport(0, at("0P"), None))
    violation = refused(state, Teleport(0, at("0P"), at("1F1")), "cosmic.teleport.inhibited", "CO20", moon=1)
    assert violation.repairs == (Approach(0, at("0P"), 1),)
    assert asked(enter(state, Approach(0, at("0P"), 1))) == [("inhibit", 1)]


def test_the_owner_of_the_inhibitor_may_waive_it():
    """CO20"""
    state = enter(approached(), Inhibit(1, repel=False))
    assert state.pending == Landing(at("0P"), 1)
    assert [land.to for land in offered(state, "land")] == list(range(9, 18))
    state = enter(state, Land(0, at("1C0")))
    assert stands(state, 0) == {"0F0", "0F1", "0C0", "0C1", "1C0"}
    assert state.active == 1


def test_only_the_owner_answers():
    """CO20"""
    refused(approached(), Inhibit(0, repel=False), "cosmic.turn.not-yours", "CO20", awaited=1)


def test_a_won_round_opens_every_space():
    """CO20"""
    state = enter(approached(), Inhibit(1, repel=True))
    assert asked(state) == [("result", None)]
    assert len(offered(enter(state, Report(WIN)), "land")) == 9


def test_a_lost_round_spends_the_action_and_the_ship_stays():
    """CO20"""
    state = enter(approached(), Inhibit(1, repel=True), Report(LOSE))
    assert stands(state, 0) == set(HOME.split())
    assert state.active == 1


def test_after_a_tie_only_an_empty_space_is_left():
    """CO20"""
    state = enter(approached(), Inhibit(1, repel=True), Report(DRAW))
    assert [land.to for land in offered(state, "land")] == [at("1F1"), at("1F3")]
    refused(state, Land(0, at("1C0")), "cosmic.land.occupied", "CO20", space=at("1C0"))


def test_a_tie_fails_where_no_space_is_empty():
    """CO20"""
    full = "0F0 0F1 0C0 0C1 0P 1F1 1F3"
    state = enter(approached(full), Inhibit(1, repel=True), Report(DRAW))
    assert stands(state, 0) == set(full.split())
    assert state.active == 1


def test_a_declared_teleport_lands_on_the_moon_that_was_named():
    """CO20"""
    state = enter(approached(), Inhibit(1, repel=False))
    refused(state, Land(0, at("0F2")), "cosmic.land.other-moon", "CO20", moon=1)
    refused(state, Land(0, 18), "cosmic.space.unknown", "Symbols")
    refused(state, Land(1, at("1F1")), "cosmic.turn.not-yours", "CO20", awaited=0)
    refused(state, Teleport(0, at("0P"), None), "cosmic.action.not-now", "CO20", awaited="landing")


def test_the_inhibitor_answers_for_its_owners_ship_on_an_opponents_pad_too():
    """CO20"""
    state = powered("0F0 0F1 0C0 0C1", f"{fleet(1)[:-3]} 0P", moons=("Callisto", "Ganymede"))
    assert offered(state, "teleport")[0] == Approach(0, at("0P"), 1)


def test_the_inhibitor_never_answers_its_owners_own_teleports():
    """CO20"""
    state = powered("0F0 0F1 0C0 0C1 1C0 1C1 1P", "1F0 1F1", moons=("Ganymede", "Callisto"))
    assert enter(state, Teleport(0, at("1P"), at("0F2"))).pending == Over(Ending.HOME, (0,))


def test_other_moons_are_reached_without_a_declaration():
    """CO20"""
    state = powered(HOME, fleet(1), fleet(2), moons=("Callisto", "Ganymede", "Io"))
    refused(state, Approach(0, at("0P"), 2), "cosmic.teleport.not-inhibited", "CO20", moon=2)
    refused(state, Approach(0, at("0P"), 0), "cosmic.teleport.same-moon", "CO4")
    refused(state, Approach(0, at("0P"), 3), "cosmic.teleport.no-such-moon", "CO19", moon=3)
    refused(state, Approach(0, at("0F0"), 1), "cosmic.teleport.not-a-pad", "Teleporting")


def test_the_inhibitor_goes_with_its_owner():
    """CO18, CO20"""
    moons = ("Callisto", "Ganymede", "Io")
    state = powered(f"{HOME} 1C0", "1F0 1F1", fleet(2), moons=moons)
    state = enter(state, Move(0, at("1C0"), at("1F0")), Report(WIN))
    assert state.powers[1] is None
    state = enter(state, Pass(2), Teleport(0, at("0P"), at("1F2")))
    assert "1F2" in stands(state, 0)


@pytest.mark.parametrize(("pips", "spaces"), [(1, 0), (2, 0), (3, 2), (4, 2), (5, 9), (6, 9)])
def test_with_dice_the_teleporter_rolls_against_the_inhibitor(pips, spaces):
    """CO21"""
    state = enter(approached(combat="dice"), Inhibit(1, repel=True))
    assert asked(state) == [("die", 0)]
    assert len(offered(enter(state, Roll(0, pips)), "land")) == spaces


def test_hands_against_the_inhibitor_are_secret_as_well():
    """CO20"""
    state = enter(approached(combat="hands"), Inhibit(1, repel=True))
    assert asked(state) == [("hand", 0), ("hand", 1)]
    state = enter(state, Throw(1, Hidden((1,), Sign.ROCK)), Throw(0, Hidden((0,), Sign.PAPER)))
    assert state.pending == Landing(at("0P"), 1)


# Rapid Transit


def transit(ann="0F0 0F1 0C2 1F0", benedikt="1F1 1F2 1C2", **options):
    """Ann has Callisto and a ship on Benedikt's Factory 0, two spaces from his Factory 1."""
    return powered(ann, benedikt, moons=("Callisto", "Io"), **options)


def test_rapid_transit_moves_one_or_two_spaces():
    state = transit()
    moves = {(move.to, move.via) for move in offered(state, "move") if move.origin == at("1F0")}
    assert (at("1C0"), None) in moves
    assert (at("1F3"), at("1C3")) in moves
    assert (at("1F3"), at("1P")) in moves
    state = enter(state, Move(0, at("1F0"), at("1F3"), at("1P")))
    assert "1F3" in stands(state, 0)


def test_others_move_one_space_at_a_time():
    state = position("0F0 0F1", "1F0 1F1")
    leap = Move(0, at("0F0"), at("0F3"), at("0C3"))
    refused(state, leap, "cosmic.move.one-space-only", "Special Powers", seat=0)


def test_rapid_transit_does_not_jump_over_ships_own_ones_included():
    """CO22"""
    state = transit("0F0 0C0 0F1 1F0", "1C0 1F2 1F3")
    own = Move(0, at("0F0"), at("0F1"), at("0C0"))
    refused(state, Move(0, at("1F0"), at("1F1"), at("1C0")), "cosmic.move.jump", "CO22", via=at("1C0"))
    assert own not in offered(state, "move")
    around = Move(0, at("0F1"), at("0F2"), at("0C1"))
    assert around in offered(state, "move")
    blocked = Move(0, at("0F0"), at("0F3"), at("0C0"))
    refused(state, blocked, "cosmic.move.no-such-way", "Special Powers", via=at("0C0"))


def test_rapid_transit_ends_on_another_space_than_it_began():
    """CO22"""
    leap = Move(0, at("1F0"), at("1F0"), at("1C0"))
    refused(transit(), leap, "cosmic.move.there-and-back", "CO22", space=at("1F0"))


def test_rapid_transit_goes_along_connections():
    """CO22"""
    leap = Move(0, at("1F0"), at("1F2"), at("1C0"))
    refused(transit(), leap, "cosmic.move.no-such-way", "Special Powers", to=at("1F2"))


def raided(verdict, moons=("Callisto", "Europa"), **options):
    state = powered("0F0 0F1 0C2 1F0", "1F1 1F2 1C2", moons=moons, **options)
    return enter(state, Move(0, at("1F0"), at("1F1"), at("1C0")), Report(verdict))


def test_an_attack_from_two_spaces_away_ends_the_move_when_it_is_won():
    """CO22"""
    state = raided(WIN)
    assert "1F1" in stands(state, 0)
    assert state.active == 1


@pytest.mark.parametrize("verdict", [DRAW, LOSE])
@pytest.mark.parametrize("stay", ["1F0", "1C0"])
def test_after_a_failed_attack_from_two_spaces_away_the_ship_remains_in_either(verdict, stay):
    """CO23"""
    state = raided(verdict)
    assert asked(state) == [("retreat", 0)]
    assert offered(state, "retreat") == (Retreat(0, at("1F0")), Retreat(0, at("1C0")))
    state = enter(state, Retreat(0, at(stay)))
    assert stands(state, 0) == {"0F0", "0F1", "0C2", stay}
    assert ("1F1" in stands(state, 1)) == (verdict is LOSE)
    assert state.active == 1


def test_the_table_may_count_only_a_lost_round_as_a_failed_attack():
    """CO23"""
    assert asked(raided(LOSE, failing="lose")) == [("retreat", 0)]
    drawn = raided(DRAW, failing="lose")
    assert drawn.active == 1
    assert "1F0" in stands(drawn, 0)


def test_a_ship_retreats_to_one_of_the_two_spaces_only():
    """CO23"""
    state = raided(LOSE)
    refused(state, Retreat(0, at("1P")), "cosmic.retreat.elsewhere", "CO23", origin=at("1F0"), via=at("1C0"))
    refused(state, Retreat(1, at("1F0")), "cosmic.turn.not-yours", "CO23", awaited=0)


def test_a_failed_attack_on_the_stinging_defense_leaves_nothing_to_choose():
    """CO23, CO25"""
    state = raided(LOSE, moons=("Callisto", "Io"))
    assert stands(state, 0) == {"0F0", "0F1", "0C2"}
    assert state.active == 1


def test_an_attack_from_the_next_space_leaves_nothing_to_choose():
    """CO23"""
    state = powered("0F0 0F1 1C0", "1F1 1F2 1C2", moons=("Callisto", "Europa"))
    state = enter(state, Move(0, at("1C0"), at("1F1")), Report(LOSE))
    assert state.active == 1


# Warning System


def warned(to="1C0", ann=HOME, europa="1F0 1F2 1C0 1C1 1C2 1C3 1P"):
    """Ann lets the ship on her pad land on one of Benedikt's, who has Europa."""
    state = powered(ann, europa, moons=("Callisto", "Europa"))
    return enter(state, Teleport(0, at("0P"), at(to)))


def test_a_warned_ship_may_escape_into_any_adjacent_empty_space():
    """CO24"""
    state = warned("1F0", europa="1F0 1F2 1C0 1P")
    assert asked(state) == [("escape", 1)]
    assert [escape.to for escape in offered(state, "escape", 1)] == [at("1C3"), None]
    state = enter(state, Escape(1, at("1C3")))
    assert stands(state, 1) == {"1C3", "1F2", "1C0", "1P"}
    assert state.ships[at("1F0")] == 0
    assert state.active == 1


def test_a_warned_ship_may_stay_and_be_destroyed():
    """CO24"""
    state = enter(warned(), Escape(1, None))
    assert state.ships[at("1C0")] == 0
    assert spare(state, 1) == 1


def test_a_trapped_ship_is_destroyed_without_a_question():
    """CO24"""
    state = warned("1F0", europa="1F0 1C3 1C0 1P")
    assert state.ships[at("1F0")] == 0
    assert state.active == 1


def test_a_warned_ship_escapes_only_into_an_adjacent_empty_space():
    """CO24"""
    state = warned("1C0")
    refused(state, Escape(1, at("1F3")), "cosmic.escape.not-adjacent", "CO24", ship=at("1C0"))
    refused(state, Escape(1, at("1F0")), "cosmic.escape.occupied", "CO24", space=at("1F0"))
    for nowhere in (-1, 18):
        refused(state, Escape(1, nowhere), "cosmic.space.unknown", "Symbols", space=nowhere)
    refused(state, Escape(0, at("1F1")), "cosmic.turn.not-yours", "CO24", awaited=1)


def test_the_warning_works_on_any_moon():
    """CO24"""
    state = powered("0F0 0F1 0C0 0C1 0P", "1F0 1F1 2C0", "2F1 2F2 2P", moons=("Callisto", "Europa", "Io"))
    assert asked(enter(state, Teleport(0, at("0P"), at("2C0")))) == [("escape", 1)]


def test_the_warning_works_when_an_opponent_lands_the_owners_own_ship():
    """CO24"""
    state = warned("1C0", ann="0F0 0F1 0C0 0C1", europa="1F0 1F2 1C0 1C1 0P")
    assert asked(state) == [("escape", 1)]
    state = enter(state, Escape(1, at("1F1")))
    assert stands(state, 1) == {"1F0", "1F2", "1F1", "1C1", "1C0"}


def test_the_warning_is_silent_for_the_owners_own_teleports():
    """CO24"""
    state = powered("0F0 0F1 0C0 0C1 0P 1F0", fleet(1)[4:], moons=("Europa", "Callisto"))
    assert enter(state, Teleport(0, at("0P"), at("1F0"))).active == 1


def test_the_warning_is_silent_when_its_ship_is_the_one_on_the_pad():
    """CO24"""
    state = powered("0F0 0F1 0C0 0C1", f"{fleet(1)[:-3]} 0P", moons=("Callisto", "Europa"))
    assert enter(state, Teleport(0, at("0P"), None)).active == 1


def test_the_warning_is_silent_against_attacks():
    """CO24"""
    state = powered("0F0 0F1 1F0", "1C0 1F2 1F3", moons=("Callisto", "Europa"))
    assert asked(enter(state, Move(0, at("1F0"), at("1C0")))) == [("result", None)]


def test_the_warning_is_silent_when_the_teleport_wins():
    """CO24"""
    state = powered("0F0 0F1 1C0 1C1 1P", "1F0 1F1 0C0", moons=("Callisto", "Europa"))
    assert enter(state, Teleport(0, at("1P"), at("0C0"))).pending == Over(Ending.HOME, (0,))


# Stinging Defense


def test_the_stinging_defense_destroys_an_attacker_that_loses():
    """CO25"""
    state = powered("0F0 0F1 1F0", "1C0 1F2 1F3", moons=("Callisto", "Io"))
    state = enter(state, Move(0, at("1F0"), at("1C0")), Report(LOSE))
    assert stands(state, 0) == {"0F0", "0F1"}
    assert stands(state, 1) == {"1C0", "1F2", "1F3"}


@pytest.mark.parametrize(("pips", "stung"), [(1, True), (2, True), (3, False), (4, False)])
def test_with_dice_one_and_two_are_lost_against_the_stinging_defense(pips, stung):
    """CO25"""
    state = powered("0F0 0F1 1F0", "1C0 1F2 1F3", moons=("Callisto", "Io"), combat="dice")
    state = enter(state, Move(0, at("1F0"), at("1C0")), Roll(0, pips))
    assert ("1F0" not in stands(state, 0)) == stung


def test_the_stinging_defense_works_on_any_moon_and_not_on_draws():
    """CO25"""
    state = powered("0F0 0F1 0C2", "1F0 1F1 0C0", moons=("Callisto", "Io"))
    attack = Move(0, at("0F0"), at("0C0"))
    assert stands(enter(state, attack, Report(LOSE)), 0) == {"0F1", "0C2"}
    assert stands(enter(state, attack, Report(DRAW)), 0) == {"0F0", "0F1", "0C2"}


# Together


def test_a_teleport_is_answered_by_the_round_first_and_the_escape_last():
    """CO33"""
    moons = ("Callisto", "Ganymede", "Europa")
    state = powered(HOME, "1F0 1F2 1C1", "2F0 2F1 1C0", moons=moons)
    state = enter(state, Approach(0, at("0P"), 1))
    assert asked(state) == [("inhibit", 1)]
    state = enter(state, Inhibit(1, repel=True))
    assert asked(state) == [("result", None)]
    state = enter(state, Report(WIN))
    assert asked(state) == [("land", 0)]
    state = enter(state, Land(0, at("1C0")))
    assert asked(state) == [("escape", 2)]
    state = enter(state, Escape(2, at("1F1")))
    assert (stands(state, 2), "1C0" in stands(state, 0)) == ({"2F0", "2F1", "1F1"}, True)
    assert state.active == 1


def test_without_powers_nothing_is_answered():
    """CO26"""
    for moon in (1, 2, 3):
        assert enter(begun(4), Teleport(0, at("0P"), at(f"{moon}C0"))).active == 1
