"""What a rehearsal's player holds a park, a hill and an expert to be worth."""

import pytest
from msgspec.structs import replace

from companion.rehearsal.coaster_park.valuing import (
    Appraiser,
    Park,
    demolished,
    inserted,
    moved,
    seen_runs,
    time_left,
)
from companion.rules import game
from companion.rules.coaster_park.components import house, index
from companion.rules.coaster_park.state import State
from companion.rules.contract import Setup

EXPERT = {expert: card for card, expert in index(house()).expert.items()}


@pytest.fixture
def state() -> State:
    rules = game("coaster_park")
    (started, *_) = rules.start(Setup("coaster_park", ("A", "B", "C")))
    return rules.evolve(None, started)


@pytest.fixture
def by(state) -> Appraiser:
    return Appraiser(state, 0, ())


def test_a_hill_on_a_coaster_is_worth_more_than_the_same_hill_without_one(by):
    with_launch = Park(20, coasters=(("comet-drop",),))
    assert by.gain(with_launch, "skyline") > by.gain(Park(20), "skyline") > 0


def test_more_flags_are_worth_more(by):
    park = Park(20, coasters=(("comet-drop", "ripple"),))
    assert by.gain(park, "skyline") > by.gain(park, "camelback") > by.gain(park, "ripple")


def test_a_loop_is_worth_more_the_more_it_doubles(by):
    short, long = ("comet-drop",), ("comet-drop", "skyline", "whaleback")
    assert by.gain(Park(20, coasters=(long,)), "loop") > by.gain(Park(20, coasters=(short,)), "loop")


def test_a_jump_is_worth_more_behind_more_hills_and_a_plateau_before_them(by):
    jump_first = by.worth(Park(0, coasters=(("comet-drop", "jump", "ripple", "swan-neck"),)))
    jump_last = by.worth(Park(0, coasters=(("comet-drop", "ripple", "swan-neck", "jump"),)))
    assert jump_last > jump_first
    plateau_first = by.worth(Park(0, coasters=(("comet-drop", "plateau", "ripple", "swan-neck"),)))
    plateau_last = by.worth(Park(0, coasters=(("comet-drop", "ripple", "swan-neck", "plateau"),)))
    assert plateau_first > plateau_last


def test_bonus_cards_make_their_own_hills_dearer(state):
    park = Park(10, coasters=(("meadow-drop", "ripple"),))
    plain, blue = Appraiser(state, 0, ()), Appraiser(state, 0, ("blue-steel",))
    assert blue.gain(park, "whaleback") > plain.gain(park, "whaleback")
    assert blue.gain(park, "skyline") == pytest.approx(plain.gain(park, "skyline"))


def test_what_stopped_every_marble_is_hardly_worth_anything_and_better_torn_down_early(state):
    coaster = ("comet-drop", "ripple", "whaleback")
    runs = seen_runs([(coaster, 2), (coaster, 2), (coaster, 2)])
    hopeful, warned = Appraiser(state, 0, ()), Appraiser(state, 0, (), runs)
    park = Park(10, coasters=(coaster,))
    assert warned.worth(park) < hopeful.worth(park)
    assert warned.worth(demolished(park, 0)) > warned.worth(park)
    assert hopeful.worth(demolished(park, 0)) < hopeful.worth(park)


def test_runs_tell_of_each_hill_they_reached():
    coaster = ("comet-drop", "ripple", "whaleback")
    runs = seen_runs([(coaster, 3), (coaster, 1)])
    assert runs[coaster[:1]] == (2, 0)
    assert runs[coaster[:2]] == (1, 1)
    assert runs[coaster] == (1, 0)


def test_a_second_expert_of_a_kind_is_worth_less_than_the_first(by):
    one = by.experts((EXPERT["attorney"],))
    assert one < by.experts((EXPERT["attorney"], "launch-08", "standard-23")) < 3 * one


def test_experts_and_money_are_worth_less_when_the_end_is_near(state):
    late = Appraiser(replace(state, ending="seventh-hill", last=(1,)), 0, ())
    early = Appraiser(state, 0, ())
    assert late.expert("financier") < early.expert("financier")
    assert late.dollar < early.dollar


def test_time_runs_out_with_the_standard_deck_and_with_the_hills_that_stand(state):
    half = replace(state, standard=state.standard[:10])
    players = (replace(state.players[0], coasters=(("comet-drop", "ripple", "loop"),)), *state.players[1:])
    assert time_left(half, 0) < time_left(state, 0)
    assert time_left(replace(state, players=players), 1) < time_left(state, 1)


def test_what_experts_do_to_a_park():
    park = Park(0, coasters=(("comet-drop", "ripple", "loop"), ("falcon-drop",)), warehouse=("jump",))
    assert moved(park, 0, 1).coasters == (("comet-drop", "ripple"), ("falcon-drop", "loop"))
    assert demolished(park, 1).coasters == (("comet-drop", "ripple", "loop"),)
    put = inserted(park, "jump", 0, 2, stored=True)
    assert put.coasters[0] == ("comet-drop", "ripple", "jump", "loop")
    assert put.warehouse == ()


def test_a_full_warehouse_takes_another_hill_only_for_one_of_its_own(by):
    full = Park(0, warehouse=("ripple",))
    assert [park.warehouse for park in by.placements(full, "skyline")] == [("skyline",)]
    manned = Park(0, warehouse=("ripple",), experts=(EXPERT["manager"],))
    assert [park.warehouse for park in by.placements(manned, "skyline")] == [("ripple", "skyline")]
