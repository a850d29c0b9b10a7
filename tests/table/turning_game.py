"""A tiny game for the tests of turns: tiles are laid one after the other, and how each lies is told."""

from typing import Any

from msgspec import Struct

from companion.rules.contract import Observe, Option, Sensed, Violation
from tests.table.running_game import Opened, RunningGame

TILES = ("bend", "cross", "bend-2", "loop", "slope")


class Lay(Struct, frozen=True, omit_defaults=True, tag=True):
    turn: int
    seat: int | None = None


class Lain(Struct, frozen=True, omit_defaults=True, tag=True):
    turn: int


class State(Struct, frozen=True, omit_defaults=True):
    turns: tuple[int, ...] = ()
    turn: int = 1


class TurningGame(RunningGame):
    name = "turning_game"
    title = "Turning"
    options: tuple[Option, ...] = ()
    command_type: Any = Lay
    event_type: Any = Opened | Lain
    state_type: Any = State

    def asks(self, state, viewer):  # noqa: ARG002  # as the contract has it
        if len(state.turns) == len(TILES):
            return ()
        ways = tuple(range(6))
        readings = tuple(map(str, ways))
        return (
            Observe(
                "turn", None, Sensed.TURN, tuple(map(Lay, ways)), readings, (TILES[len(state.turns)], "6")
            ),
        )

    def decide(self, state, command):
        over = len(state.turns) == len(TILES)
        return Violation("turning.over", "Turning") if over else (Lain(command.turn),)

    def evolve(self, state, event):
        return State((*state.turns, event.turn)) if isinstance(event, Lain) else state or State()

    def outcome(self, state):  # noqa: ARG002  # as the contract has it
        return None


RULES = TurningGame()


def find(name):
    assert name == RULES.name
    return RULES
