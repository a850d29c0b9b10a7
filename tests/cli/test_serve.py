"""`companion serve`: an evening on phones alone, which a killed companion goes on with."""

import os
import re
import signal
import subprocess
import sys

import httpx
import pytest

from companion.journal import Journal
from companion.rules.contract import Setup
from companion.table import Table


def start(folder, *options):
    """Serve from a process of its own; the process and what it prints until all is said."""
    command = [sys.executable, "-c", "from companion.cli import main; main()", "serve", "--port", "0"]
    process = subprocess.Popen(
        [*command, "--host", "127.0.0.1", *options],
        env=os.environ | {"COMPANION_HOME": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    said = ""
    for line in process.stdout:
        said += line
        if line.startswith("Stop with"):
            break
    return process, said


@pytest.fixture
def running(tmp_path):
    processes = []

    def run(*options):
        process, said = start(tmp_path, *options)
        processes.append(process)
        return process, said

    yield run
    for process in processes:
        process.kill()
        process.wait()
        process.stdout.close()


def joined(said):
    """Come in by the address and the code that were printed."""
    address, code = re.search(r"open (http://\S+) and type (\S+)", said).groups()
    answer = httpx.post(f"{address}/join", data={"code": code}, headers={"Origin": address})
    assert answer.status_code == 303
    return address, answer.cookies["companion"]


def test_it_prints_address_code_and_pin_and_ends_well_when_told(running):
    process, said = running()
    address, token = joined(said)
    assert re.search(r"PIN is \d{6}", said)
    assert "█" in said
    assert "data-here" in httpx.get(address, cookies={"companion": token}).text
    process.send_signal(signal.SIGTERM)
    assert process.wait(20) == 0
    assert "The evening is kept" in process.stdout.read()


def test_ctrl_c_twice_ends_it_at_once_with_a_line(running):
    process, _ = running()
    os.kill(process.pid, signal.SIGSTOP)  # both lie there before it can end in peace
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGTERM)
    os.kill(process.pid, signal.SIGCONT)
    assert process.wait(20) == 130
    assert process.stdout.read() == "Ended at once; every entry is kept.\n"


def test_a_killed_one_goes_on_with_the_evening_and_knows_its_phones(running, tmp_path):
    with Journal.open(tmp_path / "journal.db") as journal:
        table = Table.begin(journal, Setup("cosmic_coasters", ("Ann", "Bo")))
        assert isinstance(table, Table)
    process, said = running()
    _, token = joined(said)
    process.kill()
    process.wait()
    _, again = running()
    address = re.search(r"open (http://\S+) and", again)[1]
    assert "data-here" in httpx.get(address, cookies={"companion": token}).text


def test_a_journal_in_use_and_a_taken_address_are_one_line(running, tmp_path):
    _, said = running()
    assert "Stop with" in said
    _, second = start(tmp_path)
    assert "in use by another companion" in second
    assert second.count("\n") == 1
