"""How past evenings ended: whether the table gave a game up."""

from collections.abc import Iterable

from msgspec import MsgspecError, json

from companion.journal import Evening, Journal, JournalError

ABANDONED = "abandoned"
"""The reason of an outcome that nobody wins."""

SINCE = frozenset({"Correct", "TakeBack"})
"""Entries about earlier ones: what ended the game stands before them."""


def given_up(journal: Journal, evenings: Iterable[Evening]) -> dict[Evening, bool]:
    """Whether each of these finished evenings was abandoned; one that can't be read is taken as played."""
    return {evening: _abandoned(journal, evening) for evening in evenings}


def _abandoned(journal: Journal, evening: Evening) -> bool:
    try:
        kinds = (json.decode(record.command)["type"] for record in reversed(journal.records(evening.id)))
        return next((kind for kind in kinds if kind not in SINCE), "") == "Abandon"
    except (JournalError, MsgspecError, LookupError):
        return False
