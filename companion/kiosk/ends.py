"""How past evenings ended: given up by the table, or who won, with everybody's total."""

from msgspec import MsgspecError, Struct, json

from companion.journal import Evening, Journal, JournalError, fold
from companion.rules import games
from companion.rules.contract import Outcome

ABANDONED = "abandoned"
"""The reason of an outcome that nobody wins."""

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


def told(outcome: Outcome, names: tuple[str, ...]) -> str:
    """Who won, and everybody's total: `Ann won · Ann 54, Dov 48`."""
    first = [names[each.seat] for each in outcome.ranking if each.rank == 1]
    joined = " and ".join(first)
    winners = f"{joined} won" if len(first) < len(names) else "all share the first place"
    totals = ", ".join(f"{names[each.seat]} {each.total}" for each in outcome.ranking)
    return f"{winners} · {totals}" if any(each.total for each in outcome.ranking) else winners
