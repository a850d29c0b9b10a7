"""The kiosk: one application that owns the window, the worker, the journal and what is shown."""

import importlib
import logging
import pkgutil
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

from kivy.base import EventLoop, runTouchApp
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics.opengl import glFinish
from kivy.metrics import Metrics
from kivymd.app import MDApp
from msgspec import Struct
from msgspec.structs import replace

from companion.journal import Evening, Journal, JournalError
from companion.kiosk import screens
from companion.kiosk.cameras import Cameras
from companion.kiosk.decks import Decks
from companion.kiosk.environment import Display
from companion.kiosk.hardware import Hardware, Pretending
from companion.kiosk.phones import Phones
from companion.kiosk.root import Root
from companion.kiosk.screen import Screen
from companion.kiosk.session import Session
from companion.kiosk.settings import Settings, read_settings, write_settings
from companion.kiosk.sheet import Sheet
from companion.kiosk.theme import Theme
from companion.kiosk.worker import Worker
from companion.rules import game
from companion.rules.contract import Setup, Violation
from companion.table import ComponentStore, Table
from companion.table.teaching import Teaching

log = logging.getLogger(__name__)


SOON = ("game", "marble", "confirm", "menu", "story", "rule", "host", "scores")
"""The screens that a game leads to."""

LOOK_S = 0.5
"""How often it is looked whether the beams stand otherwise."""

PAUSE_S = 0.4
"""How long the next of them waits for the one before."""


class Places(Struct, frozen=True):
    """Where the owner's things lie; without a folder of components, house values are played with."""

    journal: Path
    settings: Path
    recordings: Path
    components: Path | None = None
    decks: Path | None = None


