"""Cosmic Coasters as every screen tells it."""

from functools import cache
from importlib import resources
from typing import Any

import msgspec
from msgspec import Struct

from companion.rules.contract import Ask, Facts, Line, Seat, Setup, Violation
from companion.rules.cosmic_coasters.commands import Command, Event
from companion.rules.cosmic_coasters.components import FLEET
from companion.rules.cosmic_coasters.state import Combat, Deploying, Over, Settling, State, home, spare
from companion.scenes import explaining
from companion.scenes.cosmic_coasters import paths, prompts, scene, story
from companion.scenes.cosmic_coasters.words import moon_name, space_name
from companion.scenes.explaining import Explanations
from companion.scenes.shapes import Scene
from companion.scenes.speaking import called
from companion.scenes.telling import Chip, Look, Prompt, Refusal, Step

Names = tuple[str, ...]


class RefusalText(Struct, frozen=True):
    """How a violation is put, with the names of its facts in braces."""

    title: str
    detail: str


@cache
def refusals() -> dict[str, RefusalText]:
    """The texts of all violations by their codes."""
    text = (resources.files(__package__) / "refusals.toml").read_bytes()
    return msgspec.toml.decode(text, type=dict[str, RefusalText])


def explanations() -> Explanations:
    """All explanations by heading or ruling."""
    return explaining.explanations(__package__)


SPACES = frozenset({"space", "origin", "to", "via", "pad", "ship", "one", "two"})
"""Facts that are spaces."""

SEATS = frozenset({"seat", "awaited", "owner"})
"""Facts that are seats; -1 is the table."""

AWAITED = {
    "settling": "a moon has to be taken",
    "deploying": "the fleets have to be placed",
    "acting": "the player on turn acts",
    "attack": "the round has to be played",
    "challenge": "the round has to be played",
    "inhibition": "the moon’s owner has to answer",
    "landing": "the ship has to land",
    "alarm": "the warned ship has to get away or stay",
    "retreating": "the attacker says where the ship stays",
}

QUESTIONS = {
    "combat": "How are rounds played?",
    "combat.hands": "Hands, entered in secret",
    "combat.result": "Hands at the table",
    "combat.dice": "The attacker’s die",
    "powers": "Play with special powers?",
    "powers.on": "With powers",
    "powers.off": "Without, for beginners",
    "moons": "How do you get your moons?",
    "moons.chosen": "Everybody chooses",
    "moons.drawn": "Drawn by chance",
    "control": "Who controls a pad?",
    "control.one-each": "Two points; others hold one",
    "control.none": "Two points; others hold none",
    "passing": "May you pass?",
    "passing.allowed": "Whenever you like",
    "passing.forced": "Only if nothing can be done",
    "failing": "Rapid Transit stays halfway",
    "failing.lose-or-draw": "After a loss or a draw",
    "failing.lose": "After a loss only",
}

PHRASES = {
    "home": "A ship came home from an enemy pad",
    "last-survivor": "The last one with ships at home",
    "agreed-draw": "A draw, agreed by all",
    "abandoned": "Ended early",
}

ROUNDS = {Combat.HANDS: "hands, in secret", Combat.RESULT: "hands at the table", Combat.DICE: "with a die"}


