"""What is done to a journal from outside: each a clear message, and nothing confirmed lost."""

import contextlib
import os
import random
import shutil
import signal
import subprocess
from contextlib import contextmanager

import pytest

from companion.journal import JournalReader, fold, verify
from companion.journal.copies import Copies
from companion.journal.errors import (
    JournalBusyError,
    JournalFullError,
    JournalUnwritableError,
)
from companion.rules.contract import TABLE, Setup
from tests.journal.counting_game import RULES, Add, find
from tests.journal.evening import add, entered, named, opened, writer


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
