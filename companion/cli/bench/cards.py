"""`companion bench cards`: what the recogniser finds in photographs whose cards are known, and how fast."""

import time
from pathlib import Path
from typing import Any, Protocol

import click

from companion.cards import Deck, DeckError, Picture, PictureError, Reading, Recogniser, read_picture
from companion.cards.single_thread import on_one_thread
from companion.cli.bench._labelled import Score, photographs
from companion.cli.bench._report import report
from companion.cli.bench._rows import rows
from companion.cli.bench._whole_frame import WholeFrame


class _Reader(Protocol):
    def read(self, picture: Picture) -> Reading: ...


@click.command("cards")
@click.option(
    "--set",
    "folder",
    type=click.Path(path_type=Path),
    help="A folder with reference/, photos/ and labels.json; without it, rows.",
)
@click.option("--baseline", is_flag=True, help="Measure whole-frame RootSIFT with one index beside it.")
@click.option("--each", is_flag=True, help="Tell on stderr what was missed, asked or wrong in which picture.")
@click.option("--rows", "count", default=40, show_default=True, help="How many rows of our own cards.")
@click.option("--seed", default=1, show_default=True, help="The same seed gives the same rows.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(*, folder: Path | None, baseline: bool, each: bool, count: int, seed: int, as_json: bool) -> None:
    """Recognise labelled photographs, or rows of our own cards on pretend tables.

    On one thread; milliseconds are of the processor's time.

    Example: companion bench cards --set photographs/alpha --baseline --json
    """
    on_one_thread()
    try:
        if folder is None:
            title, figures = "rows of our own cards", rows(count, seed)
        else:
            title, figures = folder.name, _measured(folder, baseline=baseline, each=each)
    except (DeckError, PictureError, ValueError, OSError) as error:
        raise click.ClickException(str(error)) from error
    report(f"cards: {title}", figures, as_json=as_json)


def _measured(folder: Path, *, baseline: bool, each: bool) -> dict[str, Any]:
    deck = Deck.open(folder)
    readers: list[_Reader] = [Recogniser(deck)]
    if baseline:
        readers.append(WholeFrame(deck))
    scores = [Score() for _ in readers]
    for file, labels in photographs(folder):
        picture = read_picture(file)
        for reader, score in zip(readers, scores, strict=True):
            began = time.process_time()
            cards = reader.read(picture).cards
            for told in score.add(labels, cards, (time.process_time() - began) * 1e3):
                if each and score is scores[0]:
                    click.echo(f"{file.name}: {told}", err=True)
    figures = scores[0].figures(folder.name)
    if baseline:
        figures["baseline"] = scores[1].figures(folder.name)
        figures["time_ratio"] = round(sum(scores[0].ms) / max(sum(scores[1].ms), 1e-9), 3)
        ratios = [a / max(b, 1e-9) for a, b in zip(scores[0].ms, scores[1].ms, strict=True)]
        figures["time_ratio_worst"] = round(max(ratios), 3)
    return figures
