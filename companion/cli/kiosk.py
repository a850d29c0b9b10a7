"""`companion kiosk`: the touchscreen, which also opens without any command."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import click
from msgspec.structs import replace

from companion.cli._kinds import Finite, Size
from companion.journal import home, journal_path

Table = Literal["real", "pretend"]


@click.command()
@click.option("--size", type=Size(), default="1280x720", show_default=True, help="The window, in pixels.")
@click.option("--density", type=Finite(0, 4), default=0.0, help="Pixels a unit; 0 suits the panel.")
@click.option("--fullscreen", is_flag=True, help="Take the whole screen, as on the Pi.")
@click.option("--beams", default="", help="What watches the marbles: serial:auto, gpio:17,27,22, simulated:.")
@click.option("--camera", default="", help="What looks at the cards: v4l2:auto, picamera:, folder:DIR, none.")
@click.option(
    "--pretend/--real", default=None, help="Play with pretend marbles and cards, or at a real table."
)
@click.option(
    "--at-first",
    type=click.Choice(["real", "pretend"]),
    help="The table of a first start, which otherwise asks.",
)
@click.option("--journal", type=click.Path(path_type=Path), help="The journal; your own if none is named.")
def command(
    size: tuple[int, int] = (1280, 720),
    density: float = 0.0,
    fullscreen: bool = False,
    beams: str = "",
    camera: str = "",
    pretend: bool | None = None,
    at_first: Table | None = None,
    journal: Path | None = None,
) -> None:
    """Open the touchscreen.

    The first start asks whether it is a real table. What is named or chosen is remembered, boards, pins and
    camera as well; all but the pins can be chosen on the screen. Other --beams are for this time.

    Example: companion kiosk --size 800x480 --beams serial:auto
    """
    from companion.kiosk.environment import Display, has_display, prepare

    if not has_display():
        raise click.ClickException("no display was found: plug one in, or play `companion demo` off screen")
    settings = home() / "kiosk.json"
    from companion.kiosk.settings import read_settings

    remember_table(pretend, at_first, settings)
    beams = remember_beams(beams, settings)
    remember_camera(camera, settings)
    display = Display(*size, density or read_settings(settings).density, fullscreen)
    prepare(display)
    from companion.kiosk.app import Kiosk, Places
    from companion.table.recordings import recordings_folder

    places = Places(journal or journal_path(), settings, recordings_folder(journal), home() / "components")
    from companion.cli._phones import Phones

    photos = Photos()
    phones = Phones(home(), alone=False, pretending=lambda table: kiosk.pretend_table(table), camera=photos)
    kiosk = Kiosk(places, display, beams, PretendTable, phones)
    photos.take = kiosk.cameras.give
    kiosk.run()
    sys.exit(0)


def remember_table(pretend: bool | None, at_first: Table | None, settings: Path) -> None:
    """Keep the table that was named; the one for a first start only where none was chosen before."""
    from companion.kiosk.settings import read_settings, write_settings

    before = read_settings(settings)
    named: Table | None = None if pretend is None else "pretend" if pretend else "real"
    table = named or before.table or at_first
    if table and table != before.table:
        write_settings(settings, replace(before, table=table))


def remember_beams(beams: str, settings: Path) -> str:
    """Keep the board or the pins that were named: they belong to a real table; gives what is for this time.

    Where a pretend table was chosen before, naming them leads back to the real one.
    """
    from companion.kiosk.settings import read_settings, write_settings

    if not beams.startswith(("serial:", "gpio:")):
        return beams
    before = read_settings(settings)
    after = replace(before, beams=beams, table="real")
    if after != before:
        write_settings(settings, after)
    return ""


def remember_camera(address: str, settings: Path) -> None:
    """Keep the camera that was named for this and the next time; `none` is no camera."""
    from companion.kiosk.settings import read_settings, write_settings

    if not address:
        return
    if address != "none":
        from companion.cards.camera import EXAMPLES, SCHEMES

        if address.partition(":")[0] not in SCHEMES or ":" not in address:
            raise click.ClickException(f"--camera {address!r} is no camera: use none, {EXAMPLES}")
    write_settings(settings, replace(read_settings(settings), camera="" if address == "none" else address))


class Photos:
    """Hands on what phones send, once the touchscreen is there to take it."""

    def __init__(self) -> None:
        self.take: Callable[[bytes], None] | None = None

    def give(self, jpeg: bytes) -> None:
        """A photo was taken; a ValueError says why it is of no use."""
        if self.take is None:
            raise ValueError("the touchscreen is not open yet; send it again in a moment")
        self.take(jpeg)


class PretendTable:
    """Shuffled decks, dice and marbles beside the screen, for an evening without the box."""

    def __init__(self, table: Any) -> None:
        from companion.rehearsal import pretend

        self._table = table
        self._world = pretend(table.rules.name, table.evening)

    def tell(self) -> Any:
        """The command that enters the next fact, or None where the players must choose first."""
        from companion.rehearsal import told

        move = told(self._world, self._table, self._table.evening)
        return None if move is None else move.command
