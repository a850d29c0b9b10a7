"""`companion serve`: the evening on phones and tablets alone, without a touchscreen."""

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.journal import Journal, JournalError, home, journal_path

if TYPE_CHECKING:
    from companion.cli._phones import Phones
    from companion.table import Table

LOOK_S = 1.0
"""How often it is looked whether the page is still served."""

INTERRUPTED = 130
"""The exit code of who is not let end in peace, as a shell has it."""


@click.command()
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8080,
    show_default=True,
    help="Where the page is; 0 takes any.",
)
@click.option(
    "--host",
    default="0.0.0.0",  # noqa: S104  # phones in the room's network are who it is for
    show_default=True,
    help="The network address to listen at.",
)
@click.option("--beams", default="", help="What watches the marbles: serial:auto, gpio:17,27,22, simulated:.")
@click.option(
    "--pretend/--real", default=None, help="A pretend table tells cards, dice and marbles, or nobody."
)
@click.option("--journal", type=click.Path(path_type=Path), help="The journal; your own if none is named.")
def command(port: int, host: str, beams: str, pretend: bool | None, journal: Path | None) -> None:
    """Serve the page for phones and tablets, and print its address with a code to scan.

    The newest unfinished evening goes on; where there is none, the scorekeeper begins one.
    Without --beams and without --real a pretend table stands in for the hardware.

    Example: companion serve --port 8080 --beams serial:auto
    """
    from companion.cli._phones import BesideTable, Phones
    from companion.cli.kiosk import PretendTable

    pretending = not beams if pretend is None else pretend
    try:
        opened = Journal.open(journal or journal_path())
    except JournalError as error:
        raise click.ClickException(str(error)) from error
    from companion.cli._row import Row
    from companion.kiosk.decks import Decks
    from companion.kiosk.settings import read_settings

    row = Row(Decks(opened.path.parent / "decks", lambda: read_settings(home() / "kiosk.json").decks))
    pretend_table = PretendTable if pretending else None
    phones = Phones(home(), alone=True, pretending=pretend_table, host=host, port=port, camera=row)
    beside = BesideTable(beams or ("simulated:" if pretending else ""), home(), journal)

    def moved(table: "Table | None") -> None:
        beside.watch(table)
        row.watch(table)

    with opened, _told() as told:
        for notice in (*opened.notices, *([beside.problem] if beside.problem else ())):
            click.echo(notice, err=True)
        try:
            phones.open(opened, beside, moved)
            if phones.room is None or phones.problem:
                raise click.ClickException(f"{phones.problem}; name another with --port")
            row.subscribe(phones.room.tell)
            _go_on(phones, opened)
            click.echo(welcome(phones))
            while not told.wait(LOOK_S):
                if phones.problem:
                    raise click.ClickException(phones.problem)
        finally:
            phones.close()
            row.close()
            beside.close()
    click.echo("The evening is kept. Good night!")


def _go_on(phones: "Phones", journal: Journal) -> None:
    """Go on with the newest unfinished evening, if there is one that can be read."""
    unfinished = [evening for evening in journal.evenings() if not evening.finished]
    if unfinished and phones.room is not None:
        try:
            phones.room.resume(unfinished[-1].id)
        except JournalError as error:
            click.echo(str(error), err=True)


def welcome(phones: "Phones") -> str:
    """What is printed: how to join, and the host's PIN."""
    from companion.tablet.addresses import in_terminal

    code = phones.code
    return "\n".join(
        (
            in_terminal(phones.link),
            f"Phones and tablets: scan this, or open http://{phones.address} and type {code[:4]}-{code[4:]}",
            f"The first one may keep the score for all. The host’s PIN is {phones.pin}.",
            "Stop with Ctrl+C; every entry is kept.",
        )
    )


@contextmanager
def _told() -> Iterator[threading.Event]:
    """Set by the first Ctrl+C, or by the service manager; a second one ends it at once, with no less kept."""
    told = threading.Event()

    def tell(*_: object) -> None:
        if told.is_set():
            os.write(sys.stdout.fileno(), b"Ended at once; every entry is kept.\n")
            os._exit(INTERRUPTED)
        told.set()

    signals = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(each, tell) for each in signals]
    try:
        yield told
    finally:
        for each, handler in zip(signals, before, strict=True):
            signal.signal(each, handler)
