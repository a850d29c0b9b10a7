"""What the table does before the first turn, the options it may choose, and the rules explained."""

from companion.rules.coaster_park.coins import BANK, START, at_start
from companion.rules.coaster_park.setting_up import START_MONEY
from companion.rules.contract import Setup
from companion.scenes import explaining
from companion.scenes.explaining import Explanations

OPTIONS = {
    "seventh": (
        "What is the seventh hill?",
        {"standing": "Seven hills standing", "lifetime": "The seventh hill ever built"},
    ),
    "engineer": (
        "Does the Engineer’s kept card bring its hill?",
        {"hill": "Yes, to the pool", "no-hill": "No, it stays in the supply"},
    ),
    "acquisitions": (
        "What does the Acquisitions Expert buy?",
        {"pool": "Any hill of the pool", "sale": "Only the hill on sale"},
    ),
    "loops": (
        "What are two Loops in one coaster worth?",
        {"x4": "Four times", "x3": "Three times", "x2": "Twice, like one"},
    ),
}


def checklist(setup: Setup) -> tuple[str, ...]:
    """The physical steps of setting the game up."""
    seats = len(setup.names)
    gold, silver = at_start(seats)[BANK]
    first = setup.names[setup.first] if 0 <= setup.first < seats else "the first player"
    secrets = "two secret bonus cards" if seats == 2 else "one secret bonus card"
    return (
        "Put all hills and supports aside as the supply.",
        "Shuffle the red launch cards and the blue standard cards into two decks, blue to the right of red.",
        "Lay three blue cards and then two red ones face up in a row to the right of the decks.",
        "Bring the hills of these five cards to the middle, both halves of each: that is the central pool.",
        f"Give everybody ${START_MONEY}: {START.gold} gold coins and {START.silver} silver ones.",
        f"The rest is the bank: {gold} gold and {silver} silver coins.",
        "Give everybody a marble.",
        "Lay the bonus card for everybody beside the row, whichever side you like.",
        f"Deal everybody {secrets} face down; the others stay in the box unseen.",
        f"{first} rode a roller coaster last and takes the marker.",
    )


def option(key: str, choice: str = "") -> str:
    """A table option's question, or one of its choices."""
    question, choices = OPTIONS[key]
    return choices[choice] if choice else question


def explanations() -> Explanations:
    """All explanations by heading or ruling."""
    return explaining.explanations(__package__)


def cited(section: str) -> str:
    """A section as it is shown: a ruling with the heading it belongs to."""
    return explaining.cited(explanations(), section)


def explain(section: str) -> str:
    """Our own explanation of a heading or ruling; nothing for what this game does not cite."""
    return explaining.explained(explanations(), section)
