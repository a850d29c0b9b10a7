import hashlib
import sqlite3
import threading
from contextlib import closing

import pytest
from msgspec import json

from companion.journal import Draft, Journal, JournalReader, Source, encode, fold, state_hash
from companion.journal.copies import Copies
from companion.journal.database import MIGRATIONS, migrate
from companion.journal.errors import JournalForeignError, JournalMissingError
from companion.rules.contract import HOST, TABLE
from companion.table import Table
from tests.journal.counting_game import RULES, Add, Added, find
from tests.journal.evening import NAMES, add, begun, entered, named, opened, play


def database(folder):
    return sqlite3.connect(folder / "journal.db", isolation_level=None)


def test_every_commit_is_durable(journal):
    assert journal._connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    assert journal._connection.execute("PRAGMA synchronous").fetchone()[0] == 2


def test_one_file_holds_many_evenings(memory):
    with opened(memory) as journal:
        first, second = named(journal), begun(journal)
        add(second.__class__.resume(journal, first.evening), 3)
    with opened(memory) as journal:
        told = [(each.id, each.game, each.names, each.entries, each.finished) for each in journal.evenings()]
    assert told == [
        (first.evening, "counting_game", NAMES, 4, False),
        (second.evening, "counting_game", NAMES, 1, False),
    ]


def test_a_finished_evening_says_so_and_one_taken_back_does_not(journal):
    table = named(journal)
    add(table, *[3] * 14)
    assert table.view(TABLE).outcome is not None
    assert journal.evenings()[0].finished
    table.take_back(5)
    assert not journal.evenings()[0].finished


def test_the_first_entry_is_the_set_up_with_its_components(journal):
    table = begun(journal)
    first = journal.entries(table.evening)[0]
    assert (first.n, first.previous_hash) == (0, "")
    assert first.command.components == RULES.house()


def test_an_entry_keeps_who_entered_it_and_through_what(journal):
    table = named(journal)
    entry = journal.entries(table.evening)[1]
    assert (entry.by.seat, entry.source) == (0, Source.PHONE)


def test_the_hash_is_over_previous_hash_number_command_events_and_state_hash(journal):
    table = named(journal)
    add(table, 2)
    before, last = table.entry(2), table.entry(3)
    lines = [before.hash, "3", '{"type":"Add","seat":0,"amount":2}']
    lines.append('[{"type":"Added","seat":0,"amount":2},{"type":"TurnPassed","to":1}]')
    lines.append(
        hashlib.sha256(encode(table.view(TABLE).state.__class__ and table._timeline.state)).hexdigest()
    )
    assert last.hash == hashlib.sha256("\n".join(lines).encode()).hexdigest()


def test_the_same_evening_has_the_same_hash_whenever_and_however_it_is_entered(journal):
    hashes = []
    for source in (Source.TOUCH, Source.PHONE):
        table = named(journal)
        entered(table.submit(Add(0, 2), HOST, source, key=f"key by {source}"))
        hashes.append(table.entry(3).hash)
    assert hashes[0] == hashes[1]


def test_the_state_hash_is_that_of_the_encoded_state(journal):
    table = named(journal)
    assert table.entry(2).state_hash == hashlib.sha256(encode(table._timeline.state)).hexdigest()


def test_an_entry_is_never_changed_or_deleted_in_the_file(memory):
    with opened(memory) as journal:
        named(journal)
    for query in ("UPDATE entry SET at = ''", "DELETE FROM entry"):
        with pytest.raises(sqlite3.IntegrityError, match="an entry is never"):
            database(memory).execute(query)


def test_a_failing_write_leaves_nothing_behind(journal):
    table = named(journal)
    before = journal.entries(table.evening)
    again = Draft(before[1].key, TABLE, Source.TOUCH, Add(0, 1), (Added(0, 1),))
    with pytest.raises(Exception, match="UNIQUE"):
        journal.append(table.evening, again, state_hash(table._timeline.state))
    assert journal.entries(table.evening) == before
    add(table, 2)
    assert len(journal.entries(table.evening)) == 4


def test_a_reader_sees_what_was_confirmed_while_the_journal_is_written(memory):
    with opened(memory) as journal:
        table = named(journal)
        with JournalReader.open(memory / "journal.db", find) as reader:
            assert len(reader.entries(table.evening)) == 3
            add(table, 1)
            assert len(reader.entries(table.evening)) == 4


def test_there_must_be_a_journal_to_read(tmp_path):
    with pytest.raises(JournalMissingError, match="there is no journal"):
        JournalReader.open(tmp_path / "journal.db", find)
    assert list(tmp_path.iterdir()) == []


