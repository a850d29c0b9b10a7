"""The game on the table as the screen shows it: what is seen, asked and told after each entry."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct
from msgspec.structs import fields, replace

from companion.journal import encode
from companion.journal.judge import Broken
from companion.kiosk.passing import passes
from companion.kiosk.worker import Worker
from companion.rules.contract import (
    HOST,
    TABLE,
    Amount,
    Ask,
    Observe,
    Outcome,
    Seat,
    Sensed,
    Viewer,
    Violation,
)
from companion.rules.hidden import Hidden
from companion.scenes.narrowing import Narrowing, narrow
from companion.scenes.shapes import Scene
from companion.scenes.telling import Chip, Look, Prompt, Telling, telling
from companion.table import Confirmed, Table, Told

Answer = Confirmed | Violation[Any] | Broken


class Group(Struct, frozen=True):
    """All that one seat (None: the table) is asked now; `secret` where others must not see the answer.

    `unseen` is the answer that tells nothing, where there is one: that a card stays face down.
    """

    seat: Seat | None
    asks: tuple[Ask[Any], ...]
    prompt: Prompt
    narrowing: Narrowing
    secret: bool = False
    unseen: Any = None

    @property
    def run(self) -> Observe[Any] | None:
        """The ask for a marble's run, if that is what is awaited."""
        return next((ask for ask in self.asks if isinstance(ask, Observe) and ask.sensed is Sensed.RUN), None)


class StoryLine(Struct, frozen=True):
    """One line of the story, and the entry it tells of."""

    n: int
    text: str


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
        draw = getattr(self.telling, "run", None)
        if draw is None or self.shown is None:
            return None
        picture: Scene | None = draw(self.shown.state, look, seen)
        return picture

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
        groups=tuple(_with_unseen(each, table) for each in grouped(view.asks, view.state, words, names)),
        outcome=view.outcome,
        chips=tuple(words.chip(view.state, seat) for seat in seats),
        clock=words.clock(view.state),
        pages=words.pages(view.state, names),
        last=last_line(history, words, names),
        before_last=history[-2].n if len(history) > 1 else None,
        secrets=tuple(keeps_secret(view.state, seat) for seat in seats),
        passes=passes(table, words, names),
    )


def grouped(
    asks: tuple[Ask[Any], ...], state: Any, words: Telling, names: tuple[str, ...]
) -> tuple[Group, ...]:
    """The asks of each seat (and of the table) together, in the order they come in."""
    seats = dict.fromkeys(ask.seat for ask in asks)
    found = []
    for seat in seats:
        own = tuple(ask for ask in asks if ask.seat == seat)
        secret = seat is not None and any(hides(ask) for ask in own)
        found.append(
            Group(seat, own, words.prompt(state, own, names), narrow(words, state, own, names), secret)
        )
    return tuple(found)


def _with_unseen(group: Group, table: Table) -> Group:
    """The group with the answer that tells nothing; only the seat's own view shows which that is."""
    if not group.secret:
        return group
    own = table.view(Viewer(seat=group.seat)).asks
    options = (
        option for ask in own if ask.seat == group.seat and isinstance(ask, Observe) for option in ask.options
    )
    return replace(group, unseen=next((option for option in options if _says_nothing(option)), None))


def _says_nothing(command: Any) -> bool:
    values = [getattr(command, field.name) for field in fields(command)]
    hidden = [value for value in values if isinstance(value, Hidden)]
    return bool(hidden) and all(value.value is None for value in hidden)


def hides(ask: Ask[Any]) -> bool:
    """Whether an answer to this is for its seat's eyes alone."""
    commands = (ask.command,) if isinstance(ask, Amount) else ask.options
    return any(_hidden(command) for command in commands)


def _hidden(command: Any) -> bool:
    return any(isinstance(getattr(command, field.name), Hidden) for field in fields(command))


def keeps_secret(value: Any, seat: Seat) -> bool:
    """Whether something in this value is for this seat's eyes."""
    if isinstance(value, Hidden):
        return seat in value.viewers
    if isinstance(value, Struct):
        return any(keeps_secret(getattr(value, field), seat) for field in value.__struct_fields__)
    if isinstance(value, tuple):
        return any(keeps_secret(part, seat) for part in value)
    if isinstance(value, dict):
        return any(keeps_secret(part, seat) for part in value.values())
    return False


def last_line(history: tuple[Told, ...], words: Telling, names: tuple[str, ...]) -> str:
    """What the last entry was: its first line, not what follows from it; else the newest line there is."""
    for told in reversed(history):
        lines = lines_of(told, words, names)
        if lines:
            return lines[0 if told is history[-1] else -1].text
    return ""


def lines_of(told: Told, words: Telling, names: tuple[str, ...]) -> tuple[StoryLine, ...]:
    """The lines of one entry."""
    lines = (words.story(before, event, after, names) for before, event, after in told.steps)
    return tuple(StoryLine(told.n, line) for line in lines if line)


def story(table: Table, words: Telling, names: tuple[str, ...]) -> tuple[StoryLine, ...]:
    """The whole story, as it may be told to everybody."""
    return tuple(line for told in table.history(TABLE) for line in lines_of(told, words, names))


def asked_before(
    table: Table, words: Telling, names: tuple[str, ...], n: int
) -> tuple[Any, tuple[Group, ...]]:
    """What was asked when entry `n` was made, and the state it was asked in, as everybody may see it."""
    found = next((told for told in table.history(TABLE) if told.n == n), None)
    if found is None or not found.steps:
        return None, ()
    state = found.steps[0][0]
    seat = getattr(found.command, "seat", None)
    viewer = HOST if isinstance(found.command, table.rules.host_commands) else TABLE
    asks = tuple(ask for ask in table.rules.asks(state, viewer) if ask.seat == seat)
    return state, grouped(asks, state, words, names)


def dropped_from(table: Table, words: Telling, names: tuple[str, ...], n: int) -> tuple[str, int]:
    """What entry `n` was, in words, and how many entries count from it on."""
    later = [told for told in table.history(TABLE) if told.n >= n]
    lines = lines_of(later[0], words, names) if later and later[0].n == n else ()
    return (lines[0].text if lines else ""), len(later)


def host_asks(table: Table) -> tuple[Ask[Any], ...]:
    """What only the host may enter now."""
    open_to_all = table.view(TABLE).asks
    return tuple(ask for ask in table.view(HOST).asks if ask not in open_to_all)
