"""Learning the order of the clips from a finger that is passed through them, and saying how it goes."""

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from companion.kiosk.worker import Worker
from companion.marbles import BeamSource, Edge
from companion.marbles.clips import names, ordered
from companion.marbles.fingers import FingerPass, begun


class Said(Struct, frozen=True):
    """How a pass stands, in a line and a sentence; `ready`: its order can be kept."""

    title: str
    detail: str
    ready: bool = False


class Ordering:
    """One pass of a finger; edges come on the source's thread and are told on the screen's."""

    def __init__(
        self, source: BeamSource, kept: Sequence[str], worker: Worker, changed: Callable[[], None]
    ) -> None:
        status = source.status()
        self._source, self._changed = source, changed
        self.seen: FingerPass = begun(status.levels)
        spoke = {beam for beam, edges in enumerate(status.counts) if edges}
        known = {beam for beam in ordered(kept, source) if beam >= 0} if kept else set()
        self._expected = spoke | known
        self._stop = source.listen(lambda edge: worker.tell(lambda: self._hear(edge)))

    def stop(self) -> None:
        """Listen no more."""
        self._stop()

    def said(self) -> Said:
        """How it goes."""
        return said(self.seen, self._expected, self._source.now_us())

    def clips(self) -> tuple[str, ...]:
        """The clips from top to bottom, by name."""
        called = names(self._source)
        return tuple(called[beam] for beam in self.seen.order)

    def _hear(self, edge: Edge) -> None:
        self.seen = self.seen.hear(edge)
        self._changed()


def said(seen: FingerPass, expected: Iterable[int], now_us: int) -> Said:
    """What a pass has shown so far, and what to do about what went wrong."""
    stuck, so_far = seen.stuck(now_us), f"From the top: {_listed(seen.order)}."
    if stuck:
        return Said(
            f"{_beams(stuck)} blocked",
            "Take out what is in the way, or aim the clip anew; then pass the finger once more.",
        )
    if seen.twice is not None:
        return Said(f"Beam {seen.twice + 1} saw the finger twice", f"{so_far} Begin once more, at the top.")
    if not seen.order:
        return Said("Pass a finger through the clips", "Once, from top to bottom, at the pace of a walk.")
    missed = seen.missed(expected)
    if missed:
        return Said(
            f"{_beams(missed)} not passed yet",
            f"{so_far} If that clip is not on this coaster, keep the order without it.",
            ready=True,
        )
    return Said(f"{len(seen.order)} clips", f"{so_far} Is that right?", ready=True)


def _beams(beams: Sequence[int]) -> str:
    return f"Beam{'s' if len(beams) > 1 else ''} {_and(beams)} {'are' if len(beams) > 1 else 'is'}"


def _and(beams: Sequence[int]) -> str:
    numbers = [str(beam + 1) for beam in beams]
    return " and ".join([", ".join(numbers[:-1]), numbers[-1]] if len(numbers) > 1 else numbers)


def _listed(beams: Sequence[int]) -> str:
    return ", ".join(str(beam + 1) for beam in beams) or "none"


def told_order(clips: Sequence[str], source: BeamSource) -> str:
    """The order that is kept, by the numbers on the clips; how they count where none is."""
    if not clips:
        return "Clips count by their numbers, the first at the top."
    found = ordered(clips, source)
    there = [str(beam + 1) if beam >= 0 else f"({clip})" for beam, clip in zip(found, clips, strict=True)]
    away = " Those in brackets are not plugged in." if any(beam < 0 for beam in found) else ""
    return f"Clips from the top: {', '.join(there)}.{away}"
