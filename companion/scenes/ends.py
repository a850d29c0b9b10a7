"""How a game ended, in a line: given up, or who won, with everybody's total."""

from companion.rules.contract import Line, Outcome, Standing
from companion.scenes.telling import Telling

ABANDONED = "abandoned"
"""The reason of an outcome that nobody wins."""

TIE = "tie"
"""The group of a standing's lines that tell equal totals apart."""


def told(outcome: Outcome, names: tuple[str, ...]) -> str:
    """Who won, and everybody's total: `Ann won · Ann 54, Dov 48`."""
    first = [names[each.seat] for each in outcome.ranking if each.rank == 1]
    winners = f"{_joined(first)} won" if len(first) < len(names) else "all share the first place"
    totals = ", ".join(f"{names[each.seat]} {each.total}" for each in outcome.ranking)
    return f"{winners} · {totals}" if any(each.total for each in outcome.ranking) else winners


def closing(outcome: Outcome, words: Telling, names: tuple[str, ...]) -> tuple[str, ...]:
    """The last lines of the story: who won, everybody's total, and what told equal totals apart.

    There are none where nobody counted: the story has said already how such a game ended.
    """
    if outcome.reason == ABANDONED or not any(each.total for each in outcome.ranking):
        return ()
    result = told(outcome, names)
    ties = [_told_apart(standing, line, words, names) for standing, line in _ties(outcome)]
    return (f"{result[:1].upper()}{result[1:]}", *ties)


def _ties(outcome: Outcome) -> list[tuple[Standing, Line]]:
    """The lines that told apart those whose totals are the winner's."""
    best = outcome.ranking[0].total
    equal = [each for each in outcome.ranking if each.total == best and not each.left]
    return [(each, line) for each in equal if len(equal) > 1 for line in each.lines if line.group == TIE]


def _told_apart(standing: Standing, line: Line, words: Telling, names: tuple[str, ...]) -> str:
    return f"{names[standing.seat]}: {words.line(line, names)} ({words.cited(line.section)})"


def _joined(names: list[str]) -> str:
    return " and ".join(names) if len(names) < 3 else f"{', '.join(names[:-1])} and {names[-1]}"
