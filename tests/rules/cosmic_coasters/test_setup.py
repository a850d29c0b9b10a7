import pytest

from companion.rules.contract import TABLE, Observe, Pick, Sensed, Setup, Violation
from companion.rules.cosmic_coasters.commands import Deploy, Settle, TurnBegan
from companion.rules.cosmic_coasters.components import FLEET, Power, house
from companion.rules.cosmic_coasters.rules import RULES
from companion.rules.cosmic_coasters.state import Acting
from tests.rules.cosmic_coasters.moons import (
    NAMES,
    asked,
    at,
    begun,
    enter,
    happened,
    offered,
    refused,
    stands,
)


def just_begun(seats=2, first=0, **options):
    events = RULES.start(Setup(RULES.name, NAMES[:seats], first, options))
    assert not isinstance(events, Violation), events
    return RULES.evolve(None, events[0])


def settled(seats=2, **options):
    state = just_begun(seats, **options)
    for seat, moon in zip(range(seats), house().moons, strict=False):
        state = enter(state, Settle(seat, moon.name))
    return state


def not_set_up(names=NAMES[:2], first=0, options=None, components=None):
    violation = RULES.start(Setup(RULES.name, names, first, options or {}, components or {}))
    assert isinstance(violation, Violation)
    return violation


def test_each_player_places_seven_ships_and_leaves_two_factories_of_the_own_moon_empty():
    """CO9"""
    state = settled()
    assert [deploy.empty for deploy in offered(state, "empty", 1)] == [
        (at(f"1F{one}"), at(f"1F{two}")) for one, two in ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))
    ]
    state = enter(state, Deploy(1, (at("1F0"), at("1F1"))))
    assert stands(state, 1) == {"1F2", "1F3", "1C0", "1C1", "1C2", "1C3", "1P"}
    assert state.ships.count(1) == FLEET


def test_fleets_are_placed_in_any_order_and_the_first_turn_begins_with_the_last_one():
    """CO9"""
    state = settled(3)
    assert asked(state) == [("empty", 0), ("empty", 1), ("empty", 2)]
    deploys = [Deploy(seat, (at(f"{seat}F0"), at(f"{seat}F2"))) for seat in range(3)]
    forth, back = enter(state, *deploys), enter(state, *reversed(deploys))
    assert forth == back
    assert forth.pending == Acting()


def test_two_factories_of_another_moon_or_the_same_twice_are_no_set_up():
    state = settled()
    code = "cosmic.deploy.not-two-factories"
    for one, two in (("1F0", "1F1"), ("0F1", "0F1"), ("0F1", "0C1"), ("0F2", "0F1")):
        violation = refused(state, Deploy(0, (at(one), at(two))), code, "Setup", one=at(one), two=at(two))
        assert violation.repairs


def test_a_fleet_is_placed_once():
    state = enter(settled(), Deploy(0, (at("0F0"), at("0F1"))))
    refused(state, Deploy(0, (at("0F0"), at("0F2"))), "cosmic.deploy.not-awaited", "Setup", seat=0)


def test_the_player_named_first_begins_and_the_others_follow_clockwise():
    """CO28"""
    for first in range(4):
        state = begun(4, first=first)
        assert (state.active, state.turn) == (first, 1)
        turns = []
        for _ in range(4):
            (passing,) = offered(state, "pass", state.active)
            turns.append(state.active)
            state = enter(state, passing)
        assert turns == [(first + step) % 4 for step in range(4)]
        assert (state.active, state.turn) == (first, 5)


def test_moons_are_chosen_one_after_the_other_from_the_first_player_on():
    """CO31"""
    state = just_begun(3, first=2)
    assert asked(state) == [("moon", 2)]
    state = enter(state, Settle(2, "Io"))
    assert asked(state) == [("moon", 0)]
    assert [settle.moon for settle in offered(state, "moon", 0)] == ["Ganymede", "Callisto", "Europa"]
    state = enter(state, Settle(0, "Europa"), Settle(1, "Callisto"))
    assert state.moons == ("Europa", "Callisto", "Io")


def test_drawn_moons_are_observed_as_cards():
    """CO31"""
    (drawn,) = RULES.asks(just_begun(moons="drawn"), TABLE)
    (chosen,) = RULES.asks(just_begun(), TABLE)
    assert isinstance(chosen, Pick)
    assert isinstance(drawn, Observe)
    assert (drawn.sensed, drawn.readings) == (Sensed.CARD, ("Ganymede", "Callisto", "Europa", "Io"))
    assert drawn.options == chosen.options


