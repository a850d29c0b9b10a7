"""What a page may say to the companion; whatever else it says is answered in one line and changes nothing.

No message names who speaks: that is known by the connection. `evening` and `n` say which picture was touched,
so that a touch which comes late, or twice, is not taken for another one.
"""

from typing import Annotated

from msgspec import Meta, Struct

Id = Annotated[str, Meta(max_length=160)]
Short = Annotated[str, Meta(max_length=40)]
Words = Annotated[str, Meta(max_length=200)]
Number = Annotated[int, Meta(ge=-1_000_000_000, le=1_000_000_000)]
Count = Annotated[int, Meta(ge=0, le=1_000_000_000)]
Length = Annotated[int, Meta(ge=0, le=10_000)]
SeatNumber = Annotated[int, Meta(ge=0, le=11)]


class Message(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Something a page says."""


class Touch(Message, frozen=True):
    """Something that was done to the picture of entry `n` of this evening."""

    evening: Count
    n: Count


class Look(Message, frozen=True):
    """What the page has room for, and what it wants to look at."""

    width: Length
    height: Length
    dark: bool
    view: Short = ""
    page: Short = ""
    focus: SeatNumber | None = None


class Tap(Touch, frozen=True):
    """A choice, or a shape of the picture."""

    id: Id


class Enter(Touch, frozen=True):
    """A number, and the reason for it where one is asked."""

    value: Number
    note: Words = ""


class Turn(Touch, frozen=True):
    """Of the several that are asked, this one answers now."""

    seat: SeatNumber | None


class Back(Touch, frozen=True):
    """One step back on the way to an entry."""


class Repair(Touch, frozen=True):
    """One of the things that would be allowed instead."""

    place: Length


class Answer(Touch, frozen=True):
    """Yes or no to what was asked once more."""

    yes: bool


class Unveil(Touch, frozen=True):
    """Show what the seat that is asked may choose from: it holds the shared screen now."""


class PassAll(Touch, frozen=True):
    """All who are asked in turn pass."""


class Fall(Touch, frozen=True):
    """Let the pretend table say the fact that is awaited."""


class Launch(Touch, frozen=True):
    """Let the pretend marble roll."""


class Fell(Touch, frozen=True):
    """The run is over: the marble fell off."""


class Guess(Touch, frozen=True):
    """One of the results that the beams hold possible."""

    place: Length


class Photo(Touch, frozen=True):
    """What this photo shows is right: all of it, or the card at a place is the one that is meant."""

    photo: Count
    place: Length | None = None


class TakeBack(Touch, frozen=True):
    """Take back all after entry `to`."""

    to: Count


class Correct(Touch, frozen=True):
    """Enter this entry anew, as it truly was; None goes back to the game."""

    entry: Count | None


class Hosting(Touch, frozen=True):
    """Show what only the host may enter, or the game again."""

    on: bool


class Peek(Message, frozen=True):
    """Show a seat's secrets for as long as they are held; on a seat's own phone only its own."""

    seat: SeatNumber | None = None


class Claim(Message, frozen=True):
    """Sit down at this player's seat; `digits` are those on the phone that hands it over."""

    name: Short
    digits: Short = ""


class Become(Message, frozen=True):
    """Keep the score, look on, or be nothing for now."""

    role: Short


class Unlock(Message, frozen=True):
    """Be the host, by the PIN; without one, be it no more."""

    pin: Short = ""


class Hand(Message, frozen=True):
    """Hand the seat over, hand it over to nobody, or take it back."""

    how: Short


class Free(Message, frozen=True):
    """As the host: take a seat from its phone."""

    name: Short


class Renew(Message, frozen=True):
    """As the host: a new link, code and PIN."""


class Begin(Message, frozen=True):
    """Begin an evening; `options` names what differs from the default."""

    game: Short
    names: Annotated[tuple[Words, ...], Meta(max_length=12)]
    first: SeatNumber = 0
    options: Annotated[dict[Short, Short], Meta(max_length=40)] = {}
    key: Short = ""


class Resume(Message, frozen=True):
    """Go on with a past evening."""

    evening: Count


class Leave(Message, frozen=True):
    """Leave the table, for everybody."""


Said = (
    Look | Tap | Enter | Turn | Back | Repair | Answer | Unveil | PassAll | Fall | Launch | Fell | Guess
    | Photo | TakeBack | Correct | Hosting | Peek | Claim | Become | Unlock | Hand | Free | Renew | Begin
    | Resume | Leave
)  # fmt: skip
"""Everything a page may say."""
