"""What is done to a journal from outside: each a clear message, and nothing confirmed lost."""

import contextlib
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from companion.journal import JournalReader, fold, verify
from companion.journal.copies import Copies
from companion.journal.errors import (
    JournalBusyError,
    JournalDamagedError,
    JournalForeignError,
    JournalFullError,
    JournalReplacedError,
    JournalUnwritableError,
)
from companion.rules.contract import TABLE, Setup
from tests.journal.counting_game import RULES, Add, find
from tests.journal.evening import add, begun, entered, named, opened, play

ROOT = Path(__file__).parents[2]


@contextmanager
def writer(folder, count):
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.journal.writer", str(folder), str(count)],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@contextmanager
def small_disk(folder, size="768k"):
    """A real disk in memory that is soon full."""
    disk = folder / "disk"
    disk.mkdir()
    mount = shutil.which("mount")
    if os.geteuid() or mount is None:
        pytest.skip("only root can mount the small disk that this fills up")
    if subprocess.run([mount, "-t", "tmpfs", "-o", f"size={size}", "tmpfs", disk], check=False).returncode:
        pytest.skip("this machine lets nobody mount a small disk")
    try:
        yield disk
    finally:
        subprocess.run([shutil.which("umount"), "-l", disk], check=True)


def fill(disk):
    """Take all the room there is."""
    with (disk / "filling").open("ab", buffering=0) as file:
        for size in (4096, 1):
            try:
                while True:
                    file.write(b"x" * size)
            except OSError:
                continue


def aside(folder):
    """The damaged files that were kept, without what SQLite keeps beside each."""
    found = sorted(path.name for path in folder.iterdir() if ".damaged-" in path.name)
    return [name for name in found if not name.endswith(("-wal", "-shm"))]


# A second instance


def test_a_second_companion_is_told_which_process_has_the_journal(memory):
    with writer(memory, 0) as first:
        assert first.stdout.readline() == "open\n"
        with pytest.raises(JournalBusyError, match=rf"in use by another companion \(process {first.pid}\)"):
            opened(memory)
        with writer(memory, 5) as second:
            _, told = second.communicate()
            assert second.returncode == 1
            assert told.count("\n") == 1
            assert "in use by another companion" in told


def test_a_killed_companion_leaves_no_lock(memory):
    with writer(memory, 0) as first:
        assert first.stdout.readline() == "open\n"
        first.kill()
        first.wait()
        opened(memory).close()


def test_a_closed_journal_can_be_opened_again_in_the_same_process(memory):
    opened(memory).close()
    opened(memory).close()


def test_two_names_of_one_journal_share_its_lock(memory):
    (memory / "other").mkdir()
    (memory / "other" / "journal.db").symlink_to(memory / "journal.db")
    with opened(memory), pytest.raises(JournalBusyError):
        opened(memory / "other")


# A power cut


def killed_at_random(folder, moments, seed):
    """Kill a writer at random moments; after each, all that it printed as confirmed must be there."""
    dice = random.Random(seed)
    confirmed = {}
    for _ in range(moments):
        with writer(folder, 1_000_000) as process:
            printed = [process.stdout.readline() for _ in range(dice.randrange(1, 120))]
            process.send_signal(signal.SIGKILL)
            printed += process.stdout.readlines()
        for n, _, own in (line.strip().partition(" ") for line in printed):
            if n.isdecimal() and len(own) == 64:
                confirmed[int(n)] = own
        with opened(folder) as journal:
            assert journal.notices == ()
            there = {entry.n: entry.hash for evening in journal.evenings() for entry in journal.entries(1)}
            assert confirmed.items() <= there.items()
            assert all(verify(journal, evening.id).difference is None for evening in journal.evenings())
    assert len(confirmed) > moments


def test_what_was_confirmed_survives_being_killed(memory):
    killed_at_random(memory, 6, seed=1)


@pytest.mark.full
def test_what_was_confirmed_survives_being_killed_many_times(tmp_path):
    killed_at_random(tmp_path, 40, seed=2)


