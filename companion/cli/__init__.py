"""The command `companion`: each module here that has a `command` is one of its commands or groups."""

import importlib
import pkgutil
import sys

import click


class Discovered(click.Group):
    """A group whose commands are the modules of this package, imported only when used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return sorted(module.name for module in pkgutil.iter_modules(__path__) if module.name[0] != "_")

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = importlib.import_module(f"{__name__}.{cmd_name}").command
        return command


@click.group(
    cls=Discovered, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(package_name="coaster-companion")
@click.pass_context
def companion(context: click.Context) -> None:
    """Keep money, rules, marbles and scores of roller coaster games at the table.

    Without a command the touchscreen opens.
    """
    if context.invoked_subcommand is None:
        context.invoke(importlib.import_module(f"{__name__}.kiosk").command)


def main() -> None:
    """Run the command; what goes wrong is one line on stderr that says what to do."""
    sys.exit(companion(standalone_mode=True))
