"""Evenings of the counting game, played for the journal's and the table's tests."""

import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.journal import Journal, Source
from companion.rules.contract import HOST, TABLE, Setup, Viewer, Violation
from companion.rules.hidden import Hidden
from companion.table import Confirmed, Table
from tests.journal.counting_game import Add, Draw, Name, find

ROOT = Path(__file__).parents[2]

NAMES = ("Ann", "Bo")
SETUP = Setup("counting_game", NAMES)


def opened(folder: Path) -> Journal:
    return Journal.open(folder / "journal.db", find)


def begun(journal: Journal, setup: Setup = SETUP, **more: Any) -> Table:
    table = Table.begin(journal, setup, **more)
    assert isinstance(table, Table), table
    return table


def named(journal: Journal, first: int = 4, second: int = 7) -> Table:
    """An evening in which both seats have named their secrets, each on its own phone: entries 0 to 2."""
    table = begun(journal)
    entered(table.submit(Name(0, Hidden((0,), first)), Viewer(0), Source.PHONE))
    entered(table.submit(Name(1, Hidden((1,), second)), Viewer(1), Source.PHONE))
    return table


def entered(answer: Any) -> int:
    assert isinstance(answer, Confirmed), answer
    return answer.n


def add(table: Table, *amounts: int) -> None:
    """The seats in turn add these amounts."""
    for amount in amounts:
        entered(table.submit(Add(table.view(TABLE).state.on_turn, amount)))


def draw(table: Table, card: str) -> int:
    return entered(table.submit(Draw(card), source=Source.CAMERA))


def play(table: Table, entries: int, seed: int = 1) -> None:
    """Enter offered commands at random, taking back and correcting now and then."""
    dice = random.Random(seed)
    while table.n + 1 < entries:
        asks = [ask for ask in table.view(HOST).asks if ask.name != "teach"]
        back = dice.choice(range(table.n + 1))
        if not asks or dice.random() < 0.1:
            table.take_back(back)
        elif dice.random() < 0.1:
            table.correct(back, dice.choice(dice.choice(asks).options), HOST, keep=dice.random() < 0.5)
        else:
            answer = table.submit(dice.choice(dice.choice(asks).options), HOST)
            assert not isinstance(answer, Violation)


@contextmanager
def memory_folder() -> Iterator[Path]:
    """A folder on a disk in memory where there is one: its commits cost nothing."""
    shared = Path("/dev/shm")  # noqa: S108  # only a disk that is quick is wanted, not the shared name
    with TemporaryDirectory(dir=shared if shared.is_dir() else None) as folder:
        yield Path(folder)


@contextmanager
def writer(folder, count):
    """A process that writes so many entries, until it is killed."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.journal.writer", str(folder), str(count)],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        yield process
    finally:
        process.kill()
        process.communicate()
