import pytest
from hypothesis import given
from hypothesis.strategies import integers, sampled_from, sets
from msgspec.structs import replace

from companion.rules.contract import HOST, TABLE, Viewer
from companion.rules.cosmic_coasters.commands import (
    Approach,
    Build,
    Draw,
    Escape,
    Inhibit,
    Land,
    Move,
    Pass,
    Report,
    Retreat,
    Teleport,
)
from companion.rules.cosmic_coasters.rules import RULES
from companion.rules.cosmic_coasters.state import Ending, Over, Verdict
from tests.rules.cosmic_coasters.moons import asked, at, begun, enter, fleet, offered, position, refused


def test_a_turn_at_the_start_has_seventeen_actions():
    """CO14: six moves to the two empty factories, ten teleports of the ship on the pad, and the pass"""
    state = begun(2)
    assert asked(state) == [("teleport", 0), ("move", 0), ("pass", 0)]
    assert len(offered(state, "move")) == 6
    assert len(offered(state, "teleport")) == 10
    assert len(offered(state, "pass")) == 1


def test_a_turn_is_one_teleport_or_one_build_or_one_move():
    state = position("0F0 0C0 0C1 0C2 0P 0F3", fleet(1))
    assert asked(state) == [("teleport", 0), ("build", 0), ("move", 0), ("pass", 0)]
    for action in (
        Teleport(0, at("0P"), at("1F1")),
        Build(0, at("0F1")),
        Move(0, at("0F0"), at("0C3")),
    ):
        assert enter(state, action).active == 1


def test_a_turn_may_be_passed():
    """CO14"""
    assert enter(begun(2), Pass(0)).active == 1


def test_the_table_may_refuse_passes():
    """CO14"""
    state = begun(2, passing="forced")
    assert asked(state) == [("teleport", 0), ("move", 0)]
    violation = refused(state, Pass(0), "cosmic.pass.must-act", "CO14", actions=16)
    assert violation.repairs


@given(places=sets(sampled_from(range(18)), min_size=7, max_size=7), held=integers(0, 7))
def test_nobody_is_ever_without_a_move(places, held):
    """CO14: seven ships do not fill a moon, so a pass is never forced"""
    ships = [None] * 18
    for number, space in enumerate(sorted(places)):
        ships[space] = 0 if number >= held else 1
    for seat in (0, 1):
        state = replace(begun(2, passing="forced"), ships=tuple(ships), active=seat)
        assert bool(offered(state, "move", seat)) == (seat in ships)


def test_a_seat_acts_only_on_its_own_turn():
    state = begun(2)
    for command in (Move(1, at("1F0"), at("1C0")), Pass(1), Build(1, at("1F1")), Teleport(1, at("1P"), None)):
        violation = refused(state, command, "cosmic.turn.not-yours", "Turn Options", seat=1, awaited=0)
        assert violation.repairs == ()


def test_answers_are_refused_while_nothing_waits_for_them():
    state = begun(2)
    for command in (Inhibit(1, repel=True), Land(0, 9), Escape(1, None), Retreat(0, 1), Report(Verdict.WIN)):
        refused(state, command, "cosmic.action.not-now", "Turn Options", awaited="acting")


def test_no_other_action_is_made_while_a_round_is_open():
    state = enter(position("0F0 1F1 0C0", "1F0 1C0 1C3"), Move(0, at("1F1"), at("1C0")))
    refused(state, Move(0, at("0F0"), at("0P")), "cosmic.action.not-now", "Movement and Combat")


def test_spaces_that_no_moon_has_are_refused():
    state = begun(2)
    for command in (
        Move(0, 99, 0),
        Move(0, at("0P"), -1),
        Move(0, at("0P"), at("0F1"), 18),
        Teleport(0, at("0P"), 18),
    ):
        refused(state, command, "cosmic.space.unknown", "Symbols", last=17)


def test_the_first_of_all_spaces_is_landed_on_and_escaped_into_like_any_other():
    fleets = ("0F1 0F2 0C0", "1F0 1F1 1C0 1C1 1P")
    guarded = position(*fleets, active=1, powers="on", moons=("Ganymede", "Io"))
    guarded = enter(guarded, Approach(1, at("1P"), 0), Inhibit(0, repel=False), Land(1, at("0F0")))
    assert guarded.ships[0] == 1
    warned = position(*fleets, active=1, powers="on", moons=("Europa", "Io"))
    warned = enter(warned, Teleport(1, at("1P"), at("0C0")), Escape(0, at("0F0")))
    assert warned.ships[:2] == (0, 1)


def test_every_seat_is_asked_its_own_part_only():
    state = enter(begun(2, combat="hands"), Pass(0), Pass(1))
    assert {ask.seat for ask in RULES.asks(state, Viewer(0))} == {0}
    assert RULES.asks(state, Viewer(1)) == ()
    assert len(RULES.asks(state, HOST)) > len(RULES.asks(state, TABLE))


@pytest.mark.parametrize("command", [Pass(0), Move(0, 0, 1), Draw(), Land(1, 3)])
def test_nothing_is_entered_after_the_end(command):
    state = enter(begun(2), Draw())
    assert state.pending == Over(Ending.DRAW, (0, 1))
    assert RULES.asks(state, HOST) == ()
    violation = refused(state, command, "cosmic.game.over", "Goal", ending="agreed-draw")
    assert violation.repairs == ()


def test_builds_that_lack_only_spare_parts_are_shown_as_refused():
    state = begun(2)
    shown = [command for ask in RULES.asks(state, TABLE) for command in getattr(ask, "refused", ())]
    assert shown == [Build(0, at("0F1")), Build(0, at("0F3"))]
    for command in shown:
        refused(state, command, "cosmic.build.no-spare-parts", "CO13", spare=0)
    ready = position("0F0 0F2 0C0 0C1", fleet(1))
    assert offered(ready, "build") == (Build(0, at("0F1")),)
    assert all(ask.refused == () for ask in RULES.asks(ready, TABLE))