def test_a_moon_is_taken_once_and_must_be_in_the_box():
    """CO31"""
    state = enter(just_begun(), Settle(0, "Io"))
    refused(state, Settle(1, "Io"), "cosmic.moon.taken", "CO31", moon="Io", owner=0)
    refused(state, Settle(1, "Titan"), "cosmic.moon.unknown", "CO31", moon="Titan")
    refused(state, Settle(0, "Europa"), "cosmic.turn.not-yours", "CO31", awaited=1)
    refused(state, Deploy(1, (at("1F0"), at("1F1"))), "cosmic.action.not-now", "CO31")


def test_each_moon_brings_its_own_power_unless_powers_are_off():
    """CO26"""
    powers = (Power.INHIBITOR, Power.TRANSIT, Power.WARNING, Power.STINGING)
    assert begun(4, powers="on").powers == powers
    assert begun(4, powers="off").powers == (None,) * 4


def test_a_game_is_for_two_to_four():
    for names in (NAMES[:1], (*NAMES, "Eun-ji")):
        violation = not_set_up(names)
        assert (violation.code, violation.section) == ("cosmic.setup.seats", "Players")
        assert violation.facts == {"seats": len(names), "fewest": 2, "most": 4}


def test_the_first_player_sits_at_the_table():
    for first in (-1, 2):
        violation = not_set_up(first=first)
        assert (violation.code, violation.section) == ("cosmic.setup.first-player", "Who Starts")
        assert violation.facts == {"first": first, "seats": 2}


@pytest.mark.parametrize(
    ("options", "section"),
    [
        ({"gravity": "on"}, "Setup"),
        ({"combat": "arm-wrestling"}, "CO12"),
        ({"combat": "dice", "passing": "never"}, "CO14"),
    ],
)
def test_an_option_that_the_game_does_not_have_is_refused(options, section):
    violation = not_set_up(options=options)
    assert (violation.code, violation.section) == ("cosmic.setup.option", section)


def changed(**board):
    components = RULES.house()
    components["board"] |= board
    return components


@pytest.mark.parametrize(
    ("components", "fault"),
    [
        ({"cards": 7}, "cards"),
        (changed(ring=["factory"] * 8), "board.ring"),
        (changed(ring=["factory", "control-point"] * 3), "board.ring"),
        (changed(ring=["factory", "pad"] * 4), "board.ring"),
        (changed(spokes="pad"), "board.spokes"),
        (RULES.house() | {"moons": RULES.house()["moons"][:3]}, "moons"),
        (RULES.house() | {"moons": [RULES.house()["moons"][0]] * 4}, "moons"),
    ],
)
def test_components_that_make_no_moons_are_refused_by_what_is_wrong(components, fault):
    violation = not_set_up(components=components)
    assert violation.code == "cosmic.setup.components"
    assert fault in str(violation.facts["fault"])


def test_a_moon_is_a_ring_of_eight_with_spokes_from_the_pad_to_the_factories():
    spaces = begun(2).chart
    assert {at("1F0"), at("1F1"), at("1F2"), at("1F3")} == set(spaces.neighbours[at("1P")])
    assert {at("1C3"), at("1C0"), at("1P")} == set(spaces.neighbours[at("1F0")])
    assert {at("1F0"), at("1F1")} == set(spaces.neighbours[at("1C0")])
    assert set(spaces.flanks[at("1F2")]) == {at("1C1"), at("1C2")}


def test_the_spokes_are_one_value_of_the_components():
    components = changed(spokes="control-point")
    events = RULES.start(Setup(RULES.name, NAMES[:2], 0, {}, components))
    assert not isinstance(events, Violation)
    spaces = RULES.evolve(None, events[0]).chart
    assert {at("0C0"), at("0C1"), at("0C2"), at("0C3")} == set(spaces.neighbours[at("0P")])
    assert {at("0C3"), at("0C0")} == set(spaces.neighbours[at("0F0")])
    assert set(spaces.flanks[at("0F0")]) == {at("0C3"), at("0C0")}


def test_the_first_event_carries_options_and_components():
    (began,) = RULES.start(Setup(RULES.name, NAMES[:3], 2, {"combat": "dice"}))
    assert (began.seats, began.first, began.options.combat) == (3, 2, "dice")
    assert began.components == house()


def test_the_last_fleet_begins_the_first_turn():
    state = enter(settled(), Deploy(1, (at("1F0"), at("1F1"))))
    assert happened(state, Deploy(0, (at("0F0"), at("0F1"))))[-1] == TurnBegan(0, 1)
