"""How past evenings ended, as the journal has it."""

from msgspec import MsgspecError, Struct, json

from companion.journal import Evening, Journal, JournalError, fold
from companion.rules import games
from companion.scenes.ends import told

SINCE = frozenset({"Correct", "TakeBack"})
"""Entries about earlier ones: what ended the game stands before them."""


class End(Struct, frozen=True):
    """Whether an evening was given up, and else its result in a line; empty where it can't be told."""

    given_up: bool = False
    result: str = ""


def ended(journal: Journal, evening: Evening) -> End:
    """How a finished evening ended; one that can't be read is taken as played."""
    try:
        kinds = (json.decode(record.command)["type"] for record in reversed(journal.records(evening.id)))
        if next((kind for kind in kinds if kind not in SINCE), "") == "Abandon":
            return End(given_up=True)
        rules = games()[evening.game]
        states = fold(rules, journal.entries(evening.id)).states
        outcome = rules.outcome(states[-1]) if states else None
    except (JournalError, MsgspecError, LookupError, ValueError):
        return End()
    return End(result=told(outcome, evening.names)) if outcome is not None else End()
