"""A journal that was damaged or replaced: kept aside, and all that can be had of it restored."""

import os
import random
import shutil
import sqlite3
from contextlib import closing

import pytest

from companion.journal import JournalReader, verify
from companion.journal.errors import (
    JournalDamagedError,
    JournalError,
    JournalForeignError,
    JournalReplacedError,
    JournalUnwritableError,
)
from companion.rules.contract import TABLE
from tests.journal.counting_game import Add, find
from tests.journal.evening import add, begun, named, opened, play, writer


def aside(folder):
    """The damaged files that were kept, without what SQLite keeps beside each."""
    found = sorted(path.name for path in folder.iterdir() if ".damaged-" in path.name)
    return [name for name in found if not name.endswith(("-wal", "-shm"))]


def played(folder, count=60):
    with opened(folder) as journal:
        play(begun(journal), count)
        play(begun(journal), count, seed=2)
        return journal.records(1), journal.records(2)


def restored(folder):
    with opened(folder) as journal:
        found = journal.records(1), journal.records(2)
        assert all(verify(journal, each.id).difference is None for each in journal.evenings())
        return journal.notices, found


def test_a_truncated_journal_is_kept_aside_and_restored(memory):
    before = played(memory)
    size = (memory / "journal.db").stat().st_size
    os.truncate(memory / "journal.db", size // 2)
    with pytest.raises(JournalDamagedError, match="is damaged"):
        JournalReader.open(memory / "journal.db", find)
    notices, found = restored(memory)
    assert found == before
    (kept,) = aside(memory)
    assert (memory / kept).stat().st_size == size // 2
    assert kept in notices[0]
    assert all("\n" not in notice for notice in notices)
    assert restored(memory) == ((), before)


@pytest.mark.parametrize("share", [0.3, 0.5, 0.8])
def test_without_a_copy_the_entries_before_the_damage_are_saved(memory, share):
    before = played(memory, 200)
    shutil.rmtree(memory / "journal.db-copies")
    size = (memory / "journal.db").stat().st_size
    os.truncate(memory / "journal.db", int(size * share))
    with opened(memory) as journal:
        saved = sum(each.entries for each in journal.evenings())
        for evening in journal.evenings():
            records = journal.records(evening.id)
            assert records == before[evening.id - 1][: len(records)]
            assert verify(journal, evening.id).difference is None
    assert 400 * share / 2 < saved < 400
    assert aside(memory)


def test_without_a_copy_the_evenings_behind_the_damage_are_saved(memory):
    before = played(memory, 100)
    shutil.rmtree(memory / "journal.db-copies")
    data = bytearray((memory / "journal.db").read_bytes())
    middle = data.index(before[0][50].hash.encode())
    page = middle // 4096 * 4096
    data[page : page + 4096] = bytes(4096)
    (memory / "journal.db").write_bytes(data)
    with opened(memory) as journal:
        assert 20 < len(journal.records(1)) <= 50
        assert journal.records(1) == before[0][: len(journal.records(1))]
        assert journal.records(2) == before[1]


def test_a_journal_of_which_nothing_is_left_says_so(memory):
    (memory / "journal.db").write_bytes(b"\0" * 9000)
    with opened(memory) as journal:
        assert journal.notices[-1].endswith("nothing in it could be read, and there is no copy of it")


def test_a_journal_that_is_gone_is_restored(memory):
    before = played(memory)
    (memory / "journal.db").unlink()
    notices, found = restored(memory)
    assert found == before
    assert "60 of its 60 entries were restored" in notices[0]


@pytest.mark.parametrize("seed", range(25))
def test_whatever_is_scribbled_over_a_journal_nothing_is_lost(memory, seed):
    dice = random.Random(seed)
    before = played(memory, 30)
    path = memory / "journal.db"
    data = bytearray(path.read_bytes())
    for _ in range(dice.randrange(1, 4)):
        start = dice.choice((dice.randrange(100), dice.randrange(len(data))))
        scribble = dice.randbytes(dice.choice((1, 16, 4096)))
        data[start : start + len(scribble)] = scribble
    path.write_bytes(data)
    try:
        notices, found = restored(memory)
    except JournalForeignError:  # the scribble hit the version, and is left for the newer companion
        assert path.read_bytes() == data
    else:
        assert found == before
        assert bool(aside(memory)) == bool(notices)


def test_an_entry_altered_in_the_file_is_found_and_restored(memory):
    before = played(memory)
    with closing(sqlite3.connect(memory / "journal.db", isolation_level=None)) as connection:
        connection.execute("DROP TRIGGER entries_stay_as_they_are")
        connection.execute("UPDATE entry SET events = '[]' WHERE evening = 1 AND n = 7")
    with pytest.raises(JournalDamagedError, match="evening 1, entry 7, hash: this entry was changed"):
        JournalReader.open(memory / "journal.db", find).entries(1)
    notices, found = restored(memory)
    assert found == before
    assert "entry 7" in notices[0]


@pytest.mark.parametrize(("field", "value"), [("by", "{"), ("by", "7"), ("source", "pigeon")])
def test_a_spoilt_frame_of_an_entry_is_found_and_restored(memory, field, value):
    before = played(memory)
    with closing(sqlite3.connect(memory / "journal.db", isolation_level=None)) as connection:
        connection.execute("DROP TRIGGER entries_stay_as_they_are")
        spoil = f"UPDATE entry SET {field} = ? WHERE evening = 2 AND n = 7"  # noqa: S608  # the test's own
        connection.execute(spoil, (value,))
    notices, found = restored(memory)
    assert found == before
    assert aside(memory)
    assert notices


def test_a_file_that_is_no_database_is_kept_aside(memory):
    (memory / "journal.db").write_text("shopping list\n" * 50)
    with opened(memory) as journal:
        assert journal.evenings() == ()
        named(journal)
    (kept,) = aside(memory)
    assert (memory / kept).read_text().startswith("shopping list")


def test_two_damaged_files_are_both_kept(memory):
    for text in ("first", "second"):
        (memory / "journal.db").write_text(text * 100)
        opened(memory).close()
    assert len(aside(memory)) == 2


def test_a_lost_tail_of_the_write_ahead_log_is_restored(memory):
    with writer(memory, 80) as process:
        confirmed = [process.stdout.readline().split()[-1] for _ in range(60)][1:]
        process.kill()
    log = memory / "journal.db-wal"
    os.truncate(log, log.stat().st_size // 2)
    with opened(memory) as journal:
        there = [entry.hash for entry in journal.entries(1)]
        assert there[1 : len(confirmed) + 1] == confirmed
        assert "were restored" in journal.notices[0]


# A file copied over it


def test_an_older_backup_copied_over_the_journal_loses_nothing(memory):
    with opened(memory) as journal:
        table = named(journal)
        journal.backup(memory / "backup.db")
        add(table, 1, 2)
        before = journal.records(1)
    shutil.copy(memory / "backup.db", memory / "journal.db")
    with opened(memory) as journal:
        assert journal.records(1) == before
        assert "2 of its 5 entries were restored" in journal.notices[0]


def test_another_journal_copied_over_it_keeps_the_evenings_of_both(memory):
    with opened(memory) as journal:
        add(named(journal), 1, 2)
        mine = journal.records(1)
    (memory / "theirs").mkdir()
    with opened(memory / "theirs") as journal:
        add(named(journal, first=5), 3)
        theirs = journal.records(1)
    shutil.copy(memory / "theirs" / "journal.db", memory / "journal.db")
    with opened(memory) as journal:
        assert [journal.records(each.id) for each in journal.evenings()] == [theirs, mine]
    with opened(memory) as journal:
        assert journal.notices == ()


@pytest.mark.parametrize("how", ["over", "in place of", "away"])
def test_a_journal_replaced_while_in_use_takes_no_more_entries_and_is_restored_later(memory, how):
    (memory / "theirs").mkdir()
    with opened(memory / "theirs") as journal:
        add(named(journal, first=5), 3)
    path = memory / "journal.db"
    journal = opened(memory)
    table = named(journal)
    add(table, 1)
    view, before = table.view(TABLE), journal.records(1)
    match how:
        case "over":
            shutil.copyfile(memory / "theirs" / "journal.db", path)
        case "in place of":
            (memory / "theirs" / "journal.db").replace(path)
        case "away":
            path.unlink()
    with pytest.raises(JournalReplacedError, match="took the journal's place"):
        table.submit(Add(1, 1))
    assert table.view(TABLE) == view
    journal.close()
    with opened(memory) as journal:
        assert before in [journal.records(each.id) for each in journal.evenings()]
        assert all(verify(journal, each.id).difference is None for each in journal.evenings())


# The list of evenings, which no hash covers

LISTS = (
    "UPDATE evening SET names = 'no JSON' WHERE id = 1",
    "UPDATE evening SET names = '[1, 2]' WHERE id = 1",
    "UPDATE evening SET names = CAST(x'5b22ff225d' AS TEXT) WHERE id = 1",
    "UPDATE evening SET started = CAST(x'32ff' AS TEXT) WHERE id = 1",
    "UPDATE evening SET game = 'another_game' WHERE id = 1",
    "UPDATE evening SET id = 9 WHERE id = 1",
    "DELETE FROM evening WHERE id = 1",
    "INSERT INTO evening VALUES (5, 'counting_game', '[]', '', 0)",
    "DROP TABLE evening",
)


@pytest.mark.parametrize("change", LISTS)
@pytest.mark.parametrize("copies", [True, False])
def test_a_spoilt_list_of_evenings_is_made_anew_from_their_entries(memory, change, copies):
    before = played(memory, 20)
    with closing(sqlite3.connect(memory / "journal.db", isolation_level=None)) as spoiling:
        spoiling.execute(change)
    if not copies:
        shutil.rmtree(memory / "journal.db-copies")
    notices, found = restored(memory)
    assert found == before
    assert "is damaged" in notices[0]
    with opened(memory) as journal:
        assert [(each.id, each.game, each.names) for each in journal.evenings()] == [
            (1, "counting_game", ("Ann", "Bo")),
            (2, "counting_game", ("Ann", "Bo")),
        ]


def test_an_evening_whose_names_cant_be_read_is_told_in_one_line_to_whoever_looks_on(memory):
    played(memory, 5)
    with closing(sqlite3.connect(memory / "journal.db", isolation_level=None)) as spoiling:
        spoiling.execute(LISTS[0])
    with (
        JournalReader.open(memory / "journal.db", find) as reader,
        pytest.raises(JournalDamagedError, match=r"^[^\n]*evening 1, names: [^\n]*$"),
    ):
        reader.evenings()


def test_entries_of_another_game_are_told_in_one_line_to_whoever_looks_on(memory):
    played(memory, 5)
    with closing(sqlite3.connect(memory / "journal.db", isolation_level=None)) as spoiling:
        spoiling.execute("UPDATE evening SET game = 'cosmic_coasters' WHERE id = 1")
    with (
        JournalReader.open(memory / "journal.db") as reader,
        pytest.raises(JournalError, match=r"^[^\n]*evening 1 holds what cosmic_coasters doesn't know[^\n]*$"),
    ):
        reader.entries(1)


def test_a_backup_that_cant_be_written_leaves_nothing_and_names_its_own_path(memory):
    played(memory, 5)
    with JournalReader.open(memory / "journal.db", find) as reader:
        with pytest.raises(JournalUnwritableError, match=r"nowhere/backup\.db"):
            reader.backup(memory / "nowhere" / "backup.db")
        reader.backup(memory / "backup.db")
    assert not list(memory.glob("*.half"))
    with JournalReader.open(memory / "backup.db", find) as reader:
        assert len(reader.records(2)) == 5
