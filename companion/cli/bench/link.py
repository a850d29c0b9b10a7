"""`companion bench link`: edges from a board to the disk and the screen, beside arrival stamps."""

import subprocess
import sys
from itertools import islice
from typing import Any

import click
from msgspec import json

from companion.cli.bench import _lying_board, _simulated_board
from companion.cli.bench._report import percentile, report
from companion.marbles import Edge
from companion.marbles.liar import Liar, marbles
from companion.marbles.virtual_port import Clock, VirtualPort, served

EDGES = 10_000
"""Through the firmware, and through the liar."""

STAMPED = 3_000
"""By a host on arrival: their errors are as large after fewer."""

SHOWN = 200
"""Of marbles that run down one after the other, each drawn on the screen."""

HILLS = ("Launch", "Plain", "Bump", "Jump", "Plain", "Plateau")
MARBLE_S = 3.0


@click.command("link")
@click.option("--edges", default=EDGES, show_default=True, help="Through firmware and liar, each.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(*, edges: int, as_json: bool) -> None:
    """Count edges lost and doubled through the simulated firmware and a lying board; time the rest.

    The firmware is judged in simulated time. It takes about four minutes.

    Example: companion bench link --json
    """
    report("link: edges from a board to the disk and the screen", measure(edges), as_json=as_json)


def measure(edges: int) -> dict[str, Any]:
    """The figures, each board in its turn."""
    return {
        "firmware": _simulated_board.figures(edges),
        "liar": _lying_board.figures(edges),
        "arrival_stamp": _lying_board.arrival(min(edges, STAMPED)),
    } | on_the_way(SHOWN)


def on_the_way(edges: int) -> dict[str, Any]:
    """Milliseconds from an edge on a good board until it is on the disk, and until it is on the screen."""
    clock = Clock()
    liar = Liar([])
    port = VirtualPort(liar)
    with served([port], clock):
        seconds = edges * MARBLE_S
        command = [sys.executable, "-m", "companion.cli.bench._beams_window"]
        arguments = [f"serial:{port.path}", str(edges), str(seconds)]
        with subprocess.Popen([*command, *arguments], stdout=subprocess.PIPE, text=True) as process:  # noqa: S603  # our own module
            _line(process, "live")
            start = clock.now_us() + 500_000
            made = [
                Edge(start + edge.t_us, edge.beam, edge.broken)
                for edge in islice(marbles(HILLS, "screen", MARBLE_S), edges)
            ]
            liar.perform(made)
            moments = json.decode(_line(process, "{"))
    true = [clock.host_us(edge.t_us) for edge in made]
    return {
        "edge_to_journal_ms": _shares(true, moments["durable"]),
        "edge_to_screen_ms": _shares(true, moments["drawn"]),
    }


def _shares(true: list[int], reached: list[int]) -> dict[str, float]:
    took = [(at - edge) / 1000 for edge, at in zip(true, reached, strict=False)]
    if not took:
        raise click.ClickException("no edge came through; `companion doctor` may say why")
    return {"p50": round(percentile(took, 0.5), 2), "p99": round(percentile(took, 0.99), 2)}


def _line(process: subprocess.Popen[str], begins: str) -> str:
    """The next line that begins like this; the others are Kivy's."""
    for line in process.stdout or ():
        if line.startswith(begins):
            return str(line)
    raise click.ClickException("the window closed early; `companion doctor` may say why")
