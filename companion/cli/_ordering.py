"""`companion marbles order`: a finger that is passed through the clips tells in which order they stand."""

import threading
from collections.abc import Callable

import click
import msgspec
from msgspec.structs import replace

from companion.cli._kinds import SECONDS
from companion.journal import home
from companion.kiosk.ordering import Said, said
from companion.kiosk.settings import read_settings, write_settings
from companion.marbles import AddressError, BeamSource, Edge, open_source
from companion.marbles.clips import names, ordered
from companion.marbles.fingers import FingerPass, begun

QUIET_US = 4_000_000
"""So long after the last clip the finger is taken to be through."""

LOOK_S = 0.05
"""How often it is looked how far the finger is."""


@click.command("order")
@click.argument("address")
@click.option("--keep", is_flag=True, help="Keep the order, as the touchscreen does.")
@click.option("--seconds", type=SECONDS, help="Stop after so long; without it when the finger is through.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for a program to read.")
def order_command(address: str, *, keep: bool, seconds: float | None, as_json: bool) -> None:
    """Learn the order of the clips: pass a finger through them once, from top to bottom.

    Each clip is named as it sees the finger; four seconds after the last one the order is printed.

    Example: companion marbles order serial:auto --keep
    """
    kept = home() / "kiosk.json"
    try:
        source = open_source(address)
    except (AddressError, OSError) as error:
        raise click.ClickException(str(error)) from error
    try:
        click.echo("Pass a finger through the clips, once, from top to bottom.", err=True)
        passed = watched(source, seconds, lambda beam: click.echo(f"beam {beam + 1}", err=True))
        known = {beam for beam in ordered(read_settings(kept).clips, source) if beam >= 0}
        found = said(passed, known if read_settings(kept).clips else (), source.now_us())
        called = names(source)
    finally:
        source.close()
    if not found.ready:
        raise click.ClickException(_problem(found))
    clips = tuple(called[beam] for beam in passed.order)
    if keep:
        write_settings(kept, replace(read_settings(kept), clips=clips))
    if as_json:
        click.echo(
            msgspec.json.encode({"beams": [beam + 1 for beam in passed.order], "clips": clips, "kept": keep})
        )
        return
    numbers = ", ".join(str(beam + 1) for beam in passed.order)
    click.echo(f"From the top: {numbers}. {'It is kept.' if keep else 'Keep it with --keep.'}")


def watched(source: BeamSource, seconds: float | None, seen: Callable[[int], None]) -> FingerPass:
    """A finger's pass, until it is through, the time is over, or Ctrl-C; `seen` is told each new beam."""
    passed = begun(source.status().levels)
    told, waited, over = 0, 0.0, threading.Event()

    def hear(edge: Edge) -> None:
        nonlocal passed
        passed = passed.hear(edge)

    stop = source.listen(hear)
    try:
        while seconds is None or waited < seconds:
            now = passed
            for beam in now.order[told:]:
                seen(beam)
            told = len(now.order)
            if now.left and source.now_us() - max(now.left.values()) >= QUIET_US:
                break
            over.wait(LOOK_S)
            waited += LOOK_S
    except KeyboardInterrupt:
        click.echo(err=True)
    finally:
        stop()
    return passed


def _problem(found: Said) -> str:
    if not found.detail.startswith("Once"):
        return f"{found.title}. {found.detail}"
    return "no clip saw a finger: hold it in each beam for a moment, from top to bottom"
