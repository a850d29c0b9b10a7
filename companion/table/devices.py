"""The beams at the table: armed while a run is awaited, their answer turned into its command.

One thread owns everything here; whoever calls in from elsewhere leaves a note in its queue. Each run is
kept as a recording, so that it can be judged again.
"""

import logging
import queue
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from companion.journal import Note, Source, TakeBack
from companion.marbles import BeamSource, Edge, LinkState, LinkStatus, Role, Run, judge
from companion.marbles.apart import alike
from companion.marbles.clips import ABSENT, ordered
from companion.marbles.kept import Keeping
from companion.marbles.recording import Recording
from companion.rules.contract import TABLE, Observe, Violation
from companion.table.awaiting import Watched, awaited_run, whose
from companion.table.recordings import EDGES, count, keep
from companion.table.run_end import is_over
from companion.table.running import (
    CHORD_MM,
    PASSAGE_MS,
    Guess,
    Passage,
    Phase,
    Possible,
    Progress,
    coaster,
    equipped,
    guessed,
    note_of,
)

__all__ = ["Devices", "Guess", "Passage", "Phase", "Possible", "Progress"]

log = logging.getLogger(__name__)

TICK_S = 0.05
"""How often the owner looks whether a run is over."""

BLOCKED_US = 1_000_000
"""A beam that is broken for so long before the launch is stuck, and the table is told."""


Listener = Callable[[Progress], None]


