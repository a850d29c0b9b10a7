"""Who is in the room: the devices that joined, which seat each of them holds, and what else it may do.

A device is known by a token that only it has; here lies nothing but the token's hash. All of it is kept in
a file, so that a restarted companion knows everybody again.
"""

import hashlib
import logging
import secrets
import threading
import time
from collections.abc import Callable
from hmac import compare_digest
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.tablet.limits import Clock, Guesses
from companion.whole_files import write_whole

log = logging.getLogger(__name__)

MOST = 120
"""So many devices are remembered; the one that was away longest makes room for the next."""

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""The join code's letters and digits: none of them looks like another."""

CODE = 8
OFFERED_S = 180.0
"""How long a seat that is handed over waits for the other phone."""


class Person(Struct, frozen=True, omit_defaults=True):
    """A device that joined. It holds the seat of the player `seat`, keeps the score, or looks on.

    `lent` names the player whose seat it handed to another phone, and may take back; `host` is free of that.
    """

    id: str
    token: str
    seat: str = ""
    keeper: bool = False
    watcher: bool = False
    host: bool = False
    lent: str = ""
    seen: float = 0.0

    @property
    def placed(self) -> bool:
        """Whether it has said what it is."""
        return bool(self.seat) or self.keeper or self.watcher


class Offer(Struct, frozen=True):
    """A seat on its way to another phone: by a link that is scanned, or by a few digits."""

    seat: str
    giver: str
    link: str
    digits: str
    until: float


class _Kept(Struct, frozen=True, omit_defaults=True):
    """What lies in the file."""

    link: str
    people: tuple[Person, ...] = ()


class RefusedError(Exception):
    """What somebody asked for is not to be had; the text says why, and what to do."""


