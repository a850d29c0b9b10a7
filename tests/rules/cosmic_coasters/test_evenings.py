import pytest

from companion.rules.cosmic_coasters.rules import RULES
from tests.rules.cosmic_coasters.evening import Evening

ENDINGS = {
    "shown_hands": (
        "home",
        45,
        {
            "Ann": (1, "home", {"ships": 7, "home": 5}),
            "Benedikt": (2, "in-play", {"ships": 2, "home": 2}),
        },
    ),
    "secret_hands": (
        "last-survivor",
        46,
        {
            "Ann": (1, "last-survivor", {"ships": 4, "home": 2}),
            "Chiara": (2, "eliminated", {"turn": 46}),
            "Benedikt": (3, "eliminated", {"turn": 26}),
        },
    ),
    "dice_and_powers": (
        "home",
        34,
        {
            "Benedikt": (1, "home", {"ships": 7, "home": 5}),
            "Chiara": (2, "in-play", {"ships": 6, "home": 5}),
            "Dov": (3, "left", {"turn": 27}),
            "Ann": (4, "eliminated", {"turn": 21}),
        },
    ),
}


@pytest.mark.parametrize("name", list(ENDINGS))
def test_an_evening_worked_out_by_hand_ends_as_its_score_sheet_says(name):
    evening = Evening(name)
    reason, turn, places = ENDINGS[name]
    assert evening.state is not None
    assert evening.state.turn == turn
    assert [said for said, _ in evening.turns] == [reached for _, reached in evening.turns]
    outcome = RULES.outcome(evening.state)
    assert outcome is not None
    assert outcome.reason == reason
    names = evening.head["names"]
    assert {
        names[standing.seat]: (standing.rank, standing.lines[0].label, standing.lines[0].facts)
        for standing in outcome.ranking
    } == places
