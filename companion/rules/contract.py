"""The one contract that every game's rules fulfil: commands are judged, events are facts, state is a fold.

Everything here is a frozen value. A game keeps its own commands, events and state; what screens,
journal, sensors and tests need to know of them is said in these types and nowhere else.
`README.md` beside this file walks through the contract with all four games.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

Seat = int
"""A player's place, counted from 0, clockwise around the table."""


class Viewer(Struct, frozen=True):
    """Somebody who looks at the table, and enters things: a seat, the table as a whole, or its host."""

    seat: Seat | None = None
    host: bool = False


TABLE = Viewer()
"""What lies open for everybody; a shared screen, which may enter for every seat."""

HOST = Viewer(host=True)
"""Sees no more than the table does, but may also teach, adjust, let a seat leave and abandon."""

Fact = int | str
Facts = dict[str, Fact]

State = TypeVar("State")
Command = TypeVar("Command")
Event = TypeVar("Event")


class Option(Struct, frozen=True):
    """A choice the table makes before the game: a toggle of the rulings, or a variant."""

    key: str
    choices: tuple[str, ...]
    default: str
    section: str


class Setup(Struct, frozen=True, omit_defaults=True, tag=True):
    """Who plays what, and with which options and components; the command of a journal's first entry.

    `components` is the game's `components.toml` as plain values; empty means the house values.
    `options` leaves out what stands at its default.
    """

    game: str
    names: tuple[str, ...]
    first: Seat = 0
    options: dict[str, str] = {}
    components: dict[str, Any] = {}


class Violation(Struct, Generic[Command], frozen=True, omit_defaults=True):
    """Why a command is refused: a stable code, the rulebook section or ruling, the numbers, legal repairs."""

    code: str
    section: str
    facts: Facts = {}
    repairs: tuple[Command, ...] = ()


class Sensed(StrEnum):
    """The kinds of physical fact that a table can be asked for."""

    CARD = "card"
    RUN = "run"
    DIE = "die"
    HAND = "hand"
    RESULT = "result"
    TURN = "turn"
    LENGTH = "length"


class Pick(Struct, Generic[Command], frozen=True, omit_defaults=True, tag=True):
    """One of several commands is awaited from a seat (`None`: from anybody at the table).

    `refused` are commands that are not legal now and yet worth showing, greyed;
    touching one shows the violation that `decide` gives for it.
    """

    name: str
    seat: Seat | None
    options: tuple[Command, ...]
    refused: tuple[Command, ...] = ()


class Amount(Struct, Generic[Command], frozen=True, omit_defaults=True, tag=True):
    """A whole number from `low` to `high` is awaited; it goes into `field` of `command`.

    `note` names a text field of the command that somebody types a reason into.
    """

    name: str
    seat: Seat | None
    command: Command
    field: str
    low: int
    high: int
    note: str = ""

    def option(self, value: int, note: str = "") -> Command:
        """The command that enters this value."""
        changes: dict[str, Any] = {self.field: value}
        if self.note:
            changes[self.note] = note
        return replace(self.command, **changes)  # type: ignore[type-var]  # every command is a Struct


class Observe(Struct, Generic[Command], frozen=True, omit_defaults=True, tag=True):
    """A physical fact is awaited: each option is one possible fact, `readings` says how a sensor names it.

    `readings` runs parallel to `options`: a card's id (CARD), `"3"` or `"3+rest"` for hills passed
    and a stop between the bumps of the next (RUN), `"1"` to `"6"` (DIE). `subject` says what is
    observed: the coaster's hill types from the launch on (RUN), the deck it is drawn from (CARD), the tile
    and how many steps turn it once around (TURN, whose readings are steps clockwise).
    """

    name: str
    seat: Seat | None
    sensed: Sensed
    options: tuple[Command, ...]
    readings: tuple[str, ...] = ()
    subject: tuple[str, ...] = ()
    refused: tuple[Command, ...] = ()


Ask = Pick[Command] | Amount[Command] | Observe[Command]


class Line(Struct, frozen=True, omit_defaults=True):
    """Points of one reason; `group` gathers lines that belong together, such as one coaster's."""

    label: str
    points: int
    section: str
    facts: Facts = {}
    group: str = ""


class Standing(Struct, frozen=True, omit_defaults=True):
    """A seat's place in the ranking, 1 first; equal ranks are shared."""

    seat: Seat
    rank: int
    total: int
    lines: tuple[Line, ...]
    left: bool = False


class Outcome(Struct, frozen=True, omit_defaults=True):
    """How a game ended: every seat once, best rank first; `reason` names the ending."""

    ranking: tuple[Standing, ...]
    reason: str
    section: str


class Rules(Protocol[State, Command, Event]):
    """A game. All methods are pure: no clock, no random, no input or output.

    `command_type` and `event_type` are tagged unions of frozen Structs. Every command has a field
    `seat` (`Seat | None`): who makes it, `None` for a fact or an act of the whole table.
    `host_commands` are the commands that only the host may enter.
    """

    name: str
    title: str
    seats: range
    version: int
    options: tuple[Option, ...]
    command_type: Any
    event_type: Any
    state_type: type[State]
    host_commands: tuple[type, ...]

    def house(self) -> dict[str, Any]:
        """The components that ship with the game, as plain values."""

    def longest(self, seats: int) -> int | None:
        """The most commands a game can take, teaching and adjusting left out; None: no bound."""

    def start(self, setup: Setup) -> tuple[Event, ...] | Violation[Command]:
        """The first events, carrying components and options; or what is wrong with the set-up."""

    def asks(self, state: State, viewer: Viewer) -> tuple[Ask[Command], ...]:
        """All that this viewer may enter now, in a state redacted for that viewer."""

    def decide(self, state: State, command: Command) -> tuple[Event, ...] | Violation[Command]:
        """The events that follow from a command, or why it is refused; never raises."""

    def evolve(self, state: State | None, event: Event) -> State:
        """The state after an event; total, and never judges. The first event needs no state."""

    def audit(self, state: State) -> Iterator[str]:
        """Each conservation law that is broken, in a line; nothing when all is well."""

    def outcome(self, state: State) -> Outcome | None:
        """The full ranking with every point's reason, once the game is over."""
