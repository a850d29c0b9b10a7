"""`companion bench`: each module here measures one thing, beside a peer where there is one."""

import sys

import click

from companion.cli._discovered import Discovered


class _Benches(Discovered):
    package = sys.modules[__name__]


@click.group(cls=_Benches, invoke_without_command=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each bench.")
@click.pass_context
def command(context: click.Context, *, as_json: bool) -> None:
    """Measure speed, here and now; without a name, everything that needs no hardware.

    Example: companion bench rules --json
    """
    if context.invoked_subcommand is None:
        for name in _Benches.list_commands(command, context):
            bench = command.get_command(context, name)
            if bench is not None and not any(parameter.required for parameter in bench.params):
                context.invoke(bench, as_json=as_json)
