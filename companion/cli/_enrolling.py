"""`companion cards enrol`: cards are added to a deck from pictures of them."""

from pathlib import Path

import click

from companion.cards import PictureError, read_picture
from companion.cards.enrolling import EnrolError, Enrolled, enrol, enrol_many


@click.command("enrol")
@click.option(
    "--deck", required=True, type=click.Path(path_type=Path), help="The deck's folder; made if need be."
)
@click.option(
    "--id", "ids", multiple=True, help="The card's id; the file's name if it is not said. May be repeated."
)
@click.option("--many", is_flag=True, help="Each picture shows many cards, laid apart on an even ground.")
@click.option("--cropped", is_flag=True, help="Each picture is the card itself, without any table around it.")
@click.argument("pictures", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="PICTURE...")
def enrol_command(
    deck: Path, ids: tuple[str, ...], pictures: tuple[Path, ...], *, many: bool, cropped: bool
) -> None:
    """Add cards to a deck: one a picture, named like the file, or all that are laid out in it with --many.

    Lay a card alone on an even ground of another colour, and fill the picture with it. Each card is cut out
    and straightened; where its edge is not clear it is refused. Look at what was kept. What will be hard to
    know again is said at once: faces with little on them, and faces too like one that is enrolled.

    Example: companion cards enrol --deck my-park --id launch-01 photo.jpg
    """
    if many and cropped:
        raise click.UsageError("--cropped is for pictures of one card; leave out --many")
    if ids and not many and len(ids) != len(pictures):
        raise click.UsageError(
            f"{len(pictures)} pictures and {len(ids)} ids: give each picture one --id, or none"
        )
    if ids and many and len(pictures) > 1:
        raise click.UsageError("with --many and --id give one picture at a time")
    failed = 0
    for n, file in enumerate(pictures):
        try:
            picture = read_picture(file)
            if many:
                added = enrol_many(deck, picture, ids)
            else:
                added = [enrol(deck, ids[n] if ids else file.stem, picture, cropped=cropped)]
        except PictureError as error:
            failed += 1
            click.echo(f"Error: {error}", err=True)
            continue
        except EnrolError as error:
            failed += 1
            click.echo(f"Error: {click.format_filename(file.name)}: {error}", err=True)
            continue
        except OSError as error:
            failed += 1
            click.echo(f"Error: {error.filename or deck}: {error.strerror or error}", err=True)
            continue
        _tell(added)
    if failed:
        raise SystemExit(1)


def _tell(added: list[Enrolled]) -> None:
    for each in added:
        if not each.kept:
            click.echo(f"{each.card}: not added, it is the same as {each.same}.")
            continue
        wide, high = each.size
        click.echo(
            f"{each.card}: {wide} x {high} pixels, {each.features} features, kept as {each.file}: look at it"
        )
        for warning in each.warnings():
            click.echo(f"Warning: {each.card}: {warning}.", err=True)
