"""How a rehearsal goes on: whose move is next, and what it is, from the seed and the evening so far.

Nothing here remembers anything. Every draw, throw and choice comes from `chance` of the seed and of
the number of entries so far, so that an evening that was interrupted goes on as if it had not been.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Protocol

from msgspec import Struct

from companion.marbles.physics import Ride
from companion.rules.contract import TABLE, Amount, Ask, Observe, Seat, Sensed, Setup, Viewer
from companion.table import Told, View


class Table(Protocol):
    """What a rehearsal looks at: the table, as each viewer sees it."""

    def view(self, viewer: Viewer) -> View:
        """The state and the asks of this viewer, redacted."""

    def history(self, viewer: Viewer) -> tuple[Told, ...]:
        """What has happened so far, redacted."""


class Seen(Struct, frozen=True):
    """All that one seat goes by: its view of the state, its own asks, the cards in its hand, the past.

    `temper` makes random numbers that are the same all evening: what this player is like.
    """

    seat: Seat
    state: Any
    asks: tuple[Ask[Any], ...]
    secrets: tuple[str, ...]
    history: Callable[[], tuple[Told, ...]]
    temper: Callable[[], Random]


class World(Protocol):
    """What lies, rolls and is thrown on the pretend table of one evening.

    It knows by its seed what nobody at the table does: the order of the decks and the cards dealt
    face down. It is asked with the state that lies open for everybody.
    """

    def setting(self, seats: int) -> Setup:
        """Who plays, and with which options."""

    def secrets(self, state: Any, seat: Seat) -> tuple[str, ...]:
        """The cards whose faces only this seat sees now."""

    def ride(self, state: Any, ask: Observe[Any], random: Random) -> Ride:
        """What truly happens to the marble that an ask for a RUN awaits."""

    def tell(self, state: Any, ask: Observe[Any] | Amount[Any], random: Random) -> Any:
        """The command that enters the true fact, or None where the table need not say it now."""

    def phone(self, state: Any, command: Any) -> Seat | None:
        """The seat that enters this on its own phone, None where it is entered on the shared screen."""


class Player(Protocol):
    """Somebody who tries to win; one value plays every seat, from what that seat sees."""

    def choose(self, seen: Seen, random: Random) -> Any:
        """The command this seat enters, one of what its asks offer; None leaves it to the others."""


class Move(Struct, frozen=True):
    """The next entry of the evening: its number, the command, the ask it answers and who enters it.

    `ride` is the marble's, where the command tells how far one ran.
    """

    n: int
    command: Any
    ask: Ask[Any]
    by: Viewer = TABLE
    ride: Ride | None = None


def chance(seed: int, *what: int | str) -> Random:
    """Random numbers for one purpose, the same in every process."""
    return Random(":".join(map(str, (seed, *what))))


class Rehearsal(Struct, frozen=True):
    """A game's world and its players on one evening."""

    seed: int
    world: World
    player: Player

    def next(self, table: Table) -> Move | None:
        """The next entry, or None when nobody has anything to enter."""
        return self._chosen(table) or told(self.world, table, self.seed)

    def _chosen(self, table: Table) -> Move | None:
        """What the first seat that has something to choose enters."""
        view = table.view(TABLE)
        for seat in dict.fromkeys(ask.seat for ask in view.asks if ask.seat is not None):
            seen = self._seen(table, seat)
            command = self.player.choose(seen, chance(self.seed, "seat", seat, view.n))
            if command is not None:
                by = Viewer(seat=self.world.phone(view.state, command))
                return Move(view.n + 1, command, _asked(seen.asks, command), by)
        return None

    def _seen(self, table: Table, seat: Seat) -> Seen:
        viewer = Viewer(seat=seat)
        view = table.view(viewer)
        return Seen(
            seat,
            view.state,
            tuple(ask for ask in view.asks if ask.seat == seat),
            self.world.secrets(view.state, seat),
            lambda: table.history(viewer),
            lambda: chance(self.seed, "temper", seat),
        )


def told(world: World, table: Table, seed: int) -> Move | None:
    """The next fact that the pretend table tells, or None where the players must choose first."""
    view = table.view(TABLE)
    for number, ask in enumerate(_open_asks(table)):
        if not isinstance(ask, Observe | Amount):
            continue
        what = ("table", number, view.n)
        command = world.tell(view.state, ask, chance(seed, *what))
        if command is None:
            continue
        ride = None
        if isinstance(ask, Observe) and ask.sensed is Sensed.RUN:
            ride = world.ride(view.state, ask, chance(seed, *what))
        return Move(view.n + 1, command, ask, Viewer(seat=world.phone(view.state, command)), ride)
    return None


def _open_asks(table: Table) -> Iterator[Ask[Any]]:
    """All asks, each as the one sees it who is asked: what a seat may put in face down is in its own."""
    view = table.view(TABLE)
    yield from (ask for ask in view.asks if ask.seat is None)
    for seat in dict.fromkeys(ask.seat for ask in view.asks if ask.seat is not None):
        yield from (ask for ask in table.view(Viewer(seat=seat)).asks if ask.seat == seat)


def _asked(asks: tuple[Ask[Any], ...], command: Any) -> Ask[Any]:
    """The ask that this command answers."""
    found = next((ask for ask in asks if offers(ask, command)), None)
    if found is None:
        raise ValueError(f"nothing asks for {command!r}")
    return found


def offers(ask: Ask[Any], command: Any) -> bool:
    """Whether the ask offers this command."""
    if not isinstance(ask, Amount):
        return command in ask.options
    if type(command) is not type(ask.command):
        return False
    value = getattr(command, ask.field)
    note = getattr(command, ask.note) if ask.note else ""
    return isinstance(value, int) and ask.low <= value <= ask.high and ask.option(value, note) == command
