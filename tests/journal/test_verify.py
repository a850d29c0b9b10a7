import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from msgspec import json

from companion.journal import Journal, JournalReader, verify
from companion.journal.entry import entry_hash
from companion.rules.contract import Violation
from tests.journal.counting_game import Add, CountingGame, find
from tests.journal.evening import add, begun, named, opened, play


@pytest.mark.parametrize("seed", range(4))
def test_an_evening_as_it_was_entered_verifies(journal, seed):
    table = begun(journal)
    play(table, 80, seed)
    verdict = verify(journal, table.evening)
    assert verdict.difference is None
    assert (verdict.entries, verdict.hash) == (80, table.entry(79).hash)


def resealed(path, n, **changes):
    """Change an entry in the file and seal the chain again, as a careful forger would."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("DROP TRIGGER IF EXISTS entries_stay_as_they_are")
        for field, value in changes.items():
            change = f"UPDATE entry SET {field} = ? WHERE n = ?"  # noqa: S608  # the tests' own names
            connection.execute(change, (value, n))
        previous = ""
        rows = connection.execute("SELECT n, command, events, state_hash FROM entry ORDER BY n").fetchall()
        for number, command, events, state in rows:
            own = entry_hash(previous, number, command.encode(), events.encode(), state)
            chained = (previous, own, number)
            connection.execute("UPDATE entry SET previous_hash = ?, hash = ? WHERE n = ?", chained)
            previous = own


def forged(memory, n, **changes):
    with opened(memory) as journal:
        table = named(journal)
        add(table, 2, 1, 3)
    resealed(memory / "journal.db", n, **changes)
    with JournalReader.open(memory / "journal.db", find) as reader:
        return verify(reader, 1).difference


def test_a_forged_command_is_found_by_judging_it_again(memory):
    difference = forged(memory, 4, command='{"type":"Add","seat":1,"amount":3}')
    assert (difference.line, difference.n, difference.field) == (5, 4, "events")
    assert difference.problem.startswith('event 0: expected {"type":"Added","seat":1,"amount":3}, found')


def test_a_forged_command_that_the_rules_refuse_is_found(memory):
    difference = forged(memory, 4, command='{"type":"Add","seat":0,"amount":3}')
    assert (difference.line, difference.field) == (5, "command")
    assert difference.problem == "it is refused now (counting.turn.other)"


def test_forged_events_are_found(memory):
    difference = forged(memory, 4, events='[{"type":"Added","seat":1,"amount":1}]')
    assert (difference.line, difference.field) == (5, "events")
    assert difference.problem == "expected 2 events, found 1"


def test_a_forged_state_hash_is_found(memory):
    difference = forged(memory, 5, state_hash="f" * 64)
    assert (difference.line, difference.field) == (6, "state_hash")


def test_a_command_that_the_game_does_not_know_is_found(memory):
    difference = forged(memory, 4, command='{"type":"Nonsense"}')
    assert (difference.line, difference.field) == (5, "command.type")


def test_an_unsealed_change_is_found_by_its_hash(memory):
    with opened(memory) as journal:
        add(named(journal), 2)
    with closing(sqlite3.connect(memory / "journal.db", isolation_level=None)) as connection:
        connection.execute("DROP TRIGGER entries_stay_as_they_are")
        connection.execute("UPDATE entry SET command = replace(command, '2', '3') WHERE n = 3")
    with JournalReader.open(memory / "journal.db", find) as reader:
        difference = verify(reader, 1).difference
    assert (difference.line, difference.field) == (4, "hash")


def test_rules_that_judge_otherwise_now_are_found(memory):
    class Stricter(CountingGame):
        def decide(self, state, command):
            if isinstance(command, Add) and command.amount == 3:
                return Violation("counting.stricter", "Counting")
            return super().decide(state, command)

    with opened(memory) as journal:
        add(named(journal), 2, 1, 3)
    with Journal.open(memory / "journal.db", lambda _: Stricter()) as journal:
        assert len(journal.entries(1)) == 6
        difference = verify(journal, 1).difference
    assert (difference.line, difference.problem) == (6, "it is refused now (counting.stricter)")


def test_another_process_with_another_hash_seed_judges_the_same(memory):
    with opened(memory) as journal:
        table = begun(journal)
        play(table, 60)
        last = table.entry(59).hash
    code = (
        "import sys; from pathlib import Path; from msgspec import json;"
        "from companion.journal import JournalReader, verify; from tests.journal.counting_game import find;"
        "print(json.encode(verify(JournalReader.open(Path(sys.argv[1]), find), 1)).decode())"
    )
    for seed in ("1", "2"):
        told = subprocess.run(
            [sys.executable, "-c", code, str(memory / "journal.db")],
            cwd=Path(__file__).parents[2], env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip
        verdict = json.decode(told)
        assert (verdict["hash"], verdict["difference"]) == (last, None)
