"""A group of commands that is found by its files: one module a command, no list to keep."""

import importlib
import pkgutil
from types import ModuleType

import click


class Discovered(click.Group):
    """A group whose commands are the modules of a package, imported only when used.

    Each module has a `command`; modules whose name starts with an underscore are helpers.
    """

    package: ModuleType

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # click's signature
        """Name all commands."""
        modules = pkgutil.iter_modules(self.package.__path__)
        return sorted(module.name for module in modules if not module.name.startswith("_"))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Find the command of this name."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = importlib.import_module(f"{self.package.__name__}.{cmd_name}").command
        return command
