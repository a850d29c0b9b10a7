"""How sure an answer is, in one place: what speaks for it, and from where on it is certain.

The figures are fitted to synthetic photographs, never to real ones, and rounded towards doubt: a wrong card
costs more than a question.
"""

from math import exp

from companion.cards.evidence import Evidence
from companion.cards.lookalikes import Told

CERTAIN = 0.9
"""From this confidence on an answer is certain. Below, it asks."""

ASK = 0.3
"""Below this confidence there is no answer at all, not even a question."""

UNTOLD = 4
"""A face with fewer telling cells than this is judged as a plain one."""


def by_cells(evidence: Evidence, agreeing: int) -> float:
    """Confidence in a card found by its features or its look, from its cells and the features that agree.

    Of wrong cards no more than a quarter of the telling cells were seen, with at most two cells and, where
    pictures share parts, a dozen features.
    """
    if evidence.cells == 0:
        return 0.0
    score = 9 * (evidence.share - 0.4) + 0.9 * (min(evidence.cells, 6) - 2) + 0.12 * min(agreeing, 25)
    score -= 12 * max(evidence.tint - 0.15, 0)
    return _logistic(score)


def by_likeness(told: Told) -> float:
    """Confidence in a face of a family: how well it explains what is seen, and no other does."""
    fits = min(7 * (told.explained - 0.4), 9 * (told.framed - 0.4))
    apart = 12 * (min(told.margin, 1.0) - 0.3) - 14 * max(0.9 - told.legible, 0)
    return _logistic(min(fits, apart))


def _logistic(score: float) -> float:
    return 1 / (1 + exp(-max(min(score, 30.0), -30.0)))
