"""What stands on the moons, whose turn it is, and what the turn waits for."""

from enum import StrEnum

from msgspec import Struct

from companion.rules.contract import Seat
from companion.rules.cosmic_coasters.components import (
    CONTROL,
    FLEET,
    SPACES,
    Chart,
    Components,
    Power,
    Ships,
    Space,
    chart,
    spaces_of,
)
from companion.rules.hidden import Hidden


class Sign(StrEnum):
    """What a hand shows in a round."""

    ROCK = "rock"
    PAPER = "paper"
    SCISSORS = "scissors"


class Verdict(StrEnum):
    """How a round ends for the one who attacks or teleports."""

    WIN = "win"
    DRAW = "draw"
    LOSE = "lose"


class Combat(StrEnum):
    """How rounds are played (CO12): hands entered in secret, hands shown at the table, or dice."""

    HANDS = "hands"
    RESULT = "result"
    DICE = "dice"


class Moons(StrEnum):
    """How the moons find their players (CO31)."""

    CHOSEN = "chosen"
    DRAWN = "drawn"


class Switch(StrEnum):
    """Whether something is played with."""

    ON = "on"
    OFF = "off"


class Control(StrEnum):
    """What others may hold around a pad that one player controls (CO2)."""

    ONE_EACH = "one-each"
    NONE = "none"


class Passing(StrEnum):
    """When a turn may be passed (CO14)."""

    ALLOWED = "allowed"
    FORCED = "forced"


class Failing(StrEnum):
    """Which rounds are failed attacks from two spaces away, after which the ship may stay midway (CO23)."""

    LOSE_OR_DRAW = "lose-or-draw"
    LOSE = "lose"


