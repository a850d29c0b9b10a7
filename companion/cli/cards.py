"""`companion cards`: the cards that the camera knows."""

import click

from companion.cli._printing import print_command


@click.group()
def command() -> None:
    """Print cards to cut out, and know them again under the camera.

    Example: companion cards print --game coaster_park
    """


command.add_command(print_command)
