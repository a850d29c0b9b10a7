"""Before the game: how it is set up, the table's options, and the rules in our own words."""

from companion.rules.contract import Setup
from companion.scenes import explaining
from companion.scenes.explaining import Explanations

QUESTIONS = {
    "vomit": "When does a vomit speed count?",
    "vomit.printed-direction": "Beyond it, as the card shows",
    "vomit.other-than-shown": "At any other speed",
    "floor": "Can excitement fall below 0?",
    "floor.zero": "No, it stops at 0",
    "floor.none": "Yes, below 0",
    "crossed": "Crossed-out icons with a /",
    "crossed.one-missing": "One missing is enough",
    "crossed.all-missing": "All must be missing",
}


def explanations() -> Explanations:
    """All explanations by heading or ruling."""
    return explaining.explanations(__package__)


def cited(section: str) -> str:
    """A section as it is shown: a ruling with the heading it belongs to."""
    return explaining.cited(explanations(), section)


def explain(section: str) -> str:
    """Our own explanation of a heading or ruling; nothing for what this game does not cite."""
    return explaining.explained(explanations(), section)


def option(key: str, choice: str = "") -> str:
    """A table option's question, or one of its choices."""
    return QUESTIONS[f"{key}.{choice}" if choice else key]


def checklist(setup: Setup) -> tuple[str, ...]:
    """The physical steps of setting the game up, one sentence each."""
    seats = len(setup.names)
    return (
        f"Shuffle the layouts and deal three to each of the {seats} players.",
        "Lay one face down to your left, one to your right, and put the third back into the box.",
        "Turn the layouts up together: in each area, that of the player whose left it is lies above.",
        "Put a track to the left of each layout: excitement on 0, speed on the layout’s value.",
        "Put the round tracker into the middle, its token on 1.",
        "Shuffle the elements into a face-down draw pile, and leave room for the discards.",
    )
