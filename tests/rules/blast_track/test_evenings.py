import pytest

from companion.rules.blast_track.rules import RULES
from tests.rules.blast_track.evening import Evening

SHEETS = {
    "fresh_ground": (
        11,
        {
            "Ann": (1, 6, [2, 0, 0, 1, 0, 3], 6),
            "Benedikt": (2, 5, [0, 1, 0, 1, 0, 3], 6),
            "Chiara": (3, 2, [1, 0, 1, 0, 0, 0], 3),
        },
    ),
    "there_and_back": (
        10,
        {"Ann": (1, 12, [4, 2, 2, 0, 1, 3], 13), "Benedikt": (2, 5, [2, 0, 1, 2, 0, 0], 8)},
    ),
    "two_loops": (
        15,
        {
            "Chiara": (1, 10, [0, 1, 5, 0, 1, 3], 7),
            "Ann": (2, 9, [1, 1, 3, 0, 1, 3], 7),
            "Dov": (3, 5, [0, 1, 2, 2, 0, 0], 4),
            "Benedikt": (4, 1, [0, 1, 0, 0, 0, 0], 4),
        },
    ),
}


@pytest.mark.parametrize("name", list(SHEETS))
def test_an_evening_worked_out_by_hand_ends_as_its_score_sheet_says(name):
    evening = Evening(name)
    turn, sheet = SHEETS[name]
    assert evening.state.turn == turn
    assert [said for said, _ in evening.turns] == [reached for _, reached in evening.turns]
    assert len(evening.turns) == turn
    assert evening.checks > turn
    outcome = RULES.outcome(evening.state)
    assert outcome.reason == "last-tile"
    names = evening.head["names"]
    assert {
        names[standing.seat]: (
            standing.rank,
            standing.total,
            [line.points for line in standing.lines],
            standing.lines[-1].facts["tiles"],
        )
        for standing in outcome.ranking
    } == sheet
