"""`companion marbles`: watch beams, learn their order, record runs, judge recordings, simulate them."""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import click
import msgspec

from companion.cli._judging import Judged, entered_runs, kept_runs, wanted
from companion.cli._kinds import EVENING_NUMBER, SECONDS, Finite, Hills
from companion.cli._liar import lying, serve_boards
from companion.cli._ordering import order_command
from companion.marbles import AddressError, BeamSource, Edge, Run, judge_all, layout, open_source
from companion.marbles.calibration import simulated_runs
from companion.marbles.link import Link
from companion.marbles.recording import RecordedSource, Recording, RecordingError, lines, read
from companion.marbles.simulated import SimulatedSource


@click.group()
def command() -> None:
    """Watch, record, judge and simulate marble runs.

    Example: companion marbles judge evening.jsonl
    """


command.add_command(order_command)


@command.command("judge")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--evening", type=EVENING_NUMBER, help="The runs of an evening at your table instead.")
@click.option("--run", help="Only the run of this name.")
@click.option("--entry", type=click.IntRange(1), help="With --evening: only the run of this entry.")
@click.option("--journal", type=click.Path(path_type=Path), help="With --evening: another journal's.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON a run (as without --story).")
@click.option("--story", is_flag=True, help="Tell each run in words instead.")
def judge_command(
    file: Path | None,
    *,
    evening: int | None,
    run: str | None,
    entry: int | None,
    journal: Path | None,
    as_json: bool,
    story: bool,
) -> None:
    """Judge every run of a recording: one line of JSON a run.

    What all runs of a file show of the beams is weighed in: they are taken as one evening's. With --evening
    the runs at your table are judged again from their raw edges, beside what was read and entered then.

    Example: companion marbles judge evening.jsonl --story

    A run of last night: companion marbles judge --evening 3 --entry 41 --story
    """
    if (file is None) == (evening is None):
        raise click.UsageError("name a recording, or an evening with --evening")
    if evening is None and (entry is not None or journal is not None):
        raise click.UsageError("--entry and --journal go with --evening")
    try:
        recordings = read(file) if file is not None else kept_runs(evening or 0, journal)
    except RecordingError as error:
        raise click.ClickException(str(error)) from error
    entries = entered_runs(evening, journal) if evening is not None else {}
    readings = judge_all([(recording.run, recording.edges) for recording in recordings])
    judged = [
        Judged(recording.run.name, reading, entries.get(recording.run.name))
        for recording, reading in zip(recordings, readings, strict=True)
    ]
    for one in wanted(judged, run, entry):
        click.echo(one.words() if story and not as_json else msgspec.json.encode(one.data(evening)))


@command.command("simulate")
@click.option("--runs", default=20, show_default=True, help="How many runs.")
@click.option("--seed", default=1, show_default=True, help="The same seed gives the same runs.")
@click.option("--faults", is_flag=True, help="With bad beams, sun, hands and second marbles.")
@click.option("--no-distances", is_flag=True, help="Leave out where the beams sit.")
@click.option("--out", type=click.Path(path_type=Path), help="Write here instead of to the screen.")
@click.option("--truth", type=click.Path(path_type=Path), help="Write what truly happened here.")
@lying
def simulate_command(
    *,
    runs: int,
    seed: int,
    faults: bool,
    no_distances: bool,
    out: Path | None,
    truth: Path | None,
    port: bool,
    **board: Any,
) -> None:
    """Write recordings of simulated runs, or be a board with beams at a port.

    Example: companion marbles simulate --runs 100 --faults --out pretend.jsonl

    A board whose line is bad: companion marbles simulate --port --faults --link /tmp/beams; then
    companion marbles watch serial:/tmp/beams
    """
    if port:
        serve_boards(seed=seed, faults=faults, **board)
        return
    simulated = list(simulated_runs(runs, seed, faulty=faults, measured=not no_distances))
    text = b"".join(lines(Recording(one.run, one.edges) for one in simulated))
    truths = b"".join(
        msgspec.json.encode(
            {
                "run": one.run.name,
                "passed": one.truth.passed if one.truth else None,
                "rest": one.truth.rest if one.truth else None,
                "marbles": one.marbles,
                "dead": {str(beam): how for beam, how in one.dead.items()},
            }
        )
        + b"\n"
        for one in simulated
    )
    try:
        if out:
            out.write_bytes(text)
        else:
            click.echo(text, nl=False)
        if truth:
            truth.write_bytes(truths)
    except OSError as error:
        raise click.ClickException(f"{error.filename}: {error.strerror}") from error


