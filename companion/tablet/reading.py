"""What a photo came to, for the page that sent it: cards entered, doubtful, refused, nothing new, or no card.

Cards need libraries that take a while to load: nothing of them is loaded before there is a photo.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol, assert_never, runtime_checkable

from msgspec import Struct

from companion.rules.contract import TABLE, Observe, Sensed
from companion.scenes.refusing import refusal
from companion.scenes.speaking import plural
from companion.table.laying import card_asks
from companion.tablet.seeing import Seen

if TYPE_CHECKING:
    from companion.table.in_view import Progress


class Photo(Struct, frozen=True):
    """The newest photo: its number, the cards that were entered from it, and what is wrong with it.

    `flat` is one of one colour all over; `unread` says that there is nothing here to read it by.
    """

    n: int
    entered: tuple[str, ...] = ()
    flat: bool = False
    unread: bool = False


@runtime_checkable
class Reader(Protocol):
    """Reads the photos itself, for a room without another screen."""

    names: Mapping[str, str]
    twins: Mapping[str, tuple[str, ...]]

    def photo(self) -> Photo | None:
        """The newest photo; None before there was one."""

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

UNREAD = "The photo can’t be read"

LEARNING = Reading(
    "Learning the cards, a moment", "Then the photo is looked at: nobody needs to take another one."
)

LOOKING = Reading("Looking at the photo", "This takes a few seconds.")

ANOTHER = "Then take another photo, or enter the cards by a touch."

OTHERWISE = "Otherwise take another photo, or enter the cards by a touch."

HOW = "Lay the cards apart, in even light, and come nearer; or enter them by a touch."


def wanted(seen: Seen) -> str:
    """What is asked that a photo can answer, as the table is asked it; empty if nothing is."""
    rules, state = seen.table.rules, seen.state
    asks = card_asks(rules, state) or tuple(
        ask
        for ask in rules.asks(state, TABLE)
        if isinstance(ask, Observe) and ask.sensed is Sensed.TURN and ask.options
    )
    return seen.words.prompt(state, asks, seen.names).title if asks else ""


def reading(reader: Reader, seen: Seen) -> Reading | None:
    """What the newest photo came to; nothing before there is one."""
    photo, progress = reader.photo(), reader.progress()
    if photo is None:
        return None
    if photo.unread:
        return Reading(UNREAD, "There are no pictures of this game’s cards here: enter them by a touch.")
    asked = wanted(seen)
    if asked and (progress is None or _learns(progress)):
        return LEARNING
    if asked and progress is not None and _looks(photo, progress):
        return LOOKING
    return None if progress is None else _came_to(reader, photo, progress, seen, asked)


def camera_page(camera: object, seen: Seen) -> dict[str, Any]:
    """What the page for photos shows; `came` changes with each photo that came to something."""
    if not isinstance(camera, Reader):
        return {"there": camera is not None, "reads": False, "wanted": "", "read": None, "came": ""}
    photo, read = camera.photo(), reading(camera, seen)
    came = f"{photo.n} {read.title}" if photo is not None and read is not None else ""
    return {"there": True, "reads": True, "wanted": wanted(seen), "read": read, "came": came}


def _learns(progress: "Progress") -> bool:
    """Whether the cards are being learned, at first or after the recogniser ended."""
    soon = ("not been looked through yet", "being learned", "started again", "tried again")
    return any(words in progress.problem for words in soon)


def _looks(photo: Photo, progress: "Progress") -> bool:
    """Whether the photo is still looked at."""
    return progress.n < photo.n and (not progress.problem or "waiting" in progress.problem)


def _came_to(reader: Reader, photo: Photo, progress: "Progress", seen: Seen, asked: str) -> Reading | None:
    from companion.table.in_view import Phase, Standing

    names = [reader.names.get(each.card, each.card) for each in progress.seen]
    match progress.phase:
        case Phase.IDLE:
            return None
        case Phase.WATCHING if not asked:
            return None
        case Phase.WATCHING if photo.entered:
            return _entered(reader, photo.entered, asked)
        case Phase.WATCHING:
            return _nothing(photo, progress, names, asked)
        case Phase.DOUBTFUL if progress.why == "which":
            return Reading("Which card is meant?", photo=progress.n, which=tuple(enumerate(names)))
        case Phase.DOUBTFUL if not any(each.violation for each in progress.seen):
            yes = YES.get(progress.why, "All are right")
            return Reading(_asked(progress), _lie(progress, ", ".join(names), seen), yes, progress.n)
        case Phase.DOUBTFUL | Phase.REFUSED:
            return _refused(reader, progress, names, seen)
        case Phase.ENTERED:
            new = tuple(each.card for each in progress.seen if each.standing is Standing.NEW)
            return _entered(reader, photo.entered or new, asked)
        case Phase.BLIND:
            return Reading(UNREAD, "Take another one, or enter the cards by a touch.")
        case _:
            assert_never(progress.phase)


def _entered(reader: Reader, cards: tuple[str, ...], asked: str) -> Reading:
    names = [reader.names.get(each, each) for each in cards]
    title = f"{names[0]} is entered" if len(names) == 1 else f"{plural(len(names), 'card')} entered"
    listed = f"{', '.join(names)}." if len(names) > 1 else ""
    return Reading(title, f"{listed} {f'Asked next: {asked}' if asked else ''}".strip())


def _nothing(photo: Photo, progress: "Progress", names: list[str], asked: str) -> Reading:
    """A photo that enters nothing: too few cards, none that is new, none at all."""
    from companion.table.in_view import Standing

    cards = ", ".join(names)
    if any(each.standing is not Standing.KNOWN for each in progress.seen):
        more = f"{progress.missing} more" if progress.missing else "More"
        return Reading(
            f"{plural(len(names), 'card')} seen",
            f"{cards}. {more} to be seen: take a photo with all of them in it.",
        )
    if names:
        return Reading("Nothing new in the photo", f"Seen: {cards}. Asked for: {asked}")
    if photo.flat:
        return Reading(
            "No card was seen in the photo",
            "It is one colour all over: is the lens covered, or the light off?",
        )
    other = "What lies there is no card of this game, or lies face down. " if progress.unknown else ""
    return Reading("No card was seen in the photo", f"{other}{HOW}")


def _refused(reader: Reader, progress: "Progress", names: list[str], seen: Seen) -> Reading:
    """Why a card can't lie there, and which of those in the photo it is."""
    at, wrong = next(
        (place, each.violation) for place, each in enumerate(progress.seen) if each.violation is not None
    )
    card = progress.seen[at].card
    copies = [place for place, each in enumerate(progress.seen) if each.card == card]
    box = 1 + len(reader.twins.get(card, ()))
    if len(copies) > box:
        doubtful = next((place for place in copies if not progress.seen[place].found.certain), at)
        times = "twice" if len(copies) == 2 else f"{len(copies)} times"
        has = f"The box has {'one' if box == 1 else box} {names[at]}."
        which = _where(progress, doubtful).replace("It is", "Look at")
        return Reading(f"{names[at]} is seen {times}", f"{has} {which} {ANOTHER}")
    told = refusal(seen.words, seen.state, wrong, seen.names)
    return Reading(told.title, f"{told.detail} {_where(progress, at)}".strip())


ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def _where(progress: "Progress", place: int) -> str:
    """Where in the photo a card lies, among others."""
    count = len(progress.seen)
    if count < 2:
        return ""
    quads = [each.found.quad for each in progress.seen]
    heights = [(min(y for _, y in quad), max(y for _, y in quad)) for quad in quads]
    row = max(low for low, _ in heights) < min(high for _, high in heights)
    if row and place < len(ORDINALS):
        return f"It is the {ORDINALS[place]} from the left."
    return f"It is number {place + 1} of the {count} in the photo, read line by line."


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
    return f"{cards}. {OTHERWISE}"