class Kiosk(MDApp):
    """The touchscreen; `beams` is the address of what watches the marbles this time, if not as it is set.

    `pretending` gives a pretend table that stands in for cards, dice and marbles, if the owner chooses so.
    """

    def __init__(
        self,
        places: Places,
        display: Display,
        beams: str = "",
        pretending: Callable[[Table], Pretending] | None = None,
        phones: Phones | None = None,
    ) -> None:
        super().__init__()
        self.title = "Coaster Companion"
        self.places, self.display = places, display
        self.settings = read_settings(places.settings)
        self.theme = Theme(self.settings.dark)
        self.pretending, self._named = pretending, beams
        self.phones = phones
        self.pretend: Pretending | None = None
        self.journal: Journal | None = None
        self._store = ComponentStore(places.components) if places.components else None
        self.evenings: tuple[Evening, ...] = ()
        self.session: Session | None = None
        self.frames = Root(self.theme, self.settings.dim_after_s)
        self.worker = Worker(lambda: Clock.schedule_once(self._hand_over, -1), self.failed)
        self.failures: list[Exception] = []
        self.beams = Hardware(self.worker, self._address(), places.recordings, lambda: self.settings.clips)
        decks = Decks(places.decks or places.journal.parent / "decks", lambda: self.settings.decks)
        self.cameras = Cameras(self.worker, decks, lambda: self.settings.camera)
        self._looking: Any = None
        self._screens: dict[str, Screen] = {}
        self._shown: tuple[str, dict[str, Any]] = ("home", {})

    def build(self) -> Root:
        """The window's content, before its first frame."""
        self._colour()
        Window.bind(on_flip=lambda *_: glFinish())
        self.worker.do(self._opened, self._open_journal)
        self.worker.do(self.beams.open, lambda _: self.frames.refresh())
        self._looking = Clock.schedule_interval(self._look_at_beams, LOOK_S)
        self.go("welcome" if self.pretending is not None and not self.settings.table else "home")
        return self.frames

    def _look_at_beams(self, *_: Any) -> None:
        """Boards are found, and lost, at any time."""
        if self.beams.moved() | self.cameras.moved():
            self.frames.refresh()

    def open(self) -> None:
        """Open the window; its frames are drawn by whoever asks for them."""
        self._run_prepare()
        runTouchApp(embedded=True)

    def close(self) -> None:
        """Finish what was begun and let go of the journal."""
        if self.session is not None:
            self.session.close()
        if self._looking is not None:
            self._looking.cancel()
        if self.phones is not None:
            self.phones.close()
        self.beams.close()
        self.cameras.close()
        self.worker.stop()
        if self.journal is not None:
            self.journal.close()
            self.journal = None

    def on_stop(self) -> None:
        """The window is closed."""
        self.close()

    # what is shown

    def go(self, name: str, **what: Any) -> None:
        """Show a screen."""
        if self.frames.screen is not None:
            self.frames.screen.leave()
        self._shown = (name, what)
        screen = self._screen(name)
        self.frames.show(screen)
        screen.enter(**what)

    def lay(self, name: str, **what: Any) -> None:
        """Lay a sheet over the screen."""
        sheet = self._screen(name)
        if not isinstance(sheet, Sheet):
            raise TypeError(f"the screen {name!r} is not a sheet")
        self.frames.lay(sheet)
        sheet.enter(**what)

    def drop(self) -> None:
        """Take the sheet away."""
        self.frames.drop()

    def failed(self, error: Exception) -> None:
        """Show what went wrong; the screen goes on."""
        self.failures.append(error)
        log.error("%s", error, exc_info=None if isinstance(error, JournalError) else error)
        known = isinstance(error, JournalError)
        self.frames.say(str(error) if known else f"That went wrong, and nothing was entered: {error}")

    def _screen(self, name: str) -> Screen:
        if name not in self._screens:
            if name not in screen_names():
                raise LookupError(f"no screen is called {name!r}; there are {', '.join(screen_names())}")
            made: Screen = importlib.import_module(f"{screens.__name__}.{name}").SCREEN(self)
            self._screens[name] = made
        return self._screens[name]

    def _hand_over(self, *_: Any) -> None:
        try:
            self.worker.hand_over()
        except Exception as error:  # noqa: BLE001  # an evening goes on; what went wrong is shown and logged
            self.failed(error)

    # journal and table

    def _opened(self) -> tuple[Journal, tuple[Evening, ...]]:
        if self.journal is None:  # a second touch may have asked for it while it was opened for the first
            self.journal = Journal.open(self.places.journal)
        return self.journal, self.journal.evenings()

    def _open_journal(self, found: tuple[Journal, tuple[Evening, ...]]) -> None:
        self.journal, self.evenings = found
        self._serve_phones()
        self.frames.refresh()
        if self.journal.notices:
            self.frames.say(" ".join(self.journal.notices))

    def with_journal(self, work: Callable[[Journal], Any], then: Callable[[Any], None]) -> None:
        """Do something with the journal on the worker's thread; one that is not open is tried again."""
        journal = self.journal
        if journal is not None:
            self.worker.do(lambda: work(journal), then)
            return

        def opened(found: tuple[Journal, tuple[Evening, ...]]) -> None:
            self._open_journal(found)
            self.with_journal(work, then)

        self.worker.do(self._opened, opened)

    def teaching(self, game_: str) -> Teaching:
        """A game's components, to be taught; without a folder of their own they lie beside the journal."""
        store = self._store or ComponentStore(self.places.journal.parent / "components")
        return Teaching(store, game(game_))

    def begin(self, setup: Setup, then: Callable[[Violation[Any]], None]) -> None:
        """Begin an evening and go to its set-up; a refusal goes to `then`."""

        def begin(journal: Journal) -> tuple[Table | Violation[Any], str]:
            fault = self._store.read(game(setup.game)).fault if self._store else ""
            return Table.begin(journal, setup, store=self._store), fault

        def begun(found: tuple[Table | Violation[Any], str]) -> None:
            table, fault = found
            if isinstance(table, Violation):
                then(table)
            else:
                self.sit_down(table, "setup")
            if fault:
                self.frames.say(fault)

        self.with_journal(begin, begun)

    def resume(self, evening: int, screen: str = "game") -> None:
        """Go on with an evening."""
        self.with_journal(
            lambda journal: Table.resume(journal, evening, store=self._store),
            lambda table: self.sit_down(table, screen),
        )

    def sit_down(self, table: Table, screen: str = "game") -> None:
        """Show this table."""
        if self.session is not None:
            self.session.close()
        self.session = Session(table, self.worker, self.frames.refresh)
        self.pretend = self.pretend_table(table)
        self.beams.watch(table, self.frames.refresh)
        self.cameras.watch(table, self.frames.refresh)
        if self.phones is not None:
            self.phones.follow(table)
        self._dress(replace(self.theme, game=table.rules.name))
        self.go(screen)
        Clock.schedule_once(self._prepare_one, PAUSE_S)

    def _prepare_one(self, *_: Any) -> None:
        """Make one more of the screens that a game leads to, while nobody waits for it."""
        missing = [name for name in SOON if name not in self._screens]
        if missing and self.session is not None:
            self._screen(missing[0])
            Clock.schedule_once(self._prepare_one, PAUSE_S)

    def pretend_table(self, table: Table) -> Pretending | None:
        """What says the facts of this table, unless it is a real one."""
        chosen = self.settings.table == "pretend"
        return self.pretending(table) if chosen and self.pretending is not None else None

    def _address(self) -> str:
        """What watches the marbles: what was named for this time, or else what belongs to the table."""
        pretend = self.settings.table == "pretend" and self.pretending is not None
        return self._named or ("simulated:" if pretend else self.settings.beams)

    def _change_table(self) -> None:
        """The table, or what watches its marbles, is another now."""
        address = self._address()
        self.beams.rest()
        self.worker.do(lambda: self.beams.change(address), lambda _: self._watch_again())

    def _watch_again(self) -> None:
        if self.session is not None:
            table = self.session.table
            self.pretend = self.pretend_table(table)
            self.beams.watch(table, self.frames.refresh)
            if self.phones is not None:
                self.phones.follow(None)
                self.phones.follow(table)
        self.frames.refresh()

    def stand_up(self) -> None:
        """Leave the table; the evening stays in the journal."""
        if self.session is not None:
            self.session.close()
            self.session = None
        self.beams.rest()
        self.cameras.rest()
        if self.phones is not None:
            self.phones.follow(None)
        self._dress(replace(self.theme, game=""))
        self.go("home")
        self.know_evenings()

    def know_evenings(self) -> None:
        """Look up which evenings there are."""
        if self.journal is not None:
            self.with_journal(lambda journal: journal.evenings(), self._know)

    def _know(self, evenings: tuple[Evening, ...]) -> None:
        self.evenings = evenings
        self.frames.refresh()

    def in_dp(self, pixels: float) -> float:
        """A distance on the screen in dp."""
        return float(pixels / Metrics.density)

    def hardware(self) -> tuple[tuple[str, str], tuple[str, str], tuple[str, str]]:
        """How beams, camera and phones stand: each a colour and a few words."""
        return self.beams.words(), self.cameras.words(), self._phones_stand()

    def _phones_stand(self) -> tuple[str, str]:
        phones = self.phones
        if phones is None or not (phones.on or phones.problem):
            return "faint", "no phones"
        if phones.problem:
            return "bad", "phones: see what is wrong"
        return "good", f"{phones.count} {'phone' if phones.count == 1 else 'phones'}"

    def _serve_phones(self) -> None:
        """Serve the page for phones, or no more, as the owner set it."""
        phones, journal = self.phones, self.journal
        wanted = self.settings.phones
        if phones is None or journal is None or (phones.on == wanted and (wanted or not phones.problem)):
            return
        if self.settings.phones:
            moved = self._tell_moved
            self.worker.do(lambda: phones.open(journal, self.beams, moved), lambda _: self._followed(phones))
        else:
            self.worker.do(phones.close, lambda _: self.frames.refresh())

    def _followed(self, phones: Phones) -> None:
        phones.follow(self.session.table if self.session is not None else None)
        self.frames.refresh()

    def _tell_moved(self, table: Table | None) -> None:
        self.worker.tell(lambda: self._moved(table))

    def _moved(self, table: Table | None) -> None:
        """A phone began an evening, went on with one, or left it: be there too."""
        shown = self.session.table if self.session is not None else None
        if table is shown:
            return
        if table is None:
            self.stand_up()
        else:
            self.sit_down(table, "game")

    def ask_back(self, to: int, title: str, detail: str) -> None:
        """Ask once more whether all after entry `to` is taken back, and do it."""
        session = self.session
        if session is not None:
            taken = partial(session.take_back, to)
            self.lay("confirm", title=title, detail=detail, yes="Take it back", no="Keep it", action=taken)

    # how it looks

    def set(self, settings: Settings) -> None:
        """Keep new settings and show everything by them."""
        before, self.settings = self.settings, settings
        self._serve_phones()
        self.worker.do(lambda: write_settings(self.places.settings, settings), lambda _: None)
        if (settings.table, settings.beams) != (before.table, before.beams):
            self._named = ""
            self._change_table()
        if settings.dark != self.theme.dark:
            self._dress(replace(self.theme, dark=settings.dark))
            self.go(self._shown[0], **self._shown[1])

    def _dress(self, theme: Theme) -> None:
        """Make all screens anew in this theme; they are few, and it happens seldom."""
        if theme == self.theme:
            return
        self.theme = theme
        self._colour()
        self._screens.clear()
        self.frames.dress(theme)

    def _colour(self) -> None:
        self.theme_cls.theme_style = "Dark" if self.theme.dark else "Light"
        self.theme_cls.primary_palette = self.theme.primary


@cache
def screen_names() -> tuple[str, ...]:
    """The names of all screens, found by their files."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(screens.__path__)))


def draw_frame() -> None:
    """Run the application for one frame."""
    EventLoop.idle()