@command.command("watch")
@click.argument("address")
@click.option("--seconds", type=SECONDS, help="Stop after so long; without it at Ctrl-C.")
@click.option("--speed", type=Finite(0, 1000), default=1.0, help="Of a recording; 0 is at once.")
@click.option("--json", "as_json", is_flag=True, help="Edges as a recording has them.")
def watch_command(address: str, *, seconds: float | None, speed: float, as_json: bool) -> None:
    """Show every edge of a source as it comes.

    Example: companion marbles watch recording:evening.jsonl
    """
    heard: SimpleQueue[Edge] = SimpleQueue()

    def show() -> None:
        """Print on the main thread, whose broken pipe ends the command, what the source's thread told."""
        while not heard.empty():
            edge = heard.get()
            click.echo(msgspec.json.encode(edge) if as_json else _told(edge))

    source = _opened(address)
    if isinstance(source, SimulatedSource):
        click.echo(
            "A pretend coaster waits for a launch, and nobody launches here: use `companion marbles record "
            "simulated: --hills Launch,Plain,Bump --out run.jsonl --seconds 12`, "
            "then watch recording:run.jsonl",
            err=True,
        )
    if isinstance(source, RecordedSource):
        source.speed = speed
    try:
        while True:
            stop = source.listen(heard.put)
            _wait(source, seconds, show)
            stop()
            show()
            if not (isinstance(source, RecordedSource) and source.left) or seconds is not None:
                break
    finally:
        source.close()


@command.command("record")
@click.argument("address")
@click.option(
    "--hills", required=True, type=Hills(), help="The coaster, from the launch on, separated by commas."
)
@click.option("--out", required=True, type=click.Path(path_type=Path), help="The file; runs are added to it.")
@click.option("--name", default="r1", show_default=True, help="What the run is called.")
@click.option("--seconds", type=SECONDS, help="Stop after so long; without it at Ctrl-C.")
@click.option("--seed", default=1, show_default=True, help="Which marble a pretend coaster launches.")
@click.option("--raw", type=click.Path(path_type=Path), help="Add the bytes of the boards to this file.")
def record_command(
    address: str,
    *,
    hills: tuple[str, ...],
    out: Path,
    name: str,
    seconds: float | None,
    seed: int,
    raw: Path | None,
) -> None:
    """Record one run of a source into a file.

    Example: companion marbles record simulated: --hills Launch,Plain,Bump --out evening.jsonl --seconds 12
    """
    source = _opened(address)
    edges: list[Edge] = []
    launched = source.now_us()
    stop = source.listen(edges.append)
    try:
        if isinstance(source, SimulatedSource):
            source.launch(hills, seed)
        with _overheard(source, raw):
            _wait(source, seconds)
    finally:
        stop()
        ended = source.now_us()
        source.close()
    beams = layout(hills)
    run = Run(name, hills, beams, launched, max(ended, launched))
    edges.sort(key=lambda edge: edge.t_us)
    kept = tuple(edge for edge in edges if edge.beam < len(beams))
    beyond = sorted({edge.beam + 1 for edge in edges if edge.beam >= len(beams)})
    if beyond:
        click.echo(
            f"Warning: {len(hills)} hills have {len(beams)} beams, and edges came from beam "
            f"{', '.join(map(str, beyond))}, too: they were left out; name all hills with --hills",
            err=True,
        )
    try:
        with out.open("ab") as file:
            file.writelines(lines([Recording(run, kept)]))
    except OSError as error:
        raise click.ClickException(f"{out}: {error.strerror}") from error
    click.echo(
        f"{out}: {name}, {len(kept)} edges in {(run.ended_us - run.launched_us) / 1e6:.1f} s", err=True
    )


@contextmanager
def _overheard(source: BeamSource, raw: Path | None) -> Iterator[None]:
    """Within the block, add what boards say to a file, byte for byte."""
    if raw is None:
        yield
        return
    if not isinstance(source, Link):
        raise click.ClickException("--raw: only boards speak in bytes; use it with serial:")
    try:
        with raw.open("ab", buffering=0) as file:
            stop = source.overhear(file.write)
            yield
            stop()
    except OSError as error:
        raise click.ClickException(f"{raw}: {error.strerror}") from error


def _opened(address: str) -> BeamSource:
    try:
        return open_source(address)
    except (AddressError, OSError) as error:
        raise click.ClickException(str(error)) from error


def _told(edge: Edge) -> str:
    return f"{edge.t_us / 1e6:10.4f} s  beam {edge.beam + 1:2} {'broken' if edge.broken else 'clear'}"


def _wait(source: BeamSource, seconds: float | None, meanwhile: Callable[[], None] = lambda: None) -> None:
    """Until the time is over, a recording has been played, or Ctrl-C."""
    over = threading.Event()
    waited = 0.0
    try:
        while not over.wait(0.05):
            waited += 0.05
            meanwhile()
            if seconds is not None and waited >= seconds:
                return
            if isinstance(source, RecordedSource) and not source.playing:
                return
    except KeyboardInterrupt:
        sys.stderr.write("\n")
