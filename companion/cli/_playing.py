"""Playing a rehearsed evening: each next move is entered, by a finger or straight at the table."""

from collections.abc import Callable
from typing import Protocol

from companion.cli._evening import DemoError
from companion.journal import Source
from companion.marbles.faults import Faults
from companion.marbles.simulated import SimulatedSource
from companion.rehearsal import Move, Rehearsal, chance
from companion.rules.contract import TABLE, Violation
from companion.table import Table
from companion.table.devices import Devices

BEAMS = 0.8
"""How many runs the beams watch; the others are told by hand, as if no beams were clipped on."""

GOOD = Faults(missed=0.004, chatter=0.2, hand=0.5)
BAD = Faults(missed=0.25, chatter=0.5, flicker_per_s=0.3, hand=0.8, rests_unseen=0.5)
"""Beams as they should be; and badly lit ones that miss so much that the table has to say what happened."""

BADLY_LIT = 0.15
"""How many runs are watched by the badly lit ones."""


class Entering(Protocol):
    """A way in which moves are entered."""

    def enter(self, move: Move) -> None:
        """Enter this move, and perhaps the next ones with it; when it returns, they are confirmed."""


def play(table: Table, rehearsal: Rehearsal, entering: Entering, moved: Callable[[], None]) -> None:
    """Play until the game is over; `moved` is called after every entry."""
    while table.view(TABLE).outcome is None:
        move = rehearsal.next(table)
        if move is None:
            raise DemoError(f"nobody has anything to enter after entry {table.n}, and the game is not over")
        entering.enter(move)
        if table.n < move.n:
            raise DemoError(f"entry {move.n} was not made: {move.command!r}")
        moved()


def key(move: Move) -> str:
    """The key of a move's entry, the same however often it is entered."""
    return f"demo {move.n}"


def faults(seed: int, move: Move) -> Faults | None:
    """How well beams watch the marble of this move; None where none do."""
    dice = chance(seed, "beams", move.n)
    if dice.random() >= BEAMS:
        return None
    return BAD if dice.random() < BADLY_LIT else GOOD


class Submitting:
    """Enters moves at the table without a screen; marbles break beams whose story is told at once."""

    def __init__(self, table: Table, seed: int) -> None:
        self._table, self._seed = table, seed
        self._source = SimulatedSource(speed=0)
        self._devices = Devices(table, self._source)
        self._unsubscribe = table.subscribe(self._devices.entered)
        self._unheed = table.heed(self._devices.noted)

    def close(self) -> None:
        """Put the beams away."""
        self._unsubscribe()
        self._unheed()
        self._source.close()

    def enter(self, move: Move) -> None:
        """Enter this move; a run through the beams if they watch it."""
        watched = faults(self._seed, move) if move.ride is not None else None
        if watched is None or not self._roll(move, watched):
            self._submit(move)

    def _submit(self, move: Move) -> None:
        source = Source.REHEARSAL if move.by.seat is None else Source.PHONE
        answer = self._table.submit(move.command, move.by, source, key(move))
        if isinstance(answer, Violation):
            raise DemoError(f"entry {move.n} was refused ({answer.code}): {move.command!r}")

    def _roll(self, move: Move, watched: Faults) -> bool:
        """Let the marble roll past the beams; whether they were sure enough to enter its run."""
        if move.ride is None:
            return False
        devices = self._devices
        devices.look()
        devices.settle()
        beams = len(devices.progress().beams)
        self._source.replay(move.ride, beams, f"{self._seed}:{move.n}", watched)
        devices.done()
        devices.settle()
        return self._table.n == move.n
