"""A seat leaves in mid-game (CC38)."""

import pytest

from companion.rules.coaster_clash import commands as c
from companion.rules.coaster_clash.events import Dealt, Ended, FlipRevealed, LayoutsRevealed, Left
from companion.rules.coaster_clash.rules import RULES
from companion.rules.coaster_clash.state import Flipping, Over, Redrawing, unnamed_layouts
from tests.rules.coaster_clash.arranged import Table, begun, cards_of, commit, hidden

J, P = cards_of("jungle", 16), cards_of("pirate", 16)


def opened(seats):
    table = Table.__new__(Table)
    table.state = begun(seats)
    return table


def test_its_hand_and_its_face_down_cards_go_to_the_discards():
    table = Table(4)
    table.enter(c.AllKeep(), commit(table.state, 1, J[0]))
    assert table.enter(c.Leave(1)) == (Left(1, 3),)
    assert table.state.face_down == 3
    player = table.state.players[1]
    assert (player.left, player.hand, player.down) == (True, 0, ())


def test_a_card_that_lies_face_up_goes_to_the_face_up_discards():
    table = Table(4)
    table.flip(J[0], J[1])
    assert table.enter(c.Leave(1)) == (Left(1, 2),)
    assert table.state.discards == (J[1],)
    assert table.enter(c.Leave(2)) == (Left(2, 3),)
    assert table.state.face_down == 5


def test_the_others_go_on_without_it():
    table = Table(4)
    table.flip(*J[:4])
    table.enter(*[c.PlaceElement(seat, "upper") for seat in (0, 1, 3)])
    told = table.enter(c.Leave(2))
    assert told == (Left(2, 2), FlipRevealed(2, ("", "", "", "")))
    assert [player.up for player in table.state.players] == ["", "", None, ""]
    table.finish_round()
    assert table.state.draws[0].seat == 0
    assert {draw.seat for draw in table.state.draws} == {0, 1, 3}


@pytest.mark.parametrize("step", ["redraw", "commit", "assign"])
def test_a_step_that_waited_for_it_alone_is_over(step):
    table = opened(4) if step == "assign" else Table(4)
    for seat in (0, 1, 3):
        if step == "assign":
            table.enter(c.Assign(seat, hidden(seat), hidden(seat)))
        if step == "redraw":
            table.enter(c.Redraw(seat, hidden(seat, value=False)))
    if step == "commit":
        table.enter(c.AllKeep())
        for seat in (0, 0, 1, 1, 3, 3):
            table.enter(commit(table.state, seat, None))
    before = type(table.state.stage)
    table.enter(c.Leave(2))
    assert type(table.state.stage) is not before


def test_its_coasters_stay_and_count_for_the_neighbours_and_the_theme_bonus():
    table = Table(4)
    table.build(1, "upper", "jungle-s-curve", "jungle-long-train")
    table.enter(c.Leave(1))
    table.to_round(6)
    table.finish_round()
    outcome = RULES.outcome(table.state)
    assert outcome is not None
    chiara = next(standing for standing in outcome.ranking if standing.seat == 2)
    lines = [line for line in chiara.lines if line.group == "coaster:1:upper"]
    assert lines[0].points > 0
    assert [line.points for line in lines if line.label == "theme"] == [5]


def test_it_is_not_ranked():
    table = Table(4)
    table.enter(c.Leave(1))
    table.to_round(6)
    table.finish_round()
    outcome = RULES.outcome(table.state)
    assert outcome is not None
    gone = [standing for standing in outcome.ranking if standing.left]
    assert [(standing.seat, standing.rank, standing.total, standing.lines) for standing in gone] == [
        (1, 4, 0, ())
    ]


def test_its_areas_get_only_the_other_neighbours_card():
    table = Table(4)
    table.enter(c.Leave(1))
    table.flip(*J[:3])
    table.enter(*[c.PlaceElement(seat, "upper") for seat in (0, 2, 3)])
    assert [len(area.upper.row) for area in table.state.areas] == [1, 0, 1, 1]
    table.flip(*P[:3])
    table.enter(*[c.PlaceElement(seat, "upper") for seat in (0, 2, 3)])
    assert [len(area.upper.row) for area in table.state.areas] == [1, 1, 2, 2]


def test_layouts_that_it_has_laid_are_turned_up_and_those_it_has_not_are_missing():
    table = opened(4)
    table.enter(c.Assign(1, hidden(1, "corsair"), hidden(1, "oracle")), c.Leave(1), c.Leave(2))
    told = table.enter(c.AllAssigned())
    assert LayoutsRevealed(("", "corsair", "", ""), ("", "oracle", "", "")) in told
    areas = table.state.areas
    assert [area.upper is not None for area in areas] == [True, True, False, True]
    assert [area.lower is not None for area in areas] == [True, False, True, True]
    assert unnamed_layouts(table.state) == ((0, "left"), (3, "right"), (3, "left"), (0, "right"))


def test_with_fewer_than_two_left_the_game_ends_and_the_last_one_is_scored():
    table = Table(3)
    table.build(0, "upper", "jungle-s-curve", "jungle-long-train")
    table.flip(J[2])
    table.enter(c.Leave(0))
    told = table.enter(c.Leave(2))
    assert told[-1] == Ended("last-seat")
    assert table.state.stage == Over("last-seat")
    outcome = RULES.outcome(table.state)
    assert outcome is not None
    assert (outcome.reason, outcome.section) == ("last-seat", "CC38")
    winner = outcome.ranking[0]
    assert (winner.seat, winner.rank, winner.left) == (1, 1, False)
    assert winner.total == sum(line.points for line in winner.lines) > 0
    assert [standing.rank for standing in outcome.ranking[1:]] == [2, 2]


def test_nobody_leaves_twice_and_nobody_leaves_who_is_not_there():
    table = Table(4)
    table.enter(c.Leave(1))
    for seat in (1, 4, -1):
        answer = table.refusal(c.Leave(seat))
        assert (answer.code, answer.section) == ("clash.leave.not-playing", "CC38")


def test_who_has_left_is_dealt_nothing_and_asked_nothing():
    table = Table(4, first=1)
    table.enter(c.Leave(1))
    told = table.finish_round()
    assert [event.seat for event in told if isinstance(event, Dealt)] == [2, 3, 0]
    assert isinstance(table.state.stage, Redrawing)
    assert {ask.seat for ask in table.asks()} == {0, 2, 3, None}
    assert not isinstance(table.state.stage, Flipping)
