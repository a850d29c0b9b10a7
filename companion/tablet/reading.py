"""What a photo of the row showed, for the page that sent it: taken, doubtful, refused, or not to be read.

Cards need libraries that take a while to load: nothing of them is loaded before there is a photo.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol, assert_never, runtime_checkable

from msgspec import Struct

from companion.scenes.refusing import refusal
from companion.tablet.seeing import Seen

if TYPE_CHECKING:
    from companion.table.in_view import Progress


@runtime_checkable
class Reader(Protocol):
    """Reads the photos itself, for a room without another screen."""

    names: Mapping[str, str]

    def progress(self) -> "Progress | None":
        """The cards as they lie."""

    def confirm(self) -> None:
        """All that is seen is right."""

    def take(self, place: int) -> None:
        """The card at this place is the one that is meant."""


def answer(reader: Reader, place: int | None) -> None:
    """Say that all is right, or which card is meant."""
    if place is None:
        reader.confirm()
    else:
        reader.take(place)


class Reading(Struct, frozen=True):
    """Words, and what can be answered: whether all is right, or which of the cards is meant."""

    title: str
    detail: str = ""
    yes: str = ""
    photo: int = 0
    which: tuple[tuple[int, str], ...] = ()


YES = {"cards": "All are right", "turn": "Yes, like this", "again": "Enter them again"}


def reading(reader: Reader, seen: Seen) -> Reading | None:
    """What there is to say of the newest photo; nothing before there is one."""
    progress = reader.progress()
    if progress is None:
        return None
    from companion.table.in_view import Phase

    names = [reader.names.get(each.card, each.card) for each in progress.seen]
    cards = ", ".join(names)
    match progress.phase:
        case Phase.IDLE:
            return None
        case Phase.WATCHING:
            more = f"{progress.missing} more to be seen. " if progress.missing and names else ""
            here = f"Seen: {cards}. " if names else ""
            return Reading("Looking at the photo", f"{here}{more}".strip())
        case Phase.DOUBTFUL if progress.why == "which":
            return Reading("Which card is meant?", photo=progress.n, which=tuple(enumerate(names)))
        case Phase.DOUBTFUL:
            yes = YES.get(progress.why, "All are right")
            return Reading(_asked(progress), _lie(progress, cards, seen), yes, progress.n)
        case Phase.REFUSED:
            wrong = next((each.violation for each in progress.seen if each.violation is not None), None)
            told = refusal(seen.words, seen.state, wrong, seen.names) if wrong is not None else None
            if told is None:
                return Reading("That can’t lie there", cards)
            return Reading(told.title, told.detail)
        case Phase.ENTERED:
            return Reading("Taken", cards)
        case Phase.BLIND:
            return Reading("The photo can’t be read", "Take another one, or enter the cards by a touch.")
        case _:
            assert_never(progress.phase)


def _asked(progress: "Progress") -> str:
    match progress.why:
        case "again":
            return "These were taken back and still lie there"
        case "turn":
            return "Does it lie like this?"
        case _:
            return "Are these right?"


def _lie(progress: "Progress", cards: str, seen: Seen) -> str:
    if progress.why == "turn" and progress.entering:
        way: tuple[Any, ...] = seen.words.path(seen.state, progress.entering[0], seen.names)
        return way[-1].label if way else ""
    return f"{cards}. Otherwise take another photo, or enter them by a touch."
