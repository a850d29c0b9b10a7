import random

import pytest

from companion.journal import Broken, fold
from companion.rules.contract import TABLE, Violation
from companion.rules.hidden import Hidden
from tests.journal.counting_game import RULES, Add, Draw, Name, Spend
from tests.journal.evening import SETUP, add, begun, draw, entered, named, play


def points(table):
    return table.view(TABLE).state.points


def line(table):
    return [told.n for told in table.history(TABLE)]


def test_opening_is_a_fold_over_stored_events_and_gives_the_state_after_each_entry(journal):
    table = named(journal)
    add(table, 3, 2)
    timeline = fold(RULES, journal.entries(table.evening))
    assert [state.points for state in timeline.states] == [(0, 0), (0, 0), (0, 0), (3, 0), (3, 2)]
    assert [played.n for played in timeline.line] == [0, 1, 2, 3, 4]


def test_unchanged_parts_of_states_are_shared(journal):
    table = named(journal)
    add(table, 3, 2)
    states = fold(RULES, journal.entries(table.evening)).states
    assert all(state.components is states[0].components for state in states)


def test_folding_never_asks_the_rules_to_judge(journal, monkeypatch):
    table = named(journal)
    add(table, 3, 2, 1)
    entered(table.correct(3, Add(0, 1)))
    entered(table.take_back(4))
    entries, live = journal.entries(table.evening), table.view(TABLE).state

    def judged(*_):
        raise AssertionError("opening a game must not judge it")

    monkeypatch.setattr(type(RULES), "decide", judged)
    monkeypatch.setattr(type(RULES), "start", judged)
    assert fold(RULES, entries).state.points == live.points


def test_taking_back_drops_what_came_after(journal):
    table = named(journal)
    add(table, 3, 2, 1)
    assert entered(table.take_back(4)) == 6
    assert points(table) == (3, 2)
    assert line(table) == [0, 1, 2, 3, 4]


def test_a_correction_changes_one_entry_and_judges_again_what_came_after(journal):
    table = named(journal)
    add(table, 3, 2, 1)
    assert entered(table.correct(4, Add(1, 3))) == 6
    assert points(table) == (4, 3)
    assert line(table) == [0, 1, 2, 3, 4, 5]


def test_an_entry_can_be_corrected_again_after_it_was_corrected(journal):
    table = named(journal)
    add(table, 3, 2, 1)
    table.correct(4, Add(1, 3))
    entered(table.correct(4, Add(1, 1)))
    assert points(table) == (4, 1)


def test_another_entry_can_be_corrected_after_a_correction(journal):
    table = named(journal)
    add(table, 3, 2, 1)
    table.correct(4, Add(1, 3))
    entered(table.correct(3, Add(0, 1)))
    assert points(table) == (2, 3)
    entered(table.correct(5, Add(0, 3)))
    assert points(table) == (4, 3)


def test_taking_back_to_before_a_correction_keeps_the_correction(journal):
    table = named(journal)
    add(table, 3, 2, 1)
    table.correct(3, Add(0, 1))
    entered(table.take_back(4))
    assert points(table) == (1, 2)


def test_entries_made_after_a_take_back_can_be_corrected_and_taken_back_to(journal):
    table = named(journal)
    add(table, 3, 2, 1)
    table.take_back(3)
    add(table, 1, 1)
    assert line(table) == [0, 1, 2, 3, 7, 8]
    entered(table.correct(7, Add(1, 3)))
    assert points(table) == (4, 3)
    entered(table.take_back(7))
    assert (points(table), line(table)) == ((3, 3), [0, 1, 2, 3, 7])


@pytest.mark.parametrize("n", [4, 5, 6, 99, -1])
def test_an_entry_that_does_not_count_can_be_neither_taken_back_to_nor_corrected(journal, n):
    table = named(journal)
    add(table, 3, 2, 1)
    table.take_back(3)
    before = journal.entries(table.evening)
    for answer in (table.take_back(n), table.correct(n, Add(0, 1))):
        assert answer == Violation("table.entry.not-there", "table", {"n": n, "last": 3})
    assert journal.entries(table.evening) == before


def test_taking_back_nothing_is_refused(journal):
    table = named(journal)
    assert table.take_back(2) == Violation("table.take-back.nothing", "table", {"to": 2})


def test_a_correction_that_breaks_a_later_entry_changes_nothing_unless_it_is_kept(journal):
    table = named(journal)
    draw(table, "card-1")
    add(table, 3)
    draw(table, "card-2")
    add(table, 2)
    before = journal.entries(table.evening)
    broken = table.correct(3, Draw("card-2"))
    assert broken == Broken(5, Violation("counting.draw.gone", "Counting", {"card": "card-2"}))
    assert journal.entries(table.evening) == before
    assert points(table) == (3, 2)


