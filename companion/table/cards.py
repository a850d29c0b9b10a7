"""The cards at the table: looked for while one is asked for, and entered once they lie still.

Like the beams, one thread owns everything here; whoever calls in from elsewhere leaves a note in its queue.
What the rules refuse is shown and enters nothing; a card that is not certain waits for the table's word.
"""

import logging
import queue
import threading
from collections import Counter
from collections.abc import Callable
from typing import Any
from uuid import uuid4

from msgspec.structs import replace

from companion.cards.watching import Sighting
from companion.journal import Correct, Source, TakeBack
from companion.rules.contract import TABLE, Observe, Violation
from companion.table.history import Told
from companion.table.in_view import Phase, Progress, Seen, Standing, Watched, Watcher
from companion.table.laying import Laid, Plan, Twins, View, card_asks, choices, plan
from companion.table.table import View as Shown
from companion.table.turning import Turned, Turning, turn_asks

__all__ = ["Cards", "Phase", "Progress", "Seen", "Standing"]

log = logging.getLogger(__name__)

ANY = ("*",)
"""Stands for whatever cards are seen next, as the camera was not looked through when they were taken back."""

WAIT_S = 0.25
"""How long the owner waits for a note before it sees whether it shall go on."""


Listener = Callable[[Progress], None]


