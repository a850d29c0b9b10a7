"""What can be entered, and the facts that follow from it.

Commands and events are tagged with their names. `seat` of a command is who makes it, `None` the table.
"""

from msgspec import Struct

from companion.rules.contract import Seat
from companion.rules.cosmic_coasters.components import Components, Space
from companion.rules.cosmic_coasters.state import Ending, Options, Reason, Sign, Verdict
from companion.rules.hidden import Hidden


class Settle(Struct, frozen=True, omit_defaults=True, tag=True):
    """Take a moon, chosen or drawn (CO31)."""

    seat: Seat
    moon: str


class Deploy(Struct, frozen=True, omit_defaults=True, tag=True):
    """Place the fleet, leaving these two Factories of the home moon empty, the lower one first (CO9)."""

    seat: Seat
    empty: tuple[Space, Space]


class Teleport(Struct, frozen=True, omit_defaults=True, tag=True):
    """Send the ship on a pad to a space of another moon, or into nothingness (`None`)."""

    seat: Seat
    pad: Space
    to: Space | None


class Approach(Struct, frozen=True, omit_defaults=True, tag=True):
    """Send the ship on a pad to the guarded moon; the space is named later (CO20)."""

    seat: Seat
    pad: Space
    moon: Seat


class Build(Struct, frozen=True, omit_defaults=True, tag=True):
    """Build a ship on an empty Factory."""

    seat: Seat
    factory: Space


class Move(Struct, frozen=True, omit_defaults=True, tag=True):
    """Move a ship into a connected space, or attack the ship there; `via` is Rapid Transit's way (CO22)."""

    seat: Seat
    origin: Space
    to: Space
    via: Space | None = None


class Pass(Struct, frozen=True, omit_defaults=True, tag=True):
    """Let the turn go by (CO14)."""

    seat: Seat


class Inhibit(Struct, frozen=True, omit_defaults=True, tag=True):
    """Play a round against a ship that is to be teleported to one's home moon, or waive it (CO20)."""

    seat: Seat
    repel: bool


class Land(Struct, frozen=True, omit_defaults=True, tag=True):
    """Name the space on the guarded moon that the ship lands on (CO20)."""

    seat: Seat
    to: Space


class Escape(Struct, frozen=True, omit_defaults=True, tag=True):
    """Get out of the way of a ship that is about to land, or stay and be destroyed (`None`) (CO24)."""

    seat: Seat
    to: Space | None


class Retreat(Struct, frozen=True, omit_defaults=True, tag=True):
    """Say where a ship stays whose attack from two spaces away failed (CO23)."""

    seat: Seat
    to: Space


class Throw(Struct, frozen=True, omit_defaults=True, tag=True):
    """Put in one's hand for a round, seen by nobody else until both are in."""

    seat: Seat
    hand: Hidden[Sign]


class Roll(Struct, frozen=True, omit_defaults=True, tag=True):
    """Tell what the die of the attacker or teleporter shows."""

    seat: Seat
    pips: int


class Report(Struct, frozen=True, omit_defaults=True, tag=True):
    """Tell how a round that was played by hand ended for the one who attacked or teleports."""

    verdict: Verdict
    seat: None = None


class Adjust(Struct, frozen=True, omit_defaults=True, tag=True):
    """Move a ship, add one (no `origin`) or take one away (no `to`), for a reason the rules can't know."""

    ship: Seat
    origin: Space | None
    to: Space | None
    reason: Reason
    seat: None = None


class Leave(Struct, frozen=True, omit_defaults=True, tag=True):
    """The player of this seat leaves the game (CO34)."""

    seat: Seat


class Draw(Struct, frozen=True, omit_defaults=True, tag=True):
    """All survivors agree on a draw (CO27)."""

    seat: None = None


class Abandon(Struct, frozen=True, omit_defaults=True, tag=True):
    """The table gives the game up."""

    seat: None = None


Command = (
    Settle
    | Deploy
    | Teleport
    | Approach
    | Build
    | Move
    | Pass
    | Inhibit
    | Land
    | Escape
    | Retreat
    | Throw
    | Roll
    | Report
    | Adjust
    | Leave
    | Draw
    | Abandon
)

HOST_COMMANDS = (Adjust, Leave, Draw, Abandon)


class Began(Struct, frozen=True, omit_defaults=True, tag=True):
    """A game for so many seats began, with these options and components."""

    seats: int
    first: Seat
    options: Options
    components: Components


class Settled(Struct, frozen=True, omit_defaults=True, tag=True):
    """A seat has its moon."""

    seat: Seat
    moon: str


class MoonAsked(Struct, frozen=True, omit_defaults=True, tag=True):
    """A seat is the next to take a moon."""

    seat: Seat


