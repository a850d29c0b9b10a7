"""The camera above the table: opened when a card is asked for, watched for the table that is shown.

Pictures need libraries that take a while to load: nothing of `companion.cards` is loaded before it is used.
"""

import logging
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.kiosk.decks import Decks, Known
from companion.kiosk.session import Shown
from companion.kiosk.worker import Worker
from companion.rules.contract import Observe, Sensed
from companion.table import Table

if TYPE_CHECKING:
    from companion.cards.camera import CameraStatus
    from companion.cards.pictures import Picture
    from companion.cards.viewing import Preview
    from companion.kiosk.lens import Gate, Lens, Watched
    from companion.table.cards import Cards
    from companion.table.in_view import Progress

log = logging.getLogger(__name__)

HELP_S = 3.0
"""How long is waited at the end for what is done beside everything else."""

AWAITED = frozenset({"watching", "doubtful", "refused", "blind"})
"""The phases in which the camera looks for something that the table is asked."""


class Cameras:
    """Owns the camera and who looks through it; what its threads say reaches the screen by the worker.

    `address` says what the owner chose, empty for no camera. All methods are the screen's thread's.
    """

    def __init__(self, worker: Worker, decks: Decks, address: Callable[[], str]) -> None:
        self.cards: Cards | None = None
        self.known = Known()
        self.problem = ""
        self.decks = decks
        self.opener: Callable[[str], Lens] = _lens
        self.watcher: Callable[[Lens, Path], Watched] = _watching
        self._worker, self._address = worker, address
        self._lens: Lens | None = None
        self._gate: Gate | None = None
        self._table: Table | None = None
        self._changed: Callable[[], None] = lambda: None
        self._stop: Callable[[], None] | None = None
        self._said: tuple[str, str] = ("", "")
        self._held = self._by_choice = False
        self._helpers: set[threading.Thread] = set()

    # the camera

    @property
    def chosen(self) -> bool:
        """Whether there is to be a camera."""
        return bool(self._address())

    def look(self, changed: Callable[[], None]) -> None:
        """Have the chosen camera opened, if it is not; `changed` is called once it is, or can't be."""
        address = self._address()
        if self._lens is not None and self._lens.address == address:
            return
        self._let_go()
        if not address:
            return

        def opened() -> "Lens | str":
            from companion.cards.camera import CameraAddressError

            try:
                return self.opener(address)
            except CameraAddressError as error:
                return str(error)

        self.aside(opened, lambda found: self._opened(address, found, changed))

    def _opened(self, address: str, found: "Lens | str", changed: Callable[[], None]) -> None:
        if address != self._address():  # another one was chosen meanwhile
            if not isinstance(found, str):
                found.shut()
            return
        if isinstance(found, str):
            self.problem = found
        elif self._lens is None:
            self.problem, self._lens = "", found
        elif found is not self._lens:
            found.shut()
        changed()

    def preview(self, after: int, longest: int) -> "Preview | None":
        """The newest picture, if its number is above `after`, at most so many pixels long."""
        return self._lens.finder.newest(after, longest) if self._lens is not None else None

    def picture(self) -> "Picture | None":
        """The newest picture as the camera took it."""
        frame = self._lens.newest() if self._lens is not None else None
        return frame.picture if frame is not None else None

    @property
    def seen(self) -> int:
        """How many pictures the camera has given."""
        frame = self._lens.newest() if self._lens is not None else None
        return frame.n if frame is not None else 0

    def status(self) -> "CameraStatus | None":
        """How the camera stands; None where there is none."""
        return self._lens.status() if self._lens is not None else None

    def give(self, photo: bytes) -> None:
        """Take a phone's photo, in any thread; a ValueError says why it is not taken."""
        lens = self._lens
        if lens is None:
            raise ValueError("no card is asked for on the table’s screen, or no phone was chosen there")
        lens.give(photo)

    def moved(self) -> bool:
        """Whether the camera stands otherwise than when this was asked last; one that nobody needs rests."""
        if self._lens is not None:
            self._lens.doze()
        before, self._said = self._said, self.words()
        return before != self._said

    def words(self) -> tuple[str, str]:
        """A colour and a few words for the hardware strip."""
        if not self.chosen:
            return "faint", "no camera"
        status = self.status()
        if self.problem:
            return "bad", "camera: see what is wrong"
        match status.state.value if status is not None else "":
            case "live":
                return "good", "camera"
            case "lost" | "refused":
                return "bad", f"camera {status.state.value if status else ''}"
            case _:
                return "good", "camera ready"

    # the table

    def watch(self, table: Table, changed: Callable[[], None]) -> None:
        """Look for cards whenever this table asks for one; `changed` is called on the screen's thread."""
        self.rest()
        self._table, self._changed = table, changed
        self._begin()

    def again(self) -> None:
        """Another camera or another deck was chosen."""
        table, changed = self._table, self._changed
        self.rest()
        self._let_go()
        if table is not None:
            self.watch(table, changed)

    def rest(self) -> None:
        """Watch no table."""
        if self._stop is not None:
            self.aside(self._stop, lambda _: None)
        self._stop = self.cards = self._gate = self._table = None
        self.known = Known()

    def _begin(self) -> None:
        table = self._table
        if table is None or not self.chosen:
            return
        decks = self.decks

        def learned(known: Known | Exception) -> None:
            if self._table is not table:
                return
            if isinstance(known, Exception):
                self.problem = f"the cards’ pictures can’t be kept: {known}"
                self._changed()
            elif known.folder is not None:
                self.look(lambda: self._sit(table, known))
                if self._lens is not None:
                    self._sit(table, known)

        def learn() -> Known | Exception:
            try:
                return decks.of(table.rules.name, table.setup.components)
            except OSError as error:
                return error

        self.aside(learn, learned)

    def _sit(self, table: Table, known: Known) -> None:
        """The camera is open, and the deck is there: watch."""
        if self._table is not table or self._lens is None or self.cards is not None or known.folder is None:
            self._changed()
            return
        from companion.kiosk.lens import Gate
        from companion.table.cards import Cards

        watched = self.watcher(self._lens, known.folder)
        gate = Gate(watched, shut=self._held)
        cards = Cards(table, gate, known.twins)
        unsubscribe = cards.subscribe(lambda _progress: self._worker.tell(self._tell))
        unwatch = cards.watch()
        self.cards, self._gate, self.known = cards, gate, known

        def stop() -> None:
            unsubscribe()
            unwatch()
            watched.close()

        self._stop = stop
        self._changed()

    def _tell(self) -> None:
        if not self.wanted:
            self._by_choice = False
        self._changed()

    def progress(self) -> "Progress | None":
        """The cards as they lie; None where no camera looks for any."""
        return self.cards.progress() if self.cards is not None else None

    @property
    def looking(self) -> bool:
        """Whether the camera looks for what the table is asked now."""
        progress = self.progress()
        return progress is not None and progress.phase.value in AWAITED and not self.set_aside

    @property
    def set_aside(self) -> bool:
        """Whether the cards that are asked for now are entered by taps."""
        return self._gate is not None and self._gate.shut

    @property
    def wanted(self) -> bool:
        """Whether the camera could be looked through for what is asked now."""
        progress = self.progress()
        return progress is not None and progress.phase.value in AWAITED

    def shows(self, shown: Shown) -> bool:
        """Whether the camera's picture is the screen now: where nothing but cards is asked, or by choice."""
        return self.looking and (self._by_choice or cards_alone(shown))

    @property
    def asking(self) -> tuple[Any, ...]:
        """What the camera asks or refuses now: its phase, why, and what a yes would enter; else nothing."""
        progress = self.progress()
        if progress is None or self.set_aside or progress.phase.value not in {"doubtful", "refused"}:
            return ()
        return progress.phase.value, progress.why, progress.entering

    def by_taps(self, *, taps: bool) -> None:
        """Have the cards that are asked for now entered by taps alone, or by the camera again."""
        if self._gate is not None:
            self._by_choice = not taps
            self._gate.turn(shut=taps)
            self._changed()

    def leave(self) -> None:
        """Show the table again; the camera looks on."""
        self._by_choice = False
        self._changed()

    def hold(self, *, held: bool) -> None:
        """While the camera is being set up, nothing that it sees is entered."""
        self._held = held
        if self._gate is not None:
            self._gate.turn(shut=held)

    def close(self) -> None:
        """Let go of everything."""
        stop, self._stop = self._stop, None
        self._table = None
        if stop is not None:
            stop()
        self._let_go(wait=True)
        for helper in tuple(self._helpers):
            helper.join(HELP_S)

    def _let_go(self, *, wait: bool = False) -> None:
        if self._lens is not None:
            self._lens.shut(wait=wait)
        self._lens, self.problem = None, ""

    def aside(self, work: Callable[[], Any], then: Callable[[Any], None]) -> None:
        """Do what takes seconds beside everything else; an entry must not wait for it."""

        def run() -> None:
            try:
                found = work()
            except Exception as error:
                log.exception("the camera's helper failed")
                told = f"the camera stopped helping: {error}"
                self._worker.tell(lambda: self._fail(told))
                return
            self._worker.tell(lambda: then(found))

        self._helpers = {each for each in self._helpers if each.is_alive()}
        helper = threading.Thread(target=run, name="kiosk camera", daemon=True)
        self._helpers.add(helper)
        helper.start()

    def _fail(self, problem: str) -> None:
        self.problem = problem
        self._changed()


def cards_alone(shown: Shown) -> bool:
    """Whether nothing is asked but which cards were turned up."""
    asks = [ask for group in shown.groups for ask in group.asks]
    return all(isinstance(ask, Observe) and ask.sensed is Sensed.CARD for ask in asks)


def _lens(address: str) -> "Lens":
    """The camera at this address; CameraAddressError where there can be none."""
    from companion.kiosk.lens import Lens

    return Lens(address)


def _watching(lens: "Lens", deck: Path) -> "Watched":
    """The cards of a deck, looked for through this lens by a recogniser in a process of its own."""
    from companion.cards.watching import Watching

    return Watching(lens, deck)
