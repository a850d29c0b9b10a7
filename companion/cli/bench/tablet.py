"""`companion bench tablet`: fifty phones on a busy table, from an entry to the last one showing it."""

import gc
import resource
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import click
from msgspec import json

from companion.cli.bench._report import percentile, report

CLIENTS = 50
ENTRIES = 120
"""Entries that are timed."""

EVERY_S = 0.25
"""A busy table: four entries a second."""

PATIENCE_S = 30.0

GAME = "coaster_park"


@click.command("tablet")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--clients", type=click.IntRange(1, 200), default=CLIENTS, show_default=True, help="Open pages."
)
def command(clients: int, *, as_json: bool) -> None:
    """Time how an entry reaches every open page.

    Three pages are seats, one keeps the score, the rest look on, at several sizes, dark and light.

    Example: companion bench tablet --json
    """
    report(f"tablet: {clients} pages on a busy table of {GAME}", measure(clients), as_json=as_json)


def measure(clients: int = CLIENTS, entries: int = ENTRIES) -> dict[str, Any]:
    """Milliseconds from an entry to the last page having it; the server's memory and share of a core."""
    from companion.journal import Journal
    from companion.rehearsal import rehearse
    from companion.rules.contract import TABLE
    from companion.table import Table
    from companion.tablet import People, Room, Server

    with tempfile.TemporaryDirectory(prefix="companion-bench-") as name:
        journal = Journal.open(Path(name) / "journal.db")
        room, people = Room(journal), People()
        server = Server(room, people, host="127.0.0.1", port=0)
        rehearsal = rehearse(GAME, 1)
        table = Table.begin(journal, rehearsal.world.setting(3))
        room.follow(table if isinstance(table, Table) else None)
        server.start()
        with Crowd(server.address, people, clients, room.table) as seen:
            gc.collect()
            begun: dict[int, float] = {}
            used, started = time.process_time(), time.monotonic()
            seed = 1
            while len(begun) < entries:
                current = room.table
                move = rehearsal.next(current) if current is not None else None
                if current is None or move is None or current.view(TABLE).outcome is not None:
                    seed += 1
                    rehearsal = rehearse(GAME, seed)
                    fresh = Table.begin(journal, rehearsal.world.setting(3))
                    room.follow(fresh if isinstance(fresh, Table) else None)
                    continue
                due = started + len(begun) * EVERY_S
                time.sleep(max(0.0, due - time.monotonic()))
                at = time.monotonic()
                current.submit(move.command, move.by)
                begun[current.evening * 10_000 + current.n] = at
            took, worked = time.monotonic() - started, time.process_time() - used
            last = seen.until_all(begun)
        server.stop()
        journal.close()
    spans = [1000 * (last[moment] - at) for moment, at in begun.items()]
    return {
        "clients": clients,
        "fanout_ms_p50": percentile(spans, 0.5),
        "fanout_ms_p99": percentile(spans, 0.99),
        "rss_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        "cpu_percent": 100 * worked / took,
    }


class Crowd:
    """Open pages in a process of their own, which tells when the last of them has each moment."""

    def __init__(self, address: str, people: Any, clients: int, table: Any) -> None:
        tokens = []
        for place in range(clients):
            token, person = people.join(people.link, "bench")
            if table is not None and place < len(table.setup.names):
                people.claim(person.id, table.setup.names[place])
            elif place == clients - 1:
                people.unlock(person.id, people.pin)
                people.keep_score(person.id)
            else:
                people.watch(person.id)
            tokens.append(token)
        self._given = json.encode({"address": address, "tokens": tokens}) + b"\n"
        self._last: dict[int, float] = {}

    def __enter__(self) -> "Crowd":
        command = [sys.executable, "-m", "companion.cli.bench._crowd"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603  # ours
        if self._process.stdin is None or self._process.stdout is None:
            raise OSError("the pages can't be opened")
        self._process.stdin.write(self._given)
        self._process.stdin.flush()
        if b"here" not in self._process.stdout.readline():
            raise click.ClickException("the pages did not open")
        self._listening = threading.Thread(target=self._listen, daemon=True)
        self._listening.start()
        return self

    def _listen(self) -> None:
        for line in self._process.stdout or ():
            moment, at = json.decode(line, type=tuple[int, float])
            self._last[moment] = at

    def until_all(self, moments: dict[int, float]) -> dict[int, float]:
        """When the last page had each moment, or a newer one; an error where one never came."""
        end = time.monotonic() + PATIENCE_S
        while max(self._last, default=0) < max(moments):
            if time.monotonic() > end:
                raise click.ClickException("a page did not get the newest picture")
            time.sleep(0.05)
        return {moment: min(at for each, at in self._last.items() if each >= moment) for moment in moments}

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait(10)
