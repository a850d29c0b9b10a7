"""`companion components`: what a box's cards really say, checked, and as a spreadsheet."""

from pathlib import Path

import click
from msgspec import json

from companion.rules import games
from companion.table.components import ComponentsRefusedError, ComponentStore, remarks
from companion.table.sharing import ENDINGS, read_values, write_values
from companion.table.spreadsheet import to_csv

GAME = click.argument("game", type=click.Choice(sorted(games())))


@click.group()
def command() -> None:
    """Check, export and import a game's components.

    What is printed on cards and tiles comes with house values; yours replace them once you have entered
    them: as you play, on the touchscreen, or here as a spreadsheet.

    Example: companion components export coaster_park -o park.csv
    """


@command.command()
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--game", type=click.Choice(sorted(games())), help="The game, if FILE doesn't tell.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for a program to read.")
def check(file: Path | None, game: str | None, as_json: bool) -> None:
    """Check a components file, or without FILE those of all games as they are kept.

    Example: companion components check park.csv --game coaster_park
    """
    store = ComponentStore.own()
    found = [(file, _game_of(file, game))] if file else [(store.path(name), name) for name in games()]
    faults = []
    odd: list[str] = []
    for path, name in found:
        if not file and not path.exists():
            _say(f"{name}: house values, nothing taught yet", quiet=as_json)
            continue
        try:
            values = read_values(path, games()[name])
        except ComponentsRefusedError as error:
            faults.append(error)
        else:
            _say(f"{path}: good components for {name}", quiet=as_json)
            odd += [f"{path}: {remark}" for remark in remarks(games()[name], values)]
    for remark in odd:
        _say(remark, quiet=as_json)
    if as_json:
        told = [{"file": f.file, "line": f.line, "field": f.field, "problem": f.problem} for f in faults]
        click.echo(json.encode({"ok": not faults, "faults": told, "remarks": odd}))
    if faults:
        raise click.ClickException("\n".join(map(str, faults)))


@command.command("export")
@GAME
@click.option("-o", "--output", type=click.Path(path_type=Path), help="FILE.csv or FILE.toml, not stdout.")
def export_(game: str, output: Path | None) -> None:
    """Write a game's components as a spreadsheet, or as TOML if the file is named so.

    Example: companion components export coaster_park -o park.csv
    """
    taught = ComponentStore.own().read(games()[game])
    if taught.fault:
        click.echo(taught.fault, err=True)
    if output is None:
        click.echo(to_csv(taught.values), nl=False)
        return
    if output.suffix not in ENDINGS:
        raise click.ClickException(
            f"{output}: a spreadsheet is written as .csv (Excel and LibreOffice open it), or as .toml; "
            f"say -o {output.with_suffix('.csv')}"
        )
    try:
        write_values(output, taught.values)
    except OSError as error:
        raise click.ClickException(f"{output}: can't be written ({error.strerror})") from None
    click.echo(f"{output}: what the cards of {games()[game].title} say; read it again with import")


@command.command("import")
@GAME
@click.argument("file", type=click.Path(path_type=Path))
def import_(game: str, file: Path) -> None:
    """Replace a game's components by those of FILE.csv or FILE.toml; evenings begun keep theirs.

    Example: companion components import coaster_park park.csv
    """
    rules = games()[game]
    try:
        path = ComponentStore.own().write(rules, read_values(file, rules))
    except ComponentsRefusedError as error:
        raise click.ClickException(f"{error}; the last good components stay in use") from None
    except OSError as error:
        raise click.ClickException(f"{error.filename}: can't be written ({error.strerror})") from None
    click.echo(f"{path}: new evenings of {rules.title} are played with these components")


def _game_of(file: Path, game: str | None) -> str:
    """The game whose components a file holds, by what was said, its name, its folder's or itself."""
    if game:
        return game
    for name in (file.stem, file.absolute().parent.name):
        if name in games():
            return name
    within = [name for name in games() if _reads(file, name)]
    if len(within) == 1:
        return within[0]
    raise click.UsageError(f"which game is {file} of? Say --game {'|'.join(games())}")


def _reads(file: Path, game: str) -> bool:
    """Whether a file is good components of a game."""
    try:
        read_values(file, games()[game])
    except ComponentsRefusedError:
        return False
    return True


def _say(text: str, *, quiet: bool) -> None:
    if not quiet:
        click.echo(text)
