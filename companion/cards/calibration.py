"""How sure an answer is, in one place: what speaks for it, and from where on it is certain.

The figures are fitted to synthetic photographs, never to real ones, and rounded towards doubt: a wrong card
costs more than a question.
"""

from math import exp

from companion.cards.evidence import FEW, Evidence
from companion.cards.lookalikes import Told

CERTAIN = 0.9
"""From this confidence on an answer is certain. Below, it asks."""

ASK = 0.3
"""Below this confidence there is no answer at all, not even a question."""

EXACT = 0.9
"""The better half of a card's cells correlates at least so well, unless the picture is poor."""

SPOKEN = 8
"""With so many features that resemble no other card, two cells are enough."""


def by_cells(evidence: Evidence, agreeing: int) -> float:
    """Confidence in a face with art, from its telling cells and the features that agree.

    Of 900 wrong guesses on synthetic pictures none had more than a quarter of the telling cells, but for
    cards that are not in the deck and are drawn much like one that is: up to 0.7, with an `exact` of 0.88.
    """
    score = 14 * (evidence.share - 0.33) + 0.1 * min(agreeing, 20) - (0 if agreeing else 1)
    score -= 12 * max(evidence.tint - 0.15, 0) + 60 * max(EXACT - evidence.exact, 0)
    few = evidence.cells < (FEW if agreeing < SPOKEN else 2)
    return min(_logistic(score), 0.5 if few else 1.0)


def by_likeness(told: Told) -> float:
    """Confidence in a face of a family: how well it explains what is seen, and no other does."""
    fits = min(7 * (told.explained - 0.4), 9 * (told.framed - 0.4))
    return min(_logistic(fits), by_margin(told))


def by_margin(told: Told) -> float:
    """Confidence in a face of a family where it is known that one of them lies there."""
    return _logistic(12 * (min(told.margin, 1.0) - 0.3) - 14 * max(0.9 - told.legible, 0))


def _logistic(score: float) -> float:
    return 1 / (1 + exp(-max(min(score, 30.0), -30.0)))
