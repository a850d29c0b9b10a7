"""How a rehearsal goes on: whose move is next, and what it is, from the seed and the evening so far.

Nothing here remembers anything. Every draw, throw and choice comes from `chance` of the seed and of
the number of entries so far, so that an evening that was interrupted goes on as if it had not been.
"""

from random import Random
from typing import Any, Protocol

from msgspec import Struct

from companion.rules.contract import TABLE, Amount, Ask, Observe, Outcome, Seat, Setup, Viewer


class View(Protocol):
    """What a viewer sees of the table: state and asks, redacted, after entry `n`."""

    @property
    def n(self) -> int:
        """The number of the last entry."""

    @property
    def state(self) -> Any:
        """The game's state, redacted."""

    @property
    def asks(self) -> tuple[Ask[Any], ...]:
        """All that this viewer may enter."""

    @property
    def outcome(self) -> Outcome | None:
        """The ranking, once the game is over."""


class Table(Protocol):
    """Something that can be looked at: the table itself, or a game played without one."""

    def view(self, viewer: Viewer) -> View:
        """The table as this viewer sees it."""


class World(Protocol):
    """What lies, rolls and is thrown on the pretend table of one evening.

    It knows by its seed what nobody at the table does: the order of the decks and the cards dealt
    face down. It is asked with the state that lies open for everybody.
    """

    def setting(self, seats: int) -> Setup:
        """Who plays, and with which options."""

    def secrets(self, state: Any, seat: Seat) -> tuple[str, ...]:
        """The cards that lie face down before this seat, which may look at them."""

    def tell(self, state: Any, ask: Observe[Any] | Amount[Any], random: Random) -> Any:
        """The command that enters the true fact, or None where the table need not say it now."""


class Player(Protocol):
    """Somebody who tries to win; one value plays every seat, from what that seat sees."""

    def choose(
        self, state: Any, seat: Seat, asks: tuple[Ask[Any], ...], secrets: tuple[str, ...], random: Random
    ) -> Any:
        """The command this seat enters, one of what `asks` offers; None leaves it to the others."""


class Move(Struct, frozen=True):
    """The next entry of the evening: a command, the ask it answers, and the entry's number."""

    n: int
    command: Any
    ask: Ask[Any]


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
            seen = table.view(Viewer(seat=seat))
            own = tuple(ask for ask in seen.asks if ask.seat == seat)
            secrets = self.world.secrets(seen.state, seat)
            random = chance(self.seed, "seat", seat, view.n)
            command = self.player.choose(seen.state, seat, own, secrets, random)
            if command is not None:
                return Move(view.n + 1, command, _asked(view, command))
        return None


def told(world: World, table: Table, seed: int) -> Move | None:
    """The next fact that the pretend table tells, or None where the players must choose first."""
    view = table.view(TABLE)
    for number, ask in enumerate(view.asks):
        if isinstance(ask, Observe | Amount):
            command = world.tell(view.state, ask, chance(seed, "table", number, view.n))
            if command is not None:
                return Move(view.n + 1, command, ask)
    return None


def _asked(view: View, command: Any) -> Ask[Any]:
    """The ask that this command answers."""
    found = next((ask for ask in view.asks if offers(ask, command)), None)
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
