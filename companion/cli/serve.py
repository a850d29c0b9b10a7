"""`companion serve`: the evening on phones and tablets alone, without a touchscreen."""

import signal
import threading
from pathlib import Path
from typing import Any

import click

from companion.journal import Journal, JournalError, home, journal_path


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
    from companion.cli._phones import open_phones

    pretending = not beams if pretend is None else pretend
    path = journal or journal_path()
    try:
        opened = Journal.open(path)
    except JournalError as error:
        raise click.ClickException(str(error)) from error
    with opened:
        for notice in opened.notices:
            click.echo(notice, err=True)
        address = beams or ("simulated:" if pretending else "")
        phones = open_phones(opened, home(), address, pretending=pretending, host=host, port=port)
        try:
            phones.start()
            click.echo(welcome(phones))
            _until_told()
        finally:
            phones.close()
            click.echo("The evening is kept. Good night!")


def welcome(phones: Any) -> str:
    """What is printed: how to join, and the host's PIN."""
    from companion.tablet.addresses import in_terminal

    code = phones.people.code
    lines = [
        in_terminal(phones.link),
        f"Phones and tablets: scan this, or open http://{phones.address} and type {code[:4]}-{code[4:]}",
        f"Keep the score on the first one. The host’s PIN is {phones.people.pin}.",
    ]
    if phones.problem:
        lines.append(phones.problem)
    return "\n".join([*lines, "Stop with Ctrl+C; every entry is kept."])


def _until_told() -> None:
    """Wait for Ctrl+C, or for the service manager."""
    told = threading.Event()
    before = [signal.signal(each, lambda *_: told.set()) for each in (signal.SIGINT, signal.SIGTERM)]
    told.wait()
    for each, handler in zip((signal.SIGINT, signal.SIGTERM), before, strict=True):
        signal.signal(each, handler)