def digest(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


class People:
    """The devices of a room; its methods may be called from any thread, `changed` is after each change.

    `alone` says that there is no shared screen: then whoever asks first keeps the score.
    """

    def __init__(
        self, path: Path | None = None, *, alone: bool = True, clock: Clock = time.monotonic
    ) -> None:
        self._path, self._clock, self.alone = path, clock, alone
        self._mutex = threading.RLock()
        self._offers: dict[str, Offer] = {}
        self._present: dict[str, int] = {}
        self.changed: Callable[[], None] = lambda: None
        self.version = 0
        self.pin = f"{secrets.randbelow(10**6):06}"
        kept = _read(path)
        self.link = kept.link
        self._people = {person.id: person for person in kept.people}
        self._pins = Guesses(5, 30, 120, clock)
        self._codes = Guesses(8, 60, 120, clock)
        self._digits = Guesses(4, 40, 120, clock)
        self._keep()

    @property
    def code(self) -> str:
        """The join link in short, to be typed; it changes with the link."""
        number = int.from_bytes(hashlib.sha256(b"code " + self.link.encode()).digest())
        return "".join(LETTERS[number // len(LETTERS) ** place % len(LETTERS)] for place in range(CODE))

    # joining

    def join(self, secret: str, whence: str) -> tuple[str, Person]:
        """Let a device in by the link, the typed code, or a seat's offer: its token, and who it is."""
        with self._mutex:
            if self._codes.closed(whence):
                raise RefusedError(
                    "Too many wrong codes: wait two minutes, then scan the code on the screen."
                )
            typed = secret.upper().replace("-", "").replace(" ", "")
            offer = next((each for each in self._offers.values() if _same(each.link, secret)), None)
            if not (offer or _same(self.link, secret) or _same(self.code, typed)):
                self._codes.wrong(whence)
                raise RefusedError("That code is not right, or no longer. Scan the one on the screen.")
            token = secrets.token_urlsafe(32)
            person = Person(secrets.token_hex(4), digest(token), seen=time.time())
            self._make_room()
            self._people[person.id] = person
            if offer is not None and offer.until > self._clock():
                self._move(offer, person)
            self._keep()
        self._tell()
        return token, self._people[person.id]

    def taken(self, id_: str, link: str) -> None:
        """A device that had joined already scans a link: if a seat is offered by it, that is taken."""
        with self._mutex:
            person = self._people.get(id_)
            offer = next((each for each in self._offers.values() if _same(each.link, link)), None)
            if person is None or offer is None or offer.until <= self._clock():
                return
            self._move(offer, person)
            self._keep()
        self._tell()

    def find(self, token: str) -> Person | None:
        """Whose token this is."""
        wanted = digest(token)
        with self._mutex:
            return next((each for each in self._people.values() if compare_digest(each.token, wanted)), None)

    def person(self, id_: str) -> Person | None:
        """The device of this id, if it is still known."""
        return self._people.get(id_)

    def all(self) -> tuple[Person, ...]:
        """Everybody."""
        with self._mutex:
            return tuple(self._people.values())

    def holder(self, seat: str) -> Person | None:
        """The device that holds this player's seat."""
        return next((each for each in self.all() if each.seat == seat), None)

    def held(self, names: tuple[str, ...]) -> frozenset[int]:
        """The seats of these players that have a phone."""
        return frozenset(names.index(each.seat) for each in self.all() if each.seat in names)

    def here(self, id_: str, change: int) -> None:
        """A page of this device came, or went."""
        with self._mutex:
            self._present[id_] = self._present.get(id_, 0) + change
            if self._present[id_] <= 0:
                del self._present[id_]
            person = self._people.get(id_)
            if person is not None:
                self._people[id_] = replace(person, seen=time.time())

    def present(self, id_: str) -> bool:
        """Whether a page of this device is open."""
        return id_ in self._present

    @property
    def count(self) -> int:
        """How many devices have a page open."""
        return len(self._present)

    # roles

    def claim(self, id_: str, seat: str) -> None:
        """Take a free seat."""
        with self._mutex:
            person, holder = self._known(id_), self.holder(seat)
            if holder is not None and holder.id != id_:
                raise RefusedError(
                    f"{seat} has a phone already: let that one hand the seat over, or ask the host."
                )
            self._become(person, seat=seat)

    def keep_score(self, id_: str) -> None:
        """Become the scorekeeper: with the host's PIN, or as the first where there is no shared screen."""
        with self._mutex:
            person = self._known(id_)
            taken = any(each.keeper and each.id != id_ for each in self._people.values())
            if not (person.host or person.keeper or (self.alone and not taken)):
                where = "Somebody keeps the score already" if taken else "The shared screen keeps the score"
                raise RefusedError(f"{where}: enter the host’s PIN first to do it as well.")
            self._become(person, keeper=True)

    def watch(self, id_: str) -> None:
        """Look on."""
        with self._mutex:
            self._become(self._known(id_), watcher=True)

    def stand_up(self, id_: str) -> None:
        """Be nothing for now: the seat is free."""
        with self._mutex:
            self._become(self._known(id_))

    def unlock(self, id_: str, pin: str) -> None:
        """Become the host, by the PIN."""
        with self._mutex:
            person = self._known(id_)
            if self._pins.closed(id_):
                raise RefusedError("Too many wrong PINs: wait two minutes.")
            if not _same(self.pin, pin.strip()):
                self._pins.wrong(id_)
                raise RefusedError("That is not the PIN. It stands beside the code to scan.")
            self._put(replace(person, host=True))

    def lock(self, id_: str) -> None:
        """Be the host no more."""
        with self._mutex:
            self._put(replace(self._known(id_), host=False))

    # a seat's way to another phone

    def offer(self, id_: str) -> Offer:
        """Offer the own seat to another phone."""
        with self._mutex:
            person = self._known(id_)
            if not person.seat:
                raise RefusedError("There is no seat to hand over.")
            digits = f"{secrets.randbelow(10**4):04}"
            made = Offer(person.seat, id_, secrets.token_urlsafe(24), digits, self._clock() + OFFERED_S)
            self._offers[person.seat] = made
        self._tell()
        return made

    def offered(self, seat: str) -> Offer | None:
        """The offer of this seat that still stands."""
        with self._mutex:
            offer = self._offers.get(seat)
            holder = self.holder(seat)
            if offer is None or offer.until <= self._clock() or holder is None or holder.id != offer.giver:
                self._offers.pop(seat, None)
                return None
            return offer

    def withdraw(self, id_: str) -> None:
        """Hand the seat over to nobody."""
        with self._mutex:
            self._offers = {seat: each for seat, each in self._offers.items() if each.giver != id_}
        self._tell()

    def accept(self, id_: str, seat: str, digits: str) -> None:
        """Take a seat that is offered, by the digits on the other phone."""
        with self._mutex:
            person, offer = self._known(id_), self.offered(seat)
            if self._digits.closed(id_):
                raise RefusedError("Too many wrong digits: wait two minutes.")
            if offer is None:
                raise RefusedError(f"{seat}’s seat is not handed over just now.")
            if not _same(offer.digits, digits.strip()):
                self._digits.wrong(id_)
                if self._digits.closed(id_):
                    self._offers.pop(seat, None)
                raise RefusedError("Those are not the digits on the other phone.")
            self._move(offer, person)
            self._keep()
        self._tell()

    def reclaim(self, id_: str) -> None:
        """Take the seat back that was handed over."""
        with self._mutex:
            person = self._known(id_)
            if not person.lent:
                raise RefusedError("No seat of yours is with another phone.")
            self._leave(person.lent)
            self._become(person, seat=person.lent)

    def free(self, seat: str) -> None:
        """Take a seat from its phone, as the host."""
        with self._mutex:
            self._leave(seat)
            for each in tuple(self._people.values()):
                if each.lent == seat:
                    self._people[each.id] = replace(each, lent="")
            self._keep()
        self._tell()

    def renew(self) -> None:
        """Take a new link and PIN, and forget every device that holds no seat and keeps no score."""
        with self._mutex:
            self.link, self.pin = _fresh(), f"{secrets.randbelow(10**6):06}"
            self._offers.clear()
            kept = (each for each in self._people.values() if each.seat or each.keeper or each.host)
            self._people = {each.id: each for each in kept}
            self._keep()
        self._tell()

    def _tell(self) -> None:
        self.version += 1
        self.changed()

    def _known(self, id_: str) -> Person:
        person = self._people.get(id_)
        if person is None:
            raise RefusedError("This device is not known any more: scan the code again.")
        return person

    def _become(self, person: Person, *, seat: str = "", keeper: bool = False, watcher: bool = False) -> None:
        lent = "" if seat else person.lent
        self._put(replace(person, seat=seat, keeper=keeper, watcher=watcher, lent=lent))

    def _put(self, person: Person) -> None:
        self._people[person.id] = person
        self._keep()
        self._tell()

    def _move(self, offer: Offer, taker: Person) -> None:
        giver = self._people.get(offer.giver)
        if giver is not None and giver.id != taker.id:
            self._people[giver.id] = replace(giver, seat="", watcher=True, lent=offer.seat)
        self._people[taker.id] = replace(taker, seat=offer.seat, keeper=False, watcher=False)
        self._offers.pop(offer.seat, None)

    def _leave(self, seat: str) -> None:
        self._offers.pop(seat, None)
        for each in tuple(self._people.values()):
            if each.seat == seat:
                self._people[each.id] = replace(each, seat="", watcher=True)

    def _make_room(self) -> None:
        while len(self._people) >= MOST:
            idle = [each for each in self._people.values() if each.id not in self._present]
            oldest = min(idle or self._people.values(), key=lambda each: (each.placed, each.seen))
            del self._people[oldest.id]

    def _keep(self) -> None:
        """Keep who is who; on a full disk the evening goes on, and phones scan once more after a restart."""
        if self._path is None:
            return
        data = msgspec.json.encode(_Kept(self.link, tuple(self._people.values())))
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self._path, data, private=True)
        except OSError as error:
            log.warning(
                "%s: can't be written (%s); after a restart phones must scan again",
                self._path,
                error.strerror or error,
            )


def _read(path: Path | None) -> _Kept:
    """What was kept; a file that can't be read is as good as none: everybody scans once more."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=_Kept) if path is not None else _Kept(_fresh())
    except (OSError, ValueError, RecursionError):  # any bytes may lie there
        return _Kept(_fresh())


def _fresh() -> str:
    return secrets.token_urlsafe(18)


def _same(one: str, other: str) -> bool:
    return compare_digest(one.encode(), other.encode())
