"""Whose secrets a table holds: looked for in what changed since the last entry, as the rest stays."""

from typing import Any

from msgspec import Struct

from companion.rules.contract import Seat
from companion.rules.hidden import Hidden

NOBODY: frozenset[Seat] = frozenset()


class Keepers:
    """Finds who keeps a secret in one state after the other; parts of a state never change."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Any, frozenset[Seat]]] = {}

    def of(self, state: Any) -> frozenset[Seat]:
        """The seats for whose eyes something in this state is."""
        fresh: dict[int, tuple[Any, frozenset[Seat]]] = {}
        found = self._in(state, fresh)
        self._known = fresh
        return found

    def _in(self, value: Any, fresh: dict[int, tuple[Any, frozenset[Seat]]]) -> frozenset[Seat]:
        if isinstance(value, Hidden):
            return frozenset(value.viewers)
        if not isinstance(value, Struct | tuple | dict):
            return NOBODY
        known = self._known.get(id(value))
        if known is None or known[0] is not value:
            known = (value, NOBODY.union(*(self._in(part, fresh) for part in _parts(value))))
        fresh[id(value)] = known
        return known[1]


def _parts(value: Any) -> Any:
    if isinstance(value, Struct):
        return (getattr(value, name) for name in value.__struct_fields__)
    return value.values() if isinstance(value, dict) else value
