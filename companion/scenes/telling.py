"""What a game says and shows: the contract of each game's `wording.py` and `scene.py`.

`rules` hold no prose; a game's folder here turns its asks, commands, violations, events and points
into words, and its state into a picture. Everything is given a state redacted for the viewer.
"""

import importlib
from functools import cache
from typing import Any, Protocol, runtime_checkable

from msgspec import Struct

from companion.journal import Note
from companion.rules.contract import Ask, Facts, Line, Seat, Setup, Viewer, Violation
from companion.scenes.shapes import Scene, Shape
from companion.table import Told

ART = 38.0
"""The side of the square that a step's drawing fills, in dp."""


class Step(Struct, frozen=True, omit_defaults=True):
    """One step towards a command: `id` is the shape to tap for it, `label` its button.

    `symbol` is the name of a Material Design icon; `art` stands in its place on a screen that can draw it:
    shapes in a square of `ART` dp. `detail` is a short second line. A step whose id is no
    shape of the scene needs a button of its own; the others can be tapped in the picture.
    Steps of a path that are `any_order` may be taken in any. A `shortcut` is offered from the start of its
    way on, and taking it takes all before it; its id is not used for another way.
    """

    id: str
    label: str
    detail: str = ""
    symbol: str = ""
    any_order: bool = False
    shortcut: bool = False
    art: tuple[Shape, ...] = ()


class Prompt(Struct, frozen=True, omit_defaults=True):
    """What is asked, of whom: a short title, and one or two sentences of help.

    `figure` is how a number is shown by itself, with its unit, such as `$6`.
    """

    title: str
    detail: str = ""
    figure: str = ""


class Refusal(Struct, frozen=True, omit_defaults=True):
    """A violation in words: what is wrong, by how much, and the rule it is cited from."""

    title: str
    detail: str
    section: str


class Chip(Struct, frozen=True, omit_defaults=True):
    """A seat's summary for the top bar: one big number, a small line, pips filled out of all."""

    big: str
    small: str = ""
    pips: tuple[int, int] | None = None


class Look(Struct, frozen=True, omit_defaults=True):
    """How a scene is wanted: its area in dp, the seats' names, which page, and what can be tapped.

    `lit` are the ids that lead on towards a command, `chosen` those already tapped on the way.
    `focus` is the seat whose things are shown largest.
    """

    width: float
    height: float
    names: tuple[str, ...]
    viewer: Viewer = Viewer()
    page: str = ""
    focus: Seat = 0
    lit: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()


class Telling(Protocol):
    """A game's words and pictures; `names` are the seats' names, clockwise."""

    def prompt(self, state: Any, asks: tuple[Ask[Any], ...], names: tuple[str, ...]) -> Prompt:
        """What these asks, all of one seat or of the table, want."""

    def path(self, state: Any, command: Any, names: tuple[str, ...]) -> tuple[Step, ...]:
        """The steps of buttons or taps that lead to a command; no command's path is the start of another's.

        Commands that share a step share its `id` and `label`. An Amount's path ends before its number.
        """

    def amount(self, state: Any, ask: Any, value: int, names: tuple[str, ...]) -> Prompt:
        """The confirming button (title) and the remark below (detail) for a number not yet entered."""

    def refusal(self, state: Any, violation: Violation[Any], names: tuple[str, ...]) -> Refusal:
        """A violation in words, with its numbers."""

    def story(self, before: Any, event: Any, after: Any, names: tuple[str, ...]) -> str:
        """One line of the evening's story, or nothing for an event nobody would tell."""

    def chip(self, state: Any, seat: Seat) -> Chip:
        """A seat's summary."""

    def clock(self, state: Any) -> Chip:
        """Where the game stands: turn or round, and what brings the end nearer."""

    def line(self, line: Line, names: tuple[str, ...]) -> str:
        """A line of the score in words."""

    def group(self, group: str, names: tuple[str, ...]) -> str:
        """The heading of score lines that belong together."""

    def checklist(self, setup: Setup) -> tuple[str, ...]:
        """The physical steps of setting the game up, one sentence each."""

    def option(self, key: str, choice: str = "") -> str:
        """A table option's question, or one of its choices, in words."""

    def cited(self, section: str) -> str:
        """A section or ruling id as it is shown: a ruling with the heading it belongs to."""

    def explain(self, section: str) -> str:
        """Our own explanation of the rule that a section or ruling id names, also as it is shown."""

    def say(self, key: str, facts: Facts) -> str:
        """A short phrase by key, such as the reason a game ended."""

    def pages(self, state: Any, names: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
        """The pages a scene has, as (page, title); the first is the table itself."""

    def scene(self, state: Any, look: Look) -> Scene:
        """The table as a picture."""


class ComingTest(Struct, frozen=True):
    """A coaster that will be tested: its name, its hills from the launch on, and what begins its test.

    There is no command while it is not its turn.
    """

    name: str
    hills: tuple[str, ...]
    command: Any = None


@runtime_checkable
class TellingRuns(Protocol):
    """What a game with marbles says and draws besides."""

    def run(self, state: Any, look: Look, progress: Any) -> Scene | None:
        """The run that is going on, as far as `progress` says; None where no marble is awaited."""

    def ride(self, state: Any, command: Any, note: Note) -> str:
        """What the beams made of a run that was entered in this state, in a few words."""

    def coming_tests(self, state: Any) -> tuple[ComingTest, ...]:
        """The coasters to be tested, those that may be begun with first; none where there is no choice."""


def story_lines(told: Told, words: Telling, names: tuple[str, ...]) -> tuple[str, ...]:
    """The story's lines of one entry; what a sensor noted stands behind the first."""
    lines = [line for step in told.steps if (line := words.story(*step, names))]
    if lines and told.note is not None and isinstance(words, TellingRuns):
        ride = words.ride(told.steps[0][0], told.command, told.note)
        lines[0] += f" · {ride}" if ride else ""
    return tuple(lines)


@cache
def telling(name: str) -> Telling:
    """The words and pictures of the game of this name."""
    found: Telling = importlib.import_module(f"companion.scenes.{name}.wording").TELLING
    return found
