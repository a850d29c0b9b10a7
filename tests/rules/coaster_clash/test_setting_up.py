import pytest

from companion.rules.coaster_clash import commands as c
from companion.rules.coaster_clash.events import LayoutNamed, LayoutsRevealed, RoundBegan
from companion.rules.coaster_clash.rules import RULES
from companion.rules.coaster_clash.state import Naming, Redrawing, open_seats, unnamed_layouts
from companion.rules.contract import HOST, TABLE, Observe, Sensed, Setup, Viewer, Violation
from companion.rules.hidden import redact
from tests.rules.coaster_clash.arranged import LAYOUTS, NAMES, Table, begun, box, hidden


def refused(**changes):
    setup = {"game": RULES.name, "names": NAMES[:3], **changes}
    answer = RULES.start(Setup(**setup))
    assert isinstance(answer, Violation)
    return answer


def entered(state, *commands):
    told = []
    for command in commands:
        events = RULES.decide(state, command)
        assert not isinstance(events, Violation), events
        for event in events:
            state = RULES.evolve(state, event)
        told += events
    return state, told


def assign(seat, left=None, right=None):
    return c.Assign(seat, hidden(seat, left), hidden(seat, right))


@pytest.mark.parametrize("seats", [1, 2, 7])
def test_a_game_is_for_three_to_six(seats):
    answer = refused(names=("Ann",) * seats)
    assert (answer.code, answer.section) == ("clash.setup.seats", "CC1")
    assert answer.facts == {"seats": seats, "fewest": 3, "most": 6}


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_there_is_an_area_with_two_coasters_between_each_two_neighbours(seats):
    table = Table(seats)
    assert len(table.state.areas) == seats
    assert all(area.upper is not None and area.lower is not None for area in table.state.areas)


def test_the_first_seat_sits_at_the_table():
    assert refused(first=3).code == "clash.setup.first-seat"
    assert refused(first=-1).code == "clash.setup.first-seat"


def test_an_option_that_the_game_does_not_have_is_refused_by_its_ruling():
    for key, section in (("vomit", "CC12"), ("floor", "CC14"), ("crossed", "CC22")):
        answer = refused(options={key: "whatever"})
        assert (answer.code, answer.section) == ("clash.setup.option", section)
    assert refused(options={"dice": "on"}).code == "clash.setup.option"


def test_components_that_can_t_be_played_with_are_refused_by_what_is_wrong():
    values = box()
    values["elements"] = values["elements"][:79]
    answer = refused(components=values)
    assert answer.code == "clash.setup.components"
    assert "80 of them, not 79" in answer.facts["fault"]


def test_layouts_are_assigned_in_secret_and_turned_up_when_all_are_down():
    state = begun()
    state, told = entered(state, assign(0, "corsair", "oracle"), assign(1, "monsoon", "caldera"))
    assert "corsair" not in repr(redact(tuple(told), TABLE))
    assert open_seats(state) == (2,)
    for viewer in (TABLE, HOST, Viewer(1), Viewer(2)):
        assert redact(state, viewer).players[0].layouts[0].value is None
    assert redact(state, Viewer(0)).players[0].layouts[1].value == "oracle"
    state, told = entered(state, assign(2, "tumbler", "night-owl"))
    assert told[1] == LayoutsRevealed(("corsair", "monsoon", "tumbler"), ("oracle", "caldera", "night-owl"))
    assert isinstance(state.stage, Redrawing)


def test_the_upper_coaster_is_the_layout_from_the_seat_whose_left_the_area_is():
    state = begun()
    state, _ = entered(
        state,
        assign(0, "corsair", "oracle"),
        assign(1, "monsoon", "caldera"),
        assign(2, "tumbler", "night-owl"),
    )
    pairs = [(area.upper.layout, area.lower.layout) for area in state.areas]
    assert pairs == [("corsair", "caldera"), ("monsoon", "night-owl"), ("tumbler", "oracle")]


def test_the_tracks_start_at_zero_and_at_the_starting_speed():
    table = Table()
    assert table.tracks(0, "upper") == (9, 0)
    assert table.coaster(0, "upper").layout == "thunder-ridge"
    assert table.tracks(0, "lower") == (7, 0)
    assert table.coaster(0, "lower").layout == "black-flag-run"