class Devices:
    """Watches a table's asks and a source's beams; `recordings` is the folder where runs are kept.

    `clips` gives the beams in the order of their clips along the coaster; it is asked again while a run is
    awaited, since boards are found, and orders learned, at any time.
    """

    def __init__(
        self,
        table: Watched,
        source: BeamSource,
        recordings: Path | None = None,
        clips: Callable[[], Sequence[int]] | None = None,
    ) -> None:
        self._table = table
        self._source = source
        self._recordings = recordings
        self._order = clips if clips is not None else lambda: ordered((), source)
        self._clips: tuple[int, ...] = ()
        self._notes: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._listeners: list[Listener] = []
        self._progress = Progress()
        self._guess: Guess | None = None
        self._ask: Observe[Any] | None = None
        self._unwatched: tuple[Any, ...] | None = None
        self._paused = False
        self._edges: list[Edge] = []
        self._broken_since: dict[int, int] = {}
        self._armed_us = self._gaps = 0
        self._silent: frozenset[int] = frozenset()
        self._setups: list[tuple[float, float, float]] = []
        self._n = 0
        self._runs = count(recordings, table.evening) if recordings is not None else 0
        self._armed_n = 0
        self._noted = ""
        self._stop_listening: Callable[[], None] | None = None
        self._over = threading.Event()
        if recordings is not None and isinstance(source, Keeping):
            source.keep_in(recordings / EDGES)

    def watch(self) -> Callable[[], None]:
        """Watch on a thread of its own, until the returned function is called."""
        unsubscribe = self._table.subscribe(self.entered)
        unheed = self._table.heed(self.noted)
        self.look()
        thread = threading.Thread(target=self._own, name="beams", daemon=True)
        thread.start()

        def stop() -> None:
            unsubscribe()
            unheed()
            self._over.set()
            if threading.current_thread() is not thread:
                thread.join()

        return stop

    def pending(self) -> Guess | None:
        """The doubtful run that waits for the table's word."""
        return self._guess

    def progress(self) -> Progress:
        """The run as it stands."""
        return self._progress

    def status(self) -> LinkStatus:
        """How the link to the beams stands, and what went wrong here if something did."""
        status = self._source.status()
        if self._progress.problem:
            return replace(status, detail=self._progress.problem)
        return status

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Have a listener called, on the owner's thread, whenever the progress changes."""
        self._listeners.append(listener)

        def unsubscribe() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return unsubscribe

    def confirm(self) -> Any:
        """Enter the best guess, as the table says it is right; None if nothing waits."""
        guess = self._guess
        return None if guess is None or guess.command is None else self.correct(guess.command)

    def correct(self, command: Any) -> Any:
        """Enter what the table says instead."""
        return self._table.submit(command, by=TABLE, source=Source.TOUCH)

    def done(self) -> None:
        """The table says that this run is over."""
        self._notes.put(self._finish)

    def again(self) -> None:
        """Forget the run and wait for another marble, with the beams."""
        self._notes.put(lambda: self._watch_coaster(watched=True))

    def without(self) -> None:
        """This coaster is tested without beams: its runs are entered by hand until `again`."""
        self._notes.put(lambda: self._watch_coaster(watched=False))

    def pause(self, *, paused: bool) -> None:
        """Hear no marble while somebody aims the beams; a doubtful run goes on waiting for the table."""
        self._notes.put(lambda: self._pause(paused=paused))

    def noted(self, command: Any) -> Note | None:
        """What the beams made of the run that somebody enters, once; from any thread.

        The owner may not have looked yet since the entry before, which said what this run was.
        """
        guess, ask, progress = self._guess, self._ask, self._progress
        if progress.run == self._noted:
            return None
        if guess is not None and command in guess.ask.options:
            return note_of(guess.reading, self._run(progress, 0))
        if ask is not None and command in ask.options and progress.phase is Phase.RUNNING:
            return Note(progress.run)
        return None

    def look(self) -> None:
        """See what the table asks for now."""
        self._notes.put(self._look)

    def entered(self, n: int) -> None:
        """Entry `n` was made; from any thread."""
        note = self._table.entry(n).note
        if note is not None:
            self._noted = note.run
        self._notes.put(lambda: self._entered(n))

    def settle(self) -> None:
        """Do what is waiting to be done; for a caller that owns these devices instead of a thread."""
        while True:
            try:
                note = self._notes.get_nowait()
            except queue.Empty:
                break
            self._safely(note)
        self._safely(self._tick)

    # --- the owner's thread ---------------------------------------------------------------------

    def _own(self) -> None:
        while not self._over.is_set():
            try:
                self._safely(self._notes.get(timeout=TICK_S))
            except queue.Empty:
                self._safely(self._tick)
        self._disarm()

    def _safely(self, step: Callable[[], None]) -> None:
        """What goes wrong here is logged and shown, and the next run is watched all the same."""
        try:
            step()
        except Exception as error:
            log.exception("the beams' watcher failed")
            self._show(problem=f"the beams stopped helping: {error}")

    def _entered(self, n: int) -> None:
        """An entry was made; if it was the awaited run, or took it back, the next one is awaited."""
        ask, command = self._ask, self._table.entry(n).command
        taken_back = isinstance(command, TakeBack) and command.to < self._armed_n
        by_hand = ask is not None and command in ask.options
        if by_hand and self._progress.phase is Phase.RUNNING:
            self._keep(self._run(self._progress, self._source.now_us()))
        if taken_back or by_hand:
            self._ask, self._guess = None, None
        self._look()

    def _look(self) -> None:
        view = self._table.view(TABLE)
        self._n = view.n
        ask = awaited_run(view.asks)
        if ask is None:
            self._ask, self._guess = None, None
            self._disarm()
            if self._progress.phase is not Phase.ENTERED:
                self._show(phase=Phase.IDLE)
            return
        if ask != self._ask:
            self._ask = ask
            self._rearm()

    def _pause(self, *, paused: bool) -> None:
        self._paused = paused
        if self._progress.phase is not Phase.DOUBTFUL:
            self._rearm()

    def _watch_coaster(self, *, watched: bool) -> None:
        self._unwatched = None if watched or self._ask is None else whose(self._ask)
        self._rearm()

    def _rearm(self) -> None:
        ask = self._ask
        if ask is None:
            return
        self._disarm()
        self._guess = None
        if self._paused:
            self._show(phase=Phase.IDLE)
            return
        self._runs += 1
        self._armed_n = self._n
        hills, self._clips = coaster(ask), tuple(self._order())
        if whose(ask) != self._unwatched:
            self._unwatched = None
        beams = () if self._unwatched else equipped(hills, len(self._clips))
        if not beams:
            self._progress = Progress(Phase.BY_HAND, hills)
            self._tell()
            return
        now, status = self._source.now_us(), self._source.status()
        levels, self._gaps = status.levels, status.gaps
        self._edges = [
            Edge(now, place, broken=True)
            for place, clip in enumerate(self._clips[: len(beams)])
            if 0 <= clip < len(levels) and levels[clip]
        ]
        self._progress = Progress(
            Phase.ARMED,
            hills,
            beams,
            silent=tuple(
                place for place in range(len(beams)) if self._clips[place] in {ABSENT, *self._silent}
            ),
            run=f"e{self._table.evening}-n{self._n + 1}-{self._runs}",
            alike=alike(hills, beams),
        )
        self._begin(now)
        self._stop_listening = self._source.listen(lambda edge: self._notes.put(lambda: self._hear(edge)))

    def _disarm(self) -> None:
        if self._stop_listening is not None:
            self._stop_listening()
            self._stop_listening = None

    def _hear(self, edge: Edge) -> None:
        progress = self._progress
        if progress.phase not in (Phase.ARMED, Phase.RUNNING) or edge.t_us < self._armed_us:
            return
        if edge.beam not in self._clips[: len(progress.beams)]:
            return
        place = self._clips.index(edge.beam)
        self._edges.append(Edge(edge.t_us, place, edge.broken))
        if self._is_hand_before_launch(edge, place):
            self._begin(edge.t_us)
            return
        levels = tuple(edge.broken if at == place else level for at, level in enumerate(progress.levels))
        passages, passed = progress.passages, progress.passed
        if edge.broken:
            self._broken_since[place] = edge.t_us
        elif place in self._broken_since:
            took = (edge.t_us - self._broken_since.pop(place)) / 1000
            if PASSAGE_MS[0] <= took <= PASSAGE_MS[1]:
                passages = (*passages, Passage(place, edge.t_us - self._armed_us, CHORD_MM / took))
                beam = progress.beams[place]
                passed = max(passed, beam.hill + (beam.role is Role.EXIT))
        phase = Phase.RUNNING if passages else progress.phase
        self._show(phase=phase, levels=levels, passages=passages, passed=passed)

    def _is_hand_before_launch(self, edge: Edge, place: int) -> bool:
        """Whether this ends a break that no rolling marble made, and no marble has been seen yet."""
        since = self._broken_since.get(place)
        if edge.broken or since is None or self._progress.passages:
            return False
        return edge.t_us - since > PASSAGE_MS[1] * 1000

    def _begin(self, now_us: int) -> None:
        """Forget what was before this moment: the run begins now, with the beams as they are."""
        self._broken_since = {
            place: now_us for place in range(len(self._progress.beams)) if self._last_level(place)
        }
        self._edges = [Edge(now_us, place, broken=True) for place in self._broken_since]
        self._armed_us = now_us
        levels = tuple(place in self._broken_since for place in range(len(self._progress.beams)))
        self._show(levels=levels)

    def _last_level(self, place: int) -> bool:
        return next((edge.broken for edge in reversed(self._edges) if edge.beam == place), False)

    def _tick(self) -> None:
        progress = self._progress
        if progress.phase not in (Phase.ARMED, Phase.RUNNING):
            return
        if progress.phase is Phase.ARMED and tuple(self._order()) != self._clips:
            self._rearm()
            return
        now = self._source.now_us()
        blocked = tuple(
            place
            for place, since in sorted(self._broken_since.items())
            if since == self._armed_us and now - since >= BLOCKED_US
        )
        if blocked != progress.blocked:
            self._show(blocked=blocked)
        if is_over(progress, self._edges, self._broken_since, now):
            self._finish()

    def _finish(self) -> None:
        progress, ask = self._progress, self._ask
        if ask is None or progress.phase not in (Phase.ARMED, Phase.RUNNING):
            return
        now = max(self._source.now_us(), self._armed_us)
        self._disarm()
        run = self._run(progress, now)
        reading = judge(run, self._edges, self._setups)
        self._setups.append(reading.setup)
        self._silent = frozenset(self._clips[place] for place in reading.dead)
        problem = self._keep(run)
        status = self._source.status()
        lost = status.state in (LinkState.LOST, LinkState.SEARCHING) or status.gaps != self._gaps
        guess = guessed(ask, reading, run, lost=lost)
        best = guess.possible[0] if guess.possible else None
        if reading.certain and not lost and best is not None and best.sensed == reading.result.sensed:
            self._show(phase=Phase.ENTERED, reading=reading, problem=problem)
            note, key = note_of(reading, run), f"beams {run.name}"
            answer = self._table.submit(best.command, by=TABLE, source=Source.BEAM, key=key, note=note)
            if not isinstance(answer, Violation):
                return
            problem = f"the run could not be entered: {answer.code}"
        self._guess = guess
        self._show(phase=Phase.DOUBTFUL, reading=reading, problem=problem)

    def _run(self, progress: Progress, now: int) -> Run:
        """The run that is watched, as it would be judged if it ended now."""
        return Run(progress.run, progress.hills, progress.beams, self._armed_us, max(now, self._armed_us))

    def _keep(self, run: Run) -> str:
        """Keep the raw edges of a run; what is wrong if they can't be."""
        if self._recordings is None:
            return ""
        edges = tuple(sorted(self._edges, key=lambda edge: edge.t_us))
        return keep(self._recordings, self._table.evening, Recording(run, edges))

    def _show(self, **changes: Any) -> None:
        self._progress = replace(self._progress, **changes)
        self._tell()

    def _tell(self) -> None:
        for listener in tuple(self._listeners):
            try:
                listener(self._progress)
            except Exception:  # a screen's fault must not cost the run
                log.exception("a listener failed at a run's progress")
