"""Recognition in a process of its own: its memory, its crashes and its work are kept from the screen.

The parent sends pictures, one at a time; the worker answers each with its reading. It says once that it is
ready, when the deck has been learned.
"""

import contextlib
import logging
import multiprocessing
import os
import resource
import signal
import threading
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from companion.cards.deck import Deck, DeckError
from companion.cards.pictures import Picture
from companion.cards.reading import Reading
from companion.cards.recogniser import Recogniser
from companion.cards.single_thread import on_one_thread

log = logging.getLogger(__name__)

MOST_BYTES = 1536 * 2**20
"""How much memory the worker may hold: a fault must not cost the kiosk its own."""

NICENESS = 5
"""The screen goes first."""

PATIENCE_S = 2.0
"""How long a worker is given to end by itself."""

DEAF_S = 10.0
"""How long a worker may take to take a picture that is handed to it, or to finish what it says."""


class Ready(Struct, frozen=True):
    """The deck has been learned."""

    cards: tuple[str, ...]


class Answer(Struct, frozen=True):
    """The reading of picture `n`, or why there is none."""

    n: int
    reading: Reading | None
    problem: str = ""


class Refused(Struct, frozen=True):
    """The deck can't be used; the worker has ended."""

    problem: str


Message = Ready | Answer | Refused


class WorkerGoneError(RuntimeError):
    """The worker ended without a word; the message says how."""


class Worker(Protocol):
    """A recogniser that runs beside us."""

    def send(self, n: int, picture: Picture) -> None:
        """Give it a picture; WorkerGoneError if it is not there any more."""

    def message(self, timeout: float) -> Message | None:
        """What it says next, within so many seconds; WorkerGoneError if it is not there any more."""

    def close(self) -> None:
        """End it."""


class ProcessWorker:
    """The recogniser of a deck in a process of its own."""

    def __init__(self, deck: Path) -> None:
        context = multiprocessing.get_context("spawn")
        self._ours, theirs = context.Pipe()
        self._process = context.Process(
            target=work, args=(str(deck), theirs), name=f"cards {deck.name}", daemon=True
        )
        # Ctrl+C reaches every process of a terminal, but is meant for the parent, which hangs up then.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        self._process.start()
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        theirs.close()
        self._deaf = False

    @property
    def pid(self) -> int | None:
        """The process's number."""
        return self._process.pid

    def send(self, n: int, picture: Picture) -> None:
        """Give it a picture."""
        try:
            with self._bounded():
                self._ours.send((n, picture))
        except OSError as error:
            raise self._gone() from error

    def message(self, timeout: float) -> Message | None:
        """What it says next."""
        try:
            if not self._ours.poll(timeout):
                return None
            with self._bounded():
                message: Message = self._ours.recv()
        except (EOFError, OSError) as error:
            raise self._gone() from error
        return message

    def close(self) -> None:
        """End it: by closing its ear, or by force if it does not listen."""
        self._ours.close()
        self._process.join(PATIENCE_S)
        if self._process.is_alive():
            self._process.kill()
            self._process.join(PATIENCE_S)

    @contextlib.contextmanager
    def _bounded(self) -> Iterator[None]:
        """One that is stopped would let a pipe wait for ever: it is ended, and then the pipe breaks."""
        watch = threading.Timer(DEAF_S, self._end_deaf)
        watch.daemon = True
        watch.start()
        try:
            yield
        finally:
            watch.cancel()

    def _end_deaf(self) -> None:
        self._deaf = True
        self._process.kill()

    def _gone(self) -> WorkerGoneError:
        self._process.join(PATIENCE_S)
        if self._deaf:
            return WorkerGoneError(f"the recogniser hung for {DEAF_S:.0f} s")
        code = self._process.exitcode
        how = f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"
        return WorkerGoneError(f"the recogniser ended ({how})")


def work(deck: str, line: Connection) -> None:
    """Learn the deck and read pictures until the line is closed: what the worker's process runs."""
    with contextlib.suppress(OSError):
        os.nice(NICENESS)
    on_one_thread()
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_BYTES, MOST_BYTES))
    with contextlib.suppress(EOFError, OSError):  # the parent hung up, which is how it ends us
        try:
            recogniser = Recogniser(Deck.open(Path(deck)))
        except (DeckError, OSError, MemoryError) as error:
            line.send(Refused(str(error) or "the deck needs more memory than there is"))
            return
        line.send(Ready(recogniser.deck.cards))
        while True:
            n, picture = line.recv()
            line.send(_answer(recogniser, n, picture))


def _answer(recogniser: Recogniser, n: int, picture: Picture) -> Answer:
    try:
        return Answer(n, recogniser.read(picture))
    except MemoryError:
        return Answer(n, None, "the picture needs more memory than there is")
    except Exception as error:  # one picture must not end the recognition of the next
        log.exception("picture %d could not be read", n)
        return Answer(n, None, f"a picture could not be read: {error}")
