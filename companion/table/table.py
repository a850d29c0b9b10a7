"""The game on the table: entries from every screen and sensor go through here, one after the other."""

import logging
import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Any, Self, cast
from uuid import uuid4

from msgspec import Struct
from msgspec.structs import replace

from companion.journal import Broken, Correct, Draft, Entry, Journal, Note, Source, TakeBack
from companion.journal.codec import codec, encode, state_hash
from companion.journal.fold import AnyRules, Timeline, advance, evolved, fold
from companion.journal.judge import judge, judge_command
from companion.rules.contract import HOST, TABLE, Ask, Observe, Outcome, Setup, Viewer, Violation
from companion.rules.hidden import redact
from companion.table.components import ComponentStore, Taught
from companion.table.history import History, Told
from companion.table.seats import forbidden

log = logging.getLogger(__name__)

REMEMBERED_REFUSALS = 1000


class Confirmed(Struct, frozen=True):
    """An entry was accepted and is durable; this is its number."""

    n: int


class View(Struct, frozen=True):
    """What somebody may know of the game after entry `n`, and may enter now.

    `remembered` are the offered observations that were entered before and taken back since.
    """

    n: int
    state: Any
    asks: tuple[Ask[Any], ...]
    outcome: Outcome | None
    remembered: tuple[Any, ...] = ()


Listener = Callable[[int], None]

Witness = Callable[[Any], Note | None]
"""What a sensor has to say of a command that somebody enters; nothing if it saw nothing of it."""


