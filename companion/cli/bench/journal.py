"""`companion bench journal`: entries made durable, and judged again, beside bare SQLite commits."""

import random
import sqlite3
import tempfile
import time
from pathlib import Path
from typing import Any

import click
from msgspec import json

from companion.cli.bench._report import percentile, report
from companion.journal import Journal, Record, verify
from companion.rules import games
from companion.rules.contract import TABLE, Amount, Rules, Setup, Violation
from companion.table import Table

ENTRIES = 500
"""A long evening's worth."""

NAMES = ("Ann", "Benedikt", "Chiara")


@click.command("journal")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(*, as_json: bool) -> None:
    """Time a 500-entry journal: each durable entry, judging all again, opening it.

    Example: companion bench journal --json
    """
    report(f"journal: {ENTRIES} entries", measure(), as_json=as_json)


def measure() -> dict[str, Any]:
    """For each game, milliseconds; the peer commits rows of the same sizes to a bare SQLite file."""
    return {rules.name: _measured(rules) for rules in games().values()}


def _measured(rules: Rules[Any, Any, Any]) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
        path = Path(folder) / "journal.db"
        journal = Journal.open(path)
        entering = _play(journal, rules)
        evening = journal.evenings()[0].id
        records = journal.records(evening)
        judging = min(_seconds(lambda: verify(journal, evening)) for _ in range(3))
        folding = min(_seconds(lambda: Table.resume(journal, evening)) for _ in range(3))
        journal.close()
        opening = _seconds(lambda: Journal.open(path).close())
        bare = _bare_commits(Path(folder) / "bare.db", records)
    return {
        "entries": len(records),
        "judged_again_ms": judging * 1000,
        "folded_ms": folding * 1000,
        "opened_ms": opening * 1000,
        "entry_ms": {"p50": percentile(entering, 0.5) * 1000, "p99": percentile(entering, 0.99) * 1000},
        "bare_commit_ms": {"p50": percentile(bare, 0.5) * 1000, "p99": percentile(bare, 0.99) * 1000},
    }


def _play(journal: Journal, rules: Rules[Any, Any, Any]) -> list[float]:
    """Enter random legal commands, going back to the start where a game ends sooner; seconds of each."""
    dice = random.Random("journal")
    table = Table.begin(journal, Setup(rules.name, NAMES))
    if isinstance(table, Violation):
        raise click.ClickException(f"{rules.name} can't be set up: {table.code}")
    seconds = []
    while table.n + 1 < ENTRIES:
        asks = table.view(TABLE).asks
        if not asks:
            table.take_back(0)
            continue
        ask = dice.choice(asks)
        command = (
            ask.option(dice.randint(ask.low, ask.high))
            if isinstance(ask, Amount)
            else dice.choice(ask.options)
        )
        started = time.perf_counter()
        table.submit(command)
        seconds.append(time.perf_counter() - started)
    return seconds


def _bare_commits(path: Path, records: tuple[Record, ...]) -> list[float]:
    """What SQLite alone takes to make the same bytes durable, a row a commit."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;")
    connection.execute("CREATE TABLE bare (line BLOB)")
    rows = [json.encode(record) for record in records]
    seconds = [
        _seconds(lambda row=row: connection.execute("INSERT INTO bare VALUES (?)", (row,))) for row in rows
    ]
    connection.close()
    return seconds


def _seconds(work: Any) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started
