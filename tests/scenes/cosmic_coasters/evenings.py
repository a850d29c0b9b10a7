"""Games of Cosmic Coasters to look at: walked at random, or set up by hand."""

import random
from collections.abc import Iterator
from functools import cache

from msgspec.structs import replace

from companion.rules.contract import HOST, TABLE, Setup, Violation
from companion.rules.cosmic_coasters.commands import Command, Event
from companion.rules.cosmic_coasters.rules import RULES
from companion.rules.cosmic_coasters.state import State

SHORT = ("Ann", "Benedikt", "Chiara", "Dov")
LONG = (
    "Anneliese-Margarethe von Hohenstein",
    "Benedikt Maximilian Oberlechner",
    "Chiara Montgomery-Featherstonehaugh",
    "Wolfgangamadeusmozartovic",
)

Told = tuple[State | None, Event, State]


def begin(seats: int, **options: str) -> State:
    events = RULES.start(Setup("cosmic_coasters", SHORT[:seats], options=options))
    assert not isinstance(events, Violation)
    return list(fold(None, events))[-1][2]


def fold(state: State | None, events: tuple[Event, ...]) -> Iterator[Told]:
    for event in events:
        after = RULES.evolve(state, event)
        yield state, event, after
        state = after


def entered(state: State, command: Command) -> State:
    events = RULES.decide(state, command)
    assert not isinstance(events, Violation), events
    return list(fold(state, events))[-1][2]


def walk(
    seats: int, steps: int, seed: int, **options: str
) -> Iterator[tuple[State, Command, tuple[Told, ...]]]:
    """A random game: each state with the command entered in it and all that was told of it."""
    chance = random.Random(seed)
    state = begin(seats, **options)
    for _ in range(steps):
        asks = RULES.asks(state, TABLE)
        if not asks:
            return
        command = chance.choice(chance.choice(asks).options)  # type: ignore[union-attr]  # no amounts here
        events = RULES.decide(state, command)
        assert not isinstance(events, Violation)
        told = tuple(fold(state, events))
        yield state, command, told
        state = told[-1][2]


@cache
def states(seats: int, combat: str = "hands") -> tuple[State, ...]:
    """Two early and two late states of each kind of thing that can be awaited, as far as walks meet them."""
    found: dict[str, list[State]] = {}
    for seed in range(12):
        for state, _, told in walk(seats, 200, seed, combat=combat):
            for seen in (state, told[-1][2]):
                kept = found.setdefault(type(seen.pending).__name__, [])
                if len(kept) < 2 or (seed > 6 and len(kept) < 4):
                    kept.append(seen)
    return tuple(state for kept in found.values() for state in kept)


def placed(seats: int, ships: dict[int, int], active: int = 0, **options: str) -> State:
    """The turn of a seat in a game whose ships stand where they are said to, and nowhere else."""
    state = begin(seats, **options)
    while RULES.asks(state, HOST) and type(state.pending).__name__ in ("Settling", "Deploying"):
        state = entered(state, RULES.asks(state, TABLE)[0].options[0])  # type: ignore[union-attr]
    stand = tuple(ships.get(space) for space in range(len(state.ships)))
    return replace(state, ships=stand, active=active)
