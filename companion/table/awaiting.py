"""What the beams need of a table: which run it awaits, and a way to enter it."""

from collections.abc import Callable, Iterable
from typing import Any, Protocol

from companion.journal import Entry, Note, Source
from companion.rules.contract import TABLE, Ask, Observe, Sensed, Viewer


class Watched(Protocol):
    """What the beams need of a table."""

    evening: int

    def view(self, viewer: Viewer) -> Any:
        """What lies open, with the asks."""

    def entry(self, n: int) -> Entry:
        """An entry of the evening."""

    def submit(
        self,
        command: Any,
        by: Viewer = TABLE,
        source: Source = Source.TOUCH,
        key: str | None = None,
        note: Note | None = None,
    ) -> Any:
        """Enter a command."""

    def subscribe(self, listener: Callable[[int], None]) -> Callable[[], None]:
        """Be told of each entry."""

    def heed(self, witness: Callable[[Any], Note | None]) -> Callable[[], None]:
        """Be asked for a note on what others enter."""


def awaited_run(asks: Iterable[Ask[Any]]) -> Observe[Any] | None:
    """The ask for a marble's run, if there is one."""
    return next((ask for ask in asks if isinstance(ask, Observe) and ask.sensed is Sensed.RUN), None)


def whose(ask: Observe[Any]) -> tuple[Any, ...]:
    """What tells one coaster under test from another."""
    return ask.seat, ask.subject
