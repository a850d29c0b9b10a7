from companion.rules.contract import HOST, TABLE
from companion.rules.cosmic_coasters.commands import (
    Abandon,
    Adjust,
    Draw,
    Leave,
    Move,
    Pass,
    Report,
    Teleport,
)
from companion.rules.cosmic_coasters.rules import RULES
from companion.rules.cosmic_coasters.state import Reason
from tests.rules.cosmic_coasters.moons import WIN, at, begun, enter, position, refused
from tests.rules.cosmic_coasters.test_setup import just_begun


def ranked(state):
    return [(standing.seat, standing.rank) for standing in RULES.outcome(state).ranking]


def reasons(state):
    return {standing.seat: standing.lines[0].label for standing in RULES.outcome(state).ranking}


def test_survivors_share_the_second_rank_behind_the_winner():
    """CO30"""
    state = position("0F0 0F1 1C0 1C1 1P", "1F0 1F1", "2F0 2F1", "3F0 3F1")
    state = enter(state, Teleport(0, at("1P"), at("0F2")))
    assert ranked(state) == [(0, 1), (1, 2), (2, 2), (3, 2)]
    assert reasons(state) == {0: "home", 1: "in-play", 2: "in-play", 3: "in-play"}


def test_who_went_out_later_ranks_better():
    """CO30"""
    state = position("0F0 0F1 1C0 2C0", "1F0 1F1", "2F0 2F1", "3F0 3F1")
    state = enter(state, Move(0, at("2C0"), at("2F0")), Report(WIN), Pass(1), Pass(3))
    assert state.active == 0
    state = enter(state, Move(0, at("1C0"), at("1F0")), Report(WIN), Draw())
    assert ranked(state) == [(0, 1), (3, 1), (1, 3), (2, 4)]
    assert reasons(state) == {0: "agreed-draw", 3: "agreed-draw", 1: "eliminated", 2: "eliminated"}
    turns = {standing.seat: standing.lines[0].facts.get("turn") for standing in RULES.outcome(state).ranking}
    assert (turns[2], turns[1]) == (1, 4)


def test_who_went_out_by_the_same_action_shares_a_rank():
    """CO30"""
    state = position("0F0 0F1 1C0 1C1", "1F0 1P", "2F0 2F1", "3F0 3F1")
    state = enter(state, Teleport(0, at("1P"), at("0F0")), Draw())
    assert ranked(state) == [(2, 1), (3, 1), (0, 3), (1, 3)]


def test_an_agreed_draw_is_shared_first_by_all_survivors():
    """CO27"""
    state = enter(begun(3), Leave(1), Draw())
    assert ranked(state) == [(0, 1), (2, 1), (1, 3)]
    outcome = RULES.outcome(state)
    assert (outcome.reason, outcome.section) == ("agreed-draw", "CO27")
    assert [standing.left for standing in outcome.ranking] == [False, False, True]


def test_repeating_positions_end_nothing_by_themselves():
    """CO27"""
    state = begun(2)
    for _ in range(20):
        state = enter(state, Move(state.active, *back_or_forth(state)))
    assert RULES.outcome(state) is None
    assert RULES.longest(2) is None


def back_or_forth(state):
    seat = state.active
    one, two = at(f"{seat}P"), at(f"{seat}F1")
    return (one, two) if state.ships[one] == seat else (two, one)


def test_only_the_host_enters_the_draw_and_not_before_the_first_turn():
    """CO27"""
    assert "draw" not in [ask.name for ask in RULES.asks(begun(2), TABLE)]
    assert "draw" in [ask.name for ask in RULES.asks(begun(2), HOST)]
    refused(just_begun(), Draw(), "cosmic.action.not-now", "CO31", awaited="settling")


def test_an_abandoned_game_ranks_who_is_still_in_it_first():
    state = enter(begun(3), Leave(0), Abandon())
    assert ranked(state) == [(1, 1), (2, 1), (0, 3)]
    assert RULES.outcome(state).reason == "abandoned"
    assert ranked(enter(just_begun(2), Abandon())) == [(0, 1), (1, 1)]


def test_adjustments_are_shown_with_the_fleet_that_they_moved():
    state = enter(begun(2), Adjust(1, at("1P"), at("1F1"), Reason.MISPLACED), Draw())
    lines = {standing.seat: standing.lines for standing in RULES.outcome(state).ranking}
    assert len(lines[0]) == 1
    assert (lines[1][1].label, lines[1][1].group) == ("adjusted", "adjustments")
    assert lines[1][1].facts == {"reason": "misplaced", "turn": 1, "origin": at("1P"), "to": at("1F1")}


def test_there_are_no_points():
    drawn = enter(begun(4), Leave(2), Draw())
    won = position("0F0 0F1 1C0 1C1 1P", "1F0 1F1", "2F0 2F1")
    won = enter(won, Adjust(1, at("1F0"), at("1F2"), Reason.TABLE_RULING), Teleport(0, at("1P"), at("0F2")))
    for state in (drawn, won):
        assert all(
            standing.total == sum(abs(line.points) for line in standing.lines) == 0
            for standing in RULES.outcome(state).ranking
        )
