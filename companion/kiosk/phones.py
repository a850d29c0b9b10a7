"""What the touchscreen needs of the page for phones, whoever serves it."""

from collections.abc import Callable
from typing import Protocol

from companion.journal import Journal
from companion.kiosk.hardware import Hardware
from companion.table import Table


class Phones(Protocol):
    """The page for phones and tablets: open while the owner wants it, about the table that is shown."""

    @property
    def on(self) -> bool:
        """Whether the page is served."""

    @property
    def problem(self) -> str:
        """Why it can't be, in a line; empty when all is well."""

    @property
    def address(self) -> str:
        """What is typed into a browser."""

    @property
    def code(self) -> str:
        """What is typed there to come in."""

    @property
    def pin(self) -> str:
        """What makes a device the host's."""

    @property
    def count(self) -> int:
        """How many devices look at it now."""

    def modules(self) -> tuple[tuple[bool, ...], ...]:
        """The code to scan, as rows of dark and light."""

    def open(self, journal: Journal, beams: Hardware, moved: Callable[[Table | None], None]) -> None:
        """Serve; `moved` is told, in any thread, when a phone began an evening, went on with one or left."""

    def follow(self, table: Table | None) -> None:
        """The table that is shown now."""

    def renew(self) -> None:
        """Take a new code and PIN."""

    def close(self) -> None:
        """Serve no more."""