class CosmicTelling:
    """The words and pictures of Cosmic Coasters."""

    def prompt(self, state: State, asks: tuple[Ask[Any], ...], names: Names) -> Prompt:
        """What these asks want."""
        return prompts.prompt(state, asks, names)

    def path(self, state: State, command: Command, names: Names) -> tuple[Step, ...]:
        """The steps to a command."""
        return paths.path(state, command, names)

    def amount(self, state: State, ask: Any, value: int, names: Names) -> Prompt:  # noqa: ARG002  # no numbers
        """No number is ever asked for in this game."""
        return Prompt(str(value))

    def refusal(self, state: State | None, violation: Violation[Any], names: Names) -> Refusal:
        """A violation in words; there is no state yet when a set-up is refused."""
        text = refusals()[violation.code]
        said = {key: _said(state, key, fact, names) for key, fact in violation.facts.items()}
        said |= _more(violation.facts)
        return Refusal(
            _sentence(text.title.format_map(said)),
            _sentence(text.detail.format_map(said)),
            self.cited(violation.section),
        )

    def story(self, before: State | None, event: Event, after: State, names: Names) -> str:
        """A line of the story, or nothing."""
        return story.story(before, event, after, names)

    def chip(self, state: State, seat: Seat) -> Chip:
        """How many ships a seat has, and where."""
        gone = state.out[seat]
        if gone is not None:
            return Chip("–", f"out in turn {gone.turn}")
        if not state.moons[seat]:
            return Chip("0", "no moon yet")
        if isinstance(state.pending, Deploying) and seat in state.pending.open:
            return Chip(str(FLEET), "ready to deploy")
        return Chip(str(state.ships.count(seat)), _whereabouts(state, seat))

    def clock(self, state: State) -> Chip:
        """The turn, and how rounds are played."""
        if isinstance(state.pending, Settling | Deploying):
            return Chip("Set-up", ROUNDS[state.options.combat])
        small = "the game is over" if isinstance(state.pending, Over) else ROUNDS[state.options.combat]
        return Chip(f"Turn {state.turn}", small)

    def line(self, line: Line, names: Names) -> str:  # noqa: ARG002  # no reason names anybody
        """Why a seat stands where it does."""
        facts = line.facts
        match line.label:
            case "left":
                return f"Left in turn {facts['turn']}"
            case "eliminated":
                return f"Out in turn {facts['turn']}"
            case "in-play":
                return f"Still in: {facts['ships']} ships, {facts['home']} at home"
            case "adjusted":
                why = "the screen was wrong" if facts["reason"] == "misplaced" else "a ruling of the table"
                return f"Turn {facts['turn']}, a ship corrected: {why}"
            case label:
                return PHRASES.get(label, label)

    def group(self, group: str, names: Names) -> str:  # noqa: ARG002  # the only group is the same for all
        """The heading of lines that belong together."""
        return {"adjustments": "Corrected by the host"}.get(group, group)

    def checklist(self, setup: Setup) -> tuple[str, ...]:
        """Setting up, step by step."""
        drawn = setup.options.get("moons") == "drawn"
        moon = "Shuffle the moons and draw one each." if drawn else "Choose a moon each."
        powers = setup.options.get("powers") == "off"
        rest = 4 - len(setup.names)
        return (
            "Give everybody seven tokens of one kind: the ships.",
            f"{moon} {'Powers are not used.' if powers else 'Its power is yours.'}",
            *((f"Put the other {rest} moons back into the box.",) if rest > 1 else ()),
            *(("Put the fourth moon back into the box.",) if rest == 1 else ()),
            "Lay your moon before you, its top towards the middle of the table.",
            "Put a ship on every space but two factories of your choice.",
            "Play rock, paper, scissors: the winner begins.",
        )

    def option(self, key: str, choice: str = "") -> str:
        """A table option's question, or one of its choices."""
        return QUESTIONS[f"{key}.{choice}" if choice else key]

    def cited(self, section: str) -> str:
        """A section or ruling id as it is shown."""
        return explaining.cited(explanations(), section)

    def explain(self, section: str) -> str:
        """Our own explanation of a heading or ruling; nothing for what this game does not cite."""
        return explaining.explained(explanations(), section)

    def say(self, key: str, facts: Facts) -> str:  # noqa: ARG002  # no phrase has numbers
        """The reason a game ended."""
        return PHRASES.get(key, key)

    def pages(self, state: State, names: Names) -> tuple[tuple[str, str], ...]:  # noqa: ARG002  # one page
        """All moons lie on one page."""
        return (("", "The moons"),)

    def scene(self, state: State, look: Look) -> Scene:
        """The moons."""
        return scene.scene(state, look)


def _whereabouts(state: State, seat: Seat) -> str:
    """Where a seat's ships are: the two things that matter most of home, away and spare."""
    at_home, parts = home(state, seat), spare(state, seat)
    away = state.ships.count(seat) - at_home
    if away:
        return f"{at_home} home · {away} away"
    return f"{at_home} home · {parts} spare" if parts else "all at home"


def _said(state: State | None, key: str, fact: int | str, names: Names) -> str:
    """A fact as its sentence needs it."""
    if isinstance(fact, int) and state is not None:
        if key in SPACES and 0 <= fact < len(state.ships):
            return space_name(state, fact)
        if key == "moon" and 0 <= fact < len(state.moons):
            return moon_name(state, fact)
    if isinstance(fact, int) and key in SEATS:
        return called(names, fact) if 0 <= fact < len(names) else "the table"
    if isinstance(fact, str) and key in ("chosen", "entered"):
        return ROUNDS.get(Combat(fact), fact) if fact in set(Combat) else fact
    if isinstance(fact, str) and key == "ending":
        return PHRASES.get(fact, fact)
    return f"space {fact}" if key in SPACES else str(fact)


def _more(facts: Facts) -> dict[str, str]:
    """What a sentence needs beside the facts as they are."""
    more = {"awaiting": AWAITED.get(str(facts.get("awaited")), "something else is awaited")}
    if isinstance(last := facts.get("last"), int):
        more |= {"number": str(facts["space"]), "spaces": str(last + 1)}
    if isinstance(first := facts.get("first"), int):
        more["start"] = str(first + 1)
    return more


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


TELLING = CosmicTelling()
