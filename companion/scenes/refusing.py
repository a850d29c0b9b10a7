"""Refusals and rules in words, of every game and of the table itself, which refuses alike in all of them."""

from typing import Any

from companion.rules.contract import Violation
from companion.scenes.telling import Refusal, Telling

SECTION = "At the table"
"""What the table's own refusals cite."""

EXPLANATION = (
    "Everybody enters for themselves on their own phone; the shared screen enters for all, and takes back or "
    "corrects what all agree on. What only the host may do stands under the three dots. Nothing that was "
    "entered is ever lost: what is taken back stays in the journal, only it no longer counts."
)

REFUSALS = {
    "table.seats.host-only": ("Only the host may do that", "It stands under the three dots, for the host."),
    "table.seats.not-yours": (
        "That is {owner}’s to enter",
        "On your own device you enter for yourself; the shared screen enters for all.",
    ),
    "table.seats.shared-only": (
        "That is done on the shared screen",
        "Taking back and correcting is for all to see and agree on.",
    ),
    "table.entry.not-there": (
        "That entry no longer counts",
        "Entry {n} was taken back, or is not there; the last that counts is {last}.",
    ),
    "table.entry.hidden": (
        "That can’t be right",
        "It clashes with something not everybody may know. Look at the table, and correct what was entered.",
    ),
    "table.take-back.nothing": ("Nothing to take back", "Entry {to} is the last that counts already."),
    "table.correct.other-kind": (
        "That is another kind of entry",
        "Entry {n} can only be corrected to what could have been entered there.",
    ),
    "table.correct.other-game": ("That is another game", "An evening stays with its game: begin a new one."),
    "table.card.not-asked": (
        "That card is not asked for",
        "Another one is awaited now. Look at the table, or enter it by a tap.",
    ),
    "table.card.too-many": (
        "One card too many",
        "{wanted} are asked for, and all of them lie there. Take this one away.",
    ),
    "table.setup.begun": ("The game is set up already", "Take back to the start to set it up otherwise."),
    "table.setup.not-begun": ("The game is not set up yet", "First of all comes the set-up."),
}
"""Title and detail for each code of the table's own."""


def refusal(telling: Telling, state: Any, violation: Violation[Any], names: tuple[str, ...]) -> Refusal:
    """A violation in words, the game's or the table's."""
    if violation.code not in REFUSALS:
        return telling.refusal(state, violation, names)
    facts = dict(violation.facts)
    seat = facts.get("seat")
    facts["owner"] = names[seat] if isinstance(seat, int) and 0 <= seat < len(names) else "somebody else"
    title, detail = REFUSALS[violation.code]
    return Refusal(title.format_map(facts), detail.format_map(facts), SECTION)


def explanation(telling: Telling, section: str) -> str:
    """The rule that a refusal cites, in our own words."""
    return EXPLANATION if section == SECTION else telling.explain(section)
