"""What a device asks to be: a seat, the scorekeeper, an onlooker, the host; and a seat's way to another."""

from typing import Any

from companion.table import Table
from companion.tablet import messages as said
from companion.tablet.people import People, RefusedError


def speak(people: People, table: Table | None, id_: str, message: Any) -> None:
    """Do what a device asks for itself; RefusedError says why not."""
    match message:
        case said.Claim():
            if table is None or message.name not in table.setup.names:
                raise RefusedError("Nobody of that name plays.")
            if message.digits:
                people.accept(id_, message.name, message.digits)
            else:
                people.claim(id_, message.name)
        case said.Become(role="keeper"):
            people.keep_score(id_)
        case said.Become(role="watcher"):
            people.watch(id_)
        case said.Become(role=""):
            people.stand_up(id_)
        case said.Become():
            raise RefusedError("There is no such place at the table: keep the score, look on, or be nothing.")
        case said.Unlock(pin=""):
            people.lock(id_)
        case said.Unlock():
            people.unlock(id_, message.pin)
        case said.Hand(how="offer"):
            people.offer(id_)
        case said.Hand(how="withdraw"):
            people.withdraw(id_)
        case said.Hand():
            people.reclaim(id_)
        case said.Free() | said.Renew():
            person = people.person(id_)
            if person is None or not person.host:
                raise RefusedError("That is the host’s: enter the PIN first.")
            if isinstance(message, said.Free):
                people.free(message.name)
            else:
                people.renew()
