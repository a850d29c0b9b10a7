"""Tables to look at: whole evenings by seed, and the moments in them that show something."""

import random
from collections.abc import Iterator
from functools import cache

from msgspec import Struct

from companion.rules.blast_track.commands import Command, Lay
from companion.rules.blast_track.events import Event
from companion.rules.blast_track.placing import new_ways, prospect
from companion.rules.blast_track.rules import RULES
from companion.rules.blast_track.state import Exiting, State
from companion.rules.contract import TABLE, Amount, Ask, Seat, Setup, Violation

SHORT = ("Ann", "Benedikt", "Chiara", "Dov", "Esra", "Femi")
LONG = (
    "Maximiliane-Theodora",
    "Konstantin Emanuel B",
    "Wilhelmine-Charlotte",
    "Bartholomäus-Leopold",
    "Anna-Magdalena-Luisa",
    "Friedrich-Alexandra X",
)

Asks = tuple[Ask[Command], ...]


class Step(Struct, frozen=True):
    """One entry of an evening: what was asked, what was entered, and each event with its states."""

    before: State
    asks: Asks
    command: Command
    told: tuple[tuple[State, Event, State], ...]

    @property
    def after(self) -> State:
        return self.told[-1][2]


def begin(seats: int, **options: str) -> State:
    events = RULES.start(Setup("blast_track", SHORT[:seats], options=options))
    assert not isinstance(events, Violation), events
    state: State | None = None
    for event in events:
        state = RULES.evolve(state, event)
    assert state is not None
    return state


def fold(state: State, events: tuple[Event, ...]) -> Iterator[tuple[State, Event, State]]:
    for event in events:
        after = RULES.evolve(state, event)
        yield state, event, after
        state = after


def entered(state: State, command: Command) -> State:
    events = RULES.decide(state, command)
    assert not isinstance(events, Violation), events
    return tuple(fold(state, events))[-1][2]


def walk(seats: int, seed: int, **options: str) -> Iterator[Step]:
    """An evening in which everybody likes long rides, so that boards grow as they do at a table."""
    chance = random.Random(seed)
    state = begin(seats, **options)
    while asks := RULES.asks(state, TABLE):
        ask = chance.choice(asks)
        assert not isinstance(ask, Amount)
        command = max(
            chance.sample(ask.options, min(5, len(ask.options))), key=lambda each: _liked(state, each)
        )
        events = RULES.decide(state, command)
        assert not isinstance(events, Violation), (command, events)
        yield Step(state, asks, command, tuple(fold(state, events)))
        state = tuple(fold(state, events))[-1][2]


def _liked(state: State, command: Command) -> int:
    if not isinstance(command, Lay) or state.plan.kinds[command.tile] == "entrance":
        return 1
    slides = prospect(state).slides(new_ways(state, command.tile, command.cell, command.turn))
    return sum(len(each.passages) for each in slides)


@cache
def evening(seats: int, seed: int, options: tuple[tuple[str, str], ...] = ()) -> tuple[Step, ...]:
    """A whole evening, remembered."""
    return tuple(walk(seats, seed, **dict(options)))


def by_seat(asks: Asks) -> dict[Seat | None, Asks]:
    seats = dict.fromkeys(ask.seat for ask in asks)
    return {seat: tuple(ask for ask in asks if ask.seat == seat) for seat in seats}


def commands_of(asks: Asks) -> Iterator[Command]:
    for ask in asks:
        if isinstance(ask, Amount):
            yield ask.command
        else:
            yield from ask.options
            yield from ask.refused


@cache
def moments(seats: int) -> dict[str, State]:
    """A late state of each stage, of a site's exit, and of a hand with a Loop Symbol that can be laid."""
    found: dict[str, State] = {}
    for seed in range(8):
        for step in evening(seats, seed):
            for name in names_of(step):
                best = found.get(name)
                if best is None or len(best.board) < len(step.before.board) <= 45:
                    found[name] = step.before
    return found


def names_of(step: Step) -> Iterator[str]:
    """What a step is worth looking at for."""
    stage = step.before.stage
    yield type(stage).__name__
    if isinstance(stage, Exiting) and step.before.plan.kinds[stage.entrance] == "site-entrance":
        yield "site's exit"
    for ask in step.asks:
        if ask.name in ("discard", "lay-first", "under"):
            yield ask.name
        if isinstance(step.command, Lay) and step.before.plan.kinds[step.command.tile] == "symbol":
            yield "loop"


def full_board() -> State:
    """The last state of an evening for six: every tile that could be laid is on the board."""
    return max((evening(6, seed)[-1].after for seed in range(4)), key=lambda state: len(state.board))