class Options(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What the table chose before the game."""

    combat: Combat = Combat.HANDS
    powers: Switch = Switch.ON
    moons: Moons = Moons.CHOSEN
    control: Control = Control.ONE_EACH
    passing: Passing = Passing.ALLOWED
    failing: Failing = Failing.LOSE_OR_DRAW


Thrown = Hidden[Sign] | None
"""A hand put in for a round that is not turned up yet, or None where there is none yet."""


class Settling(Struct, frozen=True, omit_defaults=True, tag=True):
    """A seat chooses or draws its moon."""

    seat: Seat


class Deploying(Struct, frozen=True, omit_defaults=True, tag=True):
    """These seats still have to place their fleets."""

    open: tuple[Seat, ...]


class Acting(Struct, frozen=True, omit_defaults=True, tag=True):
    """The active seat has its action before it."""


class Inhibition(Struct, frozen=True, omit_defaults=True, tag=True):
    """The ship on `pad` is to go to `moon`, whose owner may play a round against it (CO20)."""

    pad: Space
    moon: Seat


class Challenge(Struct, frozen=True, omit_defaults=True, tag=True):
    """The round for the way from `pad` to `moon`; the hands are the teleporter's and the owner's."""

    pad: Space
    moon: Seat
    hands: tuple[Thrown, Thrown] = (None, None)


class Landing(Struct, frozen=True, omit_defaults=True, tag=True):
    """The way from `pad` to `moon` is open; after a tie to an empty space only."""

    pad: Space
    moon: Seat
    empty: bool = False


class Alarm(Struct, frozen=True, omit_defaults=True, tag=True):
    """The ship on `pad` is about to land on `to`, whose ship belongs to `seat` and may escape (CO24)."""

    seat: Seat
    pad: Space
    to: Space


class Attack(Struct, frozen=True, omit_defaults=True, tag=True):
    """A round between the ship on `origin` and the defender's on `to`; the hands are in this order, too."""

    defender: Seat
    origin: Space
    to: Space
    via: Space | None = None
    hands: tuple[Thrown, Thrown] = (None, None)


class Retreating(Struct, frozen=True, omit_defaults=True, tag=True):
    """An attack from two spaces away failed; its ship stays on `origin` or on `via` (CO23)."""

    origin: Space
    via: Space


class Ending(StrEnum):
    """How a game can end."""

    HOME = "home"
    SURVIVOR = "last-survivor"
    DRAW = "agreed-draw"
    ABANDONED = "abandoned"


class Over(Struct, frozen=True, omit_defaults=True, tag=True):
    """The game has ended; the winners share the first rank."""

    ending: Ending
    winners: tuple[Seat, ...]


Round = Attack | Challenge
Pending = (
    Settling | Deploying | Acting | Inhibition | Challenge | Landing | Alarm | Attack | Retreating | Over
)


class Exit(Struct, frozen=True, omit_defaults=True):
    """When a seat went out: `order` counts the actions that put somebody out, from 1."""

    order: int
    turn: int
    left: bool = False


class Reason(StrEnum):
    """Why the host adjusts the ships on the screen."""

    MISPLACED = "misplaced"
    TABLE_RULING = "table-ruling"


class Adjustment(Struct, frozen=True, omit_defaults=True):
    """A ship that the host moved, added (no `origin`) or took away (no `to`)."""

    ship: Seat
    origin: Space | None
    to: Space | None
    reason: Reason
    turn: int


class State(Struct, frozen=True, omit_defaults=True):
    """The whole game. `ships` says for each space whose ship stands there; moon `k` is the home of seat `k`.

    `moons` holds the moons' names, empty where none lies; `powers` what each seat can use now.
    """

    components: Components
    options: Options
    first: Seat
    ships: Ships
    moons: tuple[str, ...]
    powers: tuple[Power | None, ...]
    out: tuple[Exit | None, ...]
    pending: Pending
    active: Seat
    turn: int = 1
    adjustments: tuple[Adjustment, ...] = ()

    @property
    def seats(self) -> int:
        """How many have begun to play."""
        return len(self.moons)

    @property
    def chart(self) -> Chart:
        """The spaces and how they are connected."""
        return chart(self.components.board, len(self.moons))

    @property
    def survivors(self) -> tuple[Seat, ...]:
        """The seats still in the game, clockwise."""
        return tuple(seat for seat, gone in enumerate(self.out) if gone is None)


def home(state: State, seat: Seat) -> int:
    """A seat's ships on its home moon."""
    return state.ships[seat * SPACES : (seat + 1) * SPACES].count(seat)


def home_after(state: State, seat: Seat, origin: Space | None, to: Space | None) -> int:
    """A seat's ships on its home moon if the host took one from `origin` to `to`."""
    moon = spaces_of(seat)
    return home(state, seat) - (origin in moon) + (to in moon)


def spare(state: State, seat: Seat) -> int:
    """A seat's spare parts: its destroyed ships (CO13)."""
    return FLEET - state.ships.count(seat)


def held(state: State, seat: Seat, moon: Seat) -> int:
    """The Control Points of a moon that a seat occupies."""
    return state.chart.holders[moon](state.ships).count(seat)


def tolerated(state: State) -> int:
    """The Control Points that each other seat may hold around a pad that one controls (CO2)."""
    return CONTROL - 1 if state.options.control is Control.ONE_EACH else 0


def controls(state: State, seat: Seat, moon: Seat) -> bool:
    """Whether a seat controls a moon's Teleport Pad (CO2)."""
    holders = state.chart.holders[moon](state.ships)
    own = holders.count(seat)
    if own < CONTROL:
        return False
    if state.options.control is Control.NONE:
        return own + holders.count(None) == len(holders)
    return all(holder in (seat, None) or holders.count(holder) < CONTROL for holder in holders)


def guarded(state: State, seat: Seat, moon: Seat) -> bool:
    """Whether this moon's owner can stop this seat from teleporting there (CO20)."""
    return state.powers[moon] is Power.INHIBITOR and moon != seat


def empty_spaces(state: State, moon: Seat) -> tuple[Space, ...]:
    """The empty spaces of a moon."""
    return tuple(space for space in spaces_of(moon) if state.ships[space] is None)


def escapes(state: State, space: Space) -> tuple[Space, ...]:
    """The adjacent empty spaces that the ship here can escape into (CO24)."""
    return tuple(near for near in state.chart.neighbours[space] if state.ships[near] is None)


def opponent(pending: Round) -> Seat:
    """Who plays a round against the active seat."""
    return pending.moon if isinstance(pending, Challenge) else pending.defender


def following(state: State, seat: Seat) -> Seat:
    """The next surviving seat clockwise (CO29)."""
    seats = state.seats
    seat = (seat + 1) % seats
    while state.out[seat] is not None:
        seat = (seat + 1) % seats
    return seat