def test_a_backup_made_while_entries_are_made_is_whole(memory):
    with opened(memory) as journal:
        table = named(journal)
        stop = threading.Event()

        def enter():
            while not stop.is_set():
                add(table, 1)
                table.take_back(2)

        writer = threading.Thread(target=enter)
        writer.start()
        try:
            with JournalReader.open(memory / "journal.db", find) as reader:
                for number in range(5):
                    reader.backup(memory / f"backup-{number}.db")
        finally:
            stop.set()
            writer.join()
        whole = journal.entries(table.evening)
    for number in range(5):
        with JournalReader.open(memory / f"backup-{number}.db", find) as backup:
            entries = backup.entries(1)
            assert len(entries) >= 3
            assert entries == whole[: len(entries)]


def test_a_journal_of_a_newer_companion_is_refused_and_left_as_it_is(memory):
    with opened(memory) as journal:
        named(journal)
    database(memory).execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    before = (memory / "journal.db").read_bytes()
    for kind in (Journal, JournalReader):
        with pytest.raises(JournalForeignError, match="install the newer companion"):
            kind.open(memory / "journal.db", find)
    assert (memory / "journal.db").read_bytes() == before


def test_another_programs_database_is_refused_and_left_as_it_is(memory):
    database(memory).execute("CREATE TABLE recipe (name TEXT)")
    before = (memory / "journal.db").read_bytes()
    for kind in (Journal, JournalReader):
        with pytest.raises(JournalForeignError, match="another program's database"):
            kind.open(memory / "journal.db", find)
    assert (memory / "journal.db").read_bytes() == before


def test_an_empty_file_becomes_a_journal(memory):
    (memory / "journal.db").touch()
    with opened(memory) as journal:
        assert journal.notices == ()
        named(journal)


def test_a_killed_migration_leaves_the_journal_as_it_was(memory, monkeypatch):
    with opened(memory) as journal:
        named(journal)
    broken = (*MIGRATIONS, "CREATE TABLE more (id INTEGER); SELECT * FROM nowhere;")
    monkeypatch.setattr("companion.journal.database.MIGRATIONS", broken)
    with closing(database(memory)) as connection, pytest.raises(sqlite3.OperationalError):
        migrate(connection)
    monkeypatch.undo()
    with opened(memory) as journal:
        assert journal.notices == ()
        assert len(journal.entries(1)) == 3


def test_a_migration_keeps_every_entry(memory, monkeypatch):
    with opened(memory) as journal:
        before = journal.entries(named(journal).evening)
    monkeypatch.setattr(
        "companion.journal.database.MIGRATIONS", (*MIGRATIONS, "CREATE TABLE more (id INTEGER);")
    )
    with opened(memory) as journal:
        assert journal.entries(1) == before
    assert database(memory).execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS) + 1,)


def test_each_evening_has_a_copy_that_is_its_export(memory):
    with opened(memory) as journal:
        table = begun(journal)
        play(table, 40)
        assert Copies(memory / "journal.db").read(table.evening) == journal.records(table.evening)


def test_a_copy_that_could_not_be_written_is_caught_up_and_costs_no_entry(memory, caplog):
    with opened(memory) as journal:
        table = named(journal)
        folder = memory / "journal.db-copies"
        aside = folder.rename(memory / "aside")
        folder.write_text("in the way")
        add(table, 1)
        assert "is behind its journal" in caplog.text
        folder.unlink()
        aside.rename(folder)
        add(table, 1)
        assert Copies(memory / "journal.db").read(1) == journal.records(1)


def test_a_torn_copy_is_mended_on_opening(memory):
    with opened(memory) as journal:
        named(journal)
    copy = memory / "journal.db-copies" / "1.jsonl"
    copy.write_bytes(copy.read_bytes()[:-40])
    with opened(memory) as journal:
        assert journal.notices == ()
        assert Copies(memory / "journal.db").read(1) == journal.records(1)


def test_resuming_leads_to_the_state_that_was_left(memory):
    with opened(memory) as journal:
        table = begun(journal)
        play(table, 60)
        left = table._timeline
    with opened(memory) as journal:
        assert Table.resume(journal, 1)._timeline == left
        assert fold(RULES, journal.entries(1)) == left


def test_an_entry_reads_back_as_it_was_returned(journal):
    table = begun(journal)
    play(table, 60)
    assert list(journal.entries(table.evening)) == [table.entry(n) for n in range(60)]
    assert json.decode(encode(table.entry(5)))["n"] == 5
