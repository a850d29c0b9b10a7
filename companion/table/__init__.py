"""The game on the table now: one writer, many screens and sensors."""

from companion.table.history import Told
from companion.table.table import Confirmed, Table, View

__all__ = ["Confirmed", "Table", "Told", "View"]
