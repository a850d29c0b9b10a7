"""How long a late board of Blast Track keeps the screen waiting: all asks of a hand of two, asked once."""

import time
from collections.abc import Iterator
from random import Random
from typing import Any

from companion.cli.bench._report import percentile
from companion.rules.blast_track.rules import RULES
from companion.rules.blast_track.state import Laying, State, tiles_held
from companion.rules.contract import TABLE, Setup, Violation
from companion.rules.hidden import redact

GAMES = 12
LAST = 3
"""The last boards of each game on which somebody has two tiles in hand."""


def late_boards() -> dict[str, Any]:
    """CPU milliseconds for the asks of boards that were never looked at before, with 2 and 6 seats."""
    return {f"{seats} seats": _measured(seats) for seats in (2, 6)}


def _measured(seats: int) -> dict[str, Any]:
    waits: list[float] = []
    tiles: list[int] = []
    for seed in range(GAMES):
        late: list[tuple[float, int]] = []
        for state, waited in _positions(seats, Random(f"late board {seats} {seed}")):
            late.append((waited, len(state.board)))
        waits += [waited for waited, _ in late[-LAST:]]
        tiles += [laid for _, laid in late[-LAST:]]
    return {
        "boards": len(waits),
        "fewest_tiles": min(tiles),
        "asks_ms": percentile(waits, 0.5),
        "asks_ms_slowest": max(waits),
    }


def _positions(seats: int, dice: Random) -> Iterator[tuple[State, float]]:
    """One random game: each position with a hand of two, and how long its asks took."""
    events = RULES.start(Setup(RULES.name, tuple(f"Seat {seat + 1}" for seat in range(seats))))
    state: State | None = None
    while not isinstance(events, Violation):
        for event in events:
            state = RULES.evolve(state, event)
        if state is None:
            return
        seen = redact(state, TABLE)
        began = time.process_time()
        asks = RULES.asks(seen, TABLE)
        waited = (time.process_time() - began) * 1000
        if isinstance(state.stage, Laying) and tiles_held(state.players[state.active]) == 2:
            yield state, waited
        if not asks:
            return
        options = getattr(dice.choice(asks), "options", ())
        events = RULES.decide(state, dice.choice(options))
