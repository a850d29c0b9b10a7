"""The last lines of an evening's story: who won, everybody's total, and what told equal totals apart."""

import pytest

from companion.rules import games
from companion.rules.contract import TABLE, Line, Outcome, Standing
from companion.scenes.asking import story
from companion.scenes.ends import closing, told
from companion.scenes.telling import telling
from tests.rehearsal.bare import evening

NAMES = ("Ann", "Ben", "Cleo")
TRACK = telling("blast_track")


def standing(seat: int, rank: int, total: int, *ties: tuple[int, int]) -> Standing:
    lines = [Line("tie", 0, "BT29", {"ride": ride, "loops": loops}, "tie") for ride, loops in ties]
    return Standing(seat, rank, total, (Line("ride", total, "BT28", {"tiles": total}, "ride"), *lines))


def test_the_winner_and_every_total_are_told_the_best_first():
    outcome = Outcome((standing(1, 1, 54), standing(0, 2, 48), standing(2, 3, 0)), "last-tile", "Game End")
    assert closing(outcome, TRACK, NAMES) == ("Ben won · Ben 54, Ann 48, Cleo 0",)


def test_what_told_equal_totals_apart_is_told_with_its_ruling():
    first, second = standing(2, 1, 30, (12, 2)), standing(0, 2, 30, (12, 1))
    outcome = Outcome((first, second, standing(1, 3, 20)), "last-tile", "Game End")
    assert closing(outcome, TRACK, NAMES) == (
        "Cleo won · Cleo 30, Ann 30, Ben 20",
        "Cleo: Equal points: ride of 12 tiles, 2 loops passed (Scoring · BT29)",
        "Ann: Equal points: ride of 12 tiles, 1 loop passed (Scoring · BT29)",
    )


def test_a_shared_first_place_names_all_who_share_it():
    equal = tuple(standing(seat, 1, 30, (12, 2)) for seat in range(2))
    outcome = Outcome((*equal, standing(2, 3, 20)), "last-tile", "Game End")
    assert closing(outcome, TRACK, NAMES)[0] == "Ann and Ben won · Ann 30, Ben 30, Cleo 20"
    every = Outcome(tuple(standing(seat, 1, 30) for seat in range(3)), "last-tile", "Game End")
    assert closing(every, TRACK, NAMES) == ("All share the first place · Ann 30, Ben 30, Cleo 30",)


def test_a_tie_below_the_first_place_is_no_reason_to_say_more():
    lower = (standing(1, 2, 20, (5, 0)), standing(2, 3, 20, (4, 0)))
    outcome = Outcome((standing(0, 1, 30), *lower), "last-tile", "Game End")
    assert len(closing(outcome, TRACK, NAMES)) == 1


@pytest.mark.parametrize("reason", ["abandoned", "last-tile"])
def test_where_nobody_counted_the_story_has_said_already_how_it_ended(reason):
    outcome = Outcome(tuple(standing(seat, 1, 0) for seat in range(3)), reason, "Game End")
    assert closing(outcome, TRACK, NAMES) == ()


def test_three_who_won_are_named_in_a_list():
    outcome = Outcome(
        (*(standing(seat, 1, 9) for seat in range(3)), standing(3, 4, 1)), "last-tile", "Game End"
    )
    assert told(outcome, (*NAMES, "Dov")).startswith("Ann, Ben and Cleo won · ")


@pytest.mark.parametrize("game", games())
def test_the_story_of_every_game_ends_with_who_won(game):
    table = evening(game, 3, 1)
    lines = story(table, telling(game), NAMES)
    winners = {NAMES[each.seat] for each in table.view(TABLE).outcome.ranking if each.rank == 1}
    last = [line for line in lines if line.n == table.n]
    assert winners <= {name for name in NAMES for line in last if name in line.text}
    totals = [f"{NAMES[each.seat]} {each.total}" for each in table.view(TABLE).outcome.ranking if each.total]
    assert all(any(total in line.text for line in last) for total in totals)
    before = table.history(TABLE)[:-1]
    assert not any(" won · " in line.text for line in lines if line.n <= before[-1].n)
