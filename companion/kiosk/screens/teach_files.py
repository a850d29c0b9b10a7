"""A box's values as a file: written to a stick as a spreadsheet, and taken from one that was filled in."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.kiosk.areas import Area
from companion.kiosk.controls import Press, Words
from companion.kiosk.finding import sticks
from companion.kiosk.scroller import Scroller
from companion.kiosk.sheet import Sheet
from companion.rules import game as rules_of
from companion.table.components import ComponentsRefusedError
from companion.table.sharing import ENDINGS, read_values, write_values

if TYPE_CHECKING:
    from companion.kiosk.app import Kiosk

MOST_FILES = 30
"""So many files are offered, the newest first."""


class TeachFiles(Sheet):
    """Writes and reads a game's components."""

    most: tuple[float, float] = (640.0, 560.0)

    def __init__(self, kiosk: "Kiosk") -> None:
        super().__init__(kiosk)
        self._game = ""
        self._done: Callable[[], Any] = lambda: None
        self._said = Words(self.theme, "", "body", "muted")
        self._list = Scroller(self.theme)
        self.add_widget(self._list)

    def enter(self, game: str = "", done: Callable[[], Any] = lambda: None, **_: Any) -> None:
        """Offer where this game's values can be written, and the files they can be taken from."""
        self._game, self._done = game, done
        self.head("As a file")
        self._look("Values can be filled in with any spreadsheet program, and shared.")

    def _look(self, said: str, colour: str = "muted") -> None:
        own = self.kiosk.places.journal.parent

        def look() -> tuple[tuple[Path, ...], tuple[Path, ...]]:
            places = (*sticks(), own)
            return places, tuple(sorted(_files(places), key=_newest)[:MOST_FILES])

        self.kiosk.worker.do(look, partial(self._fill, said, colour))

    def _fill(self, said: str, colour: str, found: tuple[tuple[Path, ...], tuple[Path, ...]]) -> None:
        places, files = found
        self._said.say(said, colour)
        own = self.kiosk.places.journal.parent
        lines: list[Any] = [self._said]
        for place, folder in enumerate(places):
            label = "Write it to this companion’s folder" if folder == own else f"Write it to {folder.name}"
            action = partial(self._write, folder / f"{self._game}.csv")
            lines.append(self._press(f"teach_files.write.{place}", label, str(folder), action, "export"))
        for place, file in enumerate(files):
            action = partial(self._ask, file)
            label, where = f"Take {file.name}", str(file.parent)
            lines.append(self._press(f"teach_files.read.{place}", label, where, action, "import"))
        self._list.fill([[line] for line in lines])

    def _press(self, id_: str, label: str, detail: str, action: Callable[[], Any], symbol: str) -> Press:
        return Press(
            self.theme, id_, label, action, symbol=symbol, detail=detail, style="body", plain_face=True,
            align="start",
        )  # fmt: skip

    def _write(self, file: Path) -> None:
        teaching = self.kiosk.teaching(self._game)

        def write() -> tuple[str, str]:
            try:
                write_values(file, teaching.read().values)
            except OSError as error:
                return f"{file.name} can’t be written: {error.strerror}", "bad"
            return f"{file.name} is written. It can be pulled out now.", "good"

        self.kiosk.worker.do(write, lambda said: self._look(*said))

    def _ask(self, file: Path) -> None:
        detail = (
            f"All values of {rules_of(self._game).title} are replaced by those in it. Evenings keep theirs."
        )
        self.kiosk.lay(
            "confirm", title=f"Take {file.name}?", detail=detail, yes="Take them", no="Leave all as it is",
            action=partial(self._read, file),
        )  # fmt: skip

    def _read(self, file: Path) -> None:
        teaching, kiosk = self.kiosk.teaching(self._game), self.kiosk

        def read() -> str:
            try:
                problem = teaching.keep(read_values(file, teaching.rules)).problem
            except ComponentsRefusedError as error:
                where = f"{file.name}, line {error.line or 1}, field {error.field or '(the whole file)'}"
                return f"{where}: {error.problem}. Nothing was changed."
            return problem

        def done(problem: str) -> None:
            self._done()
            if problem:
                kiosk.frames.say(problem)

        kiosk.worker.do(read, done)

    def arrange_body(self, area: Area) -> None:
        """One list."""
        area.place(self._list)


def _files(places: tuple[Path, ...]) -> list[Path]:
    found: list[Path] = []
    for place in places:
        try:
            found += [file for file in place.iterdir() if file.suffix in ENDINGS and file.is_file()]
        except OSError:  # a stick was pulled out just now
            continue
    return found


def _newest(file: Path) -> float:
    try:
        return -file.stat().st_mtime
    except OSError:
        return 0.0


SCREEN = TeachFiles
