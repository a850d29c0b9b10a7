from companion.journal import Broken, Journal
from companion.rules.contract import HOST, TABLE, Setup, Viewer, Violation
from companion.rules.hidden import Hidden
from companion.table import Table
from tests.journal.counting_game import Add, Draw, LeakyGame, Name, Spend
from tests.journal.evening import begun, entered, named, opened


def leaky(folder):
    return Journal.open(folder / "journal.db", lambda _: LeakyGame())


def test_a_refusal_on_the_whole_state_tells_nothing_of_what_is_hidden(memory):
    with leaky(memory) as journal:
        answers = []
        for secret in (2, 4):
            table = named(journal, first=secret)
            answers.append(table.submit(Spend(0, 5), TABLE))
        assert answers == [Violation("table.entry.hidden", "table")] * 2


def test_the_owner_of_a_secret_is_told_what_it_forbids(memory):
    with leaky(memory) as journal:
        table = named(journal, first=2)
        answer = table.submit(Spend(0, 5), Viewer(0))
        assert answer == Violation("counting.spend.beyond", "Counting", {"amount": 5, "most": 2})


def test_who_corrects_is_not_told_the_secret_that_breaks_a_later_entry(memory):
    with leaky(memory) as journal:
        answers = []
        for secret in (2, 3):
            table = named(journal, first=9)
            entered(table.submit(Spend(0, 5), Viewer(0)))
            answers.append(table.correct(1, Name(0, Hidden((0,), secret)), HOST))
        assert answers == [Broken(3, Violation("table.entry.hidden", "table"))] * 2


def test_a_set_up_that_the_rules_refuse_begins_nothing(memory):
    with opened(memory) as journal:
        answer = Table.begin(journal, Setup("counting_game", ("A", "B", "C", "D", "E")))
        assert answer == Violation("counting.setup.seats", "Counting", {"seats": 5})
        assert journal.evenings() == ()


def test_what_the_rules_refuse_is_not_written(memory):
    with opened(memory) as journal:
        table = begun(journal)
        assert table.submit(Add(0, 1)) == Violation("counting.name.first", "Counting")
        assert table.submit(Draw("card-9")).code == "counting.name.first"
        assert len(journal.entries(table.evening)) == 1
