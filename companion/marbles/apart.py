"""Which results of a run the clips on a coaster can't tell apart."""

from collections.abc import Sequence

from companion.marbles.beams import BUMP, Beam, Role
from companion.marbles.reading import Result


def alike(hills: Sequence[str], beams: Sequence[Beam]) -> tuple[tuple[Result, ...], ...]:
    """Each group of results that break the same beams, shortest runs first; none where all can be told apart.

    A marble that rests in a Bump without a clip in its valley looks like one that rests before it.
    """
    exits = sorted(beam.hill for beam in beams if beam.role is Role.EXIT)
    valleys = {beam.hill for beam in beams if beam.role is Role.REST}
    groups: dict[tuple[int, int | None], list[Result]] = {}
    for passed in range(len(hills) + 1):
        seen = sum(hill < passed for hill in exits)
        groups.setdefault((seen, None), []).append(Result(passed))
        if passed < len(hills) and hills[passed] == BUMP:
            watched = passed if passed in valleys else None
            groups.setdefault((seen, watched), []).append(Result(passed, passed))
    return tuple(tuple(group) for group in groups.values() if len(group) > 1)


def words(groups: Sequence[Sequence[Result]]) -> str:
    """Such groups as people say them: `0 to 2 passed · 3 passed or at rest on hill 4`."""
    return " · ".join(_group(group) for group in groups)


def _group(group: Sequence[Result]) -> str:
    passed = [result.passed for result in group if result.rest is None]
    rests = [f"at rest on hill {result.rest + 1}" for result in group if result.rest is not None]
    first, last = passed[0], passed[-1]
    between = "or" if last == first + 1 else "to"
    several = f"{first} passed" if first == last else f"{first} {between} {last} passed"
    return " or ".join([several, *rests])
