"""Coaster Element Cards: speed, excitement, perfect and vomit speed, launches (CC5, CC9-CC15)."""

import pytest

from companion.rules.coaster_clash import commands as c
from companion.rules.coaster_clash.components import Bound, sick
from companion.rules.coaster_clash.events import Discarded, Placed
from companion.rules.coaster_clash.placing import in_force, laid, makes_sick, prospect
from companion.rules.coaster_clash.state import Laid, Toggles
from tests.rules.coaster_clash.arranged import Table, begun, box, cards_of

CARD, OTHER, THIRD = "jungle-helix", "pirate-helix", "temple-helix"


def one(speed=-2, excitement=3, **more):
    """A box in which CARD is like this; no card of the house set is as it is by accident."""
    plain = {"speed": speed, "excitement": excitement, "perfect": None, "vomit": []}
    return box({CARD: {**plain, **more}})


def flipped(components, *, speed=None, **options):
    """Ann has flipped CARD for the area of the Thunder Ridge (upper, speed 9) and the Black Flag Run (7)."""
    table = Table(components=components, **options)
    if speed is not None:
        table.enter(c.AdjustSpeed(0, "upper", speed))
    table.flip(CARD, OTHER, THIRD)
    return table


def placed(components, speed=None, place="upper", **options):
    table = flipped(components, speed=speed, **options)
    (event,) = table.enter(c.PlaceElement(0, place))
    assert isinstance(event, Placed)
    return event, table


# Speed


def test_the_cost_is_deducted_and_the_excitement_added():
    event, table = placed(one(-3, 4))
    assert (event.before, event.after, event.gained) == (9, 6, 4)
    assert table.tracks(0, "upper") == (6, 4)
    assert table.tracks(0, "lower") == (7, 0)


def test_the_example_of_speed_seven_cost_three_and_perfect_at_seven():
    event, table = placed(one(-3, 4, perfect=7), place="lower")
    assert event.perfect
    assert table.tracks(0, "lower") == (4, 6)


def test_a_speed_of_exactly_zero_is_allowed():
    assert placed(one(-3, 4), speed=3)[1].tracks(0, "upper") == (0, 4)


def test_the_speed_must_not_fall_below_zero():
    table = flipped(one(-3, 4), speed=2)
    answer = table.refusal(c.PlaceElement(0, "upper"))
    assert (answer.code, answer.section) == ("clash.place.too-slow", "Coaster Element Cards")
    assert answer.facts == {"card": CARD, "speed": 2, "cost": 3, "area": 0, "place": "upper"}
    assert answer.repairs == (c.PlaceElement(0, "lower"),)
    (ask,) = [ask for ask in table.asks() if ask.name == "place" and ask.seat == 0]
    assert ask.options == (c.PlaceElement(0, "lower"), c.DiscardElement(0))
    assert ask.refused == (c.PlaceElement(0, "upper"),)


def test_a_card_that_fits_neither_coaster_must_be_discarded():
    table = flipped(one(-9, 4), speed=2)
    found = prospect(table.state, 0)
    assert found is not None
    assert found.forced
    (ask,) = [ask for ask in table.asks() if ask.name == "place" and ask.seat == 0]
    assert ask.options == (c.DiscardElement(0),)
    assert table.refusal(c.PlaceElement(0, "lower")).section == "CC5"
    assert table.enter(c.DiscardElement(0)) == (Discarded(0, CARD, forced=True),)


def test_a_launch_adds_its_speed_and_fits_a_coaster_at_rest():
    event, table = placed(one(5, 1), speed=0)
    assert (event.before, event.after) == (0, 5)
    assert table.tracks(0, "upper") == (5, 1)


def test_a_card_without_a_cost_leaves_the_speed_as_it_is():
    assert placed(one(0, 2), speed=0)[1].tracks(0, "upper") == (0, 2)


def test_an_element_goes_to_the_right_end():
    table = Table()
    table.build(0, "upper", "pirate-s-curve", "space-s-curve")
    table.flip(CARD, OTHER, THIRD)
    table.enter(c.PlaceElement(0, "upper"))
    row = [element.card for element in table.coaster(0, "upper").row]
    assert row == ["pirate-s-curve", "space-s-curve", CARD]


# Perfect and vomit speed


@pytest.mark.parametrize(("perfect", "gained"), [(9, 5), (8, 3), (7, 3), (None, 3)])
def test_the_perfect_speed_is_the_speed_before_the_element_and_brings_two(perfect, gained):
    event, _ = placed(one(-2, 3, perfect=perfect))
    assert (event.gained, event.perfect) == (gained, gained == 5)


def test_a_perfect_speed_of_zero_is_a_perfect_speed():
    event, _ = placed(one(4, 1, perfect=0), speed=0)
    assert (event.perfect, event.gained) == (True, 3)


@pytest.mark.parametrize(
    ("vomit", "speed", "sick"),
    [
        ([("gt", 7)], 8, True),
        ([("gt", 7)], 7, False),
        ([("gt", 7)], 2, False),
        ([("lt", 4)], 3, True),
        ([("lt", 4)], 4, False),
        ([("lt", 4), ("gt", 7)], 5, False),
        ([("lt", 4), ("gt", 7)], 9, True),
        ([], 99, False),
    ],
)
def test_guests_are_sick_beyond_the_printed_speed_in_the_printed_direction(vomit, speed, sick):
    bounds = tuple(Bound(op, value) for op, value in vomit)
    assert makes_sick(Toggles(), bounds, speed) == sick


