"""What a sensor read stays beside the entry it led to, whatever was entered, and moves no hash."""

import sqlite3
from contextlib import closing

import pytest
from msgspec import json

from companion.journal import Journal, JournalReader, Note, Source, encode, fold, verify
from companion.journal.database import APPLICATION, MIGRATIONS, migrate
from companion.journal.errors import ImportRefusedError
from companion.journal.exchange import export_for, export_whole, lines_of, read_export
from companion.rules.contract import HOST, TABLE, Viewer
from companion.rules.hidden import Hidden
from companion.table import Table
from tests.journal.counting_game import RULES, Add, Name, find
from tests.journal.evening import add, begun, entered, named, opened

NOTE = Note("e1-n3-1", "3", 0.98, "passed 3 of 5", 4120, (0, 920, 1310))


def noted(journal):
    """An evening whose entry 3 has a note."""
    table = named(journal)
    entered(table.submit(Add(0, 2), source=Source.BEAM, note=NOTE))
    return table


def test_a_note_is_kept_with_its_entry_and_is_in_no_hash(journal):
    table, bare = noted(journal), named(journal)
    add(bare, 2)
    assert journal.entries(table.evening)[3].note == NOTE
    assert journal.entries(table.evening)[3].hash == journal.entries(bare.evening)[3].hash
    assert [entry.note for entry in journal.entries(bare.evening)] == [None] * 4
    assert verify(journal, table.evening).difference is None


def test_what_is_folded_again_has_the_notes_it_was_entered_with(journal):
    table = noted(journal)
    assert fold(RULES, journal.entries(table.evening)) == table._timeline
    assert table._timeline.line[3].note == NOTE


def test_a_corrected_entry_keeps_what_was_sensed(journal):
    table = noted(journal)
    table.correct(3, Add(0, 1))
    told = table.history(TABLE)[3]
    assert (told.command, told.note) == (Add(0, 1), NOTE)
    assert journal.entries(table.evening)[3].command == Add(0, 2)


def test_a_note_goes_out_with_an_export_and_comes_back_with_it(journal):
    table = noted(journal)
    data = b"\n".join(export_whole(journal, table.evening))
    assert [b'"note":' in line for line in data.split(b"\n")] == [False, False, False, True]
    (back,) = journal.take_over(read_export(data, "friday.jsonl", find))
    assert journal.entries(back)[3] == journal.entries(table.evening)[3]


def test_a_line_whose_note_is_no_note_is_refused_with_its_field(journal):
    table = noted(journal)
    data = b"\n".join(export_whole(journal, table.evening)).replace(b'"reading":"3"', b'"reading":3')
    with pytest.raises(ImportRefusedError, match=r"line 4: field note\.reading"):
        read_export(data, "friday.jsonl", find)


def test_a_note_is_shown_with_its_entry(journal):
    lines = list(lines_of(journal, noted(journal).evening))
    assert [line.get("note") for line in lines] == [None, None, None, NOTE]


def test_the_note_on_a_secret_is_for_those_who_share_it(journal):
    table = begun(journal)
    entered(table.submit(Name(0, Hidden((0,), 4)), Viewer(0), Source.CAMERA, note=NOTE))
    assert [told.note for told in table.history(Viewer(0))] == [None, NOTE]
    assert [told.note for told in table.history(Viewer(1))] == [None, None]
    own, other = (list(export_for(journal, table.evening, seat)) for seat in (0, 1))
    assert b'"note":' in own[-1]
    assert b'"note":' not in other[-1]


def test_whoever_witnesses_the_table_notes_what_others_enter(journal):
    table = named(journal)
    asked = []

    def witness(command):
        asked.append(command)
        return NOTE if command == Add(0, 2) else None

    unheed = table.heed(witness)
    entered(table.submit(Add(0, 2)))
    entered(table.submit(Add(1, 3)))
    unheed()
    entered(table.submit(Add(0, 2)))
    assert [table.entry(n).note for n in (3, 4, 5)] == [NOTE, None, None]
    assert asked == [Add(0, 2), Add(1, 3)]


def test_an_entry_s_own_note_goes_before_a_witness_s(journal):
    table = named(journal)
    table.heed(lambda _command: NOTE)
    entered(table.submit(Add(0, 2), note=Note("own")))
    assert table.entry(3).note == Note("own")