class Cards:
    """Watches a table's asks for cards, and through the camera while there are any."""

    def __init__(self, table: Watched, watcher: Watcher, twins: Twins | None = None) -> None:
        self._table = table
        self._watcher = watcher
        self._twins = twins or {}
        self._notes: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._listeners: list[Listener] = []
        self._progress = Progress()
        self._sighting = Sighting()
        self._said: dict[int, str] = {}
        self._spent: tuple[str, ...] | None = None
        self._entered: Counter[str] = Counter()
        self._lying: Counter[str] = Counter()
        self._read: dict[int, tuple[Told, str]] = {}
        self._face = {other: face for face, others in self._twins.items() for other in others}
        self._turning = Turning()
        self._turns: tuple[Observe[Any], ...] = ()
        self._stop_looking: Callable[[], None] | None = None
        self._over = threading.Event()
        self._recount()

    def watch(self) -> Callable[[], None]:
        """Watch on a thread of its own, until the returned function is called."""
        unsubscribe = self._table.subscribe(self.entered)
        self.look()
        thread = threading.Thread(target=self._own, name="table cards", daemon=True)
        thread.start()

        def stop() -> None:
            unsubscribe()
            self._over.set()
            if threading.current_thread() is not thread:
                thread.join()

        return stop

    def progress(self) -> Progress:
        """The cards as they lie."""
        return self._progress

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Have a listener called, on the owner's thread, whenever the progress changes."""
        self._listeners.append(listener)

        def unsubscribe() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return unsubscribe

    def correct(self, place: int, card: str) -> None:
        """The table says which card lies at this place in reading order, while the same lie there."""
        self._notes.put(lambda: self._correct(place, card))

    def confirm(self) -> None:
        """The table says that all cards are right, and that no more are to come."""
        self._notes.put(self._confirm)

    def take(self, place: int) -> None:
        """The table says that the card at this place is the one that is asked for."""
        self._notes.put(lambda: self._take(place))

    def choices(self, place: int) -> tuple[str, ...]:
        """The cards that may lie at this place, the likeliest first."""
        progress, view = self._progress, self._table.view(TABLE)
        before = tuple(each for each in self._plan(view).laid if each.place < place)
        may = choices(self._table.rules, view.state, before)
        if place >= len(progress.seen):
            return may
        found = progress.seen[place].found
        likely = [card for card in (found.card, *found.rivals) if card in may]
        return tuple(dict.fromkeys((*likely, *may)))

    def look(self) -> None:
        """See what the table asks for now."""
        self._notes.put(self._look)

    def entered(self, n: int) -> None:
        """Entry `n` was made."""
        self._notes.put(lambda: self._note_entry(n))

    def sighted(self, sighting: Sighting) -> None:
        """The camera saw this."""
        self._notes.put(lambda: self._see(sighting))

    def settle(self) -> None:
        """Do what is waiting to be done; for a caller that owns these cards instead of a thread."""
        while True:
            try:
                note = self._notes.get_nowait()
            except queue.Empty:
                return
            self._safely(note)

    # --- the owner's thread ---------------------------------------------------------------------

    def _own(self) -> None:
        while not self._over.is_set():
            try:
                self._safely(self._notes.get(timeout=WAIT_S))
            except queue.Empty:
                continue
        self._close_eyes()

    def _safely(self, step: Callable[[], None]) -> None:
        """What goes wrong here is logged and shown, and the next card is looked for all the same."""
        try:
            step()
        except Exception as error:
            log.exception("the cards' owner failed")
            self._show(phase=Phase.BLIND, problem=f"the camera stopped helping: {error}")

    def _look(self) -> None:
        """Look through the camera while a card is asked for, and only then."""
        rules, state = self._table.rules, self._table.view(TABLE).state
        self._turns = turn_asks(rules, state)
        if self._turns or card_asks(rules, state):
            if self._stop_looking is None:
                self._stop_looking = self._watcher.subscribe(self.sighted)
            self._judge()
        else:
            self._close_eyes()
            self._sighting, self._said = Sighting(), {}
            if self._progress.phase is not Phase.ENTERED:
                self._show(phase=Phase.IDLE, seen=(), entering=(), missing=0, why="")

    def _close_eyes(self) -> None:
        if self._stop_looking is not None:
            self._stop_looking()
            self._stop_looking = None

    def _note_entry(self, n: int) -> None:
        command, before = self._table.entry(n).command, self._entered
        if self._sighting.steady:
            self._turning.learn(self._turns, self._sighting.cards, command)
        self._recount()
        dropped = before - self._entered
        if dropped and isinstance(command, TakeBack | Correct):
            # The cards still lie as they did: they would be entered again at once.
            self._spent = _ids(self._sighting) if self._sighting.n else ANY
        self._look()

    def _recount(self) -> None:
        """Count the cards that were entered, by whatever way, among the entries that count."""
        told = self._table.history(TABLE)
        known = self._read
        self._read = {
            each.n: known[each.n]
            if each.n in known and known[each.n][0] is each
            else (each, self._reading(each))
            for each in told
        }
        before, self._entered = self._entered, Counter(card for _, card in self._read.values() if card)
        self._lying = (self._lying + (self._entered - before)) & self._entered

    def _reading(self, told: Told) -> str:
        """The card that an entry told, by the id that its face has in the deck; empty if it told none."""
        before = told.steps[0][0] if told.steps else None
        if before is None:
            return ""
        for ask in card_asks(self._table.rules, before):
            if told.command in ask.options:
                reading = ask.readings[ask.options.index(told.command)]
                return self._face.get(reading, reading)
        return ""

    def _see(self, sighting: Sighting) -> None:
        if self._stop_looking is None:
            return
        ids = _ids(sighting)
        if ids != _ids(self._sighting):
            self._said = {}
        if sighting.steady and self._spent is not None and ids != self._spent:
            self._spent = ids if self._spent is ANY else None
        self._sighting = sighting
        if sighting.steady:
            self._lying &= Counter(ids)
        self._judge()

    def _correct(self, place: int, card: str) -> None:
        if place < len(self._sighting.cards):
            self._said[place] = card
            self._judge()

    def _confirm(self) -> None:
        made, turned = self._plan(self._table.view(TABLE)), self._turned()
        if turned is not None and not made.asked:
            made = Plan(asked=True, laid=(Laid(turned.place, turned.command),))
        self._said |= dict(enumerate(self._cards()))
        self._spent = None
        if made.laid and made.refused is None:
            self._enter(made)
        else:
            self._judge()

    def _take(self, place: int) -> None:
        cards = self._cards()
        if place >= len(cards):
            return
        alone = View((cards[place],), twins=self._twins)
        made = plan(self._table.rules, self._table.view(TABLE).state, alone)
        if made.laid:
            self._spent = None
            self._enter(Plan(asked=True, laid=(Laid(place, made.laid[0].command),)))

    def _judge(self) -> None:
        """Show what the cards in view come to, and enter it if all is clear."""
        sighting = self._sighting
        if sighting.problem:
            self._show(
                phase=Phase.BLIND, problem=sighting.problem, seen=(), unknown=(), entering=(), steady=False
            )
            return
        made, turned = self._plan(self._table.view(TABLE)), self._turned()
        if turned is not None and not made.asked:
            self._judge_turn(turned)
            return
        doubtful = self._doubtful(made)
        why = "again" if self._spent is not None else "which" if made.unclear else "cards" if doubtful else ""
        clear = sighting.steady and made.laid and not made.missing and made.refused is None
        if clear and not why:
            self._enter(made)
            return
        phase = Phase.WATCHING
        if sighting.steady and made.asked:
            if made.refused is not None and made.refused.place not in doubtful:
                phase = Phase.REFUSED
            elif made.refused is not None or (why and (made.laid or made.unclear)):
                phase = Phase.DOUBTFUL
        self._show(
            phase=phase,
            seen=self._seen(made, doubtful),
            missing=made.missing,
            entering=tuple(each.command for each in made.laid),
            why=why if phase is Phase.DOUBTFUL else "",
            **self._picture(),
        )

    def _turned(self) -> Turned | None:
        return self._turning.read(self._turns, self._sighting.cards)

    def _judge_turn(self, turned: Turned) -> None:
        """Enter how a tile lies, once it is known which way is up; until then the table confirms it."""
        made = Plan(asked=True, laid=(Laid(turned.place, turned.command),))
        if turned.certain and self._sighting.steady:
            self._enter(made)
            return
        doubtful = Phase.DOUBTFUL if self._sighting.steady else Phase.WATCHING
        seen = self._seen(made, frozenset())
        self._show(
            phase=doubtful, seen=seen, missing=0, entering=(turned.command,), why="turn", **self._picture()
        )

    def _enter(self, made: Plan) -> None:
        """Enter what was planned, one after the other; the first that is refused ends it."""
        seen = self._seen(made, frozenset())
        self._show(phase=Phase.ENTERED, seen=seen, missing=0, entering=(), why="", **self._picture())
        for each in made.laid:
            key = f"cards {self._table.evening} {uuid4().hex}"
            answer = self._table.submit(each.command, by=TABLE, source=Source.CAMERA, key=key)
            if isinstance(answer, Violation):
                self._refuse(each, answer)
                break
        else:
            self._said = {}
        self._recount()  # what is looked at before the entries are noted must know them

    def _refuse(self, laid: Laid, violation: Violation[Any]) -> None:
        """What the table refused after all, as somebody was faster."""
        seen = tuple(
            replace(each, standing=Standing.REFUSED, violation=violation) if place == laid.place else each
            for place, each in enumerate(self._progress.seen)
        )
        self._show(phase=Phase.REFUSED, seen=seen)

    def _plan(self, view: Shown) -> Plan:
        seen = View(self._cards(), self._entered, self._lying, self._twins)
        return plan(self._table.rules, view.state, seen)

    def _cards(self) -> tuple[str, ...]:
        """The cards in view by their ids, as the table has corrected them."""
        return tuple(self._said.get(place, each.card) for place, each in enumerate(self._sighting.cards))

    def _doubtful(self, made: Plan) -> frozenset[int]:
        """The places of cards that would be entered or refused, and are not certain."""
        places = {each.place for each in made.laid} | set(made.unclear)
        if made.refused is not None:
            places.add(made.refused.place)
        cards = self._sighting.cards
        return frozenset(place for place in places if not cards[place].certain and place not in self._said)

    def _seen(self, made: Plan, doubtful: frozenset[int]) -> tuple[Seen, ...]:
        new = {each.place for each in made.laid} | set(made.unclear)
        refused = made.refused
        seen: list[Seen] = []
        for place, (card, found) in enumerate(zip(self._cards(), self._sighting.cards, strict=True)):
            if refused is not None and refused.place == place:
                seen.append(Seen(card, found, Standing.REFUSED, refused.violation))
            elif place in doubtful:
                seen.append(Seen(card, found, Standing.DOUBTFUL))
            else:
                seen.append(Seen(card, found, Standing.NEW if place in new else Standing.KNOWN))
        return tuple(seen)

    def _picture(self) -> dict[str, Any]:
        """What a progress takes over from the sighting."""
        sighting = self._sighting
        return {
            "unknown": sighting.unknown,
            "size": sighting.size,
            "n": sighting.n,
            "steady": sighting.steady,
            "problem": "",
        }

    def _show(self, **changes: Any) -> None:
        progress = replace(self._progress, **changes)
        if progress == self._progress:
            return
        self._progress = progress
        for listener in tuple(self._listeners):
            try:
                listener(progress)
            except Exception:  # a screen's fault must not cost the cards
                log.exception("a listener to the cards failed")


def _ids(sighting: Sighting) -> tuple[str, ...]:
    return tuple(each.card for each in sighting.cards)
