"""`companion bench screen`: first frame, touch to changed frame beside a bare redraw, idling, memory."""

import subprocess
import sys
import time
from typing import Any

import click
from msgspec import json

from companion.cli.bench._report import percentile, report

STARTS = 3
"""Starts that are timed, after one that warms the disk's cache."""


@click.command("screen")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--phones", type=click.IntRange(0, 200), default=0, help="So many phones look on meanwhile.")
def command(phones: int, *, as_json: bool) -> None:
    """Time the kiosk in a window off screen.

    Example: companion bench screen --json
    """
    report("screen: 800x480, drawn off screen", measure(phones), as_json=as_json)


def measure(phones: int = 0) -> dict[str, Any]:
    """Seconds to the first frame, milliseconds of frames, percent of a core, megabytes."""
    starts = sorted(_first_frame() for _ in range(STARTS + 1))[:-1]
    figures = _played(phones)
    bare, touched, entered = figures["bare_ms"], figures["touch_ms"], figures["entry_ms"]
    return {
        "first_frame_s": starts[len(starts) // 2],
        "bare_redraw_ms": _shares(bare),
        "touch_to_frame_ms": _shares(touched),
        "touch_above_bare_p99_ms": percentile(touched, 0.99) - percentile(bare, 0.99),
        "touch_to_durable_state_ms": _shares(entered) if entered else {},
        "idle_cpu_percent": figures["idle_cpu_percent"],
        "peak_mb": figures["peak_mb"],
        **_previewed(),
    }


def _previewed() -> dict[str, Any]:
    """The camera's preview while cards are recognised beside it, and touches meanwhile."""
    command = [sys.executable, "-m", "companion.cli.bench._preview_window"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603  # our own module
        figures: dict[str, Any] = json.decode(_line(process))
    bare, touched, gaps = (figures.pop(f"preview_{what}_ms") for what in ("bare", "touch", "gap"))
    return {
        **figures,
        "preview_gap_p99_ms": percentile(gaps, 0.99),
        "preview_touch_to_frame_ms": _shares(touched),
        "preview_touch_above_bare_p99_ms": percentile(touched, 0.99) - percentile(bare, 0.99),
    }


def _shares(values: list[float]) -> dict[str, float]:
    return {"p50": percentile(values, 0.5), "p99": percentile(values, 0.99)}


def _first_frame() -> float:
    started = time.perf_counter()
    with _window() as process:
        _line(process)
        return time.perf_counter() - started


def _played(phones: int) -> dict[str, Any]:
    with _window("--play", str(phones)) as process:
        _line(process)
        figures: dict[str, Any] = json.decode(_line(process))
    return figures


def _window(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "companion.cli.bench._window", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603  # our own module


def _line(process: subprocess.Popen[str]) -> str:
    """The next line that is not Kivy's; an error where the window closed without one."""
    if process.stdout is not None:
        for line in process.stdout:
            if line.startswith(("first frame", "{")):
                return line
    raise click.ClickException("the window closed early; `companion doctor` may say why")
