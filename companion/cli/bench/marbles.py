"""`companion bench marbles`: simulated runs, with and without faults, judged by the tracker."""

from typing import Any

import click
from msgspec import to_builtins

from companion.cli.bench._report import report
from companion.marbles.calibration import measure, simulated_runs


@click.command("marbles")
@click.option("--runs", default=10_000, show_default=True, help="How many of each kind.")
@click.option("--seed", default=31337, show_default=True, help="The same seed gives the same runs.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(*, runs: int, seed: int, as_json: bool) -> None:
    """Judge simulated runs: right, asked, wrong and certain, reliability, microseconds a run.

    Example: companion bench marbles --runs 500 --json
    """
    figures: dict[str, Any] = {
        name: to_builtins(measure(simulated_runs(runs, seed, faulty=faulty))[0])
        for name, faulty in (("without_faults", False), ("with_faults", True))
    }
    report("marbles: simulated runs", figures, as_json=as_json)
