import pytest
from hypothesis import given
from hypothesis.strategies import integers, sampled_from
from msgspec.structs import replace

from companion.rules.contract import HOST, Observe, Pick
from companion.rules.cosmic_coasters.commands import Eliminated, Left
from companion.rules.cosmic_coasters.components import FLEET, Power
from companion.rules.cosmic_coasters.rules import RULES
from companion.rules.cosmic_coasters.state import Acting, Exit, Options, home, spare
from tests.rules import laws
from tests.rules.cosmic_coasters.moons import begun, enter

CHOICES = [(option.key, choice) for option in RULES.options for choice in option.choices]


@given(seats=integers(2, 4), seed=integers(0, 10_000), choice=sampled_from(CHOICES))
def test_between_two_actions_every_fleet_is_whole_and_has_a_home(seats, seed, choice):
    """CO1, CO15: whoever is in the game has seven ships, in play or as spare parts, and two at home"""
    setup = laws.setup_of(RULES, seats, first=seed, options=dict([choice]))
    for moment in laws.walk(RULES, laws.begin(RULES, setup), str(seed), 150):
        state = moment.after
        for seat in range(seats):
            assert 0 <= state.ships.count(seat) <= FLEET
            assert spare(state, seat) + state.ships.count(seat) == FLEET
        if isinstance(state.pending, Acting):
            assert state.out[state.active] is None
            assert len(state.survivors) > 1
            assert all(home(state, seat) >= 2 for seat in state.survivors)


@given(seats=integers(2, 4), seed=integers(0, 10_000))
def test_a_command_destroys_at_most_one_ship_beside_eliminations(seats, seed):
    setup = laws.setup_of(RULES, seats, first=seed)
    for moment in laws.walk(RULES, laws.begin(RULES, setup), f"once {seed}", 150):
        gone = {
            seat
            for event in moment.events
            if isinstance(event, Eliminated | Left)
            for seat in (event.seats if isinstance(event, Eliminated) else (event.seat,))
        }
        before, after = moment.before.ships, moment.after.ships
        fewer = [max(0, before.count(seat) - after.count(seat)) for seat in range(seats) if seat not in gone]
        assert sum(fewer) <= 1


@given(seats=integers(2, 4), seed=integers(0, 10_000), steps=integers(0, 60))
def test_whatever_the_host_may_enter_keeps_the_fleets_whole(seats, seed, steps):
    state = laws.begin(RULES, laws.setup_of(RULES, seats))
    for moment in laws.walk(RULES, state, f"host {seed}", steps):
        state = moment.after
    for ask in RULES.asks(state, HOST):
        assert isinstance(ask, Pick | Observe)
        for command in ask.options[:: max(1, len(ask.options) // 5)]:
            after = enter(state, command)
            if isinstance(after.pending, Acting):
                assert all(home(after, seat) >= 2 for seat in after.survivors)


@pytest.mark.parametrize(
    ("broken", "complaint"),
    [
        ({"ships": (0,) * 18}, "18 ships in play"),
        ({"ships": (None,) * 17}, "17 spaces"),
        ({"ships": (5, *(None,) * 17)}, "nobody"),
        ({"moons": ("", "Io")}, "not in play"),
        ({"powers": (Power.TRANSIT, None)}, "seat 0 has the power rapid-transit"),
        ({"options": Options()}, "seat 0 has the power None"),
        ({"out": (Exit(1, 1), None)}, "7 ships in play"),
    ],
)
def test_a_broken_law_is_named(broken, complaint):
    lines = list(RULES.audit(replace(begun(2), **broken)))
    assert any(complaint in line for line in lines), lines
