"""A thread of its own for what takes time, and the one queue through which its results reach the screen."""

import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, TypeVar

from msgspec import Struct

Found = TypeVar("Found")
Failed = Callable[[Exception], None]


class _Job(Struct, frozen=True):
    work: Callable[[], Any]
    then: Callable[[Any], None]


class Worker:
    """Runs jobs one after the other; `wake` is called from other threads whenever something waits.

    Whoever draws the screen then calls `hand_over`, on its own thread. A job that fails is told to `failed`.
    """

    def __init__(self, wake: Callable[[], Any], failed: Failed) -> None:
        self._wake, self._failed = wake, failed
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._results: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._open = 0
        self._quiet = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="kiosk worker", daemon=True)
        self._thread.start()

    @property
    def busy(self) -> bool:
        """Whether a job runs or waits, or a result has not been handed over."""
        return self._open > 0

    def do(self, work: Callable[[], Found], then: Callable[[Found], None]) -> None:
        """Do this work on the worker's thread, and then that with its result on the screen's."""
        self._count(1)
        self._jobs.put(_Job(work, then))

    def tell(self, what: Callable[[], None]) -> None:
        """Have this called on the screen's thread; from any thread."""
        self._count(1)
        self._results.put(what)
        self._wake()

    def hand_over(self) -> None:
        """Hand all results so far to the screen; only on its thread."""
        while not self._results.empty():
            result = self._results.get()
            try:
                result()
            finally:
                self._count(-1)

    def wait(self, seconds: float) -> None:
        """Wait until a result is there to be handed over, or so long."""
        with self._quiet:
            self._quiet.wait_for(lambda: not self._results.empty() or self._open == 0, seconds)

    def stop(self) -> None:
        """Finish what was begun, and end."""
        self._jobs.put(None)
        self._thread.join(timeout=10)

    def _count(self, change: int) -> None:
        with self._quiet:
            self._open += change
            self._quiet.notify_all()

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            self.tell(self._done(job))
            self._count(-1)

    def _done(self, job: _Job) -> Callable[[], None]:
        try:
            found = job.work()
        except Exception as error:  # noqa: BLE001  # whatever goes wrong is shown on the screen, which goes on
            wrong = error
            return lambda: self._failed(wrong)
        return lambda: job.then(found)
