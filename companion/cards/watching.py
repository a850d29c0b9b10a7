"""The camera watched: what lies in view for the table.

    watching = Watching(open_camera("v4l2:auto"), Path("park-deck"))
    stop = watching.subscribe(lambda sighting: ...)
    watching.close()

Recognition runs in a process that is started when somebody subscribes. It is kept for a minute after nobody
listens any more, as learning a deck takes longer than recognising a card; it sleeps meanwhile.
"""

import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from companion.cards.camera import Camera, CameraState, Frame
from companion.cards.pictures import fitted
from companion.cards.reading import Found, Quad
from companion.cards.steady import Lying, Steady
from companion.cards.worker import Answer, ProcessWorker, Ready, Refused, Worker, WorkerGoneError

log = logging.getLogger(__name__)

LOOK_PX = 1280
"""The longer side of what the recogniser is given; quads are in pixels of that."""

WAIT_S = 0.25
"""How long anything is waited for before it is seen whether we shall go on."""

KEPT_S = 60.0
"""How long a recogniser that nobody needs waits for somebody who does."""

STILL_S = 10.0
"""A photo that was taken longer before somebody listens shows the table as it was, and is not looked at."""

HUNG_S = 30.0
"""A picture that takes longer than this hangs, and the recogniser is started anew."""

LEARNING_S = 120.0
"""How long a deck may take to be learned."""

BACKOFF_S = (0.0, 0.0, 2.0, 10.0, 30.0)
"""How long is waited before a recogniser that ended again and again is started once more."""


class Sighting(Struct, frozen=True):
    """What is known of the table from frame `n`: the cards in reading order, and the cards of no deck.

    Quads are in pixels of a picture of `size`. `steady` says that the cards have lain so for long enough to
    be taken. `problem` is why nothing can be seen, and what to do; the cards are then none.
    """

    n: int = 0
    cards: tuple[Found, ...] = ()
    unknown: tuple[Quad, ...] = ()
    size: tuple[int, int] = (0, 0)
    steady: bool = False
    ms: float = 0.0
    problem: str = ""


Listener = Callable[[Sighting], None]


