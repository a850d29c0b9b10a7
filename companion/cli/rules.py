"""`companion rules`: random walks through the games, and counts that other rules can be compared with."""

import importlib
import sys
from importlib.util import find_spec
from typing import Any

import click
import msgspec
from rich.console import Console
from rich.progress import Progress

from companion.rules import game, games
from companion.rules.walk import AnyRules, WalkError, walks

COUNTED = tuple(name for name in games() if find_spec(f"companion.rules.{name}.perft"))
"""The games whose sequences can be counted: those with a `perft.py`."""

DEPTH = 3
"""Turns that are counted if neither the command nor the game's `perft.py` says how many."""


@click.group()
def command() -> None:
    """Try the rules of the games by themselves.

    Example: companion rules walk coaster_park --walks 20
    """


@command.command()
@click.argument("name", metavar="GAME")
@click.option("--seats", type=int, help="How many play; the fewest if left out.")
@click.option("--walks", "number", type=click.IntRange(min=1), default=100, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed walks the same ways.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def walk(name: str, seats: int | None, number: int, seed: int, *, as_json: bool) -> None:
    """Play random legal games and check the audit after every event.

    Ends with an error where an offered command is refused or an audit is broken.

    Example: companion rules walk cosmic_coasters --seats 4 --walks 50 --seed 7 --json
    """
    rules = _rules(name)
    seats = _seats(rules, seats)
    with _progress() as progress:
        task = progress.add_task("Walking", total=number)
        try:
            walked = walks(rules, seats, number, seed, after_each=lambda: progress.advance(task))
        except WalkError as error:
            raise click.ClickException(str(error)) from error
    figures = msgspec.to_builtins(walked)
    if as_json:
        click.echo(msgspec.json.encode(figures))
    else:
        for key, value in figures.items():
            click.echo(f"{key}: {value}")
    if walked.violations:
        raise click.ClickException(f"{walked.violations} offered commands were refused (seed {seed})")


@command.command()
@click.argument("name", metavar="GAME", type=click.Choice(COUNTED))
@click.option("--seats", type=int, help="How many play; the fewest if left out.")
@click.option("--depth", type=click.IntRange(min=0), help="Whole turns; 3, or 1 for Blast Track.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def perft(name: str, seats: int | None, depth: int | None, *, as_json: bool) -> None:
    """Count the sequences of so many whole turns.

    Cosmic Coasters: each moon's factories 1 and 3 are empty, the first seat moves, powers are off, nobody
    passes; an attack counts three times; games that end sooner are not counted.

    Blast Track: seats lay in turn any rail tile, Loop or the first tunnel, from the empty board.

    Example: companion rules perft cosmic_coasters --seats 2 --depth 4
    """
    seats = _seats(game(name), seats)
    counting: Any = importlib.import_module(f"companion.rules.{name}.perft")
    turns = getattr(counting, "DEPTH", DEPTH) if depth is None else depth
    with _progress() as progress:
        progress.add_task("Counting", total=None)
        count = counting.perft(seats, turns)
    if as_json:
        click.echo(msgspec.json.encode({"game": name, "seats": seats, "depth": turns, "sequences": count}))
    else:
        click.echo(count)


def _rules(name: str) -> AnyRules:
    if name not in games():
        raise click.ClickException(f"no game is called {name!r}; there are {', '.join(games())}")
    return game(name)


def _seats(rules: AnyRules, seats: int | None) -> int:
    """The number of seats, which the game must allow."""
    fewest, most = min(rules.seats), max(rules.seats)
    if seats is None:
        return fewest
    if seats not in rules.seats:
        raise click.ClickException(f"{rules.title} is for {fewest} to {most} seats, not for {seats}")
    return seats


def _progress() -> Progress:
    """A bar on a terminal, nothing elsewhere."""
    return Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())