def test_a_correction_that_is_kept_drops_the_entry_it_breaks_and_those_behind(journal):
    table = named(journal)
    draw(table, "card-1")
    add(table, 3)
    draw(table, "card-2")
    add(table, 2)
    assert entered(table.correct(3, Draw("card-2"), keep=True)) == 7
    assert line(table) == [0, 1, 2, 3, 4]
    assert points(table) == (3, 0)
    assert table.view(TABLE).state.deck == ("card-1", "card-3", "card-4", "card-5")
    add(table, 1)
    assert line(table) == [0, 1, 2, 3, 4, 8]


def test_a_corrected_command_that_is_illegal_itself_is_refused(journal):
    table = named(journal)
    add(table, 3, 2)
    answer = table.correct(3, Add(0, 4), keep=True)
    assert answer == Violation("counting.add.amount", "Counting", {"amount": 4})


def test_the_set_up_can_be_corrected(journal):
    table = named(journal)
    entered(table.correct(0, type(SETUP)("counting_game", ("Ann", "Cy"), components=table.setup.components)))
    assert table.setup.names == ("Ann", "Cy")
    assert journal.evenings()[0].names == ("Ann", "Cy")
    assert line(table) == [0, 1, 2]


def test_the_set_up_is_corrected_only_by_a_set_up_of_the_same_game(journal):
    table = named(journal)
    assert table.correct(0, Add(0, 1)).code == "table.correct.other-kind"
    assert table.correct(1, SETUP).code == "table.correct.other-kind"
    assert table.correct(0, type(SETUP)("another", ("Ann", "Bo"))).code == "table.correct.other-game"


def test_taking_back_and_entering_again_gives_the_same_state_hash(journal):
    table = named(journal)
    add(table, 3, 2)
    there = table.entry(4).state_hash
    table.take_back(2)
    add(table, 3, 2)
    assert table.entry(7).state_hash == there


def test_a_later_entry_is_judged_again_by_what_its_own_enterer_may_see(journal):
    table = begun(journal)
    entered(table.submit(Name(0, Hidden((0,), 4))))
    entered(table.submit(Name(1, Hidden((1,), 7))))
    entered(table.submit(Spend(0, 5)))
    entered(table.correct(1, Name(0, Hidden((0,), 2))))
    assert points(table) == (5, 0)


def model_of(table, seed):
    """Drive a table and a plain list of commands alike; both must tell the same game."""
    dice = random.Random(seed)
    model = [(told.n, told.command) for told in table.history(TABLE)]
    for _ in range(60):
        act = dice.random()
        n, command = dice.choice(model[3:] or [(None, None)])
        if act < 0.15 and n is not None:
            answer = table.take_back(n)
            if not isinstance(answer, Violation):
                model = [each for each in model if each[0] <= n]
        elif act < 0.4 and isinstance(command, Add):
            fresh = Add(command.seat, dice.choice((1, 2, 3)))
            entered(table.correct(n, fresh))
            model = [(m, fresh if m == n else each) for m, each in model]
        else:
            fresh = Add(table.view(TABLE).state.on_turn, dice.choice((1, 2, 3)))
            answer = table.submit(fresh)
            if not isinstance(answer, Violation):
                model.append((answer.n, fresh))
    return model


@pytest.mark.parametrize("seed", range(8))
def test_corrections_and_take_backs_nest_in_any_order(journal, seed):
    components = {**RULES.house(), "goal": 1000}
    table = begun(journal, type(SETUP)("counting_game", ("Ann", "Bo"), components=components))
    for seat in (0, 1):
        entered(table.submit(Name(seat, Hidden((seat,)))))
    model = model_of(table, seed)
    assert [(told.n, told.command) for told in table.history(TABLE)] == model
    sums = [sum(command.amount for _, command in model[3:] if command.seat == seat) for seat in (0, 1)]
    assert points(table) == tuple(sums)
    assert fold(RULES, journal.entries(table.evening)).states[-1] == table._timeline.state


@pytest.mark.parametrize("seed", range(5))
def test_the_fold_of_a_wild_evening_is_what_the_table_held_at_each_entry(journal, seed):
    table = begun(journal)
    seen = [table._timeline]
    table.subscribe(lambda _: seen.append(table._timeline))
    play(table, 80, seed)
    timeline = fold(RULES, journal.entries(table.evening))
    assert timeline == table._timeline
    assert timeline.states == tuple(each.state for each in seen)
