"""A demo's evening as it is played in a folder, and what it says of itself afterwards."""

import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import click
from msgspec import Struct
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from companion.cli._evening import Chosen, DemoError, Wanted, agreed, chosen, note, open_journal
from companion.cli._laying import Laying
from companion.cli._playing import Submitting, play
from companion.cli._telling import leave
from companion.journal import Journal
from companion.rehearsal import Rehearsal, rehearse
from companion.rules.contract import TABLE, Violation
from companion.table import Table


class Touches(Struct, frozen=True):
    """How often the screen was touched: in all, and in one turn on average and at most."""

    total: int
    mean: float
    most: int


class Report(Struct, frozen=True, omit_defaults=True):
    """What a demo says of itself; `hash` is the last entry's."""

    game: str
    seats: int
    seed: int
    folder: str
    entries: int
    turns: int
    hash: str
    winners: tuple[str, ...]
    resumed: bool = False
    finished_before: bool = False
    touches: Touches | None = None


def rehearse_fast(wanted: Wanted, folder: Path, *, trace: bool) -> Report:
    """Play an evening without a screen, or what is left of it."""
    agreed(wanted, folder)
    with open_journal(folder) as journal:
        evening = chosen(wanted, folder, journal.evenings())
        rehearsal = rehearse(evening.game, evening.seed)
        resumed = bool(journal.evenings())
        table = resume(journal) if resumed else begin(journal, rehearsal, evening, folder, trace=trace)
        finished_before = table.view(TABLE).outcome is not None
        with progress(table, trace=trace) as moved, closing(Submitting(table, evening.seed)) as entering:
            play(table, rehearsal, Laying(entering, table, rehearsal), moved)
        return report(table, evening, folder, resumed=resumed, finished_before=finished_before)


def resume(journal: Journal) -> Table:
    """The evening that lies in a demo's journal."""
    return Table.resume(journal, journal.evenings()[-1].id)


def begin(journal: Journal, rehearsal: Rehearsal, evening: Chosen, folder: Path, *, trace: bool) -> Table:
    """A new evening in a demo's journal; its note is kept first, so that it can always be resumed."""
    note(folder, evening)
    table = Table.begin(journal, rehearsal.world.setting(evening.seats), key="demo 0")
    if isinstance(table, Violation):
        raise DemoError(f"the evening can't begin ({table.code})")
    if trace:
        confirmed(table, 0)
    return table


def confirmed(table: Table, n: int) -> None:
    """Print the line of entry `n`."""
    click.echo(f"confirmed {n} {table.entry(n).hash}")
    sys.stdout.flush()


@contextmanager
def progress(table: Table, *, trace: bool) -> Iterator[Callable[[], None]]:
    """What is to be called after each entry: it prints its line, and how far the evening is on a terminal."""
    with _bar(table) as shown:
        told = table.n

        def moved() -> None:
            nonlocal told
            if trace:
                for n in range(told + 1, table.n + 1):
                    confirmed(table, n)
            told = table.n
            shown()

        yield moved


@contextmanager
def _bar(table: Table) -> Iterator[Callable[[], None]]:
    """A line on stderr that says how far the evening is, where somebody looks at it."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda: None
        return
    words = TextColumn("{task.description}")
    with Progress(words, BarColumn(), TimeElapsedColumn(), console=console, transient=True) as bar:
        task = bar.add_task("The evening begins", total=None)
        yield lambda: bar.update(task, description=f"Turn {table.view(TABLE).state.turn}, entry {table.n}")


def report(
    table: Table,
    evening: Chosen,
    folder: Path,
    *,
    resumed: bool,
    finished_before: bool,
    touches: Touches | None = None,
) -> Report:
    """Leave story and scores in the folder of a finished evening, and say how it went."""
    view = table.view(TABLE)
    if view.outcome is None:
        raise DemoError("the evening is not over")
    leave(table, view.outcome, folder)
    names = table.setup.names
    return Report(
        evening.game,
        evening.seats,
        evening.seed,
        str(folder),
        table.n,
        view.state.turn,
        table.entry(table.n).hash,
        tuple(names[standing.seat] for standing in view.outcome.ranking if standing.rank == 1),
        resumed,
        finished_before,
        touches,
    )
