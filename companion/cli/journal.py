"""`companion journal`: the evenings that were kept, and what was entered in them."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
from msgspec import json, to_builtins
from msgspec.structs import replace

from companion.cli._kinds import EVENING_NUMBER
from companion.journal import Evening, Journal, JournalError, JournalReader, journal_path
from companion.journal.exchange import export_for, export_whole, lines_of, read_export
from companion.journal.verify import Verdict, verify, verify_all
from companion.rules import games
from companion.rules.contract import Setup

FILE = click.argument("file", required=False, type=click.Path(path_type=Path))
EVENING = click.option("--evening", type=EVENING_NUMBER, help="The number of an evening, as `list` shows it.")
AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON, for a program to read.")

LARGEST_EXPORT = 2**28
"""Bytes; an evening has about one million, and a film named by mistake would fill the memory."""


@click.group()
def command() -> None:
    """List, show, verify, export, import and back up the evenings that were played.

    FILE is a journal; without it your own is used.

    Example: companion journal export --evening 3 -o friday.jsonl
    """


@command.command("list")
@FILE
@AS_JSON
def list_(file: Path | None, as_json: bool) -> None:
    """List the evenings, the oldest first.

    Example: companion journal list
    """
    with reading(file) as journal:
        evenings = journal.evenings()
    if as_json:
        click.echo(json.encode(evenings))
        return
    for evening in evenings:
        click.echo(_line(evening))
    if not evenings:
        click.echo("No evening yet: `companion` begins one.")


@command.command()
@FILE
@EVENING
@AS_JSON
def show(file: Path | None, evening: int | None, as_json: bool) -> None:
    """Show what was entered in an evening, the latest if none is named; secrets included.

    What is printed on its cards is left out; --json has it.

    Example: companion journal show --evening 3
    """
    with reading(file) as journal:
        for number in chosen(journal, evening)[-1:]:
            for line in lines_of(journal, number):
                click.echo(json.encode(line) if as_json else _entry_line(line))


@command.command("verify")
@FILE
@EVENING
@AS_JSON
def verify_(file: Path | None, evening: int | None, as_json: bool) -> None:
    """Judge every entry again, and report the first line of each evening that differs.

    Example: companion journal verify demo/journal.db
    """
    with reading(file) as journal:
        verdicts = tuple(verify_all(journal) if evening is None else [verify(journal, evening)])
        path = journal.path
    sound = all(verdict.difference is None for verdict in verdicts)
    if as_json:
        click.echo(json.encode({"file": str(path), "ok": sound, "evenings": to_builtins(verdicts)}))
    for verdict in () if as_json else verdicts:
        click.echo(_verdict_line(verdict))
    if not sound:
        raise click.ClickException(
            f"{path} differs from what its entries lead to; keep it, and a backup of it"
        )


@command.command("export")
@FILE
@EVENING
@click.option("--seat", type=click.IntRange(0), help="Only what this seat (from 0) may know.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="The file to write instead of stdout.")
def export_(file: Path | None, evening: int | None, seat: int | None, output: Path | None) -> None:
    """Write evenings as JSON Lines, all if none is named; with --seat the latest, redacted.

    Example: companion journal export --evening 3 -o friday.jsonl
    """
    with reading(file) as journal:
        numbers = chosen(journal, evening)
        if seat is None:
            lines = [line for number in numbers for line in export_whole(journal, number)]
        else:
            numbers = numbers[-1:]
            lines = [line for number in numbers for line in _seat(journal, number, seat)]
    data = b"".join(line + b"\n" for line in lines)
    if output is None:
        click.echo(data, nl=False)
        return
    try:
        output.write_bytes(data)
    except OSError as error:
        raise click.ClickException(
            f"{output}: can't be written ({error.strerror}); choose another -o"
        ) from None
    click.echo(f"{output}: {_many(len(numbers))}")


@command.command("import")
@click.argument("export_file", type=click.Path(path_type=Path))
@click.option("--into", type=click.Path(path_type=Path), help="Another journal than your own.")
@AS_JSON
def import_(export_file: Path, into: Path | None, as_json: bool) -> None:
    """Add the evenings of an export to a journal; all of them or, if one line is wrong, none.

    Example: companion journal import friday.jsonl
    """
    try:
        with export_file.open("rb") as source:
            data = source.read(LARGEST_EXPORT + 1)
    except OSError as error:
        raise click.ClickException(f"{export_file}: can't be read ({error.strerror})") from None
    if len(data) > LARGEST_EXPORT:
        raise click.ClickException(f"{export_file}: larger than any export; name what `export` wrote")
    path = into or journal_path()
    with told(), Journal.open(path) as journal:
        for notice in journal.notices:
            click.echo(notice, err=True)
        read = read_export(data, str(export_file), journal.find_game)
        numbers = journal.take_over(read)
        verdicts = [verify(journal, number) for number in numbers]
    if as_json:
        click.echo(json.encode({"file": str(path), "evenings": to_builtins(verdicts)}))
        return
    for verdict in verdicts:
        click.echo(_verdict_line(verdict))


@command.command()
@click.argument("target", type=click.Path(path_type=Path))
@click.option("--from", "file", type=click.Path(path_type=Path), help="Another journal than your own.")
def backup(target: Path, file: Path | None) -> None:
    """Copy the whole journal to TARGET, also while a game is on.

    Example: companion journal backup /media/stick/journal.db
    """
    if target.exists():
        raise click.ClickException(f"{target}: is there already; name a new file")
    with reading(file) as journal:
        journal.backup(target)
        click.echo(f"{target}: {_many(len(journal.evenings()))}")


@contextmanager
def reading(file: Path | None) -> Iterator[JournalReader]:
    """A journal opened to be read; what is wrong with it is one line on stderr."""
    with told(), JournalReader.open(file or journal_path()) as journal:
        yield journal


@contextmanager
def told() -> Iterator[None]:
    """Turn what is wrong with a journal into the one line that a command ends with."""
    try:
        yield
    except JournalError as error:
        raise click.ClickException(str(error)) from error


def chosen(journal: JournalReader, evening: int | None) -> Sequence[int]:
    """The evening that was named, which must be there, or all."""
    numbers = [each.id for each in journal.evenings()]
    if evening is None:
        return numbers
    journal.game(evening)
    return [evening]


def _seat(journal: JournalReader, evening: int, seat: int) -> Iterator[bytes]:
    names = next(each.names for each in journal.evenings() if each.id == evening)
    if seat >= len(names):
        raise click.BadParameter(f"evening {evening} has seats 0 to {len(names) - 1}", param_hint="--seat")
    return export_for(journal, evening, seat)


def _many(evenings: int) -> str:
    return "1 evening" if evenings == 1 else f"{evenings} evenings"


def titled(game: str) -> str:
    """A game's name as people say it; its id where this companion does not have it."""
    return games()[game].title if game in games() else game


def _line(evening: Evening) -> str:
    end = "finished" if evening.finished else "to go on"
    started, names = evening.started[:16].replace("T", " "), ", ".join(evening.names)
    return f"{evening.id:>4}  {started}  {titled(evening.game)}  {evening.entries} entries, {end}  {names}"


def _entry_line(line: dict[str, Any]) -> str:
    by = line["by"]
    who = "host" if by.host else "table" if by.seat is None else f"seat {by.seat}"
    given = line["command"]
    if isinstance(given, Setup) and given.components:
        given = replace(given, components={})
    command = json.encode(given).decode()
    return f"{line['n']:>4}  {line['at'][11:19]}  {who:<6}  {line['source']:<9}  {command}"


def _verdict_line(verdict: Verdict) -> str:
    difference = verdict.difference
    head = f"evening {verdict.evening} ({titled(verdict.game)})"
    if difference is None:
        return f"{head}: {verdict.entries} entries verified, the last with hash {verdict.hash}"
    where = f"line {difference.line} (entry {difference.n}), field {difference.field}"
    return f"{head}: {where}: {difference.problem}"
