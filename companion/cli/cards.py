"""`companion cards`: the cards that the camera knows."""

import click

from companion.cli._enrolling import enrol_command
from companion.cli._printing import print_command
from companion.cli._recognising import recognise_command


@click.group()
def command() -> None:
    """Print cards to cut out, and know them again under the camera.

    Example: companion cards recognise --deck park-deck table.jpg
    """


command.add_command(enrol_command)
command.add_command(print_command)
command.add_command(recognise_command)