def test_a_witness_that_fails_costs_no_entry(journal, caplog):
    table = named(journal)

    def fails(_command):
        raise RuntimeError("a sensor's fault")

    table.heed(fails)
    table.heed(lambda _command: NOTE)
    entered(table.submit(Add(0, 2)))
    assert table.entry(3).note == NOTE
    assert "a witness failed" in caplog.text


def test_what_is_refused_is_witnessed_by_nobody(journal):
    table = named(journal)
    asked = []
    table.heed(asked.append)
    table.submit(Add(0, 99), HOST)
    assert asked == []


def as_first_version(folder, table, journal):
    """The evening in a file as the companion wrote it that knew no notes."""
    path = folder / "journal.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as old:
        old.execute("PRAGMA journal_mode = WAL")
        old.executescript(MIGRATIONS[0])
        old.execute("PRAGMA user_version = 1")
        old.execute(f"PRAGMA application_id = {APPLICATION}")
        old.execute(
            "INSERT INTO evening VALUES (1, 'counting_game', ?, '2025-01-01T20:00:00.000+00:00', 0)",
            (encode(table.setup.names).decode(),),
        )
        for record in journal.records(table.evening):
            texts = (encode(record.by), record.command, record.events)
            by, command, events = (bytes(text).decode() for text in texts)
            row = (record.n, record.key, by, str(record.source), command, events)
            seal = (record.state_hash, record.previous_hash, record.hash, record.at)
            old.execute(
                "INSERT INTO entry (evening, n, key, by, source, command, events, state_hash, previous_hash,"
                " hash, at) VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*row, *seal),
            )
    return path


@pytest.fixture
def first_version(journal, tmp_path):
    table = named(journal)
    return as_first_version(tmp_path, table, journal), journal.entries(table.evening)


def test_a_journal_from_before_notes_is_brought_up_to_date_and_gone_on_with(first_version):
    path, before = first_version
    with Journal.open(path, find) as journal:
        assert journal.notices == ()
        assert journal.entries(1) == before
        entered(Table.resume(journal, 1).submit(Add(0, 2), note=NOTE))
        assert journal.entries(1)[3].note == NOTE
        assert verify(journal, 1).difference is None
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)


def test_a_journal_from_before_notes_is_read_without_being_changed(first_version):
    path, before = first_version
    was = path.read_bytes()
    with JournalReader.open(path, find) as journal:
        assert journal.entries(1) == before
        assert len(list(export_whole(journal, 1))) == 3
    assert path.read_bytes() == was


def test_a_damaged_journal_from_before_notes_is_restored(first_version):
    path, before = first_version
    with closing(sqlite3.connect(path, isolation_level=None)) as old:
        old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        old.execute("DROP TRIGGER entries_stay_as_they_are")
        old.execute("UPDATE entry SET hash = 'x' WHERE n = 2")
    with Journal.open(path, find) as journal:
        assert "is now" in journal.notices[0]
        assert journal.entries(1) == before[:2]


def test_a_note_that_can_t_be_read_costs_the_note_alone(memory, caplog):
    with opened(memory) as journal:
        before = journal.entries(noted(journal).evening)
    with closing(sqlite3.connect(memory / "journal.db", isolation_level=None)) as connection:
        connection.execute("DROP TRIGGER entries_stay_as_they_are")
        connection.execute("UPDATE entry SET note = '{' WHERE n = 3")
    with opened(memory) as journal:
        assert journal.notices == ()
        entries = journal.entries(1)
    assert [entry.hash for entry in entries] == [entry.hash for entry in before]
    assert entries[3].note is None
    assert "the note of entry 3 can't be read" in caplog.text


def test_the_copy_beside_a_journal_brings_notes_back(memory):
    with opened(memory) as journal:
        before = journal.entries(noted(journal).evening)
    (memory / "journal.db").unlink()
    with opened(memory) as journal:
        assert journal.entries(1) == before


def test_a_note_is_spelled_without_what_it_does_not_say():
    assert encode(Note("e1-n3-1")) == b'{"run":"e1-n3-1"}'
    assert json.decode(encode(NOTE), type=Note) == NOTE


def test_migrating_twice_is_migrating_once(first_version):
    path, _ = first_version
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        migrate(connection)
        migrate(connection)
        columns = [row[1] for row in connection.execute("PRAGMA table_info(entry)")]
    assert columns.count("note") == 1
