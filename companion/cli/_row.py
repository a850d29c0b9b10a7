"""The cards of the row in a room without a touchscreen: read from the photos that phones send."""

import logging
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.kiosk.decks import Decks, Known
from companion.rules.contract import TABLE
from companion.table import Table
from companion.tablet.reading import Photo

if TYPE_CHECKING:
    from companion.kiosk.lens import Lens
    from companion.table.cards import Cards
    from companion.table.in_view import Progress

log = logging.getLogger(__name__)

SMALL_PX = 64
"""At this size a photo of one colour has no grain left."""


class Row:
    """Reads photos for the table that is played; nothing of it is loaded before the first one is there."""

    def __init__(self, decks: Decks) -> None:
        self.names: dict[str, str] = {}
        self.twins: dict[str, tuple[str, ...]] = {}
        self._decks = decks
        self._mutex = threading.Lock()
        self._listeners: list[Callable[[], None]] = []
        self._table: Table | None = None
        self._lens: Lens | None = None
        self._cards: Cards | None = None
        self._deck: Path | None = None
        self._photo: Photo | None = None
        self._entered: tuple[int, tuple[str, ...]] = (0, ())
        self._ends: list[Callable[[], None]] = []

    def watch(self, table: Table | None) -> None:
        """Read for this table from now on, or for none."""
        with self._mutex:
            ends, self._ends = self._ends, []
            self._table, self._lens, self._cards, self._photo = table, None, None, None
            self._deck = None
            self._entered = (0, ())
        for end in ends:
            end()

    def subscribe(self, listener: Callable[[], None]) -> None:
        """Have a listener called whenever something else is seen; it must be quick."""
        self._listeners.append(listener)

    def give(self, photo: bytes) -> None:
        """Take a photo, in any thread; a ValueError says why it is not taken."""
        from companion.cards.pictures import FLAT, grey_of
        from companion.table.laying import card_asks
        from companion.table.turning import turn_asks

        table = self._table
        if table is None:
            raise ValueError("there is no game on the table")
        self._forget_lost_deck()
        state = table.view(TABLE).state
        if not (card_asks(table.rules, state) or turn_asks(table.rules, state)):
            raise ValueError("nothing that lies on the table is asked for now")
        lens = self._opened(table)
        lens.give(photo)
        frame = lens.newest()
        if frame is not None:
            with self._mutex:
                if self._lens is lens and (
                    self._photo is None or self._photo.n < frame.n or self._photo.unread
                ):
                    flat = bool(grey_of(frame.picture, SMALL_PX)[0].std() < FLAT)
                    self._photo = Photo(frame.n, flat=flat)
            self._tell()

    def _opened(self, table: Table) -> "Lens":
        from companion.kiosk.lens import Lens

        with self._mutex:
            if self._table is not table:
                raise ValueError("the table has changed meanwhile")
            if self._lens is None:
                lens = self._lens = Lens("phone:")
                self._ends.append(lens.shut)
                threading.Thread(target=self._sit, args=(table, lens), name="row", daemon=True).start()
            return self._lens

    def _forget_lost_deck(self) -> None:
        """A deck whose folder was deleted meanwhile is made anew for this photo."""
        with self._mutex:
            if self._deck is None or self._deck.is_dir():
                return
            ends, self._ends = self._ends, []
            self._lens = self._cards = self._photo = self._deck = None
        for end in ends:
            end()

    def _sit(self, table: Table, lens: "Lens") -> None:
        """Learn the cards and look; where there is no deck that is told, and the next photo tries again."""
        try:
            known = self._decks.of(table.rules.name, table.setup.components)
            there = self._look(table, lens, known)
        except Exception:  # whatever it is, the page is told, and the next photo begins anew
            log.exception("the cards can't be learned")
            there = False
        with self._mutex:
            if not there and self._lens is lens:
                n = self._photo.n if self._photo is not None else 0
                self._lens, self._cards, self._photo = None, None, Photo(n, unread=True)
        self._tell()

    def _look(self, table: Table, lens: "Lens", known: Known) -> bool:
        """Whether there is a deck to look for; then it is looked for from now on."""
        from companion.cards.watching import Watching
        from companion.table.cards import Cards

        with self._mutex:
            if known.folder is None or self._table is not table or self._lens is not lens:
                return False
            watching = Watching(lens, known.folder)
            cards = Cards(table, watching, known.twins)
            unsubscribe = cards.subscribe(self._seen)
            self._ends += [unsubscribe, cards.watch(), watching.close]
            self._cards, self._deck, self.names, self.twins = cards, known.folder, known.names, known.twins
        return True

    def _seen(self, progress: "Progress") -> None:
        """Remember what the newest photo entered: what is looked at next says only what is asked then."""
        from companion.table.in_view import Phase, Standing

        new = tuple(each.card for each in progress.seen if each.standing is Standing.NEW)
        n, before = self._entered
        if progress.phase is Phase.ENTERED:
            self._entered = (progress.n, (*before, *new) if n == progress.n else new)
        elif (
            progress.phase is Phase.IDLE
            or progress.why == "again"
            or (progress.phase is Phase.REFUSED and new)
        ):
            self._entered = (0, ())
        self._tell()

    def _tell(self) -> None:
        for listener in tuple(self._listeners):
            listener()

    def photo(self) -> Photo | None:
        """The newest photo, and what was entered from it."""
        photo, (n, cards) = self._photo, self._entered
        return photo if photo is None or photo.n != n else replace(photo, entered=cards)

    def progress(self) -> "Progress | None":
        """The cards as they lie; None before there was a photo."""
        return self._cards.progress() if self._cards is not None else None

    def confirm(self) -> None:
        """All that is seen is right."""
        if self._cards is not None:
            self._cards.confirm()

    def take(self, place: int) -> None:
        """The card at this place in reading order is the one that is asked for."""
        if self._cards is not None:
            self._cards.take(place)

    def close(self) -> None:
        """Read no more."""
        self.watch(None)
