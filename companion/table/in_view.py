"""What the camera is for the table: the cards in view as a screen shows them, and what their owner needs."""

from collections.abc import Callable
from enum import StrEnum
from typing import Any, Protocol

from msgspec import Struct

from companion.cards.reading import Found, Quad
from companion.cards.watching import Sighting
from companion.journal import Source
from companion.journal.fold import AnyRules
from companion.rules.contract import TABLE, Viewer, Violation
from companion.table.history import Told
from companion.table.table import View


class Phase(StrEnum):
    """What the camera is doing for the table."""

    IDLE = "idle"
    WATCHING = "watching"
    DOUBTFUL = "doubtful"
    REFUSED = "refused"
    ENTERED = "entered"
    BLIND = "blind"


class Standing(StrEnum):
    """What a card in view is for the table."""

    KNOWN = "known"
    NEW = "new"
    DOUBTFUL = "doubtful"
    REFUSED = "refused"


class Seen(Struct, frozen=True):
    """A card in view, as the table has corrected it if it did, and what it is for the table."""

    card: str
    found: Found
    standing: Standing = Standing.KNOWN
    violation: Violation[Any] | None = None


class Progress(Struct, frozen=True):
    """What a screen shows: the cards in view in reading order, and what is awaited.

    Quads are in pixels of a picture of `size`, of frame `n`. `missing` cards more are wanted. While the
    phase is doubtful, `entering` is what `confirm` would enter; `why` says what is doubtful: `cards`, `which`
    of them is meant, how a tile's `turn` is, or `again`, as the same was taken back.
    """

    phase: Phase = Phase.IDLE
    seen: tuple[Seen, ...] = ()
    unknown: tuple[Quad, ...] = ()
    size: tuple[int, int] = (0, 0)
    n: int = 0
    steady: bool = False
    missing: int = 0
    entering: tuple[Any, ...] = ()
    why: str = ""
    problem: str = ""


class Watched(Protocol):
    """What the cards need of a table."""

    evening: int
    rules: AnyRules

    def view(self, viewer: Viewer) -> View:
        """What lies open, with the asks."""

    def history(self, viewer: Viewer) -> tuple[Told, ...]:
        """The entries that count."""

    def entry(self, n: int) -> Any:
        """An entry of the evening."""

    def submit(
        self, command: Any, by: Viewer = TABLE, source: Source = Source.TOUCH, key: str | None = None
    ) -> Any:
        """Enter a command."""

    def subscribe(self, listener: Callable[[int], None]) -> Callable[[], None]:
        """Be told of each entry."""


class Watcher(Protocol):
    """What looks through the camera: a `companion.cards.watching.Watching`."""

    def subscribe(self, listener: Callable[[Sighting], None]) -> Callable[[], None]:
        """Be told of each sighting; recognition runs only meanwhile."""
