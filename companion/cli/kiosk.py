"""`companion kiosk`: the touchscreen, which also opens without any command."""

import sys
from pathlib import Path
from typing import Any

import click

from companion.cli._kinds import Finite, Size
from companion.journal import home, journal_path


@click.command()
@click.option("--size", type=Size(), default="1280x720", show_default=True, help="The window, in pixels.")
@click.option("--density", type=Finite(0, 4), default=0.0, help="Pixels a unit; 0 suits the panel.")
@click.option("--fullscreen", is_flag=True, help="Take the whole screen, as on the Pi.")
@click.option("--beams", default="", help="What watches the marbles: serial:auto, gpio:17,27,22, simulated:.")
@click.option(
    "--pretend/--real", default=None, help="A pretend table tells cards, dice and marbles, or nobody."
)
@click.option("--journal", type=click.Path(path_type=Path), help="The journal; your own if none is named.")
def command(
    size: tuple[int, int] = (1280, 720),
    density: float = 0.0,
    fullscreen: bool = False,
    beams: str = "",
    pretend: bool | None = None,
    journal: Path | None = None,
) -> None:
    """Open the touchscreen.

    Without --beams and without --real a pretend table stands in for the hardware.

    Example: companion kiosk --size 800x480 --beams serial:auto
    """
    from companion.kiosk.environment import Display, has_display, prepare

    if not has_display():
        raise click.ClickException("no display was found: plug one in, or play `companion demo` off screen")
    pretending = not beams if pretend is None else pretend
    settings = home() / "kiosk.json"
    from companion.kiosk.settings import read_settings

    display = Display(*size, density or read_settings(settings).density, fullscreen)
    prepare(display)
    from companion.kiosk.app import Kiosk, Places
    from companion.table.recordings import recordings_folder

    places = Places(journal or journal_path(), settings, recordings_folder(journal), home() / "components")
    from companion.cli._phones import Phones

    kiosk = Kiosk(
        places,
        display,
        beams or ("simulated:" if pretending else ""),
        PretendTable if pretending else None,
        Phones(home(), alone=False, pretending=pretending),
    )
    kiosk.run()
    sys.exit(0)


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
