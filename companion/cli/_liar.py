"""The pretend boards of `companion marbles simulate --port`: their options, and how they are served."""

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

from companion.cli._kinds import SECONDS, Finite, Hills
from companion.marbles.liar import Liar, Lies, marbles
from companion.marbles.virtual_port import VirtualPort, serve

BAD_LINE = Lies(flip=0.002, cut=0.01, double=0.01, lose=0.01, reboot_s=60, garbage=120)
"""What `--faults` stands for: far worse than any cable."""

CHANCE = Finite(0, 1)

OPTIONS = (
    click.option("--port", is_flag=True, help="Be a board at a port, whose path is printed, until Ctrl-C."),
    click.option(
        "--hills",
        type=Hills(),
        default="Launch,Plain,Bump,Jump,Plain,Plateau",
        help="With --port: the coaster.",
    ),
    click.option("--every", default=8.0, type=SECONDS, help="With --port: seconds from marble to marble."),
    click.option("--seconds", type=SECONDS, help="With --port: end after so long."),
    click.option(
        "--link", type=click.Path(path_type=Path), help="With --port: a path that always leads to it."
    ),
    click.option("--boards", default=1, type=click.IntRange(1, 4), help="With --port: so many, a link each."),
    click.option("--flip", type=CHANCE, help="With --port: the chance of a byte to have a bit wrong."),
    click.option("--cut", type=CHANCE, help="With --port: the chance of a line to end early."),
    click.option("--double", type=CHANCE, help="With --port: the chance of a line to come twice."),
    click.option("--lose", type=CHANCE, help="With --port: the chance of a line to be lost."),
    click.option(
        "--reboot", "reboot_s", type=SECONDS, help="With --port: it starts again every so many seconds."
    ),
    click.option("--garbage", type=click.IntRange(0), help="With --port: bytes of noise at each start."),
    click.option(
        "--unplug", "unplug_s", type=SECONDS, help="With --port: it is unplugged every so many seconds."
    ),
    click.option(
        "--unplugged", "unplugged_s", type=SECONDS, help="With --port: for so long, 1 s if not given."
    ),
    click.option(
        "--roll-over", "roll_s", type=SECONDS, help="With --port: its clock rolls over after so long."
    ),
    click.option("--baud", type=click.IntRange(300), help="With --port: how slow its line is."),
    click.option("--ring", type=click.IntRange(1), help="With --port: how many edges it can hold."),
    click.option(
        "--protocol", type=click.IntRange(0, 99), help="With --port: the number it speaks, 1 if not given."
    ),
)


def lying(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options of the pretend boards."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


def serve_boards(
    *,
    seed: int,
    faults: bool,
    hills: tuple[str, ...],
    every: float,
    seconds: float | None,
    link: Path | None,
    boards: int,
    **lies: Any,
) -> None:
    """Be these boards until the time is over or somebody presses Ctrl-C; print each one's path first."""
    chosen = {name: value for name, value in lies.items() if value is not None}
    told = replace(BAD_LINE if faults else Lies(), **chosen)
    ports = [_port(hills, told, seed, every, link, number) for number in range(boards)]
    for port in ports:
        click.echo(port.link or port.path)
    over = threading.Event()
    timer = threading.Timer(seconds or 0, over.set)
    if seconds is not None:
        timer.start()
    try:
        serve(ports, over)
    except KeyboardInterrupt:
        _unplug(ports)
    finally:
        timer.cancel()


def _port(
    hills: Sequence[str], lies: Lies, seed: int, every: float, link: Path | None, number: int
) -> VirtualPort:
    edges = marbles(tuple(hills), f"{seed} {number}", every)
    if link is not None and number:
        link = link.with_name(f"{link.name}{number + 1}")
    return VirtualPort(Liar(edges, lies, seed, f"{0x00C0FFEE + number:08X}"), link)


def _unplug(ports: Sequence[VirtualPort]) -> None:
    for port in ports:
        port.unplug()
