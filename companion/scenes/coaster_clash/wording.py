"""Coaster Clash's words and pictures, as every screen asks for them."""

from typing import Any

from companion.rules.coaster_clash.commands import Command
from companion.rules.coaster_clash.events import Event
from companion.rules.coaster_clash.state import State
from companion.rules.contract import Amount, Ask, Facts, Line, Seat, Setup, Violation
from companion.scenes.coaster_clash import paths, preparing, prompts, refusals, scene, scoring_words, story
from companion.scenes.shapes import Scene
from companion.scenes.telling import Chip, Look, Prompt, Refusal, Step

Names = tuple[str, ...]


class CoasterClashTelling:
    """Fulfils `companion.scenes.telling.Telling`."""

    def prompt(self, state: State, asks: tuple[Ask[Any], ...], names: Names) -> Prompt:
        """What these asks want."""
        return prompts.prompt(state, asks, names)

    def path(self, state: State, command: Command, names: Names) -> tuple[Step, ...]:
        """The steps that lead to a command."""
        return paths.path(state, command, names)

    def amount(self, state: State, ask: Amount[Any], value: int, names: Names) -> Prompt:
        """The confirming button and the remark below it for a number not yet entered."""
        return prompts.amount(state, ask, value, names)

    def refusal(self, state: State | None, violation: Violation[Any], names: Names) -> Refusal:
        """A violation in words."""
        return refusals.refusal(state, violation, names)

    def story(
        self,
        before: State | None,  # noqa: ARG002  # an event says it all
        event: Event,
        after: State,
        names: Names,
    ) -> str:
        """One line of the evening's story."""
        return story.story(event, after, names)

    def chip(self, state: State, seat: Seat) -> Chip:
        """A seat's summary."""
        return story.chip(state, seat)

    def clock(self, state: State) -> Chip:
        """Where the game stands."""
        return story.clock(state)

    def line(self, line: Line, names: Names) -> str:  # noqa: ARG002  # no reason names anybody
        """A line of the score in words."""
        return scoring_words.line(line)

    def group(self, group: str, names: Names) -> str:
        """The heading of score lines that belong together."""
        return scoring_words.group(group, names)

    def checklist(self, setup: Setup) -> tuple[str, ...]:
        """The physical steps of setting the game up."""
        return preparing.checklist(setup)

    def option(self, key: str, choice: str = "") -> str:
        """A table option's question, or one of its choices."""
        return preparing.option(key, choice)

    def cited(self, section: str) -> str:
        """A section or ruling id as it is shown."""
        return preparing.cited(section)

    def explain(self, section: str) -> str:
        """Our own explanation of a rule."""
        return preparing.explain(section)

    def say(self, key: str, facts: Facts) -> str:
        """A short phrase by key."""
        return scoring_words.say(key, facts)

    def pages(self, state: State, names: Names) -> tuple[tuple[str, str], ...]:
        """The pages of the scene."""
        return scene.pages(state, names)

    def scene(self, state: State, look: Look) -> Scene:
        """The table as a picture."""
        return scene.scene(state, look)


TELLING = CoasterClashTelling()
