"""Opens kiosks for tests, and plays on them with fingers."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.metrics import Metrics

from companion.kiosk.app import Kiosk, Places
from companion.kiosk.environment import Display
from companion.kiosk.settings import Settings, write_settings
from companion.kiosk.touching import Fingers
from companion.rehearsal import rehearse
from companion.rules.contract import HOST, TABLE, Setup, Viewer
from companion.scenes.asking import hides, keeps_secret
from companion.table import Table

LONG = (
    "Maximiliane-Theodora",
    "Konstantin Emanuel",
    "Wilhelmine-Charlotte",
    "Bartholomäus-Leopold",
    "Ng",
    "Esra",
)


class Opened:
    """A kiosk that is open, and fingers to touch it with."""

    def __init__(self, kiosk: Kiosk, fingers: Fingers) -> None:
        self.kiosk, self.fingers = kiosk, fingers
        self._rehearsal: Any = None

    def play(self, game: str, names: tuple[str, ...], moves: int = 0, seed: int = 1, **options: str) -> None:
        """Sit down at a new evening, of which so many moves are made."""
        self.kiosk.begin(Setup(game, names, options=options), _refused)
        self.still()
        self._rehearsal = rehearse(game, seed)
        self.go_on(moves)
        self.kiosk.go("game")
        self.still()

    def go_on(self, moves: int) -> bool:
        """Make so many moves more, at the table itself; whether there were any."""
        table = self.kiosk.session.table
        made = 0
        while made < moves and (move := self._rehearsal.next(table)) is not None:
            table.submit(move.command)
            made += 1
        self.still()
        return made > 0

    def still(self) -> None:
        """Come to rest as `settle` does, but without drawing: what stands where is known without it."""
        quiet = 0
        while quiet < 2:
            if self.kiosk.worker.busy:
                self.kiosk.worker.wait(0.05)
                quiet = 0
            Clock.tick()
            Clock.tick_draw()
            quiet += 1
        if self.kiosk.failures:
            raise self.kiosk.failures.pop()

    @property
    def table(self) -> Table:
        """The table that is shown."""
        return self.kiosk.session.table

    @property
    def prompt(self) -> Any:
        """What is asked on the screen."""
        return self.kiosk.frames.screen.prompt

    def any_secret(self) -> list[int]:
        """The seats that something secret is known of."""
        state = self.table.view(TABLE).state
        return [seat for seat in range(len(self.table.setup.names)) if keeps_secret(state, seat)]

    def enter_secret(self) -> bool:
        """Let a seat that is asked for a secret tell it; whether there was one."""
        for ask in self.table.view(TABLE).asks:
            if ask.seat is not None and hides(ask):
                viewer = Viewer(seat=ask.seat)
                own = next(each for each in self.table.view(viewer).asks if each.name == ask.name)
                self.table.submit(own.options[0], by=viewer)
                return True
        return False

    def finish(self) -> None:
        """Play on until the game is over, or end it as a table would that has no more time."""
        self.go_on(400)
        table = self.kiosk.session.table
        if table.view(TABLE).outcome is None:
            ends = {"draw", "abandon"}
            ask = next(ask for ask in table.view(HOST).asks if ask.name in ends)
            table.submit(ask.options[0], by=HOST)
        self.still()


def _refused(violation: Any) -> None:
    raise AssertionError(violation)


class _Ignored(list[Exception]):
    """Failures that the test expects to be shown on the screen."""

    def append(self, _failure: Exception) -> None:
        """Forget it."""


@contextmanager
def opened(
    folder: Path,
    size: tuple[int, int] = (800, 480),
    density: float = 0.0,
    beams: str = "",
    pretending: Any = None,
    settings: Settings | None = None,
    failing: bool = False,
    phones: Any = None,
) -> Iterator[Opened]:
    """A kiosk at this size, its journal in this folder."""
    display = Display(*size, density, offscreen=True)
    Metrics.density = display.pixels_per_dp
    Clock.tick()  # what other tests took meanwhile is no time that this screen was left alone
    where = folder / f"{size[0]}x{size[1]}-{density}"
    if settings is not None:
        write_settings(where / "kiosk.json", settings)
    places = Places(where / "journal.db", where / "kiosk.json", where / "recordings", where / "components")
    kiosk = Kiosk(places, display, beams, pretending, phones)
    kiosk.open()
    kiosk.frames.size_hint = (None, None)  # the window itself can't change its size, once it is off screen
    kiosk.frames.size = size
    fingers = Fingers(kiosk)
    try:
        opened = Opened(kiosk, fingers)
        if failing:
            kiosk.failures = _Ignored()
        opened.still()
        yield opened
    finally:
        kiosk.close()
        Window.remove_widget(kiosk.frames)
        EventLoop.idle()