class Table:
    """One game and its one writer; every method may be called from any thread."""

    def __init__(
        self,
        journal: Journal,
        evening: int,
        rules: AnyRules,
        entries: tuple[Entry, ...],
        store: ComponentStore | None,
    ) -> None:
        self.evening = evening
        self.rules = rules
        self._journal = journal
        self._entries = list(entries)
        self._keys = {entry.key: entry.n for entry in entries}
        self._refused: OrderedDict[tuple[str, Viewer], Violation[Any] | Broken] = OrderedDict()
        self._timeline = fold(rules, entries)
        self._store = store
        self._writer = threading.RLock()
        self._views: dict[Viewer, View] = {}
        self._histories: dict[Viewer, History] = {}
        self._listeners: list[Listener] = []
        self._witnesses: list[Witness] = []
        self._news: deque[int] = deque()
        self._telling = threading.Lock()

    @classmethod
    def begin(
        cls,
        journal: Journal,
        setup: Setup,
        *,
        store: ComponentStore | None = None,
        key: str | None = None,
        by: Viewer = HOST,
        source: Source = Source.TOUCH,
    ) -> Self | Violation[Any]:
        """Begin an evening; a set-up without components is given those of the store, or the house's."""
        rules = journal.find_game(setup.game)
        begun = journal.begun(key) if key else None
        if begun is not None:
            return cls.resume(journal, begun, store=store)
        if not setup.components:
            taught = store.read(rules) if store else Taught(rules.house())
            if taught.fault:
                log.warning("%s", taught.fault)
            setup = replace(setup, components=taught.values)
        form = codec(rules)
        setup = form.command(encode(setup))
        judgement = judge_command(rules, None, setup, by)
        if isinstance(judgement, Violation):
            return judgement
        events = form.events(encode(judgement))
        state = evolved(rules, None, events)
        evening = journal.begin(setup, events, state_hash(state), key or uuid4().hex, by, source)
        return cls.resume(journal, evening, store=store)

    @classmethod
    def resume(cls, journal: Journal, evening: int, *, store: ComponentStore | None = None) -> Self:
        """Go on with an evening where its last entry left it; what it teaches goes into the store."""
        return cls(journal, evening, journal.game(evening), journal.entries(evening), store)

    @property
    def n(self) -> int:
        """The number of the last entry."""
        return self._timeline.n

    @property
    def setup(self) -> Setup:
        """Who plays what, with which options and components."""
        return self._timeline.setup

    def entry(self, n: int) -> Entry:
        """Entry `n` whole, secrets and hash included: for the owner, never for a screen."""
        return self._entries[n]

    def submit(
        self,
        command: Any,
        by: Viewer = TABLE,
        source: Source = Source.TOUCH,
        key: str | None = None,
        note: Note | None = None,
    ) -> Confirmed | Violation[Any]:
        """Enter a command of the game; Confirmed once it is durable. A repeated key gets the first answer.

        Whoever witnesses the table adds a note to an entry that comes without one.
        """
        if isinstance(command, Setup | TakeBack | Correct):
            raise TypeError(f"{type(command).__name__} is not a command of the game")
        answer = self._enter(command, by, source, key, note)
        return cast(Confirmed | Violation[Any], answer)  # only a correction can be broken

    def take_back(
        self, to: int, by: Viewer = TABLE, source: Source = Source.TOUCH, key: str | None = None
    ) -> Confirmed | Violation[Any]:
        """Go back to how it was after entry `to`, as the players agreed."""
        answer = self._enter(TakeBack(to), by, source, key)
        return cast(Confirmed | Violation[Any], answer)  # only a correction can be broken

    def correct(
        self,
        n: int,
        command: Any,
        by: Viewer = TABLE,
        source: Source = Source.TOUCH,
        key: str | None = None,
        *,
        keep: bool = False,
    ) -> Confirmed | Violation[Any] | Broken:
        """Put another command in the place of entry `n`, and judge again what came after it.

        Broken tells which later entry would be refused, and changes nothing;
        with `keep` the correction stands, and that entry and those behind it are dropped.
        """
        return self._enter(Correct(n, command, keep), by, source, key)

    def view(self, viewer: Viewer) -> View:
        """What this viewer may know and enter now."""
        timeline = self._timeline
        view = self._views.get(viewer)
        if view is None or view.n != timeline.n:
            view = self._views[viewer] = self._seen(timeline, viewer)
        return view

    def history(self, viewer: Viewer) -> tuple[Told, ...]:
        """The entries that count, as far as this viewer may know."""
        return self._histories.setdefault(viewer, History(self.rules, viewer)).told(self._timeline)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Have a listener called with the new n after each durable entry; gives what ends that.

        It is called in the thread that entered, in the order of the entries; what it raises is logged.
        """
        self._listeners.append(listener)

        def unsubscribe() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return unsubscribe

    def heed(self, witness: Witness) -> Callable[[], None]:
        """Ask this witness for a note on each entry of the game that comes without; gives what ends that."""
        self._witnesses.append(witness)

        def unheed() -> None:
            if witness in self._witnesses:
                self._witnesses.remove(witness)

        return unheed

    def _enter(
        self, command: Any, by: Viewer, source: Source, key: str | None, note: Note | None = None
    ) -> Confirmed | Violation[Any] | Broken:
        form = codec(self.rules)
        command = form.command(encode(command))  # what can't be read back must not be written
        key = key or uuid4().hex
        with self._writer:
            if key in self._keys:
                return Confirmed(self._keys[key])
            if (key, by) in self._refused:
                return self._refused[key, by]
            judgement = forbidden(self.rules, self._timeline, command, by) or judge(
                self.rules, self._timeline, command, by
            )
            if not isinstance(judgement, tuple):
                return self._refuse((key, by), redact(judgement, by))
            events = form.events(encode(judgement))
            note = note or self._witnessed(command)
            confirmed = self._append(Draft(key, by, source, command, events, note))
        self._tell()
        return confirmed

    def _witnessed(self, command: Any) -> Note | None:
        for witness in tuple(self._witnesses):
            try:
                note = witness(command)
            except Exception:  # a sensor's fault must not cost the entry
                log.exception("a witness failed")
                continue
            if note is not None:
                return note
        return None

    def _append(self, draft: Draft) -> Confirmed:
        timeline = advance(self.rules, self._timeline, draft)
        finished = self.rules.outcome(timeline.state) is not None
        after, own = self._entries[-1].hash, state_hash(timeline.state)
        entry = self._journal.append(self.evening, draft, own, after=after, finished=finished)
        before, self._timeline = self._timeline, timeline
        self._entries.append(entry)
        self._keys[entry.key] = entry.n
        self._news.append(entry.n)
        if not isinstance(draft.command, TakeBack):
            self._learn(before.state, timeline.state)
        return Confirmed(entry.n)

    def _learn(self, before: Any, after: Any) -> None:
        """Keep for good what this entry taught; a card once taught stays taught when it is taken back."""
        known, taught = getattr(before, "components", None), getattr(after, "components", None)
        if self._store is None or known is taught or known == taught:
            return
        try:
            self._store.learn(self.rules, known, taught)
        except (OSError, ValueError):
            log.exception("what was taught can't be kept for the next evening")

    def _refuse(
        self, entered: tuple[str, Viewer], refusal: Violation[Any] | Broken
    ) -> Violation[Any] | Broken:
        self._refused[entered] = refusal
        if len(self._refused) > REMEMBERED_REFUSALS:
            self._refused.popitem(last=False)
        return refusal

    def _tell(self) -> None:
        """Tell the listeners all news; entries made meanwhile are told by whoever is telling already."""
        while self._news and self._telling.acquire(blocking=False):
            try:
                while self._news:
                    n = self._news.popleft()
                    for listener in tuple(self._listeners):
                        _call(listener, n)
            finally:
                self._telling.release()

    def _seen(self, timeline: Timeline, viewer: Viewer) -> View:
        state = redact(timeline.state, viewer)
        asks = self.rules.asks(state, viewer)
        outcome = redact(self.rules.outcome(state), viewer)
        observed = [ask.options for ask in asks if isinstance(ask, Observe)]
        lost = (redact(command, viewer) for command in timeline.lost)
        remembered: list[Any] = []
        for command in lost:
            if command not in remembered and any(command in options for options in observed):
                remembered.append(command)
        return View(timeline.n, state, asks, outcome, tuple(remembered))


def _call(listener: Listener, n: int) -> None:
    try:
        listener(n)
    except Exception:  # a screen's fault must not stop the writer or the other screens
        log.exception("a listener failed at entry %d", n)
