"""Whether the players would all pass now: what they enter next, and next after that."""

from functools import reduce

from companion.rehearsal import Rehearsal
from companion.rules.contract import Viewer, Violation
from companion.table import Table, Told, View


class Ahead:
    """The table as it will be after commands that hide nothing; none of them is entered."""

    def __init__(self, table: Table, commands: tuple[object, ...]) -> None:
        self._table, self._commands = table, commands

    def view(self, viewer: Viewer) -> View:
        """What this viewer will see."""
        rules, view = self._table.rules, self._table.view(viewer)
        state = view.state
        for command in self._commands:
            match rules.decide(state, command):
                case Violation():
                    raise LookupError(f"{command!r} will not be allowed")
                case events:
                    state = reduce(rules.evolve, events, state)
        n = view.n + len(self._commands)
        return View(n, state, rules.asks(state, viewer), rules.outcome(state))

    def history(self, viewer: Viewer) -> tuple[Told, ...]:
        """What has been told until now."""
        return self._table.history(viewer)


def next_are(table: Table, rehearsal: Rehearsal, commands: tuple[object, ...]) -> bool:
    """Whether these are the next entries of the rehearsal, in this order."""
    for place, command in enumerate(commands):
        move = rehearsal.next(Ahead(table, commands[:place]))
        if move is None or move.command != command:
            return False
    return True
