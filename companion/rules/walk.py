"""Random legal walks through any game, held to its audit at every event; and how fast its rules are."""

import time
from collections.abc import Callable
from random import Random
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from companion.rules.contract import HOST, TABLE, Amount, Ask, Rules, Setup, Violation
from companion.rules.hidden import redact

AnyRules = Rules[Any, Any, Any]

TURNS = 2_000
"""A game without a bound takes the agreed draw when it reaches this turn."""


class WalkError(RuntimeError):
    """A walk met something that no game may do; the message says what, and how to get there again."""


class Walked(Struct, frozen=True, omit_defaults=True):
    """What some walks came to; `drawn` is there for games without a bound only."""

    game: str
    walks: int
    commands: int
    violations: int
    commands_per_s: float
    max_length: int
    drawn: int | UnsetType = UNSET


class _Step(Struct, frozen=True):
    """What one command led to: its events, and the state after each."""

    events: tuple[Any, ...]
    states: list[Any]


class _Stopwatch:
    """The CPU seconds spent inside its `with` blocks."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._since = 0.0

    def __enter__(self) -> None:
        self._since = time.process_time()

    def __exit__(self, *raised: object) -> None:
        self.seconds += time.process_time() - self._since


class _Tally:
    """Sums over several walks."""

    def __init__(self) -> None:
        self.commands = self.violations = self.longest = self.drawn = 0
        self.judging = _Stopwatch()


def walks(
    rules: AnyRules, seats: int, number: int, seed: int, *, after_each: Callable[[], None] = lambda: None
) -> Walked:
    """So many games with options, first player and every entry drawn from the seed.

    An offered command that is refused is counted and ends its walk. A broken audit, a walk that passes
    its bound or a game that stops without an outcome raises WalkError.
    """
    tally = _Tally()
    for index in range(number):
        name = f"{rules.name}, {seats} seats, seed {seed}, walk {index}"
        length = _walk(rules, seats, name, tally)
        tally.commands += length
        tally.longest = max(tally.longest, length)
        after_each()
    seconds = tally.judging.seconds
    return Walked(
        game=rules.name,
        walks=number,
        commands=tally.commands,
        violations=tally.violations,
        commands_per_s=round(tally.commands / seconds, 1) if seconds else 0.0,
        max_length=tally.longest,
        drawn=tally.drawn if rules.longest(seats) is None else UNSET,
    )


def _walk(rules: AnyRules, seats: int, name: str, tally: _Tally) -> int:
    """One game; how many commands were entered in it. Its audit waits until it is over, off the clock."""
    dice = Random(name)
    bound = rules.longest(seats)
    begun = _begun(rules, seats, name, dice)
    steps = [_Step(begun, _folded(rules, None, begun))]
    state = steps[-1].states[-1]
    while bound is not None or state.turn < TURNS:
        seen = redact(state, TABLE)
        with tally.judging:
            step = _step(rules, state, seen, dice)
        if isinstance(step, Violation):
            tally.violations += 1
            break
        if step is None:
            if rules.outcome(state) is None:
                raise WalkError(
                    f"{name}: nothing can be entered after {len(steps) - 1} commands, and no outcome"
                )
            break
        steps.append(step)
        if bound is not None and len(steps) - 1 > bound:
            raise WalkError(f"{name}: more than the stated {bound} commands")
        state = step.states[-1]
    else:
        _agree_on_a_draw(rules, state, name)
        tally.drawn += 1
    for number, step in enumerate(steps):
        _audit(rules, step, f"{name}, command {number}" if number else f"{name}, set-up")
    return len(steps) - 1


def _step(rules: AnyRules, state: Any, seen: Any, dice: Random) -> _Step | Violation[Any] | None:
    """A command drawn from what is offered, and what comes of it; nothing when nothing is offered."""
    asks = rules.asks(seen, TABLE)
    if not asks:
        return None
    events = rules.decide(state, _drawn(dice.choice(asks), dice))
    return events if isinstance(events, Violation) else _Step(events, _folded(rules, state, events))


def _folded(rules: AnyRules, state: Any, events: tuple[Any, ...]) -> list[Any]:
    """The state after each of the events."""
    states = []
    for event in events:
        state = rules.evolve(state, event)
        states.append(state)
    return states


def _begun(rules: AnyRules, seats: int, name: str, dice: Random) -> tuple[Any, ...]:
    """The first events of a game whose options and first player are drawn, too."""
    options = {option.key: dice.choice(option.choices) for option in rules.options}
    names = tuple(f"Seat {seat + 1}" for seat in range(seats))
    setup = Setup(rules.name, names, dice.randrange(seats), options)
    events = rules.start(setup)
    if isinstance(events, Violation):
        raise WalkError(f"{name}: can't be set up: {events.code} {events.facts}")
    return events


def _audit(rules: AnyRules, step: _Step, where: str) -> None:
    """Raise WalkError with the first law that is broken after one of the events."""
    for state, event in zip(step.states, step.events, strict=True):
        for line in rules.audit(state):
            raise WalkError(f"{where}: the audit is broken by {type(event).__name__}: {line}")


def _agree_on_a_draw(rules: AnyRules, state: Any, name: str) -> None:
    """Take the host's ask `draw`, which must end the game."""
    for ask in rules.asks(redact(state, HOST), HOST):
        if ask.name == "draw" and not isinstance(ask, Amount):
            events = rules.decide(state, ask.options[0])
            if not isinstance(events, Violation) and rules.outcome(_folded(rules, state, events)[-1]):
                return
    raise WalkError(f"{name}: no agreed draw ends the game at turn {state.turn}")


def _drawn(ask: Ask[Any], dice: Random) -> Any:
    """One answer, each as likely."""
    if isinstance(ask, Amount):
        return ask.option(dice.randint(ask.low, ask.high))
    return dice.choice(ask.options)
