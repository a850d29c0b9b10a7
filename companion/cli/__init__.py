"""The command `companion`: each module here that has a `command` is one of its commands or groups."""

import importlib
import sys
from typing import Any

import click

from companion.cli._discovered import Discovered


class _Commands(Discovered):
    package = sys.modules[__name__]

    def invoke(self, ctx: click.Context) -> Any:
        """Run what was asked for; a file or a disk that fails it is told in one line."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise  # nobody reads what is printed any more, which click ends quietly
        except OSError as error:
            what = f"{error.filename}: " if error.filename is not None else ""
            raise click.ClickException(f"{what}{error.strerror or error}") from error


@click.group(
    cls=_Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="coaster-companion")
@click.pass_context
def companion(context: click.Context) -> None:
    """Keep money, rules, marbles and scores of roller coaster games at the table.

    Without a command the touchscreen opens.

    Example: companion demo --out friday
    """
    if context.invoked_subcommand is None:
        context.invoke(importlib.import_module(f"{__name__}.kiosk").command)


def main() -> None:
    """Run the command; what goes wrong is one line on stderr that says what to do."""
    companion()