def test_a_second_chooser_is_answered_alike_whatever_the_first_one_chose():
    one, _ = entered(begun(), assign(0, "corsair", "oracle"))
    two, _ = entered(begun(), assign(0, "monsoon", "tumbler"))
    for viewer in (TABLE, HOST, Viewer(1), Viewer(2)):
        assert redact(one, viewer) == redact(two, viewer)
        assert RULES.asks(redact(one, viewer), viewer) == RULES.asks(redact(two, viewer), viewer)
    for left in ("corsair", "monsoon", "whirligig", "nonsense"):
        judged = [RULES.decide(redact(state, Viewer(1)), assign(1, left, "oracle")) for state in (one, two)]
        assert judged[0] == judged[1]


def test_a_layout_that_two_seats_entered_is_looked_up_on_the_table():
    state, told = entered(
        begun(),
        assign(0, "corsair", "oracle"),
        assign(1, "corsair", "caldera"),
        assign(2, "tumbler", "monsoon"),
    )
    assert LayoutsRevealed(("", "", "tumbler"), ("oracle", "caldera", "monsoon")) in told
    assert isinstance(state.stage, Naming)
    assert unnamed_layouts(state) == ((0, "left"), (1, "left"))
    state, told = entered(state, c.NameLayout(0, "left", "corsair"), c.NameLayout(1, "left", "whirligig"))
    assert [type(event) for event in told[:3]] == [LayoutNamed, LayoutNamed, RoundBegan]


def test_unseen_layouts_are_observed_one_after_the_other_and_the_boxed_ones_never():
    state, _ = entered(begun(), assign(1, "corsair", "oracle"), c.AllAssigned())
    named = []
    while isinstance(state.stage, Naming):
        (ask,) = RULES.asks(state, TABLE)
        assert isinstance(ask, Observe)
        assert (ask.sensed, ask.seat, ask.subject) == (Sensed.CARD, None, ("layouts",))
        assert set(ask.readings).isdisjoint([*named, "corsair", "oracle"])
        named.append(ask.readings[-1])
        state, _ = entered(state, ask.options[-1])
    assert len(named) == 4


def test_two_layouts_are_named_or_both_are_left_unseen():
    table = _opened()
    assert table.refusal(assign(0, "corsair")).code == "clash.assign.half-seen"
    assert table.refusal(assign(0, "corsair", "corsair")).code == "clash.assign.twice"
    assert table.refusal(assign(0, "corsair", "helix")).code == "clash.layout.unknown"


def test_an_assignment_is_its_owner_s_secret_and_entered_once():
    table = _opened()
    open_for_all = c.Assign(0, hidden(1, "corsair"), hidden(0, "oracle"))
    assert table.refusal(open_for_all).code == "clash.assign.not-secret"
    table.enter(assign(0))
    assert table.refusal(assign(0)).code == "clash.assign.not-awaited"
    assert table.refusal(assign(7)).code == "clash.assign.not-awaited"


def test_a_layout_is_named_where_it_is_awaited_and_lies_once():
    table = _opened()
    table.enter(assign(0, "corsair", "oracle"), c.AllAssigned())
    assert table.refusal(c.NameLayout(2, "left", "caldera")).code == "clash.layout.not-awaited"
    assert table.refusal(c.NameLayout(1, "right", "caldra")).code == "clash.layout.unknown"
    answer = table.refusal(c.NameLayout(1, "right", "corsair"))
    assert answer.code == "clash.layout.elsewhere"
    assert answer.facts == {"layout": "corsair", "area": 0, "place": "upper"}


def test_what_belongs_to_the_set_up_is_not_entered_later():
    table = Table()
    for command in (assign(0), c.AllAssigned(), c.NameLayout(0, "left", "caldera")):
        answer = table.refusal(command)
        assert (answer.code, answer.section) == ("clash.entry.not-now", "CC30")
        assert answer.facts == {"entered": type(command).__name__, "awaited": "Redrawing"}


def test_every_layout_on_the_table_is_the_one_that_was_named():
    table = Table(6)
    laid = [
        coaster.layout
        for area in table.state.areas
        for coaster in (area.upper, area.lower)
        if coaster is not None
    ]
    assert sorted(laid) == sorted(LAYOUTS)


def _opened():
    table = Table.__new__(Table)
    table.state = begun()
    return table
