"""`companion demo`: a whole evening on a pretend table."""

from pathlib import Path

import click
import msgspec

from companion.cli._evening import DemoError, Wanted
from companion.cli._kinds import Size
from companion.cli._rehearsing import Report, rehearse_fast
from companion.journal import JournalError
from companion.rules import games


@click.command()
@click.option("--game", type=click.Choice(sorted(games())), help="The game; Coaster Park if none is named.")
@click.option("--seats", type=click.IntRange(1), help="How many play; 3 if it is not said.")
@click.option("--seed", type=int, help="The evening: the same seed gives the same one; 1 if it is not said.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("demo"),
    show_default=True,
    help="The folder for journal, story, scores and pictures.",
)
@click.option("--fast", is_flag=True, help="Without the touchscreen, and so without pictures.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for a program to read.")
@click.option("--trace", is_flag=True, help="Print a line for each entry once it is durable.")
@click.option("--size", type=Size(), default="800x480", show_default=True, help="The touchscreen's.")
def command(
    game: str | None,
    seats: int | None,
    seed: int | None,
    out: Path,
    fast: bool,
    as_json: bool,
    trace: bool,
    size: tuple[int, int],
) -> None:
    """Play a whole evening on a pretend table, by touches on the real touchscreen.

    Afterwards the folder holds the journal, the story, the scores and a picture of each screen.
    An evening that was interrupted there is resumed.

    Example: companion demo --game cosmic_coasters --seats 4 --seed 7 --out friday
    """
    wanted = Wanted(game, seats, seed)
    try:
        if fast:
            report = rehearse_fast(wanted, out, trace=trace)
        else:
            from companion.cli._touched import rehearse_by_touch

            report = rehearse_by_touch(wanted, out, size, trace=trace)
    except (DemoError, JournalError) as error:
        raise click.ClickException(" ".join(str(error).split())) from error
    except BrokenPipeError:
        raise  # nobody reads what is printed any more, which click ends quietly
    except OSError as error:
        what = f"{error.filename}: " if error.filename else ""
        raise click.ClickException(f"{what}{error.strerror}; name another folder with --out") from error
    click.echo(msgspec.json.encode(report) if as_json else _words(report))


def _words(report: Report) -> str:
    """A report for people."""
    winners = " and ".join(report.winners)
    how = "was over already" if report.finished_before else "was resumed" if report.resumed else "was played"
    lines = [
        f"An evening of {games()[report.game].title} for {report.seats} {how}: "
        f"{report.turns} turns, {report.entries} entries, won by {winners}.",
        f"Journal, story and scores are in {report.folder}.",
    ]
    if report.touches is not None:
        touches = report.touches
        lines.append(
            f"{touches.total} touches: {touches.mean:.1f} a turn on average, {touches.most} at most."
        )
    return "\n".join(lines)
