"""Every command says what it does, with an example."""

from collections.abc import Iterator

import click
import pytest

from companion.cli import companion


def commands(group: click.Command, name: str) -> Iterator[tuple[str, click.Command]]:
    yield name, group
    if isinstance(group, click.Group):
        context = click.Context(group)
        for each in group.list_commands(context):
            yield from commands(group.get_command(context, each), f"{name} {each}")


@pytest.mark.parametrize(("name", "command"), list(commands(companion, "companion")))
def test_each_command_has_help_with_an_example(name, command):
    assert f"Example: {name}" in (command.help or "")
