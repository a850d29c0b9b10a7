"""When a run that the beams watch is over."""

from collections.abc import Mapping, Sequence

from companion.marbles import Edge
from companion.table.running import Progress

LEFT_US = 1_000_000
"""After the last beam the marble is not seen again; a second later nothing more is to come."""

QUIET_US = 3_000_000
"""A marble under way breaks a beam at least so often."""

RESTING_US = 2_500_000
"""A beam broken for so long has the marble in it."""

LONGEST_US = 30_000_000
"""Marbles swing for ten to twenty seconds; what goes on after half a minute is not a marble."""


def is_over(progress: Progress, edges: Sequence[Edge], broken_since: Mapping[int, int], now: int) -> bool:
    """Whether the marble has left, rests in a beam, or has not been seen for too long."""
    stuck = set(progress.blocked)
    heard = [edge for edge in edges if edge.beam not in stuck]
    if not progress.passages or not heard:
        return False
    quiet = now - heard[-1].t_us
    last = progress.passages[-1].beam == len(progress.beams) - 1
    open_since = [since for place, since in broken_since.items() if place not in stuck]
    resting = bool(open_since) and now - max(open_since) >= RESTING_US
    gone = last and not open_since and quiet >= LEFT_US
    return gone or resting or quiet >= QUIET_US or now - heard[0].t_us >= LONGEST_US
