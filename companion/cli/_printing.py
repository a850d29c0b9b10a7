"""`companion cards print`: the cards and tiles of a game to cut out, and the deck by which they are known."""

from pathlib import Path

import click
from msgspec import json

from companion.rules import games
from companion.scenes.decks import keep_deck
from companion.scenes.faces import Printed, printed
from companion.scenes.pdf import write_pdf
from companion.scenes.sheets import PAPERS, FaceTooLargeError, sheets
from companion.table.components import ComponentStore


@click.command("print")
@click.option("--game", type=click.Choice(sorted(games())), required=True, help="The game.")
@click.option(
    "--paper", type=click.Choice(sorted(PAPERS)), default="a4", show_default=True, help="The printer's."
)
@click.option(
    "-o", "--out", type=click.Path(path_type=Path), help="The PDF; GAME.pdf here if it is not said."
)
@click.option(
    "--deck", type=click.Path(path_type=Path), help="Keep the deck for the camera in this folder, too."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for a program to read.")
def print_command(game: str, paper: str, out: Path | None, deck: Path | None, as_json: bool) -> None:
    """Make a PDF of a game's cards and tiles, in real size, to print on both sides and cut out.

    They show what your components say: house values until you have taught your own.

    Example: companion cards print --game coaster_park --paper letter --deck park-deck
    """
    have, title = faces_of(game), games()[game].title
    file = out or Path(f"{game}.pdf")
    try:
        pages = sheets(have.faces, PAPERS[paper])
    except FaceTooLargeError as error:
        raise click.ClickException(str(error)) from error
    file.parent.mkdir(parents=True, exist_ok=True)
    write_pdf(file, title, have, pages, PAPERS[paper])
    kept = keep_deck(deck, title, have) if deck else ()
    count = sum(face.copies for face in have.faces)
    if as_json:
        told = {"file": str(file), "pages": len(pages), "faces": count, "deck": [str(path) for path in kept]}
        click.echo(json.encode(told))
        return
    click.echo(f"{file}: {count} faces on {len(pages) // 2} sheets of {PAPERS[paper].name}, backs included.")
    if deck:
        click.echo(f"{deck}: the deck for the camera, {len(have.faces)} faces.")


def faces_of(game: str) -> Printed:
    """A game's faces with the owner's components; a game that has none is told in one line."""
    taught = ComponentStore.own().read(games()[game])
    if taught.fault:
        click.echo(taught.fault, err=True)
    found = printed(game, taught.values)
    if found is None:
        raise click.ClickException(f"{games()[game].title} has no cards or tiles that we draw")
    return found
