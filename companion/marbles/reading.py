"""What a run is read as: how far the marble ran, how sure that is, and what else it could have been."""

from msgspec import Struct

CERTAIN = 0.999
"""From this confidence on the reading is entered without asking: of a thousand such, one may be wrong."""


Weights = tuple[float, float, float]
"""One weight for each kind of set-up, in the order of `thresholds.SETUPS`."""


class Result(Struct, frozen=True, order=True):
    """Leading hills passed completely, and the Bump between whose bumps the marble stopped, if it did."""

    passed: int
    rest: int | None = None

    @property
    def sensed(self) -> str:
        """As an ask for a run names it: `3`, or `3+rest`."""
        return f"{self.passed}+rest" if self.rest is not None else str(self.passed)


class Chance(Struct, frozen=True):
    """A result, and the share of all stories that end in it."""

    result: Result
    confidence: float


class Mark(Struct, frozen=True):
    """The marble was in a beam: from `t_us` after the run was armed, for `took_us`."""

    beam: int
    t_us: int
    took_us: int


class Reading(Struct, frozen=True):
    """The most likely result of a run; `alternatives` are the other results, likeliest first.

    What the alternatives leave to a whole is held by stories that no single marble explains.
    `dead` are beams that saw nothing; `setup` is how much the run speaks for each kind of set-up;
    `marks` are where the marble of the story was, beam by beam.
    """

    passed: int
    rest: int | None
    confidence: float
    story: str
    alternatives: tuple[Chance, ...] = ()
    dead: tuple[int, ...] = ()
    setup: Weights = (1.0, 0.0, 0.0)
    marks: tuple[Mark, ...] = ()

    @property
    def certain(self) -> bool:
        """Whether it may be entered without asking."""
        return self.confidence >= CERTAIN

    @property
    def result(self) -> Result:
        """Hills passed and rest alone."""
        return Result(self.passed, self.rest)
