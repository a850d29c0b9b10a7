"""Counting sequences of whole turns through the rules: a check that any other set of rules can repeat.

Each moon's Factories 1 and 3 (from 0, clockwise) are empty at the start, the first seat moves, powers are
off and nobody passes. An attack counts three times, once for each result. Sequences in which the game
ends before the last turn are not counted.
"""

from collections.abc import Iterator

from companion.rules.contract import TABLE, Seat, Setup, Violation
from companion.rules.cosmic_coasters.asks import offered
from companion.rules.cosmic_coasters.commands import Command, Deploy, Move, Pass, Report, Settle
from companion.rules.cosmic_coasters.components import SPACES, house
from companion.rules.cosmic_coasters.rules import RULES
from companion.rules.cosmic_coasters.state import Attack, Over, State, Verdict

Position = tuple[tuple[Seat | None, ...], Seat, tuple[Seat, ...], int]

OPTIONS = {"combat": "result", "powers": "off", "passing": "forced"}

EMPTY = (1, 3)
"""The Factories that are left empty."""


def perft(seats: int, turns: int) -> int:
    """The number of sequences of so many turns from the start."""
    return sequences(opening(seats), turns)


def sequences(state: State, turns: int) -> int:
    """The number of sequences of so many turns from any position at the start of a turn."""
    return _count(state, turns, {})


def opening(seats: int) -> State:
    """The position that is counted from, reached by its commands."""
    begun = RULES.start(Setup(RULES.name, tuple(f"Seat {seat + 1}" for seat in range(seats)), 0, OPTIONS))
    if isinstance(begun, Violation):
        raise ValueError(f"{begun.code}: {begun.facts}")  # noqa: TRY004  # the set-up's values are at fault
    state = RULES.evolve(None, begun[0])
    for seat in range(seats):
        state = _after(state, Settle(seat, house().moons[seat].name))
    for seat in range(seats):
        factories = [space for space in state.chart.factories if space // SPACES == seat]
        one, two = (factories[number] for number in EMPTY)
        state = _after(state, Deploy(seat, (one, two)))
    return state


def _count(state: State, turns: int, known: dict[Position, int]) -> int:
    if turns == 0:
        return 1
    if isinstance(state.pending, Over):
        return 0
    if turns == 1:
        return sum(3 if _attacks(state, action) else 1 for action in _actions(state))
    position = (state.ships, state.active, state.survivors, turns)
    if position not in known:
        known[position] = sum(
            _count(after, turns - 1, known) for action in _actions(state) for after in _results(state, action)
        )
    return known[position]


def _actions(state: State) -> Iterator[Command]:
    """Every action of the seat on turn but a pass."""
    return (option for option in offered(state, TABLE) if not isinstance(option, Pass))


def _attacks(state: State, action: Command) -> bool:
    return isinstance(action, Move) and state.ships[action.to] is not None


def _results(state: State, action: Command) -> Iterator[State]:
    """The position after an action, or the three after an attack."""
    after = _after(state, action)
    if isinstance(after.pending, Attack):
        yield from (_after(after, Report(verdict)) for verdict in Verdict)
    else:
        yield after


def _after(state: State, command: Command) -> State:
    events = RULES.decide(state, command)
    if isinstance(events, Violation):
        raise ValueError(f"{command} is refused: {events.code}")  # noqa: TRY004  # the command is at fault
    for event in events:
        state = RULES.evolve(state, event)
    return state
