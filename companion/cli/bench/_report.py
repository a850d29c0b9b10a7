"""How a bench prints its figures: as one JSON object, or as lines to read."""

from collections.abc import Iterator
from typing import Any

import click
import msgspec


def report(title: str, figures: dict[str, Any], *, as_json: bool) -> None:
    """Print the figures, nested ones by their path."""
    if as_json:
        click.echo(msgspec.json.encode(figures))
        return
    click.echo(title)
    for path, value in _flat(figures):
        click.echo(f"  {path}: {value:,.3g}" if isinstance(value, float) else f"  {path}: {value}")


def percentile(values: list[float], share: float) -> float:
    """The value that this share of all values does not exceed."""
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, int(share * len(ranked)))]


def _flat(figures: dict[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in figures.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{above}{key} ")
        else:
            yield f"{above}{key}", value
