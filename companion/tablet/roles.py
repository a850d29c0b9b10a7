"""What a device may do at the table on it now."""

from msgspec import Struct

from companion.rules.contract import TABLE, Seat, Viewer
from companion.table import Table
from companion.tablet.people import Person


class Role(Struct, frozen=True):
    """A place at the table: `seat` plays from there, `shared` keeps the score for all, `host` has the PIN.

    Whoever is nothing of these looks on, once `placed`; before it, it is only asked what it wants to be.
    """

    seat: Seat | None = None
    shared: bool = False
    host: bool = False
    placed: bool = False

    @property
    def viewer(self) -> Viewer:
        """What it may see: its own things, or what lies open."""
        return TABLE if self.seat is None else Viewer(seat=self.seat)

    @property
    def enters(self) -> bool:
        """Whether it may answer what the game asks."""
        return self.seat is not None or self.shared


def role_of(person: Person, table: Table | None) -> Role:
    """The role of a device; who holds the seat of somebody that does not play this game must choose anew."""
    if person.seat:
        names = table.setup.names if table is not None else ()
        seat = names.index(person.seat) if person.seat in names else None
        return Role(seat, host=person.host, placed=seat is not None or table is None)
    return Role(None, person.keeper, person.host, placed=person.keeper or person.watcher)
