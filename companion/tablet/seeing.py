"""What somebody sees of the table at one moment, before it is drawn: worked out once for each viewer."""

import threading
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.rules.contract import HOST, TABLE, Observe, Outcome, Seat, Viewer
from companion.scenes.asking import (
    Group,
    asked_before,
    grouped,
    host_asks,
    last_line,
    with_unseen,
)
from companion.scenes.passing import passes
from companion.scenes.telling import Chip, Telling, telling
from companion.table import Table
from companion.table.running import Guess, Progress
from companion.tablet.keepers import Keepers

PLAY, HOSTING, CORRECT = "play", "host", "correct"
"""What the questions on a page are: those of the game, the host's, or those of an earlier entry."""


class Hand(Struct, frozen=True):
    """How far somebody has come towards an entry: which questions, whose of them, and what was touched.

    `of` is the seat whose question it is, -1 the table's, -2 the first that is asked.
    """

    mode: str = PLAY
    entry: int = 0
    of: int = -2
    taps: tuple[str, ...] = ()
    unveiled: bool = False


class Seen(Struct, frozen=True):
    """All that a viewer is shown after entry `n`; `state` lies open for everybody, and is what is drawn.

    `groups` is what this viewer may answer, in the state `own`; `asked` all that is asked, of whomever.
    """

    table: Table
    words: Telling
    names: tuple[str, ...]
    n: int
    state: Any
    own: Any
    groups: tuple[Group, ...]
    asked: tuple[Group, ...]
    outcome: Outcome | None
    chips: tuple[Chip, ...]
    clock: Chip
    pages: tuple[tuple[str, str], ...]
    last: str
    before_last: int | None
    secrets: tuple[bool, ...]
    passes: tuple[Any, ...]
    progress: Progress
    guess: Guess | None

    @property
    def running(self) -> bool:
        """Whether a marble's run is awaited."""
        return any(group.run is not None for group in self.asked)

    @property
    def facts(self) -> bool:
        """Whether a fact is awaited that a pretend table could tell."""
        return any(isinstance(ask, Observe) for group in self.groups for ask in group.asks)


class Questions(Struct, frozen=True):
    """The questions on a page, and the state they are asked in."""

    state: Any
    groups: tuple[Group, ...]


class Eyes:
    """Looks at one table for everybody, and at each moment once for each viewer; from any thread."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.words = telling(table.rules.name)
        self._mutex = threading.RLock()
        self._seen: dict[Viewer, Seen] = {}
        self._shared: Seen | None = None
        self._keepers = Keepers()
        self._since: dict[tuple[Viewer, str, Seat | None], tuple[Any, int]] = {}
        self._earlier: dict[tuple[int, int], Questions] = {}

    def seen(self, viewer: Viewer, progress: Progress | None = None, guess: Guess | None = None) -> Seen:
        """What this viewer sees now; `progress` and `guess` are those of the beams."""
        progress = progress or Progress()
        with self._mutex:
            seen = self._seen.get(viewer)
            if seen is None or seen.n != self.table.n:
                seen = self._look(viewer)
            if (seen.progress, seen.guess) != (progress, guess):
                seen = replace(seen, progress=progress, guess=guess)
            self._seen[viewer] = seen
            return seen

    def _look(self, viewer: Viewer) -> Seen:
        seen = self._open()
        if viewer.seat is not None:
            own = self.table.view(viewer)
            groups = grouped(own.asks, own.state, self.words, seen.names)
            groups = tuple(sorted(groups, key=lambda group: group.seat != viewer.seat))
            seen = replace(seen, own=own.state, groups=groups, passes=())
        self._remember(viewer, PLAY, seen.groups, seen.n)
        return seen

    def _open(self) -> Seen:
        """What lies open for everybody, worked out once for all viewers."""
        table, words, names = self.table, self.words, self.table.setup.names
        if self._shared is not None and self._shared.n == table.n:
            return self._shared
        view, history, seats = table.view(TABLE), table.history(TABLE), range(len(names))
        keepers = self._keepers.of(view.state)
        asked = tuple(with_unseen(each, table) for each in grouped(view.asks, view.state, words, names))
        self._shared = Seen(
            table,
            words,
            names,
            view.n,
            view.state,
            view.state,
            asked,
            asked,
            view.outcome,
            tuple(words.chip(view.state, seat) for seat in seats),
            words.clock(view.state),
            words.pages(view.state, names),
            last_line(history, words, names),
            history[-2].n if len(history) > 1 else None,
            tuple(seat in keepers for seat in seats),
            passes(table, words, names),
            Progress(),
            None,
        )
        return self._shared

    def questions(self, viewer: Viewer, hand: Hand) -> Questions:
        """What is asked on a page that holds this."""
        with self._mutex:
            n = self.table.n
            match hand.mode:
                case "host":
                    view, asks = self.table.view(HOST), host_asks(self.table)
                    groups = grouped(asks, view.state, self.words, self.table.setup.names)
                    self._remember(viewer, HOSTING, groups, n)
                    return Questions(view.state, groups)
                case "correct":
                    if (n, hand.entry) not in self._earlier:
                        found = asked_before(self.table, self.words, self.table.setup.names, hand.entry)
                        self._earlier = {(n, hand.entry): Questions(*found)}
                    return self._earlier[n, hand.entry]
                case _:
                    seen = self.seen(viewer)
                    return Questions(seen.own, seen.groups)

    def unveiled(self, group: Group) -> Group:
        """What this seat alone may choose from."""
        view = self.table.view(Viewer(seat=group.seat))
        own = tuple(ask for ask in view.asks if ask.seat == group.seat)
        return next(iter(grouped(own, view.state, self.words, self.table.setup.names)), group)

    def since(self, viewer: Viewer, mode: str, seat: Seat | None) -> int:
        """The entry after which this was first asked, and asked ever since; -1 if it is not asked."""
        with self._mutex:
            asks, n = self._since.get((viewer, mode, seat), (None, 0))
            return -1 if asks is None else n

    def _remember(self, viewer: Viewer, mode: str, groups: tuple[Group, ...], n: int) -> None:
        asked = {group.seat: group.asks for group in groups}
        for (who, how, seat), _ in tuple(self._since.items()):
            if (who, how) == (viewer, mode) and seat not in asked:
                del self._since[who, how, seat]
        for seat, asks in asked.items():
            before, _ = self._since.get((viewer, mode, seat), (None, 0))
            if before != asks:
                self._since[viewer, mode, seat] = (asks, n)
