"""A demo's folder: whose evening lies in it, and whether it can be begun, resumed or only told again."""

from pathlib import Path

import click
import msgspec
from msgspec import Struct

from companion.journal import Evening, Journal
from companion.rules import games
from companion.whole_files import write_whole

NOTE = "demo.json"
JOURNAL = "journal.db"


class DemoError(Exception):
    """The demo can't go on; the text says why, and what to do."""


class Wanted(Struct, frozen=True, omit_defaults=True):
    """What somebody asked for; None where the folder, or what is usual, may say it."""

    game: str | None = None
    seats: int | None = None
    seed: int | None = None


class Chosen(Struct, frozen=True, forbid_unknown_fields=True):
    """The evening that is played: it is kept beside the journal, so that it can be resumed."""

    game: str
    seats: int
    seed: int


USUAL = Chosen("coaster_park", 3, 1)


def chosen(wanted: Wanted, folder: Path, evenings: tuple[Evening, ...]) -> Chosen:
    """The evening to play in this folder; DemoError where another one lies there."""
    found = _noted(folder) if evenings or (folder / NOTE).exists() else USUAL
    asked = Chosen(
        wanted.game if wanted.game is not None else found.game,
        wanted.seats if wanted.seats is not None else found.seats,
        wanted.seed if wanted.seed is not None else found.seed,
    )
    if evenings and asked != found:
        raise DemoError(
            f"{folder} holds an evening of {found.game} for {found.seats} with seed {found.seed}: "
            "go on with that one, or name another folder with --out"
        )
    rules = games()[asked.game]
    seats = rules.seats
    if asked.seats not in seats:
        raise DemoError(f"{rules.title} is for {seats.start} to {seats.stop - 1} seats, not {asked.seats}")
    return asked


def note(folder: Path, evening: Chosen) -> None:
    """Keep beside the journal which evening this is."""
    write_whole(folder / NOTE, msgspec.json.format(msgspec.json.encode(evening)) + b"\n")


def _noted(folder: Path) -> Chosen:
    path = folder / NOTE
    try:
        return msgspec.json.decode(path.read_bytes(), type=Chosen)
    except FileNotFoundError:
        raise DemoError(
            f"{folder / JOURNAL} is not a demo's journal: name another folder with --out"
        ) from None
    except (ValueError, RecursionError) as error:  # any bytes may lie there
        raise DemoError(f"{path}: {error}; name another folder with --out") from None


def agreed(wanted: Wanted, folder: Path) -> None:
    """DemoError where no such evening can be; nothing is made for it."""
    if not (folder / JOURNAL).exists():
        chosen(wanted, folder, ())


def open_journal(folder: Path) -> Journal:
    """The folder's journal, both made where there are none; what had to be restored is told on stderr."""
    folder.mkdir(parents=True, exist_ok=True)
    journal = Journal.open(folder / JOURNAL)
    for notice in journal.notices:
        click.echo(notice, err=True)
    return journal
