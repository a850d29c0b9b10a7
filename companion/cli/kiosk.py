"""`companion kiosk`: the touchscreen, which also opens without any command."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

from companion.cli._kinds import Finite, Size
from companion.journal import home, journal_path


@click.command()
@click.option("--size", type=Size(), default="1280x720", show_default=True, help="The window, in pixels.")
@click.option("--density", type=Finite(0, 4), default=0.0, help="Pixels a unit; 0 suits the panel.")
@click.option("--fullscreen", is_flag=True, help="Take the whole screen, as on the Pi.")
@click.option("--beams", default="", help="What watches the marbles: serial:auto, gpio:17,27,22, simulated:.")
@click.option("--camera", default="", help="What looks at the cards: v4l2:auto, picamera:, folder:DIR, none.")
@click.option(
    "--pretend/--real", default=None, help="A pretend table tells cards, dice and marbles, or nobody."
)
@click.option("--journal", type=click.Path(path_type=Path), help="The journal; your own if none is named.")
def command(
    size: tuple[int, int] = (1280, 720),
    density: float = 0.0,
    fullscreen: bool = False,
    beams: str = "",
    camera: str = "",
    pretend: bool | None = None,
    journal: Path | None = None,
) -> None:
    """Open the touchscreen.

    Without --beams and without --real a pretend table stands in for the hardware. Boards and pins are
    remembered for the next time; --pretend does without them. The camera is remembered, too, and can be
    chosen on the screen.

    Example: companion kiosk --size 800x480 --beams serial:auto
    """
    from companion.kiosk.environment import Display, has_display, prepare

    if not has_display():
        raise click.ClickException("no display was found: plug one in, or play `companion demo` off screen")
    settings = home() / "kiosk.json"
    from companion.kiosk.settings import read_settings

    beams = remembered(beams, settings, pretending=bool(pretend))
    remember_camera(camera, settings)
    pretending = not beams if pretend is None else pretend
    display = Display(*size, density or read_settings(settings).density, fullscreen)
    prepare(display)
    from companion.kiosk.app import Kiosk, Places
    from companion.table.recordings import recordings_folder

    places = Places(journal or journal_path(), settings, recordings_folder(journal), home() / "components")
    from companion.cli._phones import Phones

    photos = Photos()
    kiosk = Kiosk(
        places,
        display,
        beams or ("simulated:" if pretending else ""),
        PretendTable if pretending else None,
        Phones(home(), alone=False, pretending=pretending, camera=photos),
    )
    photos.take = kiosk.cameras.give
    kiosk.run()
    sys.exit(0)


def remembered(beams: str, settings: Path, *, pretending: bool) -> str:
    """The beams that were named, or else those of last time; boards and pins are kept for the next."""
    from companion.kiosk.settings import read_settings, write_settings

    before = read_settings(settings)
    if not beams:
        return "" if pretending else before.beams
    if beams.startswith(("serial:", "gpio:")) and beams != before.beams:
        write_settings(settings, replace(before, beams=beams))
    return beams


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