def test_the_table_may_read_vomit_as_any_other_speed_than_the_one_shown():
    other = Toggles(vomit="other-than-shown")
    assert [makes_sick(other, (Bound("gt", 7),), speed) for speed in (6, 7, 8)] == [True, False, True]
    assert not makes_sick(other, (), 5)
    event, _ = placed(one(-2, 3, vomit=[{"op": "gt", "value": 12}]), vomit="other-than-shown")
    assert (event.vomit, event.gained) == (True, 1)


def test_the_vomit_speeds_in_force_are_those_that_make_sick():
    """What a screen hatches, by either reading; nothing is slower than 0."""
    other = Toggles(vomit="other-than-shown")
    for vomit in ((), (Bound("gt", 7),), (Bound("lt", 0),), (Bound("gt", 9), Bound("lt", 3))):
        assert in_force(Toggles(), vomit) == vomit
        for speed in range(15):
            assert sick(in_force(other, vomit), speed) == any(speed != bound.value for bound in vomit)
    assert in_force(other, (Bound("lt", 0),)) == (Bound("gt", 0),)


def test_a_vomit_speed_takes_two_and_forbids_nothing():
    event, table = placed(one(-2, 3, vomit=[{"op": "gt", "value": 8}]))
    assert (event.vomit, event.gained) == (True, 1)
    assert table.tracks(0, "upper") == (7, 1)


def test_two_failed_bounds_take_two_once():
    """Above 5 and below 12 are both wrong at 9; no card should be printed so."""
    event, _ = placed(one(-2, 3, vomit=[{"op": "gt", "value": 5}, {"op": "lt", "value": 12}]))
    assert event.gained == 1


def test_perfect_and_vomit_both_apply():
    event, _ = placed(one(-2, 3, perfect=9, vomit=[{"op": "gt", "value": 8}]))
    assert (event.perfect, event.vomit, event.gained) == (True, True, 3)


def test_a_launch_has_its_perfect_and_vomit_speed_before_the_launch():
    event, _ = placed(one(5, 1, perfect=2, vomit=[{"op": "lt", "value": 3}]), speed=2)
    assert (event.perfect, event.vomit, event.gained) == (True, True, 1)


# The ends of the tracks


def sickening(**options):
    return placed(one(-1, 1, vomit=[{"op": "gt", "value": 3}]), **options)


def test_excitement_stops_at_zero_after_the_card_is_netted():
    event, table = sickening()
    assert (event.printed, event.gained) == (1, 0)
    assert table.tracks(0, "upper") == (8, 0)


def test_only_what_is_missing_to_zero_is_forgiven():
    table = flipped(one(-1, 0, vomit=[{"op": "gt", "value": 3}]))
    coaster = table.coaster(0, "upper")
    done = laid(table.state.components, table.state.toggles, CARD, coaster.speed, 1)
    assert done.gained == -1


def test_the_table_may_let_excitement_fall_below_zero():
    event, table = sickening(floor="none")
    assert event.gained == -1
    assert table.tracks(0, "upper") == (8, -1)


def test_tracks_have_no_upper_end_unless_the_printed_maximum_is_entered():
    _, table = placed(one(9, 30))
    assert table.tracks(0, "upper") == (18, 30)
    _, table = placed(one(9, 30) | {"speed_maximum": 15, "excitement_maximum": 20})
    assert table.tracks(0, "upper") == (15, 30)


def test_a_coaster_already_beyond_the_maximum_is_not_slowed_by_a_launch():
    found = laid(Table(components=one(9, 1) | {"speed_maximum": 5}).state.components, Toggles(), CARD, 7, 0)
    assert found.after == 7


# What it would do


def test_what_a_placement_would_do_is_shown_for_both_coasters_and_is_what_it_does():
    components = one(-2, 3, perfect=9, vomit=[{"op": "lt", "value": 8}])
    table = flipped(components)
    found = prospect(table.state, 0)
    assert found is not None
    assert (found.card, found.area, found.forced) == (CARD, 0, False)
    assert found.upper == Laid(CARD, before=9, after=7, printed=3, gained=5, perfect=True)
    assert found.lower == Laid(CARD, before=7, after=5, printed=3, gained=1, vomit=True)
    table.enter(c.PlaceElement(0, "lower"))
    assert table.coaster(0, "lower").row == (found.lower,)
    assert prospect(table.state, 0) is None


def test_what_another_card_would_do_can_be_asked_before_it_is_named():
    table = Table(components=one(-2, 3))
    assert prospect(table.state, 0, CARD) is None
    table.flip()
    found = prospect(table.state, 0, CARD)
    assert found is not None
    assert found.lower == Laid(CARD, before=7, after=5, printed=3, gained=3)
    assert prospect(table.state, 0) is None


def test_a_place_without_a_coaster_takes_nothing():
    """Both neighbours laid their layouts in all areas but those of a seat that left before."""
    table = Table.__new__(Table)
    table.state = begun(4)
    table.enter(c.Leave(0), c.AllAssigned())
    while table.options(name="layout"):
        table.enter(table.options(name="layout")[0])
    assert table.state.areas[0].upper is None
    table.to_round(2)
    table.flip(*cards_of("jungle", 3))
    answer = table.refusal(c.PlaceElement(1, "upper"))
    assert (answer.code, answer.section) == ("clash.place.no-coaster", "CC38")
    assert answer.facts == {"area": 0, "place": "upper"}
    (ask,) = [ask for ask in table.asks() if ask.name == "place" and ask.seat == 1]
    assert c.PlaceElement(1, "upper") not in (*ask.options, *ask.refused)
