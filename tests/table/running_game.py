"""A tiny game for the tests of beams: two coasters, a run down each, and no more."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from companion.rules.contract import (
    Ask,
    Line,
    Observe,
    Option,
    Outcome,
    Pick,
    Sensed,
    Setup,
    Standing,
    Viewer,
    Violation,
)

COASTERS = (("steep", "plain", "bump"), ("steep", "plain", "plateau", "jump"))


class Run(Struct, frozen=True, omit_defaults=True, tag=True):
    passed: int
    rest: bool = False
    seat: int | None = None


class Rename(Struct, frozen=True, omit_defaults=True, tag=True):
    """Something else that may be entered at any time."""

    seat: int | None = None


class Opened(Struct, frozen=True, omit_defaults=True, tag=True):
    seats: int


class Ran(Struct, frozen=True, omit_defaults=True, tag=True):
    passed: int
    rest: bool = False


class Renamed(Struct, frozen=True, omit_defaults=True, tag=True):
    pass


class State(Struct, frozen=True, omit_defaults=True):
    runs: tuple[str, ...] = ()
    turn: int = 1


class RunningGame:
    name = "running_game"
    title = "Running"
    seats = range(1, 5)
    version = 1
    options: tuple[Option, ...] = ()
    command_type = Run | Rename
    event_type = Opened | Ran | Renamed
    state_type = State
    host_commands: tuple[type, ...] = ()

    def house(self) -> dict[str, Any]:
        return {}

    def longest(self, seats: int) -> int | None:  # noqa: ARG002  # as the contract has it
        return len(COASTERS)

    def start(self, setup: Setup) -> tuple[Any, ...]:
        return (Opened(len(setup.names)),)

    def asks(self, state: State, viewer: Viewer) -> tuple[Ask[Any], ...]:  # noqa: ARG002  # as the contract has it
        if len(state.runs) == len(COASTERS):
            return ()
        hills = COASTERS[len(state.runs)]
        readings = [str(passed) for passed in range(len(hills) + 1)]
        options = [Run(passed) for passed in range(len(hills) + 1)]
        if "bump" in hills:
            readings.append(f"{hills.index('bump')}+rest")
            options.append(Run(hills.index("bump"), rest=True))
        observe = Observe("run", None, Sensed.RUN, tuple(options), tuple(readings), hills)
        return observe, Pick("rename", None, (Rename(),))

    def decide(self, state: State, command: Any) -> tuple[Any, ...] | Violation[Any]:
        if isinstance(command, Rename):
            return (Renamed(),)
        if len(state.runs) == len(COASTERS):
            return Violation("running.over", "Running")
        return (Ran(command.passed, command.rest),)

    def evolve(self, state: State | None, event: Any) -> State:
        if not isinstance(event, Ran) or state is None:
            return state or State()
        return State((*state.runs, f"{event.passed}+rest" if event.rest else str(event.passed)), state.turn)

    def audit(self, state: State) -> Iterator[str]:  # noqa: ARG002  # as the contract has it
        return iter(())

    def outcome(self, state: State) -> Outcome | None:
        if len(state.runs) < len(COASTERS):
            return None
        return Outcome((Standing(0, 1, 0, (Line("runs", 0, "Running"),)),), "runs", "Running")


RULES = RunningGame()


def find(name: str) -> RunningGame:
    """The only game there is in these tests."""
    assert name == RULES.name
    return RULES
