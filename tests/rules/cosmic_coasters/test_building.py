from companion.rules.cosmic_coasters.commands import Build
from companion.rules.cosmic_coasters.state import spare
from tests.rules.cosmic_coasters.moons import at, enter, fleet, offered, position, refused, stands


def test_a_ship_is_built_on_an_empty_factory_between_two_own_control_points():
    """CO13"""
    state = position("0F0 0F2 0C0 0C1", fleet(1))
    assert offered(state, "build") == (Build(0, at("0F1")),)
    state = enter(state, Build(0, at("0F1")))
    assert stands(state, 0) == {"0F0", "0F2", "0C0", "0C1", "0F1"}
    assert (spare(state, 0), state.active) == (2, 1)


def test_a_ship_is_built_on_any_moon():
    """CO13"""
    state = position("0F0 0F2 1C3 1C0", "1F1 1F2 1P")
    assert offered(state, "build") == (Build(0, at("1F0")),)
    assert "1F0" in stands(enter(state, Build(0, at("1F0"))), 0)


def test_building_takes_spare_parts():
    """CO13"""
    state = position(fleet(0), fleet(1))
    refused(state, Build(0, at("0F1")), "cosmic.build.no-spare-parts", "CO13", spare=0, in_play=7)


def test_the_last_spare_part_is_enough():
    """CO13"""
    state = enter(position("0F0 0F2 0C0 0C1 0C2 0P", fleet(1)), Build(0, at("0F1")))
    assert spare(state, 0) == 0


def test_one_control_point_beside_a_factory_is_not_enough():
    """CO13"""
    state = position("0F0 0F2 0C0", "1F0 1F1 0C1")
    refused(state, Build(0, at("0F1")), "cosmic.build.not-flanked", "CO13", held=1, needed=2)


def test_a_factory_must_be_empty():
    state = position("0F0 0F1 0C0 0C1", "1F0 1F1")
    refused(state, Build(0, at("0F1")), "cosmic.build.occupied", "Building", space=at("0F1"))


def test_ships_are_built_on_factories_only():
    state = position("0F0 0F1 0C0 0C1", "1F0 1F1")
    for space in ("0C2", "0P"):
        violation = refused(state, Build(0, at(space)), "cosmic.build.not-a-factory", "Building")
        assert violation.repairs == ()


def test_control_points_that_do_not_flank_the_factory_do_not_help():
    state = position("0F0 0F1 0C1 0C2", "1F0 1F1")
    refused(state, Build(0, at("0F3")), "cosmic.build.not-flanked", "CO13", held=1)
