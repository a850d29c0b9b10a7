"""What can be entered, tagged with its name; `seat` is who makes it, `None` the table."""

from typing import get_args

from msgspec import Struct

from companion.rules.coaster_clash.components import Icon, Kind, Theme
from companion.rules.coaster_clash.state import Place, Side
from companion.rules.contract import Seat
from companion.rules.hidden import Hidden


class Assign(Struct, frozen=True, omit_defaults=True, tag=True):
    """Put a layout to one's left and one to one's right, both face down; both named, or both unseen (CC2)."""

    seat: Seat
    left: Hidden[str]
    right: Hidden[str]


class AllAssigned(Struct, frozen=True, omit_defaults=True, tag=True):
    """Everybody still awaited has put the layouts down, unseen."""

    seat: None = None


class NameLayout(Struct, frozen=True, omit_defaults=True, tag=True):
    """Tell which layout this owner laid to the left or right (CC39)."""

    owner: Seat
    side: Side
    layout: str
    seat: None = None


class Redraw(Struct, frozen=True, omit_defaults=True, tag=True):
    """Want a new hand, or keep the one that was dealt; nobody sees it until all have said so (CC30)."""

    seat: Seat
    redraw: Hidden[bool]


class AllKeep(Struct, frozen=True, omit_defaults=True, tag=True):
    """Everybody still awaited keeps the hand."""

    seat: None = None


class Commit(Struct, frozen=True, omit_defaults=True, tag=True):
    """Put a card face down in the area to one's left or right; it may be unseen (CC33)."""

    seat: Seat
    side: Side
    card: Hidden[str]


class AllCommitted(Struct, frozen=True, omit_defaults=True, tag=True):
    """Everybody still awaited has put both cards down, unseen."""

    seat: None = None


class TurnUp(Struct, frozen=True, omit_defaults=True, tag=True):
    """Tell which card a seat flipped."""

    seat: Seat
    card: str


class PlaceElement(Struct, frozen=True, omit_defaults=True, tag=True):
    """Place the flipped card at the right end of one of the two coasters of its area."""

    seat: Seat
    place: Place


class DiscardElement(Struct, frozen=True, omit_defaults=True, tag=True):
    """Discard the flipped card, for any reason (CC37)."""

    seat: Seat


class Count(Struct, frozen=True, omit_defaults=True, tag=True):
    """Enter the excitement that the table counted for a condition which no data can express."""

    area: int
    place: Place
    condition: int
    points: int
    seat: None = None


class TeachDrawn(Struct, frozen=True, omit_defaults=True, tag=True):
    """The flipped card is none that the components know: it is taught in place of a house card."""

    theme: Theme
    seat: None = None


class TeachTheme(Struct, frozen=True, omit_defaults=True, tag=True):
    """The theme of a flipped card."""

    card: str
    theme: Theme
    seat: None = None


class TeachSpeed(Struct, frozen=True, omit_defaults=True, tag=True):
    """What a flipped card adds to the speed; below 0 where the card shows a cost."""

    card: str
    speed: int
    seat: None = None


class TeachExcitement(Struct, frozen=True, omit_defaults=True, tag=True):
    """The excitement of a flipped card."""

    card: str
    excitement: int
    seat: None = None


class TeachPerfect(Struct, frozen=True, omit_defaults=True, tag=True):
    """The perfect speed of a flipped card, None where it shows (-)."""

    card: str
    perfect: int | None
    seat: None = None


class TeachVomit(Struct, frozen=True, omit_defaults=True, tag=True):
    """The speeds above and below which guests are sick on a flipped card; None where it shows none."""

    card: str
    above: int | None
    below: int | None
    seat: None = None


class TeachIcons(Struct, frozen=True, omit_defaults=True, tag=True):
    """The icons of a flipped card."""

    card: str
    icon: Icon
    second: Icon | None = None
    seat: None = None


class TeachStart(Struct, frozen=True, omit_defaults=True, tag=True):
    """The starting speed of a layout whose coaster has no element yet."""

    layout: str
    speed: int
    seat: None = None


class TeachConditions(Struct, frozen=True, omit_defaults=True, tag=True):
    """How many conditions a layout on the table has; new ones are counted by the table until taught."""

    layout: str
    conditions: int
    seat: None = None


class TeachKind(Struct, frozen=True, omit_defaults=True, tag=True):
    """Of which kind the `number`th condition of a layout on the table is, counted from 0."""

    layout: str
    number: int
    kind: Kind
    seat: None = None


class TeachConditionIcons(Struct, frozen=True, omit_defaults=True, tag=True):
    """The icon of a condition, or two of them; with `either` there is a / between them."""

    layout: str
    number: int
    icon: Icon
    second: Icon | None = None
    either: bool = False
    seat: None = None


class TeachCount(Struct, frozen=True, omit_defaults=True, tag=True):
    """The X of a condition."""

    layout: str
    number: int
    count: int
    seat: None = None


class TeachBonus(Struct, frozen=True, omit_defaults=True, tag=True):
    """The excitement that a condition brings."""

    layout: str
    number: int
    points: int
    seat: None = None


class TeachCap(Struct, frozen=True, omit_defaults=True, tag=True):
    """The most excitement that a condition per icon brings; 0: without limit (CC23)."""

    layout: str
    number: int
    cap: int
    seat: None = None


class AdjustPoints(Struct, frozen=True, omit_defaults=True, tag=True):
    """Give a player points, or take some."""

    player: Seat
    points: int
    reason: str = ""
    seat: None = None


class AdjustSpeed(Struct, frozen=True, omit_defaults=True, tag=True):
    """Move a coaster's speed tracker to this value."""

    area: int
    place: Place
    speed: int
    reason: str = ""
    seat: None = None


class AdjustExcitement(Struct, frozen=True, omit_defaults=True, tag=True):
    """Move a coaster's excitement tracker to this value."""

    area: int
    place: Place
    excitement: int
    reason: str = ""
    seat: None = None


class AdjustElement(Struct, frozen=True, omit_defaults=True, tag=True):
    """Move the last element of a coaster, or a face-up discard, to the end of a coaster.

    Without `area` and `place` it goes to the discards. What it did to its old coaster is undone.
    """

    card: str
    area: int | None = None
    place: Place | None = None
    seat: None = None


class Leave(Struct, frozen=True, omit_defaults=True, tag=True):
    """A player leaves the game (CC38)."""

    player: Seat
    seat: None = None


class Abandon(Struct, frozen=True, omit_defaults=True, tag=True):
    """The table gives the game up."""

    seat: None = None


Teach = (
    TeachDrawn
    | TeachTheme
    | TeachSpeed
    | TeachExcitement
    | TeachPerfect
    | TeachVomit
    | TeachIcons
    | TeachStart
    | TeachConditions
    | TeachKind
    | TeachConditionIcons
    | TeachCount
    | TeachBonus
    | TeachCap
)
Adjust = AdjustPoints | AdjustSpeed | AdjustExcitement | AdjustElement
Command = (
    Assign
    | AllAssigned
    | NameLayout
    | Redraw
    | AllKeep
    | Commit
    | AllCommitted
    | TurnUp
    | PlaceElement
    | DiscardElement
    | Count
    | Teach
    | Adjust
    | Leave
    | Abandon
)

HOST_COMMANDS: tuple[type, ...] = (*get_args(Teach), *get_args(Adjust), Leave, Abandon)
