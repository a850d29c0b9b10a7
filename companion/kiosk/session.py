"""The game on the table as the screen shows it: what is seen, asked and told after each entry."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from companion.journal import encode
from companion.journal.judge import Broken
from companion.kiosk.worker import Worker
from companion.rules.contract import TABLE, Ask, Outcome, Viewer, Violation
from companion.scenes.asking import Group, grouped, keeps_secret, last_line, with_unseen
from companion.scenes.passing import passes
from companion.scenes.shapes import Scene
from companion.scenes.telling import Chip, Look, Telling, TellingRuns, telling
from companion.table import Confirmed, Table

Answer = Confirmed | Violation[Any] | Broken


class Shown(Struct, frozen=True):
    """Everything a screen needs after entry `n`, as it lies open for everybody."""

    n: int
    state: Any
    groups: tuple[Group, ...]
    outcome: Outcome | None
    chips: tuple[Chip, ...]
    clock: Chip
    pages: tuple[tuple[str, str], ...]
    last: str
    before_last: int | None
    secrets: tuple[bool, ...]
    passes: tuple[Any, ...] = ()


class Session:
    """A table, the words of its game, and what is shown of it; its methods are the screen's thread's."""

    def __init__(self, table: Table, worker: Worker, changed: Callable[[], None]) -> None:
        self.table = table
        self.names = table.setup.names
        self.telling: Telling = telling(table.rules.name)
        self.shown: Shown | None = None
        self._worker, self._changed = worker, changed
        self._unsubscribe = table.subscribe(lambda _n: worker.tell(self.refresh))
        self._entering = False
        self.refresh()

    @property
    def entering(self) -> bool:
        """Whether an entry is on its way."""
        return self._entering

    def close(self) -> None:
        """Look away from the table."""
        self._unsubscribe()

    def refresh(self) -> None:
        """See anew what lies on the table."""
        self._worker.do(lambda: shown(self.table, self.telling, self.names), self._show)

    def _show(self, now: Shown) -> None:
        if self.shown is None or now.n >= self.shown.n:
            self.shown = now
            self._changed()

    def submit(self, command: Any, by: Viewer, then: Callable[[Answer], None]) -> None:
        """Enter a command; the same choice at the same moment is one entry, however often it is touched."""
        moment = self.shown.n if self.shown is not None else self.table.n
        key = f"touch:{self.table.evening}:{moment}:{encode(command).decode()}"
        self.enter(lambda: self.table.submit(command, by=by, key=key), then)

    def enter(self, work: Callable[[], Answer], then: Callable[[Answer], None]) -> None:
        """Do one entry's work; nothing else is entered from this screen until it is answered."""
        if self._entering:
            return
        self._entering = True
        self._worker.do(lambda: _answered(work), lambda answer: self._entered(answer, then))

    def _entered(self, answer: Answer | Exception, then: Callable[[Answer], None]) -> None:
        self._entering = False
        if isinstance(answer, Exception):
            raise answer
        then(answer)

    def submit_all(self, commands: tuple[Any, ...], then: Callable[[Answer], None]) -> None:
        """Enter commands one after the other, as far as they are accepted."""
        moment = self.shown.n if self.shown is not None else self.table.n
        start = f"touch:{self.table.evening}:{moment}"

        def work() -> Answer:
            answer: Answer = Confirmed(self.table.n)
            for place, command in enumerate(commands):
                answer = self.table.submit(command, key=f"{start}:{place}:{encode(command).decode()}")
                if not isinstance(answer, Confirmed):
                    break
            return answer

        self.enter(work, then)

    def take_back(self, to: int) -> None:
        """Go back to how it was after entry `to`."""
        table = self.table
        key = f"back:{table.evening}:{table.n}:{to}"
        self.enter(lambda: table.take_back(to, key=key), lambda _: None)

    def look(self, work: Callable[[], Any], then: Callable[[Any], None]) -> None:
        """Look something up at the table, and then show it."""
        self._worker.do(work, then)

    def draw_run(self, look: Look, seen: Any) -> Scene | None:
        """The run that is going on as this game draws it; None for a game, or a moment, without marbles."""
        if self.shown is None or not isinstance(self.telling, TellingRuns):
            return None
        return self.telling.run(self.shown.state, look, seen)

    def groups_of(self, asks: tuple[Ask[Any], ...], state: Any) -> tuple[Group, ...]:
        """These asks by whom they are of."""
        return grouped(asks, state, self.telling, self.names)


def _answered(work: Callable[[], Answer]) -> Answer | Exception:
    try:
        return work()
    except Exception as error:  # noqa: BLE001  # raised again on the screen's thread, which shows it
        return error


def shown(table: Table, words: Telling, names: tuple[str, ...]) -> Shown:
    """What the table shows to everybody."""
    view = table.view(TABLE)
    history = table.history(TABLE)
    seats = range(len(names))
    return Shown(
        n=view.n,
        state=view.state,
        groups=tuple(with_unseen(each, table) for each in grouped(view.asks, view.state, words, names)),
        outcome=view.outcome,
        chips=tuple(words.chip(view.state, seat) for seat in seats),
        clock=words.clock(view.state),
        pages=words.pages(view.state, names),
        last=last_line(history, words, names),
        before_last=history[-2].n if len(history) > 1 else None,
        secrets=tuple(keeps_secret(view.state, seat) for seat in seats),
        passes=passes(table, words, names),
    )