def test_a_killed_writer_goes_on_to_the_same_hash_as_an_unbroken_one(memory):
    with writer(memory, 300) as process:
        for _ in range(100):
            process.stdout.readline()
        process.kill()
    with writer(memory, 300) as process:
        process.communicate()
    (memory / "unbroken").mkdir()
    with writer(memory / "unbroken", 300) as process:
        process.communicate()
    hashes = []
    for folder in (memory, memory / "unbroken"):
        with opened(folder) as journal:
            hashes.append(journal.entries(1)[300].hash)
    assert hashes[0] == hashes[1]


# A full disk


def enter_until_full(table):
    """Enter until an entry finds no room on the disk; what was told then."""
    for number in range(4000):
        try:
            table.submit(Add(table.view(TABLE).state.on_turn, 1), key=f"key {number}")
            table.take_back(2)
        except JournalFullError as error:
            return str(error)
    raise AssertionError("the disk never got full")


def test_what_a_full_disk_has_no_room_for_is_not_entered_and_can_be_entered_later(tmp_path):
    with small_disk(tmp_path) as disk, opened(disk) as journal:
        table = named(journal)
        heard = []
        table.subscribe(heard.append)
        fill(disk)
        told = enter_until_full(table)
        assert "the disk is full, so this was not entered" in told
        assert "\n" not in told
        stopped = table.n
        assert heard == list(range(3, stopped + 1))
        assert len(journal.entries(1)) == stopped + 1
        assert fold(RULES, journal.entries(1)) == table._timeline
        (disk / "filling").unlink()
        seat = table.view(TABLE).state.on_turn
        assert entered(table.submit(Add(seat, 1), key="later")) == stopped + 1
        assert verify(journal, 1).difference is None
        assert fold(RULES, journal.entries(1)) == table._timeline
        assert Copies(disk / "journal.db").read(1) == journal.records(1)


def test_an_entry_refused_by_a_full_disk_changes_nothing_that_is_seen(tmp_path):
    with small_disk(tmp_path) as disk, opened(disk) as journal:
        table = named(journal)
        fill(disk)
        enter_until_full(table)
        view, history = table.view(TABLE), table.history(TABLE)
        for _ in range(3):
            with pytest.raises(JournalFullError):
                table.correct(0, Setup("counting_game", ("A" * 90_000, "B"), components=RULES.house()))
        assert (table.view(TABLE), table.history(TABLE)) == (view, history)


def test_a_journal_on_a_full_disk_loses_nothing_when_it_is_opened(tmp_path):
    with small_disk(tmp_path) as disk:
        with opened(disk) as journal:
            add(named(journal), 1, 2)
            fill(disk)
        with contextlib.suppress(JournalFullError):
            opened(disk).close()
        (disk / "filling").unlink()
        with opened(disk) as journal:
            assert journal.notices == ()
            assert len(journal.entries(1)) == 5


def test_a_journal_that_finds_no_room_to_begin_says_so(tmp_path):
    with small_disk(tmp_path) as disk:
        fill(disk)
        with pytest.raises(JournalFullError, match="the disk is full"):
            opened(disk)


# A folder that can't be written


@contextmanager
def read_only(disk):
    subprocess.run([shutil.which("mount"), "-o", "remount,ro", disk], check=True)
    try:
        yield
    finally:
        subprocess.run([shutil.which("mount"), "-o", "remount,rw", disk], check=True)


def test_a_read_only_folder_is_told_and_its_journal_can_be_read(tmp_path):
    with small_disk(tmp_path) as disk:
        with opened(disk) as journal:
            entries = journal.entries(named(journal).evening)
        with read_only(disk):
            with pytest.raises(JournalUnwritableError, match=r"can't be written .*set COMPANION_HOME"):
                opened(disk)
            with JournalReader.open(disk / "journal.db", find) as reader:
                assert reader.entries(1) == entries


def test_a_folder_that_cannot_be_made_is_told(memory):
    (memory / "file").touch()
    with pytest.raises(JournalUnwritableError, match="can't be written"):
        opened(memory / "file")


# A damaged file


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
