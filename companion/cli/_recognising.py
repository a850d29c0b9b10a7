"""`companion cards recognise`: which cards are in pictures, a line of JSON for each."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import cv2
from msgspec import json

from companion.cards import Deck, DeckError, Found, PictureError, Reading, Recogniser, read_picture

PICTURES = frozenset({".bmp", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp"})


@click.command("recognise")
@click.option(
    "--deck", required=True, type=click.Path(path_type=Path), help="The folder of the cards' pictures."
)
@click.argument("pictures", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="PICTURE...")
def recognise_command(deck: Path, pictures: tuple[Path, ...]) -> None:
    """Say which cards of a deck are in each picture; a folder stands for all pictures in it.

    Prints a line of JSON a picture: each card with its corners from its own upper left, how it is turned, and
    whether that is certain; where it isn't, the cards that it may be instead are its rivals. Outlines in
    which no card of the deck was seen are unknown. A picture that can't be read is told on stderr, the others
    are still looked at, and the exit code is 1.

    Example: companion cards recognise --deck park-deck table.jpg
    """
    try:
        recogniser = Recogniser(Deck.open(deck))
    except DeckError as error:
        raise click.ClickException(str(error)) from error
    unread = 0
    for file in _files(pictures):
        try:
            click.echo(json.encode(_told(file, _read(recogniser, file))))
        except PictureError as error:
            unread += 1
            click.echo(f"Error: {error}", err=True)
    if unread:
        raise SystemExit(1)


def _files(pictures: tuple[Path, ...]) -> Iterator[Path]:
    for each in pictures:
        if not each.is_dir():
            yield each
            continue
        try:
            files = [file for file in each.iterdir() if file.suffix.lower() in PICTURES]
        except OSError as error:
            raise click.ClickException(f"{each}: {error.strerror}; let this user read it") from error
        yield from sorted(file for file in files if not file.name.startswith("."))  # some are hidden notes


def _read(recogniser: Recogniser, file: Path) -> Reading:
    """What is in a picture; PictureError where that can't be said, which ends nothing but this picture."""
    try:
        return recogniser.read(read_picture(file))
    except MemoryError:
        raise PictureError(f"{file.name}: needs more memory than there is; send a smaller one") from None
    except cv2.error as error:
        reason = str(error).strip().splitlines()[-1]
        raise PictureError(f"{file.name}: can't be looked at ({reason}); take another picture") from error


def _told(file: Path, reading: Reading) -> dict[str, Any]:
    told: dict[str, Any] = {"picture": str(file), "cards": [_card(each) for each in reading.cards]}
    if reading.unknown:
        told["unknown"] = [_corners(quad) for quad in reading.unknown]
    return told | {"ms": round(reading.ms)}


def _card(found: Found) -> dict[str, Any]:
    told: dict[str, Any] = {
        "card": found.card,
        "quad": _corners(found.quad),
        "turn": found.turn,
        "certain": found.certain,
        "confidence": round(found.confidence, 3),
    }
    return told | ({"rivals": found.rivals} if found.rivals else {})


def _corners(quad: Any) -> list[list[float]]:
    return [[round(x, 1), round(y, 1)] for x, y in quad]
