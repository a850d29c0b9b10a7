"""The game on the table now: one writer, many screens and sensors."""

from companion.table.components import ComponentsRefusedError, ComponentStore
from companion.table.history import Told
from companion.table.table import Confirmed, Table, View

__all__ = ["ComponentStore", "ComponentsRefusedError", "Confirmed", "Table", "Told", "View"]
