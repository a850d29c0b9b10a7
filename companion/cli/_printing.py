"""`companion cards print`: the cards and tiles of a game to cut out, and the deck by which they are known."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from msgspec import json

from companion.cards import Deck, DeckError
from companion.rules import games
from companion.scenes.decks import keep_deck
from companion.scenes.faces import Printed, printed
from companion.scenes.pdf import write_pdf
from companion.scenes.sheets import PAPERS, FaceTooLargeError, Sheet, sheets
from companion.scenes.stickers import stickers
from companion.table.components import ComponentStore


@click.command("print")
@click.option("--game", type=click.Choice(sorted(games())), help="The game.")
@click.option(
    "--paper", type=click.Choice(sorted(PAPERS)), default="a4", show_default=True, help="The printer's."
)
@click.option(
    "-o", "--out", type=click.Path(path_type=Path), help="The PDF; GAME.pdf here if it is not said."
)
@click.option(
    "--deck", type=click.Path(path_type=Path), help="Keep the deck for the camera in this folder, too."
)
@click.option(
    "--markers", is_flag=True, help="Stickers for sleeves instead: of GAME, or of the deck in DECK."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for a program to read.")
def print_command(
    game: str | None, paper: str, out: Path | None, deck: Path | None, markers: bool, as_json: bool
) -> None:
    """Make a PDF of a game's cards and tiles, in real size, to print on both sides and cut out.

    They show what your components say: house values until you have taught your own. With --markers it is
    stickers for the sleeves of your own cards, for a light in which the camera can't tell their faces.

    Example: companion cards print --game coaster_park --paper letter --deck park-deck
    """
    title, have = _stickers(game, deck) if markers else _faces(game)
    file = out or Path(f"{game or title}{'-markers' if markers else ''}.pdf")
    if sys.stderr.isatty() and not as_json:
        click.echo(
            f"Drawing {sum(face.copies for face in have.faces)} faces: up to half a minute...", err=True
        )
    try:
        pages = sheets(have.faces, PAPERS[paper])
    except FaceTooLargeError as error:
        raise click.ClickException(str(error)) from error
    file.parent.mkdir(parents=True, exist_ok=True)
    write_pdf(file, f"{title}: markers" if markers else title, have, pages, PAPERS[paper])
    kept = keep_deck(deck, title, have) if deck and not markers else ()
    _tell(file, have, pages, kept, as_json=as_json)


def _tell(file: Path, have: Printed, pages: Sequence[Sheet], kept: Sequence[Path], *, as_json: bool) -> None:
    """Say what was made."""
    count = sum(face.copies for face in have.faces)
    fronts = sum(not page.back for page in pages)
    if as_json:
        told: dict[str, Any] = {"file": str(file), "pages": len(pages), "faces": count}
        click.echo(json.encode({**told, "deck": [str(path) for path in kept]}))
        return
    backs = ", backs included" if len(pages) > fronts else ""
    click.echo(f"{file}: {count} faces on {fronts} {'sheets' if fronts > 1 else 'sheet'}{backs}.")
    if kept:
        click.echo(f"{kept[-1].parent}: the deck for the camera, {len(have.faces)} faces.")


def _faces(game: str | None) -> tuple[str, Printed]:
    """A game's title and faces, with the owner's components; what is missing is told in one line."""
    if game is None:
        raise click.UsageError(f"name the game with --game: {', '.join(sorted(games()))}")
    taught = ComponentStore.own().read(games()[game])
    if taught.fault:
        click.echo(taught.fault, err=True)
    found = printed(game, taught.values)
    if found is None:
        raise click.ClickException(f"{games()[game].title} has no cards or tiles that we draw")
    return games()[game].title, found


def _stickers(game: str | None, deck: Path | None) -> tuple[str, Printed]:
    """The stickers of an enrolled deck, or of the game's own faces."""
    try:
        if deck is not None:
            known = Deck.open(deck)
            return known.name, stickers({card: known.entries[card].name for card in known.cards})
        title, found = _faces(game)
        return title, stickers({face.id: face.name for face in found.faces})
    except (DeckError, ValueError) as error:
        raise click.ClickException(str(error)) from error