class FleetsAsked(Struct, frozen=True, omit_defaults=True, tag=True):
    """These seats have to place their fleets."""

    seats: tuple[Seat, ...]


class Deployed(Struct, frozen=True, omit_defaults=True, tag=True):
    """A fleet stands, with these two Factories empty."""

    seat: Seat
    empty: tuple[Space, Space]


class TurnBegan(Struct, frozen=True, omit_defaults=True, tag=True):
    """A seat is on turn."""

    seat: Seat
    turn: int


class Teleported(Struct, frozen=True, omit_defaults=True, tag=True):
    """A seat sent the ship on a pad away; what stood on `to` is destroyed."""

    seat: Seat
    pad: Space
    to: Space | None


class Approached(Struct, frozen=True, omit_defaults=True, tag=True):
    """A seat wants to send the ship on a pad to a guarded moon."""

    seat: Seat
    pad: Space
    moon: Seat


class Challenged(Struct, frozen=True, omit_defaults=True, tag=True):
    """The guarded moon's owner plays a round against it."""

    seat: Seat


class Cleared(Struct, frozen=True, omit_defaults=True, tag=True):
    """The way to the guarded moon is open; after a tie to an empty space only."""

    pad: Space
    moon: Seat
    empty: bool = False


class Alarmed(Struct, frozen=True, omit_defaults=True, tag=True):
    """The ship of `seat` on `to` is warned of the one on `pad`."""

    seat: Seat
    pad: Space
    to: Space


class Built(Struct, frozen=True, omit_defaults=True, tag=True):
    """A seat has a new ship on a Factory."""

    seat: Seat
    factory: Space


class Attacked(Struct, frozen=True, omit_defaults=True, tag=True):
    """A seat attacks the ship on `to`."""

    seat: Seat
    defender: Seat
    origin: Space
    to: Space
    via: Space | None = None


class HandPutIn(Struct, frozen=True, omit_defaults=True, tag=True):
    """A seat's hand for the round is in."""

    seat: Seat
    hand: Hidden[Sign]


class HandsRevealed(Struct, frozen=True, omit_defaults=True, tag=True):
    """Both hands are turned up: the attacker's or teleporter's, then the other."""

    hands: tuple[Sign, Sign]


class Rolled(Struct, frozen=True, omit_defaults=True, tag=True):
    """The die shows so many dots."""

    seat: Seat
    pips: int


class RoundEnded(Struct, frozen=True, omit_defaults=True, tag=True):
    """How the round ended for the one who attacked or teleports."""

    seat: Seat
    opponent: Seat
    verdict: Verdict


class Moved(Struct, frozen=True, omit_defaults=True, tag=True):
    """A ship went from one space to an empty one."""

    seat: Seat
    origin: Space
    to: Space
    via: Space | None = None


class Destroyed(Struct, frozen=True, omit_defaults=True, tag=True):
    """The ship on a space is destroyed."""

    seat: Seat
    space: Space


class Held(Struct, frozen=True, omit_defaults=True, tag=True):
    """An attack from two spaces away failed: its seat decides which of them the ship remains in."""

    seat: Seat
    origin: Space
    via: Space


class Escaped(Struct, frozen=True, omit_defaults=True, tag=True):
    """A ship got out of the way of a landing."""

    seat: Seat
    origin: Space
    to: Space


class Passed(Struct, frozen=True, omit_defaults=True, tag=True):
    """A seat did nothing."""

    seat: Seat


class Eliminated(Struct, frozen=True, omit_defaults=True, tag=True):
    """Seats with one ship at home or none lost by one action; all their ships are destroyed (CO15)."""

    seats: tuple[Seat, ...]


class Left(Struct, frozen=True, omit_defaults=True, tag=True):
    """A seat left the game; all its ships are destroyed (CO34)."""

    seat: Seat


class Reopened(Struct, frozen=True, omit_defaults=True, tag=True):
    """What was under way is dropped; the active seat has its action before it again (CO34)."""


class Adjusted(Struct, frozen=True, omit_defaults=True, tag=True):
    """The host moved, added or took away a ship."""

    ship: Seat
    origin: Space | None
    to: Space | None
    reason: Reason


class Ended(Struct, frozen=True, omit_defaults=True, tag=True):
    """The game is over."""

    ending: Ending
    winners: tuple[Seat, ...]


Event = (
    Began
    | Settled
    | MoonAsked
    | FleetsAsked
    | Deployed
    | TurnBegan
    | Teleported
    | Approached
    | Challenged
    | Cleared
    | Alarmed
    | Built
    | Attacked
    | HandPutIn
    | HandsRevealed
    | Rolled
    | RoundEnded
    | Moved
    | Destroyed
    | Held
    | Escaped
    | Passed
    | Eliminated
    | Left
    | Reopened
    | Adjusted
    | Ended
)