class Watching:
    """Watches one camera for the cards of one deck."""

    def __init__(
        self,
        camera: Camera,
        deck: Path,
        start: Callable[[Path], Worker] = ProcessWorker,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.camera = camera
        self._deck = deck
        self._start = start
        self._clock = clock
        self._steady = Steady()
        self._listeners: list[Listener] = []
        self._sighting = Sighting(problem="the camera has not been looked through yet")
        self._lock = threading.Lock()
        self._stirred = threading.Condition(self._lock)
        self._thread: threading.Thread | None = None
        self._over = threading.Event()
        self._deaths = 0
        self._anew = True
        self._since = clock()

    def sighting(self) -> Sighting:
        """What was seen last."""
        return self._sighting

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Have a listener called with each sighting, on a thread of ours, until the returned function is."""
        with self._lock:
            self._listeners.append(listener)
            self._anew, self._since = True, self._clock()
            self._stirred.notify_all()
            if self._thread is None and not self._over.is_set():
                self._thread = threading.Thread(target=self._watch, name="cards", daemon=True)
                self._thread.start()

        def unsubscribe() -> None:
            with self._lock:
                if listener in self._listeners:
                    self._listeners.remove(listener)

        return unsubscribe

    def close(self) -> None:
        """End recognition and let go of the camera."""
        self._over.set()
        with self._stirred:
            self._stirred.notify_all()
        self.camera.close()
        thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join()

    # --- the watcher's thread -------------------------------------------------------------------

    def _wanted(self) -> bool:
        return bool(self._listeners) and not self._over.is_set()

    def _watch(self) -> None:
        while True:
            if self._wanted():
                self._safely()
            with self._lock:
                if not self._wanted():
                    self._thread = None
                    return

    def _safely(self) -> None:
        """One recogniser's life; however it ends, the next one is told of and tried."""
        worker: Worker | None = None
        try:
            worker, self._anew = self._start(self._deck), True
            if self._learned(worker):
                self._look(worker)
                while self._wanted_soon():
                    self._look(worker)
        except WorkerGoneError as error:
            self._died(str(error))
        except Exception as error:
            log.exception("the cards' watcher failed")
            first, *_ = str(error).splitlines() or [type(error).__name__]
            self._died(f"recognising cards failed: {first}")
        finally:
            if worker is not None:
                worker.close()

    def _wanted_soon(self) -> bool:
        """Whether somebody listens again before the recogniser has waited for long."""
        since = self._clock()
        with self._stirred:
            while not self._over.is_set() and not self._listeners:
                if self._clock() - since >= KEPT_S:
                    return False
                self._stirred.wait(WAIT_S)
        return self._wanted()

    def _learned(self, worker: Worker) -> bool:
        """Whether the recogniser has learned its deck; a deck that can't be used is told and waited with."""
        self._tell(Sighting(problem="the cards are being learned"))
        since = self._clock()
        while self._wanted():
            match worker.message(WAIT_S):
                case Ready():
                    return True
                case Refused(problem):
                    self._tell(Sighting(problem=problem))
                    self._pause(BACKOFF_S[-1])
                    return False
                case _ if self._clock() - since > LEARNING_S:
                    raise WorkerGoneError("learning the cards took too long")
                case _:
                    continue
        return False

    def _look(self, worker: Worker) -> None:
        """Give the recogniser the newest frame again and again."""
        n = 0
        while self._wanted():
            if self._anew:
                self._anew, n, self._sighting = False, 0, Sighting()
                self._steady.forget()
            frame = self.camera.newest(n, WAIT_S)
            if frame is None:
                self._blind()
                continue
            n = frame.n
            if frame.still and frame.at < self._since - STILL_S:
                continue
            picture, _ = fitted(frame.picture, LOOK_PX)
            worker.send(n, picture)
            answer = self._answer(worker, n)
            if answer is not None:
                self._deaths = 0
                self._seen(frame, (picture.shape[1], picture.shape[0]), answer)

    def _answer(self, worker: Worker, n: int) -> Answer | None:
        since = self._clock()
        while self._wanted():
            match worker.message(WAIT_S):
                case Answer() as answer if answer.n == n:
                    return answer
                case _ if self._clock() - since > HUNG_S:
                    raise WorkerGoneError("a picture took too long")
                case _:
                    continue
        return None

    def _blind(self) -> None:
        """No frame came: whatever the camera says of it is told, once."""
        status = self.camera.status()
        if status.state is not CameraState.LIVE and status.detail != self._sighting.problem:
            self._steady.forget()
            self._tell(Sighting(problem=status.detail))

    def _seen(self, frame: Frame, size: tuple[int, int], answer: Answer) -> None:
        if answer.reading is None:
            self._steady.forget()
            self._tell(Sighting(frame.n, size=size, problem=answer.problem))
            return
        lying: Lying = self._steady.see(answer.reading.cards, frame.at)
        steady = lying.steady or frame.still
        self._tell(Sighting(frame.n, lying.cards, answer.reading.unknown, size, steady, answer.reading.ms))

    def _died(self, how: str) -> None:
        """Tell that the recogniser ended; the more often it does, the longer it is left alone."""
        pause = BACKOFF_S[min(self._deaths, len(BACKOFF_S) - 1)]
        self._deaths += 1
        again = f"it is tried again in {pause:.0f} s" if pause else "it is started again"
        log.warning("%s; %s", how, again)
        by_hand = "; enter the cards by hand meanwhile" if pause else ""
        self._tell(Sighting(problem=f"{how}; {again}{by_hand}"))
        self._pause(pause)

    def _pause(self, seconds: float) -> None:
        end = self._clock() + seconds
        while self._wanted() and self._clock() < end:
            self._over.wait(WAIT_S)

    def _tell(self, sighting: Sighting) -> None:
        self._sighting = sighting
        for listener in tuple(self._listeners):
            try:
                listener(sighting)
            except Exception:  # a screen's fault must not cost the others their sighting
                log.exception("a listener to sightings failed")
