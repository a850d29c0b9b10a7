"""The house layouts are worth about the same to those who play to win, so that a deal decides no evening."""

from collections import defaultdict
from statistics import mean

import pytest

from companion.rules.coaster_clash.components import house
from companion.rules.coaster_clash.rules import RULES
from companion.rules.coaster_clash.scoring import layout_bonuses
from companion.rules.coaster_clash.state import coasters
from tests.rehearsal.bare import evening

MOST_APART = 1.5
"""The best layout's coasters bring less than so many times what those of the poorest bring, on average."""

SEEDS = range(1, 16)


@pytest.mark.full
def test_no_layout_makes_much_better_coasters_than_another():
    worth: dict[str, list[int]] = defaultdict(list)
    bonus: dict[str, list[int]] = defaultdict(list)
    for seats in RULES.seats:
        for seed in SEEDS:
            state = evening("coaster_clash", seats, seed).state
            for _, _, coaster in coasters(state):
                brought = sum(layout_bonuses(state, coaster))
                bonus[coaster.layout].append(brought)
                worth[coaster.layout].append(coaster.excitement + brought)
    assert worth.keys() == {layout.id for layout in house().layouts}
    means = [mean(found) for found in worth.values()]
    assert max(means) < MOST_APART * min(means)
    assert min(mean(found) for found in bonus.values()) > 2
