"""Games of Coaster Clash to look at: walked at random from a seed."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from companion.rules.coaster_clash.commands import (
    AllAssigned,
    AllCommitted,
    AllKeep,
    Assign,
    Command,
    Commit,
    DiscardElement,
    Redraw,
)
from companion.rules.coaster_clash.events import Event
from companion.rules.coaster_clash.rules import RULES
from companion.rules.coaster_clash.state import State
from companion.rules.contract import TABLE, Amount, Setup, Violation

SHORT = ("Ann", "Benedikt", "Chiara", "Dov", "Esra", "Ng")
LONG = (
    "Maximiliane-Theodora",
    "Konstantin Emanuel S",
    "Wilhelmine-Charlotte",
    "Bartholomäus-Leopold",
    "Wolfgangamadeusmozar",
    "Anneliese-Margarethe",
)

Told = tuple[State | None, Event, State]


def begin(seats: int, **options: str) -> State:
    events = RULES.start(Setup("coaster_clash", SHORT[:seats], options=options))
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


def walk(seats: int, seed: int, **options: str) -> Iterator[tuple[State, Command, tuple[Told, ...]]]:
    """A random game: each state with the command entered in it and all that was told of it."""
    chance = random.Random(seed)
    state = begin(seats, **options)
    while asks := RULES.asks(state, TABLE):
        command = _choice(chance, asks)
        events = RULES.decide(state, command)
        assert not isinstance(events, Violation), events
        told = tuple(fold(state, events))
        yield state, command, told
        state = told[-1][2]


def _choice(chance: random.Random, asks: tuple[Any, ...]) -> Command:
    """As a table usually enters it: all at once, cards named at the flip, placed rather than discarded."""
    ask = chance.choice(asks)
    if isinstance(ask, Amount):
        return ask.option(chance.randint(0, 5))
    options = ask.options
    if isinstance(options[0], Assign | Commit | Redraw) and chance.random() < 0.4:
        return next(
            each.options[0]
            for each in asks
            if isinstance(each.options[0], AllAssigned | AllKeep | AllCommitted)
        )
    kept = [option for option in options if not isinstance(option, DiscardElement)]
    return chance.choice(kept if kept and chance.random() < 0.95 else options)


@cache
def states(seats: int, seed: int = 1) -> tuple[State, ...]:
    """States of a game from its beginning to its end: of each stage some early and some late ones."""
    found: dict[tuple[str, int], list[State]] = {}
    last = None
    for state, _, told in walk(seats, seed):
        kept = found.setdefault((type(state.stage).__name__, state.turn // 3), [])
        if len(kept) < 3:
            kept.append(state)
        last = told[-1][2]
    assert last is not None
    return (*(state for kept in found.values() for state in kept), last)
